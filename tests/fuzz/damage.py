"""Damage to files: changed bytes, zeroed and exchanged pages, files cut off, repeated or mixed with another."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

PAGE = 4096


def damage(content: bytes, source: random.Random, page: int = PAGE) -> tuple[str, bytes]:
    """Return the kind of damage and the damaged content; it may happen to be equal."""
    data = bytearray(content)
    kind = source.choice(
        ["byte", "bytes", "bit", "zeros", "noise", "zeroed page", "exchanged pages", "copied page", "cut", "longer"]
    )
    place = source.randrange(len(data)) if data else 0
    pages = max(1, len(data) // page)
    one, two = source.randrange(pages) * page, source.randrange(pages) * page
    if kind == "byte":
        data[place] = source.randrange(256)
    elif kind == "bytes":
        for _ in range(source.randint(2, 30)):
            data[source.randrange(len(data))] = source.randrange(256)
    elif kind == "bit":
        data[place] ^= 1 << source.randrange(8)
    elif kind in ("zeros", "noise"):
        count = min(source.randint(1, 600), len(data) - place)
        data[place : place + count] = bytes(count) if kind == "zeros" else source.randbytes(count)
    elif kind == "zeroed page":
        data[one : one + page] = bytes(len(data[one : one + page]))
    elif kind == "exchanged pages":
        data[one : one + page], data[two : two + page] = data[two : two + page], data[one : one + page]
    elif kind == "copied page":
        data[one : one + page] = data[two : two + page]
    elif kind == "cut":
        del data[place:]
    else:
        data += source.randbytes(source.randint(1, 5000))
    return kind, bytes(data)


@dataclass
class DamageCount:
    """The totals of damaged files of one kind. `faults` has one text for each file that was handled wrongly."""

    files: int = 0
    unchanged: int = 0
    """Files that were read as if nothing had happened, with the right content; crafted ones may have another."""
    reported: int = 0
    """Files whose damage was reported in one line."""
    by_damage: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, kind: str, outcome: str) -> None:
        """Add a file: `outcome` is `unchanged`, `reported`, or the description of a fault."""
        self.files += 1
        self.by_damage[kind] = self.by_damage.get(kind, 0) + 1
        if outcome == "unchanged":
            self.unchanged += 1
        elif outcome == "reported":
            self.reported += 1
        else:
            self.faults.append(f"{name} ({kind}): {outcome}")
