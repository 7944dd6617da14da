"""Pig: roll a die as often as you dare, then hold. The first player to bank `target` points wins; a one ends the turn without points.

A turn begins with a roll, and a roll that reaches the target wins at once. Dice are chance states: after `ROLL` it is the turn of `CHANCE`,
whose outcomes 0 to 5 are the faces 1 to 6. Neller and Presser (2004) solved the game: with a target of 100 and best play the first player
wins 0.5306 of all games. Positions can repeat, by two ones in a row.

| field | dtype, shape | meaning |
|---|---|---|
| `score` | int16, 2 | the points that each player has banked |
| `turn` | int16 | the points of this turn, which `HOLD` would bank |
| `target` | int16 | points to win; constant |
| `player` | int8 | the player whose turn it is, also during a roll |
| `is_rolling` | bool | whether the next state is chosen by the die |
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
    CHANCE,
    Problem,
    apply_action,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    register,
    reward,
)

ROLL, HOLD = 0, 1
FACES = 6
HIGHEST_TARGET = 1000
LONGEST = 4096

state_t = record(
    "pig",
    [
        ("score", np.int16, 2),
        ("turn", np.int16),
        ("target", np.int16),
        ("player", np.int8),
        ("is_rolling", np.bool_),
    ],
)


def start(target: int = 100) -> Any:
    """Return the first state: no points, player 0 to roll. Raise `UserError` for a target out of range."""
    if not 2 <= target <= HIGHEST_TARGET:
        raise UserError(f"pig: option target must be from 2 to {HIGHEST_TARGET}, not {target}")
    state = new(state_t)
    state.target = target
    return state


@list_actions.implement(state_t)
@kernel
def list_faces_or_choices(state, actions):
    if state.is_rolling:
        for face in range(FACES):
            actions[face] = face
        return FACES
    actions[0] = ROLL
    actions[1] = HOLD
    return 2 if state.turn > 0 else 1


@apply_action.implement(state_t)
@kernel
def roll_or_hold(state, action):
    if not state.is_rolling and action == ROLL:
        state.is_rolling = True
    elif not state.is_rolling:
        state.score[state.player] += state.turn
        pass_the_turn(state)
    elif action == 0:
        pass_the_turn(state)
    else:
        add_to_turn(state, action + 1)


@kernel
def add_to_turn(state, face):
    """Add `face`, which is not a one, to the points of the turn. Banks them if they win."""
    state.turn += np.int16(face)
    state.is_rolling = False
    if state.score[state.player] + state.turn >= state.target:
        state.score[state.player] += state.turn
        state.turn = 0


@kernel
def pass_the_turn(state):
    """Begin a turn of the other player."""
    state.player = 1 - state.player
    state.turn = 0
    state.is_rolling = False


@player_to_act.implement(state_t)
@kernel
def player_or_die(state):
    return CHANCE if state.is_rolling else int(state.player)


@is_terminal.implement(state_t)
@kernel
def somebody_has_enough(state):
    return state.score[0] >= state.target or state.score[1] >= state.target


@reward.implement(state_t)
@kernel
def win_or_loss(state, player):
    return 1.0 if state.score[player] >= state.target else 0.0


@position_key.implement(state_t)
@kernel
def key_of_points(state):
    packed = np.uint64(state.score[0])
    for part in (state.score[1], state.turn, state.target):
        packed = (packed << np.uint64(12)) | np.uint64(part)
    return mix64((packed << np.uint64(2)) | (np.uint64(state.player) << np.uint64(1)) | np.uint64(state.is_rolling))


def state_text(state: Any) -> str:
    hands = [f"{'AB'[player]} has {int(state.score[player]):3} of {int(state.target)}" for player in (0, 1)]
    hands[int(state.player)] += f", this turn {int(state.turn)}" + (", the die rolls" if state.is_rolling else "")
    return "\n".join(hands)


def action_text(state: Any, action: int) -> str:
    return str(action + 1) if state.is_rolling else ("roll", "hold")[action]


PROBLEM = register(
    Problem(
        name="pig",
        state_t=state_t,
        start=start,
        actions=FACES,
        longest=LONGEST,
        repeats=True,
        description="roll or hold; a one loses the points of the turn; target=100 points win",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_pig"),
    )
)
