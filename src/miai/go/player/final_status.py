"""The status of a position if the game ended now: dead stones, seki, score, and whether anything is left to play for.

It is computed from the ownership of points, from -1 (White's) to 1 (Black's): the mean over the playouts of a search. That is much
more accurate about life and death than playouts alone, because the search finds the moves that matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.board.board import EDGE, EMPTY, cell_at, point_at, row_width
from miai.go.board.liberties import is_in_atari
from miai.go.notation.coordinates import BLACK, WHITE, Point, all_points, neighbours
from miai.go.rules.game import Game
from miai.go.rules.plain import border, regions_without
from miai.go.rules.seki import find_seki
from miai.go.tactics.life import unconditionally_alive

CLEAR = 0.6
"""Ownership from which a chain is clearly alive or dead."""
SETTLED = 0.8
"""Ownership that every point must have for a position to be settled."""
LOST_TO_FIRST_MOVE = 0.6
"""Ownership by the opponent, moving first, from which on a chain is dead although it would live by moving first itself."""
HARM = 0.5
"""Loss of ownership of an empty point by moving first, from which on neither colour moves there."""


@dataclass(frozen=True)
class FinalStatus:
    """The status of a position if the game ended now."""

    dead: frozenset[Point]
    seki: frozenset[Point]
    score: float
    """Black's points minus White's, komi included, with the dead stones taken off."""
    is_clear: bool
    """Whether it is clear for every chain if it is alive: most playouts agree, and no living chain is in atari."""
    is_settled: bool
    """Whether the owner of every point is clear."""

    def score_of(self, color: int) -> float:
        """Return the score from the viewpoint of `color`."""
        return self.score if color == BLACK else -self.score


def combine_ownership(board: Any, black_first: np.ndarray[Any, Any], white_first: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the ownership by two searches, one with each colour to move.

    Moving first never hurts, because a player may pass. But a search hardly tries a pass, and where all its moves destroy a seki, it
    counts its own stones as dead. So stones are at least as safe with their own colour to move as with the other, and an empty point
    that each colour loses by moving first is neutral.

    Chains of both colours that touch and are both lost to the first move are a fight that the players left open: no rule decides it.
    """
    mean, attacked = _mean_and_attacked(board, black_first, white_first)
    lost = _lost_to_first_move(board, mean, attacked)
    return mean if _touch_enemies(board, lost) else np.where(lost, attacked, mean)


def is_doubtful(board: Any, black_first: np.ndarray[Any, Any], white_first: np.ndarray[Any, Any]) -> bool:
    """Return whether the life of some stones is not clear by two searches, or depends on who moves first."""
    mean, attacked = _mean_and_attacked(board, black_first, white_first)
    if _lost_to_first_move(board, mean, attacked).any():
        return True
    sure = unconditionally_alive(board)
    return any(not sure[head] and abs(mean[stones].mean()) < CLEAR for head, stones in _chains(board))


