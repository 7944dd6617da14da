"""Commands of the servers KGS and CGOS."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from miai.core.errors import unknown_name
from miai.go.notation.coordinates import to_vertex
from miai.go.player.describing import AnalysisDetail
from miai.go.rules.rulesets import rules_named
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_color

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

KGS_RULES = {"japanese": "japanese", "chinese": "chinese", "aga": "aga", "new_zealand": "tromp-taylor"}
"""New Zealand rules are those of Tromp and Taylor, except that their superko is situational."""


@command("kgs-genmove_cleanup", least=1, most=1)
def genmove_cleanup(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Make a move that takes dead stones of the opponent off; pass when none are left."""
    color = read_color(words[0])
    move = engine.player.choose(color, cleanup=True).move
    engine.player.play(color, move)
    return to_vertex(move)


@command("kgs-rules", least=1, most=1)
def kgs_rules(engine: GtpEngine, words: tuple[str, ...]) -> str:
    if words[0].lower() not in KGS_RULES:
        raise Failure(str(unknown_name("rules", words[0], KGS_RULES)))
    rules = rules_named(KGS_RULES[words[0].lower()])
    engine.player.set_rules(rules.with_komi(engine.player.game.rules.komi))
    return ""


@command("kgs-game_over", most=None)
def game_over(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """End the game: drop the search."""
    engine.player.thinker.forget()
    return ""


@command("kgs-chat", most=None)
def chat(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "I am miai, a program, and can only play Go"


@command("cgos-opponent_name", most=None)
def opponent_name(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return ""


@command("cgos-opponent_rating", most=None)
def opponent_rating(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return ""


@command("cgos-gameover", most=None)
def cgos_game_over(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return game_over(engine, words)


@command("cgos-genmove_analyze", least=1, most=None)
def cgos_genmove_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Make a move; a line of JSON with its analysis comes first."""
    color = read_color(words[0])
    engine.begin_stream()
    decision = engine.player.genmove(color, detail=AnalysisDetail(candidates=5))
    rows = decision.analysis.candidates
    data = {
        "winrate": round(rows[0].win_rate, 4) if rows else 0.5,
        "moves": [
            {"move": row.move, "winrate": round(row.win_rate, 4), "visits": row.visits, "pv": " ".join(row.variation)}
            for row in rows
        ],
    }
    engine.stream(json.dumps(data, separators=(",", ":")))
    return f"play {to_vertex(decision.move)}"
