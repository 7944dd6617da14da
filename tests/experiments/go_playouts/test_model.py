"""The stochastic model of a playout, with numbers worked out from Basaldúa (2013), section 4.1.1."""

import pytest

from miai.core.kernels import COMPILING
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.go_playouts.model import (
    EXPERIMENT,
    derived,
    effect_of_a_point,
    fitted,
    fitted_to_win_rates,
    misfit,
    predicted,
)

pytestmark = pytest.mark.plain


def test_a_lead_of_one_deviation_wins_with_phi_of_one():
    assert predicted(10, 100, 1.0) == pytest.approx(0.841345, abs=1e-6)  # sqrt(c t) = 10
    assert predicted(10, 400, 1.0) == pytest.approx(0.691462, abs=1e-6)  # a longer playout is nearer to 1/2
    assert predicted(0, 400, 1.0) == 0.5 and predicted(5, 0, 1.0) == pytest.approx(1.0, abs=1e-6)


def position(size, game, length, variance, lead, won):
    where = {"size": size, "game": game, "stage": 1.0}
    return [Cell(where, "length", length), Cell(where, "variance", variance), Cell({**where, "lead": lead}, "won", won)]


def test_one_constant_is_fitted_to_all_positions():
    cells = [*position(9, 0, 100.0, 150.0, 10, 0.8), *position(9, 1, 50.0, 150.0, 10, 0.8)]
    assert fitted(cells) == pytest.approx(300 / 150)
    # c = 2: Phi(10 / sqrt 200) = 0.760250 and Phi(10 / sqrt 100) = 0.841345
    assert misfit(cells, 2.0) == pytest.approx((0.039750 + 0.041345) / 2, abs=1e-5)


def test_the_constant_that_fits_win_rates_best_is_found():
    # Phi(10 / sqrt(c 100)) = 0.841345 needs c = 1, whatever the variance is; steps of 1 % leave 0.5 %
    assert fitted_to_win_rates(position(9, 0, 100.0, 700.0, 10, 0.841345)) == pytest.approx(1.0, rel=0.01)


def test_the_effect_of_a_point_gives_the_playouts_that_show_it():
    # a lead of 5 wins 0.6: 0.02 a point, 0.25 / 0.02^2 = 625
    cells = effect_of_a_point(9, 1.0, [*position(9, 0, 80.0, 1.0, 5, 0.55), *position(9, 1, 100.0, 1.0, 5, 0.65)])
    assert [cell.value for cell in cells] == pytest.approx([90.0, 625.0])


def test_the_experiment_finds_the_constant_of_each_board():
    parameters = make_parameters(EXPERIMENT, "smoke", {"sizes": "9", "games": 2})
    cells = [cell for game in (0, 1) for lead in (2, 5, 10, 20, 40) for cell in position(9, game, 100.0, 100.0 + game, lead, 0.8)]
    cells = list({cell.key: cell for cell in cells}.values())
    made = {cell.measure: cell for cell in derived(parameters, cells)}
    assert made["c"].value == pytest.approx(1.005)


@pytest.mark.skipif(not COMPILING, reason="hundreds of playouts: too many for plain Python")
def test_a_smoke_run_measures_positions():
    cells = run_here(EXPERIMENT, "smoke", playouts=10)
    assert {"length", "bias", "variance", "won", "c", "misfit", "win rate", "model"} <= {cell.measure for cell in cells}
    assert all(0 <= (cell.value or 0) <= 1 for cell in cells if cell.measure == "won")
