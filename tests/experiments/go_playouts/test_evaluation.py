"""The experiment on the evaluation of positions: its measures, worked by hand, and its sides."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell
from miai.experiments.go_playouts import evaluation
from miai.go.player import preset_named
from miai.go.player.settings import change_all

pytestmark = pytest.mark.plain


def test_measures_worked_by_hand():
    estimates, truth = np.array([[0.0], [0.4], [0.6], [1.0]]), np.array([0.25, 0.45, 0.55, 0.75])
    assert evaluation.rmse(estimates, truth) == pytest.approx((2 * 0.25**2 + 2 * 0.05**2) ** 0.5 / 2)
    assert evaluation.slope(estimates, truth) == pytest.approx(0.5)
    assert evaluation.spearman(estimates, truth) == pytest.approx(1)
    assert evaluation.spearman(-estimates, truth) == pytest.approx(-1)
    assert evaluation.slope(np.ones((4, 1)), truth) == evaluation.spearman(np.ones((4, 1)), truth) == 0


def test_the_error_counts_every_repeat():
    assert evaluation.rmse(np.array([[0.5, 0.7], [0.6, 0.6]]), np.array([0.6, 0.6])) == pytest.approx((2 * 0.01 / 4) ** 0.5)


def cells(errors: dict[str, float], positions: int = 10) -> list[Cell]:
    """Return cells of sides whose estimates are off by a constant."""
    made = []
    for number in range(positions):
        truth = number / positions
        made.append(Cell({"position": number}, "judged", truth))
        for side, error in errors.items():
            labels = {"side": side, "playouts": 100, "position": number, "repeat": 0}
            made.append(Cell(labels, "estimate", truth + error))
    return made


@pytest.mark.parametrize(("error", "verdict"), [(0.1, "holds"), (0.3, "does not hold"), (0.2, "undecided")])
def test_the_paired_interval_decides_whether_a_side_evaluates_better(error, verdict):
    found = evaluation.derived(evaluation.Parameters(), cells({"base": 0.2, "learning": error}))
    gain = next(cell for cell in found if cell.measure == "gain")
    assert gain.value == pytest.approx(0.2 - error) and gain.count == 10
    if error != 0.2:  # equal errors differ by rounding only
        assert evaluation.findings(evaluation.Parameters(), found)[0].verdict == verdict


def test_every_side_changes_the_preset_and_only_base_does_not_learn():
    for name, words in evaluation.SIDES.items():
        assert change_all(preset_named("isgo-learning"), words).learning.on == (name != "base")


def test_a_wrong_side_is_reported_before_any_playout():
    with pytest.raises(UserError, match="did you mean 'start-1/1'"):
        evaluation.jobs(evaluation.Parameters(sides=("start-1-1",)))


def test_isgo_differs_by_learning_alone_and_plays_all_its_playouts():
    base, learning = preset_named("isgo-base"), preset_named("isgo-learning")
    assert change_all(learning, ["learning.on=false"]) == base
    assert not base.early_stop and base.search.prior == "horizon" and base.search.widening == "medium" and base.learning.keep
