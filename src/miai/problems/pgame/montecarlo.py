"""Plain Monte Carlo: every first move gets the same number of random plays, without a tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import copy_record, new_array
from miai.core.streams import next_below
from miai.problems.pgame.state import move_on, share_of_the_win, state_t


@kernel
def play_randomly(states, stream, sums, first, count):
    """Play `count` games from states[0] with first moves in turn, beginning with move `first`, and add the results to `sums`."""
    breadth = int(states[0].breadth)
    for i in range(first, first + count):
        states[1] = states[0]
        move_on(states[1], i % breadth)
        while states[1].level < states[1].depth:
            move_on(states[1], int(next_below(stream, breadth)))
        sums[i % breadth] += share_of_the_win(states[1], 0)


class MonteCarlo:
    """Random plays from one state, counted for each first move."""

    def __init__(self, state: Any, stream: Any) -> None:
        self._states = new_array(state_t, 2)
        self._states[0] = copy_record(state)
        self._stream = stream
        self._sums = np.zeros(int(state.breadth))
        self._plays = 0

    def advance(self, plays: int) -> None:
        """Play `plays` more games."""
        play_randomly(self._states, self._stream, self._sums, self._plays, plays)
        self._plays += plays

    def means(self) -> list[float]:
        """Return the mean result of each first move, for player 0; -1 for an untried move."""
        breadth = self._sums.size
        counts = self._plays // breadth + (np.arange(breadth) < self._plays % breadth)
        return [float(value) for value in np.where(counts > 0, self._sums / np.maximum(counts, 1), -1.0)]

    def best_move(self) -> int:
        """Return the move with the best mean; of equal ones the first."""
        return int(np.argmax(self.means()))
