"""Settings of one-player searches, each with its default, its range and one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.settings import Checked, choice, number, switch, whole

METHODS = ("uct", "nested", "nrpa")
UCT, NESTED, NRPA = METHODS

SELECTS = ("ucb1", "variance", "prior")
UCB1, VARIANCE, PRIOR = range(3)

SCALES = ("range", "quantiles")
RANGE, QUANTILES = range(2)

REPEATS = ("close", "penalty", "allow", "fade")
CLOSE, PENALTY, ALLOW, FADE = range(4)

_INFINITY = float("inf")


@dataclass(frozen=True)
class OnePlayerSettings(Checked):
    """Settings of a one-player search; `docs/search/one-player.md` explains them."""

    method: str = choice(METHODS, UCT, "search: a tree (uct), nested Monte-Carlo search, or nested rollout policy adaptation")
    level: int = whole(2, 1, 8, "nested, nrpa: level of the search")
    iterations: int = whole(100, 1, 1_000_000, "nrpa: calls of the level below")
    step: float = number(1.0, 0, _INFINITY, "nrpa: change of a weight in one adaptation")
    select: str = choice(SELECTS, "ucb1", "uct: ucb1; with a variance term (Schadd et al. 2008); or prior as one visit (5.44)")
    exploration: float | None = number(
        None, 0, _INFINITY, "uct: weight of the exploration term on values scaled to 0..1; none: by a sample", in_kernels=False
    )
    sample: int = whole(100, 2, 1_000_000, "uct: playouts from which the exploration weight is chosen if it is none")
    doubt: float = number(0.01, 0, _INFINITY, "uct, select variance: the constant D of the variance term on values scaled to 0..1")
    scale: str = choice(
        SCALES, "range", "uct: scores count as 0 to 1 from the lowest to the highest seen, or from the 5 % to the 95 % quantile"
    )
    best_weight: float = number(0.0, 0, 1, "uct: share of the best score, in place of the mean, in the value of a node")
    expand_threshold: int = whole(1, 0, 1_000_000, "uct: visits of a node before it gets children")
    repeats: str = choice(
        REPEATS,
        "close",
        "uct: close what is exhausted; penalty: plays in the tree count 2 % less; fade: each repeat counts 2 % less; or allow",
    )
    bounds: bool = switch(True, "uct: close nodes whose bound is not better than the best solution")
    share: bool = switch(True, "uct: positions that several paths reach are one node")
    width: float = number(0.0, 0, _INFINITY, "uct: a node has at most this times a power of its visits children; 0: no limit")
    width_power: float = number(0.5, 0, 1, "uct: that power")
    beam_width: int = whole(0, 0, 1_000_000, "uct: nodes kept at each depth once it has had beam_after visits; 0: all")
    beam_after: int = whole(10_000, 1, 2**30, "uct: visits of a depth before it is cut to beam_width nodes")
    restart: int = whole(
        0, 0, 2**30, "uct: begin with an empty tree after this number of simulations, keeping scale and solutions; 0: never"
    )
