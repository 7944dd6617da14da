"""Makes the first compilation visible, on stderr: that it happens, how far it is, how long it took. A second start says nothing.

On a terminal one line is redrawn; elsewhere there is one line when it begins and one when it ends. It ends when no function has
been compiled for a moment, or with the command: many kernels are compiled one by one, when each is first called.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, TextIO

from miai.core import loading

if TYPE_CHECKING:
    from miai.core.kernels import CompileListener

QUIET_SECONDS = 1.5
"""After so long without a compilation it is taken to be over, and its time is told."""
REDRAW_SECONDS = 0.1
CLEAR_LINE = "\r\x1b[K"


class Display:
    """Tells of compilation. Its methods are called by the thread that compiles; a thread of its own redraws the line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.is_live = stream.isatty()
        self.was_announced = False
        self.names: list[str] = []  # being compiled, the innermost last: one function starts the compilation of those that it calls
        self.count = 0  # functions since the last summary
        self.seconds = 0.0  # of finished compilation since the last summary
        self.began = 0.0
        self.ended = 0.0
        self.lock = threading.RLock()
        self.ticker: threading.Thread | None = None

    def started(self, name: str) -> None:
        """The compilation of `name` begins, maybe inside that of another function."""
        with self.lock:
            if not self.names:
                self.began = time.monotonic()
            self.names.append(name)
            self.count += 1
            self._announce()
            self._redraw()
            if self.ticker is None:
                self.ticker = threading.Thread(target=self._tick, daemon=True)
                self.ticker.start()

    def finished(self) -> None:
        """The compilation that began last has ended."""
        with self.lock:
            self.names.pop()
            if not self.names:
                self.ended = time.monotonic()
                self.seconds += self.ended - self.began
                self._clear()

    def summarise(self) -> None:
        """Say what was compiled since the last summary, if anything was."""
        with self.lock:
            self.ticker = None
            if self.count:
                functions = "1 function" if self.count == 1 else f"{self.count} functions"
                self._write(f"miai: compiled {functions} in {self.seconds:.1f} s\n")
            self.count, self.seconds = 0, 0.0

    def _announce(self) -> None:
        if not self.was_announced:
            self.was_announced = True
            self._write("miai: compiling, once for this version of miai ...\n")

    def _redraw(self) -> None:
        if self.is_live and self.names:
            seconds = self.seconds + time.monotonic() - self.began
            self._write(f"{CLEAR_LINE}miai: compiling: {self.count} functions, {seconds:.1f} s, now {self.names[-1][:40]}")

    def _clear(self) -> None:
        if self.is_live:
            self._write(CLEAR_LINE)

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            self.is_live = False  # nobody looks any more; compilation itself must go on

    def _tick(self) -> None:
        while True:
            time.sleep(REDRAW_SECONDS)
            with self.lock:
                if self.ticker is not threading.current_thread():
                    return
                if self.names:
                    self._redraw()
                elif time.monotonic() - self.ended > QUIET_SECONDS:
                    self.summarise()
                    return


_display: Display | None = None


def show_compilation() -> None:
    """Show every compilation of this process from now on. Does not import Numba; does nothing the second time."""
    global _display
    if _display is None:
        _display = Display(sys.stderr)
        loading.when_kernels_load(_listen)


def finish() -> None:
    """The command has ended: tell the time of what was compiled last."""
    if _display is not None:
        _display.summarise()


def _listen() -> None:
    from miai.core.kernels import listen_to_compilation

    listen_to_compilation(_listener(_display or Display(sys.stderr)))


def _listener(display: Display) -> CompileListener:
    from miai.core.kernels import CompileListener

    class Listener(CompileListener):
        def started(self, name: str) -> None:
            display.started(name)

        def finished(self) -> None:
            display.finished()

    return Listener()
