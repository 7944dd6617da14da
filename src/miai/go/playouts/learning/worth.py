"""The worth of a random move: several moves are drawn, and the one with the highest worth is played.

The success rate of one colour mostly shows who is ahead: a stone in one's own territory wins often and does nothing. So the worth is the
sum of the rates of both colours on the point. It is high where both do well by playing first, which is where the game is decided. It is the
same for both colours, so neither gets an advantage.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import COLORS
from miai.go.playouts.contexts import context_at
from miai.go.playouts.learning.context_moves import context_index
from miai.go.playouts.learning.records import context_rate_at
from miai.wls import WinLossStates

SCALE = 30_000
"""The worth of a success rate of 1; the sum of two fits into 16 bits."""


def plus_four(states: WinLossStates) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """Return the success rate of each state, times SCALE, with two wins and two losses added (Agresti and Coull 1998)."""
    rates: np.ndarray[Any, Any] = SCALE * (states.wins + 2) / (states.updates + 4)
    return np.round(rates).astype(np.uint16)


@kernel
def draws(learner, color):
    """Return the setting `draws`, or 1 for the colour that gets no suggestions."""
    return learner.draws if color != learner.denied else 1


@kernel
def worth(learner, board, color, cell):
    """Return the sum of the success rates of both colours on `cell` in its present context."""
    context = context_at(learner.contexts, cell, color)
    own = context_rate_at(learner, context_index(learner, board, color, cell, context)).state
    other = context_rate_at(learner, context_index(learner, board, COLORS - color, cell, context)).state
    return np.int64(learner.worth[own]) + np.int64(learner.worth[other])
