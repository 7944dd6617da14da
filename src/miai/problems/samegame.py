"""SameGame: remove groups of stones of one colour from a board; large groups count most.

A move removes a group of at least two neighbouring stones of one colour. The stones above fall down, and empty columns close up to the
left. A group of n stones is worth (n - 2)^2 points. A board that is cleared is worth 1000 more; else (n - 2)^2 is subtracted for the n
stones of each colour that are left, as if they were connected, where n is above 2. The usual board has 15 x 15 stones of 5 colours.

An action is the cell of a group's first stone: the lowest row, then the leftmost column. Cells are numbered row by row from the bottom.

| field | dtype, shape | meaning |
|---|---|---|
| `stones` | uint8, (MOST, MOST) | colour from 1 of each cell by column and row from the bottom, 0: empty |
| `marks` | uint8, (MOST, MOST) | room for groups |
| `stack` | int16, MOST * MOST | room for cells |
| `score` | int64 | points so far |
| `width`, `height`, `colours` | uint8 | of the board; constant |
| `tabu` | uint8 | a colour that is removed only where nothing else can be, or all at once; 0: none; constant |

With `tabu=true` the most frequent colour of the start is kept for the end, as in the programs of Schadd et al. (2008) and Cazenave
(2009, 2016):
their playouts avoid it, so that it forms large groups. Here such moves are not offered at all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import new_stream, next_below
from miai.problems.diagrams import drawn_by
from miai.problems.samegame_boards import STANDARD_BOARDS, read_board
from miai.search.problem import (
    Problem,
    action_code,
    apply_action,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    register,
    reward,
)

MOST = 15
CLEARED = 1000

state_t = record(
    "samegame",
    [
        ("stones", np.uint8, (MOST, MOST)),
        ("marks", np.uint8, (MOST, MOST)),
        ("stack", np.int16, MOST * MOST),
        ("score", np.int64),
        ("width", np.uint8),
        ("height", np.uint8),
        ("colours", np.uint8),
        ("tabu", np.uint8),
    ],
)


def start(
    width: int = 15,
    height: int = 15,
    colours: int = 5,
    seed: int = 0,
    board: str = "",
    standard: int = 0,
    file: str = "",
    tabu: bool = False,
) -> Any:
    """Return a random board made from a seed, or `board`: rows from the top, colours as digits from 1, separated by `/`.

    `standard` is the number of one of the twenty boards of the literature, `file` a text file with a board (`read_board`). Raises
    `UserError` for options that make no board.
    """
    if sum(map(bool, (board, standard, file))) > 1:
        raise UserError("samegame: give one of board, standard and file")
    if standard:
        board = _standard_board(standard)
    elif file:
        board = "/".join(read_board(Path(file)))
    rows = [row.strip() for row in board.split("/")] if board else []
    if rows:
        width, height, colours = len(rows[0]), len(rows), 9
    if not (1 <= width <= MOST and 1 <= height <= MOST and 1 <= colours <= 9):
        raise UserError(f"samegame: width and height are from 1 to {MOST} and colours from 1 to 9")
    if any(len(row) != width or not row.isdigit() for row in rows):
        raise UserError("samegame: a board has rows of the same length, of digits, separated by /")
    state = new(state_t)
    state.width, state.height, state.colours = width, height, colours
    stream = new_stream(seed, width * height)
    for column in range(width):
        for row in range(height):
            state.stones[column, row] = int(rows[height - 1 - row][column]) if rows else 1 + int(next_below(stream, colours))
    if tabu:
        state.tabu = 1 + int(np.argmax([np.count_nonzero(state.stones == colour) for colour in range(1, 10)]))
    return state


def _standard_board(number: int) -> str:
    if not 1 <= number <= len(STANDARD_BOARDS):
        raise UserError(f"samegame: standard is the number of a board from 1 to {len(STANDARD_BOARDS)}, not {number}")
    return "/".join("".join(str(int(colour) + 1) for colour in row) for row in STANDARD_BOARDS[number - 1])


@kernel
def mark_group(state, column, row):
    """Mark the group of a stone; returns its number of stones. Marks of other groups stay."""
    colour = state.stones[column, row]
    state.marks[column, row] = 1
    state.stack[0] = column * MOST + row
    size = 1
    done = 0
    while done < size:
        cell = np.int64(state.stack[done])
        done += 1
        for side in range(4):
            x = cell // MOST + (1 if side == 0 else -1 if side == 1 else 0)
            y = cell % MOST + (1 if side == 2 else -1 if side == 3 else 0)
            if 0 <= x < state.width and 0 <= y < state.height and state.stones[x, y] == colour and state.marks[x, y] == 0:
                state.marks[x, y] = 1
                state.stack[size] = x * MOST + y
                size += 1
    return size


@kernel
def clear_marks(state):
    """Remove all marks."""
    for column in range(state.width):
        for row in range(state.height):
            state.marks[column, row] = 0


@list_actions.implement(state_t)
@kernel
def list_groups(state, actions):
    clear_marks(state)
    count = 0
    for row in range(state.height):
        for column in range(state.width):
            colour = state.stones[column, row]
            if colour > 0 and colour != state.tabu and state.marks[column, row] == 0 and mark_group(state, column, row) > 1:
                actions[count] = row * MOST + column
                count += 1
    return count if state.tabu == 0 else list_tabu_groups(state, actions, count)


@kernel
def list_tabu_groups(state, actions, others):
    """Add the groups of the tabu colour where there are no others, else only one that has all its stones. Returns the number of actions."""
    stones = 0
    for column in range(state.width):
        for row in range(state.height):
            stones += int(state.stones[column, row] == state.tabu)
    count = others
    for row in range(state.height):
        for column in range(state.width):
            if state.stones[column, row] == state.tabu and state.marks[column, row] == 0:
                size = mark_group(state, column, row)
                if size > 1 and (others == 0 or size == stones):
                    actions[count] = row * MOST + column
                    count += 1
    return count


@apply_action.implement(state_t)
@kernel
def remove_group(state, action):
    clear_marks(state)
    size = mark_group(state, np.int64(action) % MOST, np.int64(action) // MOST)
    state.score += (size - 2) * (size - 2)
    target = 0
    for column in range(state.width):
        height = 0
        for row in range(state.height):
            if state.stones[column, row] > 0 and state.marks[column, row] == 0:
                state.stones[target, height] = state.stones[column, row]
                height += 1
        for row in range(height, state.height):
            state.stones[target, row] = 0
        if height > 0:
            target += 1
    for column in range(target, state.width):
        for row in range(state.height):
            state.stones[column, row] = 0


@player_to_act.implement(state_t)
@kernel
def the_remover(state):
    return 0


@is_terminal.implement(state_t)
@kernel
def no_group_is_left(state):
    for column in range(state.width):
        for row in range(state.height):
            colour = state.stones[column, row]
            if colour > 0:
                if column + 1 < state.width and state.stones[column + 1, row] == colour:
                    return False
                if row + 1 < state.height and state.stones[column, row + 1] == colour:
                    return False
    return True


@reward.implement(state_t)
@kernel
def points_at_the_end(state, player):
    points = state.score
    left = 0
    for colour in range(1, 10):
        count = 0
        for column in range(state.width):
            for row in range(state.height):
                count += int(state.stones[column, row] == colour)
        left += count
        if count > 2:
            points -= (count - 2) * (count - 2)
    return np.float64(points + CLEARED if left == 0 else points)


@position_key.implement(state_t)
@kernel
def key_of_board(state):
    """The points so far belong to it: they are part of the reward."""
    key = mix64(np.uint64(state.score + 1))
    for column in range(state.width):
        for row in range(state.height):
            cell = (column * MOST + row) * 16 + np.int64(state.stones[column, row])
            if state.stones[column, row] > 0:
                key += mix64(np.uint64(cell))
    return key


@action_code.implement(state_t)
@kernel
def code_of_group(state, action):
    """The stones that the move removes: which cells, and their colour."""
    clear_marks(state)
    column, row = np.int64(action) % MOST, np.int64(action) // MOST
    size = mark_group(state, column, row)
    code = np.uint64(state.stones[column, row])
    for place in range(size):
        code += mix64(np.uint64(np.int64(state.stack[place]) * 16 + 7))
    return mix64(code)


def state_text(state: Any) -> str:
    """Return the board, highest row first, with the points so far."""
    rows = [
        "".join(".123456789"[int(state.stones[x, y])] for x in range(int(state.width))) for y in reversed(range(int(state.height)))
    ]
    return "\n".join([f"points {int(state.score)}", *rows])


def action_text(state: Any, action: int) -> str:
    """Return the column as a letter and the row from 1: `c2`."""
    return f"{chr(ord('a') + action % MOST)}{action // MOST + 1}"


PROBLEM = register(
    Problem(
        name="samegame",
        state_t=state_t,
        start=start,
        actions=MOST * MOST,
        longest=MOST * MOST // 2,
        players=1,
        zero_sum=False,
        rewards=(-20_000.0, 51_000.0),
        scratch=("marks", "stack"),
        description="SameGame: remove large groups of one colour; "
        "width=15, height=15, colours=5, seed=0, board, standard=1 to 20, file, tabu=false",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_samegame"),
    )
)
