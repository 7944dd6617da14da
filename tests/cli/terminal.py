"""Run the command `miai` in a separate process, as a user does, or in this one, which is quicker."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys

import pytest

from miai.cli.main import main
from tests.core.processes import SOURCE


def environment_for(**variables: str) -> dict[str, str]:
    """Return our environment with `variables`, without anything else that changes the behaviour of the command."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MIAI_", "NUMBA_", "COVERAGE_"))}
    return environment | {"PYTHONPATH": str(SOURCE), "COLUMNS": "80", **variables}


def run_miai(
    *arguments: str, python: tuple[str, ...] = ("-m", "miai"), typed: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `miai` with `arguments`, `typed` on stdin, `variables` in its environment and 80 columns. Return the finished process."""
    return subprocess.run(
        [sys.executable, *python, *arguments],
        input=typed,
        env=environment_for(**variables),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def call_miai(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `miai` with `arguments` in this process and 80 columns. A new process takes a second to start, and more with many imports."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        code = main(list(arguments))
    return subprocess.CompletedProcess(list(arguments), code, out.getvalue(), errors.getvalue())


def without_compilation(errors: str) -> str:
    """Return the lines of standard error without the report of a compilation, which there is if the cache was cold."""
    return "".join(line for line in errors.splitlines(True) if not line.startswith("miai: compil"))


def the_one_line_of_error(done: subprocess.CompletedProcess[str]) -> str:
    """Return the message of a user error. Fail unless it is one line on stderr, with nothing on stdout and exit code 2."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("miai: error: ")
    return done.stderr.removeprefix("miai: error: ").rstrip("\n")
