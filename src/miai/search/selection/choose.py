"""The scores of the edges that may be followed. `picking.py` picks one by them.

The worker's `weights` hold a score for each edge of the node, `EXCLUDED` for those that may not be followed. The scores stay there: if
the chosen edge turns out to be forbidden, `exclude` it and call `pick_edge` again for the next best.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.search.graph import GROUP_ACTION, NONE, edge_at, is_proven, node_at, seen_by, seen_high, seen_low
from miai.search.history import history_at
from miai.search.problem import CHANCE
from miai.search.root_tables import root_log_of, spread_of
from miai.search.selection import rules
from miai.search.selection.picking import EXCLUDED, UNTRIED, pick_best
from miai.search.selection.values import blended_value, fading_bias, history_value, is_known, playout_value, rave_of, tries_of
from miai.search.settings import (
    BAST,
    FPU_INFINITE,
    FPU_VALUE,
    OBJECTIVE,
    PUCT,
    RAVE_OFF,
    THOMPSON,
    UCB1,
    UCB1_TUNED,
    UCB2,
    WIDENING_LOG,
)
from miai.search.shared_rave import own_and_shared_rave, shared_rave_row

LEAST_DEVIATION = 1e-3
_CLOSED = np.uint64(2)
GROWTH_BEGINS = 32.0
"""Visits of a node from which `group_growth` applies."""
LARGEST_VARIANCE = 0.25
"""Of results from 0 to 1."""


class NodeTerms(NamedTuple):
    """The terms of a score that all edges of a node share. A tuple costs a kernel no more than separate arguments."""

    total: float
    """Visits of all edges, at least 1."""
    c: float
    """The exploration constant at this node."""
    prior_mass: float
    """Sum of the prior weights of all edges; only for PUCT."""
    rave_total: float
    """Sum of the RAVE visits of all edges, m(s) of equation 3.10; only with `rave_exploration`."""
    rave_row: int
    """The row of others' RAVE counts (`shared_rave.py`), or `NONE`."""


class EdgeTerms(NamedTuple):
    """The terms of a score that belong to one edge."""

    value: float
    """From all sources, as the player to act sees it."""
    tries: float
    """Visits that count for the edge."""
    trials: float
    """Tries and simulations in flight, at least 1."""
    in_flight: float
    """Simulations in flight below the edge, times the virtual loss."""


@kernel
def widened_count(settings, node):
    """Return how many of the node's edges, best prior first, are considered now. Basaldúa (2013), equation 3.4."""
    if settings.widening != WIDENING_LOG or node.player == CHANCE:
        return np.int64(node.edge_count)
    grown = settings.widening_slope * math.log(max(1.0, settings.widening_scale * node.visits))
    return min(np.int64(node.edge_count), np.int64(settings.widening_least + grown))


@kernel
def may_follow(graph, settings, node, edge):
    """Return whether searching below the edge can still change the node: its child is not proven, nor below the node's lower bound."""
    if not settings.solver or edge.child == NONE:
        return True
    child = node_at(graph, edge.child)
    if is_proven(child):
        return False
    if node.player == CHANCE:
        return True
    return seen_high(child, node.player) > seen_low(node, node.player)


@kernel(inline=True)
def exploration_of(settings, node, graph):
    """Return the exploration constant at this node; the choice of a group may have its own."""
    if (settings.group_exploration >= 0.0 or settings.group_growth > 1.0) and edge_at(
        graph, node.first_edge
    ).action <= GROUP_ACTION:
        return _group_exploration(settings, node)
    return settings.exploration


@kernel
def _group_exploration(settings, node):
    """Return the constant where a group is chosen; it grows by `group_growth` for each doubling of visits beyond 32.

    Van Eyck and Müller (2011), section 5: with groups the best constant grew from 0.5 at 32 simulations to 5 at 512 and 10 later.
    """
    c = settings.group_exploration if settings.group_exploration >= 0.0 else settings.exploration
    doublings = math.log(max(1.0, node.visits / GROWTH_BEGINS)) / math.log(2.0)
    return c * math.pow(settings.group_growth, doublings)


