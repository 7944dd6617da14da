"""What a test may need from outside the repository, and what happens where it is missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from miai.core.machine import find_program

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
"""Data that is too big for the repository, in a folder beside it."""


def need_program(*names: str) -> str:
    """The path of the first of `names` that is installed. Where none is, the test is skipped, or fails with `MIAI_TEST_ALL=1`."""
    for name in names:
        path = find_program(name)
        if path:
            return path
    reason = f"needs the program {' or '.join(names)}, which is not installed"
    if os.environ.get("MIAI_TEST_ALL") == "1":
        pytest.fail(f"{reason} (and MIAI_TEST_ALL=1 asks for all tests)")
    pytest.skip(reason)


def need_shared(path: str) -> Path:
    """A file or folder below ../shared; the test is skipped where it is missing, always."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"needs {path} in the folder 'shared' beside the repository, which is not there")
    return found
