"""Engines of the page with a graph on disk: what is kept, what the page says of it, and what happens when it cannot be used."""

from __future__ import annotations

import fcntl
import io
import json

import pytest

from miai.store.graph import GraphStore
from miai.web.engine.client import say_once
from miai.web.engine.memory import EngineMemory, MemoryOptions
from miai.web.engine.process import Desk, Output
from miai.web.page.texts import memory_in_words

GAME = {"size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0, "black": [], "white": [], "first": 1, "moves": ["bE5", "wC3"]}
WORDS = ["memory=8", "judge_playouts=50"]


def obey(desk: Desk, written: io.StringIO, **request: object) -> dict[str, object]:
    """The last event of one request."""
    desk.obey(request)
    return json.loads(written.getvalue().splitlines()[-1])


def test_what_an_engine_finds_is_known_to_the_next(tmp_path):
    options = MemoryOptions(tmp_path / "go.graph")
    known = []
    for _ in range(2):
        written = io.StringIO()
        desk = Desk(Output(written), WORDS, options)
        done = obey(desk, written, id=1, do="genmove", game=GAME, limits={"playouts": 60})
        known.append(done["telling"]["graph"]["recalled"])
        desk.waiting.put({"do": "end"})
        desk.work()
    assert known[0] == 0 < known[1]
    with GraphStore(options.path, writes=False) as store:
        assert store.count_positions() >= known[1]


def test_a_mode_without_positions_is_played_without_memory(tmp_path):
    written = io.StringIO()
    desk = Desk(Output(written), [*WORDS, "mode=tree"], MemoryOptions(tmp_path / "go.graph"))
    done = obey(desk, written, id=1, do="genmove", game=GAME, limits={"playouts": 60})
    assert done["event"] == "done" and done["telling"]["graph"]["recalled"] is None


def test_one_engine_writes_and_the_others_read(tmp_path):
    options = MemoryOptions(tmp_path / "go.graph")
    GraphStore(options.path).close()
    with options.path.open() as other:  # another process, as far as the lock is concerned
        fcntl.flock(other, fcntl.LOCK_EX)
        second = EngineMemory(options)
        assert second.facts() == {"file": "go.graph", "positions": 0, "learns": False, "trouble": ""}
        second.close()
    third = EngineMemory(options)
    assert third.facts()["learns"]
    third.close()


@pytest.mark.parametrize("content, reason", [(b"not a graph" * 1000, "is not a graph of miai"), (None, "there is no directory")])
def test_an_engine_without_its_graph_says_so_once_and_plays_on(tmp_path, capsys, content, reason):
    path = tmp_path / "other" / "go.graph" if content is None else tmp_path / "go.graph"
    if content is not None:
        path.write_bytes(content)
    written = io.StringIO()
    desk = Desk(Output(written), WORDS, MemoryOptions(path))
    for _ in range(2):
        desk.tell_memory()
    (event,) = [json.loads(line) for line in written.getvalue().splitlines()]
    assert event["event"] == "memory" and event["positions"] is None and reason in event["trouble"]
    for _ in range(2):
        say_once(event["trouble"])
    assert capsys.readouterr().err == f"miai: {event['trouble']}\n"
    assert "move" in obey(desk, written, id=1, do="genmove", game=GAME, limits={"playouts": 20})
    if content is not None:
        assert path.read_bytes() == content


def test_without_a_graph_nothing_is_said_of_it():
    assert EngineMemory(None).facts() is None
    assert memory_in_words(None) == ""


def test_the_page_says_what_is_remembered():
    facts = {"file": "<go>.graph", "positions": 12345, "learns": True, "trouble": ""}
    assert "12,345 positions" in memory_in_words(facts) and "&lt;go&gt;.graph" in memory_in_words(facts)
    assert "nothing is added" in memory_in_words(facts | {"learns": False})
    assert "Without memory: it is damaged" in memory_in_words(facts | {"positions": None, "trouble": "it is damaged"})
