"""Openings, so that two engines do not play the same game again and again: each is played twice, colours exchanged.

    balanced   a few stones of both colours apart from each other, near the third and fourth lines, chosen to favour neither side
    random:N   N random legal moves for each pair anew
    none       the empty board
    FILE       one opening a line, in vertices: "E5 C3 G7"; lines that begin with # are comments

All are made from a seed; a file is gone through again and again. *Balanced* is a judgement by random games: of two candidates for each
opening those are taken whose expected score, over careful random games, lies nearer to the middle of all candidates. What is left of an
advantage, both sides have once. There are as many openings as pairs, since many engines always play the same against the same.
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
"""Balanced openings are found so many at a time."""
CANDIDATES = 2
"""Candidates for each opening of a set."""
GAMES = 100
"""Random games that judge a candidate."""

Opening = list[str]


def openings_for(kind: str, size: int, pairs: int, seed: int) -> list[Opening]:
    """An opening for each of `pairs` pairs; a set is gone through again and again. Raises `UserError` for a kind that is not known."""
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
        raise UserError(f"--openings {kind}: write random:N with N from 1 to 100")
    return int(text)


def read_openings(path: str, size: int) -> list[Opening]:
    """The openings of a file, each played through. Raises `UserError` with file and line."""
    try:
        lines = Path(path).read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        raise UserError(f"--openings {path}: {reason}; there are balanced, random:N, none and files of openings") from error
    openings = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                openings.append(_checked(line.split(), size))
            except ValueError as error:
                raise UserError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise UserError(f"{path}: has no openings; write one a line, such as: E5 C3")
    return openings


def _checked(vertices: list[str], size: int) -> Opening:
    game = PlainGame(Position.of(size), ko="positional")
    for vertex in vertices:
        move = from_vertex(vertex, size)
        if isinstance(move, str):
            raise ValueError(f"{vertex!r} in an opening; it is made of points only")
        reason = game.why_illegal(move)
        if reason:
            raise ValueError(f"{vertex} is illegal: {reason}")
        game.play(move)
    return [vertex.upper() for vertex in vertices]


def random_opening(size: int, length: int, seed: str) -> Opening:
    """`length` random legal moves, fewer if the board is full before."""
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
    """`count` openings that differ by more than a symmetry; fewer on boards that have not so many, an empty one on the smallest.

    They come in sets, so that those of a shorter match are the first of a longer one.
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
    """Stones of an opening: an even number, so that Black moves next."""
    return 0 if size < 5 else 2 if size < 8 else 4 if size < 15 else 8


def _candidates(size: int, source: random.Random, seen: set[frozenset[tuple[Point, int]]]) -> list[list[Point]]:
    """As many as a set needs, none of them in `seen`, which they are added to; fewer where the board has not so many."""
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
    """Points off the edge (one line, two from 8x8 on), none next to or diagonal to another; large boards: not in the middle."""
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
    """1 at the edge."""
    return 1 + min(x, y, size - 1 - x, size - 1 - y)


def _canonical(points: list[Point], size: int) -> frozenset[tuple[Point, int]]:
    """The same for all symmetries of the board and all orders of moves."""
    colored = [(point, BLACK if number % 2 == 0 else WHITE) for number, point in enumerate(points)]
    images = (sorted((_turned(point, turn, size - 1), color) for point, color in colored) for turn in range(8))
    return frozenset(min(images))


def _turned(point: Point, turn: int, last: int) -> Point:
    """The image of a point under one of the eight symmetries: mirrored left and right, up and down, along the diagonal."""
    x, y = point
    x, y = last - x if turn & 1 else x, last - y if turn & 2 else y
    return (y, x) if turn & 4 else (x, y)


def expected_score(points: Iterable[Point], size: int, seed: int) -> float:
    """Black's mean area less White's, over careful random games from the position after the opening."""
    from miai.go.rules.game import Game as FastGame
    from miai.go.rules.status import play_for_ownership

    game = FastGame(size)
    for point in points:
        game.play(point)
    owned, _ = play_for_ownership(game.board, seed, GAMES)
    return float(owned.sum()) / GAMES
