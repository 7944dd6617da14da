"""Formulas of selection, with numbers worked out from the sources.

Basaldúa (2013) is *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*; "data structures" is
the thesis *MCTS, Go and data structures*.
"""

from __future__ import annotations

import math

import pytest

from miai.search.selection.choose import score_edges
from tests.search.formulas.drawn_graphs import DrawnGraph

pytestmark = pytest.mark.plain


def two_arms(better, worse, **changes):
    """Return a node R with arms X and Y, where X won `better` and Y won `worse` (wins, visits)."""
    drawn = DrawnGraph({"mode": "tree", "exploration": 1.0, **changes})
    drawn.expand("R", "XY")
    for name, (wins, visits) in (("X", better), ("Y", worse)):
        for i in range(visits):
            drawn.simulate("R" + name, float(i < wins))
    return drawn


def scores(drawn):
    score_edges(drawn.head, drawn.settings, drawn.worker, 0, False)
    return [float(each) for each in drawn.worker.weights[: drawn.node("R").edge_count]]


def test_objective_monte_carlo_uses_the_deviation_of_results():
    # data structures, 2.1.4: U = erfc((v_0 - v_m) / (sqrt 2 sigma_m)), sigma_m = sqrt(mean of (x - mu)^2)
    # X: 600 of 1000, U = erfc(0) = 1. Y: 300 of 1000, sigma = sqrt(0.21) = 0.458258, U = erfc(0.3 / 0.648074) = 0.51270
    # f = n_p U / (n_m sum U): X 2000 / (1000 . 1.51270) = 1.32214, Y 2000 . 0.51270 / (1000 . 1.51270) = 0.67786
    assert scores(two_arms((600, 1000), (300, 1000), select="objective")) == pytest.approx([1.32214, 0.67786], abs=1e-5)


def test_the_variance_of_ucb1_tuned_belongs_to_the_results_alone():
    # 5 of 10 wins: the variance of results is 0.25. With RAVE 9 of 10 and b = 10 / (10 + 10) the blended value is 0.7, whose square
    # is 0.49: 0.5 - 0.49 = 0.01 would be taken for the variance. ln 20 / 10 = 0.299573, min(1/4, 0.25 + sqrt(0.599146)) = 1/4:
    # the term is sqrt(0.299573 / 4) = 0.273667
    drawn = two_arms((5, 10), (5, 10), select="ucb1-tuned", rave="mse", rave_bias=0.0, shared_confidence=False)
    drawn.edge("R", "X").rave_visits, drawn.edge("R", "X").rave_sum = 10, 9.0
    assert scores(drawn)[0] == pytest.approx(0.7 + 0.273667, abs=1e-6)


def test_a_small_variance_of_results_narrows_ucb1_tuned_whatever_the_blend_is():
    # 400 of 400 wins: variance 0; ln 800 / 400 = 0.0167115, V = sqrt(0.033423) = 0.182819, term = sqrt(0.0167115 . 0.182819) = 0.0552736
    # RAVE 0 of 400: b = 1/2, blended value 0.5, whose "variance" 1 - 0.25 would be capped at 1/4 and give 0.0646365
    drawn = two_arms((400, 400), (0, 400), select="ucb1-tuned", rave="mse", rave_bias=0.0, shared_confidence=False)
    drawn.edge("R", "X").rave_visits = 400
    assert scores(drawn)[0] == pytest.approx(0.5 + 0.0552736, abs=1e-6)


def test_equation_3_15_multiplies_the_confidence_term_too():
    # n(s) = 20, n = 10, w = 6: V_UCT = 0.6 + 1 . sqrt(ln 20 / 10) = 0.6 + 0.547333; RAVE 3 of 30: 0.1 (3.16)
    # b = m / (m + n + m n / 300) = 30 / (30 + 10 + 1) = 0.731707; V = 0.0731707 + 0.268293 . 1.147333 = 0.380992
    drawn = two_arms((6, 10), (5, 10), rave="mse", rave_bias=1 / 300)
    drawn.edge("R", "X").rave_visits, drawn.edge("R", "X").rave_sum = 30, 3.0
    assert scores(drawn)[0] == pytest.approx(0.380992, abs=1e-6)


def test_equation_3_15_gives_the_prior_its_share_until_the_horizon():
    # horizon 40, n = 10: a = 30 / 40 (3.17); V = 0.75 . 0.8 + 0.25 (0.6 + 0.547333) = 0.886833
    drawn = two_arms((6, 10), (5, 10), prior="horizon")
    drawn.edge("R", "X").prior, drawn.edge("R", "X").prior_weight = 0.8, 40.0
    assert scores(drawn)[0] == pytest.approx(0.886833, abs=1e-6)


def test_equation_3_10_gives_rave_its_own_confidence():
    # K_r = 0.31, m(s) = 30 + 70 = 100, m = 30: V_RAVE = 0.1 + 0.31 sqrt(ln 100 / 30) = 0.1 + 0.121457
    # b = sqrt(100 / (3 . 10 + 100)) = 0.877058 (3.14); K_u = 0.31: V_UCT = 0.6 + 0.169673
    # V = 0.877058 . 0.221457 + 0.122942 . 0.769673 = 0.288856
    drawn = two_arms((6, 10), (5, 10), rave="aya", rave_exploration=0.31, exploration=0.31)
    drawn.edge("R", "X").rave_visits, drawn.edge("R", "X").rave_sum = 30, 3.0
    drawn.edge("R", "Y").rave_visits, drawn.edge("R", "Y").rave_sum = 70, 7.0
    assert scores(drawn)[0] == pytest.approx(0.288856, abs=1e-6)


def admitted(drawn):
    return [place for place, score in enumerate(scores(drawn)) if score != -math.inf]


def fan(visits, **changes):
    """Return a node R with seven children by falling prior, of which the first was visited `visits` times."""
    drawn = DrawnGraph({"mode": "tree", "fpu": "value", **changes})
    drawn.expand("R", "ABCDEFG")
    for place, name in enumerate("ABCDEFG"):
        edge = drawn.edge("R", name)
        edge.child, edge.prior, edge.prior_weight = drawn.names[name], 0.9 - 0.1 * place, 10.0
    for _ in range(visits):
        drawn.simulate("RA", 0.0)
    return drawn


@pytest.mark.parametrize("visits, width", [(1, 4), (40, 4), (57, 5), (79, 6), (200, 7)])
def test_the_middle_width_is_that_of_aya_with_four_at_least(visits, width):
    # equation 3.4 with K_s = 1 / ln 1.4, K_f = 1 / 40, N_min = 4: the next edge at 40 . 1.4^k visits, 56, 78.4, 109.8, ...
    assert len(admitted(fan(visits, widening="medium"))) == width


def test_widening_takes_the_next_move_by_prior_and_rave():
    # two edges are considered: A has visits; of the others B has the best prior, 0.8, and F 0.4 with 88 of 90 RAVE wins:
    # (10 . 0.4 + 88) / (10 + 90) = 0.92 against (10 . 0.8 + 10) / (10 + 90) = 0.18
    drawn = fan(5, widening="log", rave="mse")
    for name, wins in (("B", 10.0), ("F", 88.0)):
        drawn.edge("R", name).rave_visits, drawn.edge("R", name).rave_sum = 90, wins
    assert admitted(drawn) == [0, 5]
    drawn.settings.widening_by_rave = 0
    assert admitted(drawn) == [0, 1]
