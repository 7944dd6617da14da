"""Where compile time goes: processor time by function and by phase.

| phase | work |
|---|---|
| typing | type inference |
| lowering | from typed code to LLVM code, function-level optimisation included |
| other | Numba's other passes |
| linking | linking, optimisation and code generation of an entry (`miai.core.linking`) |

Time spent on a callee counts for the callee, not for its callers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from numba.core import event

from miai.core.linking import LINKING

PHASES = ("typing", "lowering", "other", "linking")
_PHASE_OF_PASS = {"nopython_type_inference": "typing", "native_lowering": "lowering"}


@dataclass
class CompileTime:
    """Compile time of one function, in seconds of processor time, over all its specialisations."""

    name: str
    count: int = 0
    """Specialisations compiled."""
    typing: float = 0.0
    lowering: float = 0.0
    other: float = 0.0
    linking: float = 0.0

    @property
    def total(self) -> float:
        return self.typing + self.lowering + self.other + self.linking

    def as_dict(self) -> dict[str, Any]:
        """Return the row for `--json`."""
        times = {phase: round(getattr(self, phase), 4) for phase in (*PHASES, "total")}
        return {"name": self.name, "count": self.count, **times}


class _Recorder(event.Listener):
    """Charges every moment to the innermost function and phase."""

    def __init__(self) -> None:
        self.rows: dict[str, CompileTime] = {}
        self._functions: list[CompileTime] = []
        self._phases: list[str] = []
        self._since = 0.0

    def on_start(self, event: Any) -> None:
        self._charge()
        if event.kind == "numba:compile":
            function = event.data["dispatcher"].py_func
            row = self.rows.setdefault(name := f"{function.__module__}.{function.__qualname__}", CompileTime(name))
            row.count += 1
            self._functions.append(row)
            self._phases.append("other")
        else:
            self._phases.append(_phase(event))

    def on_end(self, event: Any) -> None:
        self._charge()
        self._phases.pop()
        if event.kind == "numba:compile":
            self._functions.pop()

    def _charge(self) -> None:
        now = time.process_time()
        if self._functions:
            row, phase = self._functions[-1], self._phases[-1]
            setattr(row, phase, getattr(row, phase) + now - self._since)
        self._since = now


def _phase(happening: Any) -> str:
    if happening.kind == LINKING:
        return "linking"
    return _PHASE_OF_PASS.get(happening.data["name"].split()[0], "other")


@contextmanager
def profile_compilation() -> Iterator[dict[str, CompileTime]]:
    """Yield a table that fills while functions are compiled inside the `with` block, by function name."""
    recorder = _Recorder()
    kinds = ("numba:compile", "numba:run_pass", LINKING)
    for kind in kinds:
        event.register(kind, recorder)
    try:
        yield recorder.rows
    finally:
        for kind in kinds:
            event.unregister(kind, recorder)
