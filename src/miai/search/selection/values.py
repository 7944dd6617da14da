"""The value of an edge: that of the playouts, blended with all-moves-as-first values, priors and history.

V = a . prior + b . rave + (1 - a - b) . playouts            Basaldúa (2013), equation 3.15; `settings.py` has the full reference

The playouts' part of equation 3.15 contains its confidence term (3.11), so that term is multiplied by 1 - a - b too: `blended_value`
returns this share, and `choose.score_edge` applies it. The RAVE part has its own confidence term in equation 3.10, of Gelly and Silver, and
none in equation 3.16: `rave_exploration` is its constant, 0 by default.
"""

from __future__ import annotations

import math

from miai.core.kernels import kernel
from miai.search.graph import NONE, edge_at, node_at, seen_by
from miai.search.history import history_at
from miai.search.settings import (
    PRIOR_BIAS,
    PRIOR_HORIZON,
    PRIOR_VIRTUAL,
    RAVE_AYA,
    RAVE_MSE,
    RAVE_OFF,
    SHARED,
)
from miai.search.shared_rave import own_and_shared_rave, shared_rave_row


@kernel
def tries_of(graph, edge, settings):
    """Return the tries of the edge: its own visits; in mode `shared`, which is unsound, all visits of its child."""
    if settings.mode == SHARED and edge.child != NONE:
        return node_at(graph, edge.child).visits
    return edge.visits


@kernel
def rave_of(graph, settings, worker, node, edge, row):
    """Return (visits, sum of results) of all-moves-as-first for an edge, those of other searches that run now included.

    `row` has those of others for this node, or is `NONE`. With GRAVE both are those of the edge that lends them.
    """
    if settings.grave > 0 and edge.action >= 0 and worker.rave_edges[node.player, edge.action] != NONE:
        lender = edge_at(graph, worker.rave_edges[node.player, edge.action])
        return own_and_shared_rave(graph, lender, shared_rave_row(graph, settings, node_at(graph, lender.parent)))
    return own_and_shared_rave(graph, edge, row)


@kernel
def rave_share(settings, tries, rave_visits):
    """Return b, the weight of the all-moves-as-first value."""
    if settings.rave == RAVE_OFF or rave_visits == 0:
        return 0.0
    n, m = float(tries), float(rave_visits)
    if settings.rave == RAVE_MSE:
        return m / (m + n + m * n * settings.rave_bias)  # least squared error: Basaldúa (2013), equation 3.13
    if settings.rave == RAVE_AYA:
        return math.sqrt(100.0 / (3.0 * n + 100.0))  # Basaldúa (2013), equation 3.14
    k = settings.rave_equivalence
    return math.sqrt(k / (3.0 * n + k)) if k > 0.0 else 0.0  # Gelly and Silver (2007), chosen by hand


@kernel
def rave_confidence(settings, rave_visits, rave_total):
    """Return K_r sqrt(ln m(s) / m(s, a)), the confidence term of RAVE. Basaldúa (2013), equation 3.10."""
    if settings.rave_exploration <= 0.0:
        return 0.0
    return settings.rave_exploration * math.sqrt(math.log(rave_total) / rave_visits)


@kernel
def prior_share(settings, tries, prior_weight):
    """Return a, the weight of the prior, which falls linearly to 0 at the horizon. Basaldúa (2013), equation 3.17."""
    if settings.prior != PRIOR_HORIZON or prior_weight <= 0.0:
        return 0.0
    horizon = settings.prior_horizon * prior_weight
    return max(0.0, (horizon - tries) / horizon) if horizon > 0.0 else 0.0


@kernel
def is_known(settings, tries, edge, rave_visits):
    """Return whether an edge has visits, history, RAVE visits or a prior; if not, first-play urgency decides."""
    if tries > 0 or (settings.has_history and edge.history != NONE):
        return True
    if settings.rave != RAVE_OFF and rave_visits > 0:
        return True
    return (settings.prior == PRIOR_HORIZON or settings.prior == PRIOR_VIRTUAL) and edge.prior_weight > 0.0


@kernel
def playout_value(graph, edge, player, tries, in_flight):
    """Return the mean result below the edge, with simulations in flight counted as lost."""
    if tries <= 0 or edge.child == NONE:
        return 0.0
    value = seen_by(node_at(graph, edge.child).value, player)
    if in_flight > 0.0:
        value = value * tries / (tries + in_flight)
    return value


@kernel
def history_value(graph, settings, edge, player, tries, in_flight):
    """Return (value, tries) of an edge with history: (m W + W_h) / (m V + V_h), and the tries of the edge plus V_h / m.

    W and V are those of the position after the edge, on all paths. Simulations in flight count as lost.
    """
    history = history_at(graph, edge.history)
    worth = tries + history.visits / settings.present_weight
    value = seen_by(history.mixed, player)
    if in_flight > 0.0:
        value = value * worth / (worth + in_flight)
    return value, worth


@kernel
def blended_value(settings, value, tries, edge, rave_visits, rave_sum, rave_total):
    """Return V, the value of an edge from all sources, and 1 - a - b, the share of the playouts.

    `value` is that of the playouts; it has no weight if `tries` is 0 and there is another source.
    """
    n = float(tries)
    if settings.prior == PRIOR_VIRTUAL and edge.prior_weight > 0.0:
        value = (value * n + edge.prior * edge.prior_weight) / (n + edge.prior_weight)
        n += edge.prior_weight
    a = prior_share(settings, n, edge.prior_weight)
    b = min(rave_share(settings, n, rave_visits), 1.0 - a)  # the source does not define a + b > 1; here the prior has precedence
    mixed = (1.0 - a - b) * value
    if a > 0.0:
        mixed += a * edge.prior
    if b > 0.0:
        mixed += b * (rave_sum / rave_visits + rave_confidence(settings, rave_visits, rave_total))
    return mixed, 1.0 - a - b


@kernel
def fading_bias(settings, tries, edge):
    """Return the progressive bias, which fades with the visits. Chaslot et al. (2008), *Progressive strategies for MCTS*."""
    if settings.prior != PRIOR_BIAS:
        return 0.0
    return settings.prior_bias * edge.prior * edge.prior_weight / (tries + 1.0)
