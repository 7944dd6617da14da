"""Statistics against published examples, against their definitions, and by simulation: do 95 % of the intervals hold the truth?"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from miai.core.statistics import (
    agresti_coull,
    elo_difference,
    elo_from_score,
    mean_with_interval,
    score_from_elo,
    spearman,
    welch_t_test,
    wilson,
)

pytestmark = pytest.mark.plain


# Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3
@pytest.mark.parametrize(
    "successes, trials, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(successes, trials, low, high):
    found = wilson(successes, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.share == successes / trials


@given(st.integers(1, 500), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_agresti_coull_follows_its_definition_and_is_never_narrower_than_wilson(trials, share, confidence):
    successes = round(share * trials)
    z = stats.norm.ppf(0.5 + confidence / 2)
    centre = (successes + z**2 / 2) / (trials + z**2)
    reach = z * math.sqrt(centre * (1 - centre) / (trials + z**2))
    found = agresti_coull(successes, trials, confidence)
    if 0 < successes < trials:
        assert found.low == pytest.approx(max(0, centre - reach), abs=1e-12)
        assert found.high == pytest.approx(min(1, centre + reach), abs=1e-12)
    narrow = wilson(successes, trials, confidence)
    assert found.low <= narrow.low + 1e-12
    assert found.high >= narrow.high - 1e-12


@given(st.integers(1, 500), st.floats(0, 1))
def test_intervals_hold_their_estimate_and_stay_between_0_and_1(trials, share):
    successes = round(share * trials)
    for found in (wilson(successes, trials), agresti_coull(successes, trials)):
        assert 0 <= found.low <= found.share <= found.high <= 1
        assert found.low < found.high


@pytest.mark.parametrize("share, trials", [(0.5, 100), (0.1, 100), (0.9, 40), (0.03, 200)])
def test_about_95_of_100_wilson_intervals_hold_the_true_share(share, trials):
    k = np.arange(trials + 1)  # exact, not simulated: every outcome with its probability
    holds = np.array([wilson(int(each), trials).low <= share <= wilson(int(each), trials).high for each in k])
    assert 0.92 < float((stats.binom.pmf(k, trials, share) * holds).sum()) < 0.98


@pytest.mark.parametrize("score, elo", [(0.5, 0.0), (10 / 11, 400.0), (0.75, 190.85), (0.64, 99.95), (0.25, -190.85)])
def test_elo_is_400_points_for_tenfold_odds(score, elo):
    assert elo_from_score(score) == pytest.approx(elo, abs=0.01)
    assert score_from_elo(elo) == pytest.approx(score, abs=1e-4)


@given(st.floats(-3000, 3000))
def test_scores_of_both_sides_add_up_to_one(elo):
    assert score_from_elo(elo) + score_from_elo(-elo) == pytest.approx(1)


def test_elo_without_draws_is_wilsons_interval_on_elos_scale():
    found, share = elo_difference(60, 0, 40), wilson(60, 100)
    assert found.elo_of_first_minus_second == pytest.approx(70.44, abs=0.01)
    assert (found.elo_low, found.elo_high) == pytest.approx((elo_from_score(share.low), elo_from_score(share.high)))


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 50))
def test_elo_from_the_other_side_is_the_negative(wins, draws, losses):
    ours, theirs = elo_difference(wins, draws, losses), elo_difference(losses, draws, wins)
    assert ours.elo_of_first_minus_second == pytest.approx(-theirs.elo_of_first_minus_second)
    assert (ours.elo_low, ours.elo_high) == pytest.approx((-theirs.elo_high, -theirs.elo_low))


def test_a_match_that_was_won_outright_has_a_finite_lower_bound_only():
    found = elo_difference(20, 0, 0)
    assert found.elo_of_first_minus_second == math.inf
    assert found.elo_high == math.inf
    assert found.elo_low == pytest.approx(elo_from_score(1 - 0.1611), abs=1)


def test_a_match_that_was_lost_outright_has_a_finite_upper_bound_only():
    found = elo_difference(0, 0, 20)
    assert (found.elo_of_first_minus_second, found.elo_low) == (-math.inf, -math.inf)
    assert math.isfinite(found.elo_high)


def test_draws_make_the_interval_narrower_but_never_empty():
    decided, drawn, only_draws = elo_difference(50, 0, 50), elo_difference(20, 60, 20), elo_difference(0, 100, 0)
    width = [each.elo_high - each.elo_low for each in (decided, drawn, only_draws)]
    assert width[0] > width[1] > width[2] > 5


@pytest.mark.parametrize("win, draw, games", [(0.5, 0.0, 60), (0.3, 0.5, 100), (0.15, 0.8, 60), (0.7, 0.2, 100), (0.9, 0.05, 60)])
def test_about_95_of_100_elo_intervals_hold_the_true_difference(win, draw, games):
    truth = elo_from_score(win + draw / 2)
    matches = np.random.default_rng(1).multinomial(games, [win, draw, 1 - win - draw], size=1500)
    found = [elo_difference(*map(int, match)) for match in matches]
    assert 0.92 < np.mean([each.elo_low <= truth <= each.elo_high for each in found]) < 0.985


def test_the_mean_has_students_interval():
    values = [9.0, 10.0, 11.0, 12.0, 13.0]
    found = mean_with_interval(values)
    reach = stats.t.ppf(0.975, 4) * math.sqrt(2.5 / 5)
    assert (found.mean, found.low, found.high) == pytest.approx((11.0, 11 - reach, 11 + reach))
    assert found.standard_error == pytest.approx(math.sqrt(0.5))
    assert found.count == 5


def test_about_95_of_100_means_hold_the_true_mean():
    samples = np.random.default_rng(2).normal(3.0, 2.0, size=(1500, 8))
    found = [mean_with_interval(sample) for sample in samples]
    assert 0.935 < np.mean([each.low <= 3.0 <= each.high for each in found]) < 0.965


def test_welchs_test_gives_what_t_test_of_r_prints():
    found = welch_t_test([5.1, 2.0, 4.1, 6.2, 7.1, 8.3], [1.5, 6.4, 3.3, 5.8, 4.8, 7.2, 5.6, 4.5])
    assert (found.t, found.degrees_of_freedom) == pytest.approx((0.51703, 9.48), abs=5e-4)
    assert found.p_two_sided == pytest.approx(0.617, abs=5e-4)
    assert (found.low, found.high) == pytest.approx((-1.935420, 3.093754), abs=1e-6)


def test_welchs_test_follows_its_definition():
    a, b = [17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2], [21.5, 22.8, 21.0, 23.0, 21.6, 23.6]
    va, vb = np.var(a, ddof=1) / len(a), np.var(b, ddof=1) / len(b)
    t = (np.mean(a) - np.mean(b)) / math.sqrt(va + vb)
    df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    found = welch_t_test(a, b)
    assert (found.t, found.degrees_of_freedom) == pytest.approx((t, df))
    assert found.p_two_sided == pytest.approx(2 * stats.t.sf(abs(t), df))
    assert found.mean_of_first_minus_second == pytest.approx(np.mean(a) - np.mean(b))
    reach = stats.t.ppf(0.975, df) * math.sqrt(va + vb)
    assert (found.high - found.low) / 2 == pytest.approx(reach)


def test_welchs_test_calls_about_5_of_100_equal_pairs_different_though_variances_differ():
    random = np.random.default_rng(3)
    p = [welch_t_test(random.normal(0, 1, 6), random.normal(0, 5, 15)).p_two_sided for _ in range(1500)]
    assert 0.035 < np.mean(np.array(p) < 0.05) < 0.065


def test_spearman_of_a_textbook_table_of_iq_and_hours_of_television():
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    found = spearman(iq, hours)
    assert found.rank_correlation == pytest.approx(-29 / 165)
    assert found.p_two_sided == pytest.approx(0.627188, abs=1e-6)
    assert found.low < -29 / 165 < 0 < found.high


def test_spearman_sees_any_growing_relation_as_perfect():
    x = np.arange(1.0, 9.0)
    found = spearman(x, np.exp(x))
    assert (found.rank_correlation, found.high) == (1.0, 1.0)
    assert spearman(x, -(x**3)).rank_correlation == -1.0


def test_about_95_of_100_spearman_intervals_hold_the_true_correlation():
    random = np.random.default_rng(4)
    truth = 6 / math.pi * math.asin(0.5 / 2)  # of normal pairs with correlation 0.5
    held = 0
    for _ in range(800):
        x, noise = random.normal(size=(2, 40))
        found = spearman(x, 0.5 * x + math.sqrt(0.75) * noise)
        held += found.low <= truth <= found.high
    assert 0.92 < held / 800 < 0.98


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: wilson(0, 0), "at least one trial"),
        (lambda: wilson(3, 2), "cannot be 3 successes in 2"),
        (lambda: wilson(-1, 2), "a whole number from 0, not -1"),
        (lambda: wilson(1, 2, confidence=95), "between 0 and 1, such as 0.95, not 95"),
        (lambda: elo_difference(0, 0, 0), "at least one game"),
        (lambda: elo_difference(1, 0.5, 0), "draws are counted"),
        (lambda: elo_from_score(1.1), "from 0 to 1, not 1.1"),
        (lambda: mean_with_interval([1.0]), "at least 2 values, not 1"),
        (lambda: mean_with_interval([1.0, math.nan]), "finite values"),
        (lambda: welch_t_test([1, 1], [2, 2]), "both samples are constant"),
        (lambda: spearman([1, 2, 3, 4], [1, 2, 3, 4, 5]), "there are 4 and 5 values"),
        (lambda: spearman([1, 2, 3, 4], [5, 5, 5, 5]), "values that vary"),
    ],
)
def test_impossible_input_is_refused_with_the_reason(call, message):
    with pytest.raises(ValueError, match=message):
        call()
