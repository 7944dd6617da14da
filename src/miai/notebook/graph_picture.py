"""The top of the graph of a search as a picture: positions by depth, larger with more visits, orange where several paths meet."""

from __future__ import annotations

import re
from typing import Any

from miai.core.errors import UserError
from miai.notebook.picture import Picture, framed
from miai.search.driver import Search
from miai.search.show import as_text_tree
from miai.web.drawing.graph import draw_graph
from miai.web.engine.graph import describe_top

DEEPEST = 8
STYLE = (
    "& .edge{fill:none;stroke:#6a6f78;opacity:.38} & .node circle{fill:#7aa7c7;stroke:#fff;stroke-width:1.5} "
    "& .node.joined circle{fill:#f59e0b} & .node text{font-size:13px;fill:#23262b;dominant-baseline:central} "
    "& .node .count{text-anchor:middle;font-size:11px;font-weight:600;fill:#10141a} "
    "& .depth{font-size:12px;fill:#6a6f78;text-anchor:middle}"
)


def plot_graph(running: Search, depth: int = 3, widest: int = 8) -> Picture:
    """Return a picture of the top of the graph. Hold the pointer over a position for its visits and its value for player 0.

    Parameters
    ----------
    running : Search
        The search. The picture shows its present state and does not change later.
    depth : int
        Moves below the root, 1 to 8.
    widest : int
        Positions at each depth, 1 to 40, the most visited first. A few places are reserved for transpositions.

    Returns
    -------
    Picture
        A notebook shows it; `save(path)` writes it as SVG.

    Examples
    --------
    >>> from miai.notebook import plot_graph
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> running = Search(load("tictactoe").start(), seed=1)
    >>> _ = running.run(200)
    >>> plot_graph(running, depth=2).svg[:4]
    '<svg'
    """
    if not isinstance(running, Search):
        raise UserError(f"plot_graph draws a Search, not a {type(running).__name__}; a Result has no graph")
    if not 1 <= depth <= DEEPEST:
        raise UserError(f"depth is from 1 to {DEEPEST}, not {depth}")
    if not 1 <= widest <= 40:
        raise UserError(f"widest is from 1 to 40, not {widest}")
    drawn = draw_graph(describe_top(running, (1, *[widest] * depth)), winner="value for player 0:")
    return Picture(_with_colours(drawn), as_text_tree(running, depth, min(widest, 5)))


def _with_colours(drawn: str) -> str:
    """Return a graph of the web board, whose colours come from its page, as a picture of its own."""
    found: Any = re.match(r'<svg viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)</svg>$', drawn, re.S)
    width, height, content = float(found[1]) + 40, float(found[2]), found[3]
    return framed(content, width, height, "miai-graph", STYLE)
