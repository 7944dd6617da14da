"""Pictures of the built-in problems, one function each. A problem's file names its function: `draw=drawn_by("draw_nim")`."""

from __future__ import annotations

import math
from typing import Any

from miai.problems.drawing import (
    CELL,
    PLAYERS,
    board,
    card,
    disc,
    hexagon,
    line,
    picture,
    rectangle,
    text,
)
from miai.search.problem import is_terminal, legal_actions

STONES = ("#c0392b", "#2f6fb3", "#2e8b57", "#d99a1c", "#8e5bb5", "#3aa6a0", "#c26b9c", "#7a6a53", "#5d6b7a")
"""Colours of SameGame's stones."""


def _legal(state: Any) -> list[int]:
    return [] if is_terminal(state) else legal_actions(state)


def draw_tictactoe(state: Any) -> str:
    from miai.problems.tictactoe import LINES, _mark

    rows = [[_mark(state, 3 * row + column) for column in range(3)] for row in range(3)]
    actions = {(cell % 3, cell // 3): [cell] for cell in _legal(state)}
    drawn = board(rows, actions, label="Tic-tac-toe")
    for stones in state.stones:
        won = next((each for each in LINES if int(stones) & each == each), None)
        if won:
            cells = [cell for cell in range(9) if won >> cell & 1]
            (x1, y1), (x2, y2) = ((22 + CELL * (cell % 3 + 0.5), 22 + CELL * (cell // 3 + 0.5)) for cell in (cells[0], cells[-1]))
            drawn = drawn.replace("</svg>", line(x1, y1, x2, y2, "accent", 5) + "</svg>")
    return drawn


def draw_connect4(state: Any) -> str:
    from miai.problems.connect4 import _mark

    width, height, legal = int(state.width), int(state.height), set(_legal(state))
    parts = [rectangle(2, 24, CELL * width + 4, CELL * height + 4, "frame", "", 9)]
    for column in range(width):
        x = 4 + CELL * (column + 0.5)
        parts.append(text(x, 12, str(column + 1), 13, "soft"))
        for row in range(height):
            mark = _mark(state, column, row)
            fill = {"X": "gold", "O": "#d64545"}.get(mark, "paper")
            parts.append(disc(x, 26 + CELL * (height - row - 0.5), CELL * 0.39, fill))
        if column in legal:
            parts.append(rectangle(4 + CELL * column, 26, CELL, CELL * height, "transparent", "", 7, [column]))
    return picture(CELL * width + 8, CELL * height + 32, parts, "connect four")


def draw_hex(state: Any) -> str:
    from miai.problems.hex import STRIDE

    size, legal, radius = int(state.side), set(_legal(state)), 22.0
    wide, high = radius * math.sqrt(3), radius * 1.5

    def place(column: float, row: float) -> tuple[float, float]:
        return 66 + wide * (column + row / 2), 56 + high * row

    parts = []
    for k in range(size):  # the sides that each player joins
        for column, row, fill in ((k, -0.62, "first"), (k, size - 0.38, "first"), (-0.75, k, "second"), (size - 0.25, k, "second")):
            parts.append(disc(*place(column, row), 5, fill))
    for cell in range(size * size):
        x, y = place(cell % size, cell // size)
        owner = int(state.owner[(cell // size + 1) * STRIDE + cell % size + 1])
        parts.append(hexagon(x, y, radius - 1, "paper", "rule", [cell] if cell in legal else ()))
        if owner < 2:
            parts.append(disc(x, y, radius * 0.62, PLAYERS[owner]))
    parts += [text(*place(k, -1.15), chr(ord("a") + k), 12, "soft") for k in range(size)]
    parts += [text(*place(-1.25, k), str(k + 1), 12, "soft") for k in range(size)]
    x, y = place(size - 1, size - 1)
    return picture(x + 50, y + 44, parts, "hex: the first player joins top and bottom, the second left and right")


def draw_nim(state: Any) -> str:
    from miai.problems.nim import LARGEST

    legal, parts = set(_legal(state)), []
    for heap in range(int(state.count)):
        here, y = int(state.heaps[heap]), 26 + 40 * heap
        parts.append(text(14, y, chr(ord("a") + heap), 15, "soft"))
        for place in range(here):
            action = heap * LARGEST + here - place - 1  # an object is taken with all those to its right
            parts.append(disc(46 + 36 * place, y, 14, "gold", "rule", [action] if action in legal else ()))
        if not here:
            parts.append(text(46, y, "–", 15, "soft"))
    widest = max(7, *(int(each) for each in state.heaps))
    words = "whoever takes the last one " + ("loses" if state.is_misere else "wins")
    bottom = 14 + 40 * int(state.count)
    parts.append(text(30, bottom + 12, words, 13, "soft", "start"))
    return picture(46 + 36 * widest, bottom + 28, parts, "nim: an object is taken together with all those to its right")


def draw_pig(state: Any) -> str:
    parts, target = [], int(state.target)
    for player in (0, 1):
        y, score = 24 + 52 * player, int(state.score[player])
        is_turn = player == int(state.player) and not is_terminal(state)
        pending = int(state.turn) if is_turn else 0
        parts.append(text(16, y, "AB"[player], 17, PLAYERS[player], weight=700))
        parts.append(rectangle(34, y - 13, 300, 26, "paper", "rule", 6))
        parts.append(rectangle(34, y - 13, 300 * min(1, score / target), 26, PLAYERS[player], "", 6))
        parts.append(
            rectangle(34 + 300 * min(1, score / target), y - 13, 300 * max(0.0, min(pending, target - score)) / target, 26, "gold")
        )
        parts.append(text(346, y, f"{score}" + (f" + {pending}" if pending else ""), 15, "ink", "start"))
    if state.is_rolling:
        parts += [_die(34 + 54 * face, 112, face + 1, [face]) for face in range(6)]
    else:
        legal = _legal(state)
        for number, words in enumerate((("roll", "a one loses the turn"), ("hold", f"bank {int(state.turn)}"))):
            if number in legal:
                parts.append(card(34 + 156 * number, 108, 144, 56, words, "card", [number]))
    return picture(420, 176, parts, f"pig to {target} points")


def _die(x: float, y: float, face: int, actions: list[int]) -> str:
    spots = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agbic", 6: "agbidf"}[face]
    places = {"a": (12, 12), "b": (34, 12), "c": (23, 23), "g": (12, 34), "i": (34, 34), "d": (12, 23), "f": (34, 23)}
    dots = "".join(disc(x + places[each][0], y + places[each][1], 4, "ink") for each in spots).replace(
        "/>", ' pointer-events="none"/>'
    )
    return rectangle(x, y, 46, 46, "card", "rule", 8, actions) + dots


def draw_knapsack(state: Any) -> str:
    legal, things = set(_legal(state)), int(state.things)
    weights, worths = [int(each) for each in state.weight], [int(each) for each in state.worth]
    room_at_first = int(state.room) + sum(weights[t] for t in range(things) if int(state.packed) >> t & 1)
    unit = 380 / max(1, room_at_first)
    parts, x = [rectangle(10, 10, 380, 38, "paper", "rule", 6)], 10.0
    columns, below = 4, 96
    for thing in range(things):
        name = chr(ord("a") + thing) if thing < 26 else f"a{chr(ord('a') + thing - 26)}"
        is_packed = bool(int(state.packed) >> thing & 1)
        if is_packed:
            parts.append(rectangle(x, 10, unit * weights[thing], 38, "gold", "card", 3))
            parts.append(text(x + unit * weights[thing] / 2, 29, name, 13, weight=600))
            x += unit * weights[thing]
        left, top = 10 + 97 * (thing % columns), below + 70 * (thing // columns)
        words = (name, f"weight {weights[thing]}", f"worth {worths[thing]}")
        fill = "gold" if is_packed else "card" if thing in legal else "paper"
        parts.append(card(left, top, 89, 62, words, fill, [thing] if thing in legal else ()))
    share = 100 * int(state.value) / int(state.total)
    parts.append(
        text(10, 66, f"room for {int(state.room)} of {room_at_first}; packed {share:.1f} % of the total worth", 13, "soft", "start")
    )
    return picture(400, below + 70 * math.ceil(things / columns), parts, "knapsack")


def draw_bandit(state: Any) -> str:
    arms, pulled, legal = int(state.arms), int(state.pulled), set(_legal(state))
    width, parts = max(240, 44 * arms + 16), []
    for arm in range(arms):
        x, share = 12 + 44 * arm, float(state.payoff[arm])
        chosen = arm == pulled
        may_pull = pulled < 0 and arm in legal
        parts.append(rectangle(x, 10, 36, 150, "paper", "accent" if may_pull or chosen else "rule", 6, [arm] if may_pull else ()))
        parts.append(
            rectangle(x, 160 - 150 * share, 36, 150 * share, "gold" if chosen else "second", "", 4).replace(
                "/>", ' pointer-events="none"/>'
            )
        )
        parts.append(text(x + 18, 174, str(arm + 1), 13, weight=600))
        parts.append(text(x + 18, 190, f"{share:.2g}", 11, "soft"))
    words = "an arm pays with the probability below it"
    if pulled >= 0:
        words = f"arm {pulled + 1}: " + ("does it pay?", "it did not pay", "it paid")[int(state.result) + 1]
        for number, outcome in enumerate(("lost", "won")):
            if number in legal:
                parts.append(card(12 + 100 * number, 226, 92, 40, (outcome,), "card", [number]))
    parts.append(text(12, 212, words, 13, "soft", "start"))
    return picture(width, 274 if pulled >= 0 and legal else 226, parts, "a bandit")


def draw_pgame(state: Any) -> str:
    level, depth, breadth, total = (int(state[name]) for name in ("level", "depth", "breadth", "total"))
    width, parts, legal = max(340.0, 52.0 * breadth + 30), [], _legal(state)
    middle, player = width / 2, "first" if level % 2 == 0 else "second"
    parts.append(text(middle, 16, f"level {level} of {depth}, total {total:+}", 14, "soft"))
    scale = max(200, abs(total)) * 1.1
    parts.append(line(20, 40, width - 20, 40, "rule", 3))
    parts.append(line(middle, 33, middle, 47, "soft", 2))
    at = middle + (middle - 20) * total / scale
    parts.append(line(middle, 40, at, 40, "first" if total > 0 else "second", 7))
    parts.append(disc(at, 40, 8, "first" if total > 0 else "second" if total < 0 else "soft"))
    parts.append(disc(middle, 84, 16, player if legal else "soft"))
    for number, move in enumerate(legal):
        x = width / 2 + 52 * (number - (len(legal) - 1) / 2)
        parts.append(line(middle, 100, x, 150, "soft", 1.5))
        parts.append(disc(x, 164, 18, "paper", "accent", [move]))
        parts.append(text(x, 164, str(move + 1), 15, weight=600))
    parts.append(
        text(middle, 204, "a move of the first player adds 0 to 127 points," if legal else "the game has ended", 13, "soft")
    )
    parts.append(text(middle, 221, "one of the second player subtracts them" if legal else "", 13, "soft"))
    return picture(width, 234, parts, "an artificial game")


def draw_race(state: Any) -> str:
    pile, legal = int(state.pile), _legal(state)
    parts = [disc(22 + 30 * (k % 12), 22 + 30 * (k // 12), 11, "gold", "rule") for k in range(pile)]
    top = 26 + 30 * math.ceil(max(1, pile) / 12)
    for number, action in enumerate(legal):
        parts.append(card(10 + 96 * number, top, 86, 44, (f"take {action + 1}",), "card", [action]))
    return picture(380, top + 54, parts, "a pile")


def draw_samegame(state: Any) -> str:
    from miai.problems.samegame import MOST

    width, height = int(state.width), int(state.height)
    action_of = {cell: action for action in _legal(state) for cell in _group(state, action % MOST, action // MOST)}
    side, parts = 26, []
    for column in range(width):
        for row in range(height):
            stone = int(state.stones[column, row])
            x, y = 20 + side * column, 8 + side * (height - row - 1)
            if stone:
                actions = [action_of[column, row]] if (column, row) in action_of else []
                parts.append(rectangle(x, y, side - 2, side - 2, STONES[stone - 1], "", 5, actions))
                parts.append(text(x + side / 2 - 1, y + side / 2 - 1, str(stone), 11, "#ffffff"))
    parts += [text(20 + side * (k + 0.5), 14 + side * height, chr(ord("a") + k), 11, "soft") for k in range(width)]
    parts += [text(9, 8 + side * (height - k - 0.5), str(k + 1), 11, "soft") for k in range(height)]
    parts.append(text(20, 32 + side * height, f"points {int(state.score)}", 14, "soft", "start"))
    return picture(24 + side * width, 44 + side * height, parts, "SameGame")


def _group(state: Any, column: int, row: int) -> set[tuple[int, int]]:
    """Return the cells of the group that a stone belongs to."""
    found, waiting = {(column, row)}, [(column, row)]
    while waiting:
        a, b = waiting.pop()
        for near in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
            inside = 0 <= near[0] < int(state.width) and 0 <= near[1] < int(state.height)
            if inside and near not in found and state.stones[near] == state.stones[column, row]:
                found.add(near)
                waiting.append(near)
    return found