@kernel
def score_edges(graph, settings, worker, index, closed_too):
    """Write the score of each edge of node `index` into the worker's weights; return how many edges may be followed.

    With `closed_too`, edges below which everything is proven may be followed as well.
    """
    node, scores = node_at(graph, index), worker.weights
    total = max(1.0, float(node.visits - node.own_visits))
    if settings.counts_history:
        total += shared_visits(graph, settings, node)
    prior_mass = _prior_mass(graph, node) if settings.select == PUCT else 1.0
    rave_row = shared_rave_row(graph, settings, node)
    rave_total = _rave_total(graph, node, rave_row) if settings.rave_exploration > 0.0 else 1.0
    at_node = NodeTerms(total, exploration_of(settings, node, graph), prior_mass, rave_total, rave_row)
    considered = widened_count(settings, node)
    by_rave = considered < node.edge_count and settings.widening_by_rave and settings.rave != RAVE_OFF
    if by_rave:
        _admit_by_rave(graph, settings, worker, node, considered, closed_too, rave_row)
    open_edges = 0
    for i in range(node.edge_count):
        scores[i] = EXCLUDED
        edge = edge_at(graph, node.first_edge + i)
        if not (closed_too or may_follow(graph, settings, node, edge)):
            considered = min(considered + 1, np.int64(node.edge_count))  # proven edges do not count against the limit
            continue
        if worker.masks[i] == 1 if by_rave else i < considered:
            open_edges += 1
            scores[i] = score_edge(graph, settings, worker, node, edge, at_node)
            if settings.group_bias > 0.0 and edge.action <= GROUP_ACTION and scores[i] != UNTRIED:
                scores[i] += _group_bias(graph, settings, edge)
    if settings.select == OBJECTIVE and open_edges > 0:
        _make_fair(graph, settings, node, total, scores)
    return open_edges


@kernel
def shared_visits(graph, settings, node):
    """Return the visits of other searches in the positions after a node, as the weight of history."""
    total = 0.0
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        if edge_at(graph, e).history != NONE:
            total += history_at(graph, edge_at(graph, e).history).visits
    return total / settings.present_weight


@kernel(inline=True)
def pick_plainly(graph, settings, worker, index):
    """Return the place that `score_edges` and `pick_edge` choose where UCB1 is used without proofs, priors, RAVE and widening.

    One loop that writes nothing and has no branches that depend on the scores. The scores are written only where there is a tie, or
    where the best edge may be forbidden. docs/results/search-speed.md has the measured gain.
    """
    node = node_at(graph, index)
    first, player, count = np.int64(node.first_edge), node.player, np.int64(node.edge_count)
    total = np.int64(node.visits - node.own_visits)
    if settings.counts_history:
        total += np.int64(shared_visits(graph, settings, node))
    root_log = root_log_of(settings, total)
    c = exploration_of(settings, node, graph)
    best, place, ties = EXCLUDED, np.int64(NONE), 0
    for i in range(count):
        score = _score_plainly(graph, settings, first + i, player, root_log, c)
        place = i if score > best else place
        ties = 1 if score > best else ties + (score == best)
        best = max(score, best)
    if ties == 1 and not settings.has_cycles:
        return place
    for i in range(count):
        worker.weights[i] = _score_plainly(graph, settings, first + i, player, root_log, c)
    return place if ties == 1 else pick_best(worker.stream, worker.weights, count)


@kernel(inline=True)
def _score_plainly(graph, settings, index, player, root_log, c):
    """Return UCB1 of one edge. An untried edge with history counts as tried once."""
    edge = edge_at(graph, index)
    if settings.checks_edges:
        if edge.in_flight > 0:
            return _score_in_flight(graph, settings, edge, player, root_log, c)
        if edge.history != NONE:
            value, tries = seen_by(history_at(graph, edge.history).mixed, player), np.int64(edge.visits)
            if settings.counts_history:
                tries += np.int64(history_at(graph, edge.history).visits / settings.present_weight)
            return rules.ucb1(value, spread_of(settings, max(np.int64(1), tries)), root_log, c)
    if edge.visits > 0:
        value = seen_by(node_at(graph, edge.child).value, player)
        return rules.ucb1(value, spread_of(settings, np.int64(edge.visits)), root_log, c)
    return UNTRIED


