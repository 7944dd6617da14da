"""Texts and small pieces of HTML that several panels show. Text from users and files is escaped here."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.board import hint_color, short
from miai.web.engine.protocol import RequestKind
from miai.web.events import Phase
from miai.web.game_session import GameSession
from miai.web.languages import capitalized, mark, translate_message
from miai.web.languages import text as _
from miai.web.page.record_card import describe_result, rank_of
from miai.web.played_move import PlayedMove

NAMES = {BLACK: mark("Black"), WHITE: mark("White")}
RULE_NAMES = {
    "chinese": mark("Chinese"),
    "aga": mark("AGA"),
    "japanese": mark("Japanese"),
    "tromp-taylor": mark("Tromp-Taylor"),
}

KEYS = (
    ("← →", mark("previous move, next move")),
    ("Home End", mark("start, end of the game")),
    ("↑ ↓", mark("another variation of this move")),
    ("p", mark("pass")),
    ("u", mark("undo")),
    ("a", mark("analysis on or off")),
    ("h", mark("show or hide candidates on the board")),
    ("o", mark("show or hide the expected owner of each point")),
    ("n", mark("move numbers")),
    ("c", mark("coordinates")),
    ("d", mark("dark or light theme")),
    ("m", mark("type a move, for example D4")),
    ("s", mark("the engine moves now")),
    ("Tab", mark("to the board: the arrow keys move a cursor, Enter plays, Escape leaves")),
    ("?", mark("this help")),
)


def keys_table() -> str:
    """Return the keyboard shortcuts."""
    rows = "".join(
        f"<div>{''.join(f'<kbd>{escape(key)}</kbd> ' for key in keys.split())}</div><div>{_(what)}</div>" for keys, what in KEYS
    )
    return f'<div class="keys">{rows}</div>'


def _legend(*items: tuple[str, str]) -> str:
    """Return a legend: signs as HTML, each with its meaning."""
    return f'<div class="legend">{"".join(f"<span>{sign} {meaning}</span>" for sign, meaning in items)}</div>'


def board_legend() -> str:
    """Return the legend of the board."""
    losses = ((0.0, _("best move")), (0.03, _("wins 3 % less often")), (0.08, _("8 % less")), (0.2, _("20 % less, or worse")))
    square = '<i class="sq" style="background:{};border:1px solid #888"></i>'
    return _legend(
        *((f'<i style="background:{hint_color(loss)}"></i>', text) for loss, text in losses),
        ('<i style="border:2px dashed #777"></i>', _("played move")),
        ("<b>54</b>", _("win rate of the player to move, in %")),
        ("<small>1.2k</small>", _("visits by the search")),
        (square.format("#111"), _("probably Black's")),
        (square.format("#fff"), _("probably White's; larger squares are more certain")),
    )


def curve_legend() -> str:
    """Return the legend of the curve."""
    return _legend(
        ('<i class="ln" style="background:var(--win)"></i>', _("Black's win rate")),
        ('<i class="ln" style="background:var(--lead)"></i>', _("Black's lead in points (right axis)")),
        ('<i style="border:2.4px solid var(--slip)"></i>', _("mistake")),
        ('<i class="sq" style="background:var(--slip);opacity:.45"></i>', _("points that a move lost")),
    )


def graph_legend() -> str:
    """Return the legend of the search graph."""
    return _legend(
        ('<i style="background:var(--node)"></i>', _("position, named by the move to it; larger with more visits")),
        ('<i style="background:var(--joined)"></i>', _("transposition: several move orders lead here; a tree would repeat it")),
        ('<i class="ln" style="background:var(--soft)"></i>', _("move; thicker with more visits")),
    )


def parts_legend() -> str:
    """Return the legend of the parts of a value."""
    return _legend(
        ('<i class="sq p-playouts"></i>', _("playouts after the move")),
        ('<i class="sq p-rave"></i>', _("RAVE: playouts with the move at any later time")),
        ('<i class="sq p-prior"></i>', _("prior: value before the first visit")),
    )


def describe_memory(memory: dict[str, Any] | None) -> str:
    """Return a sentence about the graph on disk."""
    if memory is None:
        return ""
    if memory["positions"] is None:
        return _("Without a graph on disk: {reason}.").format(reason=escape(memory["trouble"]))
    use = _("new results are added") if memory["learns"] else _("read only")
    text = _("Graph on disk: {file}, {count} positions of earlier searches; {use}.")
    return text.format(file=f"<b>{escape(memory['file'])}</b>", count=f"{memory['positions']:,}", use=use)


def sentence(error: Exception) -> str:
    """Return an error message as a sentence."""
    return f"{capitalized(translate_message(str(error)))}."


def engine_status(session: GameSession) -> tuple[str, str, float | None]:
    """Return the lamp, the engine's status as a text, and the progress of a compilation."""
    controller, report = session.controller, session.analysis.report
    if controller.trouble:
        return "bad", capitalized(controller.trouble), None
    if controller.is_waiting:
        return "", _("All engines are in use; yours starts when one becomes free"), None
    if controller.compiling is not None:
        text = _("Compiling (once per version of miai): {count} functions, {seconds} s")
        seconds = f"{controller.compilation_seconds():.0f}"
        return "on", text.format(count=controller.compiling["count"], seconds=seconds), controller.compilation_progress()
    if not controller.is_ready:
        return "", _("The engine is starting") if controller.has_engine else _("The engine will start when it is needed"), None
    speed = ""
    if report and controller.is_busy():
        text = _("{visits} visits, {speed} per second")
        speed = ", " + text.format(visits=short(report["visits"]), speed=short(report["speed"]))
    doing = {
        RequestKind.GENMOVE: _("Choosing a move"),
        RequestKind.JUDGE: _("Judging dead stones"),
        RequestKind.ANALYSE: _("Analysing"),
        RequestKind.EVALUATE: _("Analysing the whole game"),
        RequestKind.PREPARE: _("Loading compiled code for {size}").format(size=f"{session.tree.size}×{session.tree.size}"),
    }
    if controller.task:
        return "on", doing[controller.task.kind] + speed, None
    if controller.memory and controller.memory["positions"] is not None:
        known = short(controller.memory["positions"])
        return "ready", _("The engine is ready; {count} positions on disk").format(count=known), None
    return "ready", _("The engine is ready"), None


