"""Checkpoints: a running search in one file, random streams included, to be continued in another process.

Searching N simulations, saving, loading and searching N more equals searching 2 N, bit for bit (with one thread). The file is a zip
archive of NumPy arrays, the bytes of the records as they are, and `about`, which is JSON. Only the version of miai that wrote it can
read it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.archives import DAMAGE, check_arrays
from miai.core.errors import UserError
from miai.core.files import replacing
from miai.core.json_text import parse_json
from miai.core.records import as_records, plain_dtype
from miai.core.settings import change
from miai.search.checkpoint_checks import (
    DamagedCheckpoint,
    check_counts,
    check_graph,
    check_history,
    check_solutions,
    check_workers,
    in_range,
    need,
)
from miai.search.checkpoint_root import RootOfFile
from miai.search.checkpoint_walk import check_positions
from miai.search.graph import Graph, new_graph
from miai.search.history import History, bounds_dtype, history_dtype, history_move_t, history_place_t
from miai.search.kernel_settings import make_kernel_settings
from miai.search.problem import Problem, problem_of, registered_problems
from miai.search.settings import Settings
from miai.search.worker import new_workers, values_of

VERSION = 3
_OF_THE_GRAPH = (
    *("nodes_at", "edges_at", "buckets_at", "histories_at", "history_bounds_at", "history_moves_at", "history_places_at"),
    *("entries_at", "entry_limit", "entry_count", "node_limit", "edge_limit", "bucket_limit", "arena_bytes", "node_bytes"),
    *("shared_raves_at", "shared_rave_rows_at", "shared_rave_limit", "shared_rave_row_limit", "shared_rave_actions"),
    *("history_limit", "history_move_limit", "history_place_limit", "viewpoints", "gap"),
)
"""Fields of the head that belong to the memory of the new graph: addresses and sizes."""
_MOST_MEMORY = 1 << 20
"""Most MiB that a checkpoint may ask for."""


@dataclass(frozen=True)
class Snapshot:
    """All parts of a search. `Search.snapshot` gives them, `Search.from_snapshot` makes a search of them."""

    problem: Problem
    settings: Settings
    seed: int
    threads: int
    memory: float
    """Limit of the whole search in MiB."""
    graph_memory: float
    """Limit of its graph in MiB; the rest is for history."""
    slice_size: int
    is_exported: bool
    """Whether the whole graph is in the store already."""
    graph: Graph
    workers: Any
    first: Any
    """The state at which the search began."""
    played: tuple[int, ...]
    """The actions from `first` to the state at the root."""
    state: Any
    """The state at the root."""
    history: History | None


_PLAIN = ("seed", "threads", "memory", "graph_memory", "slice_size", "is_exported")


def save_snapshot(snapshot: Snapshot, path: str | Path) -> None:
    """Write `snapshot` to `path`, which is replaced as a whole or not at all. Raise `UserError` where that fails."""
    about = {
        "miai search": VERSION,
        "problem": snapshot.problem.name,
        "layout": _layout(snapshot.graph, snapshot.workers, snapshot.problem),
        "settings": dataclasses.asdict(snapshot.settings),
        "played": list(snapshot.played),
        **{name: getattr(snapshot, name) for name in _PLAIN},
    }
    try:
        with replacing(path) as unfinished, unfinished.open("wb") as file:
            np.savez(file, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **_arrays(snapshot))
    except OSError as error:
        raise UserError(f"cannot save the search in {path}: {error.strerror or error}") from error


def _layout(graph: Graph, workers: Any, problem: Problem) -> str:
    """Return a hash of how all records lie in memory. It changes with miai and with the problem."""
    dtypes = (graph.head.dtype, graph.nodes.dtype, graph.edges.dtype, workers.dtype, problem.state_t)
    text = repr([plain_dtype(dtype).descr for dtype in dtypes])
    return hashlib.sha256(text.encode()).hexdigest()


def _arrays(snapshot: Snapshot) -> dict[str, Any]:
    graph, head = snapshot.graph, snapshot.graph.head
    used = np.flatnonzero(graph.buckets.after)
    arrays = {
        "head": _bytes(head),
        "nodes": _bytes(graph.nodes[: head.node_count]),
        "edges": _bytes(graph.edges[head.edge_limit - head.edge_count :]),
        "buckets": used,
        "bucket_heads": graph.buckets.after[used],
        "workers": _bytes(snapshot.workers),
        "first": _bytes(snapshot.first),
        "state": _bytes(snapshot.state),
    }
    if snapshot.history is not None:
        arrays |= {name: _bytes(getattr(snapshot.history, name)) for name in ("histories", "bounds", "moves", "places")}
    return arrays


def _bytes(records: Any) -> Any:
    return np.frombuffer(records.tobytes(), np.uint8)


def load_snapshot(path: str | Path, state: Any = None) -> Snapshot:
    """Return the snapshot in `path`. Its problem must be registered: `miai.problems.load` does that.

    `state` is the state at which the search began, or the one at its root. It is needed where states point to memory outside of them
    (`Problem.addresses`); without it, a state that is not the problem's usual start is tried out first, which takes seconds.
    Raise `UserError` for a file that is not whole, not a search, or of another version.
    """
    try:
        return _load(Path(path), state)
    except (DamagedCheckpoint, ValueError, KeyError, TypeError, IndexError, OverflowError, AttributeError) as error:
        raise UserError(f"the search in {path} is damaged: {error}") from error
    except MemoryError as error:
        raise UserError(f"the search in {path} needs more memory than there is") from error


def _load(file: Path, state: Any) -> Snapshot:
    about, arrays = _read(file)
    problem = _find_problem(file, about["problem"], state)
    _check_about(about)
    settings = change(Settings(), about["settings"])
    need(settings.mode != "table", "mode table cannot be saved")
    graph = new_graph(about["graph_memory"], values_of(problem))
    workers = new_workers(problem, settings, about["seed"], about["threads"])
    sizes = {len(arrays["state"]), len(arrays["first"])}
    if sizes != {problem.state_t.itemsize} or _layout(graph, workers, problem) != about["layout"]:
        raise UserError(
            f"{file} was saved by another version of miai or of {about['problem']}, and cannot be continued by this one"
        )
    _fill_graph(graph, arrays)
    history = _restore_history(graph, arrays)
    check_graph(graph, problem, history)
    root = RootOfFile(file, problem, _state(problem, arrays["first"]), about["played"], _state(problem, arrays["state"])).find(
        state
    )
    check_positions(graph, problem, make_kernel_settings(settings, problem, about["threads"]), workers[0], root)
    saved = arrays["workers"].view(plain_dtype(workers.dtype)).copy()
    check_workers(np.asarray(workers).view(plain_dtype(workers.dtype)), saved, graph.head)
    workers[:] = saved
    check_solutions(problem, workers, root)
    return Snapshot(
        problem=problem,
        settings=settings,
        graph=graph,
        workers=workers,
        first=_state(problem, arrays["first"]),
        played=tuple(about["played"]),
        state=root,
        history=history,
        **{name: about[name] for name in _PLAIN},
    )


def _check_about(about: dict[str, Any]) -> None:
    """Raise `DamagedCheckpoint` for a number that is no number, or out of range."""
    for name, low, high in (("seed", 0, 2**64), ("threads", 1, 65), ("slice_size", 1, 2**40)):
        need(type(about[name]) is int and low <= about[name] < high, name)
    for name in ("memory", "graph_memory"):
        need(type(about[name]) in (int, float) and 0 < about[name] <= _MOST_MEMORY, name)
    need(about["graph_memory"] <= about["memory"] and type(about["is_exported"]) is bool, "memory")


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            if any(member.compress_type != zipfile.ZIP_STORED for member in archive.zip.infolist()):
                raise ValueError("compressed")  # a small file could fill the memory
            check_arrays(archive.zip)
            arrays = {name: archive[name] for name in archive.files}
        about = parse_json(arrays.pop("about").tobytes())
        version = about["miai search"]
    except OSError as error:
        raise UserError(f"cannot read the search in {path}: {error.strerror or error}") from error
    except MemoryError:
        raise
    except DAMAGE as error:
        raise UserError(f"{path} is not a saved search, or was cut off") from error
    if version != VERSION:
        raise UserError(f"{path} has format {version} of saved searches; this version of miai reads format {VERSION}")
    return about, arrays


def _find_problem(path: Path, name: str, state: Any) -> Problem:
    problem = registered_problems().get(name) if state is None else problem_of(state)
    if problem is None or problem.name != name:
        raise UserError(f"{path} is a search of {name}, which is not loaded; miai.problems.load(...) loads a problem")
    return problem


def _state(problem: Problem, saved: Any) -> Any:
    return as_records(saved.view(plain_dtype(problem.state_t)).copy())[0]


def _fill_graph(graph: Graph, arrays: dict[str, Any]) -> None:
    head, saved = graph.head, arrays["head"].view(plain_dtype(graph.head.dtype))[0]
    check_counts(head, saved)
    for name in saved.dtype.names or ():
        if name not in _OF_THE_GRAPH and head.dtype[name].itemsize:
            head[name] = saved[name]
    head.history_limit = head.history_move_limit = head.history_place_limit = 0
    for target, name in ((graph.nodes[: head.node_count], "nodes"), (graph.edges[head.edge_limit - head.edge_count :], "edges")):
        target[:] = arrays[name].view(plain_dtype(target.dtype))
    buckets, firsts = arrays["buckets"], arrays["bucket_heads"]
    need(buckets.ndim == firsts.ndim == 1 and len(buckets) == len(firsts), "the buckets")
    need(in_range(buckets, 0, graph.buckets.size) & in_range(firsts, 1, head.node_count + 1), "the buckets")
    graph.buckets.after[:] = 0
    graph.buckets.after[buckets] = firsts


def _restore_history(graph: Graph, arrays: dict[str, Any]) -> History | None:
    if "histories" not in arrays:
        return None
    values = len(graph.head.viewpoints)
    kinds = {"histories": history_dtype(values), "bounds": bounds_dtype(values), "moves": history_move_t, "places": history_place_t}
    history = History(*(as_records(arrays[name].view(plain_dtype(kind))) for name, kind in kinds.items()))
    check_history(history)
    history.point_from(graph.head)
    return history
