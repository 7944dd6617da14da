"""The candidate list: the formula, the order, and that held-out people have no influence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.candidates import list_candidates
from miai.genetics.filters import SnpFilter
from miai.genetics.genotypes import Genotypes, strings, unnamed_snps
from miai.genetics.statistics import compute_statistics

pytestmark = pytest.mark.plain


def example(snps: int = 40, people: int = 60, seed: int = 2) -> tuple[Genotypes, np.ndarray]:
    random = np.random.default_rng(seed)
    categories = np.arange(people) % 3
    shares = random.uniform(0.05, 0.95, (snps, 3))
    calls = (random.random((2, snps, people)) < shares[:, categories]).sum(axis=0)
    return Genotypes.from_calls(calls), categories


def test_the_prior_is_the_weighted_sum_of_scaled_statistics() -> None:
    genotypes, categories = example()
    found = compute_statistics(genotypes, categories, 3)
    listed = list_candidates(genotypes, categories, 3, weights=(0.6, 0.1, 0.3), scale=7.0)
    parts = [values / values.max() for values in (found.informativeness, found.theta, found.delta)]
    expected = 7.0 * (0.6 * parts[0] + 0.1 * parts[1] + 0.3 * parts[2])
    assert listed.prior == pytest.approx(expected[listed.indices])
    assert (np.diff(listed.prior) <= 0).all() and sorted(listed.indices) == list(range(40))
    assert listed.scaled(2.0).prior == pytest.approx(2 * listed.prior)


def test_top_lists_the_highest_of_one_statistic() -> None:
    genotypes, categories = example()
    listed = list_candidates(genotypes, categories, 3)
    top = listed.top("delta", 5)
    assert listed.delta[top].tolist() == sorted(listed.delta, reverse=True)[:5]


def test_filters_and_limit_are_reported() -> None:
    genotypes, categories = example()
    calls = genotypes.calls()
    calls[0] = 3
    calls[1] = 0
    listed = list_candidates(Genotypes.from_calls(calls), categories, 3, limit=10)
    assert len(listed) == 10
    assert {report.name: report.removed for report in listed.reports if report.removed} == {
        "call_rate": 1,
        "two_alleles": 1,
        "limit": 28,
    }
    assert not {0, 1} & set(listed.indices.tolist())


def test_people_who_are_held_out_change_nothing() -> None:
    genotypes, categories = example()
    learning = np.arange(60) < 40
    calls = genotypes.calls()
    calls[:, ~learning] = 3
    for chosen in (SnpFilter(), SnpFilter(hardy_weinberg=0.01, frequency=0.05)):
        listed = list_candidates(genotypes, categories, 3, people=learning, snp_filter=chosen)
        other = list_candidates(Genotypes.from_calls(calls), categories, 3, people=np.flatnonzero(learning), snp_filter=chosen)
        assert np.array_equal(listed.indices, other.indices) and np.array_equal(listed.prior, other.prior)


def test_pruning_keeps_the_better_ranked_of_two_linked_snps() -> None:
    genotypes, categories = example()
    calls = np.repeat(genotypes.calls(), 2, axis=0)
    calls[::2, :3] = 3  # the first copy of each SNP loses some calls, and with them a little of everything
    snps = replace(unnamed_snps(80), chromosome=strings(["1"] * 80), position=1_000_000 * (np.arange(80) // 2) + np.arange(80) + 1)
    doubled = Genotypes.from_calls(calls, snps)
    everything = list_candidates(doubled, categories, 3)
    listed = list_candidates(doubled, categories, 3, snp_filter=SnpFilter(linkage=0.8))
    assert len(listed) == 40 and listed.reports[-1].name == "linkage"
    assert (listed.reports[-1].removed, listed.reports[-1].left) == (40, 40)
    rank = {snp: place for place, snp in enumerate(everything.indices.tolist())}
    for snp in listed.indices.tolist():
        assert rank[snp] < rank[snp ^ 1]


def test_no_candidate_at_all_is_an_error() -> None:
    with pytest.raises(UserError, match=r"no SNP passes the filters; removed were: two_alleles 2"):
        list_candidates(Genotypes.from_calls(np.zeros((2, 4))), [0, 0, 1, 1], 2)
