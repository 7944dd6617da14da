"""Commands that servers ask for: KGS and CGOS."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from miai.go.notation.coordinates import to_vertex
from miai.go.rules.rulesets import rules_named
from miai.gtp.analysis import candidates
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_color

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

KGS_RULES = {"japanese": "japanese", "chinese": "chinese", "aga": "aga", "new_zealand": "tromp-taylor"}
"""New Zealand's rules are those of Tromp and Taylor but for the way in which superko looks at who is to move."""


@command("kgs-genmove_cleanup", least=1, most=1)
def genmove_cleanup(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """A move that takes the opponent's dead stones off; passes when none are left."""
    color = read_color(words[0])
    move = engine.player.choose(color, cleanup=True)
    engine.player.play(color, move)
    return to_vertex(move)


@command("kgs-rules", least=1, most=1)
def kgs_rules(engine: GtpEngine, words: tuple[str, ...]) -> str:
    if words[0].lower() not in KGS_RULES:
        raise Failure(f"unknown rules; there are {', '.join(KGS_RULES)}")
    rules = rules_named(KGS_RULES[words[0].lower()])
    engine.player.set_rules(rules.with_komi(engine.player.game.rules.komi))
    return ""


@command("kgs-game_over", most=None)
def game_over(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """The game is over: nothing is to be thought about until the next."""
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
    """A move, and what is thought of it as JSON in the lines before."""
    color = read_color(words[0])
    engine.begin_stream()

    def report() -> None:
        rows = candidates(engine.player)[:5]
        told = {
            "winrate": round(rows[0].value, 4) if rows else 0.5,
            "moves": [
                {"move": row.move, "winrate": round(row.value, 4), "visits": row.visits, "pv": " ".join(row.pv)} for row in rows
            ],
        }
        engine.write(json.dumps(told, separators=(",", ":")) + "\n")

    return f"play {to_vertex(engine.player.genmove(color, report, math.inf, report_last=True))}"
