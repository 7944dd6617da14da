"""Move groups of Go: sets of moves that the search chooses together.

They are the thirteen groups of the project report *UCT-DAG and grouping*, table 2.1; Childs, Brodeur and Kocsis (2008), *Transpositions
and move groups in Monte Carlo tree search*, is its published form. `SAITO` has the three of Saito et al. (2007). A move may be in
several groups. With `overlap` off it is in the first of them only, in the order of this table; `else` takes the rest.

| group | bit | moves | parameter |
|---|---|---|---|
| `enemy-distance` | 2 | near the opponent's last move, by Manhattan distance | `distance` |
| `friendly-distance` | 3 | near one's own last move | `distance` |
| `total-distance` | 4 | near either | `distance` |
| `saves` | 5 | take one's own chain out of atari: extend it, or capture a chain beside it | |
| `kills` | 6 | capture a chain of the opponent | |
| `enemy-group` | 7 | beside a stone of the opponent | |
| `friendly-group` | 8 | beside one's own stone | |
| `enemy-threat` | 9 | beside one's own chain with few liberties: where the opponent threatens | `threat_liberties` |
| `friendly-threat` | 10 | beside the opponent's chain with few liberties: where we threaten | `threat_liberties` |
| `many-liberties` | 11 | the stone's chain would have many liberties | `many_liberties` |
| `chain` | 16 to 47 | the liberties of a chain; a group for each large and weak chain | `chain_stones`, `chain_liberties` |
| `friendly-chain-maker` | 12 | join several of one's own chains | `maker_chains` |
| `enemy-chain-maker` | 13 | points where the opponent could join several chains | `maker_chains` |
| `border` | 1 | on the edge of the board | |
| `else` | 0 | all moves | |

The groups by distance depend on the last moves, not on the position alone. While they are in use, the last moves are part of the key of a
position (`LAST_MOVE_GROUPS`): another order of moves is another node, with its own groups.

A pass is always in `else`. On an empty board there is no last move, and no move is near it.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import unknown_name
from miai.core.records import record
from miai.core.settings import Checked, as_record, choice, list_of, switch, whole

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
"""The bit of each group in the mask of a move; chains have the bits from 16 on."""

FIRST_CHAIN, MOST_CHAINS = 16, 32
LAST_MOVE_GROUPS = {"enemy-distance": (1,), "friendly-distance": (2,), "total-distance": (1, 2)}
"""Groups that depend on earlier moves, and on which: 1 is the last one, 2 the one before."""

grouping_t = record(
    "go_grouping",
    [
        ("mask", np.uint64),
        ("overlap", np.uint64),
        *((name, np.uint64) for name in ("distance", "threat_liberties", "many_liberties")),
        *((name, np.uint64) for name in ("chain_stones", "chain_liberties", "maker_chains")),
    ],
)


@dataclass(frozen=True)
class GroupingSettings(Checked):
    """The groups in use and their parameters. They apply where the setting `grouping` of the search is `given`."""

    noun = "group setting"

    groups: tuple[str, ...] = list_of(choice(GROUPS, "else", ""), ("else",), "groups of moves in use")
    overlap: bool = switch(True, "whether a move may be in several groups")
    distance: int = whole(3, 1, 36, "Manhattan distance up to which a point is near")
    threat_liberties: int = whole(2, 1, 20, "most liberties of a chain that is threatened")
    many_liberties: int = whole(5, 1, 100, "fewest liberties that count as many")
    chain_stones: int = whole(2, 1, 361, "fewest stones of a chain that forms a group")
    chain_liberties: int = whole(4, 1, 361, "most liberties of a chain that forms a group")
    maker_chains: int = whole(2, 1, 4, "fewest chains that a chain maker joins")

    def __post_init__(self) -> None:
        for name in self.groups:
            if name not in GROUPS:
                raise unknown_name("group", name, GROUPS)
        super().__post_init__()

    def as_record(self) -> Any:
        """Return the settings as the record that kernels read."""
        made = as_record(self, grouping_t)
        made.mask = sum(1 << GROUPS[name] for name in set(self.groups))
        return made


SAITO = GroupingSettings(("enemy-distance", "border", "else"), overlap=False, distance=2)
"""Within two points of the last move, on the border, elsewhere; each move in one group.

Saito, Winands, Uiterwijk and van den Herik (2007).
"""
