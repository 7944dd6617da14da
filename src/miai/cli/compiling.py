"""A display of the first compilation on stderr: progress, and the time it took. A second start prints nothing.

On a terminal one line is redrawn; elsewhere one line is printed when compilation begins and one when it ends. It ends when no
function has been compiled for a moment, or with the command: kernels are compiled one by one, when each is first called.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, TextIO

from miai.core import loading

if TYPE_CHECKING:
    from miai.core.compile_ahead import CompileProgress
    from miai.core.kernels import CompileListener

QUIET_SECONDS = 1.5
"""Time without a compilation after which the summary is printed."""
REDRAW_SECONDS = 0.1
CLEAR_LINE = "\r\x1b[K"


class CompilationDisplay:
    """The display of compilation. The compiling thread calls its methods; a second thread redraws the line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.is_live = stream.isatty()
        self.was_announced = False
        self.is_told_ready = False
        self.names: list[str] = []  # being compiled, the innermost last: one function starts the compilation of those that it calls
        self.count = 0  # functions since the last summary
        self.seconds = 0.0  # of finished compilation since the last summary
        self.began = 0.0
        self.ended = 0.0
        self.lock = threading.RLock()
        self.ticker: threading.Thread | None = None

    def started(self, name: str) -> None:
        """Note that the compilation of `name` begins, possibly inside that of another function."""
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
        """Note that the compilation that began last has ended."""
        with self.lock:
            self.names.pop()
            if not self.names:
                self.ended = time.monotonic()
                self.seconds += self.ended - self.began
                self._clear()

    def summarise(self) -> None:
        """Print what was compiled since the last summary, if anything was."""
        with self.lock:
            self.ticker = None
            if self.count:
                functions = "1 function" if self.count == 1 else f"{self.count} functions"
                self._write(f"miai: compiled {functions} in {self.seconds:.1f} s\n")
            self.count, self.seconds = 0, 0.0

    def show_ahead(self, progress: CompileProgress) -> None:
        """Show how far compilation ahead of the first move is, and that it is done."""
        with self.lock:
            if progress.functions == 0 or self.is_told_ready:
                return
            self._announce()
            if progress.is_ready:
                self.is_told_ready = True
                self._clear()
                self._write(
                    f"miai: ready for the first move after {progress.seconds:.1f} s; the rest is compiled in the background\n"
                )
            elif self.is_live:
                left = progress.seconds_left or 0.0
                self._write(f"{CLEAR_LINE}miai: compiling for {progress.part}: {progress.fraction:.0%}, about {left:.0f} s left")

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
            self.is_live = False  # stderr has no reader; compilation must continue

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


_display: CompilationDisplay | None = None


def show_compilation() -> None:
    """Show every compilation of this process from now on. Does not import Numba. A second call does nothing."""
    global _display
    if _display is None:
        _display = CompilationDisplay(sys.stderr)
        loading.when_kernels_load(_listen)


def compile_in_child() -> None:
    """Let a child process compile, so that this one does not keep the memory of the compiler. Does not import Numba."""
    loading.when_kernels_load(_enable_child)


def _enable_child() -> None:
    from miai.core import compile_child

    compile_child.enable()


def show_progress(progress: CompileProgress) -> None:
    """Show the progress of compilation ahead."""
    if _display is not None:
        _display.show_ahead(progress)


def finish() -> None:
    """Print the last summary at the end of the command."""
    if _display is not None:
        _display.summarise()


def _listen() -> None:
    from miai.core.kernels import listen_to_compilation

    listen_to_compilation(_listener(_display or CompilationDisplay(sys.stderr)))


def _listener(display: CompilationDisplay) -> CompileListener:
    from miai.core.kernels import CompileListener

    class Listener(CompileListener):
        def started(self, name: str) -> None:
            display.started(name)

        def finished(self) -> None:
            display.finished()

    return Listener()
