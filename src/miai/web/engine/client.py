"""The page's end of an engine process: starts it, sends requests, hands on events, and notices when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from typing import Any

from miai.web.engine.memory import MemoryOptions

Event = dict[str, Any]
LONGEST_LINE = 1 << 24
TO_REMEMBER = 10.0
"""Seconds that an engine has at the end to hand over what it has found."""


class EngineClient:
    """One engine process. `on_event` gets every event, and at the end `{"event": "died", "reason": ...}`, once."""

    def __init__(self, words: list[str], memory: MemoryOptions | None = None) -> None:
        self.on_event: Callable[[Event], None] = lambda event: None
        self.parameters: list[list[str]] = []
        self.pid: int | None = None
        self.is_alive = True
        self.compiling: Event | None = None
        self.memory: Event | None = None
        """What was last said of the graph on disk."""
        self._words, self._has_memory = [*words, *(memory.as_words() if memory else ())], memory is not None
        self._waiting: list[bytes] = []
        self._process: asyncio.subprocess.Process | None = None
        self._task = asyncio.create_task(self._run())

    def send(self, **request: Any) -> None:
        """Send a request; it waits here until the process has started."""
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        if self._process is None or self._process.stdin is None:
            self._waiting.append(line)
        elif not self._process.stdin.is_closing():
            self._process.stdin.write(line)

    def kill(self) -> None:
        """End the process at once. No event tells of it."""
        self.on_event = lambda event: None
        self.is_alive = False
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def end(self) -> None:
        """End the process; one with a memory is given time to hand over what it has found. No event tells of it."""
        if not self._has_memory or self._process is None or self._process.stdin is None:
            self.kill()
            return
        self.on_event = lambda event: None
        self.is_alive = False
        self._process.stdin.close()

    async def ended(self) -> None:
        """Wait for the end of a process that was told to end."""
        with contextlib.suppress(Exception):
            await asyncio.wait_for(asyncio.shield(self._task), TO_REMEMBER)
        if not self._task.done():
            self.kill()
            with contextlib.suppress(Exception):
                await self._task

    async def _run(self) -> None:
        reason = "it could not be started"
        try:
            command = (sys.executable, "-m", "miai.web.engine.process", *self._words)
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
            )
            self.pid = self._process.pid
            if not self.is_alive:
                self._process.kill()
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.writelines(self._waiting)
            async for line in self._process.stdout:
                self._hand_on(json.loads(line))
            reason = _in_words(await self._process.wait())
        except (OSError, ValueError) as error:
            reason = str(error)
        finally:
            self.is_alive = False
            self.on_event({"event": "died", "reason": reason})

    def _hand_on(self, event: Event) -> None:
        if event["event"] == "ready":
            self.parameters = event["parameters"]
        if event["event"] == "memory":
            self.memory = event
            say_once(event["trouble"])
        self.compiling = event if event["event"] == "compiling" else None
        self.on_event(event)


@functools.cache
def say_once(trouble: str) -> None:
    """Say in the terminal what is wrong with the memory, whichever engine says it first; nothing for no words."""
    if trouble:
        print(f"miai: {trouble}", file=sys.stderr, flush=True)


def _in_words(code: int) -> str:
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"exit code {code}"
