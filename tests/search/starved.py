"""A game in which mode `shared` starves a good move.

Player 1 wants `E`, in which one of many actions wins and the others lose: its value is near 0 at first and rises slowly to 1.

        root (player 0)
       /               \\
    dice                D   worth 0.62 to player 1
    /   \\
   B     A                  B: player 1 takes E or F, worth 0.63
  / \\   / \\                 A: player 0 takes E or H, worth 0.45
 F    E    H

At `A` player 0 goes to `E` as long as that looks worse for player 1 than `H`: thousands of visits, until its mean is a little above
0.45. There it stays. At `B` player 1 finds `E` below `F`; with all those visits counted as its own tries, the exploration term is too
small to lift it, and grows with the square root of a logarithm only. With its own count `B` tries `E` some hundreds of times more, sees
nothing but wins, and the mean rises above that of `F`. Then the dice are worth (1 + 0.45) / 2 to player 1, and player 0 has to take `D`.
(A tree is slow here for another reason: it has to learn twice what `E` is worth.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
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

ROOT, DICE, A, B, E, END = range(6)
WAYS, WINNING = 400, 77
state_t = record("starved", [("place", np.uint8), ("worth", np.float64)])


def start() -> Any:
    return new(state_t)


@list_actions.implement(state_t)
@kernel
def list_ways(state, actions):
    count = WAYS if state.place == E else 2
    for way in range(count):
        actions[way] = way
    return count


@apply_action.implement(state_t)
@kernel
def go(state, way):
    """`worth` is the reward of player 1 if the game ends here."""
    if state.place == ROOT and way == 0:
        state.place = DICE
    elif state.place == DICE:
        state.place = A if way == 0 else B
    elif way == 0 and (state.place == A or state.place == B):
        state.place = E
    else:
        state.worth = worth_of_end(state, way)
        state.place = END


@kernel
def worth_of_end(state, way):
    if state.place == ROOT:
        return 0.62
    if state.place == E:
        return 1.0 if way == WINNING else 0.0
    return 0.45 if state.place == A else 0.63


@player_to_act.implement(state_t)
@kernel
def who(state):
    if state.place == DICE:
        return CHANCE
    return 0 if state.place == ROOT or state.place == A else 1


@is_terminal.implement(state_t)
@kernel
def has_ended(state):
    return state.place == END


@reward.implement(state_t)
@kernel
def worth(state, player):
    return state.worth if player == 1 else 1.0 - state.worth


@position_key.implement(state_t)
@kernel
def key(state):
    return mix64((np.uint64(state.place) << np.uint64(10)) | np.uint64(100.0 * state.worth))


PROBLEM = register(Problem("starved", state_t, start, actions=WAYS, longest=5, description="for tests"))
