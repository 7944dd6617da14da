"""A search put to sleep: a whole running search in one file, random streams included, and woken in another process.

Searching N simulations, saving, loading and searching N more equals searching 2 N, bit for bit (with one thread). The file is a zip
archive of NumPy arrays, the bytes of the records as they are, and `about`, which is JSON: it is for the version of miai that wrote it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import replacing
from miai.core.records import as_records, plain_dtype
from miai.core.settings import change
from miai.search.graph import Graph, new_graph
from miai.search.history import History, bounds_dtype, history_dtype, history_move_t, history_place_t
from miai.search.problem import Problem, problem_of, registered_problems
from miai.search.settings import Settings
from miai.search.store_link import StoreLink
from miai.search.store_protocol import Store
from miai.search.worker import values_of

if TYPE_CHECKING:
    from miai.search.driver import Search

VERSION = 1
_PLACES = ("nodes_at", "edges_at", "buckets_at", "histories_at", "history_bounds_at", "history_moves_at", "history_places_at")


def save_search(search: Search, path: str | Path) -> None:
    """Write `search` to `path`, which is replaced as a whole or not at all. Raises `UserError` where that fails."""
    about = np.frombuffer(json.dumps(_about(search)).encode(), np.uint8)
    try:
        with replacing(path) as unfinished, unfinished.open("wb") as file:
            np.savez(file, about=about, **_arrays(search))
    except OSError as error:
        raise UserError(f"cannot save the search in {path}: {error.strerror or error}") from error


def _about(search: Search) -> dict[str, Any]:
    return {
        "miai search": VERSION,
        "problem": search.problem.name,
        "layout": _layout(search),
        "settings": dataclasses.asdict(search.settings),
        "seed": search.seed,
        "threads": search.threads,
        "memory": search.memory,
        "arena": search.arena,
        "slice": search._slice,
        "is_exported": search._is_exported,
    }


def _layout(search: Search) -> str:
    """A hash of how all records lie in memory: after a change of miai, or of the problem, they are others."""
    parts = (search.graph.head, search.graph.nodes, search.graph.edges, search.workers, search.states)
    text = repr([plain_dtype(part.dtype).descr for part in parts])
    return hashlib.sha256(text.encode()).hexdigest()


def _arrays(search: Search) -> dict[str, Any]:
    graph, head = search.graph, search.graph.head
    used = np.flatnonzero(graph.buckets.after)
    arrays = {
        "head": _bytes(head),
        "nodes": _bytes(graph.nodes[: head.node_count]),
        "edges": _bytes(graph.edges[head.edge_limit - head.edge_count :]),
        "buckets": used,
        "bucket_heads": graph.buckets.after[used],
        "workers": _bytes(search.workers),
        "state": _bytes(search.states[0]),
    }
    if search.history is not None:
        arrays |= {name: _bytes(getattr(search.history, name)) for name in ("histories", "bounds", "moves", "places")}
    return arrays


def _bytes(records: Any) -> Any:
    return np.frombuffer(records.tobytes(), np.uint8)


def load_search(path: str | Path, state: Any = None, store: Store | None = None) -> Search:
    """The search in `path`, as it was when it was saved. Its problem must be known: `miai.problems.load` makes it so.

    `state` is needed where a state points to memory outside of it (`Problem.addresses`): any state of the same game, from which
    these addresses are taken. Raises `UserError` for a file that is not whole, not a search, or of another version.
    """
    about, arrays = _read(Path(path))
    search = _new_search(Path(path), about, arrays, state)
    if _layout(search) != about["layout"]:
        raise UserError(f"{path} was saved by another version of miai or of {about['problem']}: it cannot be woken by this one")
    _fill_graph(search.graph, arrays)
    search.workers[:] = arrays["workers"].view(plain_dtype(search.workers.dtype))
    _restore_history(search, arrays)
    if store is not None:
        search.link = StoreLink(store, search.states[0], search.settings, search.memory)
    search._slice, search._is_exported = about["slice"], about["is_exported"]
    return search


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        version = about["miai search"]
    except OSError as error:
        raise UserError(f"cannot read the search in {path}: {error.strerror or error}") from error
    except (ValueError, KeyError, EOFError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise UserError(f"{path} is not a saved search, or was cut off") from error
    if version != VERSION:
        raise UserError(f"{path} has format {version} of saved searches; this miai knows {VERSION}")
    return about, arrays


def _new_search(path: Path, about: dict[str, Any], arrays: dict[str, Any], state: Any) -> Search:
    from miai.search.driver import Search

    problem = registered_problems().get(about["problem"]) if state is None else problem_of(state)
    if problem is None or problem.name != about["problem"]:
        raise UserError(f"{path} is a search of {about['problem']}, which is not loaded; miai.problems.load(...) loads a problem")
    if len(arrays["state"]) != problem.state_t.itemsize:
        raise UserError(f"{path} was saved by another version of {about['problem']}: it cannot be woken by this one")
    root = _root_state(path, problem, arrays["state"], state)
    options = {name: about[name] for name in ("seed", "threads", "memory")}
    search = Search(root, change(Settings(), about["settings"]), **options)
    search.arena = about["arena"]
    search.graph = new_graph(search.arena, values_of(problem))
    return search


def _root_state(path: Path, problem: Problem, saved: Any, state: Any) -> Any:
    root = as_records(saved.view(plain_dtype(problem.state_t)))[0]
    present = problem.start() if state is None else state
    for name in problem.addresses:
        if state is not None or present[name]:  # a new state knows where that stands which every state needs
            root[name] = present[name]
        elif root[name]:
            raise UserError(f"the state in {path} points to memory of the process that saved it; give a state of the same game")
    return root


def _fill_graph(graph: Graph, arrays: dict[str, Any]) -> None:
    head, saved = graph.head, arrays["head"].view(plain_dtype(graph.head.dtype))[0]
    for name in saved.dtype.names or ():
        if name not in _PLACES and head.dtype[name].itemsize:
            head[name] = saved[name]
    head.history_limit = head.history_move_limit = head.history_place_limit = 0
    for target, name in ((graph.nodes[: head.node_count], "nodes"), (graph.edges[head.edge_limit - head.edge_count :], "edges")):
        target[:] = arrays[name].view(plain_dtype(target.dtype))
    graph.buckets.after[:] = 0
    graph.buckets.after[arrays["buckets"]] = arrays["bucket_heads"]


def _restore_history(search: Search, arrays: dict[str, Any]) -> None:
    if "histories" not in arrays:
        return
    head = search.graph.head
    values = len(head.viewpoints)
    kinds = {"histories": history_dtype(values), "bounds": bounds_dtype(values), "moves": history_move_t, "places": history_place_t}
    history = History(*(as_records(arrays[name].view(plain_dtype(kind))) for name, kind in kinds.items()))
    history.point_from(head)
    search.keep_history(history)
