"""The formulas of the slow twin: value, choice and proof. Written from their sources, not for speed.

n: visits of the edge; N: visits of all edges of the node; V: the edge's value, seen by the player to act; c: exploration.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.streams import next_below, next_beta, next_float, next_weighted
from miai.search.problem import CHANCE
from miai.search.settings import WIDTHS, Settings

if TYPE_CHECKING:
    from tests.twins.search import ReferenceSearch
    from tests.twins.search_graph import Edge, Node

LEAST_DEVIATION = 1e-3
Scores = dict[Any, float]
"""The score of each edge that may be followed, in the order of the edges."""


def seen(values: list[float], player: int) -> float:
    """Return a value as a player sees it: what player 0 wins of a two-player game, player 1 loses."""
    if len(values) > 1:
        return values[player]
    return 1.0 - values[0] if player == 1 else values[0]


def add_up(numbers: Iterable[float]) -> float:
    """Their sum, one by one as kernels add; Python's own `sum` corrects its rounding."""
    total = 0.0
    for number in numbers:
        total += number
    return total


# --- the score of an edge ---


def score_edges(search: ReferenceSearch, node: Node, edges: list[Edge]) -> Scores:
    """Scores of those of `edges` that progressive widening admits (Basaldúa 2013, equation 3.4)."""
    s = search.settings
    if s.widening != "off":
        edges = admitted(s, node, edges)
    total = max(1.0, float(node.visits - node.own_visits))
    scores: Scores = {}
    for edge in edges:
        scores[edge] = score(search, node, edge, total)
        if s.group_bias > 0 and edge.group is not None and scores[edge] != math.inf:
            scores[edge] += group_bias(search, edge)
    if s.select == "objective" and math.inf not in scores.values():
        return fairness(search, node, scores, total)
    return scores


def admitted(s: Settings, node: Node, edges: list[Edge]) -> list[Edge]:
    """Return the edges that widening considers: by falling prior, or all with visits and then the best by prior and RAVE."""
    slope, scale, least = WIDTHS.get(s.widening, (s.widening_slope, s.widening_scale, s.widening_least))
    count = int(least + slope * math.log(max(1.0, scale * node.visits)))
    if s.rave == "off" or not s.widening_by_rave:
        return edges[:count]

    def promise(edge: Edge) -> float:
        weight = max(1.0, edge.weight)
        return (weight * edge.prior + edge.rave_sum) / (weight + edge.rave_visits)

    if count >= len(node.edges or []):
        return edges
    chosen = [edge for edge in edges if edge.visits > 0]
    rest = sorted((edge for edge in edges if edge.visits == 0), key=lambda each: -promise(each))
    chosen += rest[: max(0, count - len(chosen))]
    return [edge for edge in edges if edge in chosen]


def score(search: ReferenceSearch, node: Node, edge: Edge, total: float) -> float:
    s, n = search.settings, tries(search, edge)
    m, rave_sum = rave_counts(search, node, edge)
    has_prior = s.prior in ("horizon", "virtual") and edge.weight > 0
    fading = s.prior_bias * edge.prior * edge.weight / (n + 1.0) if s.prior == "bias" else 0.0
    if n > 0 or has_prior or edge.past or (s.rave != "off" and m > 0):
        rave_total = max(1.0, add_up(each.rave_visits for each in node.edges or []))
        value, share = blend(s, node, edge, n, m, rave_sum, rave_total)
        value += fading
        found = rule(search, node, edge, value, n, total)
        shares = s.shared_confidence and share < 1.0 and s.select not in ("puct", "thompson")
        return value + share * (found - value) if shares else found
    elif s.select in ("puct", "thompson"):
        value = s.fpu_value + fading
    elif s.fpu == "infinite":
        return math.inf
    else:
        value = s.fpu_value + fading
        if s.fpu == "value":
            return value
    return rule(search, node, edge, value, n, total)


def tries(search: ReferenceSearch, edge: Edge) -> int:
    """Return n. Mode `shared` uses the child's visits for the edge's, the error that the other modes avoid."""
    if search.settings.mode == "shared" and edge.child is not None:
        return edge.child.visits
    return edge.visits


