"""The console on which reports are printed. Foreign text in a report cannot control the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.segment import Segment

from miai.core.printable import printable

_PLAIN_LINES = str.maketrans({"└": "`", "├": "|", "│": "|", "─": "-"})


class ReportConsole(Console):
    """A console of rich that prints control characters in texts as escape sequences of Python. Its own colours stay."""

    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else self._encodable(printable(text)), style, control)

    def _encodable(self, text: str) -> str:
        """Return `text` with plain signs for the lines of a tree, if the encoding of the output has no others."""
        return text if self.encoding.lower().startswith("utf") else text.translate(_PLAIN_LINES)
