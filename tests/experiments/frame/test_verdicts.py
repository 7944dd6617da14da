"""Verdicts: the whole interval decides."""

import ast
import math
from pathlib import Path

import pytest

import miai
from miai.experiments.frame import Cell, Finding
from miai.experiments.frame.results import judged
from miai.experiments.frame.verdicts import (
    all_of,
    bounds,
    decided_by,
    difference,
    is_above,
    is_below,
    is_best,
    is_not_above_zero,
    is_within,
    most_of,
)

pytestmark = pytest.mark.plain

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"


def cell(value, low, high):
    return Cell({"value": value}, "rate", value, low, high)


def test_a_verdict_needs_the_whole_interval():
    assert [is_below(each) for each in ((-2, -1), (-1, 1), (1, 2))] == [HOLDS, OPEN, FAILS]
    assert [is_above(each, 3) for each in ((4, 5), (2, 5), (1, 2))] == [HOLDS, OPEN, FAILS]
    assert [is_within(each, -1, 1) for each in ((-0.5, 0.5), (-0.5, 1.5), (1.5, 2))] == [HOLDS, OPEN, FAILS]
    assert [is_not_above_zero(each, 1) for each in ((-9, 0.5), (-1, 2), (0.1, 2))] == [HOLDS, OPEN, FAILS]


def test_an_unknown_interval_leaves_a_claim_undecided():
    assert bounds(Cell({}, "rate", 0.7)) == (-math.inf, math.inf)
    for judge in (is_above, is_below):
        assert judge(bounds(Cell({}, "rate", 0.7))) == judge((math.nan, math.nan)) == OPEN


def test_a_claim_with_several_conditions_needs_all_of_them():
    assert all_of([HOLDS, OPEN]) == OPEN
    assert all_of([HOLDS, OPEN, FAILS]) == FAILS
    assert all_of([HOLDS, HOLDS]) == HOLDS
    assert all_of([]) == OPEN


def test_a_claim_about_most_cells_needs_a_majority():
    assert most_of([HOLDS, HOLDS, FAILS]) == HOLDS
    assert most_of([FAILS, FAILS, HOLDS]) == FAILS
    assert most_of([HOLDS, HOLDS, FAILS, FAILS]) == OPEN
    assert most_of([HOLDS, HOLDS, HOLDS, OPEN], share=0.75) == OPEN
    assert most_of([HOLDS, FAILS, FAILS, OPEN], share=0.75) == FAILS
    assert most_of([]) == OPEN


def test_the_best_cell_must_be_above_all_others():
    best, near, worse = cell(0.9, 0.8, 1.0), cell(0.85, 0.75, 0.95), cell(0.5, 0.4, 0.6)
    assert is_best(best, [worse]) == HOLDS
    assert is_best(best, [near, worse]) == OPEN
    assert is_best(worse, [near, best]) == FAILS


def test_a_difference_has_the_joint_interval():
    low, high = difference(cell(0.5, 0.2, 0.8), cell(0.1, -0.3, 0.5))
    assert (low, high) == pytest.approx((0.4 - 0.5, 0.4 + 0.5))  # the root of 0.3**2 + 0.4**2
    assert difference(Cell({}, "rate", 0.5), Cell({}, "rate", 0.1)) == (-math.inf, math.inf)


def test_every_finding_names_its_test():
    """Find each `Finding(...)` in the experiments: the fourth argument names the test, unless there was nothing to compare."""
    package = Path(miai.__file__).parent / "experiments"
    missing = []
    for file in package.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Finding" and call.args:
                has_verdict = not (isinstance(call.args[1], ast.Name) and call.args[1].id == "OPEN")
                if has_verdict and len(call.args) + len(call.keywords) < 4:
                    missing.append(f"{file.name}:{call.lineno}")
    assert not missing


def test_a_smoke_run_decides_nothing():
    finding = Finding("the coin is fair", HOLDS, "0.50", "95 % Wilson interval, 1 comparison")
    assert judged([finding], "paper") == judged([finding], "quick changed") == [finding]
    for label in ("smoke", "smoke changed"):
        (undecided,) = judged([finding], label)
        assert undecided.verdict == OPEN and undecided.evidence.endswith("0.50")


def test_a_test_in_words_counts_its_comparisons():
    assert decided_by("95 % t interval") == "95 % t interval, 1 comparison"
    assert decided_by("95 % t interval", 4) == "95 % t interval, 4 comparisons, each by itself"
    assert decided_by("95 % t interval", 4, "joint by Bonferroni's correction").endswith(
        "4 comparisons, joint by Bonferroni's correction"
    )
