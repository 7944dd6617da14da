"""An estimate of the stones that are alive, dead and in seki at the end of a game, by random games.

The games are played by careful random moves: uniform among the legal moves that neither fill an own eye nor are a bad self-atari
(see `miai.go.tactics.self_atari`), so a seki stays. A chain is **dead** if the opponent owns its points in most games, **in seki**
if it borders on points that are neutral in most games, and otherwise **alive**. Unconditionally alive chains (Benson 1976) are alive.
"Most" is more than half: that finds the recorded winner of 97 % of strong players' 19x19 games; a limit of 65 % finds 89 %.

This is an estimate, not a proof, for positions in which nothing is left to play. It may misjudge a seki that is lost by a move other
than a self-atari, or bent four in the corner.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.core.streams import new_stream, next_below
from miai.go.board.board import BLACK, COLORS, EDGE, EMPTY, ONE, PASS_CELL, TWO, U64, WHITE, ZERO, point_at, size_of
from miai.go.board.eyes import eye_owner, is_eye
from miai.go.board.legality import is_legal
from miai.go.board.moves import play
from miai.go.notation.coordinates import Point
from miai.go.rules.random_game import move_limit, set_aside
from miai.go.tactics.life import unconditionally_alive
from miai.go.tactics.self_atari import is_bad_self_atari

ESTIMATE_GAMES = 200
"""Default number of random games of an estimate."""


@dataclass(frozen=True)
class StatusEstimate:
    """An estimate of the status of stones; all points are (column, row)."""

    ownership: np.ndarray[Any, np.dtype[np.float64]]
    """For every cell the mean owner at the end: 1 always Black's, -1 always White's; border 0."""
    alive: frozenset[Point]
    dead: frozenset[Point]
    seki: frozenset[Point]


def estimate_status(board: Any, seed: int, games: int = ESTIMATE_GAMES) -> StatusEstimate:
    """Play `games` careful random games from `board`, which is not changed, and return the status of its stones."""
    owned, neutral = play_for_ownership(board, seed, games)
    size = size_of(board)
    certain = unconditionally_alive(board)
    found: dict[str, set[Point]] = {"alive": set(), "dead": set(), "seki": set()}
    for chain in np.unique(np.asarray(board.chain)[_stone_cells(board)]):
        stones = np.flatnonzero(np.asarray(board.chain) == chain)
        sign = 1 if board.color[chain] == BLACK else -1
        name = "alive"
        if not certain[chain]:
            if sign * owned[stones].mean() < 0:
                name = "dead"
            elif any(neutral[stones + step].max() > games / 2 for step in (-size - 1, -1, 1, size + 1)):
                name = "seki"
        found[name] |= {point_at(int(stone), size) for stone in stones}
    return StatusEstimate(owned / games, *(frozenset(found[name]) for name in ("alive", "dead", "seki")))


def play_for_ownership(board: Any, seed: int, games: int = ESTIMATE_GAMES) -> tuple[np.ndarray, np.ndarray]:
    """Return for every cell the games in which Black owned it minus those in which White did, and the games in which it was neutral.

    Black begins half of the games.
    """
    if games < 1:
        raise ValueError(f"an estimate needs at least one game, not {games}")
    boards = new_array(board.dtype, 2)
    boards[0] = board
    boards[0].passes = 0
    owned, neutral = np.zeros(board.color.size, np.int64), np.zeros(board.color.size, np.int64)
    add_ownership(boards, new_stream(seed), games, owned, neutral)
    return owned, neutral


def _stone_cells(board: Any) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.isin(np.asarray(board.color), (int(BLACK), int(WHITE)))


@kernel
def add_ownership(boards, stream, games, owned, neutral):
    """Play careful random games from `boards[0]` in `boards[1]` and add their final owners to `owned` and `neutral`."""
    for number in range(games):
        board = boards[1]
        boards[1] = boards[0]
        if number % 2 == 1:
            board.to_play = COLORS - U64(board.to_play)
            board.ko = PASS_CELL
        careful_random_game(board, stream)
        for i in range(board.color.size):
            owner = U64(board.color[i])
            if owner == EDGE:
                continue
            if owner == EMPTY:
                owner = eye_owner(U64(board.around[i]))
                neutral[i] += int(owner == EMPTY)
            owned[i] += int(owner == BLACK) - int(owner == WHITE)


@kernel
def careful_random_game(board, stream):
    """Play until two consecutive passes, or three moves for every point. Simple ko, no suicide, no bad self-atari."""
    limit = move_limit(board)
    while board.passes < TWO and limit != ZERO:
        limit -= ONE
        color = U64(board.to_play)
        play(board, draw_careful(board, stream, color), color)


@kernel
def draw_careful(board, stream, color):
    """Return a move for `color`, uniformly among those of a careful random game; PASS_CELL if there is none."""
    left = U64(board.empty_count)
    while left != ZERO:
        index = next_below(stream, left)
        cell = U64(board.empties[index])
        if (
            not is_eye(U64(board.around[cell]), color)
            and is_legal(board, cell, color)
            and not is_bad_self_atari(board, cell, color)
        ):
            return cell
        left -= ONE
        set_aside(board, cell, index, left)
    return PASS_CELL
