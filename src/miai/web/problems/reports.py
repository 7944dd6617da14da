"""A search and one of its simulations as data for the page."""

from __future__ import annotations

import dataclasses
from typing import Any

from miai.search.driver import Search
from miai.search.problem import Problem
from miai.search.result import principal_variation
from miai.search.trace import SimulationTrace
from miai.web.problems.growth import describe_growth
from miai.web.problems.positions import picture_or_text

LONGEST_LINE = 12
"""Actions of a principal variation that are shown."""
MOST_ROWS = 60


def report_search(search: Search, path: list[int] | None = None) -> dict[str, Any]:
    """Return how a search stands: counts, every action with value, visits and principal variation, and the top of the graph."""
    result = search.result()
    view, root = search.view(), int(search.graph.head.root)
    rows = [
        {
            "action": row.action,
            "text": row.text,
            "visits": row.visits,
            "value": row.value,
            "low": row.value_low,
            "high": row.value_high,
            "proven": row.proven,
            "line": list(principal_variation(view, root, search.state, row.action, LONGEST_LINE)) if row.visits else [row.text],
        }
        for row in result.actions[:MOST_ROWS]
    ]
    return {
        "simulations": search.simulations,
        "visits": result.visits,
        "value": result.value,
        "proven": result.proven,
        "player": result.player,
        "best": result.best_action,
        "nodes": result.nodes,
        "depth": result.depth,
        "transpositions": result.transpositions,
        "speed": result.simulations_per_second if result.simulations > 100 else None,
        "actions": rows,
        "graph": describe_growth(search, path),
    }


def report_trace(problem: Problem, trace: SimulationTrace) -> dict[str, Any]:
    """Return a simulation as data: the choices with their numbers, the end of the playout as a picture, the backup."""
    return {
        "number": trace.number,
        "choices": [
            {
                **{name: getattr(each, name) for name in ("node", "player", "total", "place", "was_expanded")},
                "edges": [dataclasses.asdict(edge) for edge in each.edges],
            }
            for each in trace.choices
        ],
        "changes": [dataclasses.asdict(each) for each in trace.changes],
        "end": trace.end,
        "result": list(trace.result),
        "leaf": picture_or_text(problem, trace.leaf_state),
        "last": picture_or_text(problem, trace.end_state),
    }
