"""Each line has one answer, and the answer agrees with the board, whatever happens inside."""

from __future__ import annotations

import time

import pytest

from miai.go.player import PlayerSettings
from miai.gtp import GtpEngine
from miai.search.positions import no_positions
from tests.gtp.lines import good, new_engine
from tests.gtp.test_session import run_session


@pytest.mark.parametrize("dialect", ["lz", "kata", "cgos"])
def test_a_move_with_an_empty_analysis_is_one_answer(dialect):
    answers = run_session(f"1 {dialect}-genmove_analyze b 1\n2 name\n".encode(), playouts=1)
    first, second, rest = answers.split("\n\n")
    assert first.startswith("=1\n") and "play " in first
    assert (second, rest) == ("=2 miai", "")


@pytest.mark.parametrize("words", ["minmoves 0 maxmoves 1", "interval 0", "allow b A1 1"])
def test_streamed_answers_have_no_empty_line(words):
    answers = run_session(f"1 kata-genmove_analyze b {words}\n2 lz-genmove_analyze w {words}\n3 name\n".encode(), playouts=1)
    assert [answer[:2] for answer in answers.split("\n\n")] == ["=1", "=2", "=3", ""]


class _UnexpectedStore:
    """A store that raises what no store should."""

    def load_history(self, identity, root, most):
        return no_positions(identity.values)

    def add_positions(self, identity, found, decay):
        raise OverflowError("a clock past 2106")


def test_an_error_of_the_store_does_not_separate_answer_and_board():
    engine = GtpEngine(9, settings=PlayerSettings(playouts=20, memory=4, seed=1), store=_UnexpectedStore())
    for number, color in enumerate(("b", "w"), start=1):
        move = good(engine, f"genmove {color}")
        assert len(engine.player.game.moves) == number
        assert move in good(engine, "showboard")


@pytest.mark.parametrize("clock", [-1.0, -(2.0**40), 2.0**32, 2.0**60])
def test_a_clock_outside_32_bits_does_not_stop_the_export(clock, monkeypatch, tmp_path):
    from miai.store.graph import GraphStore

    engine = new_engine()
    monkeypatch.setattr(time, "time", lambda: clock)
    with GraphStore(tmp_path / "go.graph") as store:
        engine.player.store = engine.player.thinker.store = store
        good(engine, "genmove b")
        engine.player.close()
        assert store.count_positions() > 0


def test_words_beyond_those_of_a_command_are_a_syntax_error_and_change_nothing():
    engine = new_engine()
    assert engine.obey("play B F4 E5") == "? syntax error\n\n"
    assert not engine.player.game.moves


def test_answers_have_no_codes_that_control_a_terminal():
    answer = new_engine().obey("miai-rules a\x9b31mb")
    assert answer.startswith("?") and answer.rstrip("\n").isprintable()
