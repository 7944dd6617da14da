"""The classifier: numbers worked out on paper, a twin from the definition, and laws of sums."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.genetics.classifier.divisions import Division, draw_divisions, stratified_split
from miai.genetics.classifier.evaluator import counts_of, dropped_of, evaluate_leaving_one_out, evaluate_on_divisions
from miai.genetics.classifier.frequencies import FrequencyModel
from miai.genetics.classifier.scores import classify_codes
from miai.genetics.kernels import values
from tests.genetics.problems import random_codes
from tests.twins import panels as twin

pytestmark = pytest.mark.plain

# One row a person, one column a SNP: 0 RR, 1 RA, 2 AA, a point for a missing call. A hundred genotypes in all.
NORTH = ("00100", "0.100", "01000", "00110", "0010.", "10100")
SOUTH = ("22012", "21022", "2202.", "12022")
# (genotypes, true category, probability of them in north, in south), by (2c + 1) / (2m + 3). The first one, for example:
# north 11/15 * 9/13 * 11/15 * 11/15 * 11/13, since 5 of 6, 4 of 5, 5 of 6, 5 of 6 and 5 of 5 calls are like his or hers.
PEOPLE = (
    ("00100", "north", Fraction(14641, 63375), Fraction(1, 131769)),
    ("22022", "south", Fraction(1, 190125), Fraction(2401, 14641)),
    ("01.01", "north", Fraction(121, 12675), Fraction(1, 3993)),
    ("....2", "south", Fraction(1, 13), Fraction(7, 9)),
    (".....", "north", Fraction(1), Fraction(1)),
    ("11011", "south", Fraction(3, 21125), Fraction(27, 14641)),
    ("00010", "north", Fraction(363, 21125), Fraction(3, 14641)),
    ("2.0..", "south", Fraction(1, 75), Fraction(63, 121)),
    ("12122", "north", Fraction(11, 190125), Fraction(343, 43923)),
    ("0.1.0", "north", Fraction(1331, 2925), Fraction(1, 1089)),
)


def paper_problem() -> tuple[np.ndarray, np.ndarray, Division]:
    rows = [*NORTH, *SOUTH, *(person[0] for person in PEOPLE)]
    codes = np.array([[3 if call == "." else int(call) for call in row] for row in rows], np.uint8).T
    names = ["north"] * len(NORTH) + ["south"] * len(SOUTH) + [person[1] for person in PEOPLE]
    categories = np.array([["north", "south"].index(name) for name in names], np.int32)
    return np.ascontiguousarray(codes), categories, Division(np.arange(10), np.arange(10, 20))


def test_a_hundred_genotypes_are_classified_as_on_paper():
    codes, categories, division = paper_problem()
    counts = counts_of(codes, categories, 2, division.learning)
    assert counts[0].tolist() == [[5, 1, 0], [0, 1, 3]] and counts[4].tolist() == [[5, 0, 0], [0, 0, 3]]
    found = classify_codes(codes[:, division.test], np.log(FrequencyModel().probabilities(counts)))
    for place, (_, _, north, south) in enumerate(PEOPLE):
        assert found.best[place] == (0 if north >= south else 1)
        assert math.isclose(found.ratio[place], abs(math.log(north / south)), abs_tol=1e-12)
        assert math.isclose(found.probabilities[place, 0], north / (north + south), rel_tol=1e-12)
    assert found.calls.tolist() == [5, 5, 4, 1, 0, 5, 5, 2, 5, 3]


def test_the_person_without_calls_is_dropped_and_eight_of_nine_are_right():
    codes, categories, division = paper_problem()
    evaluator = evaluate_on_divisions(codes, categories, 2, [division], FrequencyModel())
    assert evaluator.classified == 9
    assert evaluator.value(range(5)) == 8
    expected = sum(
        float(north / (north + south) if name == "north" else south / (north + south)) for _, name, north, south in PEOPLE
    )
    assert math.isclose(evaluator.value(range(5), "expected"), expected / 10, rel_tol=1e-5)
    loss = sum(-math.log2((north if name == "north" else south) / (north + south)) for _, name, north, south in PEOPLE)
    assert math.isclose(-evaluator.value(range(5), "log-loss"), loss / 10, rel_tol=1e-5)


def random_problem(seed, k, people=40, snps=6):
    categories = np.random.default_rng(seed).integers(0, k, people).astype(np.int32)
    categories[:k] = np.arange(k)
    return random_codes(snps, categories, seed), categories


@given(
    st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(["genotype", "hardy-weinberg"]), st.sampled_from(["half", "floor"])
)
def test_values_equal_those_of_the_twin(seed, k, estimate, smoothing):
    codes, categories = random_problem(seed, k)
    divisions = draw_divisions(categories, 2, 20, seed)
    evaluator = evaluate_on_divisions(codes, categories, k, divisions, FrequencyModel(estimate, smoothing))
    drawn = [(each.learning, each.test) for each in divisions]
    for model in ([0], [2, 4, 1]):
        assert evaluator.value(model) == twin.value(codes.tolist(), categories, k, drawn, model, estimate, smoothing)


@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(["genotype", "hardy-weinberg"]))
def test_leaving_one_out_equals_learning_from_all_others(seed, k, estimate):
    codes, categories = random_problem(seed, k, people=24)
    evaluator = evaluate_leaving_one_out(codes, categories, k, FrequencyModel(estimate), "counts")
    model, everybody = [1, 3, 5], list(range(24))
    rows = [
        twin.scores(codes.tolist(), categories, k, [p for p in everybody if p != person], person, model, estimate)
        for person in evaluator.people
    ]
    assert evaluator.value(model) == twin.right_among_confident(rows, [categories[person] for person in evaluator.people])


@given(st.integers(0, 10**6), st.permutations(range(6)), st.integers(1, 5))
def test_sums_do_not_depend_on_the_order_and_can_be_undone(seed, order, count):
    codes, categories = random_problem(seed, 3)
    evaluator = evaluate_on_divisions(codes, categories, 3, draw_divisions(categories, 2, 15, seed), FrequencyModel(), "log-loss")
    model = order[:count]
    assert evaluator.value(model) == evaluator.value(sorted(model))
    sums = evaluator.sums(model[:-1])
    assert evaluator.values_with(sums, np.array(model[-1:]))[0] == evaluator.value(model)
    values.add_snp(evaluator.cases, model[-1], 1, sums)
    assert np.array_equal(sums, evaluator.sums(model))
    values.add_snp(evaluator.cases, model[-1], -1, sums)
    assert np.array_equal(sums, evaluator.sums(model[:-1]))


def test_powers_of_two_are_as_accurate_as_a_float32():
    units = np.linspace(-119 * values.LOG_UNIT, 0, 5001).astype(np.int32)
    found = np.array([values.power_of_two(unit) for unit in units])
    assert np.allclose(found, 2.0 ** (units / values.LOG_UNIT), rtol=1e-6)


def test_five_per_cent_are_dropped_exactly():
    assert [dropped_of(size) for size in (400, 300, 10, 9)] == [20, 15, 1, 0]


def test_equal_ratios_drop_the_first_people():
    codes = np.zeros((1, 30), np.uint8)
    categories = np.array([0] * 15 + [1] * 15, np.int32)
    learning = Division(np.arange(30), np.array([*range(10), *range(15, 25)]))
    evaluator = evaluate_on_divisions(codes, categories, 2, [learning], FrequencyModel())
    assert evaluator.value([0]) == 9  # all look alike and are called 0; the first, who is one, is dropped


@given(st.integers(0, 10**6), st.booleans())
def test_divisions_keep_every_category_and_are_fixed_by_the_seed(seed, stratified):
    categories = np.array([0] * 20 + [1] * 9 + [2] + [-1] * 3, np.int32)
    first, second = (draw_divisions(categories, 3, 10, seed, stratified) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.test, other.test) and one.test.size == 10
        assert not set(one.test) & set(one.learning) and one.test.size + one.learning.size == 30
        assert set(categories[one.learning]) == {0, 1, 2}


def test_a_test_set_that_does_not_fit_is_an_error():
    with pytest.raises(UserError, match="a test set of 29 does not fit 30 individuals in 3 categories"):
        draw_divisions(np.arange(30) % 3, 1, 29)


def test_a_split_holds_a_third_of_each_group_out():
    groups = np.array([0] * 30 + [1] * 9 + [2] * 2 + [3] + [-1] * 5)
    split = stratified_split(groups, 1 / 3, 7)
    assert np.bincount(groups[split.test], minlength=4).tolist() == [10, 3, 1, 0]


def test_unknown_names_are_one_line():
    with pytest.raises(UserError, match=r"unknown frequency model 'genotyp'; did you mean 'genotype'\?"):
        FrequencyModel("genotyp")
    codes, categories, division = paper_problem()
    with pytest.raises(UserError, match="unknown objective 'accuracy'"):
        evaluate_on_divisions(codes, categories, 2, [division], FrequencyModel(), "accuracy")
