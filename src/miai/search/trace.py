"""One simulation at a time, with the numbers that chose every edge of its path.

`Tracer.step` runs one simulation with the kernels of every search, so that n steps are the same search as n simulations at once. Then it
looks at what happened: the path is in the worker's record, and the counts before are in a copy that was made first. To show the scores as
they were when an edge was chosen, it rebuilds the graph of that moment (the counts before, with the edges that the path has made) in other
memory, and calls the kernels of the selection rule on it. No formula is written a second time.

>>> from miai.problems import load
>>> from miai.search import Search
>>> tracer = Tracer(Search(load("tictactoe").start(), seed=1, solver=False))
>>> trace = tracer.step()
>>> trace.number, [each.action for each in trace.choices], trace.end
(1, [], 'playout')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.search.driver import Search
from miai.search.graph import EXPANDED, NONE, Graph, new_graph
from miai.search.loop import draw_outcome
from miai.search.problem import CHANCE, apply_action
from miai.search.result import seen
from miai.search.selection.choose import score_edges
from miai.search.selection.picking import EXCLUDED, UNTRIED, pick_edge
from miai.search.worker import values_of

WITHOUT_TERM = ("epsilon-greedy", "objective", "thompson")
"""Rules whose score is not a value plus an exploration term."""


@dataclass(frozen=True)
class EdgeScore:
    """The numbers of one edge when the rule chose. Values are from 0 to 1, seen by the player who chooses."""

    action: int
    text: str
    visits: int
    """Simulations that had taken the edge."""
    value: float | None
    """Mean result; `None` for an edge without visits whose urgency is infinite."""
    exploration: float | None
    """The exploration term of the rule; `None` for an untried edge, and for rules without one."""
    score: float | None
    """The number that the rule compares; at a chance node the probability; `None` where it is infinite, or the edge is excluded."""
    is_excluded: bool
    """Whether the edge could not be chosen: everything below it is proven, or progressive widening has not reached it."""


@dataclass(frozen=True)
class Choice:
    """One step of the descent: a node and the edge that was chosen there."""

    node: int
    player: int
    total: int
    """Visits of all edges of the node."""
    edges: tuple[EdgeScore, ...]
    place: int
    """The chosen edge among `edges`."""
    replayed: int
    """The edge that the rule chooses by these scores and the same random numbers; it equals `place`."""
    was_expanded: bool
    """Whether this simulation made the edges of the node."""

    @property
    def action(self) -> int:
        """The chosen action."""
        return self.edges[self.place].action


@dataclass(frozen=True)
class NodeChange:
    """A node of the path before and after the backup. Values are seen by the player who chose the edge to it, at the root by its own."""

    node: int
    text: str
    """The action that leads to it; empty for the root."""
    visits: tuple[int, int]
    value: tuple[float | None, float]
    is_new: bool


@dataclass(frozen=True)
class SimulationTrace:
    """One simulation: descend, expand, play out, back up."""

    number: int
    choices: tuple[Choice, ...]
    """The descent from the root."""
    changes: tuple[NodeChange, ...]
    """The nodes of the path, the root first."""
    end: str
    """Origin of the result: `playout`, `terminal`, `proven`, or `repeated` where the path would have closed a cycle."""
    leaf_state: Any
    """The state at the end of the path."""
    end_state: Any
    """The state at the end of the playout."""
    result: tuple[float, ...]
    """The result from 0 to 1, for each player; for player 0 alone where the others follow from it."""


class Tracer:
    """A driver of `search` in single simulations. Raises `UserError` for searches whose steps cannot be shown."""

    def __init__(self, search: Search) -> None:
        settings = search.settings
        if search.threads > 1 or settings.mode == "table" or settings.grouping != "off" or settings.grave > 0:
            raise UserError("single steps need one thread, and no mode table, groups or grave")
        self.search = search
        self._memory: Graph | None = None

    def step(self) -> SimulationTrace | None:
        """Run one simulation and return its trace; `None` if the root is proven, or if memory was full and the graph was pruned."""
        search = self.search
        before = _Snapshot(search)
        search.advance(1)
        head = search.graph.head
        if search.simulations == before.simulations or int(head.prunes) != before.prunes:
            return None
        moment = self._rebuild(before)
        worker = search.workers[0]
        length = int(worker.path_length)
        nodes = [int(each) for each in worker.path_nodes[: length + 1]]
        edges = [int(each) for each in worker.path_edges[:length]]
        choices, leaf = self._choices(before, moment, nodes, edges)
        return SimulationTrace(
            number=search.simulations,
            choices=tuple(choices),
            changes=tuple(self._changes(before, nodes, choices)),
            end=self._origin(before, nodes[-1]),
            leaf_state=leaf,
            end_state=copy_record(search.states[int(worker.slot)]),
            result=tuple(float(each) for each in worker.result),
        )

    def compile(self) -> None:
        """Compile the kernels that steps need beside those of the search. Runs no simulation."""
        search = self.search
        graph, settings, worker, root = (
            search.graph.head,
            search.kernel_settings,
            copy_record(search.workers[0]),
            search.graph.head.root,
        )
        score_edges(graph, settings, worker, np.int64(root), False)
        pick_edge(graph, settings, worker, np.int64(root))

    def _rebuild(self, before: _Snapshot) -> Graph:
        """Return the graph as it was when the edges were chosen: the counts before, with the nodes and edges that the path has made."""
        graph = self.search.graph
        if self._memory is None:
            self._memory = new_graph(self.search.graph_memory, values_of(self.search.problem))
        made = self._memory
        node_count, first = int(graph.head.node_count), graph.edges.size - int(graph.head.edge_count)
        made.nodes[:node_count] = graph.nodes[:node_count]
        made.edges[first:] = graph.edges[first:]
        fresh = made.edges[first : before.first_edge]
        fresh["visits"] = fresh["in_flight"] = fresh["rave_visits"] = 0
        fresh["rave_sum"] = 0.0
        fresh["child"] = NONE
        made.nodes[: len(before.nodes)] = before.nodes
        for name in ("phase", "first_edge", "edge_count"):
            made.nodes[name][: len(before.nodes)] = graph.nodes[name][: len(before.nodes)]
        made.edges[before.first_edge :] = before.edges
        return made

    def _choices(self, before: _Snapshot, moment: Graph, nodes: list[int], edges: list[int]) -> tuple[list[Choice], Any]:
        """Return the choices of the descent, and the state at its end."""
        search, problem = self.search, self.search.problem
        state, replay, made = search.state, before.worker, []
        for depth, (node, edge) in enumerate(zip(nodes, edges, strict=False)):
            replay.path_length = depth
            record = moment.nodes[node]
            place = edge - int(record.first_edge)
            rows, replayed = self._scores(moment, replay, node, state, problem)
            is_fresh = node >= len(before.nodes) or before.nodes[node]["phase"] != EXPANDED
            total = int(record.visits) - int(record.own_visits)
            made.append(Choice(node, int(record.player), total, tuple(rows), place, replayed, bool(is_fresh)))
            apply_action(state, np.int32(rows[place].action))
        return made, state

    def _scores(self, moment: Graph, replay: Any, node: int, state: Any, problem: Any) -> tuple[list[EdgeScore], int]:
        """Return the scores of a node's edges, and the edge that follows from them. Draws the random numbers of `replay`."""
        record = moment.nodes[node]
        count, first = int(record.edge_count), int(record.first_edge)
        block = moment.edges[first : first + count]
        if record.player == CHANCE:
            place = int(draw_outcome(moment.head, replay, record))
            weights = block["prior_weight"] / block["prior_weight"].sum()
            rows = [
                _edge_score(moment, each, int(record.player), problem, state, None, float(w))
                for each, w in zip(block, weights, strict=True)
            ]
            return rows, place
        plain = self._plain_scores(moment, replay, node, count)
        settings = self.search.kernel_settings
        place, scores = NONE, np.zeros(0)
        for closed_too in (False, True):  # where all open edges are excluded, the search looks at the proven ones too
            score_edges(moment.head, settings, replay, np.int64(node), closed_too)
            scores = replay.weights[:count].copy()
            place = int(pick_edge(moment.head, settings, replay, np.int64(node)))
            if place != NONE:
                break
        rows = [
            _edge_score(moment, each, int(record.player), problem, state, value, float(score))
            for each, value, score in zip(block, plain, scores, strict=True)
        ]
        return rows, place

    def _plain_scores(self, moment: Graph, replay: Any, node: int, count: int) -> list[float | None]:
        """Return the score of each edge without exploration: its value, as the rule sees it."""
        if self.search.settings.select in WITHOUT_TERM:
            return [None] * count
        settings, worker = copy_record(self.search.kernel_settings), copy_record(replay)
        settings.exploration = 0.0
        score_edges(moment.head, settings, worker, np.int64(node), True)
        return [float(each) for each in worker.weights[:count]]

    def _changes(self, before: _Snapshot, nodes: list[int], choices: list[Choice]) -> list[NodeChange]:
        after, made = self.search.graph.nodes, []
        for depth, node in enumerate(nodes):
            player = choices[depth - 1].player if depth else int(after[node].player)
            is_new = node >= len(before.nodes)
            visits = 0 if is_new else int(before.nodes[node]["visits"])
            value = seen(before.nodes[node]["value"], player) if visits else None
            text = choices[depth - 1].edges[choices[depth - 1].place].text if depth else ""
            now = after[node]
            made.append(NodeChange(node, text, (visits, int(now.visits)), (value, seen(now.value, player)), is_new))
        return made

    def _origin(self, before: _Snapshot, end: int) -> str:
        if self.search.graph.nodes[end].terminal:
            return "terminal"
        if int(self.search.workers[0].repeated_node) != NONE:
            return "repeated"
        was_known = end < len(before.nodes) and (before.nodes[end]["low"] == before.nodes[end]["high"]).all()
        return "proven" if self.search.settings.solver and was_known else "playout"


