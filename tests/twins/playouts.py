"""The twin of the steps of a policy, written from their definitions.

Positions are sets of points, chains and regions are found by flood fill, patterns are compared sign by sign. Shares no code with the
kernels. Each step is a function from a position, the player to move and the last move to the set of its candidates, before it is
looked at whether they may be played: that is `is_good`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from miai.go.notation.coordinates import EMPTY, Point, all_points, neighbours, other
from miai.go.notation.position import Position
from miai.go.playouts.pattern_drawings import DRAWINGS
from miai.go.rules.plain import Chain, PlainGame, border, chain_at, play, region
from tests.twins.go_rules import is_eye

ROOM = 3
"""Liberties from which a chain has room."""


def is_good(game: PlainGame, point: Point, rule: str, potential: bool = True) -> bool:
    """Return whether the player to move may play there: legal, no own eye, no self-atari that the rule forbids."""
    if not game.is_legal(point) or is_eye(game.position, point, game.to_play, potential):
        return False
    return not is_forbidden(game.position, game.to_play, point, rule)


def is_forbidden(position: Position, color: int, point: Point, rule: str) -> bool:
    """Return whether a legal move is a self-atari that `rule` (ignore, never, result-3, nakade) does not allow."""
    if rule == "ignore" or captures(position, color, point):
        return False
    chain = chain_at(play(position, color, point), point)
    if len(chain.liberties) != 1:
        return False
    if rule == "never":
        return True
    return len(chain.stones) >= 3 if rule == "result-3" else not is_killing_shape(chain.stones, point)


def captures(position: Position, color: int, point: Point) -> bool:
    """Return whether a stone of `color` captures something."""
    enemies = position.stones(other(color))
    return play(position, color, point).stones(other(color)) != enemies


_SHAPES = ("a", "aa", "aaa", "aa/a", "aa/aa", "aaa/.a.", ".a./aaa/.a.", "aa/aa/a")
"""The killing shapes: one, two, straight three, bent three, square, pyramid, cross, bulky five; rows with a bar between them."""


def is_killing_shape(stones: Iterable[Point], played: Point) -> bool:
    """Return whether the stones are one of the shapes, in any symmetry; bent three only if the stone just played is not its corner."""
    stones = frozenset(stones)
    drawn = (
        frozenset((c, r) for r, row in enumerate(shape.split("/")) for c, sign in enumerate(row) if sign == "a")
        for shape in _SHAPES
    )
    found = next((shape for shape in drawn if _turned_to_corner(shape) & _turned_to_corner(stones)), None)
    if found is None:
        return False
    is_bent_three = len(stones) == 3 and len({c for c, _ in stones}) == 2
    return not (is_bent_three and len(stones & set(_beside(played))) == 2)


def _beside(point: Point) -> list[Point]:
    column, row = point
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def _turned_to_corner(points: frozenset[Point]) -> set[frozenset[Point]]:
    """Return a shape in its eight symmetries, each moved to the corner."""
    found = set()
    for a, b, c, d in _TURNS:
        turned = [(a * x + b * y, c * x + d * y) for x, y in points]
        left, low = min(x for x, _ in turned), min(y for _, y in turned)
        found.add(frozenset((x - left, y - low) for x, y in turned))
    return found


_TURNS = [(a, 0, 0, d) for a in (1, -1) for d in (1, -1)] + [(0, b, c, 0) for b in (1, -1) for c in (1, -1)]


def atari_moves(position: Position, color: int, last: Point, extended: bool) -> set[Point]:
    """Capture the last stone's chain, chase it if it was extended from atari, save own chains in atari beside it."""
    found: set[Point] = set()
    enemy = chain_at(position, last)
    if len(enemy.liberties) == 1:
        found |= enemy.liberties
    elif extended:
        found |= good_ataris(position, color, enemy)
    for chain in chains_beside(position, [last], color):
        if len(chain.liberties) == 1:
            found |= {liberty for liberty in chain.liberties if not _is_self_atari(position, color, liberty)}
            for attacker in chains_beside(position, chain.stones, other(color)):
                if len(attacker.liberties) == 1:
                    found |= attacker.liberties
    return found


def _is_self_atari(position: Position, color: int, point: Point) -> bool:
    """Return whether a stone that captures nothing has one liberty. Suicide is none."""
    after = play(position, color, point)
    is_there = after.color_at(point) == color and not captures(position, color, point)
    return is_there and len(chain_at(after, point).liberties) == 1


def chains_beside(position: Position, points: Iterable[Point], color: int) -> set[Chain]:
    """Return the chains of `color` next to some points."""
    return {chain_at(position, near) for near in border(position, points) if position.color_at(near) == color}


