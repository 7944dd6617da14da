"""Small data sets for tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from miai.genetics.genotypes import Genotypes, PeopleTable, SnpTable, strings, unnamed_snps


def with_letters(snps: int = 7, people: int = 10, seed: int = 4) -> Genotypes:
    """Random calls with missing ones; alleles are bases, places are known, the reference is never the rarer allele."""
    random = np.random.default_rng(seed)
    calls = random.choice([0, 1, 2, 3], (snps, people), p=[0.4, 0.3, 0.2, 0.1]).astype(np.uint8)
    calls[:, :3] = [0, 1, 2]  # all genotypes are there
    rare = (calls == 2).sum(axis=1) > (calls == 0).sum(axis=1)
    calls[rare] = np.array([2, 1, 0, 3])[calls[rare]]
    letters = np.array(["A", "C", "G", "T"], dtype=object)
    table = SnpTable(
        strings([f"rs{10 + n}" for n in range(snps)]),
        strings([str(1 + n // 3) if n else "X" for n in range(snps)]),
        np.arange(snps) * 1000 + 5,
        letters[np.arange(snps) % 4],
        letters[(np.arange(snps) + 1) % 4],
    )
    families = [("Han", "San", "Maya")[n % 3] for n in range(people)]
    persons = PeopleTable(
        strings([f"person{n}" for n in range(people)]), strings(families), strings([("1", "2", "")[n % 3] for n in range(people)])
    )
    return Genotypes.from_calls(calls, table, persons)


def without_letters(snps: int = 7, people: int = 10) -> Genotypes:
    """The same calls; alleles are called A2 and A1, and no place is known."""
    given = with_letters(snps, people)
    table = replace(unnamed_snps(snps), reference=strings(["A2"] * snps), alternative=strings(["A1"] * snps))
    return replace(given, snps=table)


def assert_same(found: Genotypes, expected: Genotypes, places: bool = True, alleles: bool = True) -> None:
    """Fail unless calls, ids and, if asked for, places and alleles are equal."""
    assert np.array_equal(found.calls(), expected.calls())
    assert list(found.snps.ids) == list(expected.snps.ids)
    assert list(found.people.ids) == list(expected.people.ids)
    assert not found.packed[:, -1][:, None][:, 0].max(initial=0) >> (2 * ((len(found.people) - 1) % 4 + 1))  # padding is zero
    if places:
        assert list(found.snps.chromosome) == list(expected.snps.chromosome)
        assert found.snps.position.tolist() == expected.snps.position.tolist()
    if alleles:
        assert list(found.snps.reference) == list(expected.snps.reference)
        assert list(found.snps.alternative) == list(expected.snps.alternative)
