"""Texts and small pieces of HTML that several panels show. Text from users and files is escaped here."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.board import hint_color, short
from miai.web.engine.protocol import RequestKind
from miai.web.events import Phase
from miai.web.game_session import GameSession

NAMES = {BLACK: "Black", WHITE: "White"}
RULE_NAMES = {"chinese": "Chinese", "aga": "AGA", "japanese": "Japanese", "tromp-taylor": "Tromp-Taylor"}

KEYS = (
    ("← →", "previous move, next move"),
    ("Home End", "start, end of the game"),
    ("↑ ↓", "another variation of this move"),
    ("p", "pass"),
    ("u", "undo"),
    ("a", "analysis on or off"),
    ("h", "show or hide candidates on the board"),
    ("o", "show or hide the expected owner of each point"),
    ("n", "move numbers"),
    ("c", "coordinates"),
    ("d", "dark or light theme"),
    ("m", "type a move, for example D4"),
    ("?", "this help"),
)


def keys_table() -> str:
    """Return the keyboard shortcuts."""
    rows = "".join(
        f"<div>{''.join(f'<kbd>{escape(key)}</kbd> ' for key in keys.split())}</div><div>{what}</div>" for keys, what in KEYS
    )
    return f'<div class="keys">{rows}</div>'


def board_legend() -> str:
    """Return the legend of the board."""
    hints = "".join(
        f'<span><i style="background:{hint_color(loss)}"></i>{text}</span>'
        for loss, text in ((0.0, "best move"), (0.03, "wins 3 % less often"), (0.08, "8 % less"), (0.2, "20 % less, or worse"))
    )
    return (
        f'<div class="legend">{hints}'
        "<span><b>54</b> win rate of the player to move, in %</span><span><small>1.2k</small> visits by the search</span>"
        '<span><i class="sq" style="background:#111;border:1px solid #888"></i>probably Black\'s</span>'
        '<span><i class="sq" style="background:#fff;border:1px solid #888"></i>probably White\'s; '
        "larger squares are more certain</span></div>"
    )


def curve_legend() -> str:
    """Return the legend of the curve."""
    return (
        '<div class="legend"><span><i class="ln" style="background:var(--win)"></i>Black\'s win rate</span>'
        '<span><i class="ln" style="background:var(--lead)"></i>Black\'s lead in points (right axis)</span>'
        '<span><i style="border:2.4px solid var(--slip)"></i>mistake</span></div>'
    )


def graph_legend() -> str:
    """Return the legend of the search graph."""
    return (
        '<div class="legend"><span><i style="background:var(--node)"></i>position, named by the move to it; larger with more visits</span>'
        '<span><i style="background:var(--joined)"></i>transposition: several move orders lead here; a tree would repeat it</span>'
        '<span><i class="ln" style="background:var(--soft)"></i>move; thicker with more visits</span></div>'
    )


def parts_legend() -> str:
    """Return the legend of the parts of a value."""
    return (
        '<div class="legend"><span><i class="sq p-playouts"></i>playouts after the move</span>'
        '<span><i class="sq p-rave"></i>RAVE: playouts with the move at any later time</span>'
        '<span><i class="sq p-prior"></i>prior: value before the first visit</span></div>'
    )


def describe_memory(memory: dict[str, Any] | None) -> str:
    """Return a sentence about the graph on disk."""
    if memory is None:
        return ""
    if memory["positions"] is None:
        return f"Without a graph on disk: {escape(memory['trouble'])}."
    use = "new results are added" if memory["learns"] else "read only"
    return f"Graph on disk: <b>{escape(memory['file'])}</b>, {memory['positions']:,} positions of earlier searches; {use}."


def sentence(error: Exception) -> str:
    """Return an error message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def engine_status(session: GameSession) -> tuple[str, str, float | None]:
    """Return the lamp, the engine's status as a text, and the progress of a compilation."""
    controller, report = session.controller, session.analysis.report
    if controller.trouble:
        return "bad", controller.trouble.capitalize(), None
    if controller.is_waiting:
        return "", "All engines are in use; yours starts when one becomes free", None
    if controller.compiling is not None:
        count, seconds = controller.compiling["count"], controller.compiling["seconds"]
        text = f"Compiling (once per version of miai): {count} functions, {seconds:.0f} s"
        return "on", text, controller.compilation_progress()
    if not controller.is_ready:
        return "", "The engine is starting" if controller.has_engine else "The engine will start when it is needed", None
    speed = f", {short(report['visits'])} visits, {short(report['speed'])} per second" if report and controller.is_busy() else ""
    doing = {
        RequestKind.GENMOVE: "Choosing a move",
        RequestKind.JUDGE: "Judging dead stones",
        RequestKind.ANALYSE: "Analysing",
        RequestKind.EVALUATE: "Analysing the whole game",
    }
    if controller.task:
        return "on", doing[controller.task.kind] + speed, None
    known = (
        f"; {short(controller.memory['positions'])} positions on disk"
        if controller.memory and controller.memory["positions"] is not None
        else ""
    )
    return "ready", f"The engine is ready{known}", None


def player_strip(session: GameSession, color: int) -> str:
    """Return a player's colour, name, captures and clock."""
    game = session.tree.game()
    name = session.player_names()[color - 1]
    captures = game.captures[color]
    sub = f"{captures} captured" + (f" · komi {session.tree.rules.komi:g}" if color == WHITE else "")
    clock = session.clocks.text(color) if session.setup.engine is not None else ""
    letter = "bw"[color - 1]
    return (
        f'<span class="disc {letter}"></span><span class="who"><div class="name">{escape(name)}</div><div class="sub">{sub}</div></span>'
        f'<span class="clock" aria-label="clock">{clock}</span>'
    )


def headline(session: GameSession) -> str:
    """Return the state of the game in one line."""
    tree = session.tree
    if session.phase == Phase.OVER or (session.result and session.setup.engine is None):
        return f"Result: {escape(describe_result(session.result))}"
    if session.phase == Phase.COUNT:
        return "Mark the dead stones" if tree.rules.dead_stones else "The game has ended"
    number = tree.moves_to()
    turn = f"{NAMES[session.to_play]} to play"
    last = tree.node.move
    rules = RULE_NAMES.get(tree.rules.name, tree.rules.name)
    made = f"Move {number}: {to_vertex(last)}" if last is not None and number else f"{tree.size}×{tree.size}, {rules} rules"
    return f"{made} · {turn}"


def describe_result(result: str) -> str:
    """Return a result such as B+3.5 in words."""
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
    """Return the table of candidates: move, win rate, visits, expected variation."""
    if not moves:
        return '<div class="note">No analysis of this position yet.</div>'
    best = moves[0][1]
    rows = "".join(
        f'<tr data-hint="{escape(move)}"><td><span class="chip" style="background:{hint_color(best - value)}"></span>{escape(move)}</td>'
        f'<td class="num">{value:.1%}</td><td class="num">{short(visits)}</td><td class="wide">{escape(" ".join(line[1:8]))}</td></tr>'
        for move, value, visits, line in moves[:8]
    )
    head = '<tr><th>move</th><th class="num">win rate</th><th class="num">visits</th><th>expected variation</th></tr>'
    return f'<table class="list">{head}{rows}</table>'
