"""A game record from outside, read where it can do no harm: in a process of its own with little memory and little time.

    python -m miai.web.reading NAME < game.sgf        prints {"tree": ...} or {"error": "one line"}

The page's process only ever sees the JSON. `miai.go.records.grammar` says what the grammar refuses, `records` what the board does.
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
"""A larger upload is refused before it is read."""
MOST_SECONDS = 20
MOST_MEMORY = 1 << 30
_AT_ONCE = asyncio.Semaphore(2)
"""So many files are read at one time; others wait."""


async def read_upload(data: bytes, name: str) -> GameTree:
    """The game in `data`. Raises `UserError` with one line that calls it `name`."""
    name = short_name(name)
    if len(data) > MOST_BYTES:
        raise UserError(too_large(name))
    async with _AT_ONCE:
        return await _read(data, name)


async def _read(data: bytes, name: str) -> GameTree:
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "miai.web.reading", name),
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
        raise UserError(f"{name}: takes too much time or memory to read, which is no game record") from None
    if "error" in found:
        raise UserError(str(found["error"])[:300])
    return tree_from_data(found["tree"])


def too_large(name: str) -> str:
    """What is said of a file above the limit."""
    return f"{name}: larger than {MOST_BYTES // 2**20} MiB, which is no game record"


def short_name(name: str) -> str:
    """A file's name as it may be shown: no folders, no signs that do not print, not long."""
    word = "".join(sign for sign in name.replace("\\", "/").rsplit("/", 1)[-1] if sign.isprintable()).strip()
    return word[:60] or "game.sgf"


def _answer(data: bytes, name: str) -> dict[str, Any]:
    from miai.go.records.sgf import parse_record

    try:
        return {"tree": tree_as_data(tree_of_record(parse_record(data, name), name))}
    except UserError as error:
        return {"error": " ".join(str(error).split())}
    except (MemoryError, RecursionError):
        return {"error": f"{name}: too large or too deep to read"}
    except Exception as error:  # sgfmill meets things that nobody has thought of
        return {"error": f"{name}: cannot be read ({type(error).__name__})"}


def main() -> None:
    """What the process does."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    json.dump(_answer(sys.stdin.buffer.read(MOST_BYTES + 1), sys.argv[1]), sys.stdout)


if __name__ == "__main__":
    main()
