"""The card with the report of the game: accuracy by player and phase, turning points, and the loss of the move on the board."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.go.game_report import GameReport, MoveLoss
from miai.web.game_session import GameSession
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.page.texts import show_points
from miai.web.page.widgets import HtmlBlock, link_nodes

PHASE_NAMES = {
    "game": mark("whole game"),
    "opening": mark("opening"),
    "middle game": mark("middle game"),
    "endgame": mark("endgame"),
}
DISC = '<span class="disc {}" style="display:inline-block;width:.8rem;height:.8rem;vertical-align:-1px"></span>'


class ReportCard:
    """The report of the current line. It is hidden until two positions in a row are analysed."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        with ui.element("div").classes("card") as self.card:
            ui.html(f"<h3>{_('Report of the game')}</h3>", sanitize=False)
            self.table = HtmlBlock()
            self.turns = HtmlBlock()
            link_nodes(self.turns, session)
            note = _(
                "Accuracy is 100 without a loss of win rate, 82 at a loss of 5 %, 37 at 25 %. Best: moves that were the engine's "
                "first choice. Points: mean loss of a move."
            )
            ui.html(f'<div class="note" style="margin-top:.4rem">{note}</div>', sanitize=False)

    def draw(self, report: GameReport) -> None:
        """Show a report."""
        self.card.set_visibility(bool(report.losses))
        if report.losses:
            self.table.show(report_table(report))
            self.turns.show(turning_points(report, self.session.tree.line()))


def report_table(report: GameReport) -> str:
    """Return the table of both players' phases."""
    rows = "".join(
        f'<tr data-report="{color} {phase}" class="{"total" if phase == "game" else ""}">'
        f"<td>{DISC.format(color[0])} {_(PHASE_NAMES[phase])}</td>"
        f'<td class="num">{found.accuracy:.0f}</td><td class="num">{found.first_choices / found.moves:.0%}</td>'
        f'<td class="num">{found.mistakes}</td><td class="num">{found.blunders}</td>'
        f'<td class="num">{show_points(-found.points_per_move)}</td></tr>'
        for color, phases in report.players.items()
        for phase, found in phases.items()
    )
    names = (_("accuracy"), _("best"), _("mistakes"), _("blunders"), _("points"))
    head = "".join(f'<th class="num">{name}</th>' for name in names)
    return f'<table class="list report"><tr><th></th>{head}</tr>{rows}</table>'


def turning_points(report: GameReport, line: list[int]) -> str:
    """Return the list of turning points; a click shows the position before."""
    if not report.turning_points:
        return ""
    rows = "".join(
        f'<tr data-node="{line[each.number - 1]}"><td>{each.number}. {DISC.format(each.color[0])} {escape(each.played)}</td>'
        f"<td>{_('{move} was better').format(move=escape(each.better))}</td>"
        f'<td class="num">{each.win_rate:.0%} → {each.win_rate - each.win_loss:.0%}</td></tr>'
        for each in report.turning_points
    )
    return f'<table class="list" style="margin-top:.6rem"><tr><th colspan="3">{_("turning points")}</th></tr>{rows}</table>'


def describe_loss(loss: MoveLoss | None) -> str:
    """Return the loss of a move in one line; an empty text for `None`."""
    if loss is None:
        return ""
    move = f"{loss.number}. {DISC.format(loss.color[0])} <b>{escape(loss.played)}</b>"
    if loss.played == loss.better:
        return f'<div class="note" data-loss="0">{move}: {_("the best move")}</div>'
    percent = round(100 * loss.win_loss)
    cost = f"{f'−{percent}' if percent else 0} %, {show_points(-loss.point_loss)} {_('points')}"
    better = f"; {_('{move} was better').format(move=escape(loss.better))}" if percent else ""
    return f'<div class="note" data-loss="{loss.win_loss:.4f}">{move}: {cost}{better}</div>'
