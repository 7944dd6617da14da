"""The result of a search as plain data. Nothing here points into the graph."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core import displays
from miai.search.graph import GROUP_ACTION, NONE, Graph
from miai.search.problem import CHANCE, Problem, apply_action
from miai.search.settings import Settings
from miai.search.solutions import Solution

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class ActionResult:
    """One action at the root. Values are from 0 to 1, seen by the player to act."""

    action: int
    text: str
    visits: int
    """Simulations that took this action from the root, in this search."""
    node_visits: int
    """Simulations through the position it leads to, on any path."""
    value: float | None
    """Mean reward, mixed with that of the history and within the proven bounds; `None` if it was never tried."""
    value_low: float | None
    """Lower end of the 95 % interval of the mean."""
    value_high: float | None
    sure_low: float
    """Proven lower bound of the exact value."""
    sure_high: float
    """Proven upper bound of the exact value."""
    prior: float
    prior_weight: float
    rave_value: float | None
    rave_visits: int
    groups: tuple[int, ...] = ()
    history_weight: float = 0.0
    """With a store: weight of the history, in visits of this search (V_h / m)."""

    @property
    def weight(self) -> float:
        """Visits plus the weight of the history. An action with much history is hardly tried again, so visits alone would mislead."""
        return self.visits + self.history_weight

    @property
    def proven(self) -> bool:
        """Whether the exact value is known."""
        return self.sure_low == self.sure_high


@dataclass(frozen=True)
class Result:
    """The result of a search at its root. Values are from 0 to 1, as the player to act sees them.

    Examples
    --------
    >>> import miai
    >>> from miai.problems import load
    >>> result = miai.search(load("nim").start(heaps=(1, 2)), playouts=1000, seed=1)
    >>> result.best_text, result.value, result.proven
    ('b1', 1.0, True)
    >>> result.actions[0].text, result.actions[0].proven
    ('b1', True)
    """

    problem: str
    """Name of the problem."""
    player: int
    """The player to act."""
    best_action: int | None
    """The action to play; `None` in a terminal state."""
    best_text: str
    """Text of the action to play."""
    value: float
    """Value of the root."""
    proven: bool
    """Whether the exact value of the root is known."""
    sure_low: float
    """Proven bounds of the exact value: lower and upper."""
    sure_high: float
    actions: tuple[ActionResult, ...]
    """All actions, the best first: by weight (visits), then value."""
    principal_variation: tuple[str, ...]
    """Texts of the best actions from the root on."""
    simulations: int
    """Simulations of the last run."""
    visits: int
    """Visits of the root, those of earlier runs included."""
    seconds: float
    """Duration of the last run."""
    simulations_per_second: float
    depth: int
    """Edges of the longest path so far."""
    nodes: int
    edges: int
    memory_used: int
    """Bytes of nodes and edges in use."""
    memory_limit: int
    transpositions: int
    """Edges whose position another path had reached before."""
    prunes: int
    """How often memory was full and the graph was pruned."""
    solution: Solution | None
    """For one player: the best complete play so far; `None` before the first play has ended, and where chance takes part."""
    solutions: tuple[Solution, ...]
    """The best ones with distinct ends, the best first."""
    settings: Settings
    seed: int
    threads: int
    simulations_elsewhere: int = 0
    """On a cluster: simulations of the other searches during the last run, as far as this one has heard of them."""

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data for JSON."""
        return dataclasses.asdict(self)

    def _repr_html_(self) -> str:
        return displays.html_of(self)


class GraphView:
    """A graph as Python reads it: the actions of a node, whatever groups they are in.

    `histories` are the statistics of earlier searches; one visit of this search outweighs `present_weight` of theirs.
    """

    def __init__(self, graph: Graph, problem: Problem, histories: Any = None, present_weight: float = 1.0) -> None:
        self.graph = graph
        self.problem = problem
        self.histories = histories
        self.present_weight = present_weight

    def node(self, index: int) -> Any:
        """Return the record of a node."""
        return self.graph.nodes[index]

    def edges_of(self, index: int) -> list[Any]:
        """Return the edges of a node, to groups or to positions."""
        node = self.node(index)
        return [self.graph.edges[e] for e in range(node.first_edge, node.first_edge + node.edge_count)]

    def action_edges(self, index: int) -> list[tuple[Any, int]]:
        """Return (edge, group) of each action of a node, once for each of its groups; `NONE` where there are no groups."""
        found = []
        for edge in self.edges_of(index):
            if edge.action > GROUP_ACTION:
                found.append((edge, NONE))
            elif edge.child != NONE:
                found += [(inner, int(GROUP_ACTION - edge.action)) for inner in self.edges_of(int(edge.child))]
        return found

    def history_after(self, edge: Any) -> Any:
        """Return the history of the position after an edge, or `None`."""
        return None if self.histories is None or edge.history == NONE else self.histories[edge.history]

    def history_weight(self, edge: Any) -> float:
        """Return the weight of the history of the position after an edge, in visits of this search."""
        history = self.history_after(edge)
        return 0.0 if history is None else float(history.visits) / self.present_weight

    def weight_by_action(self, index: int) -> dict[int, float]:
        """Return the visits of each action of a node plus the weight of its history."""
        weights: dict[int, float] = {}
        for edge, _ in self.action_edges(index):
            action = int(edge.action)
            known = weights[action] if action in weights else self.history_weight(edge)  # once, whatever the number of its groups
            weights[action] = known + int(edge.visits)
        return weights

    def visits_by_action(self, index: int) -> dict[int, int]:
        """Return how often each action of a node was taken, in all its groups together."""
        visits: dict[int, int] = {}
        for edge, _ in self.action_edges(index):
            visits[int(edge.action)] = visits.get(int(edge.action), 0) + int(edge.visits)
        return visits

    def child_by_action(self, index: int, action: int) -> int:
        """Return the node that an action leads to, or `NONE`."""
        children = [int(edge.child) for edge, _ in self.action_edges(index) if edge.action == action and edge.child != NONE]
        return children[0] if children else NONE

    def best_child(self, index: int) -> tuple[int, int] | None:
        """Return (action, child) that the player of a node would take: the one proven best, else the most visited."""
        node = self.node(index)
        player, (low, high) = int(node.player), bounds_seen(node, int(node.player))
        if low == high and player != CHANCE:
            for edge, _ in self.action_edges(index):
                if edge.child != NONE and bounds_seen(self.node(edge.child), player) == (low, high):
                    return int(edge.action), int(edge.child)
        return self.most_visited_child(index)

    def most_visited_child(self, index: int) -> tuple[int, int] | None:
        """Return (action, child) with the most visits; `None` if there are no visits."""
        node = self.node(index)
        block = self.graph.edges[node.first_edge : node.first_edge + node.edge_count]
        if block.size and block.action[0] >= 0:
            best = block[block.visits.argmax()]
            return (int(best.action), int(best.child)) if best.visits > 0 else None
        visits = self.visits_by_action(index)
        action = max(visits, key=lambda a: visits[a], default=None)
        if action is None or visits[action] == 0:
            return None
        return action, self.child_by_action(index, action)


