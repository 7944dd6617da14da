"""Cells and verdicts of matches."""

import pytest

from miai.experiments.frame import Cell
from miai.experiments.shared.match_scores import elo_cells, is_above_half, is_below_half, score_cell, score_in_words

pytestmark = pytest.mark.plain


def test_a_score_has_the_wilson_interval_and_its_elo():
    score = score_cell({"side": "a"}, 75, 100)
    assert (score.measure, score.value, score.count) == ("score", 0.75, 100)
    assert (score.low, score.high) == (
        pytest.approx(0.657, abs=0.001),
        pytest.approx(0.825, abs=0.001),
    )  # any table of the interval
    (elo,) = elo_cells(score)
    assert elo.value == pytest.approx(190.8, abs=0.1)  # 400 log10 3
    assert elo.low < elo.value < elo.high and elo.parameters == {"side": "a"}
    assert score_in_words(score) == "score 0.750 in 100 games (0.657 to 0.825)"


@pytest.mark.parametrize("won", [0, 10])
def test_a_match_without_a_loss_or_without_a_win_has_no_elo(won):
    assert elo_cells(score_cell({}, won, 10)) == []


@pytest.mark.parametrize(
    ("won", "above", "below"), [(75, "holds", "does not hold"), (52, "undecided", "undecided"), (25, "does not hold", "holds")]
)
def test_the_interval_decides_about_a_score(won, above, below):
    score = score_cell({}, won, 100)
    assert (is_above_half(score), is_below_half(score)) == (above, below)


def test_a_score_without_an_interval_is_undecided():
    assert is_above_half(Cell({}, "score", 1.0)) == "undecided"
