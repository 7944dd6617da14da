"""History in the slow twin: statistics of earlier searches by the key of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.hashing import mix64
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Positions
from tests.twins.search_rules import seen

if TYPE_CHECKING:
    from tests.twins.search_graph import Node


@dataclass
class Past:
    """V_h, W_h / V_h, bounds on the exact value, a hash of the legal actions, and the key after each move that was tried.

    `node` is that of the position in this search, if there is one.
    """

    visits: float
    mean: list[float]
    low: list[float]
    high: list[float]
    check: int
    moves: dict[int, int]
    node: Node | None = None

    def mixed(self, m: float, n: float, player: int) -> tuple[float, float]:
        """Return ((m W + W_h) / (m V + V_h), the tries that this is worth), of an edge tried `n` times that leads here."""
        present = m * self.node.visits if self.node else 0.0
        now = self.node.value if self.node else self.mean
        mixed = [(present * q + self.visits * h) / (present + self.visits) for q, h in zip(now, self.mean, strict=True)]
        return seen(mixed, player), n + self.visits / m


def pasts_of(recalled: Positions | None) -> dict[Any, Past]:
    """Return the history of each position."""
    pasts: dict[Any, Past] = {}
    for row, key in enumerate(recalled.keys if recalled else ()):
        assert recalled is not None
        moves = range(recalled.first_moves[row], recalled.first_moves[row + 1])
        visits = (int(recalled.own_visits[row]) + sum(int(recalled.move_visits[move]) for move in moves)) / COUNT_UNIT
        low, high = recalled.low[row].tolist(), recalled.high[row].tolist()
        if any(least > most for least, most in zip(low, high, strict=True)):
            low, high = [0.0] * len(low), [1.0] * len(high)
        pasts[int(key)] = Past(
            _in_32_bits(visits),
            [_in_32_bits(total / RESULT_UNIT / visits) for total in recalled.total[row].tolist()],
            low,
            high,
            int(recalled.checks[row]),
            {int(recalled.actions[move]): int(recalled.children[move]) for move in moves},
        )
    return pasts


def _in_32_bits(number: float) -> float:
    return float(np.float32(number))


def attach_history(pasts: dict[Any, Past], node: Node) -> None:
    """Give the new edges of `node` their history, as far as its moves are known; none if it is that of another position."""
    past, edges = pasts.get(node.key), node.edges or []
    if past is not None and past.check == check_of([edge.action for edge in edges]):
        for edge in edges:
            edge.past = pasts.get(past.moves.get(edge.action, -1))


def check_of(actions: list[int]) -> int:
    """Return the upper half of the sum of the actions' hashes, exclusive or the lower half, made odd."""
    mixed = sum(int(mix64(action + 1)) for action in actions) % 2**64
    return (mixed >> 32) ^ (mixed % 2**32) | 1


def set_history_bounds(node: Node, past: Past | None) -> None:
    """Give a new node what was proven of it."""
    if past is not None:
        node.low, node.high = list(past.low), list(past.high)
        if node.is_proven:
            node.value = list(node.low)
