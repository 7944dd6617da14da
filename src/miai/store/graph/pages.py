"""The check of a graph's pages before LMDB uses them: LMDB trusts its file, and ends the process or reads other pages if it is damaged.

A file consists of pages. The first two are heads; the newer one names the roots of two trees, the free pages and the databases. A page
begins with its own number, so exchanged pages are found; every page of a tree is visited, and everything that LMDB would follow is checked
to be inside: numbers of pages, offsets, lengths, the order of keys, and the counts in the records of databases.

| bytes of a page | field |
|---|---|
| 0-7 | its number |
| 10-11 | kind: 1 branch, 2 leaf, 4 overflow, 8 head |
| 12-13, 14-15 | end of the offsets of its nodes, which begin at byte 16; start of the nodes (overflow pages: how many there are) |

| bytes of a node | field |
|---|---|
| 0-3 | leaf: length of the value; branch, with the next two: number of the page below |
| 4-5 | leaf: 1 the value is in overflow pages, 2 it is the record of a database |
| 6-7 | length of the key, which follows; then the value |
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

_BRANCH, _LEAF, _OVERFLOW, _HEAD = 1, 2, 4, 8
_BIG, _DATABASE = 1, 2
_NO_PAGE = 2**64 - 1
_MAGIC, _HEADS = 0xBEEFC0DE, 2
_DATABASE_RECORD = struct.Struct("<IHHQQQQQ")
_HEAD_START = 16
_KEY_BYTES = 8


class DamagedPages(Exception):
    """A file whose pages LMDB must not use. The message says what is wrong."""


@dataclass(frozen=True)
class PageTree:
    """The record of a tree: depth, numbers of pages and entries, root."""

    depth: int
    branches: int
    leaves: int
    overflows: int
    entries: int
    root: int

    @classmethod
    def read(cls, data: bytes) -> PageTree:
        _, _, depth, *rest = _DATABASE_RECORD.unpack(data)
        return cls(depth, *rest)


@dataclass(frozen=True)
class Head:
    """One of the two heads of a file."""

    page_bytes: int
    free: PageTree
    main: PageTree
    last_page: int
    transaction: int


def read_heads(path: Path) -> list[Head]:
    """Return the heads of the file that are valid, the newest first. Raise `DamagedPages` if there is none."""
    with path.open("rb") as stream:
        first = stream.read(_HEAD_START + 200)
        size = struct.unpack_from("<I", first, _HEAD_START + 24)[0]
        if size not in (4096, 8192, 16384, 32768, 65536):
            raise DamagedPages(f"a page cannot have {size} bytes")
        stream.seek(size)
        second = stream.read(_HEAD_START + 200)
    heads = [head for number, data in enumerate((first, second)) if (head := _head_in(data, number, size))]
    if len(heads) < _HEADS:  # LMDB would use whichever it likes
        raise DamagedPages("a head is damaged")
    return sorted(heads, key=lambda head: -head.transaction)


def _head_in(data: bytes, number: int, size: int) -> Head | None:
    page, _, kind = struct.unpack_from("<QHH", data, 0)
    magic, version = struct.unpack_from("<II", data, _HEAD_START)
    length = _DATABASE_RECORD.size
    free, main = (data[_HEAD_START + 24 + place * length :][:length] for place in range(2))
    last_page, transaction = struct.unpack_from("<QQ", data, _HEAD_START + 24 + 2 * length)
    is_valid = (page, kind & 0xF, magic, version) == (number, _HEAD, _MAGIC, 1) and struct.unpack_from("<I", free)[0] == size
    return Head(size, PageTree.read(free), PageTree.read(main), last_page, transaction) if is_valid else None


def check_pages(path: Path, transaction: int | None = None) -> None:
    """Raise `DamagedPages` unless LMDB can use the file. With `transaction`, the state after it is checked, while others may write."""
    heads = read_heads(path)
    head = next((head for head in heads if head.transaction == transaction), heads[0])
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        walk = PageWalk(content, head)
        try:
            walk.check()
        finally:
            del walk.words, walk.half  # views of the file, which cannot be closed while they exist


class PageWalk:
    """A walk over all pages of a file that are in use."""

    def __init__(self, content: Any, head: Head) -> None:
        self.head, self.size = head, head.page_bytes
        self.pages = min(len(content) // self.size, head.last_page + 1)
        self.words = np.frombuffer(content, np.uint8)
        self.half = self.words[: len(content) // 2 * 2].view("<u2")
        self.used = np.zeros(self.pages, bool)
        self.used[:_HEADS] = True

    def check(self) -> None:
        """Raise `DamagedPages` for anything that LMDB must not follow."""
        free: list[int] = []
        for _, value in self._entries(self.head.free, "<u8", wants=True):
            numbers = np.frombuffer(value[: len(value) // 8 * 8], "<u8")
            if not len(numbers) or numbers[0] != len(numbers) - 1:
                raise DamagedPages("the list of free pages has a wrong length")
            free += numbers[1:].tolist()
        for name, value in self._entries(self.head.main, "text", wants=True):
            if len(value) == _DATABASE_RECORD.size:
                self._entries(PageTree.read(value), "text" if name == b"about" else ">u8")
        if any(number > self.head.last_page or (number < self.pages and self.used[number]) for number in free):
            raise DamagedPages("a page is in use and free")

    def _entries(self, tree: PageTree, order: str, wants: bool = False) -> list[tuple[bytes, bytes]]:
        """Check a tree and return its keys and values, if `wants`. Keys are in the order of bytes ("text") or numbers ("<u8", ">u8")."""
        if tree.root == _NO_PAGE:
            if tree.entries:
                raise DamagedPages("a database has entries and no pages")
            return []
        found: list[tuple[bytes, bytes]] = []
        counts = {"branches": 0, "leaves": 0, "overflows": 0, "entries": 0}
        last: Any = None
        waiting = [(tree.root, 1)]
        while waiting:
            number, depth = waiting.pop()
            is_leaf = depth == tree.depth
            if depth > tree.depth:
                raise DamagedPages(f"page {number} is deeper than its database")
            start, offsets = self._nodes(number, _LEAF if is_leaf else _BRANCH)
            at = (start + offsets) // 2
            lengths = self.half[at].astype(np.int64) | self.half[at + 1].astype(np.int64) << 16
            flags, keys = self.half[at + 2].astype(np.int64), self.half[at + 3].astype(np.int64)
            if not is_leaf:
                counts["branches"] += 1
                below = lengths | flags << 32
                waiting += [(int(child), depth + 1) for child in below[::-1]]
                continue
            counts["leaves"] += 1
            counts["entries"] += len(offsets)
            stored = np.where(flags & _BIG, 8, lengths)
            if (offsets + 8 + keys + stored > self.size).any():
                raise DamagedPages(f"a record of page {number} is longer than the page")
            last = self._check_order(number, start + offsets + 8, keys, order, last)
            for place in np.flatnonzero(flags & _BIG).tolist():
                counts["overflows"] += self._overflow(start + int(offsets[place]) + 8 + int(keys[place]), int(lengths[place]))
            if wants:
                found += [
                    self._entry(start + int(offset) + 8, *rest) for offset, *rest in zip(offsets, keys, lengths, flags, strict=True)
                ]
        expected = {name: getattr(tree, name) for name in counts}
        if counts != expected:
            raise DamagedPages(f"a database has {counts} and says {expected}")
        return found

    def _claim(self, number: int, kind: int) -> int:
        """Return the offset of a page that is used once, has its own number and is of `kind`."""
        if not _HEADS <= number < self.pages or self.used[number]:
            raise DamagedPages(f"page {number} is used twice, or is not there")
        self.used[number] = True
        start = number * self.size
        own = int.from_bytes(self.words[start : start + 8].tobytes(), "little")
        if own != number or self.half[start // 2 + 5] & 0xF != kind:
            raise DamagedPages(f"page {number} is not what it should be")
        return start

    def _nodes(self, number: int, kind: int) -> tuple[int, Any]:
        """Return the offset of a page and, in it, those of its nodes."""
        start = self._claim(number, kind)
        lower, upper = int(self.half[start // 2 + 6]), int(self.half[start // 2 + 7])
        count = (lower - _HEAD_START) // 2
        if not _HEAD_START <= lower <= upper <= self.size or count < 1:
            raise DamagedPages(f"page {number} has wrong limits")
        offsets = self.half[start // 2 + 8 : start // 2 + 8 + count].astype(np.int64)
        if (offsets < upper).any() or (offsets > self.size - 8).any() or (offsets % 2).any():
            raise DamagedPages(f"page {number} has a wrong offset")
        return start, offsets

    def _check_order(self, number: int, places: Any, lengths: Any, order: str, last: Any) -> Any:
        """Raise `DamagedPages` unless the keys rise; return the last one. `order` is that of the keys; see `_entries`."""
        if order == "text":
            keys = [
                self.words[place : place + length].tobytes()
                for place, length in zip(places.tolist(), lengths.tolist(), strict=True)
            ]
            rises = all(one < two for one, two in pairwise([last or b"", *keys]))
        else:
            if (lengths != _KEY_BYTES).any():
                raise DamagedPages(f"page {number} has a key of a wrong length")
            keys = self.words[places[:, None] + np.arange(_KEY_BYTES)].view(order).reshape(-1)
            rises = bool((keys[1:] > keys[:-1]).all()) and (last is None or keys[0] > last)
        if not rises:
            raise DamagedPages(f"the keys of page {number} are not in order")
        return keys[-1]

    def _overflow(self, place: int, length: int) -> int:
        """Claim the overflow pages of a value whose first page's number is at `place`; return how many there are."""
        number = int.from_bytes(self.words[place : place + 8].tobytes(), "little")
        start = self._claim(number, _OVERFLOW)
        count = int.from_bytes(self.words[start + 12 : start + 16].tobytes(), "little")
        needed = -(-(_HEAD_START + length) // self.size)
        if count != needed or number + count > self.pages or self.used[number + 1 : number + count].any():
            raise DamagedPages(f"page {number} does not hold its value")
        self.used[number + 1 : number + count] = True
        return count

    def _entry(self, place: int, key: int, length: int, flags: int) -> tuple[bytes, bytes]:
        name = self.words[place : place + key].tobytes()
        value = place + key
        if flags & _BIG:
            value = int.from_bytes(self.words[value : value + 8].tobytes(), "little") * self.size + _HEAD_START
        return name, self.words[value : value + length].tobytes()
