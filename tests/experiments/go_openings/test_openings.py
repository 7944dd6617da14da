"""Experiments with openings: groups of games, numbers computed by hand, priors of a short game, and the check of first moves."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.opening_picture import faults_of, summary
from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.experiments.frame import Cell, run_here
from miai.experiments.go_openings import by_level, prediction, whole
from miai.experiments.go_openings.judged import Parameters as JudgedParameters
from miai.experiments.go_openings.judged import new_player
from miai.experiments.go_openings.sides import SIDES
from miai.go.notation.coordinates import from_vertex

pytestmark = pytest.mark.plain
no_compilation = pytest.mark.skipif(
    COMPILING and not CHECKED, reason="this board size takes long to compile: only with checked bounds"
)


LOWER, UPPER = by_level.lower_group(by_level.Parameters()), by_level.upper_group(by_level.Parameters())


@pytest.mark.parametrize(
    ("source", "ranks", "group"),
    [
        ("kgs6d", ("6d", "7d"), LOWER),
        ("kgs6d", ("8d", "9d"), UPPER),
        ("kgs6d", ("7d", "8d"), None),
        ("kgs6d", ("7d", "1p"), None),
        ("kgs6d", ("", "7d"), None),
        ("tom9d", ("9d", "9d"), "tom9d"),
        ("ai", ("P9", "9p"), "ai professional"),
        ("ai", ("P9段", "9段"), "ai"),
    ],
)
def test_games_of_one_source_are_divided_by_the_ranks_of_both_players(source, ranks, group):
    assert by_level.group_of(by_level.Parameters(), source, ranks) == group


def test_the_levels_are_compared_by_their_intervals():
    def mean(group, quality, value):
        return Cell({"group": group, "quality": quality}, "mean", value, value - 0.1, value + 0.1, 50)

    cells = [
        mean(UPPER, "terriCorner", 0.5),
        mean(LOWER, "terriCorner", 0.0),
        mean(UPPER, "strenAdjLib", 0.05),
        mean(LOWER, "strenAdjLib", 0.0),
        Cell({"group": UPPER, "qualities": "all"}, "p", 0.001, count=100),
    ]
    verdicts = [finding.verdict for finding in by_level.findings(by_level.Parameters(), cells)]
    assert verdicts == ["holds", "holds", "undecided"]


def test_gains_are_means_of_games():
    # two games: the played move's rank and -ln p, by the learned chances and with knowledge
    plain = [np.array([[0.0, 1.0], [1.0, 2.0]]), np.array([[3.0, 4.0]])]
    better = [np.array([[0.0, 0.5], [0.0, 1.5]]), np.array([[5.0, 3.0]])]
    cells = {cell.measure: cell for cell in prediction._cells({"knowledge": "answers", "phase": "1 to 20"}, better, plain)}
    assert cells["first"].value == pytest.approx(100 * 2 / 3)
    assert cells["first 5"].value == pytest.approx(100 * 2 / 3), "rank 5 is the sixth place"
    assert cells["loss"].value == pytest.approx((1.0 + 3.0) / 2)
    assert cells["first gain"].value == pytest.approx((50 + 0) / 2)
    assert cells["loss gain"].value == pytest.approx((0.5 + 1.0) / 2)


def test_each_side_has_its_own_knowledge():
    parameters = JudgedParameters(playouts=2)
    players = {name: new_player(parameters, words, 1).settings for name, words in SIDES.items()}
    assert players["book"].book == "default" and not players["book"].joseki.on
    assert players["answers"].joseki.on and players["answers"].joseki.visits == 0 and players["answers"].book == "none"
    assert players["m-eval"].joseki.visits > 0 and players["m-eval"].joseki.answers == 0
    assert all(each.book_memory == "none" for each in players.values() if each.book != "none")


def test_whole_games_are_added_up_by_side_and_limit():
    labels = {"side": "answers", "limit": "400 playouts"}
    cells = [Cell({**labels, "block": number, "color": "black"}, "won", float(number < 3)) for number in range(4)]
    cells.append(Cell({**labels, "block": 0, "color": "black"}, "moves", 250.0))
    found = {cell.measure: cell for cell in whole.derived(whole.Parameters(), cells)}
    assert found["score"].value == 0.75 and found["score"].count == 4 and found["mean moves"].value == 250
    assert [finding.verdict for finding in whole.findings(whole.Parameters(), [found["score"]])] == ["undecided"]
    jobs = [tuple(job.values()) for job in whole.jobs(whole.Parameters(games=4, seconds=(0.5,)))]
    assert jobs == [("answers", limit, block) for block in (0, 1) for limit in ("400 playouts", "0.5 s")]


def test_both_players_of_a_whole_game_have_the_same_playouts():
    players = [whole.new_player("400 playouts", words, 1).settings for words in ((), *SIDES.values())]
    assert {(each.playouts, each.seconds, each.early_stop) for each in players} == {(400, None, False)}


@no_compilation
def test_knowledge_changes_the_priors_of_the_opening_and_ranks_are_those_of_the_engine():
    # one move of the evaluation's own search: four take minutes in plain Python
    rows = prediction.Predictor(prediction.Parameters(change="joseki.depth=1,joseki.width=1")).judge([(1, (3, 3)), (2, (15, 15))])
    plain, *others = (rows[:, 1 + 2 * number : 3 + 2 * number] for number in range(len(prediction.KNOWLEDGE)))
    assert rows[:, 0].tolist() == [1, 2]
    assert (plain[:, 0] < 12).all(), "a move on 4-4 is among the first"
    for changed in others:
        assert not np.array_equal(changed[:, 1], plain[:, 1])


@no_compilation
def test_a_smoke_run_compares_the_groups():
    cells = run_here(by_level.EXPERIMENT, "smoke")
    assert {cell.parameters["group"] for cell in cells if cell.measure == "mean"} == {LOWER, UPPER}
    assert all(0 < (cell.value or 0) < 1 for cell in cells if cell.measure == "lambda")


@pytest.mark.parametrize(
    ("moves", "faults"),
    [
        ("Q16 D4 C16 R3 F17", 0),
        ("Q16 D4 C16 R3 B16", 1),  # line 2
        ("Q16 D4 C16 C6 R3", 1),  # the last corner is not among the first four
        ("Q16 D4 K10 R3", 1),
        ("T16 D4 C16 R3", 2),
    ],
)
def test_first_moves_that_a_player_would_find_odd_are_reported(moves, faults):
    points = [from_vertex(word, 19) for word in moves.split()]
    assert len(faults_of(points)) == faults
    assert summary([points]).startswith("1 begin" if faults == 0 or "B16" in moves else "0 begin")
