"""One judgement of final positions: by hand, by GNU Go, and in the three places that score."""

from __future__ import annotations

import json
import subprocess

import pytest

from miai.cli.main import main
from miai.go.notation.coordinates import BLACK, to_vertex
from miai.go.notation.diagram import read_diagram
from miai.go.player import PlayerSettings
from miai.go.player.judging import judge_game
from miai.go.rules.game import Game
from miai.go.rules.plain import PlainGame
from miai.gtp import GtpEngine
from miai.web.scoring import count_score
from tests.go.player.japanese_position import KOMI
from tests.go.player.japanese_positions import POSITIONS, TWO_STONES_BETWEEN_EYES
from tests.gtp.lines import good
from tests.needs import need_program

EACH = pytest.mark.parametrize("given", POSITIONS, ids=lambda given: given.name)


@EACH
def test_a_position_scores_as_by_hand(given):
    game = Game.from_position(given.position, BLACK, "japanese")
    status = judge_game(game)
    assert game.result(status.dead, status.seki) == given.result


@EACH
def test_gnu_go_scores_a_position_as_by_hand(given):
    program = need_program("gnugo")
    stones = [(color, point) for color in "bw" for point in sorted(given.position.black if color == "b" else given.position.white)]
    lines = [f"boardsize {given.position.size}", f"komi {KOMI}", *(f"play {color} {to_vertex(point)}" for color, point in stones)]
    lines += [f"play {color} pass" for color in ("bw" if given.first == "b" else "wb")] + ["final_score", "quit"]
    done = subprocess.run(
        [program, "--mode", "gtp", "--japanese-rules"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n\n")[-3] == f"= {given.result}"


OPEN_BOUNDARY = TWO_STONES_BETWEEN_EYES.replace("X X X O X X X O O", "X X X O . . . O O")
"""`GroupTaxSekiScoring` of KataGo's tests: the seki of the other, and a boundary that nobody has closed."""


def test_groups_beside_an_open_boundary_have_no_territory():
    """KataGo's tests publish W+0.5. GNU Go goes on playing (B+2.5 or B+1.5, by who begins); docs/go/rules.md."""
    game = Game.from_position(read_diagram(OPEN_BOUNDARY), BLACK, "japanese", 0.5)
    status = judge_game(game)
    assert game.result(status.dead, status.seki) == "W+0.5"
    assert status.score == -0.5


def test_an_open_boundary_makes_no_difference_by_area():
    """KataGo's tests publish W+4.5 for the same position by area."""
    status = judge_game(Game.from_position(read_diagram(OPEN_BOUNDARY), BLACK, "chinese", 0.5))
    assert status.score == -4.5
    assert len(status.seki) == 12


TOUCHING = """
    O O O . O X X X .
    O X O . O O X X .
    X X O . O X X . .
    X X O O . O X X X
    X O O O X X O X O
    X X X X O O O O O
    X . . X O O O . .
    . . X . X O . O .
    . X . X X X O . O
"""
"""The end of a game of GNU Go against itself: if E5 and F5 are dead, F6 is not."""


def test_of_two_chains_that_touch_one_is_dead():
    dead = judge_game(Game.from_position(read_diagram(TOUCHING), BLACK, "japanese")).dead
    assert {to_vertex(point) for point in dead} == {"E5", "F5"}


@pytest.fixture
def open_line():
    """Return the engine in a finished game with dame left open: Black has 36 points, White 18."""
    engine = GtpEngine(9, "japanese", PlayerSettings(playouts=1500, memory=16))
    for column, color in (("E", "b"), ("G", "w")):
        for row in range(1, 10):
            good(engine, f"play {color} {column}{row}")
    return engine


def test_gtp_counts_territory_behind_open_dame(open_line):
    for color in "bw":
        good(open_line, f"play {color} pass")
    assert good(open_line, "final_score") == "B+11.5"
    assert good(open_line, "final_status_list seki") == ""


@pytest.mark.parametrize("passes", [1, 2])
def test_the_winner_does_not_play_inside_its_own_area(open_line, passes):
    for color in ("b", "w")[2 - passes :]:
        good(open_line, f"play {color} pass")
    move = good(open_line, "genmove b")
    assert move == "pass" or move.startswith("F")


def test_gtp_the_web_board_and_the_command_agree(tmp_path, capfd):
    """The web board gets the judgement of the engine and counts it with the plain rules."""
    for given in [each for each in POSITIONS if each.dead or each.seki][:6]:
        engine = GtpEngine(9, "japanese")
        engine.player.set_game(Game.from_position(given.position, BLACK, "japanese"))
        status = engine.player.final_status()
        by_gtp = good(engine, "final_score")
        file = tmp_path / "game.sgf"
        good(engine, f"printsgf {file}")
        assert main(["go", "score", str(file), "--json"]) == 0
        by_command = json.loads(capfd.readouterr().out)["result"]
        sheet = count_score(PlainGame(given.position), engine.player.game.rules, 0, status.dead, status.seki)
        assert by_gtp == by_command == sheet.tally.result == given.result


LEFT_OPEN = {
    "E4 does not save Black's stones: White captures outside of the fight": (
        """
        . . . . . . . . .
        X X X . . . . X .
        O O O X X X . . X
        O O . O O X X X O
        X O O . X O O O O
        X X O X . . . . .
        . . X O O . . O .
        X X X O . . . . .
        . X O O . . . . .
        """,
        "W+11.5",
    ),
    "the white group in the corner lives whoever begins": (
        """
        O X X X X . . . .
        O O O O X . . . .
        . . O X . X . . .
        . . O X . . . . .
        . . O X . X X X X
        . . O X X O X O X
        . . O X X O O O O
        . O X X O . . O .
        . O X X O O . . .
        """,
        "W+6.5",
    ),
    "three white stones are connected through G4 or H4": (
        """
        . . . . . . . . .
        . . . . . . . X .
        . X . . X . X . .
        X . . X X X O X X
        O X X O O X O O X
        O O O . . O . . O
        . . O . . . . O .
        . . . . O . . . .
        . . . . . . . . .
        """,
        "W+9.5",
    ),
}
"""Ends of games of GNU Go against itself, with its score. A short search, or reading alone, counted other stones as dead."""


@pytest.mark.parametrize("name", LEFT_OPEN)
def test_stones_that_a_longer_search_finds_alive_are_not_dead(name):
    diagram, result = LEFT_OPEN[name]
    game = Game.from_position(read_diagram(diagram), BLACK, "japanese", 6.5)
    status = judge_game(game)
    assert game.result(status.dead, status.seki) == result
