"""Zobrist hashes of positions.

`board.stones_hash` is updated move by move; the ko point and the player to move are added on request, so playouts do not pay for them.
Two different positions have the same 64-bit hash with probability 2**-64: among a million positions the chance that any two
collide is about 3e-8. Superko and the transposition table rely on that and make no further check.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.hashing import zobrist_table
from miai.core.kernels import kernel
from miai.go.board.board import EDGE, LARGEST_CELLS, PASS_CELL, U64, WHITE

_SEED = 0x676F  # any number, but it must never change: stored graphs are keyed by these hashes

STONE_KEY = zobrist_table((int(EDGE), LARGEST_CELLS), _SEED)
"""Key of a stone, by colour and cell. Row EMPTY is not used."""

KO_KEY = zobrist_table(LARGEST_CELLS, _SEED + 1)
KO_KEY[PASS_CELL] = 0

SIDE_KEY = zobrist_table(int(EDGE), _SEED + 2)
SIDE_KEY[: int(WHITE)] = 0
"""Key of the player to move: zero for Black."""


@kernel
def position_hash(board):
    """Return the hash of the stones, the ko point and the player to move."""
    return board.stones_hash ^ KO_KEY[U64(board.ko)] ^ SIDE_KEY[U64(board.to_play)]
