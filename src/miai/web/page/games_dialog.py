"""The list of the user's games: find one, open it again, delete it."""

from __future__ import annotations

import time
from html import escape
from typing import Any

from nicegui import ui

from miai.web.game_session import GameSession
from miai.web.languages import plural
from miai.web.languages import text as _
from miai.web.library import GameSummary
from miai.web.page.questions import Question
from miai.web.page.record_card import describe_result
from miai.web.page.texts import shown_names
from miai.web.page.widgets import HtmlBlock, text_button
from miai.web.past_games import list_games, open_past_game

SHOWN = 50
"""Games that are shown at once; others are found by typing."""


class GamesDialog:
    """The dialog with the list of games."""

    def __init__(self, session: GameSession, question: Question) -> None:
        self.session, self.question = session, question
        self.games: list[GameSummary] = []
        title = _("Games")
        with ui.dialog().props(f'aria-label="{title}"') as self.dialog, ui.card().classes("q-pa-md games"):
            with ui.element("div").classes("line-up"):
                ui.label(title).classes("text-h6 grow")
                self.wanted = ui.input(_("Find"), placeholder=_("player, event, result"), on_change=self.draw)
                self.wanted.props("dense outlined clearable").style("width:14rem")
            self.rows = HtmlBlock("games-list")
            self.rows.element.props(f'tabindex=0 role=region aria-label="{title}"')
            self.rows.element.on("click", self._on_click, js_handler="(e) => miai.nearest(e, 'act', emit)")
            with ui.element("div").classes("line-up").style("justify-content:flex-end"):
                text_button(_("Close"), self.dialog.close, main=True)

    def open(self) -> None:
        """Open the dialog with the list as it is now."""
        self.wanted.value = ""
        self._read()
        self.dialog.open()

    def _read(self) -> None:
        self.games = list_games(self.session)
        self.draw()

    def draw(self) -> None:
        """Show the games that contain every word of the search."""
        words = str(self.wanted.value or "").lower().split()
        found = [each for each in self.games if all(word in searched_text(each) for word in words)]
        self.rows.show(games_list(found, self.session.game_name) if found else no_games(bool(self.games)))

    async def _on_click(self, event: Any) -> None:
        act, _space, name = str(event.args).partition(" ")
        game = next((each for each in self.games if each.name == name), None)
        if game is None:
            return
        if act == "open" and await self.question.may_leave(self.session):
            open_past_game(self.session, name)
            self.dialog.close()
        elif act == "delete" and await self.question.ask(
            _("Delete this game?"), describe_players(game), _("Delete it"), _("Keep it")
        ):
            self.session.library.delete(name)
            self._read()


def no_games(has_others: bool) -> str:
    """Return the text in place of an empty list."""
    text = _("No game fits.") if has_others else _("Your games will be listed here: those you play, and records that you analyse.")
    return f'<div class="note">{text}</div>'


def describe_players(game: GameSummary) -> str:
    """Return who plays whom."""
    return " – ".join(shown_names(game.black, game.white))


def searched_text(game: GameSummary) -> str:
    """Return the text in which the words of a search are found."""
    state = describe_result(game.result) if game.result else _("not finished")
    size = f"{game.size}×{game.size} {game.size}x{game.size}"
    return f"{describe_players(game)} {game.event} {game.result} {state} {size} {describe_day(game.when)}".lower()


def describe_day(when: float) -> str:
    """Return a day and time as ISO writes them, which every language can read."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(when))


def games_list(games: list[GameSummary], present: str) -> str:
    """Return the list as HTML, with the present game marked; more than SHOWN games are counted."""
    rows = "".join(_row(game, game.name == present) for game in games[:SHOWN])
    left = len(games) - SHOWN
    text = plural("{count} older game; type to find it.", "{count} older games; type to find one.", left).format(count=left)
    more = f'<div class="note">{text}</div>' if left > 0 else ""
    return f'<ul class="game-rows">{rows}</ul>{more}'


def _row(game: GameSummary, is_present: bool) -> str:
    state = describe_result(game.result) if game.result else "" if game.is_over else _("not finished")
    facts = [
        plural("{count} move", "{count} moves", game.moves).format(count=game.moves),
        state,
        game.event,
        describe_day(game.when),
    ]
    text = f"<b>{escape(describe_players(game))}</b><span>{escape(' · '.join(each for each in facts if each))}</span>"
    if is_present:
        here = _("on the board")
        return f'<li class="game-row now">{thumbnail(game)}<div class="about">{text}</div><span class="note">{here}</span></li>'
    delete = escape(_("Delete {game}").format(game=describe_players(game)), quote=True)
    return (
        f'<li class="game-row"><button class="about" data-act="open {game.name}">{thumbnail(game)}'
        f'<span class="about">{text}</span></button>'
        f'<button class="delete" data-act="delete {game.name}" aria-label="{delete}"><i class="q-icon material-icons" '
        f'aria-hidden="true">delete_outline</i></button></li>'
    )


def thumbnail(game: GameSummary) -> str:
    """Return a small picture of the last position: all stones of one colour are one path of dots."""
    paths = "".join(
        f'<path class="{name}" d="{"".join(f"M{x} {y}h0" for x, y in _places(stones, game.size))}"/>'
        for name, stones in zip("bw", game.stones, strict=True)
        if stones
    )
    return f'<svg class="game-picture" viewBox="-1 -1 {game.size + 1} {game.size + 1}" aria-hidden="true">{paths}</svg>'


def _places(letters: str, size: int) -> list[tuple[int, int]]:
    pairs = zip(letters[::2], letters[1::2], strict=False)
    return [(ord(column) - 97, size - 1 - (ord(row) - 97)) for column, row in pairs]
