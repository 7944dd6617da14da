"""Openings: each is played twice, with colours exchanged, so that deterministic engines do not repeat one game.

    balanced   a few separate stones of both colours near the third and fourth lines, chosen to favour neither side
    random:N   N random legal moves, different for each pair
    none       the empty board
    FILE       one opening per line, in vertices: "E5 C3 G7"; lines that begin with # are comments

Generated openings depend on a seed; a file is used cyclically. *Balanced* is judged by random games: of two candidates per opening, half
are kept, those whose expected score over careful random games is nearest to the median. Any remaining advantage benefits both sides once.
There are as many openings as pairs, since many engines always give the same answer in the same position.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable
from pathlib import Path

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE, Point, from_vertex, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame

SET_SIZE = 24
"""Balanced openings that are generated together."""
CANDIDATES = 2
"""Candidates per opening of a set."""
GAMES = 100
"""Random games per candidate."""

Opening = list[str]


def openings_for(kind: str, size: int, pairs: int, seed: int) -> list[Opening]:
    """Return an opening for each of `pairs` pairs; a short list is repeated. Raise `UserError` for an unknown kind."""
    if kind == "none":
        return [[] for _ in range(pairs)]
    if kind == "balanced":
        found = balanced_openings(size, seed, pairs)
    elif kind.startswith("random:"):
        return [random_opening(size, _length(kind), f"{seed}/{number}") for number in range(pairs)]
    else:
        found = read_openings(kind, size)
    return [found[number % len(found)] for number in range(pairs)]


def _length(kind: str) -> int:
    text = kind.removeprefix("random:")
    if not text.isdigit() or not 1 <= int(text) <= 100:
        raise UserError(f"--openings {kind}: N in random:N must be from 1 to 100")
    return int(text)


def read_openings(path: str, size: int) -> list[Opening]:
    """Return the openings of a file, after playing each through. Raise `UserError` with file and line."""
    try:
        lines = Path(path).read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        raise UserError(f"--openings {path}: {reason}; write balanced, random:N, none or the path of a file") from error
    openings = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                openings.append(_checked(line.split(), size))
            except ValueError as error:
                raise UserError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise UserError(f"{path}: no openings found; write one per line, such as: E5 C3")
    return openings


def _checked(vertices: list[str], size: int) -> Opening:
    game = PlainGame(Position.of(size), ko="positional")
    for vertex in vertices:
        move = from_vertex(vertex, size)
        if isinstance(move, str):
            raise ValueError(f"{vertex!r} is not a point; an opening contains points only")
        reason = game.why_illegal(move)
        if reason:
            raise ValueError(f"{vertex} is illegal: {reason}")
        game.play(move)
    return [vertex.upper() for vertex in vertices]


def random_opening(size: int, length: int, seed: str) -> Opening:
    """Return `length` random legal moves, fewer if there are no more legal moves."""
    source = random.Random(f"random/{size}/{seed}")
    game = PlainGame(Position.of(size), ko="positional")
    opening = []
    for _ in range(length):
        points = game.legal_points()
        if not points:
            break
        move = source.choice(points)
        game.play(move)
        opening.append(to_vertex(move))
    return opening


def balanced_openings(size: int, seed: int, count: int) -> list[Opening]:
    """Return `count` openings that differ by more than a symmetry; fewer on small boards, an empty one on the smallest.

    They are generated in sets, so that a longer match begins with the openings of a shorter one.
    """
    source = random.Random(f"balanced/{size}/{seed}")
    seen: set[frozenset[tuple[Point, int]]] = set()
    found: list[Opening] = []
    while len(found) < count:
        candidates = _candidates(size, source, seen)
        if not candidates:
            break
        scores = [expected_score(candidate, size, seed) for candidate in candidates]
        middle = statistics.median(scores)
        by_balance = sorted(range(len(candidates)), key=lambda index: (abs(scores[index] - middle), index))
        chosen = by_balance[: (len(candidates) + 1) // CANDIDATES]
        source.shuffle(chosen)
        found += [[to_vertex(point) for point in candidates[index]] for index in chosen]
    return found[:count] or [[]]


def _stones(size: int) -> int:
    """Return the number of stones of an opening; it is even, so that Black moves next."""
    return 0 if size < 5 else 2 if size < 8 else 4 if size < 15 else 8


def _candidates(size: int, source: random.Random, seen: set[frozenset[tuple[Point, int]]]) -> list[list[Point]]:
    """Return the candidates of one set that are not in `seen`, and add them to it; fewer on small boards."""
    found: list[list[Point]] = []
    for _ in range(20 * CANDIDATES * SET_SIZE):
        if len(found) == CANDIDATES * SET_SIZE or not _stones(size):
            break
        points = _spread_stones(size, source)
        if (key := _canonical(points, size)) not in seen:
            seen.add(key)
            found.append(points)
    return found


def _spread_stones(size: int, source: random.Random) -> list[Point]:
    """Return points off the edge (one line, two from 8x8 on), not adjacent or diagonal, and on large boards not in the centre."""
    margin = 1 if size < 8 else 2
    inner = range(margin, size - margin)
    points = [(x, y) for x in inner for y in inner if size < 15 or _line(x, y, size) <= 4]
    chosen: list[Point] = []
    while len(chosen) < _stones(size):
        free = [point for point in points if all(max(abs(point[0] - x), abs(point[1] - y)) > 1 for x, y in chosen)]
        if not free:
            return _spread_stones(size, source)
        chosen.append(source.choice(free))
    return chosen


def _line(x: int, y: int, size: int) -> int:
    """Return the line of a point: 1 at the edge."""
    return 1 + min(x, y, size - 1 - x, size - 1 - y)


def _canonical(points: list[Point], size: int) -> frozenset[tuple[Point, int]]:
    """Return a key that is the same for all symmetries of the board and all move orders."""
    colored = [(point, BLACK if number % 2 == 0 else WHITE) for number, point in enumerate(points)]
    images = (sorted((_turned(point, turn, size - 1), color) for point, color in colored) for turn in range(8))
    return frozenset(min(images))


def _turned(point: Point, turn: int, last: int) -> Point:
    """Return the image of a point under one of the eight symmetries."""
    x, y = point
    x, y = last - x if turn & 1 else x, last - y if turn & 2 else y
    return (y, x) if turn & 4 else (x, y)


def expected_score(points: Iterable[Point], size: int, seed: int) -> float:
    """Return Black's mean lead in area over careful random games from the position after the opening."""
    from miai.go.rules.game import Game as FastGame
    from miai.go.rules.status import play_for_ownership

    game = FastGame(size)
    for point in points:
        game.play(point)
    owned, _ = play_for_ownership(game.board, seed, GAMES)
    return float(owned.sum()) / GAMES
