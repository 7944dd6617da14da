"""The lines of `kata-analyze` and `lz-analyze`, as a report of the engine (see `engine.report`)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from miai.go.notation.coordinates import BLACK, from_vertex, to_vertex

MOST_MOVES, LONGEST_LINE = 10, 12
"""Candidates of a report, and moves of a variation."""


@dataclass
class AnalysedMove:
    """A candidate of another engine. Values are for the player to move."""

    move: str
    visits: int = 0
    win_rate: float = 0.5
    lead: float | None = None
    variation: list[str] = field(default_factory=list)


def parse_analysis(line: str, size: int, by_ten_thousand: bool) -> tuple[list[AnalysedMove], list[float]]:
    """Return the moves of a line, best first, and the owner of each point for the player to move, if the line has them.

    Leela Zero writes win rates as shares of ten thousand (`by_ten_thousand`). Raise `ValueError` for a line that is not an analysis.
    """
    words, _, owners = line.partition(" ownership ")
    moves = [_move(part.split(), size, by_ten_thousand) for part in words.split("info ") if part.strip()]
    found = [_number(word) for word in owners.split()[: size * size]]
    return [each for each in moves if each is not None], found if len(found) == size * size else []


def _move(words: list[str], size: int, by_ten_thousand: bool) -> AnalysedMove | None:
    """Return the move that one `info` describes; `None` for an info about the position."""
    if words[0] != "move":
        return None
    found = AnalysedMove(_vertex(words[1], size))
    index = 2
    while index < len(words):
        key, value = words[index], words[index + 1] if index + 1 < len(words) else ""
        if key == "pv":
            found.variation = _variation(words[index + 1 :], size)
            break
        if key == "visits":
            found.visits = int(value)
        elif key == "winrate":
            found.win_rate = min(max(_number(value) / (10_000 if by_ten_thousand else 1), 0.0), 1.0)
        elif key == "scoreLead":
            found.lead = round(_number(value), 2)
        index += 2
    return found


def _number(word: str) -> float:
    """Return a finite number. Raise `ValueError` for anything else."""
    found = float(word)
    if not math.isfinite(found):
        raise ValueError(f"expected a number, not {word}")
    return found


def _vertex(word: str, size: int) -> str:
    return to_vertex(from_vertex(word, size))


def _variation(words: list[str], size: int) -> list[str]:
    """Return the moves up to the next key, such as pvVisits or rootInfo."""
    found = []
    for word in words[:LONGEST_LINE]:
        try:
            found.append(_vertex(word, size))
        except ValueError:
            break
    return found


def report_analysis(moves: list[AnalysedMove], owners: list[float], to_play: int, size: int) -> dict[str, Any]:
    """Return the report of an analysis by another engine."""
    sign = 1 if to_play == BLACK else -1
    best = moves[0]
    return {
        "to_play": to_play,
        "visits": sum(each.visits for each in moves),
        "win": round(best.win_rate if to_play == BLACK else 1.0 - best.win_rate, 4),
        "lead": round(sign * (best.lead or 0.0), 2),
        "owners": [round(100 * sign * min(max(owner, -1.0), 1.0)) for owner in owners] or [0] * (size * size),
        "speed": 0,
        "moves": [
            [each.move, round(each.win_rate, 4), each.visits, each.variation or [each.move], each.lead]
            for each in moves[:MOST_MOVES]
        ],
    }
