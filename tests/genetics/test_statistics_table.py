"""The table of statistics, and p-values by permutation."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from miai.genetics.genotypes import Genotypes
from miai.genetics.permutation import permutation_test
from miai.genetics.statistics import STATISTICS, compute_statistics
from miai.genetics.statistics_table import StatisticsTable
from tests.genetics import naive
from tests.genetics.examples import with_letters


def table_of(genotypes: Genotypes, permuted: int = 0) -> StatisticsTable:
    categories = np.arange(len(genotypes.people)) % 2
    found = compute_statistics(genotypes, categories, 2)
    test = permutation_test(genotypes, categories, 2, permuted) if permuted else None
    return StatisticsTable(genotypes, found, ("cases", "all, others"), test)


def test_the_csv_has_a_row_for_each_snp_with_ranks(tmp_path: Path) -> None:
    given = with_letters(people=30)
    calls = given.calls()
    calls[2, ::2] = 3  # a SNP without calls in the first category
    table = table_of(Genotypes.from_calls(calls, given.snps, given.people), permuted=3)
    table.write_csv(tmp_path / "snps.csv")
    rows = list(csv.DictReader((tmp_path / "snps.csv").read_text().splitlines()))
    assert [row["id"] for row in rows] == list(given.snps.ids)
    assert rows[2]["frequency_cases"] == "" and rows[1]["frequency_cases"] != ""
    assert sorted(int(row["rank_delta"]) for row in rows) == list(range(1, 8))
    best = next(row for row in rows if row["rank_informativeness"] == "1")
    assert float(best["informativeness"]) == max(float(row["informativeness"]) for row in rows)
    assert {"frequency_all, others", "trend_additive_p", "theta_family_wise_p"} <= rows[0].keys()
    counts = [np.bincount(calls[0, start::2], minlength=4)[:3].tolist() for start in (0, 1)]
    assert float(rows[0]["delta"]) == pytest.approx(float(naive.delta(counts)), abs=1e-6)
    assert not list(tmp_path.glob(".*"))


def test_rows_for_json_have_no_nan() -> None:
    table = table_of(Genotypes.from_calls([[3, 0, 3, 1]]))
    row = table.rows(table.best("theta", 1))[0]
    assert row["frequency_cases"] is None and row["frequency_all, others"] == 0.25


def test_permutation_p_values_approach_those_of_all_permutations() -> None:
    calls = np.array([[0, 0, 0, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0]])
    groups = np.array([0, 0, 0, 1, 1, 1, 1])
    genotypes = Genotypes.from_calls(calls)
    observed = compute_statistics(genotypes, groups, 2).delta
    exact = np.zeros(2)
    orders = list(permutations(range(7), 3))
    for order in orders:
        permuted = np.ones(7, int)
        permuted[list(order)] = 0
        exact += compute_statistics(genotypes, permuted, 2).delta >= observed - 1e-12
    found = permutation_test(genotypes, groups, 2, 2000, seed=3)
    assert found.p_values[:, STATISTICS.index("delta")] == pytest.approx(exact / len(orders), abs=0.04)
    assert (found.family_wise >= found.p_values - 1e-12).all()


def test_permutations_are_repeated_by_the_seed_and_leave_people_out() -> None:
    calls = np.random.default_rng(0).integers(0, 4, (5, 20))
    groups = np.arange(20) % 3 - 1
    one, same = (permutation_test(Genotypes.from_calls(calls), groups, 2, 50, seed=7) for _ in range(2))
    assert np.array_equal(one.p_values, same.p_values)
    calls[:, groups < 0] = 0
    other = permutation_test(Genotypes.from_calls(calls), groups, 2, 50, seed=7)
    assert np.array_equal(one.p_values, other.p_values)
