"""Whose game is whose, kept on disk; and how many engines there are."""

from __future__ import annotations

import asyncio
import json

import pytest

from miai.core.errors import UserError
from miai.web import sessions as module
from miai.web.engine import pool as pools
from miai.web.sessions import People, is_name, new_name
from tests.web.games import FakeClient, FakePool


def run(action):
    """What an action returns that needs a loop."""

    async def inside():
        return await action()

    return asyncio.run(inside())


def test_a_game_is_found_again_by_its_name_after_a_restart(tmp_path):
    async def play():
        people = People(FakePool(), tmp_path)
        people.session("a" * 32).click((4, 4))
        people.session("b" * 32).click((2, 2))
        await asyncio.sleep(module.SAVE_SECONDS + 0.3)
        again = People(FakePool(), tmp_path)
        return [again.session(name * 32).tree.game().position.black for name in "abc"]

    assert run(play) == [{(4, 4)}, {(2, 2)}, set()]


def test_what_was_not_written_yet_is_written_at_the_end(tmp_path):
    async def play():
        people = People(FakePool(), tmp_path)
        people.session("a" * 32).click((4, 4))
        people.save_all()

    run(play)
    assert json.loads((tmp_path / f"{'a' * 32}.json").read_text())["live"] == 1


def test_a_file_that_is_broken_is_a_new_game(tmp_path):
    (tmp_path / f"{'a' * 32}.json").write_text("{" * 1000)
    assert People(FakePool(), tmp_path).session("a" * 32).tree.current == 0


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="MIAI_STATE_DIR"):
        People(FakePool(), tmp_path / "file" / "web")


def test_with_too_many_people_the_one_who_left_first_is_dropped_from_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_SESSIONS", 2)

    async def come():
        people = People(FakePool(), tmp_path)
        for name in "abc":
            people.session(name * 32)
        kept = list(people.sessions)
        for session in people.sessions.values():
            session.listeners.append(lambda word: None)
        with pytest.raises(UserError, match="too many people"):
            people.session("d" * 32)
        return kept

    assert run(come) == ["b" * 32, "c" * 32]


def test_names_cannot_be_guessed_and_are_safe_for_files():
    assert new_name() != new_name() and is_name(new_name())
    assert not any(is_name(text) for text in ("", "../../etc/passwd", "A" * 32, "a" * 33))


class Person:
    """Has an engine, or has lost it."""

    def __init__(self, busy: bool = False) -> None:
        self.busy, self.lost = busy, 0

    def on_event(self, event):
        pass

    def lose_engine(self):
        self.lost += 1

    def is_busy(self):
        return self.busy


@pytest.fixture
def pool(monkeypatch):
    class Client(FakeClient):
        def __init__(self, words, memory):
            super().__init__()

        def kill(self):
            self.is_alive = False

    monkeypatch.setattr(pools, "EngineClient", Client)
    return pools.Pool(2, [])


def test_there_are_never_more_engines_than_allowed(pool):
    one, two, three = Person(True), Person(True), Person()
    assert pool.engine_for(one) is not None and pool.engine_for(two) is not None
    assert pool.engine_for(three) is None
    assert pool.count == 2
    pool.give_back(one)
    assert pool.engine_for(three) is not None


def test_an_engine_that_idles_passes_to_somebody_who_waits(pool, monkeypatch):
    monkeypatch.setattr(pools, "STEAL_AFTER", -1.0)
    idle, busy, third = Person(), Person(True), Person()
    engine = pool.engine_for(idle)
    pool.engine_for(busy)
    assert pool.engine_for(third) is engine
    assert idle.lost == 1 and busy.lost == 0


def test_an_engine_that_nobody_uses_is_ended(pool, monkeypatch):
    person = Person()
    engine = pool.engine_for(person)
    pool.end_idle()
    assert engine.is_alive
    monkeypatch.setattr(pools, "IDLE_SECONDS", -1.0)
    pool.end_idle()
    assert not engine.is_alive and person.lost == 1 and pool.count == 0


def test_the_spare_engine_is_the_first_persons(pool):
    pool.start_spare()
    pool.start_spare()
    assert pool.count == 1
    pool.engine_for(Person())
    assert pool.count == 1
