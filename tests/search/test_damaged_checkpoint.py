"""A checkpoint with wrong indices, counts or offsets is refused before kernels follow them."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.records import plain_dtype
from miai.problems import load
from miai.search import Search
from miai.search.graph import edge_t, graph_dtype, node_dtype


@pytest.fixture(scope="module")
def arrays(tmp_path_factory):
    path = tmp_path_factory.mktemp("search") / "s"
    search = Search(load("nim").start(heaps=(3, 4)), seed=1, memory=1)
    search.run(playouts=300)
    search.save(path)
    with np.load(path) as archive:
        return {name: archive[name].copy() for name in archive.files}


def refuse(tmp_path, arrays) -> str:
    """Save the arrays as a checkpoint and return the error of loading it."""
    path = tmp_path / "crafted"
    with path.open("wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(UserError) as caught:
        Search.load(path).run(playouts=100)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(arrays, name, dtype, change):
    """Return a copy of the arrays in which `change` was applied to the records of one."""
    copy = {key: value.copy() for key, value in arrays.items()}
    change(copy[name].view(plain_dtype(dtype)))
    return copy


WILD = [-2, -(2**31), 2**31 - 1, 10**6]


@pytest.mark.parametrize("value", WILD)
@pytest.mark.parametrize("field", ["first_edge", "edge_count", "first_in", "next_in_bucket", "phase", "player", "group", "entry"])
def test_a_wild_field_of_the_root_is_refused(tmp_path, arrays, field, value):
    kind = node_dtype(1)[field]
    value = int(np.clip(value, np.iinfo(kind).min, np.iinfo(kind).max))

    def change(nodes):
        nodes[field][0] = value

    refuse(tmp_path, changed(arrays, "nodes", node_dtype(1), change))


@pytest.mark.parametrize("value", WILD)
@pytest.mark.parametrize("field", ["child", "parent", "next_in", "action", "history"])
def test_a_wild_field_of_all_edges_is_refused(tmp_path, arrays, field, value):
    def change(edges):
        edges[field][:] = value

    refuse(tmp_path, changed(arrays, "edges", edge_t, change))


@pytest.mark.parametrize("value", [-1, 0, 2**40, 2**62])
@pytest.mark.parametrize("field", ["node_count", "edge_count"])
def test_wild_counts_are_refused(tmp_path, arrays, field, value):
    def change(head):
        head[field] = value

    refuse(tmp_path, changed(arrays, "head", graph_dtype(1), change))


@pytest.mark.parametrize("field", ["nodes_at", "edges_at", "entries_at", "node_limit", "edge_limit", "arena_bytes", "entry_limit"])
def test_addresses_and_sizes_of_the_file_are_not_used(tmp_path, arrays, field):
    def change(head):
        head[field] = 2**40

    path = tmp_path / "crafted"
    with path.open("wb") as file:
        np.savez(file, **changed(arrays, "head", graph_dtype(1), change))
    Search.load(path).run(playouts=100)


@pytest.mark.parametrize("field", ["value", "total", "low", "own_sum"])
def test_numbers_that_are_no_numbers_are_refused(tmp_path, arrays, field):
    def change(nodes):
        nodes[field][0] = np.nan

    refuse(tmp_path, changed(arrays, "nodes", node_dtype(1), change))


def test_lists_that_come_back_are_refused(tmp_path, arrays):
    def change(nodes):
        nodes["next_in_bucket"][:] = 0

    refuse(tmp_path, changed(arrays, "nodes", node_dtype(1), change))


@pytest.mark.parametrize("name", ["buckets", "bucket_heads", "nodes", "edges", "workers", "head", "state"])
@pytest.mark.parametrize("how", ["shorter", "wild", "missing", "empty"])
def test_an_array_of_the_wrong_length_or_kind_is_refused(tmp_path, arrays, name, how):
    copy = dict(arrays)
    if how == "shorter":
        copy[name] = copy[name][:-1]
    elif how == "wild":
        copy[name] = np.full(5, -7, np.int64)
    elif how == "empty":
        copy[name] = np.zeros(0, copy[name].dtype)
    else:
        del copy[name]
    refuse(tmp_path, copy)


@pytest.mark.parametrize(
    "facts",
    [
        {"threads": 10**9},
        {"threads": "2"},
        {"seed": None},
        {"memory": 1e12, "graph_memory": 1e12},
        {"graph_memory": -1},
        {"slice_size": 0},
        {"settings": []},
        {"settings": {"mode": "table"}},
        {"problem": ["nim"]},
    ],
)
def test_wrong_facts_are_refused(tmp_path, arrays, facts):
    about = json.loads(arrays["about"].tobytes()) | facts
    refuse(tmp_path, arrays | {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)})


@pytest.mark.parametrize("byte", [0, 1, 127, 128, 255])
@pytest.mark.parametrize("names", [("state",), ("first",), ("first", "state")])
def test_a_state_that_no_play_reaches_is_refused(tmp_path, arrays, names, byte):
    refuse(tmp_path, arrays | {name: np.full_like(arrays[name], byte) for name in names})


def test_a_state_that_cannot_be_tried_must_be_passed(tmp_path, arrays, monkeypatch):
    path = tmp_path / "s"
    with path.open("wb") as file:
        np.savez(file, **arrays)
    monkeypatch.setenv("MIAI_IN_STATE_TRIAL", "1")
    with pytest.raises(UserError, match="pass the state at which the search began"):
        Search.load(path)
    assert Search.load(path, load("nim").start(heaps=(3, 4))).simulations > 0


def test_an_action_that_is_not_legal_is_refused(tmp_path, arrays):
    """Heap a has 3 objects: to take 4 of them is an action of Nim, but not here."""

    def change(edges):
        (place,) = np.flatnonzero((edges["parent"] == 0) & (edges["action"] == 2))
        edges["action"][place] = 3

    assert "illegal action" in refuse(tmp_path, changed(arrays, "edges", edge_t, change))


def test_children_that_change_places_are_refused(tmp_path, arrays):
    def change(edges):
        one, two = np.flatnonzero((edges["parent"] == 0) & (edges["child"] >= 0))[:2]
        edges["action"][[one, two]] = edges["action"][[two, one]]

    assert "not the position" in refuse(tmp_path, changed(arrays, "edges", edge_t, change))


@pytest.mark.parametrize("played", [[5], [3], ["a1"], "a1", [10**12], [-1], None])
def test_wrong_actions_before_the_root_are_refused(tmp_path, arrays, played):
    about = json.loads(arrays["about"].tobytes()) | {"played": played}
    path = tmp_path / "crafted"
    with path.open("wb") as file:
        np.savez(file, **arrays | {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)})
    with pytest.raises(UserError, match="damaged"):
        Search.load(path, load("nim").start(heaps=(3, 4)))


@pytest.mark.parametrize(
    "field, value", [("kept", 10**6), ("kept", -1), ("wanted", 99), ("lengths", 10**9), ("plays", 7), ("version", 1)]
)
def test_wrong_solutions_are_refused(tmp_path, field, value):
    path = tmp_path / "s"
    search = Search(load("knapsack").start(), seed=1, memory=1)
    search.run(playouts=60)
    search.save(path)
    with np.load(path) as archive:
        saved = {name: archive[name].copy() for name in archive.files}

    def change(workers):
        workers["best"][field] = value

    refuse(tmp_path, changed(saved, "workers", search.workers.dtype, change))


def test_a_compressed_checkpoint_is_refused(tmp_path, arrays):
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    path = tmp_path / "bomb"
    path.write_bytes(file.getvalue())
    with pytest.raises(UserError, match="not a saved search"):
        Search.load(path)
