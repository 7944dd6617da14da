"""The search graph in numbers and as data for a picture: transpositions, the nodes that a tree would need, and move groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.go.knowledge.grouping import FIRST_CHAIN, GROUPS
from miai.search.driver import Search
from miai.search.graph import GROUP_ACTION, NONE
from miai.search.problem import apply_action
from miai.search.result import GraphView, seen

WIDTHS = (1, 5, 7, 9, 9)
"""Positions that are drawn at each depth, the most visited first."""
MOST_BRANCHES = 12
MOST_JOINED = 4
"""Places at each depth that are reserved for transpositions, even if other positions have more visits."""


def describe_graph(search: Search) -> dict[str, Any]:
    """Return counts, the top of the graph as positions with moves between them, and the move groups."""
    view = search.view()
    return {**_count(search), **describe_top(search), "groups": _groups(search, view), "mode": search.settings.mode}


def _count(search: Search) -> dict[str, int]:
    """Return the number of positions, of those with several parents, and of the nodes of a tree: one for every visited edge.

    The last is a lower bound: a tree would also search below every copy of a position.
    """
    graph = search.graph
    first = graph.edges.size - int(graph.head.edge_count)
    edges = graph.edges[first:]  # edges grow from the back
    places = np.flatnonzero((edges.visits > 0) & (edges.child != NONE) & (edges.parent != NONE) & (edges.action > GROUP_ACTION))
    taken = edges[places]
    above = graph.nodes[taken.parent]
    # pruned memory may still hold old edges: those outside the block of their parent
    known = (above.first_edge <= places + first) & (places + first < above.first_edge + above.edge_count)
    parents = np.bincount(taken.child[known]) if known.any() else np.zeros(1, np.int64)
    return {"positions": int((parents > 0).sum()) + 1, "joined": int((parents > 1).sum()), "tree": int(known.sum()) + 1}


def describe_top(search: Search, widths: Sequence[int] = WIDTHS) -> dict[str, Any]:
    """Return `layers`, the most visited positions of each depth, and `links`, the moves between them: [from, to, move, visits].

    `widths` is the number of positions at each depth, from the root on.
    """
    view, root = search.view(), int(search.graph.head.root)
    states = {root: search.state}
    layers = [[_describe(view, root)]]
    links: list[list[Any]] = []
    drawn = {root}
    for width in widths[1:]:
        found = _below(view, states)
        order = _choose(view, [child for _, _, _, child in found if child not in drawn], width)
        links += [
            [parent, child, view.problem.action_text(states[parent], action), visits]
            for parent, action, visits, child in found
            if child in order
        ]
        states = _states_of(found, order, states)
        drawn |= set(order)
        layers.append([_describe(view, child) for child in order])
    return {"layers": [layer for layer in layers if layer], "links": links}


def _choose(view: GraphView, found: list[int], width: int) -> list[int]:
    """Return the `width` most visited of the positions found; some places are reserved for transpositions."""
    by_visits = sorted(set(found), key=lambda child: -int(view.node(child).visits))
    joined = [child for child in by_visits if found.count(child) > 1][:MOST_JOINED]
    rest = [child for child in by_visits if child not in joined]
    return sorted(joined + rest[: width - len(joined)], key=by_visits.index)


def _below(view: GraphView, states: dict[int, Any]) -> list[tuple[int, int, int, int]]:
    """Return (parent, action, visits, child) for the most visited actions of some positions."""
    found = []
    for parent in states:
        rows = sorted(_visited_actions(view, parent), key=lambda row: -row[1])[:MOST_BRANCHES]
        found += [(parent, action, visits, child) for action, visits, child in rows]
    return found


def _visited_actions(view: GraphView, index: int) -> list[tuple[int, int, int]]:
    """Return (action, visits, child) for the visited actions of a position."""
    node = view.node(index)
    block = view.graph.edges[node.first_edge : node.first_edge + node.edge_count]
    if block.size and block.action[0] >= 0:  # without groups the whole block is read at once, which is fifty times faster
        taken = block[(block.visits > 0) & (block.child != NONE)]
        return list(zip(taken.action.tolist(), taken.visits.tolist(), taken.child.tolist(), strict=True))
    visits = view.visits_by_action(index)
    rows = [(action, visits[action], view.child_by_action(index, action)) for action in visits if visits[action]]
    return [row for row in rows if row[2] != NONE]


def _states_of(found: list[tuple[int, int, int, int]], order: list[int], states: dict[int, Any]) -> dict[int, Any]:
    """Return the states of the positions in `order`, each reached by one of its paths."""
    made: dict[int, Any] = {}
    for parent, action, _, child in found:
        if child in order and child not in made:
            made[child] = copy_record(states[parent])
            apply_action(made[child], np.int32(action))
    return made


def _describe(view: GraphView, index: int) -> dict[str, Any]:
    """Return a position for the picture; `value` is Black's win rate."""
    node = view.node(index)
    return {"id": index, "visits": int(node.visits), "value": round(seen(node.value, 0), 3)}


def _groups(search: Search, view: GraphView) -> list[list[Any]]:
    """Return the move groups at the root: [name, number of moves, visits, value for the player to move]."""
    root = int(search.graph.head.root)
    names = {bit: name for name, bit in GROUPS.items()}
    player = int(view.node(root).player)
    found = []
    for edge in view.edges_of(root):
        if edge.action <= GROUP_ACTION:
            group = int(GROUP_ACTION - edge.action)
            name = names.get(group) or f"chain {group - FIRST_CHAIN + 1}"
            below = view.node(edge.child) if edge.child != NONE else None
            value = round(seen(below.value, player), 3) if below is not None and edge.visits else None
            found.append([name, int(below.edge_count) if below is not None else 0, int(edge.visits), value])
    return sorted(found, key=lambda row: -row[2])
