"""Other engines in a session: they play and analyse, and a failure is one line."""

from __future__ import annotations

from typing import Any

from miai.go.notation.coordinates import BLACK, WHITE
from miai.web.events import SessionEvent
from miai.web.game_session import GameSession
from miai.web.page.engines_card import describe_status
from miai.web.page.record_card import describe_result
from miai.web.saved_sessions import restore_session, session_as_data
from miai.web.setup import GameSetup
from tests.web.games import FakePool, report


def with_rival(**setup: Any) -> tuple[GameSession, FakePool, FakePool, list[str]]:
    """Return a watched session of miai and Toy, both pools, and the list of messages."""
    ours, toys = FakePool(), FakePool()
    session = GameSession(ours, {"Toy": toys})  # type: ignore[arg-type, dict-item]
    messages: list[str] = []
    session.listeners.append(lambda event: messages.append(session.message[0]) if event == SessionEvent.MESSAGE else None)
    session.new_game(GameSetup(**{"size": 9, "engine": None, **setup}))
    return session, ours, toys, messages


def kinds(pool: FakePool) -> list[str]:
    return [each["kind"] for each in pool.client.requests if each["kind"] != "settings"]


def test_another_engine_answers_the_users_moves():
    session, ours, toys, _ = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.click((4, 4))
    assert kinds(toys) == ["genmove"] and toys.client.requests[-1]["game"]["moves"] == ["bE5"]
    toys.client.answer(move="C3")
    assert session.tree.game().position.white == {(2, 2)} and kinds(ours) == []
    assert session.player_names() == ("You", "Toy")


def test_a_click_on_its_turn_is_refused():
    session, _, _, messages = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.click((4, 4))
    session.click((2, 2))
    assert messages == ["It is the engine's turn."]


def test_engine_plays_against_engine():
    session, ours, toys, _ = with_rival()
    session.rivals.let_play("Toy", BLACK)
    session.engine_plays(WHITE)
    toys.client.answer(move="E5")
    assert kinds(ours) == ["genmove"]
    ours.client.answer(move="C3", report=report())
    toys.client.answer(move="pass")
    ours.client.answer(move="pass", report=report())
    assert session.phase == "count" and kinds(ours)[-1] == "judge", "miai judges the dead stones"
    assert session.player_names() == ("Toy", "miai, level 8")


def test_one_colour_has_one_player():
    session, _, _, _ = with_rival(engine=WHITE)
    session.rivals.let_play("Toy", WHITE)
    assert session.setup.engine is None
    session.engine_plays(WHITE)
    assert session.setup.rival_color is None


def test_an_illegal_move_loses_the_game_with_one_line():
    session, _, toys, messages = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.click((4, 4))
    toys.client.answer(move="E5")
    assert messages == ["Toy plays an illegal move: move 2, E5: there is a stone already."]
    assert (session.phase, session.result) == ("over", "B+F")
    assert describe_result("B+F") == "Black wins by forfeit"
    session.undo()
    assert session.phase == "play"


def test_a_failure_is_shown_and_the_engine_is_asked_again_when_the_user_wants():
    session, _, toys, messages = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.click((4, 4))
    toys.client.answer("error", message="Toy: no answer to 'genmove white' in time")
    assert messages == ["Toy: no answer to 'genmove white' in time"]
    assert "no answer" in describe_status(session) and kinds(toys) == ["genmove"]
    session.rivals.retry()
    assert kinds(toys) == ["genmove", "genmove"] and session.rivals.trouble == ""
    toys.client.answer(move="C3")
    assert session.tree.game().position.white == {(2, 2)}


def test_a_resignation_ends_the_game():
    session, _, toys, _ = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.click((4, 4))
    toys.client.answer(move="resign")
    assert session.result == "B+R"


def test_another_engine_analyses_in_the_place_of_ours():
    session, ours, toys, _ = with_rival()
    session.rivals.let_analyse("Toy")
    session.analyse(True)
    assert kinds(toys) == ["analyse"] and kinds(ours) == []
    toys.client.answer("report", report=report(win=0.7))
    assert session.analysis.candidates(session.tree.node)[0][1] == 0.7
    session.rivals.let_analyse("")
    assert kinds(toys)[-1] == "stop" and kinds(ours) == ["analyse"]


def test_an_analyst_that_cannot_analyse_ends_the_analysis():
    session, ours, toys, messages = with_rival()
    session.rivals.let_analyse("Toy")
    session.analyse(True)
    toys.client.answer("error", message="Toy: cannot analyse")
    assert messages == ["Toy: cannot analyse"] and not session.analysis.is_on and kinds(ours) == []


def test_engines_that_are_not_offered_any_more_are_dropped():
    session, _, _, _ = with_rival()
    session.rivals.let_play("Toy", WHITE)
    session.rivals.let_analyse("Toy")
    again = GameSession(FakePool(), {})  # type: ignore[arg-type]
    restore_session(again, session_as_data(session))
    again.update_engines()
    assert (again.setup.rival, again.setup.rival_color, again.preferences.analyst) == ("", None, "")


def test_a_page_cannot_name_another_command():
    session, _, _, _ = with_rival()
    session.rivals.let_play("rm -rf /", WHITE)
    session.click((4, 4))
    assert session.setup.rival == "" and session.to_play == WHITE