@kernel
def _score_in_flight(graph, settings, edge, player, root_log, c):
    """Return UCB1 of an edge with simulations in flight below it, which count as lost."""
    in_flight, tries = settings.virtual_loss * edge.in_flight, float(edge.visits)
    if edge.history != NONE:
        value, worth = history_value(graph, settings, edge, player, edge.visits, in_flight)
        if settings.counts_history:
            tries = worth
    else:
        value = playout_value(graph, edge, player, edge.visits, in_flight)
    return rules.ucb1(value, 1.0 / math.sqrt(max(1.0, tries + in_flight)), root_log, c)


@kernel
def _group_bias(graph, settings, edge):
    """Return the mean result of the group elsewhere in the search, minus one half, fading with its visits here."""
    group = GROUP_ACTION - edge.action
    chosen = graph.group_visits[group]
    if chosen == 0:
        return 0.0
    return settings.group_bias * (graph.group_sum[group] / chosen - 0.5) / (edge.visits + settings.group_bias)


@kernel
def _admit_by_rave(graph, settings, worker, node, considered, closed_too, rave_row):
    """Set the masks of the edges to consider to 1: those with visits, then the best by prior and RAVE until there are `considered`.

    Basaldúa (2013), section 3.1.3, without a formula. Here a prior counts as visits of its weight beside those of RAVE.
    """
    masks, values = worker.masks, worker.weights
    admitted = 0
    for i in range(node.edge_count):
        edge = edge_at(graph, node.first_edge + i)
        if not (closed_too or may_follow(graph, settings, node, edge)):
            masks[i] = _CLOSED
            continue
        masks[i] = np.uint64(edge.visits > 0 or edge.in_flight > 0)
        admitted += edge.visits > 0 or edge.in_flight > 0
        weight = max(1.0, edge.prior_weight)
        rave_visits, rave_sum = own_and_shared_rave(graph, edge, rave_row)
        values[i] = (weight * edge.prior + rave_sum) / (weight + rave_visits)
    while admitted < considered:
        best = NONE
        for i in range(node.edge_count):
            if masks[i] == 0 and (best == NONE or values[i] > values[best]):
                best = i
        if best == NONE:
            return
        masks[best] = np.uint64(1)
        admitted += 1


@kernel
def _rave_total(graph, node, rave_row):
    total = 0.0
    for i in range(node.edge_count):
        total += own_and_shared_rave(graph, edge_at(graph, node.first_edge + i), rave_row)[0]
    return max(1.0, total)


@kernel
def _prior_mass(graph, node):
    mass = 0.0
    for i in range(node.edge_count):
        mass += edge_at(graph, node.first_edge + i).prior_weight
    return mass


@kernel
def score_edge(graph, settings, worker, node, edge, at_node):
    """Return the score of one edge that may be followed."""
    tries = tries_of(graph, edge, settings)
    in_flight = settings.virtual_loss * edge.in_flight if settings.atomic else 0.0
    rave_visits, rave_sum = rave_of(graph, settings, worker, node, edge, at_node.rave_row)
    count, counted = max(1.0, tries + in_flight), float(tries)
    share = 1.0
    if is_known(settings, tries, edge, rave_visits):
        value, worth = playout_value(graph, edge, node.player, tries, in_flight), float(tries)
        if settings.has_history and edge.history != NONE:
            value, worth = history_value(graph, settings, edge, node.player, tries, in_flight)
            if settings.counts_history:
                count, counted = max(1.0, worth + in_flight), worth
        value, share = blended_value(settings, value, worth, edge, rave_visits, rave_sum, at_node.rave_total)
    elif settings.select == PUCT or settings.select == THOMPSON:
        value = settings.fpu_value
    elif in_flight > 0.0:
        value = 0.0
    elif settings.fpu == FPU_INFINITE:
        return UNTRIED
    elif settings.fpu == FPU_VALUE:
        return settings.fpu_value + fading_bias(settings, tries, edge)
    else:
        value = settings.fpu_value
    value += fading_bias(settings, tries, edge)
    score = _apply_rule(graph, settings, worker, node, edge, at_node, EdgeTerms(value, counted, count, in_flight))
    if share < 1.0 and settings.shared_confidence and settings.select != PUCT and settings.select != THOMPSON:
        return value + share * (score - value)
    return score


