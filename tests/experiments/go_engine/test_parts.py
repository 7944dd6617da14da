"""Ablations of the Go engine: their settings, and a short match."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, run_here
from miai.experiments.go_engine.parts import EXPERIMENT, INSTEAD, PARTS, WITHOUT, Parameters, derived, findings, jobs, new_player


def test_each_ablation_differs_from_the_default():
    whole = new_player(Parameters(), "2 playouts", (), 0).settings
    changed = {part: new_player(Parameters(), "2 playouts", words, 0).settings for part, words in PARTS.items()}
    assert all(settings != whole for settings in changed.values())
    assert len({repr(settings) for settings in changed.values()}) == len(PARTS) == len(WITHOUT) + len(INSTEAD)


def test_limits_reach_the_player():
    assert new_player(Parameters(), "300 playouts", (), 0).settings.playouts == 300
    assert new_player(Parameters(), "0.05 s", (), 0).settings.seconds == 0.05


def test_an_unknown_part_is_reported_with_a_suggestion():
    with pytest.raises(UserError, match="did you mean 'rave'"):
        list(jobs(Parameters(parts=("rav",))))


def test_the_score_of_a_match_is_that_of_all_blocks():
    cells = [
        Cell({"part": part, "limit": "2 playouts", "block": block}, "won", won, count=10)
        for part, won in (("rave", 1), ("widening", 9), ("nakade", 5))
        for block in range(3)
    ]
    scores = {cell.parameters["part"]: cell for cell in derived(Parameters(), cells) if cell.measure == "score"}
    assert (scores["rave"].value, scores["rave"].count) == (0.1, 30)
    verdicts = {finding.claim.split(":")[0]: finding for finding in findings(Parameters(), list(scores.values()))}
    assert [verdicts[part].verdict for part in ("rave", "widening", "nakade")] == ["holds", "does not hold", "undecided"]
    assert "better on" in verdicts["rave"].claim and "better off" in verdicts["widening"].claim


def test_the_smoke_run_gives_scores_and_a_plot():
    cells = run_here(EXPERIMENT, "smoke")
    assert {cell.parameters["part"] for cell in cells} == {"nakade", "widening"}
    scores = [cell for cell in cells if cell.measure == "score"]
    assert all(cell.count == 10 and 0.0 <= cell.low <= cell.value <= cell.high <= 1.0 for cell in scores)
    figure = EXPERIMENT.plots[0](Parameters(parts=("nakade", "widening"), playouts=(2,), seconds=(0.0,)), cells)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["no nakade", "with widening"]