def blend(s: Settings, node: Node, edge: Edge, n: float, m: int, rave_sum: float, rave_total: float) -> tuple[float, float]:
    """Return V and 1 - a - b of V = (1 - a - b) playouts + a prior + b rave.

    Basaldúa (2013), equation 3.15; a is equation 3.17; b is 3.13, 3.14 or by hand; rave has the confidence term of 3.10.
    """
    value = seen(edge.child.value, node.player) if n > 0 and edge.child else 0.0
    if edge.past:
        value, n = edge.past.mixed(s.present_weight, n, node.player)
    a = b = 0.0
    if s.prior == "virtual" and edge.weight > 0:
        value = (value * n + edge.prior * edge.weight) / (n + edge.weight)
        n += edge.weight
    if s.prior == "horizon" and s.prior_horizon * edge.weight > 0:
        horizon = s.prior_horizon * edge.weight
        a = max(0.0, (horizon - n) / horizon)
    if s.rave != "off" and m > 0:
        b = {
            "mse": m / (m + n + m * n * s.rave_bias),
            "aya": math.sqrt(100.0 / (3.0 * n + 100.0)),
            "hand": math.sqrt(s.rave_equivalence / (3.0 * n + s.rave_equivalence)) if s.rave_equivalence else 0.0,
        }[s.rave]
        b = min(b, 1.0 - a)
    confidence = s.rave_exploration * math.sqrt(math.log(rave_total) / m) if m and s.rave_exploration else 0.0
    rave = b * (rave_sum / m + confidence) if b else 0.0
    return (1.0 - a - b) * value + a * edge.prior + rave, 1.0 - a - b


def rave_counts(search: ReferenceSearch, node: Node, edge: Edge) -> tuple[int, float]:
    """Return all-moves-as-first counts: the edge's, or with GRAVE those of the nearest node of the path with enough visits."""
    if search.settings.grave > 0 and edge.group is None:
        for lender in reversed(search.path):
            if lender.player == node.player and lender.visits >= search.settings.grave and not lender.has_groups:
                found = [each for each in lender.edges or [] if each.action == edge.action]
                edge = found[0] if found else edge
                break
    return edge.rave_visits, edge.rave_sum


def group_bias(search: ReferenceSearch, edge: Edge) -> float:
    """Return the mean result of the group in the whole search, minus one half, fading with its visits here."""
    weight = search.settings.group_bias
    count = search.group_visits.get(edge.group, 0)  # type: ignore[arg-type]
    if count == 0:
        return 0.0
    return weight * (search.group_sum[edge.group] / count - 0.5) / (edge.visits + weight)  # type: ignore[index]


def rule(search: ReferenceSearch, node: Node, edge: Edge, value: float, n: int, total: float) -> float:
    """Return the selection rules. Where n is 0 and yet something is known of the edge, the term of one visit is taken."""
    s, count = search.settings, max(1.0, float(n))
    c = s.group_exploration if node.has_groups and s.group_exploration >= 0 else s.exploration
    if node.has_groups:
        c *= math.pow(s.group_growth, math.log(max(1.0, node.visits / 32.0)) / math.log(2.0))
    match s.select:
        case "ucb1":  # Auer et al. 2002: c sqrt(ln N / n), multiplied in the kernels' order, for ties hang on the last bit
            return value + c * math.sqrt(math.log(total)) * (1.0 / math.sqrt(count))
        case "ucb1-tuned":
            ratio = math.log(total) / count
            return value + c * math.sqrt(ratio * min(0.25, variance(node, edge) + math.sqrt(2.0 * ratio)))
        case "ucb2":
            tau = ucb2_tau(ucb2_epoch(int(count), s.ucb2_alpha), s.ucb2_alpha)
            inside = (1.0 + s.ucb2_alpha) * max(0.0, 1.0 + math.log(total / tau)) / (2.0 * tau)
            return value + c * math.sqrt(inside)
        case "puct":  # Rosin 2011, as in Silver et al. 2017
            mass = add_up(each.weight for each in node.edges or [])
            probability = edge.weight / mass if mass > 0 else 1.0 / len(node.edges or [])
            return value + c * probability * math.sqrt(total) / (1.0 + n)
        case "thompson":
            clipped = min(1.0, max(0.0, value))
            return float(next_beta(search.worker.stream, 1.0 + clipped * n, 1.0 + (1.0 - clipped) * n))
        case "bast":
            return bast(s, search.path, node, edge, value, count, total, c)
    return value  # epsilon-greedy; objective begins with it too


def variance(node: Node, edge: Edge) -> float:
    """Variance of the results below the edge: the mean of their squares minus the square of their mean."""
    child = edge.child
    if child is None or child.visits == 0:
        return 0.25
    v = node.player if len(child.total) > 1 else 0
    mean = child.total[v] / child.visits
    return max(0.0, child.squares[v] / child.visits - mean * mean)


def ucb2_tau(epoch: int, alpha: float) -> int:
    return math.ceil((1.0 + alpha) ** epoch)


@functools.cache
def ucb2_epoch(count: int, alpha: float) -> int:
    """Return the largest r with tau(r) <= count."""
    epoch = 0
    while ucb2_tau(epoch + 1, alpha) <= count:
        epoch += 1
    return epoch


def bast_confidence(s: Settings, count: float, total: float, c: float) -> float:
    """Half the width of the interval that holds the mean, but for the probability `confidence` (Coquelin and Munos 2007)."""
    return c * math.sqrt(math.log(max(1.0, total * count * (count + 1.0) / s.confidence)) / count)