class _Snapshot:
    """The counts of a search before a simulation, and its worker with the random numbers that come next."""

    def __init__(self, search: Search) -> None:
        graph = search.graph
        self.first_edge = graph.edges.size - int(graph.head.edge_count)
        self.nodes = np.array(graph.nodes[: int(graph.head.node_count)])
        self.edges = np.array(graph.edges[self.first_edge :])
        self.worker = copy_record(search.workers[0])
        self.simulations, self.prunes = search.simulations, int(graph.head.prunes)


def _edge_score(moment: Graph, edge: Any, player: int, problem: Any, state: Any, value: float | None, score: float) -> EdgeScore:
    """Return the numbers of an edge; `value` is its score without exploration, or `None` where the rule has no such term."""
    action = int(edge["action"])
    is_untried, is_excluded = score == UNTRIED, score == EXCLUDED
    has_term = value is not None and not is_untried and not is_excluded
    mean = seen(moment.nodes[int(edge["child"])].value, player) if edge["child"] != NONE and edge["visits"] else None
    return EdgeScore(
        action=action,
        text=problem.action_text(state, action),
        visits=int(edge["visits"]),
        value=value if has_term else mean,
        exploration=score - value if has_term and value is not None else None,
        score=None if is_untried or is_excluded else score,
        is_excluded=is_excluded,
    )
