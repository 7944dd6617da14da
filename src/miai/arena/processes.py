"""Starting and ending an engine's process, with all that it starts itself.

An engine is the leader of a process group (and session) of its own: what it starts belongs to the group, Ctrl-C in our terminal does
not reach it, and ending the group ends everything. It also dies with us, however we die: the kernel is asked to kill it when its
parent has gone, since an engine that hangs would not notice that its input is closed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

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
"""Becomes the engine, after it has asked to be killed with its parent. Python's own hook for this is unsafe beside threads."""

MERCY_SECONDS = 1.0
"""How long a group that was told to end may take before it is killed."""


def start_process(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command in a group of its own, with pipes to all its streams. Raises `OSError` where it cannot be run."""
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
    """Ours, with one thread for numerical libraries: each game is meant to use one core, unless the engine is told otherwise."""
    return {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"} | os.environ


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End the group of a process: politely where it is still there, then with force for what is left."""
    if process.poll() is None:
        _signal_group(process, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(MERCY_SECONDS)
    kill_process(process)


def kill_process(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group, at once, and wait for its leader's end. What has ended already is no error."""
    kill_group(process)
    process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill it and all that it has started, without waiting for the end."""
    _signal_group(process, signal.SIGKILL)


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """The group outlives its leader as long as one of its members lives, so it may be signalled after the leader has ended."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def exit_reason(process: subprocess.Popen[bytes]) -> str:
    """How a process has ended, in words: "exit code 1", "signal SIGSEGV"."""
    code = process.poll()
    if code is None:
        return "its output is closed"
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
