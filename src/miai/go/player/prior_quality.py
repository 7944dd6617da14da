"""The quality of priors: the rank correlation of the prior and the found values of a node's moves.

Basaldúa (2013), *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*, section 3.2.2, keeps
priors apart from results in order to judge them by Spearman's rank correlation.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from miai.core.statistics import rank_correlation
from miai.go.analysis import PriorQuality
from miai.search.driver import Search
from miai.search.graph import NONE
from miai.search.result import ActionResult

LEAST_MOVES = 4
"""A rank correlation of fewer pairs has no interval."""
LEAST_VISITS = 100
"""Visits of a node below which its values are too rough to be compared with priors."""


def prior_quality(search: Search, rows: Sequence[ActionResult]) -> PriorQuality | None:
    """Return the quality of the priors at the root and in the graph below; `None` without priors, or with too few moves.

    `rows` are the searched moves of the root.
    """
    known = [row for row in rows if row.visits > 0 and row.value is not None and row.prior_weight > 0]
    here = correlation([row.prior for row in known], [float(row.value or 0.0) for row in known])
    if here is None:
        return None
    below = correlations_below(search)
    mean = sum(below) / len(below) if below else None
    return PriorQuality(here[0], here[1], here[2], len(known), mean, len(below))


def correlation(priors: Sequence[float], values: Sequence[float]) -> tuple[float, float, float] | None:
    """Return Spearman's correlation with its 95 % interval; `None` for fewer than four pairs, or constant values."""
    if len(priors) < LEAST_MOVES or np.ptp(priors) == 0 or np.ptp(values) == 0:
        return None
    return rank_correlation(priors, values)


def correlations_below(search: Search) -> list[float]:
    """Return the correlation in each node with at least `LEAST_VISITS` visits, the root included."""
    graph = search.graph
    nodes = graph.nodes[: graph.head.node_count]
    found = []
    for index in np.flatnonzero((nodes.visits >= LEAST_VISITS) & (nodes.edge_count >= LEAST_MOVES) & (nodes.player >= 0)):
        node = nodes[index]
        edges = graph.edges[node.first_edge : node.first_edge + node.edge_count]
        edges = edges[(edges.visits > 0) & (edges.child != NONE) & (edges.prior_weight > 0) & (edges.action >= 0)]
        values = nodes.value[edges.child, 0]
        each = correlation(edges.prior.tolist(), (1.0 - values if node.player == 1 else values).tolist())
        found += [] if each is None else [each[0]]
    return found
