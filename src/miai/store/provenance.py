"""The provenance of results: the version of miai, its commit if it runs from a clone, and the machine."""

from __future__ import annotations

import functools
import importlib.metadata
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import miai

PACKAGE = Path(miai.__file__).resolve().parent


def now() -> str:
    """Return the time in UTC, to the second: 2026-01-31T12:00:00Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@functools.cache
def commit() -> str | None:
    """Return the commit of the clone that miai runs from, with `+` if its sources were edited; `None` without a clone."""
    if _git("ls-files", "--error-unmatch", "__init__.py") is None:
        return None  # installed: the folder may still be inside another clone
    head = _git("rev-parse", "HEAD")
    return head and head + ("+" if _git("status", "--porcelain", "--", ".") else "")


def in_words(version: str, commit_id: str | None) -> str:
    """Return version and commit in words: `miai 0.1.0 (93c3eca94+)`."""
    if commit_id is None:
        return f"miai {version}"
    return f"miai {version} ({commit_id[:9]}{'+' if commit_id.endswith('+') else ''})"


def _git(*arguments: str) -> str | None:
    """Return the output of git in the package's folder; `None` if it fails or is not installed."""
    try:
        done = subprocess.run(["git", "-C", str(PACKAGE), *arguments], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def machine() -> dict[str, str]:
    """Return a description of the machine: processor, cores, system and versions."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": importlib.metadata.version("numba"),
        "numpy": importlib.metadata.version("numpy"),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"
