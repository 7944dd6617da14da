"""Playouts by policy: settings, whole games, and observers."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from miai.cli.main import main
from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.core.records import new, new_array
from miai.core.settings import describe
from miai.core.streams import new_stream
from miai.go.board.board import U64, board_dtype, clear_board, copy_board, new_board, to_position
from miai.go.board.eyes import POTENTIAL
from miai.go.playouts import POLICIES, PlayoutSettings, play_policy_game, policy_settings
from miai.go.playouts.game import policy_games
from miai.go.playouts.observers import STEPS, tally_t
from miai.go.playouts.report import report_policy
from miai.go.playouts.settings import BASE, UNIFORM
from miai.go.rules import plain
from miai.go.rules.random_game import move_limit, random_game
from tests.go.playouts.policy_pairs import moves_of, watched_game
from tests.twins import go_rules

pytestmark = pytest.mark.plain

SIZES = [9] if COMPILING else [2, 5, 9]
"""Board sizes of the tests: each costs ten seconds of compilation."""


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("size", SIZES)
def test_every_move_of_a_playout_is_legal_and_leads_to_the_position_of_the_twin(policy, size):
    for seed in range(6 if COMPILING else 2):
        board, diary = watched_game(size, POLICIES[policy], seed)
        game = plain.PlainGame(plain.Position.of(size))
        for move in moves_of(diary, size):
            assert isinstance(move, str) or not go_rules.is_eye(game.position, move, game.to_play)
            game.play(move)
        assert to_position(board) == game.position and board.moves == diary.count
        assert game.is_terminal() == (board.passes == 2) and (game.is_terminal() or diary.count == move_limit(board))


def test_the_uniform_policy_plays_the_random_game():
    board = new_board(9)
    twin = copy_board(board)
    play_policy_game(board, UNIFORM.as_record(), new_stream(3))
    random_game(twin, new_stream(3), move_limit(twin), POTENTIAL)
    assert board.tobytes() == twin.tobytes()


@pytest.mark.parametrize("policy", POLICIES)
def test_one_seed_gives_one_game_with_any_observer(policy):
    settings = POLICIES[policy]
    first, diary = watched_game(9, settings, 4)
    second = new_board(9)
    made = play_policy_game(second, settings.as_record(), new_stream(4))
    assert first.tobytes() == second.tobytes() and made == diary.count


def test_the_steps_are_counted():
    boards, tally = new_array(board_dtype(9), 2), new(tally_t)
    clear_board(boards[0])
    moves, black_wins, cut_off = policy_games(boards, BASE.as_record(), new_stream(1), 4, 7.5, tally)
    assert tally.steps.sum() == moves and len(tally.steps) == len(STEPS)
    assert all(
        tally.steps[STEPS.index(step)] for step in ("atari tactics", "patterns", "two liberties", "skipped", "random", "pass")
    )
    assert 0 <= black_wins <= 4 and cut_off == 0


def test_a_step_that_is_off_chooses_nothing():
    for field, step in {
        "atari": "atari tactics",
        "nakade": "nakade",
        "pattern": "patterns",
        "low_liberties": "two liberties",
    }.items():
        _, diary = watched_game(9, dataclasses.replace(BASE, **{field: 0.0}), 5)
        assert STEPS.index(step) not in diary.steps[: diary.count]
    for field, step in {"skipped": "skipped", "eye_shape": "eye shape"}.items():
        _, diary = watched_game(9, dataclasses.replace(BASE, **{field: False}), 5)
        assert STEPS.index(step) not in diary.steps[: diary.count]


def test_the_odds_of_an_answer_grow_linearly_with_the_ladder_counter():
    odds = [BASE.atari_odds(t) for t in range(10)]
    assert odds[0] == 0 and odds[1] == 0.3405 and odds[8] == odds[9] == 1.0
    assert np.diff(odds[1:9]) == pytest.approx((1 - 0.3405) / 7)
    assert list(BASE.as_record().atari_odds[:10]) == odds
    assert PlayoutSettings(atari_sure=1).atari_odds(1) == 1.0


@pytest.mark.parametrize(
    "words, message",
    [
        (["pattern=2"], "pattern must be a number from 0 to 1, not 2"),
        (["pattern=often"], "pattern must be a number from 0 to 1, not 'often'"),
        (["atari_sure=0"], "atari_sure must be a whole number from 1 to 63"),
        (["eye-shape=perhaps"], "eye_shape must be true or false, not 'perhaps'"),
        (["self-atari=sometimes"], "self_atari must be one of ignore, never, result-3, nakade"),
        (["pattern"], "given as name=value, not 'pattern'"),
        (["patern=1"], "unknown playout setting 'patern'; did you mean 'pattern'"),
    ],
)
def test_wrong_settings_are_rejected_with_the_accepted_values(words, message):
    with pytest.raises(UserError, match=message):
        policy_settings("base", words)


def test_settings_are_read_as_people_type_them():
    found = policy_settings("base", ["pattern=0.25", "eye-shape=off", "self_atari = result-3", "atari-sure=4"])
    assert found == PlayoutSettings(pattern=0.25, eye_shape=False, self_atari="result-3", atari_sure=4)
    with pytest.raises(UserError, match=r"unknown policy 'bse'.*base"):
        policy_settings("bse")
    assert [row[0] for row in describe(PlayoutSettings)] == [field.name for field in dataclasses.fields(PlayoutSettings)]


def test_a_playout_continues_from_the_given_position():
    board = new_board(9)
    policy, stream = BASE.as_record(), new_stream(1)
    board.passes = U64(2)
    assert play_policy_game(board, policy, stream) == 0


def test_one_seed_gives_one_report_except_for_the_speed():
    first, second = (report_policy(9, BASE, 3, seed=2) for _ in range(2))
    for found in (first, second):
        assert sum(found["steps"].values()) == pytest.approx(1.0)
        assert found.pop("games_per_second") > 0 and found.pop("nanoseconds_per_move") > 0
    assert first == second and set(first["published"]) <= set(first["steps"])


@pytest.mark.skipif(COMPILING, reason="what is printed does not depend on it")
def test_the_command_prints_a_table_or_json(capsys):
    assert main(["go", "playouts", "--size", "5", "--games", "2", "--policy", "base", "--set", "pattern=1"]) == 0
    printed = capsys.readouterr().out
    assert "17.66%" in printed and "two liberties" in printed and "2 games of the policy base on 5x5, seed 1" in printed
    assert main(["go", "playouts", "--size", "5", "--games", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["policy"] == "base" and answer["games"] == 2 and answer["settings"]["pattern"] == 0.4812
    assert main(["go", "playouts", "--settings"]) == 0
    assert "low_liberties" in capsys.readouterr().out


def test_a_wrong_policy_is_reported_in_one_line(capsys):
    assert main(["go", "playouts", "--policy", "best"]) == 2
    assert capsys.readouterr().err.strip().count("\n") == 0
    assert main(["go", "playouts", "--set", "pattern=2"]) == 2
    assert "0 to 1" in capsys.readouterr().err


def test_skipped_patterns_have_the_share_that_table_4_8_implies():
    # Basaldúa (2013): 17.66 % patterns with p_MP = 0.4812 leave 17.66 (1 - 0.4812) / 0.4812 = 19.04 % skipped ones
    assert round(17.66 * (1 - 0.4812) / 0.4812, 2) == 19.04
    policy = PlayoutSettings(nakade=0.0, low_liberties=0.0, skipped_patterns=True).as_record()
    boards, tally = new_array(board_dtype(9), 2), new(tally_t)
    boards[0] = new_board(9)
    policy_games(boards, policy, new_stream(1), 400 if COMPILING else 3, 7.5, tally)
    patterns, skipped = (int(tally.steps[STEPS.index(name)]) for name in ("patterns", "skipped"))
    spread = (0.4812 * (1 - 0.4812) / (patterns + skipped)) ** 0.5
    assert abs(patterns / (patterns + skipped) - 0.4812) < 4 * spread
