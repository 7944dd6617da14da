"""The Go plan: its configurations, its scores and their two kinds of interval, and a short tournament."""

from __future__ import annotations

import math

import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.go_engine.plan import (
    CONFIGURATIONS,
    EXPERIMENT,
    Parameters,
    derived,
    findings,
    jobs,
    jointly,
    new_player,
    score_of,
    score_of_configurations,
    score_of_pairs,
    sigma_cell,
)

THREE = ("Base", "ManGroup", "JamesGroupNoMan")


def test_the_six_configurations_are_different_engines_of_plain_uct():
    settings = [new_player(Parameters(), name, 1).settings for name in CONFIGURATIONS]
    assert len({repr(each) for each in settings}) == 6
    assert all(each.search.rave == each.search.prior == "off" and each.search.final == "max" for each in settings)
    assert all(each.playouts == 2000 and not each.early_stop for each in settings)


def test_scaled_tables_keep_the_published_ratio_of_entries_to_playouts():
    # 20 s at 40,000 playouts a second: 500,000 / 800,000 = 0.625 entries a playout, and a tenth of that in ManGroupSmall
    entries = {name: new_player(Parameters(playouts=1600), name, 1).settings.search.table_entries for name in CONFIGURATIONS}
    assert (entries["NoGroup"], entries["ManGroup"], entries["ManGroupSmall"]) == (1000, 1000, 100)
    printed = new_player(Parameters(playouts=1600, tables="printed"), "ManGroupSmall", 1).settings
    assert printed.search.table_entries == 50_000
    timed = new_player(Parameters(seconds=0.04), "ManGroup", 1).settings  # 600 playouts
    assert (timed.search.table_entries, timed.seconds, timed.playouts) == (375, 0.04, None)


def test_wrong_parameters_are_reported():
    with pytest.raises(UserError, match="did you mean 'ManGroup'"):
        Parameters(configurations=("Base", "ManGrup"))
    with pytest.raises(UserError, match="multiple of 5"):
        Parameters(openings=7)
    with pytest.raises(UserError, match="at least two"):
        Parameters(configurations=("Base",))
    with pytest.raises(UserError, match="pairs of two different names, as in ManGroup-Base, not"):
        Parameters(pairs=("ManGroup",))
    with pytest.raises(UserError, match="did you mean 'ManGroup'"):
        Parameters(pairs=("ManGrup-Base",))
    with pytest.raises(UserError, match="unknown configuration 'ManGroup'"):
        Parameters(configurations=("Base", "JamesGroup"), pairs=("ManGroup-Base",))
    with pytest.raises(UserError, match="same pair twice"):
        Parameters(pairs=("ManGroup-Base", "Base-ManGroup"))


def test_every_pair_plays_every_opening():
    listed = list(jobs(Parameters(openings=10)))
    assert len(listed) == 15 * 2 and len({(job["first"], job["second"]) for job in listed}) == 15


def test_a_run_of_some_pairs_has_the_jobs_that_these_pairs_have_in_a_run_of_all():
    some = list(jobs(Parameters(openings=10, pairs=("ManGroup-Base", "ManGroup - NoGroup"))))
    every = list(jobs(Parameters(openings=10)))
    assert some == [job for job in every if job["second"] == "ManGroup" and job["first"] in ("Base", "NoGroup")]
    assert Parameters(pairs=("ManGroup-Base",)).playing == ["Base", "ManGroup"]


def won(first, second, *games):
    return [Cell({"first": first, "second": second, "opening": number}, "won", value) for number, value in enumerate(games)]


def some_cells():
    return [
        *won("Base", "ManGroup", *[0] * 9, 1),
        *won("Base", "JamesGroupNoMan", *[2] * 9, 1),
        *won("ManGroup", "JamesGroupNoMan", *[2] * 9, 1),
    ]


