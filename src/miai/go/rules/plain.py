"""The rules of Go from their definitions: the slow twin that the fast board is tested against.

Positions are sets of points, chains are found by flood fill, superko compares whole positions. Nothing is remembered between
moves but the list of positions, so there is nothing that can be out of date. Shares no code with `miai.go.board.board`.

Start reading at `play` (what a stone does), then `Game.is_legal` (what may be played), then `area` and `territory` (who has won).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, Point, all_points, neighbours, other
from miai.go.notation.position import Position

Turn = Point | Literal["pass"]
Ko = Literal["simple", "positional", "situational"]


class Chain(NamedTuple):
    """Stones of one colour connected along the lines, and the empty points next to them."""

    color: int
    stones: frozenset[Point]
    liberties: frozenset[Point]


def region(position: Position, start: Point, belongs: Callable[[Point], bool]) -> frozenset[Point]:
    """Flood fill: all points reached from `start` through neighbours that belong."""
    found, waiting = {start}, [start]
    while waiting:
        for near in neighbours(waiting.pop(), position.size):
            if near not in found and belongs(near):
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def border(position: Position, points: Iterable[Point]) -> set[Point]:
    """The points next to `points` that are not among them."""
    points = set(points)
    return {near for point in points for near in neighbours(point, position.size)} - points


def chain_at(position: Position, point: Point) -> Chain:
    """The chain that the stone on `point` belongs to."""
    color = position.color_at(point)
    stones = region(position, point, position.stones(color).__contains__)
    return Chain(color, stones, frozenset(near for near in border(position, stones) if position.color_at(near) == EMPTY))


def chains(position: Position) -> list[Chain]:
    """All chains on the board, each once."""
    left = set(position.black | position.white)
    found = []
    while left:
        found.append(chain_at(position, min(left)))
        left -= found[-1].stones
    return found


def play(position: Position, color: int, point: Point) -> Position:
    """Put a stone on an empty point; take off the opponent's chains without liberties, then one's own. Checks no rule."""
    after = position.put(color, [point])
    for victim in (other(color), color):
        around = [near for near in [point, *neighbours(point, position.size)] if after.color_at(near) == victim]
        for chain in {chain_at(after, near) for near in around}:
            if not chain.liberties:
                after = after.put(EMPTY, chain.stones)
    return after


class IllegalMove(ValueError):
    """A move that the rules forbid; the message is what `Game.why_illegal` says."""


@dataclass
class Game:
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
    """Stones that each colour has taken off, with those the opponent took off by suicide."""
    history: list[tuple[Position, int]] = field(default_factory=list)
    """Every position from the first to the present one, each with the player to move in it."""

    def __post_init__(self) -> None:
        self.history = [*self.history, (self.position, self.to_play)]

    def is_legal(self, move: Turn) -> bool:
        """Whether the player to move may make `move`. The end of the game is not considered."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: Turn) -> str | None:
        """The rule that `move` breaks: "occupied", "suicide" or "ko"; `None` if it is legal."""
        if move == PASS:
            return None
        assert not isinstance(move, str)
        if self.position.color_at(move) != EMPTY:
            return "occupied"
        after = play(self.position, self.to_play, move)
        if after.color_at(move) == EMPTY and not self.suicide:
            return "suicide"
        return "ko" if self._repeats(after) else None

    def _repeats(self, after: Position) -> bool:
        if self.ko == "positional":
            return any(after == earlier for earlier, _ in self.history)
        if self.ko == "situational":
            return (after, other(self.to_play)) in self.history
        captured = len(after.stones(other(self.to_play))) < len(self.position.stones(other(self.to_play)))
        return captured and len(self.history) > 1 and after == self.history[-2][0]

    def legal_points(self) -> list[Point]:
        """All points where the player to move may play."""
        return [point for point in all_points(self.position.size) if self.is_legal(point)]

    def play(self, move: Turn) -> None:
        """Make a legal move; raises `IllegalMove` with the reason if it is not."""
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMove(reason)
        self.passes = self.passes + 1 if move == PASS else 0
        if not isinstance(move, str):
            before, self.position = self.position, play(self.position, self.to_play, move)
            for color in (BLACK, WHITE):
                added = 1 if color == self.to_play else 0
                self.captures[other(color)] += len(before.stones(color)) + added - len(self.position.stones(color))
        self.to_play = other(self.to_play)
        self.history.append((self.position, self.to_play))

    def is_terminal(self) -> bool:
        """Whether both have passed in turn."""
        return self.passes >= 2


def area(position: Position, dead: Iterable[Point] = ()) -> tuple[int, int]:
    """Points of Black and of White by area: living stones, and empty regions that only one colour touches."""
    position = position.put(EMPTY, dead)
    black, white = surrounded(position)
    return len(position.black) + len(black), len(position.white) + len(white)


def territory(
    position: Position, captures: dict[int, int], dead: Iterable[Point] = (), seki: Iterable[Point] = ()
) -> tuple[int, int]:
    """Points of Black and of White by territory: surrounded empty points, and prisoners (captured before, or dead on the board).

    An empty region next to a stone of `seki` counts for nobody.
    """
    dead = set(dead)
    alive = position.put(EMPTY, dead)
    black, white = surrounded(alive, seki)
    prisoners_of_black = captures[BLACK] + len(dead & position.white)
    prisoners_of_white = captures[WHITE] + len(dead & position.black)
    return len(black) + prisoners_of_black, len(white) + prisoners_of_white


def surrounded(position: Position, seki: Iterable[Point] = ()) -> tuple[set[Point], set[Point]]:
    """The empty points that only Black, and that only White, can reach along empty points; none next to a stone of `seki`."""
    points: dict[int, set[Point]] = {BLACK: set(), WHITE: set()}
    for empty in regions_without(position, {BLACK, WHITE}):
        touching = border(position, empty)
        colors = {position.color_at(near) for near in touching}
        if len(colors) == 1 and not touching & set(seki):
            points[colors.pop()] |= empty
    return points[BLACK], points[WHITE]


def regions_without(position: Position, colors: set[int]) -> list[frozenset[Point]]:
    """The connected regions of points that have none of `colors`, each once."""
    left = {point for point in all_points(position.size) if position.color_at(point) not in colors}
    found = []
    while left:
        found.append(region(position, min(left), lambda point: position.color_at(point) not in colors))
        left -= found[-1]
    return found


def is_eye(position: Position, point: Point, color: int, potential: bool = True) -> bool:
    """Whether the empty `point` is a one-point eye of `color`, which random games do not fill.

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


def playable_points(game: Game, potential: bool = True) -> list[Point]:
    """Where a random game may play: legal, and not an eye of the player to move."""
    return [point for point in game.legal_points() if not is_eye(game.position, point, game.to_play, potential)]


def random_game(game: Game, source: random.Random, potential: bool = True, limit: int | None = None) -> list[Turn]:
    """Play `game` on until both pass or `limit` moves (three a point) were made; each move is uniform among the playable points."""
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
    """Benson: the stones of `color` that cannot be captured even if `color` always passes.

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
    """The position seen through one of `SYMMETRIES`."""
    move, last = SYMMETRIES[symmetry], position.size - 1
    black, white = (frozenset(move(c, r, last) for c, r in stones) for stones in (position.black, position.white))
    return Position(position.size, black, white)


def swap_colors(position: Position) -> Position:
    """The position with black and white exchanged."""
    return Position(position.size, position.white, position.black)
