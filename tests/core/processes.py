"""New Python processes, for tests of caches, start-up and plain mode."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import miai

SOURCE = Path(miai.__file__).parent.parent


def run_python(*arguments: str, source: Path = SOURCE, **variables: str) -> str:
    """Return the output of a new Python with `arguments`, with `variables` in its environment. Fails the test if it fails."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MIAI_CHECKED", "NUMBA_", "COVERAGE_"))
    }
    environment |= {"PYTHONPATH": str(source), **variables}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
