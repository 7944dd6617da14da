"""The trial of a state that comes from a file: random plays as plain Python, in a separate process with limits on time and memory.

Compiled kernels check no bounds, so a state that no play reaches could make them overwrite memory, or never return. As plain Python,
NumPy checks every index, and the process can be ended.

`python -m miai.search.state_trial MODULE FILE PROBLEM` is the separate process; it reads the bytes of the state from its input.
"""

from __future__ import annotations

import functools
import importlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from miai.core import system
from miai.core.errors import UserError
from miai.core.records import as_records, copy_record, plain_dtype
from miai.search.problem import (
    Problem,
    apply_action,
    is_terminal,
    list_actions,
    play_out,
    position_key,
    random_action,
    registered_problems,
    reward,
)
from miai.search.settings import Settings

PLAYS = 400
"""Many, since some impossible states harm only one play in a hundred."""
SECONDS = 3.0
"""Processor seconds after which no further play begins: a slow game passes with those played until then."""
MOST_SECONDS = 15
"""Processor seconds after which a play is taken for endless."""
MOST_MEMORY = 4 << 30
PASSED, UNKNOWN = "miai-trial: passed", "miai-trial: no problem"
IN_TRIAL = "MIAI_IN_STATE_TRIAL"


class NoTrial(UserError):
    """The problem cannot be found by another process, so the state cannot be tried."""


def try_state(problem: Problem, state: Any) -> bool:
    """Return whether random plays from `state` stay within the bounds of all arrays and end. Raise `NoTrial` where that cannot be tried.

    A script is not run again to find its problem: it might load the same file, without end.
    """
    module = getattr(problem.start, "__module__", "__main__")
    if module == "__main__" or IN_TRIAL in os.environ:
        raise NoTrial(f"{problem.name} is not a module that another process can import")
    file = str(getattr(getattr(problem.start, "__code__", None), "co_filename", ""))
    return _try_bytes(module, file, problem.name, state.tobytes())


@functools.lru_cache(maxsize=64)
def _try_bytes(module: str, file: str, name: str, state: bytes) -> bool:
    environment = os.environ | {IN_TRIAL: "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__, module, file, name]
    done = subprocess.run(command, env=environment, input=state, capture_output=True, check=False)
    lines = done.stdout.decode(errors="replace").splitlines()
    if UNKNOWN in lines:
        raise NoTrial(f"{name} is not a module that another process can import")
    return PASSED in lines


# --- in the separate process ---


def main(module: str, file: str, name: str) -> None:
    """Read a state and play it out several times. An exception, or an end by the system, is the verdict that it is impossible."""
    system.limit_process(memory=MOST_MEMORY, seconds=MOST_SECONDS, core_dumps=False)
    problem = _find(module, file, name)
    if problem is None:
        print(UNKNOWN, flush=True)
        return
    saved = np.frombuffer(sys.stdin.buffer.read(), np.uint8).copy()
    state = as_records(saved.view(plain_dtype(problem.state_t)))[0]
    began = time.process_time()
    for seed in range(PLAYS):
        if time.process_time() > began + SECONDS and seed > 0:
            break
        play_once(problem, state, seed)
    print(PASSED, flush=True)


def _find(module: str, file: str, name: str) -> Problem | None:
    try:
        if module.partition(".")[0] == "miai" or not Path(file).is_file():
            importlib.import_module(module)
        else:
            from miai.core.user_files import run_file

            run_file(Path(file))
    except (ImportError, UserError):
        return None
    return registered_problems().get(name)


def play_once(problem: Problem, state: Any, seed: int) -> None:
    """Play from a copy of `state` with random actions, then by the problem's own playout. Raise `IndexError` or the like for a fault."""
    from miai.search.worker import new_workers

    worker = new_workers(problem, Settings(), seed, 1)[0]
    here, actions = copy_record(state), np.zeros(problem.actions, np.int32)
    problem.state_text(here)
    for _ in range(problem.longest + 1):
        position_key(here)
        if is_terminal(here):
            break
        count = int(list_actions(here, actions))
        if not 0 < count <= problem.actions or not ((actions[:count] >= 0) & (actions[:count] < problem.actions)).all():
            raise IndexError("an action out of range")
        apply_action(here, np.int32(random_action(here, worker)))
    ended = copy_record(state)
    if not is_terminal(ended):
        play_out(ended, worker)
    if not all(np.isfinite(float(reward(ended, player))) for player in range(problem.players)):
        raise IndexError("a reward that is no number")


if __name__ == "__main__":
    main(*sys.argv[1:4])
