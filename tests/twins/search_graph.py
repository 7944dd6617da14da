"""The graph of the slow twin: ordinary objects that point to each other."""

from __future__ import annotations

from typing import Any

from tests.twins.search_history import Past


class Entry:
    """Mode table: visits and results of a position, on all paths."""

    def __init__(self, values: int) -> None:
        self.visits, self.references, self.total = 0, 0, [0.0] * values

    def add(self, result: list[float]) -> None:
        self.visits += 1
        self.total = [a + b for a, b in zip(self.total, result, strict=True)]

    def mean(self) -> list[float]:
        return [total / self.visits for total in self.total]


class Edge:
    """An action from one node. `visits` are those of this edge alone; `past` is what earlier searches found where it leads."""

    def __init__(self, action: int, prior: float = 0.5, weight: float = 0.0, group: int | None = None) -> None:
        self.action, self.prior, self.weight, self.group = action, prior, weight, group
        self.child: Node | None = None
        self.visits = self.rave_visits = 0
        self.rave_sum = 0.0
        self.past: Past | None = None


class Node:
    """A position, or one of its move groups (`group` is its number). `edges` is `None` before it is expanded."""

    def __init__(self, key: Any, player: int, over: bool, values: int, group: int | None = None) -> None:
        self.key, self.player, self.terminal, self.group = key, player, over, group
        self.edges: list[Edge] | None = None
        self.entry: Entry | None = None  # mode table: where the value of its position is kept
        self.visits = self.own_visits = 0
        self.grouped_at: int | None = None
        self.total, self.squares, self.own_sum, self.value = ([0.0] * values for _ in range(4))
        self.low, self.high = [0.0] * values, [1.0] * values
        self.lower, self.upper = 0.0, 1.0

    @property
    def is_proven(self) -> bool:
        return self.low == self.high

    @property
    def has_groups(self) -> bool:
        return bool(self.edges) and self.edges[0].group is not None  # type: ignore[index]


def look_up_values(edges: list[Edge], solver: bool) -> None:
    """Mode table: set the values of the children to those of their positions."""
    for edge in edges:
        if edge.child and edge.child.entry and edge.visits and not (solver and edge.child.is_proven):
            edge.child.value = edge.child.entry.mean()
