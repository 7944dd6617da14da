"""The panel sessions of all users, by cookie, and the limit of workers."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

from miai.core.errors import UserError
from miai.web.languages import text as _
from miai.web.panels.session import PanelSession

MOST_WORKERS = 2
"""Workers at once; other tasks wait."""
MOST_SESSIONS = 100
MOST_BYTES = 4 << 30
"""Size limit of the uploads and results of all users."""
DELETE_AFTER = 30 * 86_400.0
"""Seconds after which the folder of a user who has not come back is deleted."""


class PanelSessions:
    """The panel sessions of a server. `server_folder` holds the data sets that every user may choose, or is `None`."""

    def __init__(self, folder: Path, server_folder: Path | None) -> None:
        self.folder, self.server_folder = folder, server_folder
        self.sessions: dict[str, PanelSession] = {}
        self._limit = asyncio.Semaphore(MOST_WORKERS)
        self._delete_old()

    def session(self, user: str) -> PanelSession:
        """Return the session of a user, as it was left or new. Raise `UserError` where there are too many."""
        if user not in self.sessions:
            self._make_room()
            self.sessions[user] = PanelSession(self.folder / user, self.server_folder, self._limit)
        return self.sessions[user]

    def _make_room(self) -> None:
        """Forget a session that nobody looks at; its state stays on disk."""
        if len(self.sessions) < MOST_SESSIONS:
            return
        idle = [user for user, each in self.sessions.items() if not each.is_working and not each.listeners]
        if not idle:
            raise UserError(_("too many users at the moment; please try again later"))
        del self.sessions[idle[0]]

    def check_space(self) -> None:
        """Raise `UserError` where the files of all users have reached the limit."""
        if sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file()) > MOST_BYTES:
            raise UserError(_("the server has no room for uploads at the moment"))

    def _delete_old(self) -> None:
        for each in self.folder.iterdir() if self.folder.is_dir() else ():
            if each.is_dir() and time.time() - each.stat().st_mtime > DELETE_AFTER:
                shutil.rmtree(each, ignore_errors=True)

    async def end_all(self) -> None:
        """End all workers. Their searches can be resumed."""
        working = [each.worker for each in self.sessions.values() if each.worker is not None and each.worker.is_alive]
        for worker in working:
            worker.on_event = lambda event: None
            worker.kill()
        for worker in working:
            await worker.ended()
