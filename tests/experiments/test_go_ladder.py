"""The ladder: every representation plays the same games by the same rules, and the growth is fitted right."""

import json

import numpy as np
import pytest

from miai.core.streams import new_stream
from miai.experiments.go_ladder import measure, record_board, report
from miai.experiments.go_ladder.__main__ import main
from miai.experiments.go_ladder.game import new_chooser, play_game
from miai.experiments.go_ladder.grid import PASS, new_grid
from miai.experiments.go_ladder.linked_lists import LINKED_LISTS
from miai.experiments.go_ladder.naive import NAIVE
from miai.experiments.go_ladder.pseudo_liberties import PSEUDO_LIBERTIES
from miai.experiments.go_ladder.union_find import UNION_FIND
from miai.go import reference
from miai.go.position import Position

pytestmark = pytest.mark.plain

SIZE = 5
RUNGS = {rung.name: rung.new_state for rung in (NAIVE, UNION_FIND, LINKED_LISTS, PSEUDO_LIBERTIES)} | {
    "record_board": record_board.new_state
}


def games_on(rung, count, seed=3):
    """The moves of the first games of a stream."""
    state, grid, chooser, stream = RUNGS[rung](SIZE), new_grid(SIZE), new_chooser(SIZE), new_stream(seed)
    games = []
    for _ in range(count):
        length = play_game(state, grid, chooser, stream)
        games.append([int(cell) for cell in chooser.moves[:length]])
    return games


@pytest.mark.parametrize("rung", list(RUNGS)[1:])
def test_every_rung_plays_the_games_of_the_naive_one(rung):
    assert games_on(rung, 30) == games_on("naive", 30)


def test_the_games_obey_the_rules_and_end_when_nothing_is_playable():
    width = SIZE + 1
    for moves in games_on("pseudo_liberties", 5):
        game = reference.Game(Position.of(SIZE))
        for cell in moves:
            playable = reference.playable_points(game)
            point = "pass" if cell == PASS else (cell % width - 1, cell // width - 1)
            assert point in playable or (point == "pass" and not playable)
            game.play(point)
        assert game.is_over()


def test_an_exact_power_is_found_with_its_exponent():
    sizes = (5, 7, 9, 13, 19)
    found = measure.growth(sizes, [0.3 * size**2.5 for size in sizes])
    assert found["exponent"] == pytest.approx(2.5)
    assert found["last_step"] == pytest.approx(2.5)
    assert found["low"] == pytest.approx(2.5) and found["high"] == pytest.approx(2.5)


def test_the_interval_of_the_exponent_covers_the_truth_as_often_as_it_says():
    noise, sizes = np.random.default_rng(1), np.array([5, 7, 9, 13, 19])
    inside = 0
    for _ in range(400):
        found = measure.growth(sizes, sizes**2.0 * np.exp(noise.normal(0, 0.1, 5)))
        inside += found["low"] < 2.0 < found["high"]
    assert 0.92 < inside / 400 < 0.98


def test_two_sizes_give_an_exponent_without_an_interval():
    assert measure.growth([3, 6], [9.0, 36.0]) == {
        "exponent": pytest.approx(2),
        "low": None,
        "high": None,
        "last_step": pytest.approx(2),
    }


def test_growth_of_one_size_is_refused():
    with pytest.raises(ValueError, match="two board sizes"):
        measure.run_ladder([9], seconds=0.1)


def loops(size):
    """A player that needs no compiling: its cost grows with the number of points."""
    return lambda stream, count: (sum(1 for _ in range(10 * size**2 * count)), 0)


def test_a_short_run_gives_data_table_and_plots(tmp_path, capsys, monkeypatch):
    two = [measure.Contestant("loops", "n^2", loops), measure.Contestant("more loops", "n^2", loops)]
    monkeypatch.setattr("miai.experiments.go_ladder.__main__.CONTESTANTS", two)
    assert main(["--out", str(tmp_path), "--seconds", "0.1", "--rounds", "2", "--sizes", "4", "5", "--seed", "7", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result == json.loads((tmp_path / "result.json").read_text())
    assert (result["seed"], result["rounds"], result["sizes"]) == (7, 2, [4, 5])
    assert result["moves_per_game"]["mean"] == {"4": 160.0, "5": 250.0}
    for each in result["contestants"]:
        assert all(cost > 0 for cost in each["microseconds_per_game"].values())
    text = (tmp_path / "table.md").read_text()
    assert "| more loops |" in text and "seed 7" in text
    assert len(report.table(result).splitlines()) == 2 + len(two) + 1
    assert (tmp_path / "go-board-ladder.png").stat().st_size > 1000
    assert b"<svg" in (tmp_path / "go-board-ladder.svg").read_bytes()


@pytest.mark.parametrize("arguments", [["--sizes", "9"], ["--sizes", "9", "20"], ["--seconds", "0"], ["--rounds", "0"], ["--out"]])
def test_wrong_arguments_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "error" in capsys.readouterr().err