def bast_smoothness(s: Settings, depth: int) -> float:
    """The most by which the best value at `depth` may differ from those below."""
    return s.smoothness * math.pow(s.smoothness_decay, depth)


def bast(s: Settings, path: list[Node], node: Node, edge: Edge, value: float, count: float, total: float, c: float) -> float:
    """Return the smaller of two upper bounds: of the child itself, and what its own children allow."""
    bound = value + bast_confidence(s, count, total, c) + bast_smoothness(s, len(path))  # the child's depth
    if edge.child is None or len(edge.child.value) > 1:
        return bound
    return min(bound, 1.0 - edge.child.lower if node.player == 1 else edge.child.upper)


def bast_bounds(s: Settings, node: Node, depth: int) -> tuple[float, float]:
    """Return (lower, upper) on the first value: from the node's own mean, and from the best of its children."""
    width = bast_confidence(s, float(node.visits), float(node.visits), s.exploration) + bast_smoothness(s, depth)
    lower, upper = node.value[0] - width, node.value[0] + width
    if node.edges and node.player != CHANCE and len(node.value) == 1:
        best = min if node.player == 1 else max
        lower = max(lower, best(edge.child.lower if edge.child else -math.inf for edge in node.edges))
        upper = min(upper, best(edge.child.upper if edge.child else math.inf for edge in node.edges))
    return lower, upper


def fairness(search: ReferenceSearch, node: Node, values: Scores, total: float) -> Scores:
    """Objective Monte Carlo: n_p U(m) / (n_m sum U), with U(m) = erfc((v_0 - v_m) / (sqrt 2 sigma_m)). Chaslot et al. 2006."""
    best = max(values.values(), default=0.0)
    urgency = {}
    for edge, value in values.items():
        deviation = max(LEAST_DEVIATION, math.sqrt(variance(node, edge)))
        urgency[edge] = math.erfc((best - value) / (math.sqrt(2.0) * deviation))
    everything = add_up(urgency.values())
    return {edge: total * urgency[edge] / (max(1, tries(search, edge)) * everything) for edge in values}


# --- the choice ---


def pick(search: ReferenceSearch, node: Node, scores: Scores) -> Edge:
    """Return the edge to follow, by its score; ties are broken at random."""
    s, stream, edges = search.settings, search.worker.stream, list(scores)
    if s.select == "epsilon-greedy":
        total = float(node.visits - node.own_visits)
        epsilon = min(s.epsilon, s.epsilon_decay / total) if s.epsilon_decay > 0 and total > 0 else s.epsilon
        if next_float(stream) < epsilon:
            return edges[int(next_below(stream, len(edges)))]
    elif s.select == "ucb2":
        for edge in edges:  # an edge is tried until its epoch ends
            n = tries(search, edge)
            if n > 0 and ucb2_tau(ucb2_epoch(n, s.ucb2_alpha), s.ucb2_alpha) != n:
                return edge
    elif s.select == "objective" and math.inf not in scores.values():
        everything = add_up(scores.values())
        if everything > 0:
            return edges[int(next_weighted(stream, np.array(list(scores.values())), len(edges), everything))]
    best = [edge for edge in edges if scores[edge] == max(scores.values())]
    return best[int(next_below(stream, len(best)))] if len(best) > 1 else best[0]


# --- proof ---


def bounds(node: Node, values: int) -> tuple[list[float], list[float]]:
    """Return (low, high), the bounds of an expanded node that follow from its children."""
    edges = node.edges or []
    lows = [edge.child.low if edge.child else [0.0] * values for edge in edges]
    highs = [edge.child.high if edge.child else [1.0] * values for edge in edges]
    if node.player == CHANCE:
        mass = add_up(edge.weight for edge in edges)
        return tuple(  # type: ignore[return-value]
            [add_up(edge.weight * bound[v] for edge, bound in zip(edges, each, strict=True)) / mass for v in range(values)]
            for each in (lows, highs)
        )
    if values == 1:
        best = min if node.player == 1 else max
        return [best(low[0] for low in lows)], [best(high[0] for high in highs)]
    return bounds_for_many(node, values)


def bounds_for_many(node: Node, values: int) -> tuple[list[float], list[float]]:
    """Several players: exact if all children are proven, or one gives all there is, and the best ones agree. Else nothing is known."""
    proven = [edge.child.low for edge in node.edges or [] if edge.child and edge.child.is_proven]
    best = max((low[node.player] for low in proven), default=0.0)
    if proven and (best == 1.0 or len(proven) == len(node.edges or [])):
        agreed = [low for low in proven if low[node.player] == best]
        if all(low == agreed[0] for low in agreed):
            return agreed[0], agreed[0]
    return [0.0] * values, [1.0] * values
