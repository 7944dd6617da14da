"""The score of a finished game, line by line, and the owner of each point."""

from __future__ import annotations

from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, WHITE, Point
from miai.go.rules.plain import PlainGame, surrounded
from miai.go.rules.rulesets import Rules
from miai.go.rules.tally import Tally, tally
from miai.web.languages import mark


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet."""

    name: str
    black: float
    white: float


@dataclass(frozen=True)
class ScoreSheet:
    """A counted position. `black` and `white` are the points of each player, including dead stones of the opponent."""

    black: frozenset[Point]
    white: frozenset[Point]
    lines: tuple[ScoreLine, ...]
    tally: Tally


def count_score(game: PlainGame, rules: Rules, handicap: int, dead: frozenset[Point], seki: frozenset[Point]) -> ScoreSheet:
    """Return the score of the position of `game` after the stones of `dead` are removed."""
    dead = dead if rules.dead_stones else frozenset()
    position = game.position
    alive = position.put(0, dead)
    black, white = surrounded(alive, seki if rules.counting == "territory" else ())
    by = {BLACK: frozenset(black), WHITE: frozenset(white)}
    total = tally(position, rules, (game.captures[BLACK], game.captures[WHITE]), dead, seki, handicap)
    territory = ScoreLine(mark("territory"), len(black), len(white))
    if rules.counting == "area":
        lines = [ScoreLine(mark("stones on the board"), len(alive.black), len(alive.white)), territory]
    else:
        lines = [
            territory,
            ScoreLine(mark("prisoners"), game.captures[BLACK], game.captures[WHITE]),
            ScoreLine(mark("dead stones"), len(dead & position.white), len(dead & position.black)),
        ]
    lines.append(ScoreLine(mark("komi"), 0, rules.komi))
    if rules.points_for_handicap(handicap):
        lines.append(ScoreLine(mark("handicap compensation"), 0, rules.points_for_handicap(handicap)))
    if rules.counting == "area":
        by = {BLACK: by[BLACK] | alive.black, WHITE: by[WHITE] | alive.white}
    return ScoreSheet(by[BLACK], by[WHITE], (*lines, ScoreLine(mark("total"), total.black, total.white)), total)
