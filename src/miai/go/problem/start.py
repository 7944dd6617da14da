"""States to search from: of a game with its past, or of an empty board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from miai.core.pointers import keep_address
from miai.core.records import new, new_array
from miai.go.board.board import cell_at
from miai.go.board.superko import POSITIONAL, SITUATIONAL
from miai.go.joseki.desk import new_desks
from miai.go.joseki.memory import JosekiMemory
from miai.go.joseki.settings import JosekiSettings
from miai.go.knowledge.grouping import GroupingSettings
from miai.go.knowledge.learned.weights import weights_for
from miai.go.knowledge.priors import PriorSettings
from miai.go.notation.coordinates import Point
from miai.go.playouts import PlayoutSettings
from miai.go.problem.state import PAST, lent_reader_dtype, state_dtype, tally_dtype
from miai.go.rules.game import Game
from miai.go.tactics.ladders import LadderReader

MARGIN_WEIGHT = 0.02
"""Default share of the reward that depends on the margin: enough to decide between sure wins."""

EVEN_DIRECTION = (0.5**0.5, 0.5**0.5)
"""L' at the start of a game: both components weigh the same."""
LADDER_BUDGET = 250
"""Most moves of the reading of one ladder: enough for one across the board, if it has few branches."""


def state_of(
    game: Game,
    *,
    policy: PlayoutSettings | None = None,
    priors: PriorSettings | None = None,
    grouping: GroupingSettings | None = None,
    dead: Iterable[Point] = (),
    margin_weight: float = MARGIN_WEIGHT,
    margin_center: float = 0.0,
    margin_scale: float = 0.0,
    learns: bool = False,
    joseki: JosekiSettings | None = None,
) -> Any:
    """Return the state of `game` for the search; the game is not changed.

    `dead` are the stones that would be taken off if both passed now. The search forbids all repetitions, even where the rules have
    only simple ko, and it does not consider suicide, even where the rules allow it. With `learns` playouts learn: lend the state its
    learners before the search (`lend_learners`). With `joseki` it has this knowledge: lend it the tables before the search (`lend_joseki`).
    """
    state = new(state_dtype(game.size, learns, joseki is not None))
    if joseki is not None:
        state.joseki = joseki.as_record()
        state.direction[:] = EVEN_DIRECTION
    state.board = game.board
    state.superko = POSITIONAL if game.rules.ko == "positional" else SITUATIONAL
    past = game.past_keys(state.superko, PAST)
    state.past[: len(past)] = past
    state.past_count = len(past)
    state.komi = game.rules.komi + game.rules.points_for_handicap(game.handicap)
    state.by_territory = game.rules.counting == "territory"
    state.margin_weight = margin_weight
    state.margin_center, state.margin_scale = margin_center, margin_scale
    state.policy = (policy or PlayoutSettings()).as_record()
    state.prior = (priors or PriorSettings()).as_record()
    state.grouping = (grouping or GroupingSettings()).as_record()
    state.weights_at, state.weights_limit = keep_address(weights_for(game.size)), 1
    if game.rules.dead_stones:
        mark_dead(state, game, dead)
    return state


def mark_dead(state: Any, game: Game, dead: Iterable[Point]) -> None:
    """Make `dead` the stones that are taken off if both pass now."""
    state.dead[:] = 0
    for point in dead:
        cell = int(cell_at(point, game.size))
        state.dead[cell] = 1
        state.dead_color[cell] = game.board.color[cell]


def forbid_points(state: Any, points: dict[int, set[Point]], moves: int) -> None:
    """Remove `points`, by colour, from the actions of the next `moves` moves."""
    size = state.board.side.size
    state.forbidden[:] = 0
    for color, forbidden in points.items():
        for point in forbidden:
            state.forbidden[int(cell_at(point, size))] |= color
    state.forbidden_until = int(state.board.moves) + moves


def start_state(size: int, rules: str = "chinese", komi: float | None = None) -> Any:
    """Return the state of an empty board of `size`."""
    return state_of(Game(size, rules, komi))


def new_tallies(state: Any, count: int) -> Any:
    """Return records in which `count` threads count the owners of points, and link them to `state`. The caller keeps them alive."""
    tallies = new_array(tally_dtype(state.board.side.size), count)
    state.tallies_at, state.tally_limit = keep_address(tallies), count
    return tallies


def new_readers(state: Any, count: int, budget: int = LADDER_BUDGET) -> tuple[Any, ...]:
    """Return readers of ladders for `count` threads, and link them to `state`. The caller keeps them alive."""
    size = int(state.board.side.size)
    readers = [LadderReader(size, budget) for _ in range(count)]
    lent = new_array(lent_reader_dtype(size), count)
    for index, reader in enumerate(readers):
        lent[index].reader = reader.record
    state.readers_at, state.reader_limit = keep_address(lent), count
    return lent, readers


def lend_learners(state: Any, learners: Any) -> None:
    """Link the learners of threads (`Knowledge.learners`) to `state`, which was made with `learns`. The caller keeps them alive."""
    state.learners_at, state.learner_limit = keep_address(learners), len(learners)


def lend_joseki(state: Any, memory: JosekiMemory, threads: int) -> tuple[Any, list[Any]]:
    """Link tables of joseki and desks for `threads` threads to `state`, which was made with `joseki`.

    Return the desks. The caller keeps them and the memory alive.
    """
    desks, plies = new_desks(threads)
    state.tables_at, state.tables_limit = keep_address(memory.array), 1
    state.desks_at, state.desk_limit = keep_address(desks), threads
    return desks, plies


def points_by_move(tallies: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return for every cell the playouts that began with a move there, and Black's mean points minus White's in them, without komi.

    Cell 0 is a pass. The mean of a cell without playouts is 0.
    """
    tried = tallies.tried.sum(axis=0)
    return tried, tallies.points.sum(axis=0) / np.maximum(1, tried)


def ownership(tallies: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return for every cell the mean owner (1 Black, -1 White), and its criticality.

    Criticality is the covariance of owning the point and winning the game, high where the fight is: Coulom (2009), *Criticality: a
    Monte-Carlo heuristic for Go programs*.
    """
    playouts = max(1, int(tallies.playouts.sum()))
    owned = tallies.owned.sum(axis=0) / playouts
    balance = tallies.balance.sum() / playouts
    return owned, tallies.won.sum(axis=0) / playouts - owned * balance
