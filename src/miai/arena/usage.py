"""Processor time and memory of a process group, from Linux's /proc. On other systems nothing is measured."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_GROUP, _USER, _SYSTEM, _DEAD_USER, _DEAD_SYSTEM, _PAGES = 2, 11, 12, 13, 14, 21
"""Fields of /proc/PID/stat after the name in brackets: process group, times of the process and of ended children, memory."""


@dataclass(frozen=True)
class Usage:
    """Totals of a process group."""

    cpu_seconds: float
    """Processor time so far, including ended children."""
    memory_mib: float
    """Memory in use now."""
    is_busy: bool = False
    """Whether a thread runs, or waits for a processor or a disk, and not for input."""


def usage_of(group: int) -> Usage | None:
    """Return the usage of the living processes of `group`; `None` if it has ended or the system has no /proc."""
    stats = {process: _stat(_PROC / process / "stat") for process in _numbers_in(_PROC)}
    members = {process: fields for process, fields in stats.items() if fields and int(fields[_GROUP]) == group}
    if not members:
        return None
    ticks = sum(int(fields[place]) for fields in members.values() for place in (_USER, _SYSTEM, _DEAD_USER, _DEAD_SYSTEM))
    pages = sum(int(fields[_PAGES]) for fields in members.values())
    busy = any(_is_busy(process) for process in members)
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20, busy)


def _is_busy(process: str) -> bool:
    folder = _PROC / process / "task"
    return any(_stat(folder / thread / "stat")[:1] in (["R"], ["D"]) for thread in _numbers_in(folder))


def _numbers_in(folder: Path) -> list[str]:
    with suppress(OSError):
        return [name for name in os.listdir(folder) if name.isdigit()]
    return []


def _stat(file: Path) -> list[str]:
    """Return the fields after the name, which is in brackets and may contain anything; empty if the process has ended."""
    with suppress(OSError):
        return file.read_text(errors="replace").rpartition(")")[2].split()
    return []
