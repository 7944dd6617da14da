"""Small boards: the variations that begin in a position, each as a picture of where it leads."""

from __future__ import annotations

from miai.go.notation.coordinates import Point, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import IllegalMove
from miai.web.tree import GameTree

UNIT = 10
MOST_BOARDS, MOST_MOVES = 12, 6
"""Variations that are drawn, and moves of each."""


def draw_small_board(position: Position, numbers: dict[Point, int]) -> str:
    """Draw a position without coordinates; `numbers` are written on stones or, where a stone was captured, on points."""
    size = position.size
    width = UNIT * (size + 1)

    def at(point: Point) -> tuple[int, int]:
        return UNIT * (point[0] + 1), UNIT * (size - point[1])

    lines = "".join(f"M{UNIT} {UNIT * each}H{UNIT * size}M{UNIT * each} {UNIT}V{UNIT * size}" for each in range(1, size + 1))
    shapes = [
        '<circle class="{}" cx="{}" cy="{}" r="4.7"/>'.format(name, *at(stone))
        for name, stones in (("b", position.black), ("w", position.white))
        for stone in sorted(stones)
    ]
    texts = [
        '<text class="on-{}" x="{}" y="{}">{}</text>'.format("obw"[position.color_at(point)], *at(point), number)
        for point, number in numbers.items()
    ]
    return (
        f'<svg viewBox="0 0 {width} {width}" class="small-board" aria-hidden="true"><rect width="{width}" height="{width}"/>'
        f'<path d="{lines}"/>{"".join(shapes)}{"".join(texts)}</svg>'
    )


def draw_branches(tree: GameTree, label: str) -> str:
    """Draw the variations of the current node as small boards that can be clicked (`data-node`); nothing with fewer than two.

    `label` has a place for the move, such as "variation {move}".
    """
    children = tree.node.children[:MOST_BOARDS]
    return "".join(_branch(tree, child, label) for child in children) if len(children) > 1 else ""


def _branch(tree: GameTree, number: int, label: str) -> str:
    """Draw the position after the first moves of a variation."""
    line = [number]
    while len(line) < MOST_MOVES and tree.nodes[line[-1]].children:
        line.append(tree.nodes[line[-1]].children[0])
    numbers: dict[Point, int] = {}
    last = number
    for count, each in enumerate(line, 1):
        try:
            tree.game(each)
        except IllegalMove:
            break
        last, move = each, tree.nodes[each].move
        if move is not None and not isinstance(move, str):
            numbers.setdefault(move, count)
    try:
        position = tree.game(last).position
    except IllegalMove:
        return ""
    move = tree.nodes[number].move
    name = "" if move is None else to_vertex(move)
    return (
        f'<button class="branch" data-node="{number}" aria-label="{label.format(move=name)}">'
        f"{draw_small_board(position, numbers)}<span>{name}</span></button>"
    )
