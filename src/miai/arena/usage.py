"""What the processes of one group use: processor time and memory, from Linux's /proc. Elsewhere nothing is known."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_GROUP, _USER, _SYSTEM, _DEAD_USER, _DEAD_SYSTEM, _PAGES = 2, 11, 12, 13, 14, 21
"""Places in /proc/PID/stat after the name in brackets: process group, times of the process and of its ended children, memory."""


@dataclass(frozen=True)
class Usage:
    """Sums over a process group."""

    cpu_seconds: float
    """Processor time so far, of children that have ended too."""
    memory_mib: float
    """Memory in use now."""


def usage_of(group: int) -> Usage | None:
    """What the living processes of `group` use; `None` where it has ended or the system does not say."""
    found = [fields for fields in map(_stat, _process_folders()) if fields and int(fields[_GROUP]) == group]
    if not found:
        return None
    ticks = sum(int(fields[place]) for fields in found for place in (_USER, _SYSTEM, _DEAD_USER, _DEAD_SYSTEM))
    pages = sum(int(fields[_PAGES]) for fields in found)
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


def _process_folders() -> list[str]:
    with suppress(OSError):
        return [name for name in os.listdir(_PROC) if name.isdigit()]
    return []


def _stat(process: str) -> list[str]:
    """The fields after the name, which is in brackets and may itself hold anything; empty if the process has just ended."""
    with suppress(OSError):
        return (_PROC / process / "stat").read_text(errors="replace").rpartition(")")[2].split()
    return []
