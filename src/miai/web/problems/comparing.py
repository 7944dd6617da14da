"""Two searches of one position with the same seed and different settings, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from miai.search.driver import Search

POINTS = 48
"""Measurements of each search, at numbers of simulations that grow by a factor."""


def checkpoints(playouts: int) -> list[int]:
    """Return the numbers of simulations at which the searches are measured, from 1 to `playouts`."""
    return sorted({max(1, round(playouts ** (k / (POINTS - 1)))) for k in range(POINTS)} | {playouts})


def follow_search(search: Search, playouts: int, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Run a search and return its `points`, and for each action the `visits` and the `values` at each of them."""
    actions: list[dict[str, Any]] = []
    visits: dict[int, list[int]] = {}
    values: dict[int, list[float | None]] = {}
    points: list[int] = []
    began = time.perf_counter()
    for goal in checkpoints(playouts):
        if should_stop():
            break
        if goal > search.simulations and not search.is_finished():
            search.advance(goal - search.simulations)
        result = search.result()
        for row in result.actions:
            if row.action not in visits:
                actions.append({"action": row.action, "text": row.text})
                visits[row.action], values[row.action] = [0] * len(points), [None] * len(points)
        for row in result.actions:
            visits[row.action].append(row.visits)
            values[row.action].append(row.value)
        points.append(goal)
    result = search.result()
    return {
        "points": points,
        "actions": sorted(actions, key=lambda row: int(row["action"])),
        "visits": {str(action): row for action, row in visits.items()},
        "values": {str(action): row for action, row in values.items()},
        "best": result.best_action,
        "best_text": result.best_text,
        "value": result.value,
        "proven": result.proven,
        "simulations": search.simulations,
        "nodes": result.nodes,
        "line": list(result.principal_variation[:12]),
        "seconds": time.perf_counter() - began,
    }
