"""A played game as SGF: players, conditions, and each move with its time and the engine's comment."""

from __future__ import annotations

from miai.arena.play import GamePlay, Turn
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.records.sgf import GameRecord


def sgf_of(play: GamePlay, names: dict[int, str], title: str, result: str, how: str) -> str:
    """Return the record as text. `names` are the players by colour, `how` describes the end of the game."""
    conditions = play.conditions
    record = GameRecord.new(conditions.size, conditions.komi, conditions.rules, black=names[BLACK], white=names[WHITE])
    record.root.set("GN", title)
    record.root.set("RE", result)
    record.root.set("AP", ("miai", "arena"))
    versions = [f"{names[color]}: {side.version}" for color, side in play.sides.items() if side.version]
    record.root.set("C", "\n".join([*versions, how]))
    for turn in play.turns:
        record.add_move(turn.color, turn.move, _comment(turn))
    return record.to_bytes().decode()


def _comment(turn: Turn) -> str:
    return "opening" if turn.comment == "opening" else f"{turn.seconds:.2f} s\n{turn.comment}".strip()
