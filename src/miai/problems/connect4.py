"""Connect four on any board of up to 64 bits: four in a row, column or diagonal.

A column is `height` + 1 bits, the lowest cell first. The bit above the top cell is always empty, so that a row of four cannot continue in
the next column. An action is a column, from the left. The bits of a board of width 3 and height 2 are:

    2 5 8   always empty
    1 4 7
    0 3 6

| field | dtype, shape | meaning |
|---|---|---|
| `own` | uint64 | stones of the player to act |
| `taken` | uint64 | stones of both |
| `bottom` | uint64 | the lowest cell of every column; constant |
| `top` | uint64 | the highest cell of every column; constant |
| `salt` | uint64 | hash of the board size; constant |
| `width`, `height` | uint8 | board size; constant |
| `moves` | uint8 | number of stones; its parity is the player to act |
| `is_won` | bool | whether the player who moved last has four in a row |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import mix64, zobrist_key
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import next_below
from miai.problems.diagrams import drawn_by
from miai.search.problem import (
    Problem,
    apply_action,
    is_terminal,
    list_actions,
    note_action,
    play_out,
    player_to_act,
    position_key,
    register,
    reward,
)

BITS, WIDEST = 64, 16
_ZERO, _ONE = np.uint64(0), np.uint64(1)

state_t = record(
    "connect4",
    [
        ("own", np.uint64),
        ("taken", np.uint64),
        ("bottom", np.uint64),
        ("top", np.uint64),
        ("salt", np.uint64),
        ("width", np.uint8),
        ("height", np.uint8),
        ("moves", np.uint8),
        ("is_won", np.bool_),
    ],
)


def start(width: int = 7, height: int = 6) -> Any:
    """Return the empty board; `X` begins. Raise `UserError` for a board that does not fit into 64 bits."""
    if not (1 <= width <= WIDEST and height >= 1 and width * (height + 1) <= BITS):
        raise UserError(
            f"connect4: width must be from 1 to {WIDEST} and width x (height + 1) at most {BITS}, not width={width} height={height}"
        )
    state = new(state_t)
    state.width, state.height = width, height
    state.bottom = sum(1 << (height + 1) * column for column in range(width))
    state.top = int(state.bottom) << (height - 1)
    state.salt = zobrist_key(np.uint64(width), np.uint64(height))
    return state


@kernel
def has_four(stones, height):
    """Return whether four of `stones` are in a column, a row or a diagonal."""
    column = np.uint64(height) + _ONE
    for shift in (_ONE, column, column - _ONE, column + _ONE):
        pairs = stones & (stones >> shift)
        if pairs & (pairs >> (shift + shift)):
            return True
    return False


@list_actions.implement(state_t)
@kernel
def list_open_columns(state, actions):
    step = np.uint64(state.height) + _ONE
    tops = ~state.taken >> (np.uint64(state.height) - _ONE)  # now the lowest bit of a column is set if its top cell is empty
    count = 0
    for column in range(state.width):
        actions[count] = column  # without a branch: the next column overwrites one that is full
        count += np.int64(tops & _ONE)
        tops >>= step
    return count


@apply_action.implement(state_t)
@kernel
def drop_stone(state, column):
    foot = _ONE << (np.uint64(column) * (np.uint64(state.height) + _ONE))
    filled = state.taken | (state.taken + foot)  # adding at the foot carries into the first empty cell of the column
    mover = state.own | (filled ^ state.taken)
    state.is_won = has_four(mover, state.height)
    state.own ^= state.taken  # the stones of the other player, who acts next
    state.taken = filled
    state.moves += 1


@player_to_act.implement(state_t)
@kernel
def player_by_turn(state):
    return int(state.moves) & 1


@is_terminal.implement(state_t)
@kernel
def has_ended(state):
    return state.is_won or (state.taken & state.top) == state.top


@reward.implement(state_t)
@kernel
def win_draw_or_loss(state, player):
    if not state.is_won:
        return 0.5
    return 0.0 if player == player_by_turn(state) else 1.0


@position_key.implement(state_t)
@kernel
def key_of_columns(state):
    """Return a key that is unique among positions of one board size: in each column the sum has a one above the player's own stones."""
    return mix64((state.own + state.taken + state.bottom) ^ state.salt)


@play_out.implement(state_t)
@kernel
def drop_at_random(state, worker):
    """Play out as the default does, but draw a column from all and repeat if it is full: no list of actions is needed."""
    step = np.uint64(state.height) + _ONE
    width = np.uint64(state.width)
    while not has_ended(state):
        column = next_below(worker.stream, width)
        if (state.taken >> (column * step + step - np.uint64(2))) & _ONE:
            continue
        note_action(worker, player_by_turn(state), column)
        drop_stone(state, column)


def state_text(state: Any) -> str:
    names = [str((column + 1) % 10) for column in range(int(state.width))]
    rows = [[_mark(state, column, row) for column in range(int(state.width))] for row in reversed(range(int(state.height)))]
    return "\n".join(" ".join(row) for row in [names, *rows])


def _mark(state: Any, column: int, row: int) -> str:
    bit = column * (int(state.height) + 1) + row
    if not int(state.taken) >> bit & 1:
        return "."
    is_own = bool(int(state.own) >> bit & 1)
    return "X" if is_own == (int(state.moves) % 2 == 0) else "O"


def action_text(state: Any, column: int) -> str:
    return str(column + 1)


PROBLEM = register(
    Problem(
        name="connect4",
        state_t=state_t,
        start=start,
        actions=WIDEST,
        longest=BITS,
        description="four in a row with falling stones; width=7, height=6, at most 64 bits",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_connect4"),
    )
)
