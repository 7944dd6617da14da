"""Look-ups in a database of games: what was played in the position after some moves, or in one of its corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.statistics import wilson
from miai.go.games.corners import point_of_place
from miai.go.games.database import Continuation, FoundGame, GamesDatabase, as_signed
from miai.go.games.keys import NO_CORNER, keys_of_game, turn_back
from miai.go.notation.coordinates import COLOR_NAMES, Move, Point, to_vertex

CORNER_NAMES = {"lower-left": 0, "lower-right": 1, "upper-left": 2, "upper-right": 3}


@dataclass(frozen=True)
class NextMove:
    """A move that others played next, on the board as it was given."""

    move: str
    """As GTP writes it; "elsewhere" if nothing was played there."""
    color: str
    games: int
    share: float
    win_rate: float | None
    """Of the player of the move; `None` where no winner is known."""
    low: float | None
    high: float | None
    """The bounds of its 95 % interval."""


@dataclass(frozen=True)
class Lookup:
    """The result of a look-up."""

    size: int
    games: int
    moves: list[NextMove]
    examples: list[FoundGame]

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def look_up_position(database: GamesDatabase, moves: Sequence[tuple[int, Move]], size: int, examples: int = 5) -> Lookup:
    """Return what was played in the position after `moves`. Raise `UserError` if one of them is illegal."""
    keys = keys_of_game(moves, size, len(moves))
    _check_all_legal(keys.legal, moves)
    key, symmetry = as_signed(keys.positions[-1:])[0], int(keys.symmetries[-1])
    mover = 3 - moves[-1][0] if moves else 1
    found = database.after_position(key)

    def point_of(number: int) -> Point:
        return turn_back((number % size, number // size), symmetry, size)

    total = sum(each.games for each in found)
    made = [_next_move(each, mover, total, point_of) for each in found]
    return Lookup(size, total, made, database.games_with("positions", key, examples))


def look_up_corner(database: GamesDatabase, moves: Sequence[tuple[int, Move]], size: int, corner: str, examples: int = 5) -> Lookup:
    """Return what was played next in a corner of the position after `moves`, by either colour."""
    if corner not in CORNER_NAMES:
        raise UserError(f"unknown corner {corner!r}; known corners: {', '.join(CORNER_NAMES)}")
    number = CORNER_NAMES[corner]
    keys = keys_of_game(moves, size, len(moves))
    _check_all_legal(keys.legal, moves)
    inside = [at for at in range(keys.legal) if keys.corners[at] == number != NO_CORNER]
    if not inside:
        raise UserError(f"no move was made in the corner {corner}")
    last = inside[-1]
    key, turn = int(keys.corner_keys[last].astype(np.int64)), int(keys.corner_turns[last])
    found = database.after_corner(key)
    total = sum(each.games for each in found)

    def point_of(place: int) -> Point:
        return point_of_place(place, number, turn, size)

    made = []
    for each in found:
        color = None if each.color is None else 3 - each.color if turn & 2 else each.color
        made.append(_next_move(each, color, total, point_of))
    return Lookup(size, total, made, database.games_with("corners", key, examples))


def _check_all_legal(count: int, moves: Sequence[tuple[int, Move]]) -> None:
    if count < len(moves):
        raise UserError(f"move {count + 1}, {to_vertex(moves[count][1])}, is illegal")


def _next_move(found: Continuation, mover: int | None, total: int, point_of: Any) -> NextMove:
    move = "elsewhere" if found.point is None else to_vertex(point_of(found.point))
    rate = wilson(found.won, found.decided) if found.decided else None
    return NextMove(
        move,
        COLOR_NAMES[mover] if mover and found.point is not None else "",
        found.games,
        found.games / total,
        rate.share if rate else None,
        rate.low if rate else None,
        rate.high if rate else None,
    )
