"""The check of a checkpoint before kernels use it: kernels follow indices without asking, so a wrong one would corrupt memory.

Every index, count and offset of the records in use is checked: the head, the nodes that the root or a bucket leads to, their edges, the
workers and the history. Nodes and edges in reserve are not in use; their fields have no meaning and are cleared before use.
`checkpoint_root.py` checks the state at the root, `checkpoint_walk.py` that the graph belongs to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.search.graph import EDGE_BYTES, EXPANDED, GROUP_ACTION, LEAF, MOST_GROUPS, NONE, Graph
from miai.search.history import History
from miai.search.problem import CHANCE, Problem, is_legal_play
from miai.search.solutions import MOST_SOLUTIONS


class DamagedCheckpoint(Exception):
    """Records that kernels must not use. The message says what is wrong."""


def need(condition: Any, what: str) -> None:
    """Raise `DamagedCheckpoint` unless the condition, or every element of it, holds."""
    if not np.all(condition):
        raise DamagedCheckpoint(what)


def in_range(numbers: Any, low: int, high: int) -> Any:
    """Return for each number whether it is at least `low` and below `high`."""
    return (numbers >= low) & (numbers < high)


def check_counts(head: Any, saved: Any) -> None:
    """Check the counts of a saved head against the memory of the new graph, before its arrays are filled."""
    nodes, edges = int(saved["node_count"]), int(saved["edge_count"])
    need(1 <= nodes <= head.node_limit and 0 <= edges <= head.edge_limit, "counts of nodes or edges")
    need(nodes * int(head.node_bytes) + edges * EDGE_BYTES <= head.arena_bytes, "more nodes and edges than memory")
    need(0 <= saved["root"] < nodes, "the root")
    need(saved["sweeps"] >= 0 and saved["simulations"] >= 0 and saved["threshold"] >= 0, "counters of the graph")
    need(np.isfinite(saved["group_sum"]) & (saved["group_visits"] >= 0), "statistics of move groups")


def check_graph(graph: Graph, problem: Problem, history: History | None) -> None:
    """Check the nodes and edges that are in use."""
    head = graph.head
    nodes = np.asarray(graph.nodes[: head.node_count])
    first = int(head.edge_limit - head.edge_count)
    edges = np.asarray(graph.edges[first:])
    live = _live_nodes(graph, nodes, edges, first)
    _check_nodes(nodes[live], problem, first, int(head.edge_limit))
    owners, owned = _edges_of(nodes, live, first)
    mine = edges[owned]
    need(mine["parent"] == owners, "an edge belongs to another node")
    actions = np.where(mine["action"] <= GROUP_ACTION, 0, mine["action"])
    need(in_range(actions, 0, problem.actions) & (mine["action"] > GROUP_ACTION - MOST_GROUPS), "an action")
    group_of_child = np.where(mine["child"] == NONE, NONE, nodes["group"][mine["child"]])
    group = np.where(mine["action"] <= GROUP_ACTION, GROUP_ACTION - mine["action"], NONE)
    need(group == group_of_child, "the edge to a group")
    need((mine["visits"] >= 0) & (mine["in_flight"] == 0) & (mine["rave_visits"] >= 0), "visits of an edge")
    need(in_range(mine["history"], NONE, 0 if history is None else len(history)), "the history of an edge")
    for name in ("prior", "prior_weight", "rave_sum"):
        need(np.isfinite(mine[name]), f"{name} of an edge")
    need(mine["prior_weight"] >= 0, "prior_weight of an edge")
    _check_incoming(nodes, edges, live, first)


def _check_nodes(nodes: Any, problem: Problem, first: int, limit: int) -> None:
    phase, count = nodes["phase"], nodes["edge_count"]
    need(np.isin(phase, (LEAF, EXPANDED)), "the phase of a node")
    need((count >= 0) & (nodes["visits"] >= 0) & (nodes["own_visits"] >= 0) & (nodes["grouped_at"] >= 0), "counts of a node")
    starts = np.where(count > 0, nodes["first_edge"], first)
    need((starts >= first) & (starts.astype(np.int64) + count <= limit), "the edges of a node")
    need((phase != EXPANDED) | (count > 0) | (nodes["terminal"] != 0), "an expanded node without edges")
    need((phase == EXPANDED) | (count == 0), "a leaf with edges")
    need(in_range(nodes["player"], CHANCE, problem.players) & in_range(nodes["terminal"], 0, 2), "the player of a node")
    need(in_range(nodes["group"], NONE, MOST_GROUPS) & (nodes["entry"] == NONE), "the group of a node")
    need(in_range(nodes["next_marked"], NONE, 2**31), "the list of marked nodes")
    for name in ("value", "low", "high", "total", "squares", "own_sum", "lower", "upper"):
        need(np.isfinite(nodes[name]), f"{name} of a node")


def _live_nodes(graph: Graph, nodes: Any, edges: Any, first: int) -> Any:
    """Return the numbers of the nodes that the root or a bucket leads to. No list may come back to a node."""
    seen = np.zeros(len(nodes), bool)
    after = np.asarray(graph.buckets.after)
    heads = after[after != 0] - 1
    while len(heads):
        need(in_range(heads, 0, len(nodes)), "a bucket")
        need(~seen[heads], "a list of a bucket comes back")
        need(len(np.unique(heads)) == len(heads), "two buckets share a node")
        seen[heads] = True
        heads = nodes["next_in_bucket"][heads]
        heads = heads[heads != NONE]
    seen[int(graph.head.root)] = True
    fresh = np.flatnonzero(seen)
    while len(fresh):
        _, owned = _edges_of(nodes, fresh, first)
        need(in_range(owned, 0, len(edges)), "the edges of a node")
        children = edges["child"][owned]
        need(in_range(children, NONE, len(nodes)), "a child")
        children = np.unique(children[children != NONE])
        fresh = children[~seen[children]]
        seen[fresh] = True
    return np.flatnonzero(seen)


def _edges_of(nodes: Any, chosen: Any, first: int) -> tuple[Any, Any]:
    """Return the node and the place (from `first`) of each edge of the chosen nodes."""
    counts = nodes["edge_count"][chosen].astype(np.int64)
    need(in_range(counts, 0, 2**31) & (counts.sum() <= 2**31), "the number of edges of a node")
    starts = nodes["first_edge"][chosen].astype(np.int64) - first
    ends = np.cumsum(counts)
    places = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    return np.repeat(chosen, counts), np.repeat(starts, counts) + places


def _check_incoming(nodes: Any, edges: Any, live: Any, first: int) -> None:
    """Check the lists of edges that lead to each node."""
    owners, current = live, nodes["first_in"][live].astype(np.int64)
    seen = np.zeros(len(edges), bool)
    while len(current):
        kept = current != NONE
        owners, current = owners[kept], current[kept] - first
        need(in_range(current, 0, len(edges)), "a list of incoming edges")
        need(~seen[current], "a list of incoming edges comes back")
        need(edges["child"][current] == owners, "an incoming edge leads elsewhere")
        seen[current] = True
        current = edges["next_in"][current].astype(np.int64)


def check_workers(workers: Any, saved: Any, head: Any) -> None:
    """Check what the workers have in reserve. Fields that a new search sets itself are taken from `workers` into `saved`."""
    for name in ("number", "slot", "common_slot", "path_length", "common_steps", "keeps_trace", "repeated_node"):
        saved[name] = workers[name]
    nodes, edges, limit = int(head.node_count), int(head.edge_count), int(head.edge_limit)
    need(in_range(saved["spare_node"], NONE, nodes), "a spare node")
    need((saved["reserved_nodes"] >= 0) & (saved["reserved_edges"] >= 0), "a reserve")
    has_nodes, has_edges = saved["reserved_nodes"] > 0, saved["reserved_edges"] > 0
    need(~has_nodes | ((saved["next_node"] >= 0) & (saved["next_node"] <= nodes - saved["reserved_nodes"])), "nodes in reserve")
    need(
        ~has_edges | ((saved["next_edge"] >= limit - edges) & (saved["next_edge"] <= limit - saved["reserved_edges"])),
        "edges in reserve",
    )
    need(in_range(saved["trace_base"], 1, 2**62) & in_range(saved["trace_length"], 0, 2**31), "the times of a trace")
    need(saved["stream"]["s"].any(axis=-1), "a random stream")


def check_solutions(problem: Problem, workers: Any, state: Any) -> None:
    """Check the best plays of the workers: their number and lengths, and that each is a legal play from `state`."""
    for worker in workers if problem.players == 1 else ():
        best = worker.best
        need(1 <= best.wanted <= MOST_SOLUTIONS and 0 <= best.kept <= best.wanted, "the number of solutions")
        lengths = np.asarray(best.lengths[: best.kept])
        need(in_range(lengths, 0, best.plays.shape[1] + 1), "the length of a solution")
        need(np.isfinite(best.scores[: best.kept]) & (worker.sign == (-1.0 if problem.goal == "minimise" else 1.0)), "a solution")
        need(best.version % 2 == 0, "a solution that is being written")
        for place, length in enumerate(lengths):
            need(is_legal_play(state, best.plays[place, :length].tolist()), "a solution that cannot be played")


def check_history(history: History) -> None:
    """Check the indices of history."""
    count, moves, places = len(history), len(history.moves), len(history.places)
    need(len(history.histories) == count + 1, "the number of histories")
    starts = np.asarray(history.histories.first_move)
    need(starts[0] >= 0 and starts[-1] <= moves and (np.diff(starts.astype(np.int64)) >= 0).all(), "the moves of a history")
    need(in_range(np.asarray(history.moves.after), NONE, count) & (np.asarray(history.moves.action) >= 0), "a move of history")
    after = np.asarray(history.places.after)
    need(in_range(after, 0, count + 1), "the table of history")
    need(places > 0 and places & (places - 1) == 0 and not after.all(), "the size of the table of history")
    for records in (history.histories, history.bounds):
        for name in records.dtype.names or ():
            if records.dtype[name].base.kind == "f":
                need(np.isfinite(np.asarray(records[name])), f"{name} of a history")
