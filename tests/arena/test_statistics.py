"""The arena's statistics, compared with statsmodels, scipy and published results."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.arena.elo import elo_at_equal_time, score_of, superiority
from miai.arena.ratings import rate
from miai.arena.sprt import Bounds, log_likelihood_ratio, parse_bounds, sequential_test
from miai.core.errors import UserError
from miai.core.statistics import agresti_coull, elo_difference, elo_from_score, score_from_elo
from tests.needs import need_shared

pytestmark = pytest.mark.plain

WON, LOST, DRAWN = 1.0, 0.0, 0.5


def singles(wins, losses, draws=0):
    return [[WON]] * wins + [[LOST]] * losses + [[DRAWN]] * draws


# --- Elo -------------------------------------------------------------------------------------------------------------------------


def test_independent_games_give_approximately_wilsons_interval():
    plain = elo_difference(130, 0, 70)
    found = score_of(singles(130, 70))
    assert found.score == 0.65
    assert found.elo == pytest.approx(plain.elo_of_first_minus_second)
    assert (found.elo_low, found.elo_high) == pytest.approx((plain.elo_low, plain.elo_high), abs=0.1)


def test_split_pairs_narrow_the_interval_and_one_sided_pairs_widen_it():
    def width(pairs):
        found = score_of(pairs)
        return found.elo_high - found.elo_low

    one_each = width([[WON, LOST]] * 50)
    mixed = width([[WON, LOST]] * 25 + [[LOST, WON]] * 25 + [[WON, WON]] * 25 + [[LOST, LOST]] * 25)
    one_way = width([[WON, WON]] * 25 + [[LOST, LOST]] * 25)
    assert one_each < 0.5 * width(singles(50, 50))
    assert one_way == pytest.approx(math.sqrt(2) * width(singles(50, 50)), rel=0.1)
    assert mixed == pytest.approx(width(singles(100, 100)), rel=0.02)


def test_the_interval_agrees_with_a_bootstrap_over_pairs():
    source = np.random.default_rng(1)
    pairs = source.choice([[1, 1], [1, 0], [0, 0], [0.5, 1]], size=400, p=[0.3, 0.5, 0.15, 0.05])
    found = score_of(pairs.tolist())
    means = pairs.mean(axis=1)
    drawn = [elo_from_score(source.choice(means, means.size).mean()) for _ in range(2000)]
    assert (found.elo_low, found.elo_high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=5)


@given(st.integers(1, 40))
def test_winning_all_games_gives_an_infinite_elo_with_a_finite_lower_bound(pairs):
    found = score_of([[WON, WON]] * pairs)
    assert found.elo == found.elo_high == math.inf
    assert math.isfinite(found.elo_low)
    assert found.weight == pytest.approx(2 * pairs)


def test_a_score_without_games_is_refused():
    with pytest.raises(ValueError, match="at least one game"):
        score_of([])


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 100))
def test_superiority_of_single_games_is_the_usual_formula(wins, losses, draws):
    if wins + losses:
        expected = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
    else:
        expected = 0.5
    assert superiority(singles(wins, losses, draws)) == pytest.approx(expected)


def test_published_intervals_of_matches_are_reproduced():
    """Tables 4.9 and 4.10 of Basaldúa Lemarchand (2013): Agresti and Coull's interval in Elo."""
    published = {(663, 1000): (94.7, 140.4), (147, 200): (122.3, 232.3), (148, 200): (126.5, 237.2), (382, 600): (68.5, 126.4)}
    for (won, games), interval in published.items():
        found = agresti_coull(won, games)
        assert (elo_from_score(found.low), elo_from_score(found.high)) == pytest.approx(interval, abs=1.2)


def test_elo_at_equal_time_agrees_with_the_published_tables():
    for line in need_shared("reference/learning_playouts_elo.csv").read_text().splitlines()[2:]:
        *_, elo, _, _, slowdown, equal = line.split(",")
        if equal:
            assert elo_at_equal_time(float(elo), float(slowdown)) == pytest.approx(float(equal), abs=0.5)


def test_intervals_cover_at_their_nominal_rate():
    """A short version of benchmarks/arena_statistics.py; each opening favours one colour randomly."""
    source = random.Random(5)
    truth, runs, covered = 50.0, 400, 0
    for _ in range(runs):
        pairs = []
        for _ in range(60):
            bias = source.gauss(0, 150)
            pairs.append([float(source.random() < score_from_elo(truth + sign * bias)) for sign in (1, -1)])
        found = score_of(pairs)
        mean = _mean_score(truth, 150)
        covered += found.low <= mean <= found.high
    assert 0.92 <= covered / runs <= 0.985


def _mean_score(elo, spread):
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    return float(sum(w * score_from_elo(elo + spread * x) for x, w in zip(nodes, weights, strict=True)) / weights.sum())


# --- SPRT ------------------------------------------------------------------------------------------------------------------------

PUBLISHED_TESTS = [
    ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),  # Stockfish, pull request 3209, short and long games
    ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
    ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),  # 3098
    ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),  # 2971
    ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
    ([149, 4748, 32785, 5063, 159], 0.25, 1.75, 2.95),  # 2950
]


