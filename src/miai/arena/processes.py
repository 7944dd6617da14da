"""Starting and ending an engine's process together with all its child processes.

An engine leads its own process group and session: its children belong to the group, Ctrl-C in our terminal does not reach it, and killing
the group ends all of them. It also ends with our process, however that ends: the kernel kills it when its parent has gone, since a hanging
engine would not notice that its input is closed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from miai.core.system import signal_group

_LAUNCHER = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
try:
    os.execvp(sys.argv[2], sys.argv[2:])
except OSError as error:
    sys.exit(f"cannot run {sys.argv[2]}: {error.strerror}")
"""
"""A program that asks to be killed with its parent and then becomes the engine. Popen's `preexec_fn` is unsafe with threads."""

SECONDS_TO_END = 1.0
"""Time between SIGTERM and SIGKILL."""


def start_process(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command in a new process group, with pipes to all its streams. Raise `OSError` if it cannot be run."""
    if sys.platform == "linux":
        command = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), *command]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=_environment(),
    )


def _environment() -> dict[str, str]:
    """Return our environment with one thread for numerical libraries: by default each game uses one core."""
    return {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"} | os.environ


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End the group of a process: first with SIGTERM, then with SIGKILL."""
    if process.poll() is None:
        signal_group(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
    kill_process(process)


def kill_process(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group at once and wait for the end of its leader. A group that has already ended is no error."""
    kill_group(process)
    process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group without waiting for the end. A group lives as long as one of its members."""
    signal_group(process.pid)


def exit_reason(process: subprocess.Popen[bytes]) -> str:
    """Return how a process has ended: "exit code 1", "signal SIGSEGV"."""
    code = process.poll()
    if code is None:
        return "its output is closed"
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
