"""The kernels of strip packing for the search, and its registration: one problem for each capacity.

`miai solve packing` packs pieces cut from a rectangle, so that the optimum is known; `--set file=FILE` packs those of a file.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import combine64, mix64
from miai.core.kernels import kernel
from miai.core.streams import next_below
from miai.problems.packing.instance import HIGHEST, MOST_RECTANGLES, Instance, cut_instance
from miai.problems.packing.skyline import CAPACITIES, give_up_segment, length_of, lift_left_part, lowest_segment, top_of
from miai.problems.packing.state import (
    capacity_of,
    drop_item,
    item_number,
    items_left,
    narrow_items,
    state_dtype,
    state_of,
)
from miai.search import problem as interface
from miai.search.problem import Problem, note_action, register


@kernel
def list_placements(state, actions):
    """The placements that fit the lowest segment, and the pass unless the skyline is level."""
    length = length_of(state.skyline, lowest_segment(state.skyline))
    count = 0
    for place in range(narrow_items(state, length)):
        actions[count] = state.items[place]
        count += int(state.left[state.items[place] >> 1] > 0)
    if state.skyline.count > 1:
        actions[count] = pass_action(state)
        count += 1
    return count


@kernel(inline=True)
def pass_action(state):
    """The action that gives the lowest segment up."""
    return 2 * state.wide.size


@kernel
def place_or_pass(state, action):
    place_on(state, lowest_segment(state.skyline), action)


@kernel(inline=True)
def place_on(state, place, action):
    """Apply `action` to the segment at `place`, which is the lowest. Returns the place of the lowest segment, or 0 if it must be found."""
    if action == pass_action(state):
        give_up_segment(state.skyline, place)
        return np.int64(0)
    kind = action >> 1
    wide, tall = np.int64(state.wide[kind]), np.int64(state.tall[kind])
    if action & 1:
        wide, tall = tall, wide
    rest = lift_left_part(state.skyline, place, wide, tall)
    take_rectangle(state, kind)
    return rest


@kernel(inline=True)
def take_rectangle(state, kind):
    """Count one rectangle of `kind` as placed."""
    count = np.int64(state.left[kind])
    state.left[kind] = count - 1
    state.rectangles_left -= 1
    if count == 1:
        for action in range(2 * kind, 2 * kind + 2):
            if state.rank[action] >= 0:
                drop_item(state, state.rank[action])


@kernel
def the_packer(state):
    return 0


@kernel
def all_are_placed(state):
    return state.rectangles_left == 0


@kernel
def height_used(state, player):
    """The height of the packing; it is to be small."""
    return np.float64(top_of(state.skyline))


@kernel
def lowest_height(state):
    """No packing from here is lower: the highest segment, or the area below the skyline and of what is left, spread over the width."""
    area = np.int64(0)
    for place in range(1, state.skyline.count + 1):
        area += length_of(state.skyline, place) * np.int64(state.skyline.y[place])
    for kind in range(state.kinds):
        area += np.int64(state.left[kind]) * np.int64(state.wide[kind]) * np.int64(state.tall[kind])
    by_area = (area + state.width - 1) // state.width
    return np.float64(max(by_area, top_of(state.skyline), state.bound))


@kernel
def code_of_placement(state, action):
    """The placement, and whether it fills the segment: what a policy learns holds wherever that is so."""
    if action == pass_action(state):
        return np.int64(action)
    wide = state.tall[action >> 1] if action & 1 else state.wide[action >> 1]
    fills = np.int64(length_of(state.skyline, lowest_segment(state.skyline)) == np.int64(wide))
    return 2 * np.int64(action) + fills


@kernel
def key_of_strip(state):
    """A hash of the rectangles left and of the skyline."""
    key = state.salt
    for kind in range(state.kinds):
        key += mix64(np.uint64((kind << 32) + np.int64(state.left[kind])))
    for place in range(1, state.skyline.count + 1):
        key = combine64(key, np.uint64((np.int64(state.skyline.x[place]) << 32) + np.int64(state.skyline.y[place])))
    return key


@kernel
def place_at_random(state, worker):
    """Place rectangles at random, each placement that fits being equally likely; pass only where nothing fits."""
    place = np.int64(0)
    while state.rectangles_left > 0:
        if place == 0:
            place = np.int64(lowest_segment(state.skyline))
        fitting = items_left(state, narrow_items(state, length_of(state.skyline, place)))
        if fitting > 0:
            action = np.int64(item_number(state, next_below(worker.stream, fitting)))
        else:
            action = np.int64(pass_action(state))
        note_action(worker, 0, action)
        place = place_on(state, place, action)


_KERNELS = {
    interface.list_actions: list_placements,
    interface.apply_action: place_or_pass,
    interface.player_to_act: the_packer,
    interface.is_terminal: all_are_placed,
    interface.reward: height_used,
    interface.bound: lowest_height,
    interface.action_code: code_of_placement,
    interface.position_key: key_of_strip,
    interface.play_out: place_at_random,
}


def start(
    pieces: int = 12, width: int = 20, height: int = 20, seed: int = 0, file: str = "", instance: str = "", rotate: bool = True
) -> Any:
    """Return an empty strip for the pieces of a cut rectangle, or for the instance in `file`. Raises `UserError` for bad options."""
    if file:
        from miai.problems.packing.reading import choose_instance, read_instances

        found = read_instances(Path(file), rotate=rotate)
        if len(found) > 1 and not instance:
            raise UserError(f"packing: {file} has {len(found)} instances; choose one with instance=NAME")
        return start_state(choose_instance(found, instance, Path(file)) if instance else found[0])
    return start_state(cut_instance(pieces, width, height, seed))


def start_state(instance: Instance) -> Any:
    """Return the empty strip of `instance`, a state for `Search` and the other searches."""
    packing_problem(capacity_of(instance))
    return state_of(instance)


@functools.cache
def packing_problem(capacity: int) -> Problem:
    """Return the problem for states of this capacity, registered."""
    state_t = state_dtype(capacity)
    for generic, function in _KERNELS.items():
        generic.implement(state_t)(function)
    made = register(
        Problem(
            name="packing",
            state_t=state_t,
            start=start,
            actions=2 * capacity + 1,
            longest=2 * MOST_RECTANGLES,
            players=1,
            zero_sum=False,
            rewards=(0.0, float(HIGHEST)),
            reward_range=_heights,
            goal="minimise",
            description="pack rectangles on a strip, as low as possible; pieces=12, width=20, height=20, seed=0, file, instance",
            state_text=draw_skyline,
            action_text=action_text,
        )
    )
    if capacity != CAPACITIES[0]:
        register(packing_problem(CAPACITIES[0]))  # the name alone means the smallest
    return made


def draw_skyline(state: Any) -> str:
    """Return the skyline of a state, and what is left, as text."""
    skyline = state.skyline
    places = range(1, int(skyline.count) + 1)
    shown = " ".join(f"{int(skyline.x[each])}:{int(skyline.y[each])}" for each in places)
    used = max(int(skyline.y[each]) for each in places)
    left = [
        f"{int(state.wide[kind])}x{int(state.tall[kind])}" + (f"*{int(state.left[kind])}" if state.left[kind] > 1 else "")
        for kind in range(int(state.kinds))
        if state.left[kind] > 0
    ]
    return (
        f"width {int(state.width)}, height {used}, at least {int(state.bound)}\nskyline {shown}\nleft {' '.join(left) or 'nothing'}"
    )


def _heights(state: Any) -> tuple[float, float]:
    """Return the heights that a search distinguishes: from the bound to twice the bound."""
    return float(state.bound), 2.0 * float(state.bound)


def action_text(state: Any, action: int) -> str:
    """Return the placement as width x height, or `pass`."""
    if action == 2 * len(state.wide):
        return "pass"
    kind, turned = divmod(int(action), 2)
    wide, tall = int(state.wide[kind]), int(state.tall[kind])
    return f"{tall}x{wide}" if turned else f"{wide}x{tall}"


PROBLEM = packing_problem(CAPACITIES[0])
