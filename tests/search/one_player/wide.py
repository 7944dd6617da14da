"""A very wide problem for tests: choose `DEPTH` different numbers of `ACTIONS` in rising order; only a file of tests, not built in.

The prior falls with the number. The reward is a smooth part that falls with the numbers, plus noise that is fixed by a hash, so that
the search has something to find in the order of the priors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.hashing import combine64, mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.search.problem import (
    Problem,
    action_prior,
    apply_action,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    ranked_action,
    register,
    reward,
)

ACTIONS, DEPTH = 100_000, 3

state_t = record("wide", [("chosen", np.int32, DEPTH), ("count", np.int32), ("actions", np.int32), ("noise", np.float64)])


def start(actions: int = ACTIONS, noise: float = 0.5) -> Any:
    state = new(state_t)
    state.actions, state.noise = actions, noise
    return state


@kernel
def first_open(state):
    return np.int64(state.chosen[state.count - 1]) + 1 if state.count > 0 else np.int64(0)


@kernel
def last_open(state):
    """One past the last number that leaves room for those after it."""
    return np.int64(state.actions) - (DEPTH - 1 - np.int64(state.count))


@list_actions.implement(state_t)
@kernel
def list_numbers(state, actions):
    count = 0
    for number in range(first_open(state), last_open(state)):
        actions[count] = number
        count += 1
    return count


@ranked_action.implement(state_t)
@kernel
def number_at(state, rank):
    number = first_open(state) + rank
    return number if number < last_open(state) else np.int64(-1)


@action_prior.implement(state_t)
@kernel
def falling(state, action):
    return 1.0 - np.int64(action) / state.actions, 1.0


@apply_action.implement(state_t)
@kernel
def choose(state, action):
    state.chosen[state.count] = action
    state.count += 1


@player_to_act.implement(state_t)
@kernel
def the_chooser(state):
    return 0


@is_terminal.implement(state_t)
@kernel
def all_chosen(state):
    return state.count == DEPTH


@reward.implement(state_t)
@kernel
def worth(state, player):
    key = np.uint64(1)
    smooth = 0.0
    for place in range(DEPTH):
        key = combine64(key, np.uint64(state.chosen[place]))
        smooth += np.int64(state.chosen[place]) / state.actions
    return (1.0 - state.noise) * (1.0 - smooth / DEPTH) + state.noise * np.float64(mix64(key) >> np.uint64(11)) * 2.0**-53


@position_key.implement(state_t)
@kernel
def key_of_numbers(state):
    key = np.uint64(state.count)
    for place in range(state.count):
        key = combine64(key, np.uint64(state.chosen[place]))
    return key


PROBLEM = register(Problem(name="wide", state_t=state_t, start=start, actions=ACTIONS, longest=DEPTH, players=1, zero_sum=False))
