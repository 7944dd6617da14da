"""The end of a game on the board: which points are whose, and how the score is made up."""

from __future__ import annotations

from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, WHITE, Point
from miai.go.rules.plain import PlainGame, surrounded
from miai.go.rules.rulesets import Rules
from miai.go.rules.tally import Tally, tally


@dataclass(frozen=True)
class Line:
    """One line of the count."""

    name: str
    black: float
    white: float


@dataclass(frozen=True)
class Count:
    """A position counted. `black` and `white` are the points that each has, dead stones of the other among them."""

    black: frozenset[Point]
    white: frozenset[Point]
    lines: tuple[Line, ...]
    tally: Tally


def count(game: PlainGame, rules: Rules, handicap: int, dead: frozenset[Point], seki: frozenset[Point]) -> Count:
    """Count the position of `game`, the stones of `dead` taken off."""
    dead = dead if rules.dead_stones else frozenset()
    position = game.position
    alive = position.put(0, dead)
    black, white = surrounded(alive, seki if rules.counting == "territory" else ())
    by = {BLACK: frozenset(black), WHITE: frozenset(white)}
    total = tally(position, rules, (game.captures[BLACK], game.captures[WHITE]), dead, seki, handicap)
    if rules.counting == "area":
        lines = [Line("stones on the board", len(alive.black), len(alive.white)), Line("points surrounded", len(black), len(white))]
    else:
        lines = [
            Line("points surrounded", len(black), len(white)),
            Line("prisoners", game.captures[BLACK], game.captures[WHITE]),
            Line("dead stones", len(dead & position.white), len(dead & position.black)),
        ]
    lines.append(Line("komi", 0, rules.komi))
    if rules.points_for_handicap(handicap):
        lines.append(Line("for handicap stones", 0, rules.points_for_handicap(handicap)))
    if rules.counting == "area":
        by = {BLACK: by[BLACK] | alive.black, WHITE: by[WHITE] | alive.white}
    return Count(by[BLACK], by[WHITE], (*lines, Line("together", total.black, total.white)), total)
