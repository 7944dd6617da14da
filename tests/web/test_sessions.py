"""The sessions of all users on disk, and the pool of engines."""

from __future__ import annotations

import asyncio
import json

import pytest

from miai.core.errors import UserError
from miai.web import sessions as module
from miai.web.engine import pool as pools
from miai.web.sessions import SessionRegistry, is_name, new_name
from tests.web.games import FakeClient, FakePool


def run(action):
    """Run a coroutine function and return its result."""

    async def inside():
        return await action()

    return asyncio.run(inside())


def test_a_game_is_restored_by_its_name_after_a_restart(tmp_path):
    async def play():
        registry = SessionRegistry(FakePool(), tmp_path)
        registry.session("a" * 32).click((4, 4))
        registry.session("b" * 32).click((2, 2))
        await asyncio.sleep(module.SAVE_SECONDS + 0.3)
        again = SessionRegistry(FakePool(), tmp_path)
        return [again.session(name * 32).tree.game().position.black for name in "abc"]

    assert run(play) == [{(4, 4)}, {(2, 2)}, set()]


def test_pending_changes_are_written_at_the_end(tmp_path):
    async def play():
        registry = SessionRegistry(FakePool(), tmp_path)
        registry.session("a" * 32).click((4, 4))
        registry.save_all()

    run(play)
    assert json.loads((tmp_path / f"{'a' * 32}.json").read_text())["live"] == 1


def test_a_broken_file_is_a_new_game(tmp_path):
    (tmp_path / f"{'a' * 32}.json").write_text("{" * 1000)
    assert SessionRegistry(FakePool(), tmp_path).session("a" * 32).tree.current == 0


def test_an_unusable_directory_is_reported_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="MIAI_STATE_DIR"):
        SessionRegistry(FakePool(), tmp_path / "file" / "web")


def test_beyond_the_limit_the_longest_idle_session_is_dropped_from_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_SESSIONS", 2)

    async def come():
        registry = SessionRegistry(FakePool(), tmp_path)
        for name in "abc":
            registry.session(name * 32)
        kept = list(registry.sessions)
        for session in registry.sessions.values():
            session.listeners.append(lambda event: None)
        with pytest.raises(UserError, match="too many users"):
            registry.session("d" * 32)
        return kept

    assert run(come) == ["b" * 32, "c" * 32]


def test_names_are_random_and_safe_in_file_names():
    assert new_name() != new_name() and is_name(new_name())
    assert not any(is_name(text) for text in ("", "../../etc/passwd", "A" * 32, "a" * 33))


class FakeOwner:
    """An owner that counts how often it loses its engine."""

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
        def __init__(self, assignments, memory):
            super().__init__()

        def kill(self):
            self.is_alive = False

    monkeypatch.setattr(pools, "EngineClient", Client)
    return pools.EnginePool(2, [])


def test_there_are_never_more_engines_than_allowed(pool):
    one, two, three = FakeOwner(True), FakeOwner(True), FakeOwner()
    assert pool.engine_for(one) is not None and pool.engine_for(two) is not None
    assert pool.engine_for(three) is None
    assert pool.count == 2
    pool.give_back(one)
    assert pool.engine_for(three) is not None


def test_an_idle_engine_passes_to_a_waiting_owner(pool, monkeypatch):
    monkeypatch.setattr(pools, "STEAL_AFTER", -1.0)
    idle, busy, third = FakeOwner(), FakeOwner(True), FakeOwner()
    engine = pool.engine_for(idle)
    pool.engine_for(busy)
    assert pool.engine_for(third) is engine
    assert idle.lost == 1 and busy.lost == 0


def test_an_unused_engine_is_ended(pool, monkeypatch):
    owner = FakeOwner()
    engine = pool.engine_for(owner)
    pool.end_idle()
    assert engine.is_alive
    monkeypatch.setattr(pools, "IDLE_SECONDS", -1.0)
    pool.end_idle()
    assert not engine.is_alive and owner.lost == 1 and pool.count == 0


def test_the_first_owner_gets_the_spare_engine(pool):
    pool.start_spare()
    pool.start_spare()
    assert pool.count == 1
    pool.engine_for(FakeOwner())
    assert pool.count == 1
