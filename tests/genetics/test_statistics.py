"""Statistics of single SNPs against definitions, scikit-allel, and values known by thought."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.genetics.genotypes import Genotypes, genotype_counts
from miai.genetics.statistics import SnpStatistics, compute_statistics, ranks
from tests.genetics import naive

pytestmark = pytest.mark.plain


def statistics_of(counts: naive.Counts) -> SnpStatistics:
    calls = [code for row in counts for code, count in enumerate(row) for _ in range(count)]
    categories = [category for category, row in enumerate(counts) for _ in range(sum(row))]
    return compute_statistics(Genotypes.from_calls([calls]), categories, len(counts))


tables = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any), min_size=k, max_size=k)
)


@given(tables)
def test_statistics_equal_their_definitions(counts: naive.Counts) -> None:
    found = statistics_of(counts)
    assert found.informativeness[0] == pytest.approx(naive.informativeness(counts), abs=1e-12)
    assert found.delta[0] == pytest.approx(float(naive.delta(counts)), abs=1e-12)
    assert found.theta[0] == pytest.approx(float(naive.theta(counts)), abs=1e-12)
    assert found.frequencies[0].tolist() == pytest.approx([float(p) for p in naive.frequencies(counts)])
    if len(counts) == 2:
        assert found.trend is not None
        for place, weights in enumerate([(1, 1, 0), (0, 1, 2), (1, 0, 0)]):
            assert found.trend[0, place] ** 2 == pytest.approx(float(naive.trend_squared(counts, weights)), abs=1e-9)


def test_bounds_of_informativeness() -> None:
    assert statistics_of([[3, 0, 0], [0, 0, 5]]).informativeness[0] == pytest.approx(math.log(2))
    assert statistics_of([[1, 2, 1], [2, 4, 2]]).informativeness[0] == 0


def test_reference_and_alternative_may_be_exchanged() -> None:
    counts = [[5, 3, 1], [0, 2, 9], [1, 1, 1]]
    one, other = statistics_of(counts), statistics_of([row[::-1] for row in counts])
    for name in ("informativeness", "theta", "theta_full", "delta"):
        assert getattr(one, name)[0] == pytest.approx(getattr(other, name)[0])


def test_full_theta_equals_that_of_scikit_allel() -> None:
    allel = pytest.importorskip("allel")
    random = np.random.default_rng(5)
    calls = random.choice([0, 1, 2, 3], size=(300, 90), p=[0.4, 0.3, 0.2, 0.1]).astype(np.uint8)
    categories = random.integers(-1, 4, 90)
    pairs = np.array([[0, 0], [0, 1], [1, 1], [-1, -1]])[calls]
    groups = [np.flatnonzero(categories == category).tolist() for category in range(4)]
    a, b, c = allel.weir_cockerham_fst(pairs, subpops=groups, max_allele=1)
    expected = a.sum(axis=1) / (a + b + c).sum(axis=1)
    assert compute_statistics(Genotypes.from_calls(calls), categories, 4).theta_full == pytest.approx(expected)


def test_scipy_has_the_same_trend_p_value_as_a_squared_correlation() -> None:
    from scipy.stats import chi2

    counts = [[20, 10, 3], [8, 15, 12]]
    expected = chi2.sf(float(naive.trend_squared(counts, (0, 1, 2))), 1)
    assert statistics_of(counts).trend_p_values()[0, 1] == pytest.approx(expected)


def test_a_snp_without_calls_has_statistics_zero() -> None:
    found = compute_statistics(Genotypes.from_calls(np.full((1, 4), 3)), [0, 0, 1, 1], 2)
    assert (found.informativeness[0], found.theta[0], found.theta_full[0], found.delta[0]) == (0, 0, 0, 0)
    assert found.call_rate[0] == 0 and found.minor_allele_frequency[0] == 0
    assert np.isnan(found.frequencies).all()


def test_a_category_without_calls_takes_no_part() -> None:
    found = statistics_of([[3, 1, 0], [0, 0, 0], [0, 1, 4]])
    without = statistics_of([[3, 1, 0], [0, 1, 4]])
    for name in ("informativeness", "theta", "theta_full", "delta"):
        assert getattr(found, name)[0] == getattr(without, name)[0]


def test_blocks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = np.random.default_rng(1).integers(0, 4, (50, 30))
    categories = np.arange(30) % 3
    whole = compute_statistics(Genotypes.from_calls(calls), categories, 3)
    monkeypatch.setattr("miai.genetics.statistics.BLOCK", 7)
    parts = compute_statistics(Genotypes.from_calls(calls), categories, 3)
    assert np.array_equal(whole.theta_full, parts.theta_full) and np.array_equal(whole.counts, parts.counts)
    assert np.array_equal(whole.counts, genotype_counts(Genotypes.from_calls(calls), categories, 3).sum(axis=1))


def test_ranks_begin_with_the_highest_and_keep_the_order_of_equals() -> None:
    assert ranks(np.array([0.1, 0.5, 0.5, 0.9])).tolist() == [4, 2, 3, 1]
