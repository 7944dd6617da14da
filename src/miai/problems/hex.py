"""Hex on a small board: player 0 (`X`) joins top and bottom, player 1 (`O`) joins left and right. There are no draws.

The board is padded with a border of stones, `X` above and below, `O` at the sides, so that no kernel needs to test for the edge. A point of
the padded board is row x `STRIDE` + column, with the border at 0 and at size + 1; its six neighbours are at -`STRIDE`, -`STRIDE` + 1, -1,
+1, +`STRIDE` - 1, +`STRIDE`. An action is row x size + column on the board without border, from 0.

        X X X X O
         O . . . O        a 3x3 board with its border
          O . . . O
           O . . . O
            X X X X O

| field | dtype, shape | meaning |
|---|---|---|
| `owner` | uint8, `POINTS` | by point: 0 or 1 for a player's stone, else `EMPTY` |
| `key` | uint64 | exclusive or of the keys of all stones and of the size |
| `side` | uint8 | board size; constant |
| `moves` | uint8 | number of stones; its parity is the player to act |
| `winner` | int8 | the player who has joined the sides, or `NOBODY` |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import zobrist_table
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import next_below
from miai.problems.diagrams import cell_name, drawn_by, grid
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

LARGEST = 11
STRIDE = LARGEST + 2
POINTS = STRIDE * STRIDE
EMPTY, NOBODY = 2, -1
KEYS = zobrist_table((2, POINTS), seed=0x8E8)
SIZE_KEYS = zobrist_table(LARGEST + 1, seed=0x51E)

state_t = record(
    "hex",
    [
        ("owner", np.uint8, POINTS),
        ("key", np.uint64),
        ("side", np.uint8),
        ("moves", np.uint8),
        ("winner", np.int8),
    ],
)


def start(size: int = 5) -> Any:
    """Return the empty board; `X` begins. Raise `UserError` for a size out of range."""
    if not 1 <= size <= LARGEST:
        raise UserError(f"hex: option size must be from 1 to {LARGEST}, not {size}")
    state = new(state_t)
    state.owner[:] = EMPTY
    points = state.owner.reshape(STRIDE, STRIDE)
    points[1 : size + 1, [0, size + 1]] = 1
    points[0, : size + 1] = points[size + 1, : size + 1] = 0
    points[0, size + 1] = points[size + 1, size + 1] = 1
    state.key = SIZE_KEYS[size]
    state.side, state.winner = size, NOBODY
    return state


@kernel
def point_of(cell, size):
    """Return the padded point of an action."""
    return (cell // size + 1) * STRIDE + cell % size + 1


@kernel
def is_joined(state, player):
    """Return whether `player` has joined the two sides.

    Walks along the boundary between the player's stones and all other points, from the top left corner where the two players' sides
    meet, as in the proof of Gale (1979) that Hex has no draw: stones of `player` stay on one hand, all else on the other, and the walk
    leaves the board either at the player's far side or at the opponent's. It needs no memory and reads only points along that line.
    `mine` and `other` are two neighbouring points; the two points adjacent to both of them have the same sum as these two, so that the
    next is found from the last.
    """
    size = int(state.side)
    last = (size + 1) * STRIDE
    before = 0
    mine, other = (1, STRIDE) if player == 0 else (STRIDE, 1)
    while True:
        ahead = mine + other - before
        if state.owner[ahead] == player:
            before, mine = mine, ahead
            if (player == 0 and ahead >= last) or (player == 1 and ahead % STRIDE > size):
                return True
        else:
            before, other = other, ahead
            if (player == 0 and ahead % STRIDE > size) or (player == 1 and ahead >= last):
                return False


@list_actions.implement(state_t)
@kernel
def list_empty_cells(state, actions):
    size = int(state.side)
    count = 0
    cell = 0
    for row in range(1, size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + size + 1):
            actions[count] = cell  # without a branch: the next cell overwrites one that is taken
            count += int(state.owner[point] == EMPTY)
            cell += 1
    return count


@kernel
def place_stone(state, cell):
    """Place a stone of the player to act on `cell`. Does not test whether that wins."""
    player = int(state.moves) & 1
    point = point_of(int(cell), int(state.side))
    state.owner[point] = player
    state.key ^= KEYS[player, point]
    state.moves += 1


@apply_action.implement(state_t)
@kernel
def play_stone(state, cell):
    place_stone(state, cell)
    player = (int(state.moves) - 1) & 1
    if int(state.moves) >= 2 * int(state.side) - 1 and is_joined(state, player):
        state.winner = player


@player_to_act.implement(state_t)
@kernel
def player_by_turn(state):
    return int(state.moves) & 1


@is_terminal.implement(state_t)
@kernel
def has_winner(state):
    return state.winner != NOBODY


@reward.implement(state_t)
@kernel
def win_or_loss(state, player):
    return 1.0 if state.winner == player else 0.0


@position_key.implement(state_t)
@kernel
def key_of_stones(state):
    return state.key


@play_out.implement(state_t)
@kernel
def fill_the_board(state, worker):
    """Place all stones, then find the winner once: no stone after a win can undo it."""
    if has_winner(state):
        return
    cells = worker.actions
    for left in range(list_empty_cells(state, cells), 0, -1):
        chosen = next_below(worker.stream, left)
        cell = cells[chosen]
        cells[chosen] = cells[left - 1]
        note_action(worker, player_by_turn(state), cell)
        place_stone(state, cell)
    state.winner = 0 if is_joined(state, 0) else 1


def state_text(state: Any) -> str:
    size = int(state.side)
    points = state.owner.reshape(STRIDE, STRIDE)[1 : size + 1, 1 : size + 1]
    return grid([["XO."[owner] for owner in row] for row in points], slant=1)


def action_text(state: Any, cell: int) -> str:
    return cell_name(cell % int(state.side), cell // int(state.side))


PROBLEM = register(
    Problem(
        name="hex",
        state_t=state_t,
        start=start,
        actions=LARGEST * LARGEST,
        longest=LARGEST * LARGEST,
        description="X joins top and bottom, O joins left and right; X wins with best play; size=5, at most 11",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_hex"),
    )
)
