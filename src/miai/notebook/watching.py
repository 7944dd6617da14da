"""A search with a progress bar: below the cell in Jupyter, on stderr in a terminal, none elsewhere."""

from __future__ import annotations

import sys
from typing import Any

from miai.core.notebook_bar import NotebookBar, notebook_shell
from miai.search.driver import Search
from miai.search.result import Result

INTERVAL = 0.2


def watch(running: Search, playouts: int | None = None, *, seconds: float | None = None, **options: Any) -> Result:
    """Continue a search as `Search.run` does, show a progress bar meanwhile, and return the result.

    Parameters
    ----------
    running : Search
        The search to continue.
    playouts : int, optional
        Further simulations; 10,000 if no other limit is given.
    seconds : float, optional
        Time limit in seconds.
    **options
        Other parameters of `Search.run`. `listener` is called as well.

    Examples
    --------
    >>> from miai.notebook import watch
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> watch(Search(load("nim").start(heaps=(1, 2)), seed=1), playouts=1000).best_text
    'b1'
    """
    meter = _new_meter(f"{running.problem.name}")
    listener = options.pop("listener", None)
    if playouts is None and seconds is None and not options.get("until_proven") and options.get("target") is None:
        playouts = 10_000

    def report(result: Result) -> None:
        if meter is not None:
            meter.update(_share(result, playouts, seconds), _words(result))
        if listener is not None:
            listener(result)

    try:
        return running.run(playouts, seconds=seconds, listener=report, interval=options.pop("interval", INTERVAL), **options)
    finally:
        if meter is not None:
            meter.remove()


def _share(result: Result, playouts: int | None, seconds: float | None) -> float:
    """Return the part that is done, by the limit that is nearer; 0 where neither is given."""
    by_playouts = result.simulations / playouts if playouts else 0.0
    return max(by_playouts, result.seconds / seconds if seconds else 0.0)


def _words(result: Result) -> str:
    worth = f"{result.best_text} {result.value:.3f}" + (" (proven)" if result.proven else "")
    return f"{result.simulations:,} simulations, {result.simulations_per_second:,.0f} per second; best {worth}"


class TerminalMeter:
    """One line on a terminal, redrawn in place."""

    def __init__(self, title: str) -> None:
        self.title = title

    def update(self, share: float, words: str) -> None:
        """Redraw the line."""
        sys.stderr.write(f"\r\x1b[K{self.title}: {share:4.0%} {words}"[:160])
        sys.stderr.flush()

    def remove(self) -> None:
        """Clear the line."""
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _new_meter(title: str) -> NotebookBar | TerminalMeter | None:
    if notebook_shell() is not None:
        return NotebookBar(title)
    return TerminalMeter(title) if sys.stderr.isatty() else None
