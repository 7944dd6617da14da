"""The sessions of the page *Problems* of all users, by cookie, and the task that looks at the users' own files."""

from __future__ import annotations

import asyncio

from miai.core.errors import UserError
from miai.web.languages import speaking
from miai.web.problems.client import worker_pool
from miai.web.problems.own_files import OwnFiles
from miai.web.problems.session import ProblemSession

MOST_SESSIONS = 200
LOOK_SECONDS = 0.5
"""Seconds between two looks at the users' own files."""


class ProblemSessions:
    """The sessions of a server, with at most `workers` processes of `memory` MiB for each search."""

    def __init__(self, workers: int, memory: float, files: OwnFiles | None = None) -> None:
        self.files = files or OwnFiles()
        self.pool = worker_pool(workers, [f"--memory={memory:g}", *self.files.as_arguments()])
        self.sessions: dict[str, ProblemSession] = {}

    def session(self, user: str) -> ProblemSession:
        """Return the session of a user, as it was left or new. Raise `UserError` where there are too many."""
        if user not in self.sessions:
            self._make_room()
            self.sessions[user] = made = ProblemSession(self.pool, self.files)
            made.game.problem = next(iter(made.titles))
        return self.sessions[user]

    def _make_room(self) -> None:
        if len(self.sessions) < MOST_SESSIONS:
            return
        idle = [user for user, each in self.sessions.items() if not each.listeners]
        if not idle:
            raise UserError("too many users at the moment; please try again later")
        self.pool.give_back(self.sessions.pop(idle[0]))

    async def run_housekeeping(self) -> None:
        """Reload changed files, find workers for those who wait, and end idle ones."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for label in self.files.changed():
                for session in [each for each in self.sessions.values() if each.game.problem == label]:
                    with speaking(session.language):
                        session.reload()
            for session in [each for each in self.sessions.values() if each.listeners]:
                with speaking(session.language):
                    session.ask_again()
            self.pool.end_idle()
