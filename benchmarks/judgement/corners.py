"""Life and death in a corner of a decided 9x9 board, solved by exhaustive reading.

A group has a small room in the corner, with stones of both colours in it; all the rest of the board belongs to the other colour. The right
moves are those that kill, or that live. `draw_corners` leaves out positions with a ko that matters, `draw_kos` all others; both leave out
those that most moves solve.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.judgement.position_tests import PositionTest, turned, vertices
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, all_points, other
from miai.go.notation.position import Position
from miai.go.rules.local_life import Ban, FightField, Stones
from miai.go.rules.plain import chain_at, chains

SIZE = 9
ROOMS = (
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 0)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1)],
)
MOST_NODES = 60_000


class TooLong(Exception):
    """Reading took more positions than allowed."""


def draw_corners(count: int, seed: int) -> Iterator[PositionTest]:
    """Yield `count` tests: to kill and to live in turn."""
    return _draw_all(count, seed, by_ko=False)


def draw_kos(count: int, seed: int) -> Iterator[PositionTest]:
    """Yield `count` tests that a ko decides: to kill and to live in turn. Nobody has a threat elsewhere."""
    return _draw_all(count, seed, by_ko=True)


def _draw_all(count: int, seed: int, by_ko: bool) -> Iterator[PositionTest]:
    source = random.Random(seed)
    for number in range(count):
        test = None
        while test is None:
            test = _draw(number, number % 2 == 0, source, by_ko)
        yield test


def _draw(number: int, kills: bool, source: random.Random, by_ko: bool) -> PositionTest | None:
    """Return a test, or `None` if the position that was drawn has no single solution."""
    owner = source.choice((BLACK, WHITE))
    room = set(source.choice(ROOMS))
    position = _walls(room, owner)
    for point in sorted(room):
        position = position.put(source.choices((EMPTY, other(owner), owner), (6, 3, 1))[0], [point])
    if any(not chain.liberties for chain in chains(position)):
        return None
    wall = chain_at(position, next(point for point in sorted(position.stones(owner)) if point not in room))
    to_play = other(owner) if kills else owner
    try:
        moves = (_solutions_by_ko if by_ko else _solutions)(position, wall.stones, room, to_play)
    except TooLong:
        return None
    empty = [point for point in room if position.color_at(point) == EMPTY]
    if not moves or len(moves) > 2 or len(moves) == len(empty) or len(empty) < 3:
        return None
    symmetry = source.random() < 0.5, source.random() < 0.5, source.random() < 0.5
    shown = Position.of(
        SIZE,
        [turned(point, SIZE, symmetry) for point in position.black],
        [turned(point, SIZE, symmetry) for point in position.white],
    )
    answers = vertices(turned(point, SIZE, symmetry) for point in moves)
    leader = "ahead" if other(owner) == to_play else "behind"
    name = f"{number + 1}: {'kill' if kills else 'live'}, {len(empty)} empty points, {leader}"
    return PositionTest(name, shown, to_play, answers, komi=0.5 if owner == WHITE else -0.5)


def _walls(room: set[Point], owner: int) -> Position:
    """Return the board with a wall of `owner` around the room, a wall around that, and territory of the other colour."""
    points = set(all_points(SIZE))
    wall = {point for point in points - room if _touches(point, room)}
    outer = {point for point in points - room - wall if _touches(point, wall)}
    far = points - room - wall - outer
    # rooms of four points, in which nobody can live
    lines = {point for point in far if point[0] % 3 == 2 or point[1] % 3 == 2}
    return Position.of(SIZE).put(owner, wall).put(other(owner), outer | lines)


def _touches(point: Point, others: set[Point]) -> bool:
    """Return whether a point is beside one of `others`, or diagonal to one: walls without gaps."""
    column, row = point
    around = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {point}
    return bool(around & others)


def _solutions(position: Position, target: frozenset[Point], room: set[Point], to_play: int) -> list[Point]:
    """Return the moves that reach the goal of `to_play` whoever wins the kos, if a pass does not."""
    found = [_solutions_if(position, target, room, to_play, masters) for masters in ({BLACK}, {WHITE})]
    return sorted(found[0]) if found[0] == found[1] else []


def _solutions_by_ko(position: Position, target: frozenset[Point], room: set[Point], to_play: int) -> list[Point]:
    """Return the moves that reach the goal of `to_play` where nobody may retake a ko at once, if it matters who may."""
    if not _solutions_if(position, target, room, to_play, {to_play}) or _solutions_if(
        position, target, room, to_play, {other(to_play)}
    ):
        return []
    return sorted(_solutions_if(position, target, room, to_play, set()))


def _solutions_if(position: Position, target: frozenset[Point], room: set[Point], to_play: int, masters: set[int]) -> set[Point]:
    """Return the moves that reach the goal of `to_play` if `masters` may retake a ko at once; none if a pass reaches it."""
    fight = [chain for chain in chains(position) if chain.stones & (target | room) and chain.stones <= target | room]
    field = FightField(position, fight)
    owner = position.color_at(min(target))
    solver = _Solver(field, field.mask(target), other(owner), masters)
    found = set()
    if solver.captures(field.stones, other(to_play), None, 0) == (to_play != owner):
        return found
    for point in sorted(room):
        bit = field.mask([point])
        played = field.play(field.stones, to_play, bit) if bit and position.color_at(point) == EMPTY else None
        if played is None:
            continue
        ban = solver.ban(played[0], to_play, bit, played[1])
        if solver.captures(played[0], other(to_play), ban, 0) == (to_play != owner):
            found.add(point)
    return found


class _Solver:
    """Exhaustive reading of whether `attacker` captures `target`, where only `masters` may retake a ko at once."""

    def __init__(self, field: FightField, target: int, attacker: int, masters: set[int]) -> None:
        self.field, self.target, self.attacker, self.masters = field, target, attacker, masters
        self.known: dict[tuple[Stones, int, Ban, int], bool] = {}
        self.path: set[tuple[Stones, int]] = set()

    def ban(self, stones: Stones, color: int, bit: int, taken: int) -> Ban:
        """Return the ban on retaking a ko: none for a master."""
        found = self.field.ban_after(stones, color, bit, taken)
        return None if found and found[0] in self.masters else found

    def captures(self, stones: Stones, color: int, ban: Ban, passes: int) -> bool:
        """Return whether the attacker captures the target with `color` to move. A repetition is a failure."""
        if self.target & ~(stones[1] if self.attacker == BLACK else stones[0]):
            return True
        if passes == 2 or (passes == 0 and (stones, color) in self.path):
            return False
        key = (stones, color, ban, passes)
        if key not in self.known:
            if len(self.known) > MOST_NODES:
                raise TooLong
            self.path.add((stones, color))
            wanted = color == self.attacker
            found = any(self.captures(*after) == wanted for after in self._moves(stones, color, ban, passes))
            self.known[key] = found == wanted
            self.path.discard((stones, color))
        return self.known[key]

    def _moves(self, stones: Stones, color: int, ban: Ban, passes: int) -> Iterator[tuple[Stones, int, Ban, int]]:
        for place in range(len(self.field.points)):
            bit = 1 << place
            if bit & (stones[0] | stones[1]) or ban == (color, bit):
                continue
            played = self.field.play(stones, color, bit)
            if played is not None:
                yield played[0], other(color), self.ban(played[0], color, bit, played[1]), 0
        yield stones, other(color), None, passes + 1
