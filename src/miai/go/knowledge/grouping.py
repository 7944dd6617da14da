"""Move groups of Go: which moves the search may take together as one choice.

The thirteen of *UCT-DAG and grouping*, table 2.1; Saito's three (near, border, elsewhere) are `SAITO`. A move may be in several; with
`overlap` off it is in the first of them only, in the order of this table, with `else` for what is left.

| group | bit | moves | parameter |
|---|---|---|---|
| `enemy-distance` | 2 | near the opponent's last move, by Manhattan distance | `distance` |
| `friendly-distance` | 3 | near one's own last move | `distance` |
| `total-distance` | 4 | near either | `distance` |
| `saves` | 5 | an own chain in atari gets out of it | |
| `kills` | 6 | an enemy chain is captured | |
| `enemy-group` | 7 | beside an enemy stone | |
| `friendly-group` | 8 | beside an own stone | |
| `enemy-threat` | 9 | beside an own chain with few liberties: where the enemy threatens | `threat_liberties` |
| `friendly-threat` | 10 | beside an enemy chain with few liberties: where we threaten | `threat_liberties` |
| `many-liberties` | 11 | the stone's chain would have many liberties | `many_liberties` |
| `chain` | 16 to 47 | the liberties of a chain, a group for each chain that is large and weak enough | `chain_stones`, `chain_liberties` |
| `friendly-chain-maker` | 12 | joins several own chains | `maker_chains` |
| `enemy-chain-maker` | 13 | where the opponent could join several chains | `maker_chains` |
| `border` | 1 | on the edge of the board | |
| `else` | 0 | all moves | |

A pass is in `else`, whatever is asked for. The last move of an empty board is nowhere, so that nothing is near it.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError, did_you_mean
from miai.core.records import new, record

GROUPS = {
    "enemy-distance": 2,
    "friendly-distance": 3,
    "total-distance": 4,
    "saves": 5,
    "kills": 6,
    "enemy-group": 7,
    "friendly-group": 8,
    "enemy-threat": 9,
    "friendly-threat": 10,
    "many-liberties": 11,
    "chain": 16,
    "friendly-chain-maker": 12,
    "enemy-chain-maker": 13,
    "border": 1,
    "else": 0,
}
"""The bit of each group in a move's mask; chains have the bits from 16 on."""

FIRST_CHAIN, MOST_CHAINS = 16, 32

grouping_t = record(
    "go_grouping",
    [
        ("mask", np.uint64),
        ("overlap", np.uint64),
        *((name, np.uint64) for name in ("distance", "threat_liberties", "many_liberties")),
        *((name, np.uint64) for name in ("chain_stones", "chain_liberties", "maker_chains")),
    ],
)


def _count(default: int, low: int, high: int, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "meaning": meaning})


@dataclass(frozen=True)
class GroupingSettings:
    """Which groups there are, and what they mean. Used where the search's setting `grouping` is `given`."""

    groups: tuple[str, ...] = ("else",)
    overlap: bool = True
    distance: int = _count(3, 1, 36, "Manhattan distance that is near")
    threat_liberties: int = _count(2, 1, 20, "liberties of a chain that is threatened, at most")
    many_liberties: int = _count(5, 1, 100, "liberties that are many, at least")
    chain_stones: int = _count(2, 1, 361, "stones of a chain that makes a group, at least")
    chain_liberties: int = _count(4, 1, 361, "liberties of a chain that makes a group, at most")
    maker_chains: int = _count(2, 1, 4, "chains that a chain maker joins, at least")

    def __post_init__(self) -> None:
        for name in self.groups:
            if name not in GROUPS:
                raise UserError(f"there is no group {name!r}{did_you_mean(name, GROUPS)}; the groups are: {', '.join(GROUPS)}")
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if "low" in field.metadata and not (type(value) is int and field.metadata["low"] <= value <= field.metadata["high"]):
                low, high = field.metadata["low"], field.metadata["high"]
                raise UserError(f"{field.name} is a whole number from {low} to {high}, not {value!r}")

    def as_record(self) -> Any:
        """The settings as kernels read them."""
        made = new(grouping_t)
        for name in grouping_t.names or ():
            if hasattr(self, name):
                made[name] = int(getattr(self, name))
        made.mask = sum(1 << GROUPS[name] for name in set(self.groups))
        return made


SAITO = GroupingSettings(("enemy-distance", "border", "else"), overlap=False)
"""Saito et al. 2007: near the last move, on the border, elsewhere; each move in one group."""
