"""A progress bar in Jupyter: one HTML element below the cell, redrawn in place. It needs no widgets, only IPython, which runs already."""

from __future__ import annotations

import sys
import time
from html import escape
from typing import Any

SECONDS_BETWEEN_UPDATES = 0.2


def notebook_shell() -> Any:
    """Return the shell of the notebook in which this process runs; `None` in a terminal, a script or a test. Imports nothing."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell if shell is not None and hasattr(shell, "kernel") else None


class NotebookBar:
    """A bar with words beside it. It is redrawn a few times per second, however often `update` is called."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.handle: Any = None
        self.drawn = 0.0

    def update(self, share: float, words: str) -> None:
        """Show that `share`, from 0 to 1, is done. Draws nothing if the last drawing is recent."""
        if time.monotonic() - self.drawn >= SECONDS_BETWEEN_UPDATES:
            self.draw(share, words)

    def draw(self, share: float, words: str) -> None:
        """Draw the bar."""
        from IPython.display import HTML, display

        self.drawn = time.monotonic()
        picture = HTML(as_html(self.title, share, words))
        if self.handle is None:
            self.handle = display(picture, display_id=True)
        else:
            self.handle.update(picture)

    def remove(self) -> None:
        """Remove the bar; the cell keeps no output of it."""
        if self.handle is not None:
            from IPython.display import HTML

            self.handle.update(HTML(""))


def as_html(title: str, share: float, words: str) -> str:
    """Return a bar as HTML."""
    share = min(max(share, 0.0), 1.0)
    label = f"{title}, {share:.0%}"
    return (
        f'<div style="font-family:sans-serif;font-size:.9em"><progress value="{share:.4f}" max="1" aria-label="{escape(label)}" '
        f'style="width:16em;vertical-align:middle"></progress> {escape(title)}: {escape(words)}</div>'
    )
