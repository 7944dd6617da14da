"""What a move is worth, to choose by it where chance would: several moves are drawn, and the one that is worth most is played.

The success rate of a move alone says too much about who is ahead in such surroundings: a stone in one's own territory wins often, and does
nothing. So the rates of both colours on the point are added. Where both do well who play there the game is decided; where one does as well
as the other does badly nothing is. The sum is the same for both colours, so that neither is helped.
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
"""What a success rate of 1 is worth: the sum of two fits into 16 bits."""


def plus_four(states: WinLossStates) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """The success rate that each state speaks for, times SCALE: as if two more results had been won and two lost (Agresti and Coull)."""
    rates: np.ndarray[Any, Any] = SCALE * (states.wins + 2) / (states.updates + 4)
    return np.round(rates).astype(np.uint16)


@kernel
def draws(learner, color):
    """As in the settings; one for the colour that what was learned is kept from."""
    return learner.draws if color != learner.denied else 1


@kernel
def worth(learner, board, color, cell):
    """How well both colours did who played on `cell` in the surroundings that it has now."""
    context = context_at(learner.contexts, cell, color)
    own = context_rate_at(learner, context_index(learner, board, color, cell, context)).state
    other = context_rate_at(learner, context_index(learner, board, COLORS - color, cell, context)).state
    return np.int64(learner.worth[own]) + np.int64(learner.worth[other])
