"""A race of three players: each in turn takes one to three stones from a pile.

The player who takes the last stone gets 1, the player who moved before 1/2, the third player 0. All three rewards differ, so that a player
is never indifferent between two results and best play is well defined. An action is the number of stones taken, minus one.

| field | dtype, shape | meaning |
|---|---|---|
| `pile` | uint8 | stones that are left |
| `player` | int8 | the player to act |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.problems.diagrams import drawn_by
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

PLAYERS, MOST, LARGEST = 3, 3, 100

state_t = record("race", [("pile", np.uint8), ("player", np.int8)])


def start(pile: int = 10) -> Any:
    """Return a full pile, player 0 to take. Raise `UserError` for a pile that is too small or too large."""
    if not 1 <= pile <= LARGEST:
        raise UserError(f"race: option pile must be from 1 to {LARGEST}, not {pile}")
    state = new(state_t)
    state.pile = pile
    return state


@list_actions.implement(state_t)
@kernel
def list_takings(state, actions):
    count = min(MOST, int(state.pile))
    for taken in range(count):
        actions[taken] = taken
    return count


@apply_action.implement(state_t)
@kernel
def take(state, action):
    state.pile -= np.uint8(action + 1)
    state.player = (int(state.player) + 1) % PLAYERS


@player_to_act.implement(state_t)
@kernel
def player_by_turn(state):
    return int(state.player)


@is_terminal.implement(state_t)
@kernel
def nothing_is_left(state):
    return state.pile == 0


@reward.implement(state_t)
@kernel
def by_order_of_the_last_moves(state, player):
    turns_ago = (int(state.player) - int(player)) % PLAYERS  # 1 took the last stone, 2 moved before, 0 would be next
    return 1.0 if turns_ago == 1 else 0.5 if turns_ago == 2 else 0.0


@position_key.implement(state_t)
@kernel
def key_of_pile(state):
    return mix64((np.uint64(state.pile) << np.uint64(2)) | np.uint64(state.player))


def state_text(state: Any) -> str:
    return f"{'|' * int(state.pile)} ({int(state.pile)}), {'ABC'[int(state.player)]} to take"


def action_text(state: Any, action: int) -> str:
    return str(action + 1)


PROBLEM = register(
    Problem(
        name="race",
        state_t=state_t,
        start=start,
        actions=MOST,
        longest=LARGEST,
        players=PLAYERS,
        zero_sum=False,
        description="three players take 1 to 3 stones from a pile; the last to take gets 1, the one before 1/2; pile=10",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_race"),
    )
)
