"""The review of a game: win rates, mistakes, and comments in the record."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from miai.cli.analyze import app
from miai.core.errors import UserError
from miai.go.analysis import PositionAnalysis, mistakes_in, ownership_picture
from miai.go.board.board import cell_at
from miai.go.notation.coordinates import from_vertex
from miai.go.player import Player, PlayerSettings
from miai.go.player.review import analyse_game, analyse_position
from miai.go.records.sgf import read_record
from miai.go.rules.game import Game

QUICK = PlayerSettings(playouts=80, memory=16, seed=1)
RECORD = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee]C[the centre];W[ce];B[aa];W[ge])"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


def test_every_position_of_a_game_is_analysed():
    game = Game(9)
    for move in ("E5", "C5", "A9"):
        game.play(move)
    views = list(analyse_game(game, QUICK))
    assert [view.played for view in views] == ["E5", "C5", "A9", None]
    assert [view.to_play for view in views] == ["black", "white", "black", "white"]
    for view in views:
        assert 0 <= view.win_rate <= 1 and view.candidates
        assert len(view.ownership) == 9 and len(ownership_picture(view).split()) == 81


def test_each_candidate_has_the_lead_of_the_playouts_that_began_with_it():
    game = Game(9)
    game.play("E5")
    player = Player(9, game.rules, replace(QUICK, playouts=300))
    player.set_game(game)
    found = analyse_position(player)
    tried, points = player.thinker.points_by_move()
    assert tried.sum() == player.thinker.playouts, "every playout began with a move"
    mean = (tried * points).sum() / tried.sum()
    assert mean == pytest.approx(player.thinker.ownership().sum()), "together the moves have the points of the position"
    best = found.candidates[0]
    assert best.lead == pytest.approx(-found.lead), "White is to move; the lead of the position is Black's after the best move"
    cell = int(cell_at(from_vertex(best.move, 9), 9))
    expected = (tried[cell] * points[cell] + 64 * mean) / (tried[cell] + 64) - 7.5
    assert found.lead == pytest.approx(expected), "drawn towards the mean by 64 playouts"


def view(number: int, to_play: str, win_rate: float, played: str | None) -> PositionAnalysis:
    return PositionAnalysis(number, to_play, win_rate, (), ((0.0,),), played)


def test_the_cost_of_a_mistake_is_the_win_rate_its_player_lost():
    views = [view(0, "black", 0.6, "A1"), view(1, "white", 0.4, "B1"), view(2, "black", 0.7, "C1"), view(3, "white", 0.69, None)]
    found = mistakes_in(views)
    assert [(each.number, each.color, each.cost) for each in found] == [(2, "white", 0.3), (1, "black", 0.2)]
    assert mistakes_in(views, most=1) == found[:1]


def run(*words: str):
    return CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)


def test_one_position_is_printed_as_json(file):
    printed = json.loads(run(file, "--move", 2, "--playouts", 60, "--json").stdout)
    assert printed["position"]["to_play"] == "white" and printed["position"]["played"] == "C5"
    assert printed["position"]["options"][0]["visits"] > 0
    again = json.loads(run(file, "--move", 2, "--playouts", 60, "--json").stdout)
    assert again == printed, "one seed, one answer"


def test_a_whole_game_is_written_into_a_copy_of_the_record(file, tmp_path):
    copy = tmp_path / "copy.sgf"
    output = run(file, "--playouts", 40, "--write", copy).output
    assert "Black's win rate before each move" in output and "accuracy by player and phase" in output
    record = read_record(copy)
    nodes = record.main_line()
    assert record.comment(nodes[1]).startswith("the centre\nBlack's win rate: ")
    assert all(node.has_property("LB") for node in nodes)
    assert record.moves() == read_record(file).moves()
    assert file.read_text() == RECORD


def test_the_report_of_a_game_is_printed_as_json(file):
    printed = json.loads(run(file, "--playouts", 40, "--json").stdout)
    report = printed["report"]
    assert [each["played"] for each in report["moves"]] == ["E5", "C5", "A9", "G5"]
    assert report["players"]["black"]["game"]["moves"] == report["players"]["white"]["opening"]["moves"] == 2
    assert len(printed["leads"]) == len(printed["win_rates"]) == 5


def test_labels_of_the_record_are_kept(tmp_path):
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    file.write_text("(;SZ[9];B[ee]LB[aa:x])")
    run(file, "--playouts", 20, "--write", copy)
    labels = read_record(copy).main_line()[1].get_raw_list("LB")
    assert labels[0] == b"aa:x" and len(labels) == 4


SET_UP = "(;SZ[9]KM[7.5];B[aa];AW[cc]AE[aa]PL[B];B[dd];W[ff])"


def test_comments_are_at_the_nodes_of_their_positions_where_stones_are_set_up(tmp_path):
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    file.write_text(SET_UP)
    printed = json.loads(run(file, "--playouts", 20, "--write", copy, "--json").stdout)
    played = [(each["number"], each["played"]) for each in printed["positions"]]
    assert played == [(0, "A9"), (1, None), (1, "D6"), (2, "F4"), (3, None)]
    record = read_record(copy)
    rates = [f"{rate:.1%}" for rate in printed["win_rates"]]
    assert [record.comment(node).split()[3] for node in record.main_line()] == rates
    assert json.loads(run(file, "--move", 2, "--playouts", 20, "--json").stdout)["position"]["played"] == "D6"


def test_handicap_in_a_separate_node_has_its_comment_there(tmp_path):
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    file.write_text("(;SZ[9]KM[0.5]HA[2];AB[cc][gg]PL[W];W[ee];B[dd])")
    run(file, "--playouts", 20, "--write", copy)
    record = read_record(copy)
    assert ["win rate" in record.comment(node) for node in record.main_line()] == [False, True, True, True]


def test_errors_are_reported_with_their_place_and_only_where_they_matter(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9];B[ee];W[ce];B[ee])")
    with pytest.raises(UserError, match=r"game.sgf: line 1, byte \d+: move 3, Black E5: there is a stone already"):
        run(file, "--playouts", 20)
    assert json.loads(run(file, "--move", 3, "--playouts", 20, "--json").stdout)["position"]["played"] == "E5"


def test_an_unwritable_file_is_rejected_before_the_analysis(file, tmp_path):
    with pytest.raises(UserError, match="no directory"):
        run(file, "--playouts", 10**9, "--write", tmp_path / "no" / "copy.sgf")


def test_the_analysis_before_ctrl_c_is_printed_and_written(file, tmp_path, monkeypatch):
    def interrupted(game, settings):
        yield view(0, "black", 0.6, "E5")
        yield view(1, "white", 0.4, "C5")
        raise KeyboardInterrupt

    monkeypatch.setattr("miai.go.player.review.analyse_game", interrupted)
    copy = tmp_path / "copy.sgf"
    result = run(file, "--write", copy, "--json")
    assert result.exit_code != 0 and json.loads(result.stdout)["win_rates"] == [0.6, 0.4]
    record = read_record(copy)
    assert ["win rate" in record.comment(node) for node in record.main_line()] == [True, True, False, False, False]


def test_a_move_beyond_the_record_is_rejected(file):
    with pytest.raises(UserError, match="--move 9: the record has 4 moves"):
        run(file, "--move", 9)
