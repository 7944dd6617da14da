"""`miai bench store`: the processor time to save positions, to load them and to search with them, and their size on disk."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from miai.bench import yardsticks
from miai.bench.frame import contest, machine, on_one_core, rounds_for
from miai.bench.search import go_state
from miai.core.errors import UserError
from miai.problems import load
from miai.search.driver import Search
from miai.search.export import export_positions
from miai.search.positions import Positions
from miai.search.settings import Settings
from miai.search.slicing import Limit
from miai.search.store_protocol import identity_of
from miai.store.graph import GraphStore

SETTINGS = Settings(mode="uct-dag", solver=False)
ROUND_SECONDS = 0.5
FIRST_LOOK = 2000
"""Simulations of the first measurement, which determines the simulations of a round."""
BYTES_OF_NODE, BYTES_OF_GO_NODE = 1200, 6000
"""Memory that a search needs for each position, at most: a node and its edges."""


def measure_store(
    positions: int = 1_000_000, problem: str = "connect4", seconds: float = 5.0, seed: int = 1, size: int | None = None
) -> dict[str, Any]:
    """Return seconds of processor time and bytes. Raise `UserError` for an unknown problem."""
    if problem != "go" and size is not None:
        raise UserError(f"--size is an option of the problem go, not of {problem!r}")
    state = go_state(size or 9, "base") if problem == "go" else load(problem).start()
    settings = _go_settings() if problem == "go" else SETTINGS
    found = find_positions(state, settings, positions, seed)
    with tempfile.TemporaryDirectory() as folder, on_one_core():
        path = Path(folder) / "bench.graph"
        with GraphStore(path) as store:
            result = _time_disk(store, path, state, found)
            result |= _time_search(store, state, settings, seconds, seed)
    yardstick = yardsticks.go_games(9, 4000)
    rate = contest({"go": yardstick}, 3)["go"] if yardstick else None
    return {
        "problem": problem if problem != "go" else f"go {size or 9}x{size or 9}",
        **result,
        "yardstick": "random 9x9 Go games in C" if rate else None,
        "yardstick_per_second": rate,
        "seed": seed,
        "machine": machine(),
    }


def _go_settings() -> Settings:
    from miai.go.player.settings import GO_SEARCH

    return GO_SEARCH


def find_positions(state: Any, settings: Settings, count: int, seed: int) -> Positions:
    """Return about `count` positions that a search from `state` visits, with their moves."""
    search = _search_until(state, settings, count, seed)
    return export_positions(search.graph, search.kernel_settings)


def _search_until(state: Any, settings: Settings, count: int, seed: int, more: int = 0) -> Search:
    """Return a search that has visited about `count` positions, with room for `more`."""
    each = BYTES_OF_GO_NODE if identity_of(state).problem.startswith("go") else BYTES_OF_NODE
    search = Search(state, settings, seed=seed, memory=max(512.0, (count + more) * each / 2**20))
    while int(search.graph.head.node_count) < count and not search.graph.head.prunes:
        search.think(Limit(max(64, count - int(search.graph.head.node_count))))
    return search


def _time_disk(store: GraphStore, path: Path, state: Any, found: Positions) -> dict[str, Any]:
    identity, count = identity_of(state), len(found)
    spent = {}
    for name in ("save_seconds", "save_again_seconds"):
        began = time.process_time()
        store.add_positions(identity, found)
        spent[name] = time.process_time() - began
        if name == "save_seconds":
            size = path.stat().st_size
    began = time.process_time()
    recalled = store.load_history(identity, _root_key(state), count)
    spent["load_seconds"] = time.process_time() - began
    return {
        "positions": count,
        "moves": len(found.actions),
        **spent,
        "loaded": len(recalled),
        "bytes_a_position": size / count,
        "gigabytes_of_ten_million": size / count * 1e7 / 1e9,
    }


def _root_key(state: Any) -> int:
    from miai.search.problem import position_key

    return int(position_key(state))


def _time_search(store: GraphStore, state: Any, settings: Settings, seconds: float, seed: int) -> dict[str, float]:
    """Return simulations per second with and without history, measured in turn, without the time to load.

    A search with more statistics goes deeper, and deeper simulations take longer. So the search with a store is compared with two others: a
    new search without statistics, and a search in memory that continues from the same positions.
    """
    known = len(store.load_history(identity_of(state), _root_key(state), 2**31))
    simulations = int(_time_on(Search(state, settings, seed=seed, memory=512.0), FIRST_LOOK)[0] * ROUND_SECONDS)
    searches = {
        "new": lambda: Search(state, settings, seed=seed, memory=512.0),
        "warm": lambda: _search_until(state, settings, known, seed, simulations),
        "with_store": lambda: Search(state, settings, seed=seed, memory=512.0, store=store),
    }
    best = dict.fromkeys(searches, (0.0, 0.0))
    for _ in range(rounds_for(seconds, 3 * ROUND_SECONDS)):
        for name, make in searches.items():
            best[name] = max(best[name], _time_on(make(), simulations))
    facts = {f"simulations_per_second_{name}": speed for name, (speed, _) in best.items()}
    facts |= {f"moves_deep_{name}": depth for name, (_, depth) in best.items()}
    speed = best["with_store"][0]
    return {"simulations": simulations, **facts, "ratio_to_new": speed / best["new"][0], "ratio_to_warm": speed / best["warm"][0]}


def _time_on(search: Search, simulations: int) -> tuple[float, float]:
    """Return (simulations per second of processor time, mean depth of a simulation in moves)."""
    search.think(Limit(64))
    before, began = _moves_made(search), time.process_time()
    search.think(Limit(simulations))
    spent = max(time.process_time() - began, 1e-9)
    return simulations / spent, (_moves_made(search) - before) / simulations


def _moves_made(search: Search) -> int:
    """Return the moves of all simulations so far. Nothing must have been pruned."""
    head = search.graph.head
    return int(search.graph.edges[head.edge_limit - head.edge_count :].visits.sum())
