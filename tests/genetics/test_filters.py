"""Filters: who is removed, how many, and the tests behind them against their definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.genetics.filters import LOOSEST, PeopleFilter, SnpFilter, filter_people, filter_snps
from miai.genetics.genotypes import Genotypes, Stretches, as_words, strings, unnamed_people, unnamed_snps
from miai.genetics.kernels.hardy_weinberg import exact_p_value
from miai.genetics.kernels.pairs import correlate_all
from miai.genetics.relatives import DUPLICATE, FIRST_DEGREE, related_pairs
from tests.genetics import naive

pytestmark = pytest.mark.plain

NOTHING = LOOSEST


def removed(genotypes: Genotypes, chosen: SnpFilter, categories: object = None) -> dict[str, list[str]]:
    """By filter: the ids of the SNPs that are not left when it alone is applied."""
    kept, reports = filter_snps(genotypes, chosen, categories)  # type: ignore[arg-type]
    gone = sorted(set(genotypes.snps.ids) - set(genotypes.snps.ids[kept]))
    assert sum(report.removed for report in reports) == len(gone) and reports[-1].left == len(kept)
    return {report.name: gone for report in reports}


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_hardy_weinberg_equals_the_sum_over_all_samples(rr: int, ra: int, aa: int) -> None:
    expected = naive.hardy_weinberg(rr, ra, aa) if rr + ra + aa else 1.0
    assert exact_p_value(rr, ra, aa) == pytest.approx(expected, rel=1e-6)


def test_hardy_weinberg_of_the_published_example() -> None:
    # Wigginton and others (2005), table 1: 100 people, 21 rare alleles. Seven or fewer heterozygotes are below 0.001.
    assert exact_p_value(86, 7, 7) < 0.001
    assert exact_p_value(80, 19, 1) == pytest.approx(1.0)


def test_snps_are_filtered_by_calls_and_frequency() -> None:
    calls = np.array([[0, 0, 1, 2], [3, 0, 1, 2], [0, 0, 0, 0], [3, 3, 1, 2], [0, 0, 0, 1], [2, 2, 2, 2]])
    genotypes = Genotypes.from_calls(calls)
    assert removed(genotypes, replace(NOTHING, call_rate=0.7)) == {"call_rate": ["s4"]}
    assert removed(genotypes, replace(NOTHING, call_rate=0.75)) == {"call_rate": ["s4"]}
    assert removed(genotypes, replace(NOTHING, call_rate=0.76)) == {"call_rate": ["s2", "s4"]}
    assert removed(genotypes, replace(NOTHING, two_alleles=True)) == {"two_alleles": ["s3", "s6"]}
    assert removed(genotypes, replace(NOTHING, every_category=True), [0, 0, 1, 1]) == {"every_category": ["s4"]}
    assert removed(genotypes, replace(NOTHING, frequency=0.2)) == {"frequency": ["s3", "s5", "s6"]}
    assert removed(genotypes, replace(NOTHING, frequency=0.125)) == {"frequency": ["s3", "s6"]}


def test_people_without_category_do_not_count() -> None:
    genotypes = Genotypes.from_calls([[0, 0, 1, 3], [0, 1, 3, 0]])
    assert removed(genotypes, replace(NOTHING, call_rate=1.0), [0, 0, 1, -1]) == {"call_rate": ["s2"]}


def test_unknown_chromosomes_pass_as_autosomes() -> None:
    snps = replace(unnamed_snps(4), chromosome=strings(["1", "X", "0", "MT"]))
    genotypes = Genotypes.from_calls(np.zeros((4, 2)), snps)
    assert removed(genotypes, replace(NOTHING, autosomes=True)) == {"autosomes": ["s2", "s4"]}


def test_hardy_weinberg_is_tested_within_populations() -> None:
    # Two populations, each fixed for another allele, and a third SNP without heterozygotes inside one population.
    calls = np.array([[0] * 20 + [2] * 20, [0] * 10 + [2] * 10 + [0] * 20])
    people = replace(unnamed_people(40), family=strings(["a"] * 20 + ["b"] * 20))
    chosen = replace(NOTHING, hardy_weinberg=0.001)
    assert removed(Genotypes.from_calls(calls, people=people), chosen) == {"hardy_weinberg": ["s2"]}
    assert removed(Genotypes.from_calls(calls), chosen) == {"hardy_weinberg": ["s1", "s2"]}


@given(st.integers(0, 2**32), st.integers(1, 3))
def test_linkage_equals_the_correlation_of_centred_calls(seed: int, k: int) -> None:
    random = np.random.default_rng(seed)
    calls = random.choice([0, 1, 2, 3], (2, 70), p=[0.3, 0.3, 0.3, 0.1]).astype(np.uint8)
    groups = random.integers(-1, k, 70)
    stretches = Stretches.of(groups, k)
    matrix = np.zeros((2, 2))
    rows = as_words(Genotypes.from_calls(calls).packed)
    correlate_all(rows, stretches.words, stretches.masks, stretches.categories, np.zeros((k, 6)), matrix)
    used = (calls < 3).all(axis=0) & (groups >= 0)
    centred = calls[:, used].astype(float)
    for group in range(k):
        inside = groups[used] == group
        if inside.any():
            centred[:, inside] -= centred[:, inside].mean(axis=1, keepdims=True)
    spread = (centred**2).sum(axis=1).prod()
    expected = (centred[0] @ centred[1]) ** 2 / spread if spread > 1e-9 else 0.0
    assert matrix[0, 1] == pytest.approx(expected, abs=1e-9)


def linked() -> Genotypes:
    """s1, s2 and s4 are equal, s3 is independent; s4 is far away, s5 is on another chromosome, s6 has no place."""
    random = np.random.default_rng(3)
    one, other = random.integers(0, 3, 60), random.integers(0, 3, 60)
    snps = replace(
        unnamed_snps(6),
        chromosome=strings(["1", "1", "1", "1", "2", "0"]),
        position=np.array([1000, 1500, 2000, 900_000, 1200, 0]),
    )
    return Genotypes.from_calls([one, one, other, one, one, one], snps)


def test_pruning_by_linkage_removes_near_copies_only() -> None:
    assert removed(linked(), replace(NOTHING, linkage=0.5)) == {"linkage": ["s2"]}
    assert removed(linked(), replace(NOTHING, linkage=0.5, window=10**6)) == {"linkage": ["s2", "s4"]}


def test_pruning_keeps_the_first_snp_in_the_order() -> None:
    kept, _ = filter_snps(linked(), replace(NOTHING, linkage=0.5), order=[1, 0, 2, 3, 4, 5])
    assert kept.tolist() == [1, 2, 3, 4, 5]


def test_pruning_by_distance() -> None:
    assert removed(linked(), replace(NOTHING, distance=501)) == {"distance": ["s2"]}
    assert removed(linked(), replace(NOTHING, distance=500)) == {"distance": []}
    assert removed(linked(), replace(NOTHING, distance=1001)) == {"distance": ["s2", "s3"]}


def family() -> Genotypes:
    """Father, mother, child, the child again with some calls missing, and a stranger."""
    random = np.random.default_rng(11)
    snps = 3000
    share = random.uniform(0.1, 0.9, snps)
    father, mother, stranger = (random.random((2, snps)) < share for _ in range(3))
    pick = random.integers(0, 2, (2, snps))
    child = father[pick[0], np.arange(snps)].astype(int) + mother[pick[1], np.arange(snps)]
    again = np.where(random.random(snps) < 0.05, 3, child)
    return Genotypes.from_calls(np.array([father.sum(0), mother.sum(0), child, again, stranger.sum(0)]).T)


def test_kinship_finds_duplicates_and_parents() -> None:
    pairs, values = related_pairs(family(), DUPLICATE)
    assert pairs.tolist() == [[2, 3]] and values[0] == pytest.approx(0.5, abs=0.01)
    pairs, values = related_pairs(family(), FIRST_DEGREE)
    assert sorted(map(tuple, pairs.tolist())) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert values[[tuple(pair) != (2, 3) for pair in pairs.tolist()]] == pytest.approx(np.full(4, 0.25), abs=0.04)


def test_people_are_removed_until_no_two_are_related() -> None:
    kept, reports = filter_people(family(), PeopleFilter(kinship=DUPLICATE))
    assert kept.tolist() == [0, 1, 2, 4] and reports[0].removed == 1
    kept, reports = filter_people(family(), PeopleFilter(call_rate=0.99, kinship=FIRST_DEGREE))
    assert kept.tolist() == [0, 1, 4]
    assert [(report.name, report.removed, report.left) for report in reports] == [("people_call_rate", 1, 4), ("kinship", 1, 3)]


def test_thresholds_out_of_range_are_refused() -> None:
    with pytest.raises(UserError, match=r"filter frequency must be a number from 0 to 0\.5, not 0\.6"):
        SnpFilter(frequency=0.6)
    with pytest.raises(UserError, match=r"filter of people kinship must be a number from 0 to 1, not 2"):
        PeopleFilter(kinship=2)
