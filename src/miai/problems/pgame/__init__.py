"""Artificial game trees and acyclic graphs with known best moves, for comparisons of searches: the problem `pgame`.

Start reading at `state.py` (the game), then `combine.py` (how a tree becomes a graph). Call it from Python through `game.py`.
"""

from __future__ import annotations

import functools
from typing import Any

from miai.problems.diagrams import drawn_by
from miai.problems.pgame.game import ArtificialGame, make_game
from miai.problems.pgame.state import MOST_BREADTH, MOST_DEPTH, state_t
from miai.search.problem import Problem, register

__all__ = ["PROBLEM", "ArtificialGame", "make_game", "start"]


@functools.cache
def _kept_game(breadth: int, depth: int, combination: float, seed: int, solved: bool, random_places: bool) -> ArtificialGame:
    """Return a game that is kept until the process ends: states hold only the address of its memory."""
    return make_game(breadth, depth, combination, seed, solved, random_places)


def start(
    breadth: int = 4,
    depth: int = 6,
    combination: float = 0.0,
    seed: int = 0,
    groups: int = 0,
    bias: float = 1.0,
    size: float = 1.0,
    overlap: bool = False,
    random_places: bool = False,
    disjoint: bool = False,
) -> Any:
    """Return the root of a game. The game stays in memory: for many games use `make_game` and `ArtificialGame.start`."""
    return _kept_game(breadth, depth, combination, seed, groups > 0, random_places).start(groups, bias, size, overlap, disjoint)


def state_text(state: Any) -> str:
    where = f"level {int(state.level)} of {int(state.depth)}, place {int(state.number)}, total {int(state.total):+}"
    return f"{where}\nplayer 0 adds up to 127 points with each move, player 1 subtracts them; player 0 wins above 0"


def action_text(state: Any, move: int) -> str:
    return str(move + 1)


PROBLEM = register(
    Problem(
        name="pgame",
        state_t=state_t,
        start=start,
        actions=MOST_BREADTH,
        longest=MOST_DEPTH,
        addresses=("places_at", "place_limit", "links_at", "link_limit"),
        description="an artificial game tree or graph; breadth=4, depth=6, combination=0, seed=0, groups=0, bias=1, size=1, overlap=no, "
        "random_places=no, disjoint=no",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_pgame"),
    )
)
