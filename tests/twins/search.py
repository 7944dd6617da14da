"""The slow twin of the search: tree and graph search in plain Python, written from the definitions.

Read this first to learn what the search does, and `loop.py` to learn how it is made fast. Both draw the same random numbers in the
same order, so that their graphs are the same, visit for visit and value for value, in every mode and with every rule: the tests
compare them. There is one thread here and no limit of memory; everything else is here, the formulas in `reference_rules.py`.

Values are lists: of player 0 alone where the others' follow from it, else one for each player (see `graph.py`).
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.core.streams import next_weighted
from miai.search import problem as rules_of
from miai.search.kernel_settings import make_kernel_settings
from miai.search.positions import Positions
from miai.search.problem import CHANCE
from miai.search.settings import Settings
from miai.search.worker import new_workers, values_of
from tests.twins import search_rules as formulas
from tests.twins.search_graph import Edge, Entry, Node, look_up_values
from tests.twins.search_history import attach_history, pasts_of, set_history_bounds
from tests.twins.search_rules import add_up, seen


class ReferenceSearch:
    """A search from `state`, to be compared with `Search` of the same settings and seed."""

    def __init__(
        self, state: Any, settings: Settings | None = None, seed: int = 0, history: Positions | None = None, **changes: Any
    ) -> None:
        self.pasts = pasts_of(history)
        self.settings = dataclasses.replace(settings or Settings(), **changes)
        self.problem = rules_of.problem_of(state)
        self.state = copy_record(state)
        self.worker = new_workers(self.problem, self.settings, seed, 1)[0]
        self.values = values_of(self.problem)
        made = make_kernel_settings(self.settings, self.problem)
        self.solver, self.has_cycles = bool(made.solver), bool(made.has_cycles)
        self.table: dict[Any, Node] = {}
        self.group_visits: dict[int, int] = {}
        self.entries: dict[int, Entry] = {}
        self.group_sum: dict[int, float] = {}
        self.root = self.node_for(self.state, int(rules_of.position_key(self.state)))

    def run(self, simulations: int) -> None:
        for _ in range(simulations):
            if self.solver and self.root.is_proven:
                break
            self.simulate()
        for node in (self.root, *(edge.child for edge in self.root.edges or [] if edge.group is not None and edge.child)):
            look_up_values(node.edges or [], self.solver)  # what results report

    def simulate(self) -> None:
        state = copy_record(self.state)
        self.path = [self.root]
        self.taken: list[Edge] = []  # the edges between the nodes of the path
        self.times: list[int] = []  # and when each was taken
        self.worker.first_played[:], self.worker.trace_base, self.worker.trace_length = 0, 1, 0
        self.repeated_node: Node | None = None
        self.descend(state)
        result = self.evaluate(state, self.path[-1])
        if self.solver:
            self.prove()
        self.back_up(result)
        if self.settings.rave != "off":
            self.update_rave(result)

    # --- descend ---

    def descend(self, state: Any) -> None:
        """Walk down until nothing more is known; `state` follows."""
        while len(self.taken) < self.worker.path_edges.size:
            node = self.path[-1]
            if node.terminal or (self.solver and node.is_proven):
                return
            self.open(node, state)
            edge = self.choose(node, state) if node.edges else None
            if edge is None or not self.follow(node, edge, state):
                return
            reached = self.path[-1]
            if reached.visits == 0 and reached.group is None and self.settings.expand_threshold > 0:
                return

    def choose(self, node: Node, state: Any) -> Edge | None:
        """Return the edge to follow, or `None` where none may be followed."""
        if node.player == CHANCE:
            return self.draw_outcome(node)
        edges = node.edges or []
        look_up_values(edges, self.solver)
        scores = formulas.score_edges(self, node, [edge for edge in edges if self.is_worth_a_look(node, edge)])
        if self.solver and len(scores) < len(edges) and self.tighten(node) and node.is_proven:
            return None
        edge = self.first_allowed(node, scores, state)
        if edge is None and self.solver:  # the rest is proven, but not the node: its player is indifferent, or history forbids
            edge = self.first_allowed(node, formulas.score_edges(self, node, edges), state)
        return edge

    def first_allowed(self, node: Node, scores: formulas.Scores, state: Any) -> Edge | None:
        """Return the best of the scored edges that this path may take."""
        while scores:
            edge = formulas.pick(self, node, scores)
            if edge.group is not None or self.may_take(edge, state):
                return edge
            del scores[edge]
        return None

    def draw_outcome(self, node: Node) -> Edge:
        edges = node.edges or []
        weights = [edge.weight for edge in edges]
        return edges[int(next_weighted(self.worker.stream, np.array(weights), len(edges), add_up(weights)))]

    def is_worth_a_look(self, node: Node, edge: Edge) -> bool:
        """Return whether searching below the edge can still change what is known of the node."""
        if not self.solver or edge.child is None:
            return True
        if len(edge.child.low) > 1 or edge.child.is_proven:
            return not edge.child.is_proven
        if node.player == 1:
            return edge.child.low[0] < node.high[0]
        return edge.child.high[0] > node.low[0]

    def may_take(self, edge: Edge, state: Any) -> bool:
        """Return whether the history of this path allows the edge."""
        leads_back = self.problem.repeats and any(node is edge.child for node in self.path)
        return not leads_back and bool(rules_of.is_allowed(state, np.int32(edge.action)))

    def follow(self, node: Node, edge: Edge, state: Any) -> bool:
        """Play the edge's action. False if it leads back to a position of the path: then the simulation ends with what that is worth."""
        time = int(self.worker.trace_length)
        if edge.group is None:
            if node.player != CHANCE:
                rules_of.note_action(self.worker, node.player, np.int32(edge.action))
            rules_of.apply_action(state, np.int32(edge.action))
            if edge.child is None:
                is_tree = self.settings.mode in ("tree", "table")
                key = (node.key, edge.action) if is_tree else int(rules_of.position_key(state))
                is_new, edge.child, edge.past = key not in self.table, self.node_for(state, key), self.pasts.get(key)
                if is_new and self.settings.mode == "table":
                    edge.child.entry = self.entries.setdefault(int(rules_of.position_key(state)), Entry(self.values))
                    edge.child.entry.references += 1
                if is_new and self.solver:
                    set_history_bounds(edge.child, edge.past)
        if self.problem.repeats and any(each is edge.child for each in self.path):
            self.repeated_node = edge.child
            return False
        assert edge.child is not None
        self.times.append(time)
        self.taken.append(edge)
        self.path.append(edge.child)
        return True

    # --- expand ---

    def node_for(self, state: Any, key: Any) -> Node:
        """Return the node with that key, made if there is none."""
        if key not in self.table:
            over = bool(rules_of.is_terminal(state))
            self.table[key] = Node(key, CHANCE if over else int(rules_of.player_to_act(state)), over, self.values)
            if key in self.pasts:
                self.pasts[key].node = self.table[key]
        return self.table[key]

    def open(self, node: Node, state: Any) -> None:
        """Expand the node if it is old enough, and make its groups if it is time."""
        s = self.settings
        if node.edges is None and node.own_visits >= s.expand_threshold:
            self.expand(node, state)
        if node.edges is None or s.grouping == "off" or node.group is not None or node.player == CHANCE:
            return
        is_due = node.visits >= s.group_after
        if node.grouped_at is not None:
            is_due = s.group_every > 0 and node.visits >= node.grouped_at + s.group_every
        if is_due:
            self.make_groups(node, state)

    def expand(self, node: Node, state: Any) -> None:
        s = self.settings
        count = int(rules_of.list_actions(state, self.worker.actions))
        node.edges = []
        for action in self.worker.actions[:count]:
            if s.mode in ("tree", "table") and not rules_of.is_allowed(state, action):
                continue  # a node of a tree has one history
            prior, weight = 0.5, 0.0
            if node.player == CHANCE:
                weight = float(rules_of.chance_weight(state, action))
            elif s.prior != "off" or s.select == "puct" or s.widening != "off" or (s.grouping == "made" and s.group_by == "prior"):
                prior, weight = (float(number) for number in rules_of.action_prior(state, action))
            node.edges.append(Edge(int(action), prior, weight))
        if s.widening != "off" and node.player != CHANCE:
            node.edges.sort(key=lambda edge: -edge.prior)
        attach_history(self.pasts, node)

    def make_groups(self, node: Node, state: Any) -> None:
        """Put a node for each group between `node` and its actions. The first group of an action takes over its visits."""
        edges = self.ungrouped(node)
        members: dict[int, list[Edge]] = {}
        for place, groups in enumerate(self.groups_of(node, edges, state)):
            for group in groups:
                edge, old = Edge(edges[place].action, edges[place].prior, edges[place].weight), edges[place]
                edge.child, edge.past, edge.rave_visits, edge.rave_sum = old.child, old.past, old.rave_visits, old.rave_sum
                edge.visits = old.visits if group == min(groups) else 0
                members.setdefault(group, []).append(edge)
        node.edges = []
        for group in sorted(members):
            node.edges.append(Edge(-1, group=group))
            node.edges[-1].child = self.group_node(node, group, members[group])
            node.edges[-1].visits = sum(edge.visits for edge in members[group])
        node.grouped_at = max(1, node.visits)

    def groups_of(self, node: Node, edges: list[Edge], state: Any) -> list[set[int]]:
        """Return the groups of each edge: the problem's, or equal shares by value so far; and the group of all, if wanted."""
        s = self.settings
        if s.grouping == "given":
            masks = [int(rules_of.action_groups(state, np.int32(edge.action))) for edge in edges]
            found = [{bit for bit in range(64) if mask >> bit & 1} for mask in masks]
        else:
            worth = {edge: seen(edge.child.value, node.player) if edge.visits and edge.child else -1.0 for edge in edges}
            ranked = sorted(edges, key=lambda edge: -(edge.prior if s.group_by == "prior" else worth[edge]))
            places, count = [ranked.index(edge) for edge in edges], s.group_count
            found = [{place % count if s.group_layout == "split" else place * count // len(edges)} for place in places]
        return [groups | {63} if s.group_of_all else groups for groups in found]

    def group_node(self, node: Node, group: int, edges: list[Edge]) -> Node:
        """Return a node for one group, as if the visits of its edges had come through it."""
        made = Node(node.key, node.player, False, self.values, group)
        made.edges = edges
        for edge in edges:
            if edge.child is None or edge.visits == 0:
                continue
            made.visits += edge.visits
            for v in range(self.values):
                made.total[v] += edge.visits * edge.child.value[v]
                made.squares[v] += edge.visits * edge.child.squares[v] / edge.child.visits
        made.value = [total / max(1, made.visits) for total in made.total]
        return made

    def ungrouped(self, node: Node) -> list[Edge]:
        """Return the edges of a node with its groups taken away: each action once, with its visits in all groups."""
        if not node.has_groups:
            return node.edges or []
        by_action: dict[int, Edge] = {}
        for to_group in node.edges or []:
            group = to_group.child
            assert group is not None
            node.own_visits += group.own_visits
            node.own_sum = [a + b for a, b in zip(node.own_sum, group.own_sum, strict=True)]
            for edge in group.edges or []:
                first = by_action.setdefault(edge.action, edge)
                if first is not edge:
                    first.visits += edge.visits
                    first.child = first.child or edge.child
        return list(by_action.values())

    # --- evaluate ---

    def evaluate(self, state: Any, node: Node) -> list[float]:
        """Return the result of this simulation, 0 to 1: what is known, else what a playout brings."""
        if self.solver and node.is_proven:
            return list(node.low)
        if self.repeated_node is not None and self.repeated_node.visits > 0:
            return list(self.repeated_node.value)
        if not node.terminal:
            rules_of.play_out(state, self.worker)
        low, high = self.problem.rewards
        result = [(float(rules_of.reward(state, v)) - low) / (high - low) for v in range(self.values)]
        result = [min(1.0, max(0.0, each)) for each in result]
        if node.terminal and self.solver:
            node.low, node.high, node.value = list(result), list(result), list(result)
        return result

    # --- prove ---

    def prove(self) -> None:
        """Carry bounds up the path as long as they change anything."""
        for node in reversed(self.path[:-1]):
            if not self.tighten(node):
                return

    def tighten(self, node: Node) -> bool:
        """Recompute the bounds of a node from its children's; whether they have become tighter."""
        if node.is_proven or not node.edges:
            return False
        low, high = formulas.bounds(node, self.values)
        tighter = any(a > b for a, b in zip(low, node.low, strict=True)) or any(a < b for a, b in zip(high, node.high, strict=True))
        node.low = [max(pair) for pair in zip(low, node.low, strict=True)]
        node.high = [min(pair) for pair in zip(high, node.high, strict=True)]
        if node.low == node.high:
            node.value = list(node.low)
        return tighter

    # --- back up ---

    def back_up(self, result: list[float]) -> None:
        """Enter the result at the end of the path and carry it to the root."""
        end = self.path[-1]
        end.own_visits += 1
        end.own_sum = [a + b for a, b in zip(end.own_sum, result, strict=True)]
        for depth in range(len(self.path) - 1, -1, -1):
            node = self.path[depth]
            if node is not end:
                self.taken[depth].visits += 1
            if node.group is not None:
                self.group_visits[node.group] = self.group_visits.get(node.group, 0) + 1
                self.group_sum[node.group] = self.group_sum.get(node.group, 0.0) + seen(result, node.player)
            node.visits += 1
            self.add_result(node, result)
            if self.settings.select == "bast":
                node.lower, node.upper = formulas.bast_bounds(self.settings, node, depth)
        if self.settings.mode == "multipath" and not self.has_cycles:
            for node in self.children_first():
                self.recompute(node)

    def add_result(self, node: Node, result: list[float]) -> None:
        """Count one more result at the node, and say what the node is worth now: here the modes differ."""
        for v in range(self.values):
            node.total[v] += result[v]
            node.squares[v] += result[v] * result[v]
        if self.settings.mode in ("uct-dag", "multipath"):
            self.recompute(node)
        else:
            node.value = [total / node.visits for total in node.total]
        if node.entry is not None:
            node.entry.add(result)
            node.value = node.entry.mean()

    def recompute(self, node: Node) -> None:
        """Set the value to (own results + sum of edge visits x child's value) / visits, or to the exact value."""
        if self.solver and node.is_proven:
            return
        for v in range(self.values):
            total = node.own_sum[v]
            for edge in node.edges or []:
                if edge.child and edge.visits:
                    total += edge.visits * edge.child.value[v]
            node.value[v] = total / max(1, node.visits)

    def children_first(self) -> list[Node]:
        """Return every node of a graph without cycles, after all nodes that can be reached from it."""
        done: dict[Node, None] = {}

        def visit(node: Node) -> None:
            if node not in done:
                for edge in node.edges or []:
                    if edge.child:
                        visit(edge.child)
                done[node] = None

        visit(self.root)
        return list(done)

    def nodes(self) -> list[Node]:
        """Return every node below the root, once."""
        found, waiting = {self.root: None}, [self.root]
        while waiting:
            for edge in waiting.pop().edges or []:
                if edge.child and edge.child not in found:
                    found[edge.child] = None
                    waiting.append(edge.child)
        return list(found)

    def update_rave(self, result: list[float]) -> None:
        """Count every action that a node's player took here or later in this simulation as if it had been taken here."""
        for node, time in zip(self.path, self.times, strict=False):
            for edge in node.edges or []:
                if edge.group is None and node.player != CHANCE:
                    when = int(self.worker.first_played[node.player, edge.action]) - 1  # -1: not at all
                    if when >= time:
                        edge.rave_visits += 1
                        edge.rave_sum += seen(result, node.player)

    # --- play ---

    def play(self, action: int) -> None:
        """Make the position after `action` the root; drop the nodes that cannot be reached from it."""
        rules_of.apply_action(self.state, np.int32(action))
        groups = [edge.child for edge in self.root.edges or [] if edge.group is not None and edge.child]
        edges = [edge for node in groups or [self.root] for edge in node.edges or []]
        child = next((edge.child for edge in edges if edge.action == action and edge.child), None)
        if child is None:
            self.table = {}
            child = self.node_for(self.state, int(rules_of.position_key(self.state)))
        self.root = child
        if child.edges is None and child.is_proven and not child.terminal:  # known from earlier, but not by which move
            child.low, child.high = [0.0] * self.values, [1.0] * self.values
            child.value = [total / max(1, child.own_visits) for total in child.own_sum]
        kept = set(self.nodes())
        self.table = {key: node for key, node in self.table.items() if node in kept}
        used = [node.entry for node in kept]
        least = self.settings.table_threshold
        self.entries = {key: each for key, each in self.entries.items() if each.references >= least or each in used}
        for key, past in self.pasts.items():
            past.node = self.table.get(key)
