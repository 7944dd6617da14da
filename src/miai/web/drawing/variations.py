"""The tree of variations around the current node: moves from left to right, one row per variation."""

from __future__ import annotations

from miai.go.notation.coordinates import BLACK, to_vertex
from miai.web.languages import text as _
from miai.web.tree import GameTree

STEP, ROW, RADIUS = 30, 30, 11
COLUMNS, ROWS = 40, 9
"""Largest drawn part of the tree; the rest appears when the user navigates there."""


def lay_out(tree: GameTree) -> dict[int, tuple[int, int]]:
    """Return column (moves from the start) and row of every node; the first variation stays in the row of its parent."""
    places: dict[int, tuple[int, int]] = {}
    next_row = 0
    waiting = [(0, 0, -1)]
    while waiting:
        number, column, row = waiting.pop()
        if row < 0:
            row, next_row = next_row, next_row + 1
        places[number] = column, row
        children = tree.nodes[number].children
        waiting += [(child, column + 1, -1) for child in reversed(children[1:])]
        waiting += [(child, column + 1, row) for child in children[:1]]
    return places


def draw_variations(tree: GameTree) -> str:
    """Draw the part of the tree around the current node; each node can be clicked (`data-node`)."""
    places = lay_out(tree)
    column, row = places[tree.current]
    first_column, first_row = max(0, column - COLUMNS // 2), max(0, row - ROWS // 2)
    shown = {
        number: ((c - first_column + 0.6) * STEP, (r - first_row + 0.6) * ROW)
        for number, (c, r) in places.items()
        if 0 <= c - first_column < COLUMNS and 0 <= r - first_row < ROWS
    }
    links = [_link(shown, tree.nodes[number].parent, number) for number in shown]
    dots = [_dot(tree, number, places[number][0], *shown[number]) for number in shown]
    width = max(x for x, _ in shown.values()) + 0.6 * STEP
    height = max(y for _, y in shown.values()) + 0.6 * ROW
    style = f"width:{width:.0f}px;height:{height:.0f}px"
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" style="{style}" class="variations" role="img" aria-label="{_("variations")}">'
        f"{''.join(links)}{''.join(dots)}</svg>"
    )


def _link(shown: dict[int, tuple[float, float]], parent: int | None, number: int) -> str:
    if parent not in shown:
        return ""
    (a, b), (c, d) = shown[parent], shown[number]
    return f'<path class="link" d="M{a:.0f} {b:.0f}L{c - STEP / 2:.0f} {d:.0f}L{c:.0f} {d:.0f}"/>'


def _dot(tree: GameTree, number: int, moves: int, x: float, y: float) -> str:
    node = tree.nodes[number]
    name = "start" if node.move is None else "b" if node.color == BLACK else "w"
    now = " now" if number == tree.current else ""
    title = (
        f"<title>{moves}. {to_vertex(node.move)}</title>" if node.move is not None else f"<title>{_('Start of the game')}</title>"
    )
    text = f'<text x="{x:.0f}" y="{y:.0f}">{moves}</text>' if node.move is not None else ""
    return f'<g class="dot {name}{now}" data-node="{number}">{title}<circle cx="{x:.0f}" cy="{y:.0f}" r="{RADIUS}"/>{text}</g>'
