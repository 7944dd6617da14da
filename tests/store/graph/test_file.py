"""The file on disk: errors are reported in one line, and saved positions are never lost."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys

import lmdb
import numpy as np
import pytest

from miai.core.errors import UserError
from miai.search.positions import add_up
from miai.search.store_protocol import Identity
from miai.store.graph import FaultTolerantStore, GraphFile, GraphStore
from miai.store.graph.exchange import export_lines, import_lines
from miai.store.graph.prune import Rule, prune_by, prune_to
from miai.store.graph.upkeep import compact, merge_into, take_census
from tests.core.processes import SOURCE
from tests.store.graph.made import CROWD, GAME, make_positions, same

BEYOND = make_positions(50_000, 3)
"""More than a graph of one MiB can take, all in all, if it has no slack."""


def saved(path, count=300, seed=1):
    positions = make_positions(count, seed)
    with GraphStore(path) as store:
        store.add_positions(GAME, positions)
    return positions


def everything(path, identity=GAME):
    with GraphFile(path) as file, file.transaction() as transaction:
        cursor = transaction.cursor(db=file.positions_of(identity, transaction))
        from miai.store.graph.format import decode

        return decode(list(cursor), identity.values)[0]


def test_additions_are_added_to_decayed_statistics(tmp_path):
    path = tmp_path / "g"
    one, two = make_positions(300, 1, space=500), make_positions(300, 2, space=500)
    with GraphStore(path) as store:
        store.add_positions(GAME, one)
        store.add_positions(GAME, two, 0.5)
    both = np.intersect1d(one.keys, two.keys)
    fading = one.take(np.flatnonzero(np.isin(one.keys, both))).faded(0.5)
    staying = one.take(np.flatnonzero(~np.isin(one.keys, both)))
    assert same(everything(path), add_up([two, fading, staying]))
    with GraphFile(path) as file:
        assert all(row.is_clean for row in take_census(file))


def test_problems_do_not_share_statistics(tmp_path):
    with GraphStore(tmp_path / "g") as store:
        store.add_positions(GAME, make_positions(50, 1))
        store.add_positions(CROWD, make_positions(50, 1, 3))
        other = Identity(GAME.problem, "other rules", GAME.kind, 1)
        assert len(store.load_history(other, int(make_positions(50, 1).keys[0]), 100)) == 0
    assert same(everything(tmp_path / "g", CROWD), make_positions(50, 1, 3))


@pytest.mark.parametrize("left", [1.0, 1e-6, 0.0])
def test_all_reachable_positions_are_loaded_whatever_their_visits(tmp_path, left):
    positions = make_positions(2000, 3, space=3000).faded(left)
    root = int(positions.keys[positions.move_counts.argmax()])
    expected, waiting = {root}, [root]
    row_of = {int(key): row for row, key in enumerate(positions.keys)}
    while waiting:
        row = row_of[waiting.pop()]
        for child in positions.children[positions.first_moves[row] : positions.first_moves[row + 1]].tolist():
            if child in row_of and child not in expected:
                expected.add(child)
                waiting.append(child)
    with GraphStore(tmp_path / "g") as store:
        store.add_positions(GAME, positions)
        assert set(store.load_history(GAME, root, 10**6).keys.tolist()) == expected
        some = store.load_history(GAME, root, 5)
        assert len(some) == min(5, len(expected)) and root in some.keys.tolist()
        assert len(store.load_history(GAME, 12345678, 10)) == 0


def test_readers_see_whole_batches_while_one_writes(tmp_path):
    saved(tmp_path / "g")
    with GraphStore(tmp_path / "g") as writer:
        code = (
            "import sys; from miai.store.graph import GraphStore; from tests.store.graph.made import *\n"
            "with GraphStore(sys.argv[1], writes=False) as store: print(len(store.load_history(GAME, int(sys.argv[2]), 10)))"
        )
        key = str(int(make_positions(300, 1).keys[0]))
        done = _python(code, str(tmp_path / "g"), key)
        assert int(done.stdout) >= 1, done.stderr
        writer.add_positions(GAME, make_positions(10, 9))


def _python(code, *arguments, **options):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(SOURCE.parent)])}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


def test_a_second_writer_is_refused(tmp_path):
    with GraphStore(tmp_path / "g"):
        done = _python("import sys; from miai.store.graph import GraphStore; GraphStore(sys.argv[1])", str(tmp_path / "g"))
    assert "BeingWritten" in done.stderr and "is being written by another process" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("content", [b"hello", b"x" * 20_000])
def test_a_foreign_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "note.txt"
    path.write_bytes(content)
    for writes in (False, True):
        with pytest.raises(UserError, match="is not a graph of miai"):
            GraphFile(path, writes=writes)
    assert path.read_bytes() == content and os.listdir(tmp_path) == ["note.txt"]


def test_an_lmdb_file_of_another_program_is_refused_and_left_alone(tmp_path):
    with lmdb.open(str(tmp_path / "g"), subdir=False) as env, env.begin(write=True) as transaction:
        transaction.put(b"a", b"b")
    before = (tmp_path / "g").read_bytes()
    with pytest.raises(UserError, match="is not a graph of miai"):
        GraphFile(tmp_path / "g", writes=True)
    assert (tmp_path / "g").read_bytes() == before


@pytest.mark.parametrize("left", [10, 5000, 8192, 20_000])
def test_a_cut_off_file_is_refused(tmp_path, left):
    path = tmp_path / "g"
    saved(path, 3000)
    os.truncate(path, left)
    for writes in (False, True):
        with pytest.raises(UserError, match=r"was cut off|not a graph"):
            GraphFile(path, writes=writes)


def test_a_newer_format_is_refused(tmp_path):
    saved(tmp_path / "g")
    with lmdb.open(str(tmp_path / "g"), subdir=False, max_dbs=5) as env, env.begin(write=True) as transaction:
        transaction.put(b"miai graph", b"2")
    with pytest.raises(UserError, match="has format 2, which is newer than this version of miai reads"):
        GraphFile(tmp_path / "g")


def test_a_missing_file_or_folder_is_reported(tmp_path):
    with pytest.raises(UserError, match="there is no graph"):
        GraphFile(tmp_path / "g")
    with pytest.raises(UserError, match="there is no directory"):
        GraphFile(tmp_path / "no" / "g", writes=True)
    with pytest.raises(UserError, match="is a directory"):
        GraphFile(tmp_path)


def test_a_full_disk_is_reported_and_saved_positions_stay(tmp_path):
    path = tmp_path / "g"
    before = saved(path)
    code = (
        "import sys; from miai.store.graph import GraphStore; from miai.core.errors import UserError\n"
        "from tests.store.graph.made import *\n"
        "store = GraphStore(sys.argv[1])\n"
        "try: store.add_positions(GAME, make_positions(20_000, 7))\n"
        "except UserError as error: print(error)\n"
        "store.close()"
    )
    size = path.stat().st_size + 100_000
    done = _python(code, str(path), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    assert "no room left on the disk" in done.stdout and "what was saved before is kept" in done.stdout, done.stderr
    assert same(everything(path), before)


def test_a_disk_without_room_for_the_list_of_readers_is_reported(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "g"
    before = saved(path)
    (tmp_path / "g-lock").unlink()
    monkeypatch.setattr(os, "posix_fallocate", refuse)
    with pytest.raises(UserError, match="no room left on the disk"):
        GraphFile(path)
    with pytest.raises(UserError, match="no room left on the disk"):
        compact(path)
    assert [each.name for each in tmp_path.iterdir()] == ["g"]
    monkeypatch.undo()
    assert same(everything(path), before)


def test_a_graph_that_outgrows_its_limit_is_pruned(tmp_path):
    with GraphStore(tmp_path / "g", limit=1) as store:
        for seed in range(8):
            store.add_positions(GAME, make_positions(3000, seed))
        with store.file.transaction() as transaction:
            assert store.file.bytes_needed(transaction) <= 2**20
        (row,) = take_census(store.file)
        assert row.is_clean and 1000 < row.positions < 20_000


def test_a_batch_beyond_every_limit_is_refused_whole(tmp_path, monkeypatch):
    monkeypatch.setattr("miai.store.graph.file.SLACK", 0)
    before = saved(tmp_path / "g")
    with GraphStore(tmp_path / "g", limit=1) as store, pytest.raises(UserError, match="has reached its limit"):
        store.add_positions(GAME, BEYOND)
    assert same(everything(tmp_path / "g"), before)


def test_a_fault_tolerant_store_reports_an_error_once_and_continues(tmp_path, monkeypatch):
    monkeypatch.setattr("miai.store.graph.file.SLACK", 0)
    said = []
    store = FaultTolerantStore(GraphStore(tmp_path / "g", limit=1), said.append)
    for _ in range(2):
        store.add_positions(GAME, BEYOND, 1.0)
    assert len(store.load_history(GAME, 5, 10)) == 0
    assert len(said) == 1 and said[0].endswith("; continuing without the graph")


def test_a_graph_of_other_games_is_reported_once(tmp_path):
    saved(tmp_path / "g")
    said = []
    store = FaultTolerantStore(GraphStore(tmp_path / "g"), said.append)
    for _ in range(2):
        assert len(store.load_history(CROWD, 5, 10)) == 0
        store.load_history(GAME, 5, 10)
    store.close()
    assert len(said) == 1 and "has nothing of crowd (three of them); it has: made;" in said[0]


def test_pruning_by_visits_and_by_age(tmp_path):
    positions = saved(tmp_path / "g")
    with GraphFile(tmp_path / "g", writes=True) as file:
        few = int((positions.visits < 20 << 16).sum())
        assert prune_by(file, Rule(visits=20)) == few > 0
        assert prune_by(file, Rule(days=0)) == len(positions) - few
        assert take_census(file)[0].positions == 0
        assert prune_to(file, 10**9) == 0


def test_merging_in_any_order_gives_the_same_and_compacting_changes_nothing(tmp_path):
    parts = [make_positions(400, seed, space=600) for seed in range(3)]
    for number, part in enumerate(parts):
        with GraphStore(tmp_path / f"p{number}") as store:
            store.add_positions(GAME, part)
            store.add_positions(CROWD, make_positions(20, number, 3))
    for name, order in (("a", (0, 1, 2)), ("b", (2, 0, 1))):
        with GraphFile(tmp_path / name, writes=True) as target:
            for number in order:
                with GraphFile(tmp_path / f"p{number}") as source:
                    merge_into(target, source)
    assert same(everything(tmp_path / "a"), everything(tmp_path / "b"))
    assert same(everything(tmp_path / "a"), add_up(parts))
    before, after = compact(tmp_path / "a")
    assert after <= before and same(everything(tmp_path / "a"), add_up(parts))
    assert sorted(os.listdir(tmp_path)) == sorted(f"{name}{end}" for name in ("a", "b", "p0", "p1", "p2") for end in ("", "-lock"))


def test_export_and_import_lose_nothing(tmp_path):
    positions = saved(tmp_path / "a")
    with GraphFile(tmp_path / "a") as file:
        lines = list(export_lines(file))
    with GraphFile(tmp_path / "b", writes=True) as file:
        assert import_lines(file, lines, "lines") == len(positions)
    assert same(everything(tmp_path / "b"), positions)


@pytest.mark.parametrize(
    "place, line, reason",
    [
        (0, "{}", "line 1: not the export of a graph"),
        (5, "{", "line 6: not a JSON object"),
        (5, "{}", "KeyError"),
        (1, '{"problem": "x"}', "line 2: a problem has"),
    ],
)
def test_a_broken_import_is_reported_and_changes_nothing(tmp_path, place, line, reason):
    before = saved(tmp_path / "a")
    with GraphFile(tmp_path / "a", writes=True) as file:
        lines = list(export_lines(file))
        lines[place] = line
        with pytest.raises(UserError, match=reason):
            import_lines(file, lines, "lines")
    assert same(everything(tmp_path / "a"), before)


def test_broken_records_are_counted_and_pruned(tmp_path):
    positions = saved(tmp_path / "g")
    with GraphFile(tmp_path / "g", writes=True) as file:
        with file.transaction(write=True) as transaction:
            database = file.positions_of(GAME, transaction)
            key = int(positions.keys[7]).to_bytes(8, "big")
            transaction.put(key, transaction.get(key, db=database)[:-1] + b"?", db=database)
        assert take_census(file)[0].broken == 1
        prune_by(file, Rule())
        assert take_census(file)[0].is_clean and take_census(file)[0].positions == len(positions) - 1
