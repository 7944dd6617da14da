"""Uploaded game records. They are read in a separate process with limited memory and time, because they cannot be trusted.

    python -m miai.web.uploads NAME < game.sgf        prints {"tree": ...} or {"error": "one line"}

The page's process reads only the JSON. `miai.go.records.grammar` checks the syntax, `records` the game.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from miai.core.errors import UserError
from miai.web.records import tree_as_data, tree_from_data, tree_of_record
from miai.web.tree import GameTree

MOST_BYTES = 4 * 2**20
"""Largest accepted upload in bytes."""
MOST_SECONDS = 10
MOST_MEMORY = 1 << 30
_READERS = asyncio.Semaphore(2)
"""Limits the files that are read at the same time."""
_USERS: set[str] = set()
"""Users whose file is being read, or waits for that: one each, so that nobody waits behind many files of one person."""


async def read_upload(data: bytes, name: str, user: str = "") -> GameTree:
    """Return the game in `data`. Raise `UserError` with one line that begins with `name`."""
    name = short_name(name)
    if len(data) > MOST_BYTES:
        raise UserError(too_large(name))
    if user in _USERS:
        raise UserError(f"{name}: another file of yours is still being read; try again when it is done")
    if user:
        _USERS.add(user)
    try:
        async with _READERS:
            return await _read(data, name)
    finally:
        _USERS.discard(user)


async def _read(data: bytes, name: str) -> GameTree:
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "miai.web.uploads", name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        out, _ = await asyncio.wait_for(reader.communicate(data), MOST_SECONDS + 5)
        found = json.loads(out)
    except (TimeoutError, ValueError):
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
        raise UserError(f"{name}: not a game record; reading it takes too much time or memory") from None
    if "error" in found:
        raise UserError(str(found["error"])[:300])
    return tree_from_data(found["tree"])


def too_large(name: str) -> str:
    """Return the error for a file above the limit."""
    return f"{name}: larger than {MOST_BYTES // 2**20} MiB"


def short_name(name: str) -> str:
    """Return a file name that is safe to show: without directories and unprintable characters, at most 60 characters."""
    word = "".join(letter for letter in name.replace("\\", "/").rsplit("/", 1)[-1] if letter.isprintable()).strip()
    return word[:60] or "game.sgf"


def _answer(data: bytes, name: str) -> dict[str, Any]:
    from miai.go.records.sgf import parse_record

    try:
        return {"tree": tree_as_data(tree_of_record(parse_record(data, name), name))}
    except UserError as error:
        return {"error": " ".join(str(error).split())}
    except (MemoryError, RecursionError):
        return {"error": f"{name}: too large or too deeply nested"}
    except Exception as error:  # sgfmill may raise anything on hostile input
        return {"error": f"{name}: cannot be read ({type(error).__name__})"}


def main() -> None:
    """Read a record from standard input and print it as JSON, within limits of time and memory."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    json.dump(_answer(sys.stdin.buffer.read(MOST_BYTES + 1), sys.argv[1]), sys.stdout)


if __name__ == "__main__":
    main()
