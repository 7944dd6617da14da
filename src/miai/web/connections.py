"""Connections that cannot block the server: a time limit for the head of a request, and a limit on their number.

uvicorn waits for the head of a request for ever. A few hundred clients that send half a request would take all descriptors.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from miai.core.system import most_descriptors

HEAD_SECONDS = 15.0
"""Time from the connection, or from the end of the last answer, to the end of a request's head."""
RESERVED_DESCRIPTORS = 48
"""Descriptors that are kept for engines, files and logs."""
LEAST_CONNECTIONS = 16

NOISY = ("uvicorn.error", "asyncio", "engineio", "engineio.server", "socketio", "socketio.server", "nicegui", "websockets.server")
"""Loggers that write a traceback for every malformed frame of a client."""


def most_connections() -> int:
    """Return the number of connections that the limit on descriptors allows."""
    return max(LEAST_CONNECTIONS, most_descriptors() - RESERVED_DESCRIPTORS)


def limited_protocol() -> type[Any]:
    """Return uvicorn's HTTP protocol with these limits."""
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    waiting: dict[Any, None] = {}
    """Connections without a whole head, the oldest first."""
    most = most_connections()

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc]
        """A connection that is closed unless the head of a request arrives in time."""

        head_timer: Any = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch()
            while len(self.connections) > most and waiting:
                oldest = next(iter(waiting))
                oldest._stop_watching()
                oldest.transport.abort()
                if oldest is self:
                    break

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_watching()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def _watch(self) -> None:
            is_waiting = self.cycle is None or self.cycle.response_complete
            if not is_waiting:
                self._stop_watching()
            elif self.head_timer is None:
                waiting[self] = None
                self.head_timer = self.loop.call_later(HEAD_SECONDS, self._close)

        def _stop_watching(self) -> None:
            waiting.pop(self, None)
            if self.head_timer is not None:
                self.head_timer.cancel()
                self.head_timer = None

        def _close(self) -> None:
            self._stop_watching()
            if self.transport.get_protocol() is self:  # else it has become a web socket
                self.transport.abort()

    return LimitedProtocol


class OneLine(logging.Filter):
    """A filter that keeps the last line of a traceback: clients can cause as many tracebacks as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            record.msg, record.args = f"{record.getMessage().splitlines()[0][:200]} ({type(error).__name__})", ()
            record.exc_info = record.exc_text = None
        return True


def quiet_logs() -> None:
    """Let the server log errors in one line each; with `MIAI_DEBUG=1` with their tracebacks."""
    if os.environ.get("MIAI_DEBUG") != "1":
        for name in NOISY:
            logger = logging.getLogger(name)
            if not any(isinstance(each, OneLine) for each in logger.filters):
                logger.addFilter(OneLine())
