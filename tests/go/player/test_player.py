"""The player: its moves, passes and resignations, and determinism."""

from __future__ import annotations

from dataclasses import replace

import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, PASS, RESIGN, WHITE
from miai.go.notation.diagram import read_diagram
from miai.go.player import PRESETS, Player, PlayerSettings, change, parameters, preset_named
from miai.go.player.deciding import last_dame
from miai.go.player.settings import change_all
from miai.go.rules.clock import TimeSettings
from miai.go.rules.game import Game
from miai.go.rules.rulesets import rules_named

QUICK = PlayerSettings(playouts=60, judge_playouts=60, memory=16, seed=3)


def player_at(diagram: str, to_play: int, rules: str = "chinese", komi: float | None = None, **changes) -> Player:
    player = Player(9, rules, replace(QUICK, **changes))
    player.set_game(Game.from_position(read_diagram(diagram), to_play, rules, komi))
    return player


FINISHED = """
    X . X . X O . O .
    X . X . X O . O .
    X . X . X O . O .
    X . X . X O . O .
    X X X X X O O O O
    X . X . X O . O .
    X . X . X O . O .
    X O X . X O . O .
    X . X . X O . O .
"""
"""A settled position: Black has 45 points, White 36; the stone on B2 is dead."""


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga"])
def test_the_winner_of_a_settled_position_passes(rules):
    player = player_at(FINISHED, BLACK, rules, komi=5.5 if rules != "japanese" else 0.5)
    assert player.genmove(BLACK).move == PASS
    assert player.play(WHITE, PASS) is None
    assert player.game.is_terminal
    assert player.final_status().dead == {(1, 1)}
    assert player.final_status().score == player.game.score([(1, 1)]) > 0


SEKI = """
    . O O X X X O O .
    O O O X X O O X X
    O O O X X O . X O
    O O O X X O O O O
    O O O X X X X X X
    . O O X X X X X X
    O O O X X X X X .
    O O O X X X X X X
    O O O X X . X X X
"""
"""A seki: a move costs either side its stones. Black has 42 points, White 37, and two are neutral."""


@pytest.mark.parametrize(("komi", "winner"), [(3.5, BLACK), (7.5, WHITE)])
def test_a_seki_is_alive(komi, winner):
    player = player_at(SEKI, BLACK, komi=komi, judge_playouts=200)
    assert player.final_status().dead == frozenset()
    assert player.final_status().seki >= {(7, 7), (6, 8)}, "stones of both colours"
    assert player.final_status().score_of(winner) == abs(5 - komi)


def test_a_pass_of_the_opponent_is_answered_by_a_pass_that_wins():
    player = player_at(FINISHED, WHITE, komi=5.5)
    player.play(WHITE, PASS)
    assert player.genmove(BLACK).move == PASS


def test_the_last_point_that_decides_the_game_is_taken():
    player = player_at(FINISHED.replace("X X X X X O O O O", "X X X X . O O O O"), BLACK, komi=8.5)
    assert player.final_status().score < 0
    assert player.genmove(BLACK).move == (4, 4)


def test_a_winner_takes_the_last_points_after_a_pass():
    player = player_at(FINISHED.replace("X X X X X O O O O", "X X X X . O O O O"), WHITE, komi=-8.5, playouts=200)
    player.play(WHITE, PASS)
    assert player.genmove(BLACK).move == (4, 4), "White would take a stone there"


DAME = FINISHED.replace("X X X X X O O O O", "X X X X X . O O O")
"""The same with a dame on F5, behind which White's walls have eyes of their own."""


def test_the_winner_fills_the_dame_by_area_before_it_passes():
    player = player_at(DAME, WHITE, komi=0.5, playouts=200)
    player.play(WHITE, PASS)
    assert player.genmove(BLACK).move == (5, 4)
    player.play(WHITE, PASS)
    assert player.genmove(BLACK).move == PASS


def test_dame_are_not_filled_by_territory_nor_in_a_seki():
    by_territory = player_at(DAME, BLACK, "japanese", komi=0.5)
    assert last_dame(by_territory.game, by_territory.final_status(), [], BLACK) == PASS
    seki = player_at(SEKI, BLACK, komi=3.5, judge_playouts=200)
    assert last_dame(seki.game, seki.final_status(), [], BLACK) == PASS


CORNER = """
    X X X X X X X X X
    . . X . . X . . X
    . . X . . X . . X
    X X X X X X X X X
    . . X . . X . . X
    X X X X X X . . X
    O O O O X X X X X
    . . O O X . . . X
    . . . O X . . . X
"""


def test_with_local_a_group_is_killed_on_a_decided_board():
    player = player_at(CORNER, BLACK, local=True, playouts=400)
    assert player.genmove(BLACK).move == (1, 0), "the middle of five points"


def test_the_lead_is_the_mean_of_the_points():
    player = player_at(FINISHED, BLACK, komi=5.5)
    player.look(BLACK)
    assert player.thinker.lead == pytest.approx(45 - 36 - 5.5, abs=2)


def test_the_loser_of_a_settled_game_passes_or_resigns():
    player = player_at(FINISHED, WHITE, komi=0.5)
    assert player.genmove(WHITE).move in (PASS, RESIGN)


def test_cleaning_up_takes_dead_stones_off_and_then_passes():
    player = player_at(FINISHED, BLACK, komi=5.5)
    first = player.choose(BLACK, cleanup=True).move
    assert first in {(1, 0), (1, 2)}
    player.play(BLACK, first)
    player.play(WHITE, PASS)
    second = player.choose(BLACK, cleanup=True).move
    player.play(BLACK, second)
    player.play(WHITE, PASS)
    assert player.game.color_at((1, 1)) == 0
    assert player.choose(BLACK, cleanup=True).move == PASS


