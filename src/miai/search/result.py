"""What a search has found out, as plain data: nothing here points into the graph."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.search.graph import GROUP_ACTION, NONE, Graph
from miai.search.problem import CHANCE, Problem, apply_action
from miai.search.settings import Settings

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
    """Mean reward, that of earlier searches mixed in, held within what is proven; `None` if it was never tried."""
    value_low: float | None
    """Lower end of the 95 % interval of the mean."""
    value_high: float | None
    sure_low: float
    """What is proven: the exact value is at least this."""
    sure_high: float
    prior: float
    prior_weight: float
    rave_value: float | None
    rave_visits: int
    groups: tuple[int, ...] = ()
    recalled: float = 0.0
    """With a store: how many visits of this search those of earlier ones are worth (V_h / m)."""

    @property
    def weight(self) -> float:
        """Visits, with those of earlier searches: how well the action is known. What is known well is hardly tried again."""
        return self.visits + self.recalled

    @property
    def proven(self) -> bool:
        """Whether the exact value is known."""
        return self.sure_low == self.sure_high


@dataclass(frozen=True)
class Result:
    """The result of a search at its root."""

    problem: str
    player: int
    best_action: int | None
    """`None` if the game is over."""
    best_text: str
    value: float
    """Of the root, seen by the player to act."""
    proven: bool
    sure_low: float
    sure_high: float
    actions: tuple[ActionResult, ...]
    """The best first: by weight (visits), then value."""
    principal_variation: tuple[str, ...]
    simulations: int
    """In this run."""
    visits: int
    """Of the root, earlier runs included."""
    seconds: float
    simulations_per_second: float
    depth: int
    """The longest path so far."""
    nodes: int
    edges: int
    memory_used: int
    """Bytes of nodes and edges in use."""
    memory_limit: int
    transpositions: int
    """Edges that found their position made by another path."""
    prunes: int
    """How often memory was full and something was released."""
    settings: Settings
    seed: int
    threads: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return dataclasses.asdict(self)


class GraphView:
    """Reads a graph from Python: the actions of a node, groups looked through.

    `histories` is what a store recalled, one visit of this search being worth `present_weight` of those.
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
        """Return the edges of a node as they are, to groups or to positions."""
        node = self.node(index)
        return [self.graph.edges[e] for e in range(node.first_edge, node.first_edge + node.edge_count)]

    def action_edges(self, index: int) -> list[tuple[Any, int]]:
        """(edge, group) of each action of a node, once for each group it is in; group `NONE` where there are no groups."""
        found = []
        for edge in self.edges_of(index):
            if edge.action > GROUP_ACTION:
                found.append((edge, NONE))
            elif edge.child != NONE:
                found += [(inner, int(GROUP_ACTION - edge.action)) for inner in self.edges_of(int(edge.child))]
        return found

    def history_after(self, edge: Any) -> Any:
        """What a store recalled of the position after an edge, or `None`."""
        return None if self.histories is None or edge.history == NONE else self.histories[edge.history]

    def recalled_by(self, edge: Any) -> float:
        """Return how many visits of this search the earlier ones of the position after an edge are worth."""
        history = self.history_after(edge)
        return 0.0 if history is None else float(history.visits) / self.present_weight

    def weight_by_action(self, index: int) -> dict[int, float]:
        """How well each action of a node is known: its visits, with those of earlier searches."""
        weights: dict[int, float] = {}
        for edge, _ in self.action_edges(index):
            action = int(edge.action)
            known = weights[action] if action in weights else self.recalled_by(edge)  # once, in however many groups it is
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
        """(action, child) that the player of a node would take: what is proven best, else what was taken most often."""
        node = self.node(index)
        player, (low, high) = int(node.player), bounds_seen(node, int(node.player))
        if low == high and player != CHANCE:
            for edge, _ in self.action_edges(index):
                if edge.child != NONE and bounds_seen(self.node(edge.child), player) == (low, high):
                    return int(edge.action), int(edge.child)
        return self.most_visited_child(index)

    def most_visited_child(self, index: int) -> tuple[int, int] | None:
        """(action, child) that was taken most often; `None` if none was."""
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
    """What is proven of a node's value, as a player sees it: (at least, at most)."""
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
        recalled=view.recalled_by(edge),
    )


def _margin(node: Any, player: int) -> float:
    """Half the width of the 95 % interval of a node's mean result, as a player sees it."""
    count = max(1, int(node.visits))
    place = max(0, player) if len(node.total) > 1 else 0  # of two values that add up to 1, each varies as the other
    mean = float(node.total[place]) / count
    variance = max(0.0, float(node.squares[place]) / count - mean * mean) or mean * (1.0 - mean)  # the most, if it was not kept
    return NORMAL_95 * math.sqrt(max(variance, 1.0 / (4.0 * count)) / count)


def principal_variation(view: GraphView, index: int, state: Any, first: int, limit: int = 50) -> tuple[str, ...]:
    """Return the line of best actions from node `index`, whose state is `state` (which is used up); `first` begins it."""
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
