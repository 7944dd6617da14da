"""The end of a game: which stones are dead, what the score is, and whether there is anything left to play for.

All of it is read off the ownership of points, from -1 (White's) to 1 (Black's): the mean over playouts of a search, which knows much
more of life and death than playouts alone, because its tree finds the moves that matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.board.board import EDGE, EMPTY, cell_at, point_at
from miai.go.board.liberties import is_in_atari
from miai.go.notation.coordinates import BLACK, WHITE, Point, all_points
from miai.go.rules.game import Game
from miai.go.tactics.life import unconditionally_alive

CLEAR = 0.6
"""Ownership beyond which a point is somebody's."""
SETTLED = 0.8
"""Ownership that every point must have for a game to be settled."""
NOBODY = 0.25
"""Ownership below which a point beside two living chains is nobody's: seki."""
HARM = 0.5
"""Ownership that a colour loses of an empty point by moving first, from which on nobody wants to move there."""


@dataclass(frozen=True)
class FinalStatus:
    """A position judged as if the game ended now."""

    dead: frozenset[Point]
    seki: frozenset[Point]
    score: float
    """Black's points less White's, komi included, with the dead stones taken off."""
    is_clear: bool
    """Whether it is clear of every chain if it is alive: no playouts differ much, and no living chain is in atari."""
    is_settled: bool
    """Whether it is clear of every point whose it is."""

    def score_of(self, color: int) -> float:
        """The score as `color` sees it."""
        return self.score if color == BLACK else -self.score


def combine_ownership(board: Any, black_first: np.ndarray[Any, Any], white_first: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The ownership by two searches, one with each colour to move.

    To move first can harm nobody, who could pass instead. A search hardly tries that, and where all its moves destroy a seki it takes
    its own stones for dead. So stones are as safe with their own colour to move as with the other, at least, and an empty point
    that both lose by moving first is nobody's.
    """
    colors = np.asarray(board.color)
    black_first, white_first = (
        np.where(colors == BLACK, np.maximum(black_first, white_first), black_first),
        np.where(colors == WHITE, np.minimum(black_first, white_first), white_first),
    )
    is_nobodys = (colors == EMPTY) & (white_first - black_first >= HARM)
    return np.where(is_nobodys, 0.0, (black_first + white_first) / 2)


def judge_final_status(game: Game, ownership: np.ndarray[Any, Any]) -> FinalStatus:
    """Judge the position of `game` by the ownership of its cells. What Benson's theorem proves alive is alive."""
    board = game.board
    chains, colors = np.asarray(board.chain), np.asarray(board.color)
    sure = unconditionally_alive(board)
    dead: set[Point] = set()
    seki: set[Point] = set()
    is_clear = True
    for head in np.unique(chains[(colors != EMPTY) & (colors != EDGE)]):
        stones = np.flatnonzero((chains == head) & (colors == colors[head]))
        kept = float(ownership[stones].mean()) * (1 if colors[head] == BLACK else -1)
        points = {point_at(int(stone), game.size) for stone in stones}
        if sure[head]:
            continue
        is_clear = is_clear and abs(kept) >= CLEAR and not (kept > 0 and is_in_atari(board, head))
        if kept < 0:
            dead |= points
        elif _has_shared_liberty(board, stones, ownership):
            seki |= points
    is_settled = is_clear and all(
        abs(ownership[int(cell_at(point, game.size))]) >= SETTLED for point in all_points(game.size) if point not in seki
    )
    return FinalStatus(frozenset(dead), frozenset(seki), game.score(dead, seki), is_clear, is_settled)


def _has_shared_liberty(board: Any, stones: np.ndarray[Any, Any], ownership: np.ndarray[Any, Any]) -> bool:
    """Whether a liberty of the chain is nobody's in most games."""
    width = board.side.size + 1
    beside = np.unique(np.concatenate([stones + step for step in (-width, -1, 1, width)]))
    liberties = [cell for cell in beside if board.color[cell] == EMPTY]
    return any(abs(ownership[cell]) < NOBODY for cell in liberties)


def liberties_of_dead(game: Game, dead: frozenset[Point], color: int) -> list[Point]:
    """The empty points beside dead stones of `color`: where one plays to take them off."""
    found = set()
    for column, row in dead:
        if game.color_at((column, row)) == color:
            for point in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                if all(0 <= part < game.size for part in point) and game.color_at(point) == 0:
                    found.add(point)
    return sorted(found)
