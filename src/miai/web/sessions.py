"""The sessions of all users, by cookie. They are kept on disk, so that a reload or a restart of the server loses nothing.

Each user has a file in the state directory (`MIAI_STATE_DIR`, or the system's default). It is written a moment after each change.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import platformdirs

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.web.engine.pool import EnginePool
from miai.web.game_session import GameSession
from miai.web.languages import speaking
from miai.web.library import GameLibrary, delete_libraries
from miai.web.past_games import keep_game
from miai.web.saved_sessions import restore_session, session_as_data

if TYPE_CHECKING:
    from miai.go.games.database import GamesDatabase

SAVE_SECONDS, SAVE_LATER_SECONDS = 0.3, 5.0
"""Delay before a change is written: a move soon, an evaluation of the engine later."""
SPARE_AFTER = 4
"""Seconds after which a spare engine is started; until then the first page has the machine to itself."""
MOST_SESSIONS = 200
"""Sessions in memory. Beyond this, the session that has been idle longest is dropped; it stays on disk."""
MOST_FILES = 2000
DELETE_AFTER = 90 * 86_400.0
"""Seconds after which an unused file is deleted."""
LARGEST_FILE = 64 * 2**20
_NAME = re.compile(r"[0-9a-f]{32}")


def state_directory() -> Path:
    """Return the directory of saved sessions."""
    asked = os.environ.get("MIAI_STATE_DIR")
    base = Path(asked).expanduser() if asked else Path(platformdirs.user_state_dir("miai", appauthor=False))
    return base.absolute() / "web"


def new_name() -> str:
    """Return an unguessable name for a new user."""
    return secrets.token_hex(16)


def is_name(text: str) -> bool:
    """Return whether `text` has the form of a user's name, which is safe in a file name."""
    return _NAME.fullmatch(text) is not None


class SessionRegistry:
    """The sessions of a server."""

    def __init__(self, pool: EnginePool, folder: Path, others: Mapping[str, EnginePool] = MappingProxyType({})) -> None:
        self.pool, self.folder = pool, folder
        self._libraries = folder / "games"
        self.others = others
        """Engines beside our own, by name."""
        self.database: GamesDatabase | None = None
        """The games in which the board looks up what others played."""
        self.sessions: dict[str, GameSession] = {}
        self._saving: dict[str, asyncio.TimerHandle] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UserError(
                f"web: cannot save games in {folder}: {error.strerror}; set MIAI_STATE_DIR to a writable directory"
            ) from None
        self._delete_old_files()

    def session(self, name: str) -> GameSession:
        """Return the session of a user, as it was left or new."""
        if name not in self.sessions:
            self._make_room()
            session = GameSession(self.pool, self.others)
            session.library = GameLibrary(self._libraries / name)
            data = self._read(name)
            if data is not None:
                restore_session(session, data)
            session.on_change = lambda soon: self._save_later(name, SAVE_SECONDS if soon else SAVE_LATER_SECONDS)
            session.on_leave = lambda: keep_game(session)
            self.sessions[name] = session
        return self.sessions[name]

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            if self._path(name).stat().st_size > LARGEST_FILE:
                return None
            data = json.loads(self._path(name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) else None

    def _save_later(self, name: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        pending = self._saving.get(name)
        if pending is not None and pending.when() <= loop.time() + seconds:
            return
        if pending is not None:
            pending.cancel()
        self._saving[name] = loop.call_later(seconds, self._save, name)

    def _save(self, name: str) -> None:
        """Write a session in another thread: the page must not wait for the disk."""
        self._saving.pop(name, None)
        if name in self.sessions:
            data = session_as_data(self.sessions[name])
            asyncio.get_running_loop().run_in_executor(None, self._write, name, data)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Write a session atomically. On a full disk the previous file stays."""
        with suppress(OSError):
            write_file(self._path(name), json.dumps(data, separators=(",", ":")))

    def save_all(self) -> None:
        """Write all pending changes, at the end of the server."""
        for name, pending in list(self._saving.items()):
            pending.cancel()
            self._write(name, session_as_data(self.sessions[name]))
        self._saving.clear()

    def _make_room(self) -> None:
        """Drop the unwatched session that has been idle longest, if there are too many."""
        if len(self.sessions) < MOST_SESSIONS:
            return
        idle = [name for name, session in self.sessions.items() if not session.is_watched()]
        if not idle:
            raise UserError("too many users at the moment; please try again later")
        oldest = min(idle, key=lambda name: self.sessions[name].last_change)
        pending = self._saving.pop(oldest, None)
        if pending is not None:
            pending.cancel()
            self._write(oldest, session_as_data(self.sessions[oldest]))
        self.pool.give_back(self.sessions[oldest].controller)
        self.sessions[oldest].rivals.release()
        del self.sessions[oldest]

    def _delete_old_files(self) -> None:
        """Delete files that have not been used for long, and the oldest beyond MOST_FILES."""
        files = sorted(self.folder.glob("*.json"), key=lambda file: -file.stat().st_mtime)
        for rank, file in enumerate(files):
            if rank >= MOST_FILES or time.time() - file.stat().st_mtime > DELETE_AFTER:
                file.unlink(missing_ok=True)
        delete_libraries(self._libraries, {file.stem for file in self.folder.glob("*.json")})

    async def run_housekeeping(self) -> None:
        """Once a second, check the clocks, end idle engines, and find engines for waiting sessions."""
        seconds = 0
        while True:
            await asyncio.sleep(1.0)
            seconds += 1
            if seconds == SPARE_AFTER:
                self.pool.start_spare()
            for session in list(self.sessions.values()):
                with speaking(session.language):
                    if session.is_watched():
                        session.tick()
                    if session.controller.is_waiting or session.rivals.is_waiting:
                        session.update_engines()
            for pool in (self.pool, *self.others.values()):
                pool.end_idle()

    async def end_engines(self) -> None:
        """End all engines and wait for them."""
        for pool in (self.pool, *self.others.values()):
            await pool.end_all()
