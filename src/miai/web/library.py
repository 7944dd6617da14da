"""The past games of a user: one file for each in the user's folder. A file has two lines of JSON, the summary and the game.

The list reads only the first line of every file. The newest games are kept, within limits on their number and size.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core.files import write_file
from miai.web.events import Phase

if TYPE_CHECKING:
    from miai.web.game_session import GameSession

MOST_GAMES = 300
"""Games that are kept for one user."""
MOST_BYTES = 16 * 2**20
"""Size of the kept games of one user."""
COLLECTION = "collection.sgf"
"""The file with several games that was opened last."""
_NAME = re.compile(r"[0-9a-f]{16}")


def new_game_name() -> str:
    """Return a name for a new game."""
    return secrets.token_hex(8)


@dataclass(frozen=True)
class GameSummary:
    """A line of the list of games."""

    name: str
    when: float
    """The time of the last change, in seconds since 1970."""
    black: str
    white: str
    size: int
    moves: int
    result: str
    is_over: bool
    event: str
    stones: tuple[str, str]
    """The last position: the points of Black's and White's stones, two letters for each."""


def summary_of(session: GameSession) -> GameSummary:
    """Return the summary of the present game."""
    tree, properties = session.tree, session.tree.nodes[0].properties
    last = tree.game(session.live).position
    stones = tuple(
        "".join(f"{chr(97 + column)}{chr(97 + row)}" for column, row in sorted(each)) for each in (last.black, last.white)
    )
    names = session.player_names()
    return GameSummary(
        session.game_name,
        time.time(),
        names[0],
        names[1],
        tree.size,
        tree.moves_to(session.live),
        session.result,
        session.phase == Phase.OVER or session.tree.has_header(),
        properties.get("EV", properties.get("GN", [""]))[0][:60],
        (stones[0], stones[1]),
    )


class GameLibrary:
    """The folder with the past games of one user. Problems of the disk are not raised: a game must go on without them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, name: str) -> Path | None:
        return self.folder / f"{name}.json" if _NAME.fullmatch(name) else None

    def keep(self, summary: GameSummary, game: dict[str, Any]) -> None:
        """Write a game, in place of an earlier state of it."""
        path = self._path(summary.name)
        if path is None:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_file(path, f"{_dump(asdict(summary))}\n{_dump(game)}\n")
            self._make_room()

    def _make_room(self) -> None:
        """Delete the oldest games beyond the limits."""
        total = 0
        for rank, (_, size, path) in enumerate(self._files()):
            total += size
            if rank >= MOST_GAMES or total > MOST_BYTES:
                path.unlink(missing_ok=True)

    def _files(self) -> list[tuple[float, int, Path]]:
        """Return time, size and path of the files, the newest first."""
        found = []
        with suppress(OSError):
            for path in self.folder.glob("*.json"):
                with suppress(OSError):
                    status = path.stat()
                    found.append((status.st_mtime, status.st_size, path))
        return sorted(found, reverse=True)

    def summaries(self) -> list[GameSummary]:
        """Return the kept games, the newest first; unreadable files are left out."""
        found = []
        for _, _, path in self._files():
            with suppress(OSError, ValueError, TypeError, KeyError, RecursionError), path.open("rb") as file:
                found.append(_summary_from(json.loads(file.readline(1 << 16)), path.stem))
        return sorted(found, key=lambda each: -each.when)

    def read(self, name: str) -> dict[str, Any] | None:
        """Return a kept game as data; `None` if there is none that can be read."""
        path = self._path(name)
        if path is None:
            return None
        try:
            with path.open("rb") as file:
                file.readline()
                data = json.loads(file.readline())
        except (OSError, ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) else None

    def delete(self, name: str) -> None:
        """Delete a kept game."""
        path = self._path(name)
        if path is not None:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    # --- a file with several games ------------------------------------------------------------------------------------------------

    def keep_collection(self, data: bytes) -> None:
        """Keep a file with several games, in place of the last one."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_file(self.folder / COLLECTION, data)

    def read_collection(self) -> bytes | None:
        """Return the file with several games that was kept last."""
        try:
            return (self.folder / COLLECTION).read_bytes()
        except OSError:
            return None


def delete_libraries(folder: Path, users: set[str]) -> None:
    """Delete the past games of everyone who is not among `users`."""
    with suppress(OSError):
        for each in folder.iterdir():
            if each.name not in users and each.is_dir():
                shutil.rmtree(each, ignore_errors=True)


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def _summary_from(data: dict[str, Any], name: str) -> GameSummary:
    """Return a summary from its data. Raise `ValueError`, `TypeError` or `KeyError` if a part is missing or of another type."""
    kinds = {"when": float, "size": int, "moves": int, "is_over": bool}
    values = {each.name: kinds.get(each.name, str)(data[each.name]) for each in fields(GameSummary) if each.name != "stones"}
    return GameSummary(**(values | {"name": name, "stones": (str(data["stones"][0]), str(data["stones"][1]))}))
