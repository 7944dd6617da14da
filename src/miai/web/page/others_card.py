"""The card *What others played here*: the next moves of the games in a database, on the board as it is shown."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, Move, from_vertex
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.page.widgets import HtmlBlock
from miai.web.tree import GameTree

if TYPE_CHECKING:
    from miai.go.games.database import GamesDatabase
    from miai.go.games.lookup import Lookup

MOST_MOVES = 12
"""Rows of the table."""


class OthersCard:
    """The moves that others played in the position on the board; a click plays one. Nothing is shown without a database."""

    def __init__(self, session: GameSession, database: GamesDatabase | None) -> None:
        self.session, self.database = session, database
        with ui.element("div").classes("card") as card:
            ui.html(f"<h3>{_('What others played here')}</h3>", sanitize=False)
            self.table = HtmlBlock()
        self.table.element.on("click", self._on_click, js_handler="(e) => miai.nearest(e, 'next', emit)")
        card.set_visibility(database is not None)

    def _on_click(self, event: Any) -> None:
        if not self.session.is_opponent_to_move():
            self.session.play(from_vertex(str(event.args), self.session.tree.size))

    def draw(self) -> None:
        """Look up the position on the board."""
        if self.database is not None:
            self.table.show(others_table(find_others(self.database, self.session.tree)))


def find_others(database: GamesDatabase, tree: GameTree) -> Lookup | None:
    """Return what was played in the position of the current node.

    `None` where other than handicap stones are set up, or a rule is broken.
    """
    from miai.go.games.lookup import look_up_position  # imports Numba, which a server without a database does not need

    nodes = [tree.nodes[number] for number in tree.path()]
    if any(node.white or node.empty or (node.black and number) for number, node in enumerate(nodes)):
        return None
    stones: list[tuple[int, Move]] = [(BLACK, point) for point in sorted(nodes[0].black)]
    try:
        played = [(node.color, node.move) for node in nodes if node.color and node.move]
        return look_up_position(database, [*stones, *played], tree.size, 0)
    except UserError:
        return None


def others_table(found: Lookup | None) -> str:
    """Return the moves with their games and the wins of their player, most frequent first."""
    moves = [each for each in found.moves if each.move != "elsewhere"] if found is not None else []
    if not moves:
        return f'<div class="note" data-others="0">{_("No game of the database has this position.")}</div>'
    rows = "".join(
        f'<tr data-next="{escape(each.move)}"><td>{escape(each.move)}</td><td class="num">{each.games:,}</td>'
        f'<td><div class="parts"><i class="p-playouts" style="width:{100 * each.share:.1f}%"></i></div></td>'
        f'<td class="num">{each.share:.0%}</td><td class="num">{"–" if each.win_rate is None else f"{each.win_rate:.0%}"}</td>'
        f'<td class="wide">{"" if each.low is None or each.high is None else f"{each.low:.0%} – {each.high:.0%}"}</td></tr>'
        for each in moves[:MOST_MOVES]
    )
    head = (
        f'<tr><th>{_("move")}</th><th class="num">{_("Games")}</th><th></th><th></th><th class="num">{_("wins")}</th>'
        f"<th>{_('95 % interval')}</th></tr>"
    )
    return f'<table class="list others" data-others="{found.games if found else 0}">{head}{rows}</table>'
