"""The top of a growing search graph: the root at the left, larger discs with more visits, the path of the last simulation in colour."""

from __future__ import annotations

import math
from html import escape
from itertools import pairwise
from typing import Any

from miai.web.drawing.board import short
from miai.web.languages import plural
from miai.web.languages import text as _

STEP, ROW, SMALLEST, LARGEST = 128, 25, 4.5, 12.0
LEFT, TOP, LETTER = 24, 20, 6.3


def draw_growth(graph: dict[str, Any], shown: int | None = None, fresh: int | None = None) -> str:
    """Draw a graph with `nodes` [id, depth, visits, value, player, terminal], `links` [from, to, text, visits] and a `path`.

    `shown` is the number of nodes of the path that are in colour, `fresh` a node that was just added.
    """
    nodes = {row[0]: row for row in graph["nodes"]}
    path = graph["path"][:shown]
    places = _places(graph)
    steps = set(pairwise(path))
    most = max((row[2] for row in graph["nodes"] if row[1] > 0), default=1) or 1
    parents: dict[int, list[str]] = {}
    for _parent, child, words, _visits in graph["links"]:
        parents.setdefault(child, []).append(words)
    sizes = {index: _size(row, parents.get(index, []), most) for index, row in nodes.items()}
    links = [_link(places, link, (link[0], link[1]) in steps, most, sizes[link[0]][1]) for link in graph["links"]]
    drawn = [_node(row, places[row[0]], parents.get(row[0], []), most, row[0] in path, row[0] == fresh) for row in nodes.values()]
    width = LEFT + STEP * max(row[1] for row in graph["nodes"]) + 78
    height = 2 * TOP + ROW * max(y for _x, y in places.values())
    label = _("The top of the search graph: {count} positions").format(count=len(nodes))
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" class="growth" role="img" aria-label="{escape(label)}" '
        f'style="max-width:{width}px;min-width:{0.8 * width:.0f}px">{"".join(links)}{"".join(drawn)}</svg>'
    )


def _places(graph: dict[str, Any]) -> dict[int, tuple[float, float]]:
    """Return depth and row of each node: leaves from top to bottom, a position in the middle of those that it was first reached from."""
    children: dict[int, list[int]] = {}
    seen = {graph["nodes"][0][0]}
    for parent, child, _words, _visits in graph["links"]:
        if child not in seen:
            seen.add(child)
            children.setdefault(parent, []).append(child)
    depths = {row[0]: row[1] for row in graph["nodes"]}
    rows: dict[int, float] = {}
    count = 0

    def place(node: int) -> float:
        nonlocal count
        below = [place(child) for child in children.get(node, ())]
        if below:
            rows[node] = (below[0] + below[-1]) / 2
        else:
            rows[node] = float(count)
            count += 1
        return rows[node]

    place(graph["nodes"][0][0])
    return {node: (depths[node], row) for node, row in rows.items()}


def _size(row: list[Any], words: list[str], most: int) -> tuple[float, float]:
    """Return the radius of a node, and the distance from its middle to the end of its label, where its links begin."""
    radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(min(1.0, row[2] / most))
    return radius, min(0.72 * STEP, radius + 10 + LETTER * (len(_names(words)) + len(short(row[2]))))


def _names(words: list[str]) -> str:
    """Return the actions that lead to a node: one or two of them."""
    different = list(dict.fromkeys(words))
    return " / ".join(different[:2]) + (" …" if len(different) > 2 else "")


def _link(places: dict[int, tuple[float, float]], link: list[Any], is_path: bool, most: int, begin: float) -> str:
    (a, b), (c, d) = ((LEFT + STEP * x, TOP + ROW * y) for x, y in (places[link[0]], places[link[1]]))
    a += begin
    width = 0.8 + 4 * math.sqrt(min(1.0, link[3] / most))
    middle = (a + c) / 2
    kind = "edge on-path" if is_path else "edge"
    curve = f"M{a:.0f} {b:.1f}C{middle:.0f} {b:.1f} {middle:.0f} {d:.1f} {c:.0f} {d:.1f}"
    return f'<path class="{kind}" stroke-width="{width:.1f}" d="{curve}"/>'


def _node(row: list[Any], place: tuple[float, float], words: list[str], most: int, is_path: bool, is_fresh: bool) -> str:
    index, _depth, visits, value, _player, terminal = row
    x, y = LEFT + STEP * place[0], TOP + ROW * place[1]
    radius, names = _size(row, words, most)[0], _names(words)
    kinds = ["node", *(["on-path"] if is_path else []), *(["fresh"] if is_fresh else []), *(["joined"] if len(words) > 1 else [])]
    text = plural(
        "{name}: {visits} visit, value {value} for the first player",
        "{name}: {visits} visits, value {value} for the first player",
        visits,
    )
    title = text.format(name=names or _("now"), visits=f"{visits:,}", value=f"{value:.3f}")
    fill = f"color-mix(in srgb, var(--miai-first) {100 * value:.0f}%, var(--miai-second))"
    shape = (
        f'<rect x="{x - radius:.1f}" y="{y - radius:.1f}" width="{2 * radius:.1f}" height="{2 * radius:.1f}" rx="2" style="fill:{fill}"/>'
        if terminal
        else f'<circle cx="{x:.0f}" cy="{y:.1f}" r="{radius:.1f}" style="fill:{fill}"/>'
    )
    label = f'<text x="{x + radius + 4:.1f}" y="{y:.1f}">{escape(names)} <tspan class="count">{short(visits)}</tspan></text>'
    return f'<g class="{" ".join(kinds)}" data-node="{index}"><title>{escape(title)}</title>{shape}{label}</g>'
