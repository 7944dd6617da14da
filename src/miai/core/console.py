"""The console on which reports are printed. Foreign text in a report cannot control the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.segment import Segment

from miai.core.printable import printable


class ReportConsole(Console):
    """A console of rich that prints control characters in texts as escape sequences of Python. Its own colours stay."""

    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)
