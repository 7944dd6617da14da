"""The plain rules of Go, written from their definitions.

The board in the browser, the arena and the replay of records play by these rules: they need no compilation, give the reason for an
illegal move, and are fast enough for one game. They share no code with the fast board (`miai.go.board.board`), so the arena can judge
the engine by them and tests can compare the two.

Positions are sets of points, chains are found by flood fill, superko compares whole positions. A game stores nothing but its
positions, so nothing can be out of date.

Start reading at `play` (the effect of a stone), then `PlainGame.why_illegal` (legality), then `area` and `territory` (the score).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, Point, all_points, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import IllegalMove

Turn = Point | Literal["pass"]
Ko = Literal["simple", "positional", "situational"]


class Chain(NamedTuple):
    """Stones of one colour connected along the lines, and the empty points next to them."""

    color: int
    stones: frozenset[Point]
    liberties: frozenset[Point]


def region(position: Position, start: Point, belongs: Callable[[Point], bool]) -> frozenset[Point]:
    """Return all points reached from `start` through neighbours that belong (flood fill)."""
    found, waiting = {start}, [start]
    while waiting:
        for near in neighbours(waiting.pop(), position.size):
            if near not in found and belongs(near):
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def border(position: Position, points: Iterable[Point]) -> set[Point]:
    """Return the points next to `points` that are not among them."""
    points = set(points)
    return {near for point in points for near in neighbours(point, position.size)} - points


def chain_at(position: Position, point: Point) -> Chain:
    """Return the chain that the stone on `point` belongs to."""
    color = position.color_at(point)
    stones = region(position, point, position.stones(color).__contains__)
    return Chain(color, stones, frozenset(near for near in border(position, stones) if position.color_at(near) == EMPTY))


def chains(position: Position) -> list[Chain]:
    """Return all chains on the board, each once."""
    left = set(position.black | position.white)
    found = []
    while left:
        found.append(chain_at(position, min(left)))
        left -= found[-1].stones
    return found


def play(position: Position, color: int, point: Point) -> Position:
    """Return the position after a stone on an empty point: the opponent's chains without liberties are taken off, then one's own.

    Checks no rule.
    """
    after = position.put(color, [point])
    for victim in (other(color), color):
        around = [near for near in [point, *neighbours(point, position.size)] if after.color_at(near) == victim]
        for chain in {chain_at(after, near) for near in around}:
            if not chain.liberties:
                after = after.put(EMPTY, chain.stones)
    return after


@dataclass
class PlainGame:
    """A game in progress: all positions so far, and the rules that decide what may come next.

    `ko` is "simple" (no capture that brings back the position before the opponent's last move), "positional" (no move that brings
    back any earlier position) or "situational" (none that brings it back with the same player to move). A pass is always allowed.
    """

    position: Position
    to_play: int = BLACK
    suicide: bool = False
    ko: Ko = "simple"
    passes: int = 0
    captures: dict[int, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})
    """Stones that each colour has captured, with the opponent's suicides."""
    history: list[tuple[Position, int]] = field(default_factory=list)
    """Every position from the first to the present one, each with the player to move in it."""

    def __post_init__(self) -> None:
        self.history = [*self.history, (self.position, self.to_play)]

    def is_legal(self, move: Turn) -> bool:
        """Return whether the player to move may make `move`. The end of the game is not considered."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: Turn) -> str | None:
        """Return the rule that `move` breaks, a key of `illegal_moves.REASONS`, or `None` if the move is legal."""
        if move == PASS:
            return None
        assert not isinstance(move, str)
        if self.position.color_at(move) != EMPTY:
            return "occupied"
        after = play(self.position, self.to_play, move)
        if after.color_at(move) == EMPTY and not self.suicide:
            return "suicide"
        if not self._is_repetition(after):
            return None
        return "ko" if self._retakes_ko(after) else "superko"

    def _is_repetition(self, after: Position) -> bool:
        """Return whether the ko rule of this game forbids to bring about the position `after`."""
        if self.ko == "positional":
            return any(after == earlier for earlier, _ in self.history)
        if self.ko == "situational":
            return (after, other(self.to_play)) in self.history
        return self._retakes_ko(after)

    def _retakes_ko(self, after: Position) -> bool:
        """Return whether `after` is the position before the opponent's last move, brought back by a capture: simple ko."""
        captured = len(after.stones(other(self.to_play))) < len(self.position.stones(other(self.to_play)))
        return captured and len(self.history) > 1 and after == self.history[-2][0]

    def legal_points(self) -> list[Point]:
        """Return all points where the player to move may play."""
        return [point for point in all_points(self.position.size) if self.is_legal(point)]

    def play(self, move: Turn) -> None:
        """Make a move. Raise `IllegalMove` with the reason if the rules forbid it."""
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMove.of(self.to_play, move, reason)
        self.passes = self.passes + 1 if move == PASS else 0
        if not isinstance(move, str):
            before, self.position = self.position, play(self.position, self.to_play, move)
            for color in (BLACK, WHITE):
                added = 1 if color == self.to_play else 0
                self.captures[other(color)] += len(before.stones(color)) + added - len(self.position.stones(color))
        self.to_play = other(self.to_play)
        self.history.append((self.position, self.to_play))

    def is_terminal(self) -> bool:
        """Return whether the last two moves were passes."""
        return self.passes >= 2


def area(position: Position, dead: Iterable[Point] = ()) -> tuple[int, int]:
    """Return the points of Black and of White by area: living stones, and empty regions that only one colour touches."""
    position = position.put(EMPTY, dead)
    black, white = surrounded(position)
    return len(position.black) + len(black), len(position.white) + len(white)


def territory(
    position: Position, captures: dict[int, int], dead: Iterable[Point] = (), seki: Iterable[Point] = ()
) -> tuple[int, int]:
    """Return the points of Black and of White by territory: surrounded empty points, and prisoners (captured, or dead on the board).

    An empty region next to a stone of `seki` counts for neither.
    """
    dead = set(dead)
    alive = position.put(EMPTY, dead)
    black, white = surrounded(alive, seki)
    prisoners_of_black = captures[BLACK] + len(dead & position.white)
    prisoners_of_white = captures[WHITE] + len(dead & position.black)
    return len(black) + prisoners_of_black, len(white) + prisoners_of_white


def surrounded(position: Position, seki: Iterable[Point] = ()) -> tuple[set[Point], set[Point]]:
    """Return the empty points that only Black, and that only White, can reach along empty points; none next to a stone of `seki`."""
    points: dict[int, set[Point]] = {BLACK: set(), WHITE: set()}
    for empty in regions_without(position, {BLACK, WHITE}):
        touching = border(position, empty)
        colors = {position.color_at(near) for near in touching}
        if len(colors) == 1 and not touching & set(seki):
            points[colors.pop()] |= empty
    return points[BLACK], points[WHITE]


def regions_without(position: Position, colors: set[int]) -> list[frozenset[Point]]:
    """Return the connected regions of points that have none of `colors`, each once."""
    left = {point for point in all_points(position.size) if position.color_at(point) not in colors}
    found = []
    while left:
        found.append(region(position, min(left), lambda point: position.color_at(point) not in colors))
        left -= found[-1]
    return found
