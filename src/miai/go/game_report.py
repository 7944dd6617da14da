"""The report of a reviewed game: the loss of every move, each player's accuracy by phase, and the turning points.

The board in the browser and `miai analyze` format the same `GameReport`. Importing this module compiles nothing.

| term | definition |
|---|---|
| loss of a move | win rate (or lead) of its player before the move minus that after it; at least 0, and 0 for the engine's first choice |
| accuracy of a move | 100 exp(-4 w), where w is its loss of win rate: 100 without a loss, 82 at 5 %, 37 at 25 % |
| opening, endgame | the moves up to 14 % of the points of the board (50 on 19x19), and those beyond 42 % (150) |
| turning point | a move that lost 10 % or more, from a win rate of at least one half to a mean below it in the next five positions |
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from miai.go.analysis import PositionAnalysis

PHASES = ("opening", "middle game", "endgame")
OPENING_SHARE, MIDDLE_SHARE = 50 / 361, 150 / 361
"""Moves of the opening, and of opening and middle game together, as shares of the points of the board."""
STEEPNESS = 4.0
"""How fast accuracy falls with the loss of win rate."""
MISTAKE, BLUNDER = 0.05, 0.15
"""Losses of win rate from which a move counts as a mistake, and as a blunder."""
TURN, TURN_POSITIONS = 0.10, 5
"""Least loss of a turning point, and positions after it whose mean win rate must favour the opponent."""


@dataclass(frozen=True)
class MoveLoss:
    """A move of the game with its loss, from the viewpoint of its player."""

    number: int
    color: str
    played: str
    better: str
    """The engine's first choice; the same as `played` if the move was that."""
    phase: str
    win_rate: float
    """Win rate of its player before the move."""
    win_loss: float
    point_loss: float

    @property
    def accuracy(self) -> float:
        """Accuracy of the move, from 0 to 100."""
        return 100.0 * math.exp(-STEEPNESS * self.win_loss)


@dataclass(frozen=True)
class PlayerPhase:
    """The moves of one player in one phase, or in the whole game."""

    moves: int
    accuracy: float
    """Mean accuracy of the moves."""
    first_choices: int
    """Moves that were the engine's first choice."""
    mistakes: int
    blunders: int
    """Blunders are not counted as mistakes."""
    points_per_move: float
    """Mean loss of points."""


@dataclass(frozen=True)
class GameReport:
    """The report of a game; players and phases without an analysed move are left out."""

    players: dict[str, dict[str, PlayerPhase]]
    """By colour, then by phase; the whole game is the phase "game"."""
    turning_points: tuple[MoveLoss, ...]
    """In the order of the game."""
    losses: tuple[MoveLoss, ...]
    """All moves whose positions before and after are analysed."""

    def as_dict(self) -> dict[str, Any]:
        """Return the report for JSON, with rounded numbers."""
        return {
            "players": {
                color: {phase: _rounded(asdict(found)) for phase, found in phases.items()} for color, phases in self.players.items()
            },
            "turning_points": [_rounded(asdict(each)) for each in self.turning_points],
            "moves": [_rounded(asdict(each) | {"accuracy": each.accuracy}) for each in self.losses],
        }


def report_game(analyses: Sequence[PositionAnalysis | None], size: int) -> GameReport:
    """Return the report of a game on a board of `size`, from the analyses of its positions in order; `None` for one without."""
    losses = losses_of(analyses, size)
    players = {}
    for color in ("black", "white"):
        own = [each for each in losses if each.color == color]
        by_phase = {"game": own} | {phase: [each for each in own if each.phase == phase] for phase in PHASES}
        found = {phase: summarise(moves) for phase, moves in by_phase.items() if moves}
        if found:
            players[color] = found
    by_number = {each.number: each.win_rate for each in analyses if each is not None}
    turned = tuple(each for each in losses if is_turning_point(each, by_number))
    return GameReport(players, turned, tuple(losses))


def is_turning_point(loss: MoveLoss, by_number: dict[int, float]) -> bool:
    """Return whether a move lost the favour of the win rate for longer than a move; `by_number` has Black's by moves made."""
    if loss.win_loss < TURN or loss.win_rate < 0.5:
        return False
    following = [by_number[number] for number in range(loss.number, loss.number + TURN_POSITIONS) if number in by_number]
    mean = sum(following) / len(following)
    return (mean if loss.color == "black" else 1.0 - mean) < 0.5


def losses_of(analyses: Sequence[PositionAnalysis | None], size: int) -> list[MoveLoss]:
    """Return the loss of every move whose positions before and after are analysed."""
    found = []
    for before, after in itertools.pairwise(analyses):
        if before is not None and after is not None and before.played is not None:
            found.append(loss_of_move(before, after, size))
    return found


def loss_of_move(before: PositionAnalysis, after: PositionAnalysis, size: int) -> MoveLoss:
    """Return the loss of the move `before.played`, which led to the position of `after`."""
    assert before.played is not None
    sign = 1.0 if before.to_play == "black" else -1.0
    better = before.candidates[0].move if before.candidates else before.played
    is_first = better == before.played
    return MoveLoss(
        number=before.number + 1,
        color=before.to_play,
        played=before.played,
        better=better,
        phase=phase_of(before.number + 1, size),
        win_rate=before.win_rate if sign > 0 else 1.0 - before.win_rate,
        win_loss=0.0 if is_first else max(0.0, sign * (before.win_rate - after.win_rate)),
        point_loss=0.0 if is_first else max(0.0, sign * (before.lead - after.lead)),
    )


def phase_of(number: int, size: int) -> str:
    """Return the phase of move `number` on a board of `size`."""
    share = number / size**2
    return PHASES[int(share > OPENING_SHARE) + int(share > MIDDLE_SHARE)]


def summarise(moves: Sequence[MoveLoss]) -> PlayerPhase:
    """Return the summary of at least one move of a player."""
    return PlayerPhase(
        moves=len(moves),
        accuracy=sum(each.accuracy for each in moves) / len(moves),
        first_choices=sum(each.played == each.better for each in moves),
        mistakes=sum(MISTAKE <= each.win_loss < BLUNDER for each in moves),
        blunders=sum(each.win_loss >= BLUNDER for each in moves),
        points_per_move=sum(each.point_loss for each in moves) / len(moves),
    )


def _rounded(data: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in data.items()}
