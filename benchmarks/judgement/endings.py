"""Final moves on 9x9: what is left, and when nothing is.

A crooked boundary divides the board. The kinds:

| kind | what is left | right |
|---|---|---|
| finished | nothing | pass; by area, also a move inside one's own territory is no loss, but these rules are Japanese |
| dame | single points between the walls, Japanese rules | a dame, or a pass |
| dame, area | the same, Chinese rules, where each is a point | a dame |
| gap | a hole in one wall; several points depend on it | the hole |

Half of the tests come after a pass of the opponent, which invites an early pass. The winner differs from test to test.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.judgement.position_tests import PositionTest, turned, vertices
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, neighbours
from miai.go.notation.position import Position
from miai.go.rules.plain import chain_at, surrounded

SIZE = 9
ROWS = (2, 5, 7)
"""Rows of stones in the territories."""
KINDS = ("finished", "dame", "dame, area", "gap")


def draw_endings(count: int, seed: int) -> Iterator[PositionTest]:
    """Yield `count` tests, the kinds in turn."""
    source = random.Random(seed)
    for number in range(count):
        test = None
        while test is None:
            test = _draw(KINDS[number % len(KINDS)], number, source)
        yield test


def _draw(kind: str, number: int, source: random.Random) -> PositionTest | None:
    """Return a test of a kind, or `None` if the boundary that was drawn does not suit."""
    position, dame = _boundary(source, dames=0 if kind in ("finished", "gap") else source.randrange(1, 4))
    to_play = source.choice((BLACK, WHITE))
    moves: frozenset[str] = frozenset({"pass", "PASS"})
    symmetry = source.random() < 0.5, source.random() < 0.5, source.random() < 0.5
    if kind == "gap":
        hole = _hole(position, source)
        if hole is None:
            return None
        position = position.put(EMPTY, [hole])
        moves = vertices([turned(hole, SIZE, symmetry)])
    elif dame:
        moves = vertices(turned(point, SIZE, symmetry) for point in dame)
        moves |= frozenset({"pass", "PASS"}) if kind == "dame" else frozenset()
    elif kind != "finished":
        return None
    shown = Position.of(
        SIZE,
        [turned(point, SIZE, symmetry) for point in position.black],
        [turned(point, SIZE, symmetry) for point in position.white],
    )
    rules = "chinese" if kind == "dame, area" else source.choice(("japanese", "chinese")) if kind == "gap" else "japanese"
    black, white = surrounded(position)
    ahead = len(black) - len(white) + (len(position.black) - len(position.white) if rules == "chinese" else 0)
    komi = ahead + source.choice((-8.5, -3.5, 3.5, 8.5))
    passed = number % 8 >= 4
    name = f"{number + 1}: {kind}, {'after a pass, ' if passed else ''}{rules}"
    return PositionTest(name, shown, to_play, moves, rules=rules, komi=komi, passed=passed)


def _boundary(source: random.Random, dames: int) -> tuple[Position, list[Point]]:
    """Return a board that two connected walls divide, and the single dame between them."""
    place = source.randrange(2, 6)
    black: set[Point] = {(place, 0)}
    white: set[Point] = {(place + 1, 0)}
    for row in range(1, SIZE):
        before, place = place, min(5, max(2, place + source.choice((-1, 0, 0, 1))))
        black |= {(place, row), (min(before, place), row), (min(before, place), row - 1)}
        white |= {(place + 1, row), (max(before, place) + 1, row), (max(before, place) + 1, row - 1)}
    # stones in the territories, so that nobody can live in them
    black |= {(column, row) for row in ROWS for column in range(min(column for column, each in black if each == row))}
    white |= {(column, row) for row in ROWS for column in range(max(column for column, each in white if each == row), SIZE)}
    position = Position.of(SIZE, black, white)
    dame: list[Point] = []
    walls = sorted(position.black | position.white)
    source.shuffle(walls)
    for point in walls:
        if len(dame) < dames and _is_dame_without(position, point):
            position = position.put(EMPTY, [point])
            dame.append(point)
    return position, dame


def _is_dame_without(position: Position, point: Point) -> bool:
    """Return whether the point is a dame between two walls that stay connected once its stone is taken away."""
    color = position.color_at(point)
    after = position.put(EMPTY, [point])
    around = [after.color_at(near) for near in neighbours(point, SIZE)]
    if EMPTY in around or not {BLACK, WHITE} <= set(around):
        return False
    beside = [near for near in neighbours(point, SIZE) if after.color_at(near) == color]
    return len({chain_at(after, near).stones for near in beside}) == 1 and len(chain_at(after, beside[0]).stones) > 4


def _hole(position: Position, source: random.Random) -> Point | None:
    """Return a stone of a wall, with territory behind it, whose absence opens a hole."""
    walls = sorted(position.black | position.white)
    source.shuffle(walls)
    for point in walls:
        near = [position.color_at(each) for each in neighbours(point, SIZE)]
        color = position.color_at(point)
        enemy = BLACK if color == WHITE else WHITE
        if near.count(EMPTY) == 1 and near.count(enemy) == 1 and near.count(color) == 2:
            return point
    return None
