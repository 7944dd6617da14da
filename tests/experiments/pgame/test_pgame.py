"""The experiments on artificial games: their measurements and findings."""

import itertools

import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.loading import load, locate
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.pgame.comparisons import same_within, widened
from miai.experiments.pgame.measuring import RAW
from miai.experiments.pgame.scale import checkpoints, games_of
from miai.experiments.pgame.summary import find, summarise
from miai.experiments.registry import EXPERIMENTS

NAMES = [name for name in EXPERIMENTS if name.startswith("pgame-")]


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_runs_and_has_findings(name):
    experiment = load(locate(name))
    cells = run_here(experiment, "smoke", seed=3)
    parameters = make_parameters(experiment, "smoke")
    errors = find(cells, "error")
    assert {cell.parameters["iterations"] for cell in errors} == set(checkpoints(parameters))
    assert all(0 <= cell.low <= cell.value <= cell.high <= 1 for cell in errors)
    assert all(finding.evidence and "comparison" in finding.test for finding in experiment.findings(parameters, cells))
    for plot in experiment.plots:
        assert plot(parameters, cells).axes


def test_all_modes_choose_the_same_moves_on_a_tree():
    experiment = load(locate("pgame-dag"))
    cells = run_here(experiment, "smoke", seed=5, sizes=("6x4",), combinations=(0.0,), games=12)
    errors = {}
    for cell in find(cells, RAW):
        errors.setdefault(cell.parameters["mode"], []).append(cell.value)
    assert len(errors) == 6 and len({tuple(each) for each in errors.values()}) == 1
    assert any(errors["tree"])


def test_finished_alpha_beta_makes_no_errors():
    experiment = load(locate("pgame-search"))
    cells = run_here(experiment, "smoke", seed=1, sizes=("3x4",), games=20, iterations=100)
    last = {cell.parameters["search"]: cell.value for cell in find(cells, "error", iterations=100)}
    assert last["alpha-beta, who wins"] == last["alpha-beta, points"] == 0.0


def test_every_game_is_in_exactly_one_block():
    parameters = make_parameters(load(locate("pgame-dag")), "smoke", {"games": 7, "blocks": 3})
    assert sorted(itertools.chain(*(games_of(parameters, block) for block in range(3)))) == list(range(7))


@pytest.mark.parametrize(
    "name, settings, word",
    [
        ("pgame-dag", {"sizes": "2y20"}, "2y20"),
        ("pgame-dag", {"sizes": "99x2"}, "breadth"),
        ("pgame-dag", {"blocks": "9"}, "blocks"),
        ("pgame-dag", {"modes": "trees"}, "trees"),
        ("pgame-large", {"shapes": "10x20"}, "numbered"),
        ("pgame-large", {"shapes": "10x20:much"}, "much"),
    ],
)
def test_impossible_parameters_are_refused_before_the_run(name, settings, word):
    with pytest.raises(UserError, match=word):
        make_parameters(load(locate(name)), "smoke", settings)


def test_a_base_has_no_gain_and_no_excess():
    parameters = make_parameters(load(locate("pgame-dag")), "smoke")
    raw = [
        Cell({"mode": mode, "iterations": iterations, "block": block}, RAW, error, count=2)
        for mode, error in (("tree", 0.4), ("uct-dag", 0.2))
        for iterations in checkpoints(parameters)
        for block in range(2)
    ]
    cells = summarise(parameters, raw, {"mode": "tree"})
    assert not find(cells, "gain", mode="tree") and not find(cells, "excess", mode="tree")
    assert all(cell.value == pytest.approx(2.0) for cell in find(cells, "gain", mode="uct-dag"))
    assert find(cells, "excess", mode="uct-dag")[0].value == pytest.approx(-0.2)


def test_a_joint_interval_is_wider_than_a_single_one():
    cell = Cell({}, "excess", 0.0, -1.0, 1.0)
    assert widened(cell, 1, 10) == pytest.approx((-1.0, 1.0))
    low, high = widened(cell, 20, 10)
    assert low < -1.3 and high == -low


def test_the_evidence_about_thresholds_has_the_joint_intervals_that_decide():
    experiment = load(locate("pgame-maturity"))
    parameters = make_parameters(experiment, "paper", {"blocks": 40, "maturities": (2,)})
    kinds = [{"size": size, "combination": share} for size in ("2x20", "10x6") for share in (0.0, 0.2)]
    cells = [Cell({**kind, "maturity": 2}, "excess", 0.0071, 0.0008, 0.0134) for kind in kinds]
    # four comparisons of 40 blocks: t(39) at 1 - 0.00625 over t(39) at 1 - 0.025 is 2.618864 / 2.022691; 0.0063 becomes 0.0082
    (finding,) = experiment.findings(parameters, cells)
    assert finding.verdict == "undecided" and finding.evidence.count("0.0071 (-0.0011 to 0.0153)") == 4


def test_groups_without_overlap_alone_give_findings_and_plots():
    experiment = load(locate("pgame-groups"))
    cells = run_here(experiment, "smoke", seed=3, overlaps=("no",))
    parameters = make_parameters(experiment, "smoke", {"overlaps": ("no",)})
    assert all("with overlap" not in finding.claim for finding in experiment.findings(parameters, cells))
    drawn = {plot.__name__: plot(parameters, cells) for plot in experiment.plots}
    assert drawn["error_without_overlap"] and drawn["error_with_overlap"] is None


def test_the_margin_is_a_tenth_of_the_error_but_at_least_half_a_choice_in_a_hundred():
    assert same_within(0.2) == pytest.approx(0.02)
    assert same_within(0.01) == 0.005


def test_a_run_with_the_old_names_of_modes_is_refused_in_one_line():
    experiment = load(locate("pgame-dag"))
    stored = {"games": 4, "modes": ["tree", "uct-dag", "graph"]}
    assert "`uct-dag` is now `path-mean`" in experiment.outdated(stored)
    assert experiment.outdated({**stored, "random_places": False}) == ""
