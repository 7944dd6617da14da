"""Small problems for the tests of the search; together they have everything that a problem can have.

**garden**: a random walk down a few levels of places, made from a salt, with priors, overlapping move groups and dice; for one, two or
three players by its dtype. **roundabout**: two players push a piece around a ring, so that plays come back to positions.
**trail**: the same with a rule on history: no place twice. What was visited is no part of the key.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.hashing import combine64, mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.search.problem import (
    CHANCE,
    Problem,
    action_groups,
    action_prior,
    apply_action,
    chance_weight,
    is_allowed,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    register,
    reward,
)

# --- garden ---

GARDEN_FIELDS = [
    ("salt", np.uint64),
    ("levels", np.uint8),
    ("breadth", np.uint8),
    ("branching", np.uint8),
    ("dice", np.uint8),  # a chance node every this number of levels; 0: never
    ("players", np.uint8),
    ("level", np.uint8),
    ("place", np.uint8),
]
_BYTE = np.uint64(8)
_COUNT, _TARGET, _REWARD, _PRIOR, _WEIGHT, _GROUP, _CHANCE = (np.uint64(purpose) for purpose in range(7))


@kernel
def number(state, purpose, which):
    here = ((np.uint64(state.level) << _BYTE) | np.uint64(state.place)) << _BYTE
    return combine64(state.salt, ((here | np.uint64(which)) << _BYTE) | purpose)


@kernel
def list_ways(state, actions):
    count = 1 + int(number(state, _COUNT, 0) % np.uint64(state.branching))
    for way in range(count):
        actions[way] = way
    return count


@kernel
def walk(state, way):
    target = number(state, _TARGET, way) % np.uint64(state.breadth)
    state.place = target
    state.level += 1


@kernel
def who_walks(state):
    if state.dice > 0 and (state.level + 1) % state.dice == 0:
        return np.int64(CHANCE)
    return np.int64(state.level) % np.int64(state.players)


@kernel
def is_at_the_end(state):
    return state.level == state.levels


@kernel
def prize(state, player):
    """Multiples of a quarter, so that there are ties; with two players what one gets the other loses."""
    first = int(number(state, _REWARD, 0) % np.uint64(5)) / 4.0
    if state.players == 2:
        return first if player == 0 else 1.0 - first
    return int(number(state, _REWARD, player) % np.uint64(5)) / 4.0


@kernel
def key_of_place(state):
    return mix64(state.salt ^ ((np.uint64(state.level) << _BYTE) | np.uint64(state.place)))


@kernel
def guess(state, way):
    weight = float(number(state, _WEIGHT, way) % np.uint64(8))  # often 0: nothing is known
    return int(number(state, _PRIOR, way) % np.uint64(5)) / 4.0, weight


@kernel
def groups_of_way(state, way):
    return number(state, _GROUP, way) % np.uint64(7) + np.uint64(1)  # some of three groups


@kernel
def weight_of_outcome(state, way):
    return 1.0 + int(number(state, _CHANCE, way) % np.uint64(3))


def _garden(name: str, players: int) -> Problem:
    state_t = record(name, GARDEN_FIELDS)
    kernels = {
        list_actions: list_ways,
        apply_action: walk,
        player_to_act: who_walks,
        is_terminal: is_at_the_end,
        reward: prize,
        position_key: key_of_place,
        action_prior: guess,
        action_groups: groups_of_way,
        chance_weight: weight_of_outcome,
    }
    for each, implementation in kernels.items():
        each.implement(state_t)(implementation)

    def start(levels: int = 6, breadth: int = 3, branching: int = 3, dice: int = 0, seed: int = 0) -> Any:
        state = new(state_t)
        state.levels, state.breadth, state.branching, state.dice, state.players = levels, breadth, branching, dice, players
        state.salt = combine64(np.uint64(seed), np.uint64(levels))
        return state

    return register(
        Problem(name, state_t, start, actions=16, longest=60, players=players, zero_sum=players == 2, description="for tests")
    )


GARDENS = {players: _garden(f"garden{players}", players) for players in (1, 2, 3)}

# --- roundabout and trail ---

RING_FIELDS = [
    ("salt", np.uint64),
    ("seen", np.uint64),  # the places where the piece has been, bit by bit
    ("steps", np.uint16),
    ("places", np.uint8),
    ("place", np.uint8),
    ("player", np.int8),
    ("ended", np.bool_),
]
STOP = 3
"""The action that ends the game where the piece stands; the others move it by 1, 2 or back by 1."""
_STEPS = np.array([1, 2, -1])


@kernel
def list_steps(state, actions):
    for action in range(4):
        actions[action] = action
    return 4


@kernel
def place_after(state, action):
    return (int(state.place) + _STEPS[action] + int(state.places)) % int(state.places)


@kernel
def push(state, action):
    if action == STOP:
        state.ended = True
    else:
        state.place = place_after(state, action)
        state.steps += 1
        state.seen |= np.uint64(1) << np.uint64(state.place)
    state.player = 1 - state.player


@kernel
def who_pushes(state):
    return int(state.player)


@kernel
def has_stopped(state):
    return bool(state.ended)


@kernel
def worth_of_place(state, player):
    """For whom the place is good when a given player has stopped there: by the salt."""
    stopper = 1 - int(state.player)
    first = int(combine64(state.salt, np.uint64(2 * int(state.place) + stopper)) % np.uint64(5)) / 4.0
    return first if player == 0 else 1.0 - first


@kernel
def key_without_history(state):
    packed = (np.uint64(state.place) << np.uint64(2)) | (np.uint64(state.player) << np.uint64(1)) | np.uint64(state.ended)
    return mix64(packed ^ state.salt)


@kernel
def is_new_place(state, action):
    return action == STOP or not (state.seen >> np.uint64(place_after(state, action))) & np.uint64(1)


def _ring(name: str, repeats: bool) -> Problem:
    state_t = record(name, RING_FIELDS)
    kernels = {
        list_actions: list_steps,
        apply_action: push,
        player_to_act: who_pushes,
        is_terminal: has_stopped,
        reward: worth_of_place,
        position_key: key_without_history,
    }
    if not repeats:
        kernels[is_allowed] = is_new_place
    for each, implementation in kernels.items():
        each.implement(state_t)(implementation)

    def start(size: int = 6, seed: int = 0) -> Any:
        state = new(state_t)
        state.places, state.salt, state.seen = size, combine64(np.uint64(seed), np.uint64(size)), 1
        return state

    return register(Problem(name, state_t, start, actions=4, longest=64, repeats=repeats, description="for tests"))


ROUNDABOUT = _ring("roundabout", repeats=True)
TRAIL = _ring("trail", repeats=False)
