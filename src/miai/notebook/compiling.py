"""The display of compilation in a notebook: the first search of a version compiles for some seconds."""

from __future__ import annotations

import time

from miai.core.kernels import CompileListener, listen_to_compilation
from miai.core.notebook_bar import NotebookBar

QUIET_SECONDS = 1.0
"""Compilation that takes less is not shown."""


class CompilationBar(CompileListener):
    """A bar below the running cell while functions are compiled, one inside the other."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = NotebookBar("compiling, once for this version of miai")
        self.depth = self.count = 0
        self.began = 0.0

    def started(self, name: str) -> None:
        """Note that the compilation of `name` begins."""
        if self.depth == 0:
            self.began, self.count = time.monotonic(), 0
            self.bar.handle = None
        self.depth, self.count = self.depth + 1, self.count + 1
        seconds = time.monotonic() - self.began
        if seconds > QUIET_SECONDS:
            self.bar.update(0.0, f"{self.count} functions, {seconds:.0f} s")

    def finished(self) -> None:
        """Note that the compilation that began last has ended."""
        self.depth -= 1
        if self.depth == 0:
            self.bar.remove()


_shown: CompilationBar | None = None


def show_compilation() -> None:
    """Show every compilation of this process from now on. A second call does nothing."""
    global _shown
    if _shown is None:
        _shown = CompilationBar()
        listen_to_compilation(_shown)
