"""Uploaded game records. They are read in a separate process with limited memory and time, because they cannot be trusted.

    python -m miai.web.uploads NAME 0 10 < game.sgf     prints {"tree": ..., "games": [...]} or {"error": "one line"}

The first number is that of the game whose tree is wanted, the second the processor time in seconds; `games` has a line about every game.

The page's process reads only the JSON. `miai.go.records.grammar` checks the syntax, `records` the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from miai.core.errors import UserError
from miai.core.system import limit_process
from miai.web.records import tree_as_data, tree_from_data, tree_of_record
from miai.web.tree import GameTree

if TYPE_CHECKING:
    from miai.go.records.sgf import GameRecord

MOST_BYTES = 4 * 2**20
"""Largest accepted upload in bytes."""
MOST_SECONDS = 10
MOST_MEMORY = 1 << 30
MOST_LISTED, SECONDS_TO_LIST = 500, 5.0
"""Games of one file that are listed, and the time that this may take."""
SMALL_BYTES, SMALL_SECONDS = 256 * 2**10, 4
"""Files up to this size have a shorter time limit, and larger ones leave a place for them."""
_USERS: set[str] = set()
"""Users whose file is being read, or waits for that: one each, so that nobody waits behind many files of one person."""


class ShortestFirst:
    """Limits the files that are read at the same time. The smallest that waits is the next, whoever sent it.

    A limit for each person is not enough: anyone can be as many persons as they like. What reading costs grows with the size.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = itertools.count()

    @contextlib.asynccontextmanager
    async def turn(self, size: int) -> AsyncIterator[None]:
        """Wait until a file of `size` bytes may be read, and hold its place."""
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (size, next(self._arrivals), admitted))
        self._admit()
        try:
            await admitted
            yield
        finally:
            if admitted.done() and not admitted.cancelled():
                self._free += 1
                self._admit()

    def _admit(self) -> None:
        while self._waiting and self._free > (0 if self._waiting[0][0] <= SMALL_BYTES else 1):
            admitted = heapq.heappop(self._waiting)[2]
            if not admitted.cancelled():
                self._free -= 1
                admitted.set_result(None)


_READERS = ShortestFirst(2)


class UploadedFile(NamedTuple):
    """The contents of a file: the wanted game, a line about every game, and a problem with a later one."""

    tree: GameTree
    games: list[str]
    trouble: str


async def read_upload(data: bytes, name: str, user: str = "") -> GameTree:
    """Return the first game in `data`. Raise `UserError` with one line that begins with `name`."""
    return (await read_file(data, name, user)).tree


async def read_file(data: bytes, name: str, user: str = "", index: int = 0) -> UploadedFile:
    """Return the game number `index` (from 0) in `data`, and what else there is. Raise `UserError` like `read_upload`."""
    name = short_name(name)
    if len(data) > MOST_BYTES:
        raise UserError(too_large(name))
    if user in _USERS:
        raise UserError(f"{name}: another file of yours is still being read; try again when it is done")
    if user:
        _USERS.add(user)
    try:
        async with _READERS.turn(len(data)):
            return await _read(data, name, index)
    finally:
        _USERS.discard(user)


async def _read(data: bytes, name: str, index: int) -> UploadedFile:
    seconds = SMALL_SECONDS if len(data) <= SMALL_BYTES else MOST_SECONDS
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "miai.web.uploads", name, str(index), str(seconds)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        out, _ = await asyncio.wait_for(reader.communicate(data), seconds + 5)
        found = json.loads(out)
    except (TimeoutError, ValueError):
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
        raise UserError(f"{name}: not a game record; reading it takes too much time or memory") from None
    if "error" in found:
        raise UserError(str(found["error"])[:300])
    return UploadedFile(tree_from_data(found["tree"]), [str(line) for line in found["games"]], str(found["trouble"]))


def too_large(name: str) -> str:
    """Return the error for a file above the limit."""
    return f"{name}: larger than {MOST_BYTES // 2**20} MiB"


def short_name(name: str) -> str:
    """Return a file name that is safe to show: without directories and unprintable characters, at most 60 characters."""
    word = "".join(letter for letter in name.replace("\\", "/").rsplit("/", 1)[-1] if letter.isprintable()).strip()
    return word[:60] or "game.sgf"


def _answer(data: bytes, name: str, index: int) -> dict[str, Any]:
    from miai.go.records.sgf import parse_collection

    try:
        tree, games, trouble = _read_games(parse_collection(data, name), name, index)
        return {"tree": tree_as_data(tree), "games": games, "trouble": trouble}
    except UserError as error:
        return {"error": " ".join(str(error).split())}
    except (MemoryError, RecursionError):
        return {"error": f"{name}: too large or too deeply nested"}
    except Exception as error:  # sgfmill may raise anything on hostile input
        return {"error": f"{name}: cannot be read ({type(error).__name__})"}


def _read_games(records: Iterator[GameRecord], name: str, index: int) -> tuple[GameTree, list[str], str]:
    """Return the tree of the game number `index`, a line about every game, and the problem that ended the list early."""
    tree, games, trouble, began = None, [], "", time.monotonic()
    try:
        for number, record in enumerate(records):
            if number == index:
                tree = tree_of_record(record, name if number == 0 else f"{name}, game {number + 1}")
            games.append(_describe(number, record))
            if tree is not None and (len(games) >= MOST_LISTED or time.monotonic() - began > SECONDS_TO_LIST):
                trouble = "" if next(records, None) is None else f"{name}: only the first {len(games)} games are listed"
                break
    except UserError as error:
        if tree is None:
            raise
        trouble = " ".join(str(error).split())
    if tree is None:
        raise UserError(f"{name}: has {len(games)} games; there is no game {index + 1}")
    return tree, games, trouble


def _describe(number: int, record: GameRecord) -> str:
    """Return a line about a game: its number, players, event, date and result."""
    players = " – ".join(each for each in record.players.values() if each)
    facts = [players, record.text("EV") or record.text("GN"), record.text("DT"), record.result]
    return f"{number + 1}. {', '.join(each for each in facts if each) or f'{record.size}×{record.size}'}"[:160]


def main() -> None:
    """Read a record from standard input and print it as JSON, within limits of time and memory."""
    limit_process(memory=MOST_MEMORY, seconds=int(sys.argv[3]))
    json.dump(_answer(sys.stdin.buffer.read(MOST_BYTES + 1), sys.argv[1], int(sys.argv[2])), sys.stdout)


if __name__ == "__main__":
    main()
