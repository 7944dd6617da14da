"""Teaching mode: a mistake against the engine is shown before the engine answers, and may be taken back."""

from __future__ import annotations

from typing import Any

from miai.go.notation.coordinates import WHITE
from miai.web.drawing.board import Canvas
from miai.web.drawing.lesson import draw_lesson
from miai.web.game_session import GameSession
from miai.web.page.teaching_cards import describe_lesson
from tests.web.games import FakePool, new_session, report


def taught(percent: int = 10, **setup: Any) -> tuple[GameSession, FakePool]:
    """Return a game against the engine in teaching mode, where the user's first position is evaluated: Black wins 60 %."""
    session, pool, _ = new_session(engine=WHITE, strength="playouts", amount=50, **setup)
    session.teacher.switch(True, percent)
    asked = pool.client.requests[-1]
    assert (asked["kind"], asked["game"]["moves"], asked["limits"]) == ("evaluate", [], {"playouts": 800})
    pool.client.answer(report=report(win=0.6), complete=True)
    return session, pool


def play_a1(session: GameSession, pool: FakePool, win: float) -> None:
    """Play A1, after which Black wins `win` of the games."""
    session.click((0, 0))
    assert pool.client.requests[-1]["kind"] == "evaluate" and pool.client.requests[-1]["game"]["moves"] == ["bA1"]
    pool.client.answer(report=report(win=win, lead=-4.0), complete=True)


def test_a_mistake_stops_the_game_and_may_be_taken_back():
    session, pool = taught()
    play_a1(session, pool, 0.4)
    lesson = session.teacher.lesson
    assert lesson is not None and session.teacher.holds()
    assert (lesson.loss.played, lesson.loss.better, round(lesson.loss.win_loss, 2)) == ("A1", "E5", 0.2)
    assert lesson.loss.point_loss == 5.5 and lesson.refutation == ("E5", "C3", "G7")
    assert not any(each["kind"] == "genmove" for each in pool.client.requests)
    session.teacher.decide(takes_back=True)
    assert session.teacher.lesson is None and len(session.tree.nodes) == 1 and session.to_play == 1


def test_a_mistake_that_is_kept_is_answered():
    session, pool = taught()
    play_a1(session, pool, 0.4)
    session.teacher.decide(takes_back=False)
    assert session.teacher.lesson is None
    assert pool.client.requests[-1]["kind"] == "genmove" and pool.client.requests[-1]["game"]["moves"] == ["bA1"]
    pool.client.answer(move="C3", report=report())
    assert session.tree.game().position.white == {(2, 2)}


def test_a_loss_below_the_threshold_is_answered_at_once():
    session, pool = taught(percent=30)
    play_a1(session, pool, 0.4)
    assert session.teacher.lesson is None and pool.client.requests[-1]["kind"] == "genmove"


def test_the_engine_moves_if_the_evaluation_fails():
    session, pool = taught()
    session.click((0, 0))
    pool.client.answer("error", message="no memory")
    assert session.teacher.lesson is None and pool.client.requests[-1]["kind"] == "genmove"


def test_without_teaching_mode_the_engine_answers_at_once():
    session, pool = taught()
    session.teacher.switch(False, 10)
    session.click((0, 0))
    assert pool.client.requests[-1]["kind"] == "genmove"


def test_switching_it_off_continues_the_game():
    session, pool = taught()
    play_a1(session, pool, 0.4)
    session.teacher.switch(False, 10)
    assert session.teacher.lesson is None and pool.client.requests[-1]["kind"] == "genmove"


def test_a_position_that_was_not_evaluated_in_time_is_evaluated_after_the_move():
    session, pool, _ = new_session(engine=WHITE)
    session.teacher.switch(True, 10)
    session.click((0, 0))
    asked = pool.client.requests[-1]
    assert (asked["kind"], asked["game"]["moves"]) == ("evaluate", [])
    pool.client.answer(report=report(win=0.6), complete=True)
    assert pool.client.requests[-1]["game"]["moves"] == ["bA1"]


def test_the_clocks_stop_during_a_lesson():
    session, pool = taught(main_minutes=5)
    play_a1(session, pool, 0.4)
    assert session.clocks.running is None
    session.teacher.decide(takes_back=False)
    assert session.clocks.running == WHITE


def test_the_lesson_is_drawn_and_described():
    session, pool = taught()
    play_a1(session, pool, 0.4)
    assert session.teacher.lesson is not None
    text = describe_lesson(session.teacher.lesson)
    assert "<b>A1</b> loses 20 % and 5.5 points." in text and "E5 C3 G7" in text
    game = session.tree.game()
    drawn = draw_lesson(Canvas(9, True), [(4, 4), (2, 2)], WHITE, game.position, (4, 4))
    assert 'data-better="E5"' in drawn and 'data-pv="1"' in drawn and 'data-pv="2"' in drawn
