"""One person's game: playing, taking back, counting, analysing; the engine is one that says what the test wants."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, PASS, WHITE
from miai.web.page.texts import engine_status, memory_in_words
from miai.web.session import Session
from miai.web.setup import Setup
from tests.web.games import new_session, telling, tree_of


def test_after_a_move_the_engine_is_asked_and_its_answer_is_played():
    session, pool, _ = new_session(engine=WHITE, strength="playouts", amount=50)
    session.click((4, 4))
    asked = pool.client.requests[-1]
    assert (asked["do"], asked["game"]["moves"], asked["limits"]) == ("genmove", ["bE5"], {"playouts": 50})
    pool.client.answer(move="C3", telling=telling())
    assert session.tree.game().position.white == {(2, 2)}
    assert session.to_play == BLACK


def test_a_click_while_the_engine_thinks_is_refused_in_words():
    session, _, said = new_session(engine=WHITE)
    session.click((4, 4))
    session.click((2, 2))
    assert said == ["It is the engine's turn."]


def test_an_illegal_move_says_why_and_changes_nothing():
    session, _, said = new_session()
    session.click((4, 4))
    session.click((4, 4))
    assert said == ["Not E5: there is a stone already."]
    assert len(session.tree.nodes) == 2


def test_undo_goes_back_to_the_persons_own_move_and_what_the_engine_says_then_is_not_heard():
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    late = dict(event="done", id=pool.client.requests[-1]["id"], move="C3")
    session.undo()
    pool.client.on_event(late)
    assert len(session.tree.nodes) == 1
    session.click((4, 4))
    pool.client.answer(move="C3", telling=telling())
    session.undo()
    assert len(session.tree.nodes) == 1 and session.to_play == BLACK


def test_handicap_stones_stand_on_their_places_and_white_begins():
    session, pool, _ = new_session(engine=WHITE, handicap=3)
    assert len(session.tree.game().position.black) == 3
    assert pool.client.requests[-1]["game"]["first"] == WHITE
    assert len(pool.client.requests[-1]["game"]["black"]) == 3


@pytest.mark.parametrize(
    "wrong", [{"size": 1}, {"size": 20}, {"komi": 0.3}, {"handicap": 1}, {"rules": "mars"}, {"amount": 11}, {"main_minutes": -1}]
)
def test_a_wrong_setup_is_refused_and_the_game_stays(wrong):
    session, _, _ = new_session()
    session.click((4, 4))
    with pytest.raises(UserError):
        session.new_game(Setup(**({"size": 9} | wrong)))
    assert len(session.tree.nodes) == 2


def test_two_passes_end_the_game_the_engine_judges_and_the_person_may_disagree():
    session, pool, _ = new_session(engine=WHITE, size=5, komi=0.5)
    session.click((2, 2))
    pool.client.answer(move="A1", telling={})
    session.pass_()
    pool.client.answer(move="pass", telling={})
    assert session.phase == "count"
    assert pool.client.requests[-1]["do"] == "judge"
    pool.client.answer(dead=["A1"], seki=[])
    assert session.count().tally.result == "B+24.5"
    session.click((0, 0))
    assert session.dead == frozenset()
    assert session.count().tally.result == "W+0.5"
    session.click((0, 0))
    session.agree()
    assert (session.phase, session.result) == ("over", "B+24.5")


def test_playing_on_takes_the_passes_back():
    session, pool, _ = new_session(engine=WHITE, size=5)
    session.click((2, 2))
    pool.client.answer(move="pass", telling={})
    session.pass_()
    assert session.phase == "count"
    session.play_on()
    assert session.phase == "play" and session.to_play == BLACK


def test_counting_in_the_middle_of_a_game_and_playing_on_changes_nothing():
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    session.begin_count()
    session.play_on()
    assert len(session.tree.nodes) == 2 and session.phase == "play"
    assert pool.client.requests[-1]["do"] == "genmove"


def test_two_passes_of_one_person_playing_both_colours_end_the_game_too():
    session, _, _ = new_session()
    session.pass_()
    session.pass_()
    assert session.phase == "count"


def test_resigning_gives_the_game_to_the_other_side():
    session, _, _ = new_session(engine=BLACK)
    session.resign()
    assert session.result == "B+R"
    session, pool, _ = new_session(engine=WHITE)
    session.click((4, 4))
    pool.client.answer(move="resign", telling=telling())
    assert session.result == "B+R"


def test_opening_a_file_starts_no_analysis_and_no_game():
    session, pool, _ = new_session(engine=WHITE)
    session.mind.analyse(True)
    session.click((4, 4))
    pool.client.requests.clear()
    session.load(tree_of("E5 C3 G3"))
    assert {request["do"] for request in pool.client.requests} <= {"stop"}
    assert not session.mind.analysing and session.setup.engine is None and session.mind.job is None


def test_analysis_follows_the_position_that_is_looked_at():
    session, pool, _ = new_session()
    session.click((4, 4))
    session.mind.analyse(True)
    assert pool.client.requests[-1]["game"]["moves"] == ["bE5"]
    pool.client.answer("telling", telling=telling(win=0.6))
    assert session.tree.node.analysis is not None and session.tree.node.analysis["win"] == 0.6
    session.step(-1)
    assert pool.client.requests[-1]["game"]["moves"] == []
    session.mind.analyse(False)
    assert pool.client.requests[-1]["do"] == "stop"


def test_a_whole_game_is_looked_through_and_waits_while_something_else_is_wanted():
    session, pool, _ = new_session()
    session.load(tree_of("E5 C3"))
    session.review(100)
    assert [request["do"] for request in pool.client.requests[-1:]] == ["view"]
    pool.client.answer(telling=telling(), complete=True)
    session.mind.analyse(True)
    assert pool.client.requests[-1]["do"] == "analyse"
    session.mind.analyse(False)
    assert pool.client.requests[-1]["game"]["moves"] == ["bE5"]
    pool.client.answer(telling=telling(), complete=True)
    pool.client.answer(telling=telling(), complete=True)
    assert session.mind.job is None and session.mind.to_review == []
    assert all(node.analysis for node in session.tree.nodes.values())


def test_an_engine_that_dies_is_replaced_and_asked_again():
    session, pool, said = new_session(engine=WHITE)
    session.click((4, 4))
    old = pool.client
    old.on_event({"event": "died", "reason": "ended by SIGKILL"})
    assert pool.client is not old
    assert pool.client.requests[-1]["do"] == "genmove"
    assert said == ["The engine has stopped (ended by SIGKILL). A new one is started, and the game goes on."]


def test_an_engine_that_dies_again_and_again_is_given_up_until_it_is_asked_for():
    session, pool, said = new_session(engine=WHITE)
    session.click((4, 4))
    for _ in range(3):
        pool.client.on_event({"event": "died", "reason": "exit code 1"})
    assert "not started again" in said[-1]
    session.mind.restart()
    assert pool.client.requests[-1]["do"] == "genmove"


def test_what_is_wrong_with_the_memory_is_said_once_and_the_status_says_what_is_remembered():
    session, pool, said = new_session(engine=WHITE)
    session.click((4, 4))
    facts = {"event": "memory", "file": "go.graph", "positions": 1234, "learns": True, "trouble": ""}
    pool.client.on_event(facts)
    assert said == [] and "1,234 positions" in memory_in_words(session.mind.memory)
    pool.client.answer(move="D5", telling=telling())
    assert engine_status(session.mind)[1] == "The engine is ready, and remembers 1.2k positions"
    for _ in range(2):
        pool.client.on_event(facts | {"positions": None, "trouble": "the disk is full"})
    assert said == ["The engine: the disk is full."]
    assert engine_status(session.mind)[1] == "The engine is ready"


def test_a_setting_that_the_engine_refuses_is_said_and_forgotten():
    session, pool, said = new_session()
    session.mind.change(["rave=nonsense"])
    pool.client.on_event({"event": "error", "id": 0, "message": "rave is one of ..."})
    assert said == ["rave is one of ..."] and session.mind.words == []


def test_nobody_takes_more_threads_or_memory_than_the_server_gives():
    session, pool, said = new_session()
    asked = len(pool.client.requests)
    session.mind.change(["memory =100000"])
    assert "set for all" in said[-1] and len(pool.client.requests) == asked


def test_after_the_end_a_click_says_what_can_be_done():
    session, _, said = new_session(engine=WHITE)
    session.resign()
    session.click((4, 4))
    assert "The game is over" in said[-1] and session.result == "W+R"


def test_a_session_is_restored_as_it_was_left():
    session, pool, _ = new_session(engine=WHITE, komi=5.5)
    session.click((4, 4))
    pool.client.answer(move="C3", telling=telling())
    session.click((6, 6))
    session.wishes.dark = True
    again = Session(pool)  # type: ignore[arg-type]
    again.restore(session.as_data())
    assert again.tree.game().position == session.tree.game().position
    assert (again.setup, again.wishes, again.live, again.phase) == (session.setup, session.wishes, session.live, session.phase)
    assert again.is_engine_to_move()
    assert again.as_data()["tree"] == session.as_data()["tree"]


@pytest.mark.parametrize("broken", [{}, {"tree": {}}, {"wishes": {"x": 1}, "setup": {"size": 99}}])
def test_a_broken_file_costs_the_game_and_not_the_visit(broken):
    session, pool, _ = new_session()
    again = Session(pool)  # type: ignore[arg-type]
    again.restore(session.as_data() | broken | ({"tree": None} if not broken else {}))
    assert again.tree.current == 0


def test_time_that_runs_out_loses(monkeypatch):
    session, _, said = new_session(engine=WHITE, main_minutes=1.0, byo_seconds=10.0, byo_periods=2)
    now = session.clocks._since
    for seconds, is_terminal in ((59, False), (79, False), (81, True)):
        monkeypatch.setattr("miai.web.clocks.time.monotonic", lambda seconds=seconds: now + seconds)
        session.tick()
        assert (session.phase == "over") is is_terminal
    assert session.result == "W+T" and "time has run out" in said[-1]


def test_the_engine_answers_where_the_game_is_while_the_person_looks_elsewhere():
    session, pool, said = new_session(engine=WHITE)
    session.click((4, 4))
    session.step(-1)
    pool.client.answer(move="C3", telling=telling())
    assert session.tree.current == 0 and "The engine plays C3." in said
    session.step(10)
    assert session.tree.node.move == (2, 2)


def test_a_pass_of_one_side_alone_does_not_end_the_game():
    session, _, _ = new_session()
    session.play(PASS)
    assert session.phase == "play" and session.to_play == WHITE
