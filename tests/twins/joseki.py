"""Patterns, qualities and evaluation of openings again, slowly, from the definitions: sets, flood fill, minimax without alpha and beta.

A pattern is a set of (point, colour) in the standard placement of its region. Tables are a dict from the least of its forms.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.game import Game

SIZE = 19
CORNERS = ("small", "big")


def shape(kind):
    """Return the points of a region: a corner at the lower left, a side at the bottom."""
    if kind == "small":
        return [(x, y) for x in range(7) for y in range(7) if x + y <= 9]
    if kind == "big":
        return [(x, y) for x in range(9) for y in range(9) if x + y <= 11]
    return [(x, y) for y, width in enumerate((19, 19, 17, 17, 15)) for x in range((19 - width) // 2, (19 + width) // 2)]


def quarter_turns(point, times):
    for _ in range(times):
        point = (18 - point[1], point[0])
    return point


def to_board(kind, place, mirror, point):
    x, y = point
    if mirror:
        x, y = (18 - x, y) if kind == "side" else (y, x)
    return quarter_turns((x, y), place)


def forms(position: Position, kind, place):
    """Return the four forms of the stones in a region, by (mirror, exchange)."""
    made = {}
    for exchange in (0, 1):
        for mirror in (0, 1):
            stones = []
            for point in shape(kind):
                color = position.color_at(to_board(kind, place, mirror, point))
                if color != EMPTY:
                    stones.append((point, other(color) if exchange else color))
            made[mirror, exchange] = tuple(sorted(stones))
    return made


def is_enclosed(position, place):
    inside = {to_board("big", place, 0, point) for point in shape("big")}
    rim = [point for point in inside if any(near not in inside for near in neighbours(point, SIZE))]
    return all(position.color_at(point) == EMPTY for point in rim)


@dataclass
class TableRow:
    """The table's knowledge of a pattern."""

    own: float
    other: float
    answers: list = field(default_factory=list)
    """(point, colour, games) by frequency."""


def chains_of(position):
    """Return all chains as (colour, stones, liberties)."""
    seen, found = set(), []
    for point in sorted(position.black | position.white):
        if point in seen:
            continue
        color, stones, queue, free = position.color_at(point), set(), [point], set()
        while queue:
            stone = queue.pop()
            if stone in stones:
                continue
            stones.add(stone)
            for near in neighbours(stone, SIZE):
                if position.color_at(near) == color:
                    queue.append(near)
                elif position.color_at(near) == EMPTY:
                    free.add(near)
        seen |= stones
        found.append((color, stones, free))
    return found


def qualities(position, territory):
    """Return the qualities of Black and of White. `territory` is [(is side, Black's, White's)] of the patterns in use."""
    chains = chains_of(position)
    adjacent = [0.0, 0.0]
    for color, stones, free in chains:
        for rival, others, rival_free in chains:
            touches = any(near in others for stone in stones for near in neighbours(stone, SIZE))
            if color == BLACK and rival == WHITE and touches:
                lead = min(len(free), 6) - min(len(rival_free), 6)
                adjacent[0 if lead > 0 else 1] += abs(lead)
    rows = []
    for index, color in enumerate((BLACK, WHITE)):
        own = position.black if color == BLACK else position.white
        reached = [
            min(x, y, 18 - x, 18 - y) + 1
            for x in range(SIZE)
            for y in range(SIZE)
            if position.color_at((x, y)) == EMPTY and any(abs(x - a) + abs(y - b) <= 4 for a, b in own)
        ]
        rows.append(
            [
                sum(each[1 + index] for each in territory if not each[0]),
                sum(each[1 + index] for each in territory if each[0]),
                float(len(own)),
                float(sum(len(free) for each, _, free in chains if each == color)),
                adjacent[index],
                0.0,
                float(sum(line in (3, 4) for line in reached)),
                float(sum(line > 4 for line in reached)),
            ]
        )
    return rows


class Evaluation:
    """M-eval on plain games."""

    def __init__(self, table, key_of, encoding, direction, width):
        self.table, self.key_of = table, key_of
        self.encoding, self.direction, self.width = encoding, direction, width

    def patterns(self, game):
        """Return {(kind, place): (row, mirror, exchange)} of the patterns in use."""
        found = {}
        for kind in ("small", "big", "side"):
            for place in range(4):
                if kind == "big" and not is_enclosed(game.position, place):
                    continue
                key, (mirror, exchange) = self.key_of(game.position, kind, place)
                if key in self.table:
                    found[kind, place] = self.table[key], mirror, exchange
        return {key: row for key, row in found.items() if key[0] != "small" or ("big", key[1]) not in found}

    def territory(self, game):
        rows = []
        for (kind, _), (row, _, exchange) in self.patterns(game).items():
            black, white = (row.other, row.own) if exchange else (row.own, row.other)
            rows.append((kind == "side", black, white))
        return rows

    def value(self, game, color):
        own, theirs = qualities(game.position, self.territory(game))
        if color == WHITE:
            own, theirs = theirs, own
        parts = [sum((a - b) * weight for a, b, weight in zip(own, theirs, line, strict=True)) for line in self.encoding]
        return sum(part * weight for part, weight in zip(parts, self.direction, strict=True))

    def answers(self, game, last=None):
        """Return the legal answers of the player to move in all regions, or in those with the last move."""
        moves = []
        for (kind, place), (row, mirror, exchange) in self.patterns(game).items():
            if last is not None and last not in {to_board(kind, place, 0, point) for point in shape(kind)}:
                continue
            own = [each for each in row.answers if (other(each[1]) if exchange else each[1]) == game.to_play]
            moves += [to_board(kind, place, mirror, point) for point, _, _ in own[: self.width]]
        return {move for move in moves if game.is_legal(move, game.to_play)}

    def minimax(self, game, color, last, left):
        """Return the best that the player to move can have: as it stands, or after a local answer."""
        values = [self.value(game, color)]
        for move in self.answers(game, last) if left > 0 else ():
            after = game.copy()
            after.play(move)
            values.append(self.minimax(after, color, move, left - 1))
        return max(values) if game.to_play == color else min(values)

    def candidates(self, game: Game, depth):
        found = {}
        for move in self.answers(game):
            after = game.copy()
            after.play(move)
            found[move] = self.minimax(after, game.to_play, move, max(1, depth) - 1)
        return found