def _mean_and_attacked(
    board: Any, black_first: np.ndarray[Any, Any], white_first: np.ndarray[Any, Any]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the mean ownership of every cell, and for stones that with the opponent to move."""
    colors = np.asarray(board.color)
    black_first, white_first = (
        np.where(colors == BLACK, np.maximum(black_first, white_first), black_first),
        np.where(colors == WHITE, np.minimum(black_first, white_first), white_first),
    )
    is_nobodys = (colors == EMPTY) & (white_first - black_first >= HARM)
    mean = np.where(is_nobodys, 0.0, (black_first + white_first) / 2)
    return mean, np.where(colors == BLACK, white_first, np.where(colors == WHITE, black_first, mean))


def _lost_to_first_move(board: Any, mean: np.ndarray[Any, Any], attacked: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the stones that the opponent captures by moving first, and that live otherwise: by article 7 they are dead."""
    colors = np.asarray(board.color)
    lost = np.zeros(colors.size, bool)
    for head, stones in _chains(board):
        sign = 1 if colors[head] == BLACK else -1
        lost[stones] = sign * attacked[stones].mean() <= -LOST_TO_FIRST_MOVE and sign * mean[stones].mean() > 0
    return lost


def _touch_enemies(board: Any, stones: np.ndarray[Any, Any]) -> bool:
    """Return whether among `stones` there are some of both colours side by side."""
    colors, width = np.asarray(board.color), int(row_width(board))
    return any(
        stones[cell + step] and colors[cell + step] not in (EMPTY, EDGE, colors[cell])
        for cell in np.flatnonzero(stones)
        for step in (-width, -1, 1, width)
    )


def _chains(board: Any) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Yield the chains of a board: the head and the cells of each."""
    chains, colors = np.asarray(board.chain), np.asarray(board.color)
    for head in np.unique(chains[(colors != EMPTY) & (colors != EDGE)]):
        yield int(head), np.flatnonzero((chains == head) & (colors == colors[head]))


def judge_final_status(game: Game, ownership: np.ndarray[Any, Any]) -> FinalStatus:
    """Return the status of the position of `game` by the ownership of its cells.

    Chains that are unconditionally alive (Benson 1976) are alive whatever the ownership is.
    """
    board = game.board
    colors, sure = np.asarray(board.color), unconditionally_alive(board)
    doubtful: list[tuple[float, set[Point]]] = []
    safe: set[Point] = set()
    is_clear = True
    for head, stones in _chains(board):
        kept = float(ownership[stones].mean()) * (1 if colors[head] == BLACK else -1)
        points = {point_at(int(stone), game.size) for stone in stones}
        if sure[head]:
            safe |= points
            continue
        is_clear = is_clear and abs(kept) >= CLEAR and not (kept > 0 and is_in_atari(board, head))
        if kept < 0:
            doubtful.append((kept, points))
    dead = _dead_stones(game, doubtful)
    seki = find_seki(game.position, dead) - safe
    nobodys = seki | _neutral_points(game, dead, seki)
    is_settled = is_clear and all(
        abs(ownership[int(cell_at(point, game.size))]) >= SETTLED for point in all_points(game.size) if point not in nobodys
    )
    return FinalStatus(frozenset(dead), seki, game.score(dead, seki), is_clear, is_settled)


def _dead_stones(game: Game, chains: list[tuple[float, set[Point]]]) -> set[Point]:
    """Return the dead stones among `chains`, given with the ownership that they keep: the surest first.

    Of two chains that touch only one can be captured: it is what saves the other.
    """
    dead: set[Point] = set()
    for _, points in sorted(chains, key=lambda chain: (chain[0], min(chain[1]))):
        color = game.color_at(min(points))
        beside = border(game.position, points)
        if not any(near in dead and game.color_at(near) != color for near in beside):
            dead |= points
    return dead


def _neutral_points(game: Game, dead: set[Point], seki: frozenset[Point]) -> set[Point]:
    """Return the empty points that are worth nothing to either colour: those in seki and, by territory, dame between living stones."""
    alive = game.position.put(0, dead)
    found: set[Point] = set()
    for empty in regions_without(alive, {BLACK, WHITE}):
        around = [{alive.color_at(near) for near in neighbours(point, game.size)} for point in empty]
        is_dame = game.rules.counting == "territory" and all({BLACK, WHITE} <= colors for colors in around)
        if is_dame or (seki and border(alive, empty) <= seki):
            found |= empty
    return found


def liberties_of_dead(game: Game, dead: frozenset[Point], color: int) -> list[Point]:
    """Return the empty points beside dead stones of `color`, where one plays to take them off."""
    found = set()
    for column, row in dead:
        if game.color_at((column, row)) == color:
            for point in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                if all(0 <= part < game.size for part in point) and game.color_at(point) == 0:
                    found.add(point)
    return sorted(found)
