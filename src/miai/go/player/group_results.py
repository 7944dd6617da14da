"""Win rates of move groups: set by hand, learned on line, and kept between games.

Brodeur and Childs (2008), section 4.2.3, propose a bias for each group: set beforehand, or adjusted while the program plays, over several
games. The search counts the choices N of each group and their results S, seen by the player who chose. With `group_bias` B above 0 a group
with n visits at a node gets

    B (S / N - 1/2) / (n + B)

added to its score. A win rate b set by hand is w choices that were made before the search begins, so that the search learns

    (w b + S) / (w + N).

With a large w the win rate stays as it was set. With `group_keep` the counts of one search are the beginning of the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError, unknown_name
from miai.go.knowledge.grouping import FIRST_CHAIN, GROUPS, MOST_CHAINS
from miai.search.graph import MOST_GROUPS

CHAINS = slice(FIRST_CHAIN, FIRST_CHAIN + MOST_CHAINS)


def parse_win_rates(typed: str) -> dict[str, float]:
    """Return win rates by the name of the group, typed as `border:0.3,kills:0.6`. Raise `UserError`."""
    found = {}
    for word in filter(None, (each.strip() for each in typed.split(","))):
        name, _, number = word.partition(":")
        if name not in GROUPS:
            raise unknown_name("group", name, GROUPS)
        try:
            rate = float(number)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise UserError(f"setting group_values must have a win rate from 0 to 1 after each name, as in kills:0.6, not {word!r}")
        found[name] = rate
    return found


@dataclass
class GroupResults:
    """Choices of each group, by its bit, and the sum of their results."""

    visits: np.ndarray[Any, Any]
    sums: np.ndarray[Any, Any]

    @classmethod
    def set_by_hand(cls, win_rates: dict[str, float], weight: int) -> GroupResults:
        """Return `weight` choices of each group in `win_rates`."""
        made = cls(np.zeros(MOST_GROUPS, np.int64), np.zeros(MOST_GROUPS))
        for name, rate in win_rates.items():
            made.visits[bits_of(name)], made.sums[bits_of(name)] = weight, weight * rate
        return made

    @classmethod
    def of_search(cls, search: Any) -> GroupResults:
        """Return what a search has counted so far, with the results that it began with."""
        return cls(search.graph.head.group_visits.copy(), search.graph.head.group_sum.copy())

    def enter_in(self, search: Any) -> None:
        """Let `search` begin with these results."""
        search.graph.head.group_visits[:], search.graph.head.group_sum[:] = self.visits, self.sums

    def rows(self, groups: Iterable[str]) -> list[tuple[str, int, float]]:
        """Return (name, choices, win rate) of those of `groups` that were chosen. All chains are one row."""
        found = []
        for name in groups:
            chosen = int(self.visits[bits_of(name)].sum())
            if chosen:
                found.append((name, chosen, float(self.sums[bits_of(name)].sum()) / chosen))
        return found


def bits_of(name: str) -> Any:
    """Return the index of a group's results: one bit, or those of all chains."""
    return CHAINS if name == "chain" else slice(GROUPS[name], GROUPS[name] + 1)
