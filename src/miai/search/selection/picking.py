"""The choice of an edge by the scores in the worker's `weights`: the best, a drawn one, or one that the rule prescribes."""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import next_below, next_float, next_weighted
from miai.search.graph import NONE, edge_at, node_at
from miai.search.selection import rules
from miai.search.selection.values import tries_of
from miai.search.settings import EPSILON_GREEDY, OBJECTIVE, UCB2

EXCLUDED = -np.inf
UNTRIED = 1e300
"""The score of an untried edge where its urgency is infinite: above all others, below infinity so that ties can be counted."""


@kernel
def exclude(worker, place):
    """Exclude the edge at `place` from the choice."""
    worker.weights[place] = EXCLUDED


@kernel
def pick_edge(graph, settings, worker, index):
    """Return the place (0, 1, ...) of the edge to follow from node `index`, by the scores; `NONE` if all are excluded."""
    node, scores, stream = node_at(graph, index), worker.weights, worker.stream
    count = np.int64(node.edge_count)
    if settings.select == EPSILON_GREEDY and _count_open(scores, count) > 0:
        total = float(node.visits - node.own_visits)
        if next_float(stream) < rules.epsilon_now(settings.epsilon, settings.epsilon_decay, total):
            return _pick_any(stream, scores, count)
    elif settings.select == UCB2:
        place = _unfinished_epoch(graph, settings, node, scores)
        if place != NONE:
            return place
    elif settings.select == OBJECTIVE:
        place = _pick_by_weight(stream, scores, count)
        if place != NONE:
            return place
    return pick_best(stream, scores, count)


@kernel
def pick_best(stream, scores, count):
    """Return the place with the best score, a random one of several; `NONE` if all are excluded."""
    best, ties = EXCLUDED, 0
    for i in range(count):
        if scores[i] > best:
            best, ties = scores[i], 1
        elif scores[i] == best:
            ties += 1
    if best == EXCLUDED:
        return np.int64(NONE)
    skip = np.int64(next_below(stream, ties)) if ties > 1 else np.int64(0)
    for i in range(count):
        if scores[i] == best:
            if skip == 0:
                return np.int64(i)
            skip -= 1
    return np.int64(NONE)


@kernel
def _count_open(scores, count):
    """Return how many places are not excluded."""
    possible = 0
    for i in range(count):
        possible += scores[i] != EXCLUDED
    return possible


@kernel
def _pick_any(stream, scores, count):
    """Return a random place that is not excluded. There must be one."""
    skip = np.int64(next_below(stream, _count_open(scores, count)))
    for i in range(count):
        if scores[i] != EXCLUDED:
            if skip == 0:
                return np.int64(i)
            skip -= 1
    return np.int64(NONE)


@kernel
def _pick_by_weight(stream, scores, count):
    """Return a place with a probability proportional to its score; `NONE` if there is an untried edge or no weight at all."""
    total = 0.0
    for i in range(count):
        if scores[i] == UNTRIED:
            return np.int64(NONE)
        if scores[i] != EXCLUDED:
            total += scores[i]
    return np.int64(next_weighted(stream, scores, count, total)) if total > 0.0 else np.int64(NONE)


@kernel
def _unfinished_epoch(graph, settings, node, scores):
    """Return the place of the edge whose UCB2 epoch is not complete, or `NONE`."""
    for i in range(node.edge_count):
        if scores[i] != EXCLUDED and rules.ucb2_is_in_epoch(
            tries_of(graph, edge_at(graph, node.first_edge + i), settings), settings.ucb2_alpha
        ):
            return np.int64(i)
    return np.int64(NONE)
