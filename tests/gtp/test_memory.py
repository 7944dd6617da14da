"""An engine with a graph on disk: later sessions start with its statistics, and its lines can be read as a book."""

from __future__ import annotations

from miai.go.player import PlayerSettings
from miai.go.problem import go_problem
from miai.go.records.sgf import parse_record
from miai.gtp import GtpEngine
from miai.search.problem import position_key
from miai.store.graph import FaultTolerantStore, GraphStore
from miai.store.graph.book import write_book
from miai.store.graph.upkeep import choose_identity, take_census
from tests.gtp.lines import QUICK, good


def play_a_little(path, said):
    store = FaultTolerantStore(GraphStore(path), said.append)
    engine = GtpEngine(9, settings=QUICK, store=store)
    for line in ("genmove b", "play w A1", "genmove b", "undo", "genmove b", "clear_board", "genmove b"):
        good(engine, line)
    recalled = len(engine.player.thinker.search.history) if engine.player.thinker.search else 0
    engine.player.close()
    store.close()
    return recalled


def test_a_session_begins_with_the_statistics_of_the_last(tmp_path):
    said = []
    assert play_a_little(tmp_path / "g", said) > 0, "the second game of a session already has the first"
    with GraphStore(tmp_path / "g") as store:
        (first,) = take_census(store.file)
    assert first.is_clean and first.problem == "go9" and "komi" in first.rules
    assert play_a_little(tmp_path / "g", said) > 0
    with GraphStore(tmp_path / "g") as store:
        (second,) = take_census(store.file)
        assert second.is_clean and second.visits > first.visits
        identity = choose_identity(store.file, None, "")
        record, moves = write_book(store.file, identity, int(position_key(go_problem(9).start())), 2, 3, 10)
    assert moves > 0 and len(parse_record(record.to_bytes()).main_line()) > 1
    assert said == []


def test_each_set_of_rules_has_its_own_statistics(tmp_path):
    with GraphStore(tmp_path / "g") as store:
        for komi in ("5.5", "6.5"):
            engine = GtpEngine(9, settings=PlayerSettings(playouts=24, memory=16), store=store)
            good(engine, f"komi {komi}")
            good(engine, "genmove b")
            engine.player.close()
        assert sorted(row.rules.split(",")[0] for row in take_census(store.file)) == ["komi 5.5", "komi 6.5"]
