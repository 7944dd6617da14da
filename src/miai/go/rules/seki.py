"""Seki at the end of a game: which living chains owe their life to neutral points that nobody can fill.

The Japanese rules (1989, article 8) say that living stones which possess dame are in seki, and that their territory does not count. They
take for granted that all other dame have been filled. Players pass earlier, so the filling is done here, on paper:

1. **Dame** are the points, empty or with a dead stone, of regions that living stones of both colours touch.
2. Either colour fills an empty dame where that is safe: the chain it makes has two liberties or more, and no living stone is captured.
   Dead stones stay where they are meanwhile: they may be all that keeps a chain from a second eye.
3. This is repeated until no dame can be filled. The living chains beside the dame that are left are **in seki**: whoever filled one of
   them would put his own stones into atari.

Where dame make up a large part of the board, the game is not over, and there is no seki.
"""

from __future__ import annotations

from collections.abc import Iterable

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.plain import border, chain_at, regions_without

MOST_DAME = 0.4
"""Share of the board that may be dame at the end of a game."""
SAFE_LIBERTIES = 2


def dame_of(position: Position) -> set[Point]:
    """Return the empty points of regions that both colours touch."""
    found: set[Point] = set()
    for empty in regions_without(position, {BLACK, WHITE}):
        if {position.color_at(near) for near in border(position, empty)} == {BLACK, WHITE}:
            found |= empty
    return found


def is_safe_fill(position: Position, color: int, point: Point, dead: frozenset[Point] = frozenset()) -> bool:
    """Return whether `color` can fill the empty `point`: its chain has two liberties then, and captures nothing but `dead` stones."""
    after = position.put(color, [point])
    enemies = [near for near in neighbours(point, position.size) if after.color_at(near) == other(color) and near not in dead]
    return len(chain_at(after, point).liberties) >= SAFE_LIBERTIES and all(chain_at(after, near).liberties for near in enemies)


def fill_dame(position: Position, dame: Iterable[Point], dead: frozenset[Point] = frozenset()) -> Position:
    """Return the position with all empty `dame` filled that can be filled safely."""
    waiting = sorted(point for point in dame if position.color_at(point) == EMPTY)
    changed = True
    while changed:
        changed = False
        for point in list(waiting):
            color = next((color for color in (BLACK, WHITE) if is_safe_fill(position, color, point, dead)), EMPTY)
            if color != EMPTY:
                position = position.put(color, [point])
                waiting.remove(point)
                changed = True
    return position


def find_seki(position: Position, dead: Iterable[Point] = ()) -> frozenset[Point]:
    """Return the living stones in seki, by the definition at the head of this file. `dead` are the stones that are not alive."""
    dead = frozenset(dead)
    alive = position.put(EMPTY, dead)
    dame = dame_of(alive)
    if not dame or len(dame) > MOST_DAME * position.size**2:
        return frozenset()
    filled = fill_dame(position, dame, dead)
    left = [point for point in dame if filled.color_at(point) == EMPTY]
    stones: set[Point] = set()
    for point in left:
        for near in neighbours(point, position.size):
            if alive.color_at(near) != EMPTY and near not in stones:
                stones |= chain_at(alive, near).stones
    return frozenset(stones)
