"""Go as a problem of the search, one per board size. `go_problem(size)` returns it, `state_of(game)` a state to search from."""

from __future__ import annotations

from miai.go.problem.registration import go_problem, learning_problem
from miai.go.problem.start import forbid_points, lend_learners, mark_dead, new_readers, new_tallies, ownership, state_of

__all__ = [
    "forbid_points",
    "go_problem",
    "learning_problem",
    "lend_learners",
    "mark_dead",
    "new_readers",
    "new_tallies",
    "ownership",
    "state_of",
]
