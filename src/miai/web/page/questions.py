"""Questions before something is given up: a dialog with two answers."""

from __future__ import annotations

from nicegui import ui

from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.page.widgets import text_button


class Question:
    """A dialog that asks for a yes or no; Escape means no."""

    def __init__(self) -> None:
        with ui.dialog().props(f'aria-label="{_("Question")}"') as self.dialog, ui.card().classes("q-pa-md question"):
            self.title = ui.label("").classes("text-h6")
            self.text = ui.label("").classes("note")
            with ui.element("div").classes("line-up").style("justify-content:flex-end"):
                self.no = text_button("", lambda: self.dialog.submit(False))
                self.yes = text_button("", lambda: self.dialog.submit(True), main=True)

    async def ask(self, title: str, text: str, yes: str, no: str) -> bool:
        """Return the answer. `yes` and `no` are the texts of the buttons."""
        self.title.text, self.text.text = title, text
        self.yes.set_text(yes)
        self.no.set_text(no)
        return bool(await self.dialog)

    async def may_leave(self, session: GameSession) -> bool:
        """Return whether the present game may make room for another: without asking if it has ended, or nothing was played."""
        if not session.is_unfinished():
            return True
        title = _("Leave this game?")
        text = _("It is not finished. It stays in the list of your games, where you can go on with it.")
        return await self.ask(title, text, _("Leave it"), _("Stay"))

    async def may_resign(self, session: GameSession) -> bool:
        """Return whether the user wants to resign."""
        moves = session.tree.moves_to(session.live)
        return await self.ask(
            _("Resign?"), _("The game ends at move {number}.").format(number=moves), _("Resign the game"), _("Play on")
        )
