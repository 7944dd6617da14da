"""Keeping the game of a session among the past ones, and opening a past game again."""

from __future__ import annotations

from miai.web.events import SessionEvent
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.library import GameSummary, summary_of
from miai.web.saved_sessions import game_as_data, restore_game


def is_worth_keeping(session: GameSession) -> bool:
    """Return whether there is anything of the user's in the present game: moves, or an analysis."""
    return len(session.tree.nodes) > 1 and (session.is_played or session.is_analysed)


def keep_game(session: GameSession) -> None:
    """Put the present game among the past ones."""
    if is_worth_keeping(session):
        session.library.keep(summary_of(session), game_as_data(session))


def list_games(session: GameSession) -> list[GameSummary]:
    """Return the user's games, the present one first, then the past ones, the newest first."""
    past = [each for each in session.library.summaries() if each.name != session.game_name]
    return [summary_of(session), *past] if is_worth_keeping(session) else past


def open_past_game(session: GameSession, name: str) -> None:
    """Show a past game as it was left; the present one is kept."""
    if name == session.game_name:
        return
    data = session.library.read(name)
    session.on_leave()
    if data is None or not restore_game(session, data):
        session.notify(_("That game cannot be read any more."), "warning")
        return
    session.analysis.clear()
    session.update_engines()
    session.emit(SessionEvent.BOARD, SessionEvent.ENGINE, SessionEvent.ANALYSIS, SessionEvent.REVIEW)
