"""The top of a growing graph as data: the root, its actions, the path of the last simulation, then the most visited positions."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.search.driver import Search
from miai.search.graph import NONE
from miai.search.problem import apply_action
from miai.search.result import GraphView, seen

MOST_NODES, MOST_FIRST, MOST_CHILDREN = 32, 10, 3
"""Positions in the picture, those below the root, and those below any other: few, so that deep lines are seen."""


def describe_growth(search: Search, path: list[int] | None = None) -> dict[str, Any]:
    """Return `nodes` [id, depth, visits, value for player 0, player, terminal] and `links` [from, to, text, visits]."""
    view, root = search.view(), int(search.graph.head.root)
    states = {root: search.state}
    depths = {root: 0}
    wanted = set(path or ())
    links: list[list[Any]] = []
    waiting = [(0, root)]
    while waiting:
        _, index = heapq.heappop(waiting)
        most = MOST_FIRST if index == root else MOST_CHILDREN
        for action, visits, child in _children(view, index, wanted, min(most, MOST_NODES - len(depths))):
            links.append([index, child, view.problem.action_text(states[index], action), visits])
            if child not in depths:
                depths[child] = depths[index] + 1
                states[child] = copy_record(states[index])
                apply_action(states[child], np.int32(action))
                heapq.heappush(waiting, (-int(view.node(child).visits) - (10**9 if child in wanted else 0), child))
    nodes = [_row(view, index, depth) for index, depth in depths.items()]
    return {"nodes": nodes, "links": links, "path": list(path or ())}


def _children(view: GraphView, index: int, wanted: set[int], room: int) -> list[tuple[int, int, int]]:
    """Return (action, visits, child) of the visited actions of a position that there is room for; those of the path always."""
    node = view.node(index)
    block = view.graph.edges[node.first_edge : node.first_edge + node.edge_count]
    taken = block[(block.visits > 0) & (block.child != NONE)]
    rows = list(zip(taken.action.tolist(), taken.visits.tolist(), taken.child.tolist(), strict=True))
    rows.sort(key=lambda row: (row[2] not in wanted, -row[1], row[0]))
    kept = [row for place, row in enumerate(rows) if row[2] in wanted or place < room]
    return sorted(kept)


def _row(view: GraphView, index: int, depth: int) -> list[Any]:
    node = view.node(index)
    return [index, depth, int(node.visits), round(seen(node.value, 0), 4), int(node.player), bool(node.terminal)]
