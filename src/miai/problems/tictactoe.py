"""Tic-tac-toe: three in a row on a 3x3 board. A draw with best play.

The board is two sets of cells, one bit per cell: cell 0 is a1, cell 1 is b1, cell 8 is c3. An action is a cell.

| field | dtype, shape | meaning |
|---|---|---|
| `stones` | uint16, 2 | the cells of player 0 (`X`) and of player 1 (`O`), one bit each |
| `moves` | uint8 | number of stones; its parity is the player to act |
| `winner` | int8 | the player with three in a row, or `NOBODY` |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.problems.diagrams import cell_name, drawn_by, grid
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

CELLS, FULL = 9, 0b111_111_111
NOBODY = -1
LINES = (0b000_000_111, 0b000_111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100)
HAS_LINE = np.array([any(cells & line == line for line in LINES) for cells in range(FULL + 1)])
"""Whether a set of cells has three in a row, by set."""

state_t = record("tictactoe", [("stones", np.uint16, 2), ("moves", np.uint8), ("winner", np.int8)])


def start() -> Any:
    """Return the empty board; `X` begins."""
    state = new(state_t)
    state.winner = NOBODY
    return state


@list_actions.implement(state_t)
@kernel
def list_empty_cells(state, actions):
    empty = FULL ^ int(state.stones[0]) ^ int(state.stones[1])
    count = 0
    for cell in range(CELLS):
        actions[count] = (
            cell  # the next cell overwrites one that is taken: the processor would mispredict a branch half of the time
        )
        count += (empty >> cell) & 1
    return count


@apply_action.implement(state_t)
@kernel
def place_stone(state, cell):
    player = int(state.moves) & 1
    stones = int(state.stones[player]) | (1 << cell)
    state.stones[player] = stones
    state.moves += 1
    if HAS_LINE[stones]:
        state.winner = player


@player_to_act.implement(state_t)
@kernel
def player_by_turn(state):
    return int(state.moves) & 1


@is_terminal.implement(state_t)
@kernel
def has_ended(state):
    return state.winner != NOBODY or state.moves == CELLS


@reward.implement(state_t)
@kernel
def win_draw_or_loss(state, player):
    if state.winner == NOBODY:
        return 0.5
    return 1.0 if state.winner == player else 0.0


@position_key.implement(state_t)
@kernel
def key_of_both_sets(state):
    return mix64(np.uint64(state.stones[0]) | (np.uint64(state.stones[1]) << np.uint64(CELLS)))


def state_text(state: Any) -> str:
    rows = [[_mark(state, 3 * row + column) for column in range(3)] for row in range(3)]
    return grid(rows)


def _mark(state: Any, cell: int) -> str:
    return "X" if int(state.stones[0]) >> cell & 1 else "O" if int(state.stones[1]) >> cell & 1 else "."


def action_text(state: Any, cell: int) -> str:
    return cell_name(cell % 3, cell // 3)


PROBLEM = register(
    Problem(
        name="tictactoe",
        state_t=state_t,
        start=start,
        actions=CELLS,
        longest=CELLS,
        description="three in a row on a 3x3 board; a draw with best play",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_tictactoe"),
    )
)
