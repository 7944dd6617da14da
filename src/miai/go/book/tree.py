"""The tree of a book from the empty board: its moves with the positions before and after them, and their values backed up through it.

The value of a move is the win rate of its player that a search found. With the book below it, the move is worth at most what the answers
in the book leave of it: `backed_up` takes the minimum. `strike` then strikes out the moves that lose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from miai.core.settings import Checked, number
from miai.go.book.book import BY_SEARCH, Book, BookMove
from miai.go.games.keys import keys_of_game, turn_back
from miai.go.notation.coordinates import Point

Line = tuple[tuple[int, Point], ...]
"""Colours and points of moves from the empty board."""


Values = dict[tuple[int, int], float]
"""Win rates of moves, for their player, by the key of the position and the point in the book."""


@dataclass(frozen=True)
class StrikeSettings(Checked):
    """Which moves of a searched book are struck out."""

    noun = "setting of the book"

    loss: float = number(0.35, 0, 1, "win rate below which a move is struck out")
    worse: float = number(0.1, 0, 1, "how much less than the best move of its position a move may win")


class Branch(NamedTuple):
    """A move of a book: the key of the position before it, the line that leads there, the move, and the key of the position after it."""

    key: int
    line: Line
    move: BookMove
    point: Point
    after: int

    @property
    def played(self) -> Line:
        """The line with the move."""
        return (*self.line, (1 + len(self.line) % 2, self.point))


class Place(NamedTuple):
    """A position at the end of a line: its key, and a symmetry that turns the board to it."""

    key: int
    symmetry: int


def place_after(line: Sequence[tuple[int, Point]], size: int) -> Place | None:
    """Return the position after a line from the empty board; `None` if a move of it is illegal."""
    keys = keys_of_game(line, size, len(line))
    if keys.legal < len(line):
        return None
    return Place(int(keys.positions[-1]), int(keys.symmetries[-1]))


def branches(book: Book, size: int) -> list[Branch]:
    """Return the moves of all positions that are reached from the empty board, each position once, by its first shortest line."""
    start = place_after((), size)
    assert start is not None
    waiting: deque[tuple[Place, Line]] = deque([(start, ())])
    seen, found = {start.key}, []
    while waiting:
        place, line = waiting.popleft()
        for move in book.moves(size, place.key):
            point = turn_back((move.point % size, move.point // size), place.symmetry, size)
            played = (*line, (1 + len(line) % 2, point))
            after = place_after(played, size)
            if after is None:
                continue
            found.append(Branch(place.key, line, move, point, after.key))
            if after.key not in seen:
                seen.add(after.key)
                waiting.append((after, played))
    return found


def backed_up(found: Sequence[Branch]) -> Values:
    """Return the values of all searched moves: each at most one minus the best value of the answers to it that were searched."""
    answers: dict[int, list[Branch]] = {}
    for branch in found:
        if branch.move.value is not None:
            answers.setdefault(branch.key, []).append(branch)
    known: Values = {}
    for key in answers:
        _back_up(key, answers, known, set())
    return known


def _back_up(key: int, answers: Mapping[int, list[Branch]], known: Values, above: set[int]) -> float:
    """Enter the values of a position's moves into `known`, and return the best. Positions `above` are not entered again: a ko."""
    above.add(key)
    best = 0.0
    for branch in answers[key]:
        place = key, branch.move.point
        if place not in known:
            value = branch.move.value or 0.0
            if branch.after in answers and branch.after not in above:
                value = min(value, 1.0 - _back_up(branch.after, answers, known, above))
            known[place] = value
        best = max(best, known[place])
    above.discard(key)
    return best


def strike(book: Book, size: int, settings: StrikeSettings | None = None) -> int:
    """Strike out the moves that lose by their values backed up, and return their number. Earlier verdicts by search are dropped."""
    settings = settings or StrikeSettings()
    found = branches(book, size)
    values, best, count = backed_up(found), dict[int, float](), 0
    for (key, _), value in values.items():
        best[key] = max(best.get(key, 0.0), value)
    for branch in found:
        value_found = values.get((branch.key, branch.move.point))
        if value_found is None or branch.move.struck not in (0, BY_SEARCH):
            continue
        loses = value_found < settings.loss or value_found < best[branch.key] - settings.worse
        count += loses
        if loses != (branch.move.struck == BY_SEARCH):
            book.change(size, branch.key, branch.move.point, struck=BY_SEARCH if loses else 0)
    return count
