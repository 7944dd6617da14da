"""Compares a compiled search with its slow twin, node by node and edge by edge."""

from __future__ import annotations

from typing import Any

from miai.search.driver import Search
from miai.search.graph import GROUP_ACTION, NONE
from tests.twins.search import ReferenceSearch
from tests.twins.search_graph import Edge, Node

TINY = 1e-12


def run_both(state: Any, simulations: int, seed: int = 0, memory: float = 16, **settings: Any) -> tuple[Search, ReferenceSearch]:
    """Return both searches after `simulations`; raises `AssertionError` at the first place where their graphs differ."""
    search, twin = Search(state, seed=seed, memory=memory, **settings), ReferenceSearch(state, seed=seed, **settings)
    search.run(simulations)
    twin.run(simulations)
    assert_same_graph(search, twin)
    return search, twin


def assert_same_graph(search: Search, twin: ReferenceSearch) -> None:
    """Check that the graphs below the two roots are equal, and the next random numbers too."""
    root = int(search.graph.head.root)
    index_of, node_at = {twin.root: root}, {root: twin.root}
    waiting = [(root, twin.root, "root")]
    while waiting:
        index, node, path = waiting.pop()
        record = search.graph.nodes[index]
        assert facts_of_record(record) == facts_of_node(node), path
        assert_close(record, node, path)
        edges = search.view().edges_of(index)
        assert len(edges) == len(node.edges or []), path
        for one, other in zip(edges, node.edges or [], strict=True):
            where = f"{path} {int(one.action)}"
            assert_same_edge(one, other, where)
            if other.child is None:
                continue
            if other.child in index_of or int(one.child) in node_at:
                assert index_of.get(other.child) == int(one.child) and node_at.get(int(one.child)) is other.child, where
            else:
                index_of[other.child], node_at[int(one.child)] = int(one.child), other.child
                waiting.append((int(one.child), other.child, where))
    assert search.workers[0].stream.s.tolist() == twin.worker.stream.s.tolist()


def facts_of_record(record: Any) -> dict[str, Any]:
    names = ("player", "terminal", "visits", "own_visits")
    return {name: int(record[name]) for name in names} | {
        "group": None if record.group == NONE else int(record.group),
        "expanded": bool(record.edge_count),
        "grouped_at": int(record.grouped_at) or None,
    }


def facts_of_node(node: Node) -> dict[str, Any]:
    names = ("player", "terminal", "visits", "own_visits")
    return {name: int(getattr(node, name)) for name in names} | {
        "group": node.group,
        "expanded": bool(node.edges),
        "grouped_at": node.grouped_at,
    }


def assert_close(record: Any, node: Node, path: str) -> None:
    for name in ("value", "total", "squares", "own_sum", "low", "high"):
        for one, other in zip(record[name].tolist(), getattr(node, name), strict=True):
            assert abs(one - other) <= TINY * max(1.0, abs(other)), f"{path}: {name} is {one}, by the twin {other}"
    for name in ("lower", "upper"):
        one, other = float(record[name]), getattr(node, name)
        assert abs(one - other) <= TINY * max(1.0, abs(other)), f"{path}: {name} is {one}, by the twin {other}"


def assert_same_edge(record: Any, edge: Edge, path: str) -> None:
    assert int(record.action) == (edge.action if edge.group is None else GROUP_ACTION - edge.group), path
    assert int(record.visits) == edge.visits, f"{path}: {int(record.visits)} visits, by the twin {edge.visits}"
    assert (record.child == NONE) == (edge.child is None), path
    assert int(record.rave_visits) == edge.rave_visits and abs(record.rave_sum - edge.rave_sum) <= TINY * max(1.0, edge.rave_sum), (
        path
    )
    assert (float(record.prior), float(record.prior_weight)) == (edge.prior, edge.weight), path
    assert record.in_flight == 0, path