def seen(values: Any, player: int) -> float:
    """Return a node's value as a player sees it (at a chance node: as player 0)."""
    if len(values) == 1:
        return 1.0 - float(values[0]) if player == 1 else float(values[0])
    return float(values[max(player, 0)])


def bounds_seen(node: Any, player: int) -> tuple[float, float]:
    """Return the proven bounds of a node's value as a player sees them: (lower, upper)."""
    low, high = seen(node.low, player), seen(node.high, player)
    return min(low, high), max(low, high)


def summarise_actions(view: GraphView, index: int, state: Any) -> tuple[ActionResult, ...]:
    """Return the actions of node `index`, whose state is `state`, the best known first."""
    player = int(view.node(index).player)
    by_action: dict[int, list[tuple[Any, int]]] = {}
    for edge, group in view.action_edges(index):
        by_action.setdefault(int(edge.action), []).append((edge, group))
    rows = [_summarise_action(view, player, state, action, edges) for action, edges in by_action.items()]
    return tuple(sorted(rows, key=lambda row: (-row.weight, -(row.value or 0.0), row.action)))


def _summarise_action(view: GraphView, player: int, state: Any, action: int, edges: list[tuple[Any, int]]) -> ActionResult:
    edge = edges[0][0]
    visits = sum(int(each.visits) for each, _ in edges)
    child = next((int(each.child) for each, _ in edges if each.child != NONE), NONE)
    node = view.node(child) if child != NONE else None
    sure_low, sure_high = bounds_seen(node, player) if node is not None else (0.0, 1.0)
    history = view.history_after(edge)
    value, low, high = None, None, None
    if history is not None:
        value = min(max(seen(history.mixed, player), sure_low), sure_high)
    if node is not None and node.visits > 0:
        mean, margin = seen(node.value, player) if value is None else value, _margin(node, player)
        low, value, high = (min(max(each, sure_low), sure_high) for each in (mean - margin, mean, mean + margin))
    by_chance = player == CHANCE
    return ActionResult(
        action=action,
        text=view.problem.action_text(state, action),
        visits=visits,
        node_visits=int(node.visits) if node is not None else 0,
        value=value,
        value_low=low,
        value_high=high,
        sure_low=sure_low,
        sure_high=sure_high,
        prior=0.5 if by_chance else float(edge.prior),
        prior_weight=float(edge.prior_weight),
        rave_value=float(edge.rave_sum / edge.rave_visits) if edge.rave_visits > 0 else None,
        rave_visits=int(edge.rave_visits),
        groups=tuple(group for _, group in edges if group != NONE),
        history_weight=view.history_weight(edge),
    )


def _margin(node: Any, player: int) -> float:
    """Half the width of the 95 % interval of a node's mean result, as a player sees it."""
    count = max(1, int(node.visits))
    place = max(0, player) if len(node.total) > 1 else 0  # of two values that add up to 1, each varies as the other
    mean = float(node.total[place]) / count
    variance = max(0.0, float(node.squares[place]) / count - mean * mean) or mean * (1.0 - mean)  # the most, if it was not kept
    return NORMAL_95 * math.sqrt(max(variance, 1.0 / (4.0 * count)) / count)


def principal_variation(view: GraphView, index: int, state: Any, first: int, limit: int = 50) -> tuple[str, ...]:
    """Return the line of best actions from node `index`, beginning with `first`. Changes `state`, the state of the node."""
    words = [view.problem.action_text(state, first)]
    apply_action(state, np.int32(first))
    index = view.child_by_action(index, first)
    while len(words) < limit and index != NONE:
        step = view.best_child(index)
        if step is None:
            break
        action, index = step
        words.append(view.problem.action_text(state, action))
        apply_action(state, np.int32(action))
    return tuple(words)
