"""The top of the search graph: positions by depth from left to right, larger with more visits, orange for transpositions."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from miai.web.drawing.board import short
from miai.web.languages import plural
from miai.web.languages import text as _

STEP, ROW, SMALLEST, LARGEST = 132, 44, 6.0, 19.0
LEFT, TOP = 30, 26


def draw_graph(graph: dict[str, Any], winner: str = "") -> str:
    """Draw a graph with `layers` of positions (id, visits, value) and `links` [from, to, move, visits].

    `winner` says whose win rate a value is, as in "Black wins 53%", which is the default.
    """
    layers, winner = graph["layers"], winner or _("Black wins")
    tallest = max(len(layer) for layer in layers)
    places: dict[int, tuple[float, float]] = {
        node["id"]: (LEFT + STEP * depth, TOP + ROW * (row + (tallest - len(layer)) / 2))
        for depth, layer in enumerate(layers)
        for row, node in enumerate(_ordered(layers, depth, graph["links"]))
    }
    parents: dict[int, list[str]] = {}
    for _parent, child, move, _visits in graph["links"]:
        parents.setdefault(child, []).append(move)
    most = max((node["visits"] for layer in layers[1:] for node in layer), default=1) or 1
    links = [_link(places, link, most) for link in graph["links"]]
    nodes = [_node(node, places[node["id"]], parents.get(node["id"], []), most, winner) for layer in layers for node in layer]
    width, height = LEFT + STEP * (len(layers) - 1) + 70, 2 * TOP + ROW * (tallest - 1) + 8
    depths = "".join(
        f'<text class="depth" x="{LEFT + STEP * d}" y="{height - 2}">{_("now") if d == 0 else f"+{d}"}</text>'
        for d in range(len(layers))
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" class="graph" role="img" aria-label="{_("the top of the search graph")}">'
        f"{''.join(links)}{''.join(nodes)}{depths}</svg>"
    )


def find_transposition(graph: dict[str, Any]) -> tuple[list[str], list[str], int] | None:
    """Return two move sequences that lead to the same position, and its visits, for the most visited transposition."""
    nodes = {node["id"]: node for layer in graph["layers"] for node in layer}
    paths: dict[int, list[tuple[int, str]]] = {}
    for parent, child, move, _visits in graph["links"]:
        paths.setdefault(child, []).append((parent, move))
    joined = [child for child, found in paths.items() if len(found) > 1]
    if not joined:
        return None
    child = max(joined, key=lambda each: nodes[each]["visits"])
    one, two = ([*_path_to(parent, paths), move] for parent, move in paths[child][:2])
    return one, two, nodes[child]["visits"]


def _path_to(node: int, paths: dict[int, list[tuple[int, str]]]) -> list[str]:
    found: list[str] = []
    while node in paths:
        node, move = paths[node][0]
        found.append(move)
    return found[::-1]


def _ordered(layers: list[list[dict[str, Any]]], depth: int, links: list[list[Any]]) -> list[dict[str, Any]]:
    """Return the positions of a depth in an order with few crossing links: near their parents."""
    if depth == 0:
        return list(layers[0])
    above = {node["id"]: row for row, node in enumerate(_ordered(layers, depth - 1, links))}

    def mean_row(node: dict[str, Any]) -> float:
        rows = [above[parent] for parent, child, *_rest in links if child == node["id"] and parent in above]
        return sum(rows) / len(rows) if rows else 0.0

    return sorted(layers[depth], key=lambda node: (mean_row(node), -node["visits"]))


def _link(places: dict[int, tuple[float, float]], link: list[Any], most: int) -> str:
    parent, child, _move, visits = link
    if parent not in places or child not in places:
        return ""
    (a, b), (c, d) = places[parent], places[child]
    width = 0.8 + 5 * math.sqrt(min(1.0, visits / most))
    middle = (a + c) / 2
    return f'<path class="edge" stroke-width="{width:.1f}" d="M{a:.0f} {b:.0f}C{middle:.0f} {b:.0f} {middle:.0f} {d:.0f} {c:.0f} {d:.0f}"/>'


def _node(node: dict[str, Any], place: tuple[float, float], moves: list[str], most: int, winner: str) -> str:
    x, y = place
    radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(min(1.0, node["visits"] / most))
    kind = "node joined" if len(moves) > 1 else "node"
    label = " / ".join(dict.fromkeys(moves)) if moves else ""
    paths = "; " + _("reached by {count} paths").format(count=len(moves)) if len(moves) > 1 else ""
    visits = plural("{count} visit", "{count} visits", node["visits"]).format(count=f"{node['visits']:,}")
    title = f"{label or _('now')}: {visits}, {winner} {node['value']:.0%}{paths}"
    beside = f'<text x="{x + radius + 4:.0f}" y="{y + 1:.0f}">{escape(label)}</text>' if label else ""
    count = f'<text class="count" x="{x:.0f}" y="{y + 1:.0f}">{short(node["visits"])}</text>' if radius > 15 else ""
    return (
        f'<g class="{kind}"><title>{escape(title)}</title><circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}"/>{beside}{count}</g>'
    )
