"""The experiments on bandits: runs, findings and published numbers."""

import importlib
import math

import numpy as np
import pytest

from miai.core.statistics import wilson
from miai.experiments.bandits import groups as bandit_groups
from miai.experiments.bandits import sixty as bandit_sixty
from miai.experiments.bandits import ucb as bandit_ucb
from miai.experiments.bandits.arms import checkpoints_up_to
from miai.experiments.bandits.cells import deviation, published_rate
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.published import published_rows
from miai.experiments.registry import EXPERIMENTS

NAMES = [name for name in EXPERIMENTS if name.startswith("bandit") or name == "ucb-variants"]


def load(name):
    return importlib.import_module(EXPERIMENTS[name].module).EXPERIMENT


@pytest.mark.parametrize("name", NAMES)
def test_a_smoke_run_has_the_cells_of_all_tables_plots_and_findings(name):
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
def test_every_experiment_has_its_registered_name_and_three_presets(name):
    experiment = load(name)
    assert experiment.name == name
    assert {"smoke", "quick", "paper"} <= set(experiment.presets)


def test_tables_1_to_3_are_complete():
    assert len(published_rows("bandit_best_arm")) == 2 * 9 * 10
    assert len(published_rows("bandit_groups_not_worse")) == 9 * 10
    place = {"payoffs": "hard", "bias": 1.0, "simulations": 8192}
    found = published_rate(Cell(place, "best arm", 0.5))
    assert found.value == 0.864 and found.low < 0.864 < found.high
    assert published_rate(Cell({**place, "payoffs": "narrow"}, "best arm", 0.5)) is None
    cell = Cell({"payoffs": "nine", "bias": 100.0, "simulations": 64}, "groupings not worse", 44.0)
    assert bandit_groups.published(cell).value == 44.29


def test_a_deviation_counts_the_trials_of_both_runs():
    place = {"payoffs": "nine", "bias": 0.5, "simulations": 32}
    source = published_rate(Cell(place, "best arm", 0.5))
    rate = source.value + 0.02
    error = math.sqrt(2 * 0.552 * 0.448 / 5000)
    assert deviation(Cell(place, "best arm", rate, count=5000), source) == pytest.approx((0.02 - 0.0005) / error, rel=1e-3)
    assert deviation(Cell(place, "best arm", source.value + 0.0004, count=5000), source) == 0.0


def test_short_runs_agree_with_the_published_tables():
    """A deviation of six standard errors has a probability of one in a billion."""
    cells = run_here(bandit_ucb.EXPERIMENT, "smoke", trials=300, simulations=512, payoffs=("nine",), biases=(0.5, 10.0))
    for cell in cells:
        source = bandit_ucb.published(cell)
        if source is not None:
            assert abs(deviation(cell, source)) < 6, cell


def test_pairs_and_groupings_better_than_the_best_basic_ucb_are_counted():
    hits = np.array([[50, 60, 40, 70], [65, 66, 10, 64]])  # two constants: basic UCB, then three groupings
    assert bandit_groups._pairs_better(hits) == 2
    assert bandit_groups._groupings_better(hits) == 2
    assert bandit_groups._pairs_better(hits[None]).tolist() == [2]


def test_the_interval_of_a_share_of_groupings_covers_repetitions():
    """All groupings are as good as basic UCB, so that a repetition may have any share."""
    rates = []
    for number in range(21):
        share = wilson(500 + (number % 3), 1000)
        where = {"grouping": "none" if number == 0 else str(number), "simulations": 16}
        rates.append(Cell(where, "best arm", share.share, share.low, share.high, 1000))
    (cell,) = bandit_groups._not_worse({}, rates, seed=1)
    assert cell.value == 100.0 and cell.low < 30


def test_sixty_arms_contain_the_three_published_payoffs():
    payoffs = bandit_sixty.payoffs_from(1)
    assert len(payoffs) == 60 and list(payoffs) == sorted(payoffs)
    assert (payoffs[0], payoffs[-2], payoffs[-1]) == (0.007, 0.884, 0.922)
    assert bandit_sixty.payoffs_from(2) != payoffs
    for name in ("in order", "distributed", "random 3"):
        grouping = bandit_sixty.grouping_called(name, payoffs, 1)
        assert sorted(arm for group in grouping for arm in group) == list(range(60))


def test_the_last_checkpoint_is_the_number_of_simulations():
    assert checkpoints_up_to(64) == (16, 32, 64)
    assert checkpoints_up_to(100) == (16, 32, 64, 100)
    assert checkpoints_up_to(16) == (16,)