def test_scores_are_those_of_openings():
    parameters = Parameters(configurations=THREE, openings=10)
    made = derived(parameters, some_cells())
    score = score_of(made, "ManGroup", "Base")
    # nine openings with 2 of 2 and one with 1 of 2: mean 0.95, deviation 0.158114, t(9) = 2.262157: 0.95 ± 0.113108, cut off at 1
    assert (score.value, score.low, score.high) == pytest.approx((0.95, 0.836892, 1.0), abs=1e-5)
    overall = next(cell for cell in made if cell.measure == "score of all games" and cell.parameters["configuration"] == "Base")
    assert overall.value == pytest.approx((0.05 + 0.95) / 2) and overall.count == 10


def test_the_interval_of_the_source_is_two_sigma_of_games():
    # 40 of 100: sigma = sqrt(0.4 . 0.6 / 100) = 0.0489898
    cell = sigma_cell({}, "score", 0.4, 100)
    assert (cell.low, cell.high) == pytest.approx((0.4 - 0.0979796, 0.4 + 0.0979796), abs=1e-6)


def test_a_pair_has_intervals_of_95_and_of_90_percent():
    made = derived(Parameters(configurations=THREE, openings=10, pairs=("Base-ManGroup",)), some_cells())
    found = {cell.measure: cell for cell in made if cell.parameters == {"pair": "ManGroup-Base"}}
    # the mean 0.95 ± 0.113108 of the test above; t(9) = 1.833113 for 90 %: ± 0.091656; 20 games: 2 sqrt(0.95 . 0.05 / 20) = 0.097468
    assert [
        found[name].low for name in ("95 %, over openings", "90 %, over openings", "± 2 sigma of games (source)")
    ] == pytest.approx([0.836892, 0.858344, 0.852532], abs=1e-5)


def test_some_pairs_have_no_score_against_all_others():
    parameters = Parameters(configurations=THREE, openings=10, pairs=("Base-ManGroup", "Base-JamesGroupNoMan"))
    made = derived(parameters, some_cells()[:20])
    assert not [cell for cell in made if cell.measure == "score of all games"]
    assert [finding.claim for finding in findings(parameters, made)] == ["ManGroup is better than Base"]
    assert score_of_configurations(parameters, made) is None and score_of_pairs(Parameters(), made) is None
    labels = score_of_pairs(parameters, made).axes[0].get_xticklabels()
    assert [label.get_text() for label in labels] == ["ManGroup-Base", "Base-JamesGroupNoMan"]


def test_claims_are_judged_by_the_games_of_the_two_configurations():
    parameters = Parameters(configurations=THREE, openings=10)
    found = {finding.claim: finding for finding in findings(parameters, derived(parameters, some_cells()))}
    assert found["ManGroup is better than Base"].verdict == "holds"
    worst = found["JamesGroupNoMan is worse than every other configuration"]
    assert worst.verdict == "holds" and "2 comparisons, joint" in worst.test


def test_a_joint_interval_is_wider():
    # t(9) at 1 - 0.0125 over t(9) at 1 - 0.025: 2.685011 / 2.262157
    low, high = jointly(Cell({}, "score", 0.5, 0.4, 0.6, 10), 2)
    assert math.isclose(high - 0.5, 0.1 * 2.685011 / 2.262157, rel_tol=1e-5) and math.isclose(0.5 - low, high - 0.5)


def test_a_bound_that_was_cut_off_does_not_narrow_a_joint_interval():
    # 0.9 ± 0.2 is shown as 0.7 to 1; jointly the lower bound is 0.9 - 0.2 . 2.685011 / 2.262157
    low, high = jointly(Cell({}, "score", 0.9, 0.7, 1.0, 10), 2)
    assert math.isclose(low, 0.9 - 0.2 * 2.685011 / 2.262157, rel_tol=1e-5) and high == 1.0


def test_the_smoke_run_gives_scores_costs_and_a_plot():
    cells = run_here(EXPERIMENT, "smoke")
    assert all(0 <= cell.low <= cell.value <= cell.high <= 1 for cell in cells if cell.measure == "score")
    assert {cell.measure for cell in cells} >= {"turns with a full table", "processor seconds per 1,000 playouts"}
    parameters = make_parameters(EXPERIMENT, "smoke")
    figure = score_of_configurations(parameters, cells)
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == list(parameters.configurations)
