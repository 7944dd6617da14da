"""The experiments on bandits: each runs, says what it found, and reads the published numbers right."""

import importlib
import math

import numpy as np
import pytest

from miai.core.statistics import wilson
from miai.experiments.bandits import cells as bandit_cells
from miai.experiments.bandits import groups as bandit_groups
from miai.experiments.bandits import sixty as bandit_sixty
from miai.experiments.bandits import ucb as bandit_ucb
from miai.experiments.bandits.cells import deviation, published_rate
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.published import published_rows
from miai.experiments.registry import EXPERIMENTS

NAMES = [name for name in EXPERIMENTS if name.startswith("bandit") or name == "ucb-variants"]


def load(name):
    return importlib.import_module(EXPERIMENTS[name].module).EXPERIMENT


@pytest.mark.parametrize("name", NAMES)
def test_smoke_runs_and_its_tables_plots_and_findings_find_their_cells(name):
    experiment = load(name)
    cells = run_here(experiment, "smoke")
    parameters = make_parameters(experiment, "smoke")
    measures = {cell.measure for cell in cells}
    for table in experiment.tables:
        wanted = [table.measure] if isinstance(table.measure, str) else table.measure
        assert set(wanted) <= measures
    assert experiment.findings(parameters, cells)
    for plot in experiment.plots:
        if callable(plot):
            assert plot(parameters, cells).axes
    for cell in cells:
        if cell.value is not None and cell.low is not None and cell.high is not None:
            assert cell.low <= cell.value + 1e-12 and cell.value <= cell.high + 1e-12


@pytest.mark.parametrize("name", [name for name in NAMES if name != "bandit-runtime"])
def test_the_same_seed_gives_the_same_cells_and_another_seed_others(name):
    experiment = load(name)
    first, again, other = (run_here(experiment, "smoke", seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_has_its_presets_and_its_name(name):
    experiment = load(name)
    assert experiment.name == name
    assert {"smoke", "quick", "paper"} <= set(experiment.presets)


def test_tables_1_to_3_are_carried_over_whole():
    assert len(published_rows("bandit_best_arm")) == 2 * 9 * 10
    assert len(published_rows("bandit_groups_not_worse")) == 9 * 10
    place = {"payoffs": "hard", "bias": 1.0, "simulations": 8192}
    found = published_rate(Cell(place, "best arm", 0.5))
    assert found.value == 0.864 and found.low < 0.864 < found.high
    assert published_rate(Cell({**place, "payoffs": "narrow"}, "best arm", 0.5)) is None
    cell = Cell({"payoffs": "nine", "bias": 100.0, "simulations": 64}, "groupings not worse", 44.0)
    assert bandit_groups.published(cell).value == 44.29


def test_a_deviation_is_in_standard_errors_of_both_trials():
    place = {"payoffs": "nine", "bias": 0.5, "simulations": 32}
    source = published_rate(Cell(place, "best arm", 0.5))
    rate = source.value + 0.02
    error = math.sqrt(2 * 0.552 * 0.448 / 5000)
    assert deviation(Cell(place, "best arm", rate, count=5000), source) == pytest.approx((0.02 - 0.0005) / error, rel=1e-3)
    assert deviation(Cell(place, "best arm", source.value + 0.0004, count=5000), source) == 0.0


def test_small_tables_of_few_trials_agree_with_the_published_ones():
    """300 trials of nine cells: six standard errors of the difference would be one in a billion."""
    cells = run_here(bandit_ucb.EXPERIMENT, "smoke", trials=300, simulations=512, payoffs=("nine",), biases=(0.5, 10.0))
    for cell in cells:
        source = bandit_ucb.published(cell)
        if source is not None:
            assert abs(deviation(cell, source)) < 6, cell


def test_what_is_better_than_the_best_basic_ucb_is_counted_by_pairs_and_by_groupings():
    hits = np.array([[50, 60, 40, 70], [65, 66, 10, 64]])  # two constants: basic UCB, then three groupings
    assert bandit_groups._pairs_better(hits) == 2
    assert bandit_groups._groupings_better(hits) == 2
    assert bandit_groups._pairs_better(hits[None]).tolist() == [2]


def test_the_interval_of_a_share_of_groupings_covers_what_repetitions_give():
    """All groupings as good as basic UCB: any share may come out, and the interval says so."""
    rates = []
    for number in range(21):
        share = wilson(500 + (number % 3), 1000)
        where = {"grouping": "none" if number == 0 else str(number), "simulations": 16}
        rates.append(Cell(where, "best arm", share.share, share.low, share.high, 1000))
    (cell,) = bandit_groups._not_worse({}, rates, seed=1)
    assert cell.value == 100.0 and cell.low < 30


def test_sixty_arms_have_the_payoffs_that_the_paper_gives():
    payoffs = bandit_sixty.payoffs_from(1)
    assert len(payoffs) == 60 and list(payoffs) == sorted(payoffs)
    assert (payoffs[0], payoffs[-2], payoffs[-1]) == (0.007, 0.884, 0.922)
    assert bandit_sixty.payoffs_from(2) != payoffs
    for name in ("in order", "distributed", "random 3"):
        grouping = bandit_sixty.grouping_called(name, payoffs, 1)
        assert sorted(arm for group in grouping for arm in group) == list(range(60))


def test_checkpoints_end_with_the_simulations_that_were_asked_for():
    assert bandit_cells.checkpoints_up_to(64) == (16, 32, 64)
    assert bandit_cells.checkpoints_up_to(100) == (16, 32, 64, 100)
    assert bandit_cells.checkpoints_up_to(16) == (16,)
