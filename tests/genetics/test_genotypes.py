"""Packed genotypes against plain arrays."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.genetics.genotypes import MISSING, Genotypes, genotype_counts

pytestmark = pytest.mark.plain


@st.composite
def call_tables(draw: st.DrawFn) -> np.ndarray:
    snps, people = draw(st.integers(1, 6)), draw(st.integers(1, 140))
    return np.random.default_rng(draw(st.integers(0, 2**32))).integers(0, 4, (snps, people)).astype(np.uint8)


@given(call_tables())
def test_unpacked_calls_equal_what_was_packed(calls: np.ndarray) -> None:
    assert np.array_equal(Genotypes.from_calls(calls).calls(), calls)


@given(call_tables(), st.data())
def test_selection_takes_rows_and_columns_in_their_order(calls: np.ndarray, data: st.DataObject) -> None:
    snps = data.draw(st.lists(st.integers(0, len(calls) - 1), max_size=8))
    people = data.draw(st.lists(st.integers(0, calls.shape[1] - 1), max_size=150))
    chosen = Genotypes.from_calls(calls).select(snps=snps, people=people)
    assert np.array_equal(chosen.calls(), calls[snps][:, people])
    assert list(chosen.snps.ids) == [f"s{snp + 1}" for snp in snps]
    assert list(chosen.people.ids) == [f"p{person + 1}" for person in people]
    assert np.array_equal(Genotypes.from_calls(calls).calls(snps, people), calls[snps][:, people])


@given(call_tables(), st.integers(1, 9), st.integers(0, 2**32))
def test_counts_equal_those_of_a_counter(calls: np.ndarray, k: int, seed: int) -> None:
    categories = np.random.default_rng(seed).integers(-1, k, calls.shape[1])
    counts = genotype_counts(Genotypes.from_calls(calls), categories, k)
    for snp, row in enumerate(calls):
        seen = Counter(zip(categories.tolist(), row.tolist(), strict=True))
        expected = [[seen[category, code] for code in range(MISSING)] for category in range(k)]
        assert counts[snp].tolist() == expected


def test_masks_and_slices_select_too() -> None:
    genotypes = Genotypes.from_calls(np.arange(12).reshape(3, 4) % 4)
    mask = np.array([True, False, True])
    assert np.array_equal(genotypes.select(snps=mask).calls(), genotypes.calls()[mask])
    assert genotypes.select(people=slice(1, None)).shape == (3, 3)
    with pytest.raises(IndexError, match=r"outside 0 to 2"):
        genotypes.select(snps=[3])


def test_a_category_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"accepted: -1 to 1"):
        genotype_counts(Genotypes.from_calls(np.zeros((1, 2), np.uint8)), [0, 2], 2)
