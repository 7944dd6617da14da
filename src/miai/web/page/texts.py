"""Texts and small pieces of HTML that several panels show. Whatever came from outside is escaped here."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.board import hint_color, short
from miai.web.engine_controller import Mind
from miai.web.session import Session

NAMES = {BLACK: "Black", WHITE: "White"}

KEYS = (
    ("← →", "a move back, a move forward"),
    ("Home End", "to the start, to the end"),
    ("↑ ↓", "another variation of this move"),
    ("p", "pass"),
    ("u", "take back"),
    ("a", "analysis on or off"),
    ("h", "hide or show the moves on the board"),
    ("o", "whose each point will be"),
    ("n", "move numbers"),
    ("c", "coordinates"),
    ("d", "dark or light"),
    ("m", "type a move, such as D4"),
    ("?", "this sheet"),
)


def keys_sheet() -> str:
    """The keyboard shortcuts."""
    rows = "".join(
        f"<div>{''.join(f'<kbd>{escape(key)}</kbd> ' for key in keys.split())}</div><div>{what}</div>" for keys, what in KEYS
    )
    return f'<div class="keys">{rows}</div>'


def board_legend() -> str:
    """Every colour and number on the board."""
    hints = "".join(
        f'<span><i style="background:{hint_color(loss)}"></i>{text}</span>'
        for loss, text in ((0.0, "best move"), (0.03, "wins 3 % less"), (0.08, "8 % less"), (0.2, "20 % less or worse"))
    )
    return (
        f'<div class="legend">{hints}'
        "<span><b>54</b> win rate in %, for the player to move</span><span><small>1.2k</small> visits: how often it was tried</span>"
        '<span><i class="sq" style="background:#111;border:1px solid #888"></i>will be Black\'s</span>'
        '<span><i class="sq" style="background:#fff;border:1px solid #888"></i>will be White\'s; the larger, the surer</span></div>'
    )


def curve_legend() -> str:
    """The lines of the curve."""
    return (
        '<div class="legend"><span><i class="ln" style="background:var(--win)"></i>Black\'s win rate</span>'
        '<span><i class="ln" style="background:var(--lead)"></i>Black\'s lead in points (right)</span>'
        '<span><i style="border:2.4px solid var(--slip)"></i>a mistake</span></div>'
    )


def graph_legend() -> str:
    """The signs of the search graph."""
    return (
        '<div class="legend"><span><i style="background:var(--node)"></i>a position, named by the move to it; large: many visits</span>'
        '<span><i style="background:var(--joined)"></i>found by several orders of moves: a tree would hold it once for each</span>'
        '<span><i class="ln" style="background:var(--soft)"></i>a move; thick: taken often</span></div>'
    )


def parts_legend() -> str:
    """What a value is made of."""
    return (
        '<div class="legend"><span><i class="sq p-playouts"></i>playouts below the move</span>'
        '<span><i class="sq p-rave"></i>RAVE: games in which it was played later</span>'
        '<span><i class="sq p-prior"></i>prior: what is known of such moves</span></div>'
    )


def memory_in_words(memory: dict[str, Any] | None) -> str:
    """Whether the engine remembers earlier games, and how many positions."""
    if memory is None:
        return ""
    if memory["positions"] is None:
        return f"Without memory: {escape(memory['trouble'])}."
    habit = "what is found is added to it" if memory["learns"] else "nothing is added to it"
    return f"Remembers {memory['positions']:,} positions of earlier searches (<b>{escape(memory['file'])}</b>); {habit}."


def engine_status(mind: Mind) -> tuple[str, str, float | None]:
    """The lamp, what the engine does in words, and how far a compilation is."""
    if mind.trouble:
        return "bad", mind.trouble.capitalize(), None
    if mind.is_waiting:
        return "", "All engines are in use; yours begins when one is free", None
    if mind.compiling is not None:
        told = mind.compiling
        text = f"Compiling, once for this version: {told['count']} functions, {told['seconds']:.0f} s"
        return "on", text, mind.progress()
    if not mind.is_ready:
        return "", "The engine is starting" if mind.has_engine else "The engine starts when it is needed", None
    speed = f", {short(mind.telling['visits'])} visits, {short(mind.telling['speed'])}/s" if mind.telling and mind.is_busy() else ""
    doing = {
        "genmove": "Thinking about its move",
        "judge": "Judging which stones are dead",
        "analyse": "Analysing",
        "view": "Looking through the game",
    }
    if mind.job:
        return "on", doing[mind.job.kind] + speed, None
    known = (
        f", and remembers {short(mind.memory['positions'])} positions"
        if mind.memory and mind.memory["positions"] is not None
        else ""
    )
    return "ready", f"The engine is ready{known}", None


def player_strip(session: Session, color: int) -> str:
    """A player: colour, name, prisoners, clock."""
    game = session.tree.game()
    name = session.player_names()[color - 1]
    taken = game.captures[color]
    sub = f"{taken} taken" + (f" · komi {session.tree.rules.komi:g}" if color == WHITE else "")
    clock = session.clocks.text(color) if session.setup.engine is not None else ""
    letter = "bw"[color - 1]
    return (
        f'<span class="disc {letter}"></span><span class="who"><div class="name">{escape(name)}</div><div class="sub">{sub}</div></span>'
        f'<span class="clock" aria-label="clock">{clock}</span>'
    )


def headline(session: Session) -> str:
    """Where the game is, in one line."""
    tree = session.tree
    if session.phase == "over" or (session.result and session.setup.engine is None):
        return f"Result: {escape(result_in_words(session.result))}"
    if session.phase == "count":
        return "Mark the dead stones" if tree.rules.dead_stones else "The game has ended"
    number = tree.moves_to()
    turn = f"{NAMES[session.to_play]} to play"
    last = tree.node.move
    made = (
        f"Move {number}: {to_vertex(last)}" if last is not None and number else f"{tree.size}×{tree.size}, {tree.rules.name} rules"
    )
    return f"{made} · {turn}"


def result_in_words(result: str) -> str:
    """B+3.5 and its like, as one says it."""
    winner = {"B": "Black", "W": "White"}.get(result[:1])
    if winner is None or "+" not in result:
        return "a draw" if result in ("0", "Draw") else result
    how = result.partition("+")[2]
    if how[:1].upper() == "R":
        return f"{winner} wins by resignation"
    if how[:1].upper() == "T":
        return f"{winner} wins on time"
    return f"{winner} wins by {how} points" if how else f"{winner} wins"


def moves_table(moves: list[list[Any]]) -> str:
    """The candidates: move, win rate, visits, expected play."""
    if not moves:
        return '<div class="note">Nothing is known of this position yet.</div>'
    best = moves[0][1]
    rows = "".join(
        f'<tr data-hint="{escape(move)}"><td><span class="chip" style="background:{hint_color(best - value)}"></span>{escape(move)}</td>'
        f'<td class="num">{value:.1%}</td><td class="num">{short(visits)}</td><td class="wide">{escape(" ".join(line[1:8]))}</td></tr>'
        for move, value, visits, line in moves[:8]
    )
    head = '<tr><th>move</th><th class="num">wins</th><th class="num">visits</th><th>expected play</th></tr>'
    return f'<table class="list">{head}{rows}</table>'
