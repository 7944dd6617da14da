"""The chance that a strong player chooses a move, for all moves of a position, by the learned weights."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import U64
from miai.go.knowledge.learned.features import describe_move


@kernel
def fill_chances(weights, board, fate, row, chance):
    """Write the chance of a move on each empty cell into `chance`. `fate` holds the distances from the last move."""
    total = np.float32(0.0)
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        describe_move(board, fate, cell, row)
        strength = np.float32(0.0)
        for kind in range(row.feature.size):
            strength += weights.of[row.feature[kind]]
        chance[cell] = np.exp(strength)
        total += chance[cell]
    for i in range(board.empty_count):
        chance[board.empties[U64(i)]] /= total