@pytest.mark.parametrize("counts, elo0, elo1, llr", PUBLISHED_TESTS)
def test_the_likelihood_ratio_agrees_with_published_tests_of_chess_engines(counts, elo0, elo1, llr):
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(llr, abs=0.0051)


def test_the_likelihood_ratio_without_draws_is_near_the_binomial_one():
    wins, losses = 320, 280
    s0, s1 = score_from_elo(0), score_from_elo(20)
    exact = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert log_likelihood_ratio([losses, 0, wins], 0, 20) == pytest.approx(exact, abs=0.01)


def test_the_frequencies_under_a_hypothesis_maximise_the_likelihood():
    from scipy.optimize import minimize

    counts, mean = np.array([10, 20, 40, 25, 15]), score_from_elo(-30)
    scores = np.array([0, 0.25, 0.5, 0.75, 1])
    constraints = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ scores - mean}]
    found = minimize(
        lambda p: -(counts * np.log(p)).sum(), counts / 110, bounds=[(1e-6, 1)] * 5, constraints=constraints, tol=1e-12
    )
    best = (counts * np.log(counts / counts.sum())).sum()
    elo = elo_from_score(float(counts @ scores / counts.sum()))
    assert log_likelihood_ratio(counts, -30, elo) == pytest.approx(best + found.fun, abs=1e-4)


def test_the_test_stops_at_the_first_pair_that_decides():
    bounds = Bounds(0, 100)
    test = sequential_test([[WON, WON]] * 500, bounds)
    assert test.decision == "elo1"
    assert test.pairs < 20
    assert test.llr >= bounds.upper
    assert sequential_test([[LOST, LOST]] * 500, bounds).decision == "elo0"
    assert sequential_test([[WON, LOST]] * 2, bounds).decision is None


def simulated_decision(source, elo, bounds, most=3000):
    score = score_from_elo(elo)
    pairs = [[float(source.random() < score), float(source.random() < score)] for _ in range(most)]
    return sequential_test(pairs, bounds).decision


@pytest.mark.parametrize("elo, wrong", [(0, "elo1"), (100, "elo0")])
def test_the_error_rates_hold_in_simulation(elo, wrong):
    """A short version of benchmarks/arena_statistics.py. With an error rate of 5 %, 10 errors in 100 runs have a probability of 0.03."""
    source = random.Random(f"sprt {elo}")
    decisions = [simulated_decision(source, elo, Bounds(0, 100), 400) for _ in range(100)]
    assert None not in decisions
    assert decisions.count(wrong) <= 10


@pytest.mark.parametrize("text", ["", "5", "5,0", "0,50,0.9,0.05", "a,b", "0,50,0.05"])
def test_invalid_bounds_are_refused(text):
    with pytest.raises(UserError, match="sprt"):
        parse_bounds(text)


def test_valid_bounds_are_parsed():
    assert parse_bounds("0,50") == Bounds(0, 50)
    assert parse_bounds("-5,5,0.1,0.01") == Bounds(-5, 5, 0.1, 0.01)
    assert Bounds(0, 5).upper == pytest.approx(2.944, abs=1e-3)


# --- Bradley and Terry -----------------------------------------------------------------------------------------------------------

POINTS = {("a", "b"): 30.0, ("b", "a"): 20.0, ("b", "c"): 35.5, ("c", "b"): 14.5, ("a", "c"): 28.0, ("c", "a"): 12.0}


def test_ratings_agree_with_a_logistic_regression():
    import statsmodels.api as sm

    names = ["a", "b", "c"]
    rows, shares, weights = [], [], []
    for first, second in (("a", "b"), ("b", "c"), ("a", "c")):
        total = POINTS[first, second] + POINTS[second, first]
        rows.append([float(name == first) - float(name == second) for name in names[:2]])  # c is the anchor
        shares.append(POINTS[first, second] / total)
        weights.append(total)
    fit = sm.GLM(shares, np.array(rows), family=sm.families.Binomial(), freq_weights=np.array(weights)).fit()
    found = {row.name: row for row in rate(POINTS, anchor="c").table}
    scale = 400 / math.log(10)
    for name, strength, error in zip(names, fit.params, fit.bse, strict=False):
        assert found[name].elo == pytest.approx(scale * strength, abs=0.01)
        assert found[name].high - found[name].elo == pytest.approx(1.959964 * scale * error, abs=0.1)
    assert (found["c"].elo, found["c"].low, found["c"].high) == (0, 0, 0)


def test_two_engines_have_the_elo_of_their_score():
    best, other = rate({("a", "b"): 65, ("b", "a"): 35}).table
    assert best.elo - other.elo == pytest.approx(elo_from_score(0.65))
    assert (best.name, best.games, best.points) == ("a", 100, 65)


def test_an_engine_that_has_won_all_games_gets_a_regularised_rating():
    found = rate({("a", "b"): 10, ("b", "a"): 0})
    assert found.is_regularised
    assert found.table[0].name == "a"
    assert math.isfinite(found.table[0].elo)


def test_engines_without_common_opponents_are_not_compared():
    assert rate({("a", "b"): 5, ("b", "a"): 5, ("c", "d"): 5, ("d", "c"): 5}).table == []
    assert rate({}).table == []
