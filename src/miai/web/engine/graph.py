"""The search graph as a picture and in numbers: what was found by several paths, what a tree would have needed, who gets attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.go.knowledge.grouping import FIRST_CHAIN, GROUPS
from miai.search.driver import Search
from miai.search.graph import GROUP_ACTION, NONE
from miai.search.problem import apply_action
from miai.search.result import GraphView, seen

WIDTHS = (1, 5, 7, 9, 9)
"""How many positions of each depth are drawn, the most visited ones."""
MOST_BRANCHES = 12
MOST_JOINED = 4
"""So many of these are positions that several of those above lead to, if there are any, though others may be visited more."""


def describe_graph(search: Search) -> dict[str, Any]:
    """Numbers, the top of the graph as positions and moves between them, and the move groups."""
    view = search.view()
    layers, links = _top(search, view)
    return {**_count(search), "layers": layers, "links": links, "groups": _groups(search, view), "mode": search.settings.mode}


def _count(search: Search) -> dict[str, int]:
    """Positions, those with several parents, and the nodes that a tree would hold: one for every edge that was taken.

    That is the least a tree needs for the same first steps: it would also have to search below every copy.
    """
    graph = search.graph
    first = graph.edges.size - int(graph.head.edge_count)
    edges = graph.edges[first:]  # they grow from the back
    places = np.flatnonzero((edges.visits > 0) & (edges.child != NONE) & (edges.parent != NONE) & (edges.action > GROUP_ACTION))
    taken = edges[places]
    above = graph.nodes[taken.parent]
    # memory that was given up may still hold an edge of old: one that its parent does not know
    known = (above.first_edge <= places + first) & (places + first < above.first_edge + above.edge_count)
    parents = np.bincount(taken.child[known]) if known.any() else np.zeros(1, np.int64)
    return {"positions": int((parents > 0).sum()) + 1, "joined": int((parents > 1).sum()), "tree": int(known.sum()) + 1}


def _top(search: Search, view: GraphView) -> tuple[list[list[dict[str, Any]]], list[list[Any]]]:
    """The most visited positions of each depth, and the moves between them: [from, to, move, visits]."""
    root = int(search.graph.head.root)
    states = {root: search.state}
    layers = [[_describe(view, root)]]
    links: list[list[Any]] = []
    drawn = {root}
    for width in WIDTHS[1:]:
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
    return [layer for layer in layers if layer], links


def _choose(view: GraphView, found: list[int], width: int) -> list[int]:
    """The `width` most visited of the positions found, with some room kept for those that were found more than once."""
    by_visits = sorted(set(found), key=lambda child: -int(view.node(child).visits))
    joined = [child for child in by_visits if found.count(child) > 1][:MOST_JOINED]
    rest = [child for child in by_visits if child not in joined]
    return sorted(joined + rest[: width - len(joined)], key=by_visits.index)


def _below(view: GraphView, states: dict[int, Any]) -> list[tuple[int, int, int, int]]:
    """(parent, action, visits, child) of the most visited actions of some positions."""
    found = []
    for parent in states:
        rows = sorted(_ways_from(view, parent), key=lambda row: -row[1])[:MOST_BRANCHES]
        found += [(parent, action, visits, child) for action, visits, child in rows]
    return found


def _ways_from(view: GraphView, index: int) -> list[tuple[int, int, int]]:
    """(action, visits, child) of the actions of a position that were taken."""
    node = view.node(index)
    block = view.graph.edges[node.first_edge : node.first_edge + node.edge_count]
    if block.size and block.action[0] >= 0:  # no groups: the whole block at once, which is fifty times faster
        taken = block[(block.visits > 0) & (block.child != NONE)]
        return list(zip(taken.action.tolist(), taken.visits.tolist(), taken.child.tolist(), strict=True))
    visits = view.visits_by_action(index)
    rows = [(action, visits[action], view.child_by_action(index, action)) for action in visits if visits[action]]
    return [row for row in rows if row[2] != NONE]


def _states_of(found: list[tuple[int, int, int, int]], order: list[int], states: dict[int, Any]) -> dict[int, Any]:
    """The states of the positions in `order`, each by one of the ways to it."""
    made: dict[int, Any] = {}
    for parent, action, _, child in found:
        if child in order and child not in made:
            made[child] = copy_record(states[parent])
            apply_action(made[child], np.int32(action))
    return made


def _describe(view: GraphView, index: int) -> dict[str, Any]:
    """A position for the picture; its value is that of the first player, who is Black."""
    node = view.node(index)
    return {"id": index, "visits": int(node.visits), "value": round(seen(node.value, 0), 3)}


def _groups(search: Search, view: GraphView) -> list[list[Any]]:
    """The move groups at the root: [name, moves in it, visits, value for the player to move]."""
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
