"""Morpion solitaire: draw lines of five points on a grid, each with one new point, as many as possible.

The game starts with a cross of 36 points. A move adds one point and draws a line of five points in a row, across, down or along a diagonal,
of which the other four were there. Lines of one direction may share an end point in the touching version (5T), and no point in the
disjoint version (5D). The reward is the number of moves. Records are 178 moves (5T) and 82 (5D), the latter by nested rollout policy
adaptation (Rosin 2011).

An action is a line: its direction and its first point, the uppermost, or leftmost in a row. The point that it adds follows: it is the
one that is missing.

| field | dtype, shape | meaning |
|---|---|---|
| `points` | uint8, CELLS | 1 where there is a point |
| `used` | uint8, CELLS | bit d: a line of direction d covers this point (5D), or the step from it to the next point (5T) |
| `moves` | int32, MOST_MOVES | the lines that can be drawn, in no order |
| `place` | int32, 4 CELLS | where each line stands in `moves`, from 1; 0: not there |
| `move_count` | int64 | number of `moves` |
| `score` | int64 | lines drawn so far |
| `key` | uint64 | hash of the lines drawn |
| `touching` | uint8 | 1 in the touching version |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import zobrist_key
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.search.problem import (
    Problem,
    apply_action,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    register,
    reward,
)

SIDE = 48
"""Side of the grid in points; no known play comes near its edge."""
CELLS = SIDE * SIDE
MOST_MOVES = 512
LINE = 5
STEPS = np.array([1, SIDE + 1, SIDE, SIDE - 1])
"""From one point of a line to the next: right, down right, down, down left."""
DIRECTIONS = "-\\|/"
_SEED = np.uint64(0x6D6F7270696F6E)
CROSS = (
    "...####...",
    "...#..#...",
    "...#..#...",
    "####..####",
    "#........#",
    "#........#",
    "####..####",
    "...#..#...",
    "...#..#...",
    "...####...",
)
CORNER = (SIDE - len(CROSS)) // 2

state_t = record(
    "morpion",
    [
        ("points", np.uint8, CELLS),
        ("used", np.uint8, CELLS),
        ("moves", np.int32, MOST_MOVES),
        ("place", np.int32, 4 * CELLS),
        ("move_count", np.int64),
        ("score", np.int64),
        ("key", np.uint64),
        ("touching", np.uint8),
    ],
)


def start(version: str = "5D") -> Any:
    """Return the cross of 36 points. Raises `UserError` for a version other than 5D and 5T."""
    if version.upper() not in ("5D", "5T"):
        raise UserError(f"morpion: version is 5D (disjoint) or 5T (touching), not {version!r}")
    state = new(state_t)
    state.touching = state.key = version.upper() == "5T"
    for row, line in enumerate(CROSS):
        for column, mark in enumerate(line):
            state.points[(CORNER + row) * SIDE + CORNER + column] = mark == "#"
    near = range(CORNER - 1, CORNER + len(CROSS) + 1)  # a point that completes a line is beside one of the cross
    for cell in (row * SIDE + column for row in near for column in near):
        if not state.points[cell]:
            add_lines_through(state, cell, True)
    return state


@kernel
def covered_steps(state):
    """Return how many of a line's points carry a mark in `used`: all five if lines are disjoint, the first four if they may touch."""
    return LINE - 1 if state.touching else LINE


@kernel
def missing_points(state, first, step):
    """Return how many points of the line from `first` are missing."""
    missing = 0
    for number in range(LINE):
        missing += 1 - int(state.points[first + number * step])
    return missing


@kernel
def is_free(state, first, direction):
    """Return whether no other line of this direction blocks the line from `first`."""
    step = STEPS[direction]
    for number in range(covered_steps(state)):
        if (state.used[first + number * step] >> direction) & 1:
            return False
    return True


@kernel
def add_lines_through(state, cell, only_new):
    """Add to `moves` the lines through `cell` that can be drawn; of which `cell` itself is the missing point if `only_new`."""
    for direction in range(4):
        step = STEPS[direction]
        for number in range(LINE):
            first = cell - number * step
            if first < 0 or first + (LINE - 1) * step >= CELLS:
                continue
            line = 4 * first + direction
            if state.place[line] > 0 or (only_new and state.points[cell] > 0):
                continue
            if missing_points(state, first, step) == 1 and is_free(state, first, direction):
                state.moves[state.move_count] = line
                state.move_count += 1
                state.place[line] = state.move_count


@kernel
def remove_line(state, line):
    """Take a line out of `moves`."""
    place = state.place[line]
    last = state.moves[state.move_count - 1]
    state.moves[place - 1] = last
    state.place[last] = place
    state.place[line] = 0
    state.move_count -= 1


@list_actions.implement(state_t)
@kernel
def list_lines(state, actions):
    for place in range(state.move_count):
        actions[place] = state.moves[place]
    return state.move_count


@apply_action.implement(state_t)
@kernel
def draw_line(state, line):
    first, direction = line >> 2, line & 3
    step = STEPS[direction]
    added = first
    for number in range(LINE):
        if state.points[first + number * step] == 0:
            added = first + number * step
    state.points[added] = 1
    for number in range(covered_steps(state)):
        state.used[first + number * step] |= np.uint8(1 << direction)
    state.score += 1
    state.key ^= zobrist_key(_SEED, line)
    drop_impossible(state)
    add_lines_through(state, added, False)


@kernel
def drop_impossible(state):
    """Remove from `moves` the lines whose point is now occupied, and those that the new line blocks."""
    place = 0
    while place < state.move_count:
        line = state.moves[place]
        if missing_points(state, line >> 2, STEPS[line & 3]) == 1 and is_free(state, line >> 2, line & 3):
            place += 1
        else:
            remove_line(state, line)


@player_to_act.implement(state_t)
@kernel
def the_drawer(state):
    return 0


@is_terminal.implement(state_t)
@kernel
def no_line_is_left(state):
    return state.move_count == 0


@reward.implement(state_t)
@kernel
def lines_drawn(state, player):
    return np.float64(state.score)


@position_key.implement(state_t)
@kernel
def key_of_lines(state):
    return state.key


def state_text(state: Any) -> str:
    """Return the points, cut to the rectangle that holds them."""
    grid = np.asarray(state.points).reshape(SIDE, SIDE)
    rows, columns = (np.flatnonzero(grid.any(axis=axis)) for axis in (1, 0))
    shown = grid[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    version = "5T" if state.touching else "5D"
    return "\n".join([f"morpion {version}, {int(state.score)} lines", *("".join(".#"[int(each)] for each in row) for row in shown)])


def action_text(state: Any, line: int) -> str:
    """Return the first point as column,row from the corner of the cross, and the direction: `0,3-`."""
    row, column = divmod(line >> 2, SIDE)
    return f"{column - CORNER},{row - CORNER}{DIRECTIONS[line & 3]}"


PROBLEM = register(
    Problem(
        name="morpion",
        state_t=state_t,
        start=start,
        actions=4 * CELLS,
        longest=400,
        players=1,
        zero_sum=False,
        rewards=(0.0, 200.0),
        description="morpion solitaire: draw as many lines of five points as possible; version=5D",
        state_text=state_text,
        action_text=action_text,
    )
)
