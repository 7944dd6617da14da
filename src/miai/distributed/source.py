"""A state and its problem, to be made again in another process.

A state travels as its bytes. Fields that are addresses are replaced by those of the other process (`Problem.addresses`). A built-in
problem is found by its name; of a user's own file the text travels too, with the modules beside it that it imports.
"""

from __future__ import annotations

import functools
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.cache import files_with_neighbours
from miai.core.errors import UserError
from miai.core.records import as_records, copy_record, new, plain_dtype
from miai.search.problem import Problem, problem_of
from miai.search.store_protocol import Identity, identity_of


@dataclass(frozen=True)
class ProblemSource:
    """Where a problem comes from: a built-in one by its name, Go by its board size, a file by its contents."""

    identity: Identity
    built_in: str = ""
    go_size: int = 0
    reads_ladders: bool = False
    """Go: whether the search reads ladders."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Names and contents of a user's file, which is the first, and of the modules beside it."""

    def load(self) -> Problem:
        """Return the problem. Raise `UserError` if it cannot be loaded here."""
        if self.go_size:
            from miai.go.problem import go_problem

            return go_problem(self.go_size)
        from miai.problems import load

        return load(self.built_in) if self.built_in else load(_written(self.files))


@functools.cache
def _written(files: tuple[tuple[str, bytes], ...]) -> Path:
    """Write a user's files into a new folder, which stays as long as this process; return the path of the first."""
    folder = Path(tempfile.mkdtemp(prefix="miai-problem-"))
    for name, content in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / files[0][0]


def source_of(state: Any) -> ProblemSource:
    """Return the source of the problem that `state` belongs to. Raise `UserError` if another process could not make it."""
    from miai.problems.loading import BUILT_IN

    problem, identity = problem_of(state), identity_of(state)
    if problem.name.startswith("go") and problem.name[2:].isdigit():
        if "learner_limit" in problem.addresses:
            raise UserError("learning playouts cannot be searched on a cluster: each machine would learn alone")
        return ProblemSource(identity, go_size=int(problem.name[2:]), reads_ladders=bool(state["reader_limit"]))
    if problem.addresses:
        raise UserError(f"{problem.name} cannot be searched on a cluster: its states point to memory of this process")
    if problem.name in BUILT_IN:
        return ProblemSource(identity, built_in=problem.name)
    file = Path(getattr(getattr(problem.start, "__code__", None), "co_filename", ""))
    if not file.is_file():
        raise UserError(f"{problem.name} cannot be searched on a cluster: put it in a file, which workers can load")
    file = file.resolve()
    found = [file, *sorted(files_with_neighbours(file) - {file})]
    return ProblemSource(identity, files=tuple((str(each.relative_to(file.parent)), each.read_bytes()) for each in found))


def bytes_of(state: Any) -> bytes:
    """Return the bytes of a state, without addresses."""
    copy = copy_record(state)
    for name in problem_of(state).addresses:
        copy[name] = 0
    return bytes(copy.tobytes())


def position_bytes(state: Any) -> bytes:
    """Return the bytes of a state without addresses and scratch space: equal for equal states."""
    problem, copy = problem_of(state), copy_record(state)
    blank = new(plain_dtype(problem.state_t))
    for name in (*problem.addresses, *problem.scratch):
        copy[name] = blank[name]
    return bytes(copy.tobytes())


def state_from(problem: Problem, data: bytes, present: Any) -> Any:
    """Return the state in `data`, with the addresses of `present`, a state of this process."""
    state = copy_record(as_records(np.frombuffer(data, plain_dtype(problem.state_t)).copy())[0])
    for name in problem.addresses:
        state[name] = present[name]
    return state


def first_state(problem: Problem, source: ProblemSource, data: bytes, threads: int) -> tuple[Any, Any]:
    """Return the state in `data` for a search with `threads` threads, and memory that must live as long as the search."""
    present = problem.start()
    if not source.go_size:
        return state_from(problem, data, present), None
    from miai.go.problem import new_readers, new_tallies

    kept = new_tallies(present, threads), new_readers(present, threads) if source.reads_ladders else None
    return state_from(problem, data, present), kept
