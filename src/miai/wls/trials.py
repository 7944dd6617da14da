"""States that measure random generators: their error, and their delay after a change of the probability."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import new_stream, next_below, next_float
from miai.wls.states import WinLossStates
from miai.wls.tables import wls_tables

LONGEST = 1_000_000
"""Largest number of updates until a state settles."""


def measured(states: WinLossStates, chances: Any, trials: int, updates: tuple[int, int], seed: int) -> Any:
    """Return `trials` states for each chance after a random number of updates, from `updates[0]` to `updates[1]`: (trials, chances)."""
    chances = np.asarray(chances, float)
    final = np.zeros((trials, len(chances)), np.int64)
    run_trials(wls_tables(states), chances, updates[0], updates[1], new_stream(seed), final)
    return states.proportion(final)


def settling_times(states: WinLossStates, before: float, after: float, accuracy: float, trials: int, seed: int) -> Any:
    """Return the updates until states are within `accuracy` of `after`, when the chance was `before` for a long time."""
    shares = np.ascontiguousarray(states.proportion(np.arange(states.count)))
    near = np.abs(shares - after) <= accuracy
    near[0] = False
    times = np.zeros(trials, np.int64)
    start = states.threshold(before)
    run_steps(wls_tables(states), start, before, after, near, 20 * states.end, new_stream(seed), times)
    return times


@kernel
def run_trials(tables, chances, fewest, most, stream, final):
    """Update states with random wins and losses, all of a trial equally often; write the last states into `final`."""
    for trial in range(final.shape[0]):
        updates = fewest + np.int64(next_below(stream, np.uint64(most - fewest + 1)))
        for i in range(chances.size):
            final[trial, i] = after_updates(tables, 0, chances[i], updates, stream)


@kernel
def after_updates(tables, state, chance, updates, stream):
    """Return the state after `updates` random updates."""
    for _ in range(updates):
        state = np.int64(tables.following[np.int64(next_float(stream) < chance), state])
    return state


@kernel
def run_steps(tables, start, before, after, near, warm_up, stream, times):
    """Count the updates from a change of the chance until the state is `near` the new one."""
    for trial in range(times.size):
        state = after_updates(tables, start, before, warm_up, stream)
        count = 0
        while not near[state] and count < LONGEST:
            state = after_updates(tables, state, after, 1, stream)
            count += 1
        times[trial] = count
