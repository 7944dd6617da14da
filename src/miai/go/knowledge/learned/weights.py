"""The weights that come with miai: one row for small boards, learned from 9x9 games, one for large boards, from 19x19 games."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new_array, record
from miai.go.knowledge.learned.features import COUNT

FILE = Path(__file__).with_name("weights.npy")
LARGE_FROM = 12
"""Boards of this size and above use the second row."""

weights_t = record("learned_weights", [("of", np.float32, COUNT)])
"""The weights of all features. Kernels read them at an address, because there are too many to compile in."""


@functools.cache
def weights_for(size: int) -> Any:
    """Return an array of one record, always the same: the weights for boards of `size`."""
    made = new_array(weights_t, 1)
    made[0].of[:] = load_weights()[int(size >= LARGE_FROM)]
    return made


def load_weights(file: Path = FILE) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return both rows of weights. Raise `UserError` if the file does not fit the features."""
    try:
        weights = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise UserError(f"{file}: cannot read weights: {error}") from error
    if weights.shape != (2, COUNT):
        raise UserError(f"{file}: {weights.shape} weights for (2, {COUNT}) features: learn them again with `miai go learn`")
    return np.asarray(weights, np.float32)


def write_row(file: Path, size: int, row: np.ndarray[Any, Any]) -> None:
    """Write the weights for boards of `size` into `file`, two bytes per weight; the other row stays, or is 0 in a new file."""
    rows = load_weights(file) if file.exists() else np.zeros((2, COUNT), np.float32)
    rows[int(size >= LARGE_FROM)] = row
    try:
        with file.open("wb") as stream:
            np.save(stream, rows.astype(np.float16), allow_pickle=False)
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error
