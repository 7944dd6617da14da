"""The page's end of a worker: starts it, passes its events on, stops it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from typing import Any

from miai.core.system import KILL

LONGEST_LINE = 1 << 24
Event = dict[str, Any]


class WorkerClient:
    """A worker process with one task. `on_event` receives its events, and at the end one of the kind `ended` with a reason, or none."""

    def __init__(self, request: dict[str, Any], on_event: Callable[[Event], None], limit: asyncio.Semaphore) -> None:
        self.request, self.on_event = request, on_event
        self.is_alive = True
        self.process: asyncio.subprocess.Process | None = None
        self._was_stopped = False
        self._runner = asyncio.create_task(self._run(limit))

    def stop(self) -> None:
        """Ask the worker to end soon and keep what it has; if it was asked before, end it at once."""
        if self.process is None:
            self._runner.cancel()
            self.is_alive = False
            self.on_event({"kind": "ended", "reason": "stopped before it began"})
        elif self._was_stopped:
            self.kill()
        else:
            self._send(signal.SIGINT)
        self._was_stopped = True

    def kill(self) -> None:
        """End the worker at once."""
        self._send(KILL)

    def _send(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(number)

    async def ended(self) -> None:
        """Wait for the end of the process."""
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._runner

    async def _run(self, limit: asyncio.Semaphore) -> None:
        reason = None
        async with limit:
            try:
                self.process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "miai.web.panels.worker"),
                    stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE, start_new_session=True,
                )  # fmt: skip
                assert self.process.stdin is not None and self.process.stdout is not None
                self.process.stdin.write(json.dumps(self.request).encode() + b"\n")
                async for line in self.process.stdout:
                    self.on_event(json.loads(line))
                code = await self.process.wait()
                reason = _reason(code)
            except (OSError, ValueError) as error:
                reason = str(error)
                self.kill()
            finally:
                self.is_alive = False
        self.on_event({"kind": "ended", "reason": reason})


def _reason(code: int) -> str | None:
    if code < 0:
        return f"the worker was ended by {signal.Signals(-code).name}"
    return f"the worker ended with exit code {code}" if code else None
