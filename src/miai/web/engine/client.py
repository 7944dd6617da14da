"""The page's end of an engine process: starts it, sends requests, passes events on, and notices when it dies."""

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
from miai.web.engine.protocol import EventKind, Message

LONGEST_LINE = 1 << 24
MIAI, GTP_BRIDGE = "miai.web.engine.process", "miai.web.engine.gtp_bridge"
"""The programs of an engine process: our own engine, and the bridge to a GTP engine."""
SECONDS_TO_SAVE = 10.0
"""Time that an engine has at its end to save what it has found."""


class EngineClient:
    """An engine process. `on_event` receives every event, and one `died` event at the end. The program is a `module`."""

    def __init__(self, assignments: list[str], memory: MemoryOptions | None = None, module: str = MIAI) -> None:
        self.on_event: Callable[[Message], None] = lambda event: None
        self.setting_rows: list[list[str]] = []
        self.pid: int | None = None
        self.is_alive = True
        self.compiling: Message | None = None
        self.prepared: set[int] = set()
        """Board sizes for which everything is compiled."""
        self.memory: Message | None = None
        """The latest event about the graph on disk."""
        self._module = module
        self._arguments, self._has_memory = [*assignments, *(memory.as_arguments() if memory else ())], memory is not None
        self._waiting: list[bytes] = []
        self._process: asyncio.subprocess.Process | None = None
        self._runner = asyncio.create_task(self._run())

    def send(self, **request: Any) -> None:
        """Send a request. Until the process has started, requests are queued."""
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        if self._process is None or self._process.stdin is None:
            self._waiting.append(line)
        elif not self._process.stdin.is_closing():
            self._process.stdin.write(line)

    def kill(self) -> None:
        """End the process at once, without a `died` event."""
        self.on_event = lambda event: None
        self.is_alive = False
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def end(self) -> None:
        """End the process without a `died` event. An engine with a graph on disk has time to save to it."""
        if not self._has_memory or self._process is None or self._process.stdin is None:
            self.kill()
            return
        self.on_event = lambda event: None
        self.is_alive = False
        self._process.stdin.close()

    async def ended(self) -> None:
        """Wait for the end of the process after `end`."""
        with contextlib.suppress(Exception):
            await asyncio.wait_for(asyncio.shield(self._runner), SECONDS_TO_SAVE)
        if not self._runner.done():
            self.kill()
            with contextlib.suppress(Exception):
                await self._runner

    async def _run(self) -> None:
        reason = "it could not be started"
        try:
            command = (sys.executable, "-m", self._module, *self._arguments)
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
            )
            self.pid = self._process.pid
            if not self.is_alive:
                self._process.kill()
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.writelines(self._waiting)
            async for line in self._process.stdout:
                self._pass_on(json.loads(line))
            reason = _exit_reason(await self._process.wait())
        except (OSError, ValueError) as error:
            reason = str(error)
        finally:
            self.is_alive = False
            self.on_event({"kind": EventKind.DIED, "reason": reason})

    def _pass_on(self, event: Message) -> None:
        if event["kind"] == EventKind.READY:
            self.setting_rows = event["settings"]
        if event["kind"] == EventKind.DONE and "prepared" in event:
            self.prepared.add(event["prepared"])
        if event["kind"] == EventKind.MEMORY:
            self.memory = event
            print_once(event["trouble"])
        self.compiling = event if event["kind"] == EventKind.COMPILING else None
        self.on_event(event)


@functools.cache
def print_once(trouble: str) -> None:
    """Print a problem with the graph on disk, once for all engines; print nothing for an empty text."""
    if trouble:
        print(f"miai: {trouble}", file=sys.stderr, flush=True)


def _exit_reason(code: int) -> str:
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"exit code {code}"
