"""Go as a problem of the search, one per board size. `go_problem(size)` returns it, `state_of(game)` a state to search from."""

from __future__ import annotations

from miai.go.problem.registration import go_problem, learning_problem, problem_with
from miai.go.problem.start import (
    EVEN_DIRECTION,
    forbid_points,
    lend_joseki,
    lend_learners,
    mark_dead,
    new_readers,
    new_tallies,
    ownership,
    points_by_move,
    state_of,
)

__all__ = [
    "EVEN_DIRECTION",
    "forbid_points",
    "go_problem",
    "learning_problem",
    "lend_joseki",
    "lend_learners",
    "mark_dead",
    "new_readers",
    "new_tallies",
    "ownership",
    "points_by_move",
    "problem_with",
    "state_of",
]
