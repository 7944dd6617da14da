"""Long ladders on 19x19 between a few other stones, read by the plain rules.

| kind | to move | right |
|---|---|---|
| run, works | the chain in atari | anything but running: it is caught |
| run, broken | the chain in atari | running: a stone of its own stands in the way |
| chase, works | the attacker | the atari that catches it |
| chase, broken | the attacker | anything but the two ataris: the chain reaches its friend |
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.judgement.position_tests import PositionTest, Symmetry, turned, vertices
from miai.go.notation.coordinates import BLACK, EMPTY, Point, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.plain import chain_at, play

SIZE = 19
LEAST_LENGTH = 14
"""Moves of the shortest ladder."""
KINDS = ("run, works", "run, broken", "chase, works", "chase, broken")


def draw_ladders(count: int, seed: int) -> Iterator[PositionTest]:
    """Yield `count` tests, the kinds in turn."""
    source = random.Random(seed)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        test = None
        while test is None:
            test = _draw(kind, number, source)
        yield test


def _draw(kind: str, number: int, source: random.Random) -> PositionTest | None:
    """Return a test of a kind, or `None` if the position that was drawn is of another."""
    runner = source.choice((1, 2))
    corner = source.randrange(2, 6), source.randrange(2, 6)
    symmetry = source.random() < 0.5, source.random() < 0.5, source.random() < 0.5
    position, stone = _start(runner, corner, symmetry)
    position = _surround(position, stone, source, 0 if kind.endswith("works") else 1, corner, symmetry)
    steps = source.randrange(0, 4) * 2
    for step in range(steps + (kind.startswith("chase"))):
        to_play = runner if step % 2 == 0 else other(runner)
        moves = _ladder_moves(position, stone, to_play)
        if not moves:
            return None
        # the attacker chases as if the ladder worked: away from the liberty with more room
        position = play(position, to_play, moves[0] if to_play == runner else _chasing(position, stone, moves))
    to_play = runner if kind.startswith("run") else other(runner)
    chain = chain_at(position, stone)
    if stone not in chain.stones or len(chain.liberties) != (1 if to_play == runner else 2):
        return None
    caught, longest = read_ladder(position, stone, to_play)
    if longest < LEAST_LENGTH or caught != kind.endswith("works"):
        return None
    moves = _ladder_moves(position, stone, to_play)
    if kind == "chase, works":
        moves = [move for move in moves if read_ladder(play(position, to_play, move), stone, other(to_play))[0]]
    negated = kind in ("run, works", "chase, broken")
    return PositionTest(f"{number + 1}: {kind}, {longest} moves", position, to_play, vertices(moves), negated)


def _start(runner: int, corner: Point, symmetry: Symmetry) -> tuple[Position, Point]:
    """Return a stone in a ladder towards the opposite corner, and the position around it."""
    column, row = corner
    around = [(column - 1, row), (column - 1, row + 1), (column, row - 1), (column + 1, row), (column - 1, row - 1)]
    attackers = [turned(point, SIZE, symmetry) for point in around]
    stone = turned(corner, SIZE, symmetry)
    return Position.of(SIZE).put(other(runner), attackers).put(runner, [stone]), stone


def _surround(
    position: Position, stone: Point, source: random.Random, breakers: int, corner: Point, symmetry: Symmetry
) -> Position:
    """Return the position with stones elsewhere: as many of each colour, off the way of the ladder but for the breakers."""
    runner = position.color_at(stone)
    distance = source.randrange(7, 12)
    way = [(corner[0] + distance + shift, corner[1] + distance + source.randrange(-1, 2)) for shift in range(breakers)]
    way = [point for point in way if max(point) < SIZE - 1]
    position = position.put(runner, [turned(point, SIZE, symmetry) for point in way])
    wanted = 7
    while len(position.black) < wanted or len(position.white) < wanted:
        point = source.randrange(2, 17), source.randrange(2, 17)
        place = turned(point, SIZE, symmetry)
        if abs((point[0] - corner[0]) - (point[1] - corner[1])) < 6 or position.color_at(place) != EMPTY:
            continue
        color = BLACK if len(position.black) < wanted else 2
        position = position.put(color, [place])
    return position


def _chasing(position: Position, stone: Point, moves: list[Point]) -> Point:
    """Return the atari after which the chain has fewer liberties when it extends."""

    def room(move: Point) -> int:
        after = play(position, other(position.color_at(stone)), move)
        left = chain_at(after, stone).liberties
        return min((len(chain_at(play(after, position.color_at(stone), point), stone).liberties) for point in left), default=0)

    return min(moves, key=room)


def _ladder_moves(position: Position, stone: Point, to_play: int) -> list[Point]:
    """Return the moves of a ladder: liberties of the chain and, for its owner, captures of chains around it."""
    chain = chain_at(position, stone)
    moves = sorted(chain.liberties)
    if to_play == chain.color:
        for point in chain.stones:
            for near in neighbours(point, position.size):
                if position.color_at(near) == other(to_play) and len(chain_at(position, near).liberties) == 1:
                    moves += chain_at(position, near).liberties
    return list(dict.fromkeys(moves))


def read_ladder(position: Position, stone: Point, to_play: int) -> tuple[bool, int]:
    """Return whether the chain on `stone` is caught with `to_play` to move, and the moves of the line that shows it."""
    owner = position.color_at(stone)
    liberties = len(chain_at(position, stone).liberties)
    if liberties > 2 or (to_play == owner and liberties == 2):
        return False, 0
    if to_play != owner and liberties == 1:
        return True, 1
    wanted, longest = to_play != owner, 0
    for move in _ladder_moves(position, stone, to_play):
        after = play(position, to_play, move)
        if after.color_at(move) == EMPTY:
            continue
        if to_play != owner and len(chain_at(after, stone).liberties) != 1:
            continue
        caught, length = read_ladder(after, stone, other(to_play))
        longest = max(longest, length + 1)
        if caught == wanted:
            return caught, length + 1
    return not wanted, longest