def good_ataris(position: Position, color: int, enemy: Chain) -> set[Point]:
    """Return the liberties of an enemy chain of two at which `color` leaves it no room at the other one."""
    if len(enemy.liberties) != 2:
        return set()
    return {point for point in enemy.liberties if not _escapes(position, color, point, min(enemy.liberties - {point}), enemy.color)}


def _escapes(position: Position, color: int, point: Point, way_out: Point, owner: int) -> bool:
    """Return whether `owner` gets room or captures at `way_out` although `point` is no longer a liberty."""
    if captures(position, owner, way_out):
        return True
    chain = chain_at(position.put(owner, [way_out]), way_out)
    return len(chain.liberties - {point}) >= ROOM


def nakade_moves(position: Position, color: int, last: Point) -> set[Point]:
    """Return the vital points of the empty regions of three to six points beside the last move that only its colour surrounds."""
    found = set()
    for near in neighbours(last, position.size):
        if position.color_at(near) == EMPTY:
            space = region(position, near, lambda point: position.color_at(point) == EMPTY)
            if all(position.color_at(point) == other(color) for point in border(position, space)):
                found |= vital_points(space)
    return found


_SPACES = ("aAa", "aA/.a", "aAa/.a.", ".a./aAa/.a.", "aa./aAa", ".aa/aAa/.a.")
"""Eye spaces with one vital point, the capital: straight three, bent three, pyramid, cross, bulky five, rabbity six."""


def vital_points(space: frozenset[Point]) -> set[Point]:
    """Return the vital point of an eye space, or nothing."""
    for shape in _SPACES:
        signs = {(c, r): sign for r, row in enumerate(shape.split("/")) for c, sign in enumerate(row) if sign != "."}
        vital = next(point for point, sign in signs.items() if sign == "A")
        for a, b, c, d in _TURNS:
            turned = {(a * x + b * y, c * x + d * y) for x, y in signs}
            middle = (a * vital[0] + b * vital[1], c * vital[0] + d * vital[1])
            for point in space:
                moved = {(x - middle[0] + point[0], y - middle[1] + point[1]) for x, y in turned}
                if moved == space:
                    return {point}
    return set()


def pattern_moves(position: Position, color: int, last: Point) -> set[Point]:
    """Return the empty ones of the eight neighbours of the last move where one of the drawings holds."""
    column, row = last
    around = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {last}
    on_board = around & set(all_points(position.size))
    return {point for point in on_board if position.color_at(point) == EMPTY and holds_any(position, color, point)}


def holds_any(position: Position, color: int, point: Point) -> bool:
    """Return whether a drawing holds around an empty point, in some symmetry and with some choice of who is X."""
    for drawing in DRAWINGS:
        rows = [line.split() for line in drawing.rows.split("   ")]
        for x in (color, other(color)):
            if drawing.only and x != color:
                continue
            for signs in _signs_around(rows, point):
                if all(_fits(position, place, sign, x) for place, sign in signs):
                    return True
    return False


def _signs_around(rows: list[list[str]], point: Point) -> Iterator[list[tuple[Point, str]]]:
    """Yield the signs of a drawing with the points that they stand on, once for each symmetry."""
    for a, b, c, d in _TURNS:
        places = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
        yield [((point[0] + a * x + b * y, point[1] + c * x + d * y), rows[1 - y][x + 1]) for x, y in places]


def _fits(position: Position, place: Point, sign: str, x: int) -> bool:
    if not all(0 <= number < position.size for number in place):
        return sign == "#"
    here = position.color_at(place)
    fitting = {
        "X": here == x,
        "O": here == other(x),
        ".": here == EMPTY,
        "#": False,
        "x": here != x,
        "o": here != other(x),
        "?": True,
    }
    return fitting[sign]


def low_liberty_moves(position: Position, color: int, last: Point) -> set[Point]:
    """Key liberties of chains of two at and beside the last move, and good ataris on chains beside an own chain of two."""
    found = key_points(position, chain_at(position, last))
    for chain in chains_beside(position, [last], color):
        found |= key_points(position, chain)
        if len(chain.liberties) == 2:
            for enemy in chains_beside(position, chain.stones, other(color)):
                found |= good_ataris(position, color, enemy)
    return found


def key_points(position: Position, chain: Chain) -> set[Point]:
    """Return the liberties of a chain of two at which its owner gets room or captures."""
    if len(chain.liberties) != 2:
        return set()
    return {point for point in chain.liberties if _escapes(position, EMPTY, (-1, -1), point, chain.color)}


def better_shape(position: Position, point: Point) -> Point | None:
    """Return the only empty neighbour of an empty point, if that has more than one itself."""
    empty = [near for near in neighbours(point, position.size) if position.color_at(near) == EMPTY]
    if len(empty) != 1:
        return None
    more = [near for near in neighbours(empty[0], position.size) if position.color_at(near) == EMPTY]
    return empty[0] if len(more) > 1 else None
