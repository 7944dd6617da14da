"""A knapsack problem for one player: which things that fit are worth most together?

The things follow from a seed. The reward is the packed share of the total worth, in percent. The order of packing does not matter, so that
a set of k things is one position with k! paths to it. An action is the number of a thing. A play ends when nothing fits.

| field | dtype, shape | meaning |
|---|---|---|
| `weight`, `worth` | int32, `MOST` | weight and worth of each thing; constant |
| `total` | int64 | the worth of all things; constant |
| `salt` | uint64 | hash of the seed and the options; constant |
| `things` | uint8 | number of things; constant |
| `packed` | uint64 | the packed things, one bit each |
| `room` | int32 | the weight that still fits |
| `value` | int64 | the worth of the packed things |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import combine64, mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import new_stream, next_below
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

MOST, HEAVIEST = 32, 50
_ONE = np.uint64(1)

state_t = record(
    "knapsack",
    [
        ("weight", np.int32, MOST),
        ("worth", np.int32, MOST),
        ("total", np.int64),
        ("value", np.int64),
        ("salt", np.uint64),
        ("packed", np.uint64),
        ("room", np.int32),
        ("things", np.uint8),
    ],
)


def start(things: int = 12, percent: int = 50, seed: int = 0) -> Any:
    """Return an empty knapsack for `percent` of the weight of all things. Raise `UserError` for options out of range."""
    if not (1 <= things <= MOST and 0 <= percent <= 100):
        raise UserError(
            f"knapsack: things must be from 1 to {MOST} and percent from 0 to 100, not things={things} percent={percent}"
        )
    state = new(state_t)
    stream = new_stream(seed, things)
    for thing in range(things):
        state.weight[thing] = 1 + int(next_below(stream, HEAVIEST))
        state.worth[thing] = state.weight[thing] + int(next_below(stream, HEAVIEST))  # near the weight: the choice is hard
    state.things, state.total = things, int(state.worth.sum())
    state.room = int(state.weight.sum()) * percent // 100
    state.salt = combine64(np.uint64(seed % 2**64), np.uint64((things << 8) + percent))
    return state


@list_actions.implement(state_t)
@kernel
def list_things_that_fit(state, actions):
    count = 0
    for thing in range(state.things):
        actions[count] = thing  # without a branch: the next thing overwrites one that does not fit
        count += int(state.weight[thing] <= state.room) & int(~(state.packed >> np.uint64(thing)) & _ONE)
    return count


@apply_action.implement(state_t)
@kernel
def pack(state, thing):
    state.packed |= _ONE << np.uint64(thing)
    state.room -= state.weight[thing]
    state.value += np.int64(state.worth[thing])


@player_to_act.implement(state_t)
@kernel
def the_packer(state):
    return 0


@is_terminal.implement(state_t)
@kernel
def nothing_fits(state):
    for thing in range(state.things):
        if state.weight[thing] <= state.room and not (state.packed >> np.uint64(thing)) & _ONE:
            return False
    return True


@reward.implement(state_t)
@kernel
def percent_packed(state, player):
    return 100.0 * state.value / state.total


@position_key.implement(state_t)
@kernel
def key_of_packed_things(state):
    return mix64(state.packed ^ state.salt)


def state_text(state: Any) -> str:
    lines = [f"room for {int(state.room)}, packed {100 * int(state.value) / int(state.total):.1f} % of the total worth"]
    for thing in range(int(state.things)):
        mark = "*" if int(state.packed) >> thing & 1 else " "
        lines.append(f"{mark} {_letter(thing)}  weight {int(state.weight[thing]):3}  worth {int(state.worth[thing]):3}")
    return "\n".join(lines)


def action_text(state: Any, thing: int) -> str:
    return _letter(thing)


def _letter(thing: int) -> str:
    return chr(ord("a") + thing) if thing < 26 else f"a{chr(ord('a') + thing - 26)}"


PROBLEM = register(
    Problem(
        name="knapsack",
        state_t=state_t,
        start=start,
        actions=MOST,
        longest=MOST,
        players=1,
        zero_sum=False,
        rewards=(0.0, 100.0),
        description="pack the things that are worth most together, one player; things=12, percent=50, seed=0",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_knapsack"),
    )
)
