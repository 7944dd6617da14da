"""A random game on a directed acyclic graph that follows from a seed: for tests, and to measure the gain from transpositions.

A play goes down `levels` levels of `breadth` places each. From each place one to `branching` moves lead to neighbouring places of the next
level. Each move adds an odd number from -3 to 3 to the total, as in the games of Kocsis and Szepesvári (2006), but paths can meet again.
Player 0 wins if the total is above zero at the end. The total is odd, so there is no draw. An action is the number of a move, from 0.

| field | dtype, shape | meaning |
|---|---|---|
| `salt` | uint64 | hash of the seed and the shape, from which all random numbers of the game come; constant |
| `levels`, `breadth`, `branching` | uint8 | the shape; constant |
| `level` | uint8 | moves made; its parity is the player to act |
| `place` | uint8 | place on this level |
| `total` | int16 | sum of the numbers of the moves so far, from the viewpoint of player 0 |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import combine64, mix64
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

MOST_LEVELS, MOST_PLACES, MOST_MOVES = 60, 200, 16
_COUNT, _TARGET, _NUMBER = np.uint64(1), np.uint64(2), np.uint64(3)  # purposes of random numbers
_EIGHT_BITS, _SIXTEEN_BITS = np.uint64(8), np.uint64(16)

state_t = record(
    "dag",
    [
        ("salt", np.uint64),
        ("levels", np.uint8),
        ("breadth", np.uint8),
        ("branching", np.uint8),
        ("level", np.uint8),
        ("place", np.uint8),
        ("total", np.int16),
    ],
)


def start(levels: int = 8, breadth: int = 6, branching: int = 4, seed: int = 0) -> Any:
    """Return the root of the graph. Raise `UserError` for a shape out of range."""
    if not (1 <= levels <= MOST_LEVELS and 1 <= branching <= MOST_MOVES and branching <= breadth <= MOST_PLACES):
        raise UserError(
            f"dag: levels must be from 1 to {MOST_LEVELS}, branching from 1 to {MOST_MOVES}, breadth from branching to "
            f"{MOST_PLACES}; not levels={levels} breadth={breadth} branching={branching}"
        )
    state = new(state_t)
    state.levels, state.breadth, state.branching = levels, breadth, branching
    state.salt = combine64(np.uint64(seed % 2**64), np.uint64((levels << 16) + (breadth << 8) + branching))
    state.total = (levels + 1) % 2  # makes the final total odd: an even number of odd numbers has an even sum
    return state


@kernel
def number_for(state, purpose, move):
    """Return the random number of this game for this place, `purpose` and `move`."""
    place = (np.uint64(state.level) << _EIGHT_BITS) | np.uint64(state.place)
    return combine64(state.salt, (((place << _EIGHT_BITS) | np.uint64(move)) << _EIGHT_BITS) | purpose)


@list_actions.implement(state_t)
@kernel
def list_moves(state, actions):
    count = 1 + int(number_for(state, _COUNT, 0) % np.uint64(state.branching))
    for move in range(count):
        actions[move] = move
    return count


@apply_action.implement(state_t)
@kernel
def go_down(state, move):
    number = 2 * int(number_for(state, _NUMBER, move) & np.uint64(3)) - 3
    first = number_for(state, _TARGET, 0)
    state.place = (first + np.uint64(move)) % np.uint64(state.breadth)
    state.total += np.int16(number)
    state.level += 1


@player_to_act.implement(state_t)
@kernel
def player_by_level(state):
    return int(state.level) & 1


@is_terminal.implement(state_t)
@kernel
def is_at_the_bottom(state):
    return state.level == state.levels


@reward.implement(state_t)
@kernel
def who_has_the_total(state, player):
    return 1.0 if (state.total > 0) == (player == 0) else 0.0


@position_key.implement(state_t)
@kernel
def key_of_place(state):
    packed = (np.uint64(state.level) << _EIGHT_BITS) | np.uint64(state.place)
    return mix64(((packed << _SIXTEEN_BITS) | (np.uint64(state.total) & np.uint64(0xFFFF))) ^ state.salt)


def state_text(state: Any) -> str:
    place = f"level {int(state.level)} of {int(state.levels)}, place {int(state.place) + 1} of {int(state.breadth)}"
    return f"{place}, total {int(state.total):+}\nX wins above 0, O below"


def action_text(state: Any, move: int) -> str:
    return str(move + 1)


PROBLEM = register(
    Problem(
        name="dag",
        state_t=state_t,
        start=start,
        actions=MOST_MOVES,
        longest=MOST_LEVELS,
        description="a random game on an acyclic graph; levels=8, breadth=6, branching=4, seed=0",
        state_text=state_text,
        action_text=action_text,
    )
)
