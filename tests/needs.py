"""Programs and data that a test may need from outside the repository. A test without them is skipped, or fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from miai.core.machine import find_program

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
"""The folder beside the repository, for data that is too big for it."""


def need_program(*names: str) -> str:
    """Return the path of the first of `names` that is installed. Without one, skip the test, or fail it with `MIAI_TEST_ALL=1`."""
    for name in names:
        path = find_program(name)
        if path:
            return path
    reason = f"needs the program {' or '.join(names)}, which is not installed"
    if os.environ.get("MIAI_TEST_ALL") == "1":
        pytest.fail(f"{reason} (and MIAI_TEST_ALL=1 asks for all tests)")
    pytest.skip(reason)


def need_shared(path: str) -> Path:
    """Return a file or folder below ../shared. Without it, always skip the test."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"needs {path} in the folder 'shared' beside the repository, which is not there")
    return found
