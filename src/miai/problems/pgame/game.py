"""Artificial games in Python: made from a seed, with the arrays that their states point to.

>>> from miai.problems.pgame import make_game
>>> game = make_game(breadth=3, depth=4, combination=0.2, seed=0)
>>> state = game.start()  # the root; valid as long as the game is referenced
>>> game.move_outcomes()  # the winner after each first move, under perfect play
[-1, 1, 1]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import combine64
from miai.core.pointers import keep_address
from miai.core.records import as_records, new, new_array
from miai.core.streams import new_stream, shuffle
from miai.problems.pgame.alphabeta import AlphaBeta
from miai.problems.pgame.combine import count_scores, join_at_random, join_neighbours, link_moves, offer_places, sort_by_score
from miai.problems.pgame.outcomes import judge_places, score_tree
from miai.problems.pgame.state import (
    ALWAYS,
    MOST_BREADTH,
    MOST_DEPTH,
    MOST_GROUPS,
    link_t,
    outcome_after,
    place_t,
    state_t,
)

MOST_PLACES = 50_000_000
"""The largest game that is made. More places would take gigabytes."""
MOST_NUMBER = 2**62
"""Places of a tree are numbered with 64 bits."""


@dataclass(frozen=True, eq=False)
class ArtificialGame:
    """An artificial game. `places` is empty for a tree that is not solved, `links` is empty for every tree."""

    breadth: int
    depth: int
    combination: float
    seed: int
    salt: int
    level_starts: Any
    """The number of the first place of each level, then the number of all places."""
    places: Any = field(repr=False)
    links: Any = field(repr=False)

    @property
    def is_solved(self) -> bool:
        """Whether the outcome of every place is known."""
        return bool(self.places.size)

    @property
    def combined(self) -> float:
        """The share of places that were combined with others; 0 for a tree."""
        offered = self.links.size
        return 1.0 - (int(self.level_starts[-1]) - 1) / offered if offered else 0.0

    def start(self, groups: int = 0, bias: float = 1.0, size: float = 1.0, overlap: bool = False, disjoint: bool = False) -> Any:
        """Return the state at the root. Move groups need a solved game.

        A group contains the share `bias` x `size` of the moves that win and the share (1 - `bias`) x `size` of the others. With
        `overlap` the group for the rest contains all moves. With `disjoint` the groups contain different moves as far as possible.
        Raise `UserError` for groups out of range.
        """
        _check_groups(groups, bias, size)
        if groups and not self.is_solved:
            raise UserError("pgame: move groups need a solved game")
        state = new(state_t)
        state.salt = self.salt
        state.depth, state.breadth = self.depth, self.breadth
        state.places_at, state.place_limit = keep_address(self.places), self.places.size
        state.links_at, state.link_limit = keep_address(self.links), self.links.size
        state.groups, state.overlap, state.disjoint = groups, overlap, disjoint
        state.winner_share, state.other_share = round(bias * size * ALWAYS), round((1 - bias) * size * ALWAYS)
        return state

    def move_outcomes(self) -> list[int]:
        """Return the outcome after each first move: 1 if player 0 wins, -1 if player 1 wins, 0 for a tie."""
        state = self.start()
        if self.is_solved:
            return [int(outcome_after(state, move)) for move in range(self.breadth)]
        searcher = AlphaBeta()
        return [searcher.outcome_after(state, move) for move in range(self.breadth)]

    @cached_property
    def right_moves(self) -> Any:
        """For each first move, whether no other move has a better outcome."""
        outcomes = np.array(self.move_outcomes())
        return outcomes == outcomes.max()


def make_game(
    breadth: int, depth: int, combination: float = 0.0, seed: int = 0, solved: bool = False, random_places: bool = False
) -> ArtificialGame:
    """Return the game of `seed`: a tree, or with `combination` above 0 an acyclic graph, which is always solved.

    With `random_places` any two places of a level may be combined, else places of nearly equal totals (`combine.py`).
    Raise `UserError` for a shape out of range.
    """
    check_shape(breadth, depth, combination)
    salt = int(combine64(np.uint64(seed % 2**64), np.uint64((breadth << 8) + depth)))
    if combination > 0:
        return _make_graph(breadth, depth, combination, seed, salt, random_places)
    starts = _tree_starts(breadth, depth)
    if solved and starts[-1] > MOST_PLACES:
        raise _too_large(breadth, depth, combination)
    places, no_links = new_array(place_t, int(starts[-1]) if solved else 0), new_array(link_t, 0)
    if solved:
        score_tree(np.uint64(salt), breadth, starts, places)
        judge_places(breadth, starts, places, no_links)
    return ArtificialGame(breadth, depth, 0.0, seed, salt, starts, places, no_links)


def _tree_starts(breadth: int, depth: int) -> Any:
    starts = [0]
    for _ in range(depth + 1):
        starts.append(starts[-1] * breadth + 1)
    return np.array(starts, np.int64)


def _make_graph(breadth: int, depth: int, combination: float, seed: int, salt: int, random_places: bool) -> ArtificialGame:
    make_level = _next_random_level if random_places else _next_level
    stream = new_stream(salt)
    level, levels, links, starts = np.zeros(1, np.int32), [np.zeros(1, np.int32)], [], [0, 1]
    first_in_tree = 0
    for depth_below in range(depth):
        first_in_tree = (first_in_tree * breadth + 1) % 2**64
        level, below = make_level(stream, salt, first_in_tree, depth_below, breadth, combination, level, starts[-1])
        levels.append(level)
        links.append(below)
        starts.append(starts[-1] + level.size)
        if starts[-1] > MOST_PLACES:
            raise _too_large(breadth, depth, combination)
    places = new_array(place_t, starts[-1])
    places.score[:] = np.concatenate(levels)
    game = ArtificialGame(
        breadth, depth, combination, seed, salt, np.array(starts, np.int64), places, _as_links(np.concatenate(links))
    )
    judge_places(breadth, game.level_starts, game.places, game.links)
    return game


def _next_level(
    stream: Any, salt: int, first_in_tree: int, level: int, breadth: int, share: float, above: Any, first: int
) -> tuple[Any, Any]:
    """Return the scores of the next level's places, and the links of this level's moves to them."""
    offered, sign = above.size * breadth, 1 if level % 2 == 0 else -1
    gains, ranked, leaders, numbers, links, scores = (np.empty(offered, np.int32) for _ in range(6))
    offer_places(np.uint64(salt), np.uint64(first_in_tree), sign, breadth, above, gains)
    most = int(gains.max())
    starts = np.empty(most - int(gains.min()) + 2, np.int32)
    count_scores(gains, most, starts)
    shuffled = np.arange(offered, dtype=np.int32)
    shuffle(stream, shuffled, offered)
    sort_by_score(gains, most, starts, shuffled, ranked)
    joined = join_neighbours(stream, share, sign, breadth, above, gains, ranked, np.empty(above.size, np.int32), leaders)
    link_moves(sign, first, gains, leaders, numbers, links, scores)
    return scores[: offered - joined].copy(), links


def _next_random_level(
    stream: Any, salt: int, first_in_tree: int, level: int, breadth: int, share: float, above: Any, first: int
) -> tuple[Any, Any]:
    """Return what `_next_level` returns, with combinations of random places."""
    offered, sign = above.size * breadth, 1 if level % 2 == 0 else -1
    gains, leaders, numbers, links, scores = (np.empty(offered, np.int32) for _ in range(5))
    offer_places(np.uint64(salt), np.uint64(first_in_tree), sign, breadth, above, gains)
    joined = join_at_random(stream, share, leaders)
    link_moves(sign, first, gains, leaders, numbers, links, scores)
    return scores[: offered - joined].copy(), links


def _as_links(numbers: Any) -> Any:
    return as_records(numbers.view(link_t))


def check_shape(breadth: int, depth: int, combination: float) -> None:
    """Raise `UserError` for a shape that cannot be made."""
    if not (1 <= breadth <= MOST_BREADTH and 1 <= depth <= MOST_DEPTH):
        raise UserError(f"pgame: breadth must be from 1 to {MOST_BREADTH}, depth from 1 to {MOST_DEPTH}; not {breadth} and {depth}")
    if not 0 <= combination < 1:
        raise UserError(f"pgame: combination must be a share from 0 to below 1, such as 0.2; not {combination}")
    if combination > 0 and (breadth * (1 - combination)) ** depth > MOST_PLACES:
        raise _too_large(breadth, depth, combination)
    if combination == 0 and (breadth + 1) ** depth > MOST_NUMBER:
        raise UserError(f"pgame: a tree of breadth {breadth} and depth {depth} has more places than can be numbered")


def _check_groups(groups: int, bias: float, size: float) -> None:
    if not 0 <= groups <= MOST_GROUPS:
        raise UserError(f"pgame: groups must be from 0 to {MOST_GROUPS}, not {groups}")
    if not (0 <= bias <= 1 and 0 <= size <= 1):
        raise UserError(f"pgame: bias and size must be from 0 to 1, not {bias} and {size}")


def _too_large(breadth: int, depth: int, combination: float) -> UserError:
    return UserError(
        f"pgame: breadth {breadth}, depth {depth} with combination {combination:g} has more than {MOST_PLACES:,} places; "
        "choose a smaller shape, more combination, or a tree without groups"
    )
