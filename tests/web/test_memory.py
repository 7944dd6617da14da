"""Engines with a graph on disk: saving, reporting, and playing without it when it cannot be used."""

from __future__ import annotations

import fcntl
import io
import json

import pytest

from miai.store.graph import GraphStore
from miai.web.engine.client import print_once
from miai.web.engine.memory import EngineMemory, MemoryOptions
from miai.web.engine.process import EventWriter, RequestHandler
from miai.web.page.texts import describe_memory

GAME = {"size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0, "black": [], "white": [], "first": 1, "moves": ["bE5", "wC3"]}
ASSIGNMENTS = ["memory=8", "judge_playouts=50"]


def handle(handler: RequestHandler, written: io.StringIO, **request: object) -> dict[str, object]:
    """Return the last event of one request."""
    handler.handle(request)
    return json.loads(written.getvalue().splitlines()[-1])


def test_an_engine_recalls_the_findings_of_an_earlier_one(tmp_path):
    options = MemoryOptions(tmp_path / "go.graph")
    known = []
    for _ in range(2):
        written = io.StringIO()
        handler = RequestHandler(EventWriter(written), ASSIGNMENTS, options)
        done = handle(handler, written, id=1, kind="genmove", game=GAME, limits={"playouts": 60})
        known.append(done["report"]["graph"]["recalled"])
        handler.waiting.put({"kind": "end"})
        handler.work()
    assert known[0] == 0 < known[1]
    with GraphStore(options.path, writes=False) as store:
        assert store.count_positions() >= known[1]


def test_mode_tree_plays_without_the_graph_on_disk(tmp_path):
    written = io.StringIO()
    handler = RequestHandler(EventWriter(written), [*ASSIGNMENTS, "mode=tree"], MemoryOptions(tmp_path / "go.graph"))
    done = handle(handler, written, id=1, kind="genmove", game=GAME, limits={"playouts": 60})
    assert done["kind"] == "done" and done["report"]["graph"]["recalled"] is None


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
def test_an_unusable_graph_is_reported_once_and_the_engine_plays_on(tmp_path, capsys, content, reason):
    path = tmp_path / "other" / "go.graph" if content is None else tmp_path / "go.graph"
    if content is not None:
        path.write_bytes(content)
    written = io.StringIO()
    handler = RequestHandler(EventWriter(written), ASSIGNMENTS, MemoryOptions(path))
    for _ in range(2):
        handler.report_memory()
    (event,) = [json.loads(line) for line in written.getvalue().splitlines()]
    assert event["kind"] == "memory" and event["positions"] is None and reason in event["trouble"]
    for _ in range(2):
        print_once(event["trouble"])
    assert capsys.readouterr().err == f"miai: {event['trouble']}\n"
    assert "move" in handle(handler, written, id=1, kind="genmove", game=GAME, limits={"playouts": 20})
    if content is not None:
        assert path.read_bytes() == content


def test_without_a_graph_on_disk_the_page_says_nothing_about_it():
    assert EngineMemory(None).facts() is None
    assert describe_memory(None) == ""


def test_the_page_describes_the_graph_on_disk():
    facts = {"file": "<go>.graph", "positions": 12345, "learns": True, "trouble": ""}
    assert "12,345 positions" in describe_memory(facts) and "&lt;go&gt;.graph" in describe_memory(facts)
    assert "read only" in describe_memory(facts | {"learns": False})
    assert "Without a graph on disk: it is damaged" in describe_memory(facts | {"positions": None, "trouble": "it is damaged"})
