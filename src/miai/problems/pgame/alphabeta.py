"""Alpha-beta search of an artificial game, with moves in random order. Its cost is counted in leaves, as that of UCT in iterations."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new_array, record
from miai.core.streams import new_stream, shuffle
from miai.problems.pgame.outcomes import sign_of
from miai.problems.pgame.state import MOST_BREADTH, MOST_DEPTH, MOST_POINTS, move_on, state_t

OUTCOMES, SCORES = 0, 1
"""The goal of a search: who wins, or by how many points. There are only three outcomes, so that more is cut off."""

frame_t = record(
    "pgame_frame",
    [
        ("low", np.int32),  # alpha and beta: the values that player 0 and player 1 can reach elsewhere
        ("high", np.int32),
        ("tried", np.int32),  # number of moves searched so far
        ("moves", np.int32, MOST_BREADTH),  # in the order of the search
    ],
)


@kernel
def alpha_beta(states, frames, stream, goal):
    """Return (value of states[0], leaves visited). `states` and `frames` have room for a path; `goal` is `OUTCOMES` or `SCORES`."""
    limit = 1 if goal == OUTCOMES else MOST_POINTS * MOST_DEPTH
    enter(states[0], frames[0], stream, -limit, limit)
    top, leaves = 0, 0
    while True:
        if is_done(states[top], frames[top]):
            leaves += states[top].level == states[top].depth
            value = value_found(states[top], frames[top], goal)
            if top == 0:
                return value, leaves
            top -= 1
            narrow(states[top], frames[top], value)
        else:
            states[top + 1] = states[top]
            move_on(states[top + 1], frames[top].moves[frames[top].tried])
            frames[top].tried += 1
            enter(states[top + 1], frames[top + 1], stream, frames[top].low, frames[top].high)
            top += 1


@kernel
def enter(state, frame, stream, low, high):
    """Initialise the frame of a place, with its moves in random order."""
    frame.low = low
    frame.high = high
    frame.tried = 0
    for move in range(state.breadth):
        frame.moves[move] = move
    if state.level < state.depth:
        shuffle(stream, frame.moves, state.breadth)


@kernel
def is_done(state, frame):
    """Return whether the value of this place is known, or cut off."""
    return state.level == state.depth or frame.tried == state.breadth or frame.low >= frame.high


@kernel
def value_found(state, frame, goal):
    """Return the value of a place that is done; where it was cut off, a bound that suffices for its parent."""
    if state.level == state.depth:
        return sign_of(int(state.total)) if goal == OUTCOMES else int(state.total)
    return int(frame.high) if state.level & 1 else int(frame.low)


@kernel
def narrow(state, frame, value):
    """Narrow the window of a place by the `value` of one more move."""
    if state.level & 1:
        frame.high = min(int(frame.high), value)
    else:
        frame.low = max(int(frame.low), value)


class AlphaBeta:
    """A reusable alpha-beta search for games of any shape."""

    def __init__(self, seed: int = 0) -> None:
        self._states = new_array(state_t, MOST_DEPTH + 1)
        self._frames = new_array(frame_t, MOST_DEPTH + 1)
        self._stream = new_stream(seed)

    def search(self, state: Any, goal: int = OUTCOMES) -> tuple[int, int]:
        """Return (value of `state`, leaves visited): the outcome, or with `SCORES` the final total, under perfect play."""
        self._states[0] = state
        value, leaves = alpha_beta(self._states, self._frames, self._stream, goal)
        return int(value), int(leaves)

    def outcome_after(self, state: Any, move: int) -> int:
        """Return the outcome after `move` in `state`, under perfect play."""
        self._states[0] = state
        move_on(self._states[0], move)
        return int(alpha_beta(self._states, self._frames, self._stream, OUTCOMES)[0])
