"""Pages of LLVM's library in the memory of a process that compiles nothing.

Importing llvmlite reads most of its library of 150 MiB once: the dynamic linker relocates it and LLVM registers its targets. On Linux 6.18
about 49 MiB of it stay in the page table, and count as memory of the process. A process that only loads machine code from disk needs 8 of
them. `release_pages` removes all from the page table; the kernel maps a page again when it is next read, usually without reading
the disk.

Only pages that are still as they are in the file may be released. Linux discards changes to others: the dynamic linker has written
addresses into some, and made them read-only afterwards, so that the protection of a mapping does not tell. The number of
anonymous pages, which are copies that were written to, does.
"""

from __future__ import annotations

import ctypes
import mmap
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

LIBRARY = "libllvmlite"
_HEADING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+ *(.*)")


class Mapping(NamedTuple):
    """A range of addresses that shows a file."""

    start: int
    end: int
    protection: str
    """As in `/proc/self/smaps`, for example `r-xp`."""
    file: str
    anonymous_kib: int
    """Size of the pages that differ from the file."""


def release_pages(library: str = LIBRARY) -> int:
    """Release the unchanged pages of `library`. Return the size of their mappings in bytes: 0 where the system has no such call."""
    if sys.platform != "linux":
        return 0
    try:
        with open("/proc/self/smaps", encoding="utf-8", errors="replace") as file:
            found = [mapping for mapping in mappings(file.read()) if is_unchanged(mapping) and library in mapping.file]
        system = ctypes.CDLL(None)
        system.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        done = [each for each in found if system.madvise(each.start, each.end - each.start, mmap.MADV_DONTNEED) == 0]
    except (OSError, AttributeError):  # no /proc, or a C library without the call
        return 0
    return sum(each.end - each.start for each in done)


def is_unchanged(mapping: Mapping) -> bool:
    """Return whether no page of `mapping` differs from its file, and none can be written to."""
    return mapping.file.startswith("/") and "w" not in mapping.protection and mapping.anonymous_kib == 0


def mappings(text: str) -> Iterator[Mapping]:
    """Yield the mappings in `text`, which has the form of `/proc/self/smaps`."""
    heading = None
    for line in text.splitlines():
        found = _HEADING.match(line)
        if found:
            heading = found
        elif heading is not None and line.startswith("Anonymous:"):
            start, end, protection, file = heading.groups()
            yield Mapping(int(start, 16), int(end, 16), protection, file, int(line.split()[1]))