def test_the_player_resigns_only_after_consecutive_hopeless_moves():
    lost = """
        . . . . . . . . .
        . O O O O O O O .
        . O . O . O . O .
        . O O O O O O O .
        . . . . . . . . .
        . O O O O O O O .
        . O . O . O . O .
        . O O O O O O O .
        . . . . . . . . .
    """
    player = player_at(lost, BLACK, resign_after=2)
    first = player.genmove(BLACK).move
    assert first != RESIGN
    player.play(WHITE, PASS)
    assert player.genmove(BLACK).move == RESIGN
    never = player_at(lost, BLACK, resign_after=1, resign_below=0.0)
    assert never.genmove(BLACK).move != RESIGN


def test_a_large_capture_is_found():
    player = player_at(
        """
        . . . . . . . . .
        . X X X X X X X .
        . X O O O O O X .
        . X O O O O O . .
        . X X X X X X X .
        . . . . . . . . .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        """,
        BLACK,
        playouts=120,
    )
    assert player.genmove(BLACK).move == (7, 5)


def moves_of_a_game(seed: int, count: int = 10) -> list:
    player = Player(9, "chinese", replace(QUICK, seed=seed))
    return [player.genmove(1 + number % 2).move for number in range(count)]


def test_one_seed_gives_one_game_and_another_seed_another():
    first = moves_of_a_game(7)
    assert moves_of_a_game(7) == first
    assert moves_of_a_game(8) != first


def test_the_search_below_a_move_is_kept():
    player = Player(9, "chinese", replace(QUICK, playouts=300, early_stop=False))
    player.genmove(BLACK)
    found = player.thinker.search
    assert found is not None and found.result().visits > 0
    answer = found.result().actions[0]
    player.play(WHITE, (answer.action % 10 - 1, answer.action // 10 - 1))
    assert player.thinker.search is found and found.result().visits == answer.node_visits


def test_prepare_covers_a_game_from_the_first_move_to_the_score(monkeypatch):
    done = []

    def spy_on(owner, name):
        plain = getattr(owner, name)

        def noted(*words, **more):
            done.append(name)
            return plain(*words, **more)

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((Player, "choose"), (Player, "final_status"), (Game, "estimate")):
        spy_on(owner, name)
    player = Player(9, settings=PlayerSettings(playouts=50, memory=8))
    player.prepare_for_clock()
    assert not done, "nothing is hurried without a clock"
    player.set_time(TimeSettings(10.0))
    player.prepare_for_clock()
    assert {"choose", "estimate", "final_status"} <= set(done)
    assert not player.game.moves and player.thinker.search is None, "the game itself has not begun"


def test_a_move_that_the_search_cannot_follow_drops_it():
    player = Player(9, "chinese", QUICK)
    player.genmove(BLACK)
    player.play(BLACK, "A1")  # twice the same colour
    assert player.thinker.search is None
    player.genmove(WHITE)
    player.undo(2)
    assert player.thinker.search is None and len(player.game.moves) == 1


def test_the_search_stops_when_no_other_move_can_catch_up():
    diagram = "\n".join(["X X X X X X X X .", *["X X X X X X X X X"] * 6, "O O O O O O O O O", ". O . O . O . O ."])
    player = player_at(diagram, BLACK, playouts=2000)
    player.genmove(BLACK)
    assert player.thinker.playouts < 2000


def test_rules_can_be_changed_in_the_middle_of_a_game():
    player = Player(9, "japanese", QUICK)
    player.play(BLACK, "A1")
    player.set_rules(rules_named("chinese"))
    assert player.game.rules.name == "chinese" and player.game.color_at((0, 0)) == BLACK


def test_every_preset_and_every_setting_is_found_by_name():
    for name, settings in PRESETS.items():
        assert preset_named(name.upper()) is settings
        for row in parameters(settings):
            if row.value != "none":
                assert change(settings, row.name, row.value) == settings
    with pytest.raises(UserError, match=r"unknown preset 'defalt'; did you mean 'default'"):
        preset_named("defalt")


@pytest.mark.parametrize(
    "word, message",
    [
        ("level=21", "level must be a whole number from 1 to 20"),
        ("threads=0", "threads must be a whole number from 1"),
        ("ponder=perhaps", "ponder must be true or false"),
        ("rave=some", "setting rave must be one of off, mse"),
        ("prior.near_9=1", "unknown setting 'prior.near_9'"),
        ("prior.near_1=-1", "near_1 must be a number from 0 to 1000"),
        ("playout.nothing=1", "unknown setting 'playout.nothing'"),
        ("group.groups=else,corner", "unknown group 'corner'"),
        ("group.distance=0", "distance must be a whole number from 1 to 36"),
        ("leve=1", "did you mean 'level'"),
        ("level", "given as name=value, not 'level'"),
    ],
)
def test_wrong_settings_are_rejected_with_a_message(word, message):
    with pytest.raises(UserError, match=message):
        change_all(PlayerSettings(), [word])


@pytest.mark.parametrize(("playouts", "is_stopped"), [(1, False), (60, True)])
def test_a_player_that_hardly_searched_plays_a_move_and_no_pass(playouts, is_stopped):
    player = Player(9, settings=replace(QUICK, playouts=playouts))
    for color in (BLACK, WHITE):
        assert player.genmove(color, should_stop=lambda: is_stopped).move not in (PASS, RESIGN)
