"""Random and damaged game records: each is read, or refused in one line, in a short time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fuzz.damage import damage

SLOW = 20.0
"""Seconds beyond which reading a record of a few kilobytes is a fault."""
GAME = (
    b"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]HA[2]PB[A]PW[B]RE[B+3.5]RU[Japanese]AB[dd][pp]AW[qq]C[a\\]b]"
    b";W[pd]N[x];B[dp](;W[cc])(;W[tt]C[\xc3\xa9];B[]))"
)
NAMES = [b"B", b"W", b"AB", b"AW", b"AE", b"SZ", b"KM", b"HA", b"GM", b"FF", b"CA", b"C", b"PL", b"RE", b"RU", b"XX", b"b", b""]
VALUES = [b"", b"aa", b"tt", b"zz", b"ss", b"aa:cc", b"19", b"9:9", b"-1", b"1e999", b"9" * 400, b"\x1b[2J", b"\xff\xfe"]
VALUES += [b"\\", b"]", b"[", b"utf-16"]
SIGNS = [b"(", b")", b";", b"[", b"]", b"\\", b" ", b"\n", b"\x00", b"\xef\xbb\xbf"]


@dataclass
class SgfCount:
    """The totals of a run."""

    files: int = 0
    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def make_record(source: random.Random) -> bytes:
    """Return a damaged record, random properties in a right frame, or random signs."""
    kind = source.random()
    if kind < 0.5:
        return damage(GAME * source.randint(1, 3), source, page=64)[1]
    parts = []
    for _ in range(source.randrange(40)):
        if kind < 0.85:
            values = b"".join(b"[" + source.choice(VALUES) + b"]" for _ in range(source.randint(1, 3)))
            parts.append(source.choice([b";", b"", b"(;", b")"]) + source.choice(NAMES) + values)
        else:
            parts.append(source.choice([*SIGNS, *NAMES, *VALUES]))
    deep = b"(;" * source.choice([0, 0, 0, 5000])
    return b"(;GM[1]SZ[9]" + deep + b"".join(parts) + b")"


def fuzz(count: int, seed: int, on_batch: Callable[[SgfCount], None] = lambda totals: None) -> SgfCount:
    """Read `count` records; return the totals and the faults."""
    from miai.core.errors import UserError
    from miai.go.records.sgf import parse_record

    totals = SgfCount()
    for number in range(seed, seed + count):
        data = make_record(random.Random(number))
        began = time.monotonic()
        totals.files += 1
        try:
            record = parse_record(data, "fuzzed.sgf")
            list(record.moments())
            record.to_bytes()
            totals.read += 1
        except UserError as error:
            totals.refused += 1
            if "\n" in str(error):
                totals.faults.append(f"record {number}: {str(error)!r}")
        except Exception as error:
            totals.faults.append(f"record {number}: {type(error).__name__}: {error}")
        used = time.monotonic() - began
        totals.slowest = round(max(totals.slowest, used), 3)
        if used > SLOW:
            totals.faults.append(f"record {number}: {used:.1f} s")
        if totals.files % 500 == 0:
            on_batch(totals)
    return totals