@kernel
def _apply_rule(graph, settings, worker, node, edge, at_node, at_edge):
    rule, value, count, total, c = settings.select, at_edge.value, at_edge.trials, at_node.total, at_node.c
    if rule == UCB1:
        return rules.ucb1(value, 1.0 / math.sqrt(count), math.sqrt(math.log(total)), c)
    if rule == PUCT:
        probability = edge.prior_weight / at_node.prior_mass if at_node.prior_mass > 0.0 else 1.0 / node.edge_count
        return rules.puct(value, probability, at_edge.tries + at_edge.in_flight, total, c)
    if rule == UCB1_TUNED:
        return rules.ucb1_tuned(value, _variance(graph, edge, node.player), count, total, c)
    if rule == THOMPSON:
        return rules.thompson(min(1.0, max(0.0, value)), at_edge.tries + at_edge.in_flight, worker.stream)
    if rule == UCB2:
        return rules.ucb2(value, count, total, settings.ucb2_alpha, c)
    if rule == BAST:
        return _bast(graph, settings, node, edge, worker.path_length + 1, at_node, at_edge)
    return value  # epsilon-greedy and objective Monte Carlo begin with the plain value


@kernel
def _variance(graph, edge, player):
    """Return the variance of the results below the edge, whatever the edge's value is blended from; 1/4, the largest, without results."""
    if edge.child == NONE or node_at(graph, edge.child).visits == 0:
        return LARGEST_VARIANCE
    child = node_at(graph, edge.child)
    seen = 0 if child.total.size == 1 else player  # 1 - x, the view of player 1, has the variance of x
    mean = child.total[seen] / child.visits
    return max(0.0, child.squares[seen] / child.visits - mean * mean)


@kernel
def _bast(graph, settings, node, edge, depth, at_node, at_edge):
    """Return min(value + confidence + smoothness at the child's depth, the bound by the child's own children)."""
    slack = settings.smoothness * math.pow(settings.smoothness_decay, float(depth))
    bound = at_edge.value + rules.bast_confidence(at_edge.trials, at_node.total, settings.confidence, at_node.c) + slack
    if edge.child == NONE or node.low.size > 1:  # bounds exist for the first value only
        return bound
    child = node_at(graph, edge.child)
    return min(bound, 1.0 - child.lower if node.player == 1 else float(child.upper))


@kernel
def _make_fair(graph, settings, node, total, scores):
    """Objective Monte Carlo: replace the values in `scores` by fairness, the weights of a draw. Do nothing while an edge is untried."""
    best = EXCLUDED
    for i in range(node.edge_count):
        if scores[i] == UNTRIED:
            return
        best = max(best, scores[i])
    urgencies = 0.0
    for i in range(node.edge_count):
        if scores[i] != EXCLUDED:
            edge = edge_at(graph, node.first_edge + i)
            deviation = max(LEAST_DEVIATION, math.sqrt(_variance(graph, edge, node.player)))
            scores[i] = rules.urgency(scores[i], deviation, best)
            urgencies += scores[i]
    for i in range(node.edge_count):
        if scores[i] != EXCLUDED:
            tries = max(1, tries_of(graph, edge_at(graph, node.first_edge + i), settings))
            scores[i] = rules.fairness(scores[i], tries, total, urgencies)
