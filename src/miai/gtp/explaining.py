"""What the engine thought of its last move, for those who keep records of games: `gomill-explain_last_move`, which arenas know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from miai.gtp.analysis import candidates
from miai.gtp.registry import command

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.gtp.engine import GtpEngine

LONGEST_VARIATION = 8


def explain(player: Player) -> str:
    """Playouts, and the first moves with their visits, values (for the player) and expected play. To be asked before the move is made."""
    lines = [f"{player.thinker.playouts} playouts"]
    for row in candidates(player)[:3]:
        lines.append(f"{row.move}: {row.visits} visits, value {row.value:.3f}, {' '.join(row.pv[:LONGEST_VARIATION])}")
    return "\n".join(lines)


@command("gomill-explain_last_move")
def explain_last_move(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Nothing before the first move of `genmove`."""
    return engine.explanation
