"""Whose game is whose: sessions by the person's cookie, kept on disk so that a reload or a restart of the server loses nothing.

A file per person in the user's state folder (`MIAI_STATE_DIR`, else as the system has it), written anew a moment after each change.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.web.engine.pool import Pool
from miai.web.session import Session

SAVE_SECONDS, SAVE_AT_LEISURE = 0.3, 5.0
"""A change is written after so long, with all others until then; what the engine thinks, at leisure."""
SPARE_AFTER = 4
"""Seconds after which an engine is started for whoever comes; before, the first page has the machine for itself."""
MOST_SESSIONS = 200
"""Sessions in memory; more, and the one that was idle longest is dropped (it is on disk)."""
MOST_FILES = 2000
FORGET_AFTER = 90 * 86_400.0
LARGEST_FILE = 64 * 2**20
_NAME = re.compile(r"[0-9a-f]{32}")


def state_directory() -> Path:
    """Where games are kept."""
    asked = os.environ.get("MIAI_STATE_DIR")
    base = Path(asked).expanduser() if asked else Path(platformdirs.user_state_dir("miai", appauthor=False))
    return base.absolute() / "web"


def new_name() -> str:
    """A name for a new person, that nobody can guess."""
    return secrets.token_hex(16)


def is_name(text: str) -> bool:
    """Whether `text` may be a person's name: then it is safe as the name of a file."""
    return _NAME.fullmatch(text) is not None


class People:
    """All sessions of a server."""

    def __init__(self, pool: Pool, folder: Path) -> None:
        self.pool, self.folder = pool, folder
        self.sessions: dict[str, Session] = {}
        self._saving: dict[str, asyncio.TimerHandle] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UserError(
                f"web: cannot keep games in {folder}: {error.strerror}; set MIAI_STATE_DIR to a folder you can write"
            ) from None
        self._forget_old_files()

    def session(self, name: str) -> Session:
        """The session of a person; as it was left, or a new one."""
        if name not in self.sessions:
            self._make_room()
            session = Session(self.pool)
            data = self._read(name)
            if data is not None:
                session.restore(data)
            session.on_change = lambda soon: self._save_later(name, SAVE_SECONDS if soon else SAVE_AT_LEISURE)
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
        """Hand what is to be written to a thread: the page's own must not wait for the disk."""
        self._saving.pop(name, None)
        if name in self.sessions:
            data = self.sessions[name].as_data()
            asyncio.get_running_loop().run_in_executor(None, self._write, name, data)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Write a session, whole or not at all. A full disk costs what was to be kept, and nothing else."""
        with suppress(OSError):
            write_file(self._path(name), json.dumps(data, separators=(",", ":")))

    def save_all(self) -> None:
        """Write everything that has not been written yet: the server ends."""
        for name, pending in list(self._saving.items()):
            pending.cancel()
            self._write(name, self.sessions[name].as_data())
        self._saving.clear()

    def _make_room(self) -> None:
        """Drop the session that nobody watches and that was idle longest, if there are too many."""
        if len(self.sessions) < MOST_SESSIONS:
            return
        idle = [name for name, session in self.sessions.items() if not session.is_watched()]
        if not idle:
            raise UserError("too many people are here; come back later")
        oldest = min(idle, key=lambda name: self.sessions[name].touched)
        pending = self._saving.pop(oldest, None)
        if pending is not None:
            pending.cancel()
            self._write(oldest, self.sessions[oldest].as_data())
        self.pool.give_back(self.sessions[oldest].mind)
        del self.sessions[oldest]

    def _forget_old_files(self) -> None:
        """Remove games that nobody has looked at for long, and the oldest where there are too many."""
        files = sorted(self.folder.glob("*.json"), key=lambda file: -file.stat().st_mtime)
        for rank, file in enumerate(files):
            if rank >= MOST_FILES or time.time() - file.stat().st_mtime > FORGET_AFTER:
                file.unlink(missing_ok=True)

    async def keep_house(self) -> None:
        """For ever: look at clocks, end engines that nobody uses, give engines to those who wait."""
        seconds = 0
        while True:
            await asyncio.sleep(1.0)
            seconds += 1
            if seconds == SPARE_AFTER:
                self.pool.start_spare()
            for session in list(self.sessions.values()):
                if session.is_watched():
                    session.tick()
                if session.mind.is_waiting:
                    session.mind.update()
            self.pool.end_idle()
