"""The top of the graph as text: an indented tree, and DOT for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.search.driver import Search
from miai.search.graph import NONE
from miai.search.problem import CHANCE, apply_action
from miai.search.result import GraphView, bounds_seen, seen

WIDEST = 5
"""Number of actions of a node that are shown, the most visited ones."""


def as_text_tree(running: Search, depth: int = 2, widest: int = WIDEST) -> str:
    """Return the top of the graph as an indented list: action, visits of the edge (of the node, if other paths lead there), value.

    A position that was shown before is marked and not unfolded again.
    """
    view, root = running.view(), int(running.graph.head.root)
    node = view.node(root)
    lines = [f"root: {int(node.visits):,} visits, value {seen(node.value, int(node.player)):.3f} for {_name(node)}"]
    lines += _branches(view, root, running.state, depth, widest, "", {root})
    return "\n".join(lines)


def _branches(view: GraphView, index: int, state: Any, depth: int, widest: int, indent: str, shown: set[int]) -> Iterator[str]:
    rows = _most_visited(view, index, widest)
    player = int(view.node(index).player)
    for number, (action, visits, child) in enumerate(rows):
        last = number == len(rows) - 1
        node = view.node(child)
        again = child in shown
        through_others = int(node.visits) - visits
        notes = [f"{visits:,} visits", f"value {seen(node.value, player):.3f}"]
        notes += [f"{through_others:,} more on other paths"] if through_others else []
        low, high = bounds_seen(node, player)
        notes += [f"proven {low:.3f}"] if low == high else []
        notes += ["shown above"] if again else []
        yield f"{indent}{'└─' if last else '├─'} {view.problem.action_text(state, action)}: {', '.join(notes)}"
        shown.add(child)
        if depth > 1 and not again:
            below = copy_record(state)
            apply_action(below, np.int32(action))
            yield from _branches(view, child, below, depth - 1, widest, indent + ("   " if last else "│  "), shown)


def _most_visited(view: GraphView, index: int, widest: int) -> list[tuple[int, int, int]]:
    """Return (action, visits, child) of the most visited actions of a node."""
    visits = view.visits_by_action(index)
    order = sorted((action for action in visits if visits[action]), key=lambda action: (-visits[action], action))
    rows = [(action, visits[action], view.child_by_action(index, action)) for action in order[:widest]]
    return [row for row in rows if row[2] != NONE]


def _name(node: Any) -> str:
    return "chance" if node.player == CHANCE else f"player {int(node.player)}"


def as_graphviz(running: Search, depth: int = 3, widest: int = WIDEST) -> str:
    """Return the top of the graph in the DOT language, positions that several paths lead to in another colour."""
    view = running.view()
    nodes: dict[int, str] = {}
    edges: list[str] = []
    _collect(view, int(running.graph.head.root), running.state, depth, widest, nodes, edges)
    style = (
        '  node [shape=box, style="rounded,filled", fillcolor="#eef3f8", fontname="sans-serif"];\n  edge [fontname="sans-serif"];'
    )
    return "\n".join(["digraph search {", style, *nodes.values(), *edges, "}"]) + "\n"


def _collect(view: GraphView, index: int, state: Any, depth: int, widest: int, nodes: dict[int, str], edges: list[str]) -> None:
    node = view.node(index)
    parents = _parent_count(view, index)
    colour = ', fillcolor="#ffd9a0"' if parents > 1 else ""
    label = f"{int(node.visits):,} visits\\nvalue {float(node.value[0]):.3f}" + (f"\\n{parents} parents" if parents > 1 else "")
    nodes[index] = f'  n{index} [label="{label}"{colour}];'
    if depth == 0:
        return
    for action, visits, child in _most_visited(view, index, widest):
        text = view.problem.action_text(state, action).replace('"', "'")
        edges.append(f'  n{index} -> n{child} [label="{text} ({visits:,})"];')
        if child not in nodes:
            below = copy_record(state)
            apply_action(below, np.int32(action))
            _collect(view, child, below, depth - 1, widest, nodes, edges)


def _parent_count(view: GraphView, index: int) -> int:
    """Return how many visited edges lead to a node."""
    count, edge = 0, int(view.node(index).first_in)
    while edge != NONE:
        record = view.graph.edges[edge]
        count += int(record.parent != NONE and record.visits > 0)
        edge = int(record.next_in)
    return count
