"""The report of a game: losses, accuracy by phase, turning points. The numbers are worked by hand."""

from __future__ import annotations

import math

import pytest

from miai.go.analysis import CandidateMove, PositionAnalysis
from miai.go.game_report import phase_of, report_game

pytestmark = pytest.mark.plain


def position(number: int, win_rate: float, lead: float, best: str, played: str | None) -> PositionAnalysis:
    to_play = "black" if number % 2 == 0 else "white"
    return PositionAnalysis(number, to_play, win_rate, (CandidateMove(best, 0.5, 10, 0.0, (best,)),), (), played, lead)


GAME = [
    position(0, 0.60, 2.0, "E5", "E5"),  # the first choice loses nothing, whatever the next search finds
    position(1, 0.55, 1.0, "C3", "A1"),  # White's win rate falls from 0.45 to 0.25
    position(2, 0.75, 6.0, "D4", "J9"),  # Black's falls from 0.75 to 0.35: the turning point
    position(3, 0.35, -3.0, "F6", "G7"),  # White gains: the loss is 0
    position(4, 0.30, -3.5, "B2", None),
]


def test_the_loss_of_a_move_is_that_of_its_player_and_never_negative():
    losses = report_game(GAME, 9).losses
    assert [(each.number, each.color, each.played) for each in losses] == [
        (1, "black", "E5"),
        (2, "white", "A1"),
        (3, "black", "J9"),
        (4, "white", "G7"),
    ]
    assert [round(each.win_loss, 6) for each in losses] == [0.0, 0.2, 0.4, 0.0]
    assert [each.point_loss for each in losses] == [0.0, 5.0, 9.0, 0.0]


def test_the_accuracy_of_a_player_is_the_mean_over_the_moves():
    report = report_game(GAME, 9)
    black, white = report.players["black"]["game"], report.players["white"]["opening"]
    assert black.accuracy == pytest.approx((100 + 100 * math.exp(-1.6)) / 2)
    assert white.accuracy == pytest.approx((100 + 100 * math.exp(-0.8)) / 2)
    assert (black.moves, black.first_choices, black.mistakes, black.blunders, black.points_per_move) == (2, 1, 0, 1, 4.5)


def test_a_turning_point_loses_the_favour_of_the_win_rate_for_longer_than_a_move():
    assert [each.number for each in report_game(GAME, 9).turning_points] == [3]
    regained = [*GAME[:4], position(4, 0.9, 9.0, "B2", "B2"), position(5, 0.9, 9.0, "H2", None)]
    assert [each.number for each in report_game(regained, 9).turning_points] == [4], "White gave it back at once"


def test_moves_without_both_positions_are_left_out():
    report = report_game([GAME[0], None, GAME[2], GAME[3]], 9)
    assert [each.number for each in report.losses] == [3]
    assert list(report.players) == ["black"]


@pytest.mark.parametrize(
    ("number", "size", "phase"),
    [
        *((number, 19, phase) for number, phase in ((1, "opening"), (50, "opening"), (51, "middle game"), (151, "endgame"))),
        *((number, 9, phase) for number, phase in ((11, "opening"), (12, "middle game"), (33, "middle game"), (34, "endgame"))),
    ],
)
def test_the_phases_grow_with_the_board(number, size, phase):
    assert phase_of(number, size) == phase


def test_the_report_as_json_has_every_move_and_phase():
    data = report_game(GAME, 9).as_dict()
    assert data["players"]["black"]["opening"]["blunders"] == 1
    assert data["turning_points"][0]["played"] == "J9"
    assert [each["accuracy"] for each in data["moves"]] == [100.0, 44.9329, 20.1897, 100.0]
