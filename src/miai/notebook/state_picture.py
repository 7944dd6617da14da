"""A state as a picture: its problem's own drawing, a Go board, or its text."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.notebook.picture import framed
from miai.search.problem import problem_of

LINE, LETTER, MARGIN = 20, 9.7, 14


def is_state(thing: Any) -> bool:
    """Return whether `thing` is a state of a registered problem."""
    if not isinstance(thing, np.void):
        return False
    try:
        problem_of(thing)
    except UserError:
        return False
    return True


def picture_of_state(state: Any) -> str:
    """Return a state as SVG."""
    problem = problem_of(state)
    if problem.draw is not None:
        return with_size(problem.draw(state))
    if problem.name.removeprefix("go").isdigit():
        from miai.go.board.board import to_position
        from miai.notebook.go_picture import picture_of_position

        return picture_of_position(to_position(state.board))
    return picture_of_text(problem.state_text(state))


def with_size(svg: str) -> str:
    """Return a picture that is drawn in its own units: without a size, it would be as wide as the page."""
    found = re.match(r'<svg(?P<head>[^>]*viewBox="0 0 (?P<width>[\d.]+) (?P<height>[\d.]+)"[^>]*)>', svg)
    if found is None or re.search(r'\swidth="', found["head"]):
        return svg
    return f'<svg width="{float(found["width"]):.0f}" height="{float(found["height"]):.0f}"{found["head"]}>' + svg[found.end() :]


def picture_of_text(text: str) -> str:
    """Return lines of text as SVG, in letters of one width."""
    lines = text.splitlines() or [""]
    width, height = 2 * MARGIN + LETTER * max(len(line) for line in lines), 2 * MARGIN + LINE * len(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * row + 15}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return framed(rows, width, height, "miai-text", "& text{font:16px monospace;fill:#23262b;white-space:pre}")
