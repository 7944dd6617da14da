"""Twins for tests of Go: eyes, random games, unconditional life and symmetries, from their definitions, on plain positions."""

from __future__ import annotations

import random
from collections.abc import Callable

from miai.go.notation.coordinates import EMPTY, PASS, Point, all_points, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame, Turn, border, chains, regions_without


def is_eye(position: Position, point: Point, color: int, potential: bool = True) -> bool:
    """Return whether the empty `point` is a one-point eye of `color`, which random games do not fill.

    All its neighbours are stones of `color`, and its diagonals are not cut: at most one of them is bad, and none at the edge.
    With `potential` (EyePotential on) a stone of the opponent is bad, and an empty diagonal may still become good. Without it an
    empty diagonal is bad too, unless it is itself an eye by the first version.
    """
    if position.color_at(point) != EMPTY:
        return False
    if any(position.color_at(near) != color for near in neighbours(point, position.size)):
        return False
    column, row = point
    corners = {(column + dx, row + dy) for dx in (-1, 1) for dy in (-1, 1)}
    diagonals = corners & set(all_points(position.size))
    bad = [diagonal for diagonal in diagonals if position.color_at(diagonal) == other(color)]
    if not potential:
        empty = [diagonal for diagonal in diagonals if position.color_at(diagonal) == EMPTY]
        bad += [diagonal for diagonal in empty if not is_eye(position, diagonal, color)]
    return len(bad) <= (1 if len(diagonals) == 4 else 0)


def playable_points(game: PlainGame, potential: bool = True) -> list[Point]:
    """Return the points of a random game: legal, and not an eye of the player to move."""
    return [point for point in game.legal_points() if not is_eye(game.position, point, game.to_play, potential)]


def random_game(game: PlainGame, source: random.Random, potential: bool = True, limit: int | None = None) -> list[Turn]:
    """Play `game` until two passes or `limit` moves (three per point), uniformly among the playable points. Return the moves."""
    moves: list[Turn] = []
    limit = 3 * game.position.size**2 if limit is None else limit
    while not game.is_terminal() and len(moves) < limit:
        # The first playable point of a shuffled list is uniform among the playable ones, and needs few tests.
        candidates = [point for point in all_points(game.position.size) if game.position.color_at(point) == EMPTY]
        source.shuffle(candidates)
        good = (p for p in candidates if not is_eye(game.position, p, game.to_play, potential) and game.is_legal(p))
        moves.append(next(good, PASS))
        game.play(moves[-1])
    return moves


def unconditionally_alive(position: Position, color: int) -> set[Point]:
    """Return the stones of `color` that cannot be captured even if `color` always passes (Benson 1976).

    They are the chains of the largest set in which each chain has two vital regions. A region is connected and free of `color`;
    it is vital to a chain if each of its empty points is a liberty of the chain, and counts if all chains around it are in the set.
    """
    alive = [chain for chain in chains(position) if chain.color == color]
    regions = regions_without(position, {color})
    while True:
        stones = {stone for chain in alive for stone in chain.stones}
        healthy = [enclosed for enclosed in regions if border(position, enclosed) <= stones]
        empties = [{point for point in enclosed if position.color_at(point) == EMPTY} for enclosed in healthy]
        kept = [chain for chain in alive if sum(empty <= chain.liberties for empty in empties) >= 2]
        if len(kept) == len(alive):
            return stones
        alive = kept


SYMMETRIES: dict[str, Callable[[int, int, int], Point]] = {
    "identity": lambda c, r, last: (c, r),
    "turn left": lambda c, r, last: (last - r, c),
    "turn around": lambda c, r, last: (last - c, last - r),
    "turn right": lambda c, r, last: (r, last - c),
    "mirror columns": lambda c, r, last: (last - c, r),
    "mirror rows": lambda c, r, last: (c, last - r),
    "mirror diagonal": lambda c, r, last: (r, c),
    "mirror other diagonal": lambda c, r, last: (last - r, last - c),
}
"""The eight symmetries of the square: column, row and the last of both, to the new column and row."""


def transform(position: Position, symmetry: str) -> Position:
    """Return the position under one of `SYMMETRIES`."""
    move, last = SYMMETRIES[symmetry], position.size - 1
    black, white = (frozenset(move(c, r, last) for c, r in stones) for stones in (position.black, position.white))
    return Position(position.size, black, white)


def swap_colors(position: Position) -> Position:
    """Return the position with black and white exchanged."""
    return Position(position.size, position.white, position.black)
