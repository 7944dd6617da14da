"""One user's game: playing, undoing, counting and analysing, with an engine whose answers the test sets."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, PASS, WHITE
from miai.web.game_session import GameSession
from miai.web.page.texts import describe_memory, engine_status
from miai.web.saved_sessions import restore_session, session_as_data
from miai.web.setup import GameSetup
from tests.web.games import new_session, report, tree_of


def test_the_engine_answers_a_move():
    session, pool, _ = new_session(engine=WHITE, strength="playouts", amount=50)
    session.click((4, 4))
    asked = pool.client.requests[-1]
    assert (asked["kind"], asked["game"]["moves"], asked["limits"]) == ("genmove", ["bE5"], {"playouts": 50})
    pool.client.answer(move="C3", report=report())
    assert session.tree.game().position.white == {(2, 2)}
    assert session.to_play == BLACK


def test_a_click_on_the_engines_turn_is_refused_with_a_message():
    session, _, messages = new_session(engine=WHITE)
    session.click((4, 4))
    session.click((2, 2))
    assert messages == ["It is the engine's turn."]


def test_an_illegal_move_is_refused_with_its_reason():
    session, _, messages = new_session()
    session.click((4, 4))
    session.click((4, 4))
    assert messages == ["E5 is illegal: there is a stone already."]
    assert len(session.tree.nodes) == 2


def test_undo_goes_back_to_the_users_move_and_late_answers_are_ignored():
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    late = dict(kind="done", id=pool.client.requests[-1]["id"], move="C3")
    session.undo()
    pool.client.on_event(late)
    assert len(session.tree.nodes) == 1
    session.click((4, 4))
    pool.client.answer(move="C3", report=report())
    session.undo()
    assert len(session.tree.nodes) == 1 and session.to_play == BLACK


def test_handicap_stones_are_placed_and_white_begins():
    session, pool, _ = new_session(engine=WHITE, handicap=3)
    assert len(session.tree.game().position.black) == 3
    assert pool.client.requests[-1]["game"]["first"] == WHITE
    assert len(pool.client.requests[-1]["game"]["black"]) == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 1},
        {"size": 20},
        {"komi": 0.3},
        {"handicap": 1},
        {"rules": "mars"},
        {"amount": 21},
        {"amount": 2.5},
        {"main_minutes": -1},
    ],
)
def test_an_invalid_setup_is_refused_and_the_game_stays(wrong):
    session, _, _ = new_session()
    session.click((4, 4))
    with pytest.raises(UserError):
        session.new_game(GameSetup(**({"size": 9} | wrong)))
    assert len(session.tree.nodes) == 2


def test_after_two_passes_the_engine_judges_and_the_user_may_correct_it():
    session, pool, _ = new_session(engine=WHITE, size=5, komi=0.5)
    session.click((2, 2))
    pool.client.answer(move="A1", report={})
    session.pass_()
    pool.client.answer(move="pass", report={})
    assert session.phase == "count"
    assert pool.client.requests[-1]["kind"] == "judge"
    pool.client.answer(dead=["A1"], seki=[])
    assert session.score().tally.result == "B+24.5"
    session.click((0, 0))
    assert session.counting.dead == frozenset()
    assert session.score().tally.result == "W+0.5"
    session.click((0, 0))
    session.agree()
    assert (session.phase, session.result) == ("over", "B+24.5")


def test_resuming_the_game_takes_the_passes_back():
    session, pool, _ = new_session(engine=WHITE, size=5)
    session.click((2, 2))
    pool.client.answer(move="pass", report={})
    session.pass_()
    assert session.phase == "count"
    session.play_on()
    assert session.phase == "play" and session.to_play == BLACK


def test_counting_during_a_game_and_resuming_changes_nothing():
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    session.begin_count()
    session.play_on()
    assert len(session.tree.nodes) == 2 and session.phase == "play"
    assert pool.client.requests[-1]["kind"] == "genmove"


def test_two_passes_end_a_game_without_the_engine():
    session, _, _ = new_session()
    session.pass_()
    session.pass_()
    assert session.phase == "count"


def test_the_opponent_of_the_player_who_resigns_wins():
    session, _, _ = new_session(engine=BLACK)
    session.resign()
    assert session.result == "B+R"
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    pool.client.answer(move="resign", report=report())
    assert session.result == "B+R"


def test_opening_a_file_starts_neither_analysis_nor_a_game():
    session, pool, _ = new_session(engine=WHITE)
    session.analyse(True)
    session.click((4, 4))
    pool.client.requests.clear()
    session.load(tree_of("E5 C3 G3"))
    assert {request["kind"] for request in pool.client.requests} <= {"stop"}
    assert not session.analysis.is_on and session.setup.engine is None and session.controller.task is None


def test_analysis_follows_the_position_on_the_board():
    session, pool, _ = new_session()
    session.click((4, 4))
    session.analyse(True)
    assert pool.client.requests[-1]["game"]["moves"] == ["bE5"]
    pool.client.answer("report", report=report(win=0.6))
    assert session.tree.node.analysis is not None and session.tree.node.analysis["win"] == 0.6
    session.step(-1)
    assert pool.client.requests[-1]["game"]["moves"] == []
    session.analyse(False)
    assert pool.client.requests[-1]["kind"] == "stop"


def test_a_review_evaluates_every_position_and_waits_for_more_urgent_tasks():
    session, pool, _ = new_session()
    session.load(tree_of("E5 C3"))
    session.review(100)
    assert [request["kind"] for request in pool.client.requests[-1:]] == ["evaluate"]
    pool.client.answer(report=report(), complete=True)
    session.analyse(True)
    assert pool.client.requests[-1]["kind"] == "analyse"
    session.analyse(False)
    assert pool.client.requests[-1]["game"]["moves"] == ["bE5"]
    pool.client.answer(report=report(), complete=True)
    pool.client.answer(report=report(), complete=True)
    assert session.controller.task is None and session.analysis.review_queue == []
    assert all(node.analysis for node in session.tree.nodes.values())


def test_an_engine_that_dies_is_replaced_and_gets_the_task_again():
    session, pool, messages = new_session(engine=WHITE)
    session.click((4, 4))
    old = pool.client
    old.on_event({"kind": "died", "reason": "ended by SIGKILL"})
    assert pool.client is not old
    assert pool.client.requests[-1]["kind"] == "genmove"
    assert messages == ["The engine has stopped (ended by SIGKILL). A new one is starting; the game continues."]


def test_an_engine_that_keeps_dying_is_not_restarted_until_the_user_asks():
    session, pool, messages = new_session(engine=WHITE)
    session.click((4, 4))
    for _ in range(3):
        pool.client.on_event({"kind": "died", "reason": "exit code 1"})
    assert "Press Restart" in messages[-1]
    session.controller.restart()
    assert pool.client.requests[-1]["kind"] == "genmove"


def test_a_problem_with_the_graph_on_disk_is_shown_once():
    session, pool, messages = new_session(engine=WHITE)
    session.click((4, 4))
    facts = {"kind": "memory", "file": "go.graph", "positions": 1234, "learns": True, "trouble": ""}
    pool.client.on_event(facts)
    assert messages == [] and "1,234 positions" in describe_memory(session.controller.memory)
    pool.client.answer(move="D5", report=report())
    assert engine_status(session)[1] == "The engine is ready; 1.2k positions on disk"
    for _ in range(2):
        pool.client.on_event(facts | {"positions": None, "trouble": "the disk is full"})
    assert messages == ["The engine: the disk is full."]
    assert engine_status(session)[1] == "The engine is ready"


def test_a_refused_setting_is_reported_and_dropped():
    session, pool, messages = new_session()
    session.controller.change_settings(["rave=nonsense"])
    pool.client.on_event({"kind": "error", "id": 0, "message": "rave is one of ..."})
    assert messages == ["rave is one of ..."] and session.controller.assignments == []


def test_users_cannot_change_threads_or_memory():
    session, pool, messages = new_session()
    asked = len(pool.client.requests)
    session.controller.change_settings(["memory =100000"])
    assert "fixed for all users" in messages[-1] and len(pool.client.requests) == asked


def test_a_click_after_the_end_explains_the_options():
    session, _, messages = new_session(engine=WHITE)
    session.resign()
    session.click((4, 4))
    assert "The game has ended" in messages[-1] and session.result == "W+R"


def test_a_saved_session_is_restored():
    session, pool, _ = new_session(engine=WHITE, komi=5.5)
    session.click((4, 4))
    pool.client.answer(move="C3", report=report())
    session.click((6, 6))
    session.preferences.dark = True
    again = GameSession(pool)  # type: ignore[arg-type]
    restore_session(again, session_as_data(session))
    assert again.tree.game().position == session.tree.game().position
    assert (again.setup, again.preferences, again.live, again.phase) == (
        session.setup,
        session.preferences,
        session.live,
        session.phase,
    )
    assert again.is_engine_to_move()
    assert session_as_data(again)["tree"] == session_as_data(session)["tree"]


def test_a_file_with_old_names_of_keys_is_restored():
    session, pool, _ = new_session()
    session.preferences.dark = True
    data = session_as_data(session)
    old = {"preferences": "wishes", "assignments": "words"}
    again = GameSession(pool)  # type: ignore[arg-type]
    restore_session(again, {old.get(key, key): value for key, value in data.items()})
    assert session_as_data(again) == data


@pytest.mark.parametrize("broken", [{}, {"tree": {}}, {"preferences": {"x": 1}, "setup": {"size": 99}}])
def test_a_broken_file_starts_a_new_game(broken):
    session, pool, _ = new_session()
    again = GameSession(pool)  # type: ignore[arg-type]
    restore_session(again, session_as_data(session) | broken | ({"tree": None} if not broken else {}))
    assert again.tree.current == 0


def test_a_player_out_of_time_loses(monkeypatch):
    session, _, messages = new_session(engine=WHITE, main_minutes=1.0, byo_seconds=10.0, byo_periods=2)
    now = session.clocks._since
    for seconds, is_terminal in ((59, False), (79, False), (81, True)):
        monkeypatch.setattr("miai.web.clocks.time.monotonic", lambda seconds=seconds: now + seconds)
        session.tick()
        assert (session.phase == "over") is is_terminal
    assert session.result == "W+T" and "has run out of time" in messages[-1]


def test_the_engine_moves_in_the_game_while_the_user_looks_elsewhere():
    session, pool, messages = new_session(engine=WHITE)
    session.click((4, 4))
    session.step(-1)
    pool.client.answer(move="C3", report=report())
    assert session.tree.current == 0 and "The engine plays C3." in messages
    session.step(10)
    assert session.tree.node.move == (2, 2)


def test_one_pass_does_not_end_the_game():
    session, _, _ = new_session()
    session.play(PASS)
    assert session.phase == "play" and session.to_play == WHITE
