"""Nim: take any number of objects from one heap. The player who takes the last one wins; in misère play, loses.

Bouton (1901) solved it: in normal play the player to act loses if and only if the exclusive or of the heaps is zero. An action is heap x
`LARGEST` + number taken - 1.

| field | dtype, shape | meaning |
|---|---|---|
| `heaps` | uint8, `HEAPS` | objects in each heap |
| `total` | uint16 | objects in all heaps |
| `count` | uint8 | number of heaps at the start; constant |
| `player` | int8 | the player to act |
| `is_misere` | bool | whether taking the last object loses; constant |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.problems.diagrams import drawn_by
from miai.problems.options import whole_numbers
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

HEAPS, LARGEST = 8, 31
_FIVE_BITS = np.uint64(5)  # enough for LARGEST

state_t = record(
    "nim",
    [
        ("heaps", np.uint8, HEAPS),
        ("total", np.uint16),
        ("count", np.uint8),
        ("player", np.int8),
        ("is_misere", np.bool_),
    ],
)


def start(heaps: str | Sequence[int] = "3,4,5", misere: bool = False) -> Any:
    """Return the heaps before the first move. Raise `UserError` for heaps out of range."""
    sizes = whole_numbers("nim: option heaps", heaps, example=(3, 4, 5))
    if not (1 <= len(sizes) <= HEAPS and all(0 <= size <= LARGEST for size in sizes) and sum(sizes) > 0):
        raise UserError(
            f"nim: option heaps must be 1 to {HEAPS} numbers from 0 to {LARGEST}, not all 0, such as 3,4,5; not {heaps!r}"
        )
    state = new(state_t)
    state.heaps[: len(sizes)] = sizes
    state.total, state.count, state.is_misere = sum(sizes), len(sizes), misere
    return state


@list_actions.implement(state_t)
@kernel
def list_takings(state, actions):
    count = 0
    for heap in range(state.count):
        for taken in range(state.heaps[heap]):
            actions[count] = heap * LARGEST + taken
            count += 1
    return count


@apply_action.implement(state_t)
@kernel
def take(state, action):
    number = action % LARGEST + 1
    state.heaps[action // LARGEST] -= np.uint8(number)
    state.total -= np.uint16(number)
    state.player = 1 - state.player


@player_to_act.implement(state_t)
@kernel
def player_by_turn(state):
    return int(state.player)


@is_terminal.implement(state_t)
@kernel
def nothing_is_left(state):
    return state.total == 0


@reward.implement(state_t)
@kernel
def who_took_the_last(state, player):
    has_taken_it = player != state.player
    return 1.0 if has_taken_it != state.is_misere else 0.0


@position_key.implement(state_t)
@kernel
def key_of_heaps(state):
    """Return a key of the heaps in their order, the player and the rule. Sorted heaps would merge positions with different actions."""
    packed = np.uint64(state.player) + (np.uint64(state.is_misere) << np.uint64(1))
    for heap in range(HEAPS):
        packed = (packed << _FIVE_BITS) | np.uint64(state.heaps[heap])
    return mix64(packed)


def state_text(state: Any) -> str:
    lines = [f"{_letter(heap)} {'|' * int(state.heaps[heap])}".rstrip() for heap in range(int(state.count))]
    return "\n".join([*lines, "whoever takes the last one " + ("loses" if state.is_misere else "wins")])


def action_text(state: Any, action: int) -> str:
    return f"{_letter(action // LARGEST)}{action % LARGEST + 1}"


def _letter(heap: int) -> str:
    return chr(ord("a") + heap)


PROBLEM = register(
    Problem(
        name="nim",
        state_t=state_t,
        start=start,
        actions=HEAPS * LARGEST,
        longest=HEAPS * LARGEST,
        description="take any number from one heap (b2: two from the second heap); heaps=3,4,5, misere=no",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_nim"),
    )
)