def player_strip(session: GameSession, color: int) -> str:
    """Return a player's colour, name, captures and clock."""
    game = session.tree.game()
    name, rank = shown_names(*session.player_names())[color - 1], rank_of(session, color)
    sub = _("{count} captured").format(count=game.captures[color])
    if color == WHITE:
        sub += " · " + _("komi {komi}").format(komi=f"{session.tree.rules.komi:g}")
    clock = session.clocks.text(color) if session.setup.has_engines() else ""
    letter = "bw"[color - 1]
    title = f' <span class="rank">{escape(rank)}</span>' if rank else ""
    return (
        f'<span class="disc {letter}"></span><span class="who"><div class="name">{escape(name)}{title}</div>'
        f'<div class="sub">{sub}</div></span>'
        f'<span class="clock">{clock}</span>'
    )


def shown_names(black: str, white: str) -> tuple[str, str]:
    """Return the names of both players as a page shows them: those that records write for nobody in particular are translated."""
    if (black, white) == ("Black", "White"):
        return _("Black"), _("White")
    return translate_message(black), translate_message(white)


def headline(session: GameSession) -> str:
    """Return the state of the game in one line: the last move and whose turn it is, or how the game ended."""
    tree = session.tree
    at_end = tree.current == session.live
    if session.phase == Phase.OVER and at_end:
        return _("Result: {result}").format(result=escape(describe_result(session.result)))
    if session.phase == Phase.COUNT and at_end:
        return _("Mark the dead stones") if tree.rules.dead_stones else _("The game has ended")
    number, last = tree.moves_to(), tree.node.move
    if last is not None and number:
        made = _("Move {number}: {move}").format(number=number, move=to_vertex(last))
    else:
        made = _("{size}, {rules} rules").format(
            size=f"{tree.size}×{tree.size}", rules=_(RULE_NAMES.get(tree.rules.name, tree.rules.name))
        )
    ended = at_end and session.result and session.tree.has_header()
    return f"{made} · {escape(describe_result(session.result)) if ended else turn_text(session.to_play)}"


def turn_text(color: int) -> str:
    """Return whose turn it is."""
    return _("Black to play") if color == BLACK else _("White to play")


def show_points(lead: float | None = None) -> str:
    """Return a lead in points with its sign; an empty text where there is none."""
    if lead is None:
        return ""
    return "0.0" if abs(lead) < 0.05 else f"{lead:+.1f}".replace("-", "−")


def moves_table(moves: list[list[Any]], played: PlayedMove | None = None) -> str:
    """Return the table of candidates: move, win rate, lead of the player to move, visits, expected variation.

    The row of the `played` move is marked; it is added if the move is not among the candidates.
    """
    if not moves:
        return f'<div class="note">{_("No analysis of this position yet.")}</div>'
    best, shown = moves[0][1], moves[:8]
    if played is not None and played.word not in [row[0] for row in shown]:
        shown = [*shown, [played.word, played.win, played.visits, []]]
    rows = "".join(_move_row(row, best, is_played=played is not None and row[0] == played.word) for row in shown)
    names = (_("win rate"), _("lead"), _("visits"))
    head = (
        f"<tr><th>{_('move')}</th>{''.join(f'<th class=num>{name}</th>' for name in names)}<th>{_('expected variation')}</th></tr>"
    )
    return f'<table class="list">{head}{rows}</table>'


def _move_row(row: list[Any], best: float, is_played: bool) -> str:
    move, value, visits, line, *lead = row
    color = "var(--soft)" if value is None else hint_color(best - value)
    name = f'{escape(move)} <span class="tag">{_("played")}</span>' if is_played else escape(move)
    return (
        f'<tr data-hint="{escape(move)}"{" class=played" if is_played else ""}>'
        f'<td><span class="chip" style="background:{color}"></span>{name}</td>'
        f'<td class="num">{"" if value is None else f"{value:.1%}"}</td><td class="num lead-cell">{show_points(*lead)}</td>'
        f'<td class="num">{short(visits) if visits else ""}</td><td class="wide">{escape(" ".join(line[1:8]))}</td></tr>'
    )
