"""The explanation of the last move, for programs that keep records of games: `gomill-explain_last_move`, which arenas use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from miai.go.analysis import PositionAnalysis
from miai.go.player.describing import AnalysisDetail
from miai.gtp.registry import command

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

DETAIL = AnalysisDetail(candidates=3, variation=8)


def explain(analysis: PositionAnalysis) -> str:
    """Return the number of playouts, and the first moves with their visits, values (for the player) and expected play."""
    rows = (f"{row.move}: {row.visits} visits, value {row.win_rate:.3f}, {' '.join(row.variation)}" for row in analysis.candidates)
    return "\n".join([f"{analysis.playouts} playouts", *rows])


@command("gomill-explain_last_move")
def explain_last_move(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the explanation of the last `genmove`; nothing before the first."""
    return engine.explanation
