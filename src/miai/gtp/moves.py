"""Commands that make moves, choose them, and take them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from miai.go.notation.coordinates import RESIGN, to_vertex
from miai.go.rules.illegal_moves import IllegalMove
from miai.gtp.explaining import DETAIL, explain
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_color, read_int, read_move

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine


@command("play", least=2, most=2)
def play(engine: GtpEngine, words: tuple[str, ...]) -> str:
    color, move = read_color(words[0]), read_move(words[1], engine.player.game.size)
    if move == RESIGN:
        raise Failure("syntax error")
    try:
        engine.player.play(color, move)
    except IllegalMove:
        raise Failure("illegal move") from None
    return ""


@command("gogui-play_sequence", most=None)
def play_sequence(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Make several moves: all of them or, if one is illegal, none."""
    if len(words) % 2:
        raise Failure("syntax error")
    done = 0
    try:
        for pair in zip(words[::2], words[1::2], strict=True):
            play(engine, pair)
            done += 1
    except Failure:
        if done:
            engine.player.undo(done)
        raise
    return ""


@command("genmove", least=1, most=1)
def genmove(engine: GtpEngine, words: tuple[str, ...]) -> str:
    decision = engine.player.genmove(read_color(words[0]), detail=DETAIL)
    engine.explanation = explain(decision.analysis)
    return to_vertex(decision.move)


@command("reg_genmove", least=1, most=1)
def reg_genmove(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the move that `genmove` would make, without making it or resigning. One seed gives one answer."""
    color = read_color(words[0])
    engine.player.thinker.forget()
    return to_vertex(engine.player.choose(color, may_resign=False).move)


@command("undo", most=1)
def undo(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Take back the last move, or the given number of moves."""
    count = read_int(words[0], 0) if words else 1
    try:
        engine.player.undo(count)
    except ValueError:
        raise Failure("cannot undo") from None
    return ""


@command("gg-undo", most=1)
def undo_many(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return undo(engine, words)


@command("all_legal", "gogui-all_legal", least=1, most=1)
def all_legal(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return " ".join(to_vertex(point) for point in engine.player.game.legal_points(read_color(words[0])))


@command("is_legal", least=2, most=2)
def is_legal(engine: GtpEngine, words: tuple[str, ...]) -> str:
    color, move = read_color(words[0]), read_move(words[1], engine.player.game.size)
    return "1" if move != RESIGN and engine.player.game.is_legal(move, color) else "0"
