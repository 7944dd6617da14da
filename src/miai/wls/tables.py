"""States in kernels: the two tables as a record, and updates of single states.

tables = wls_tables(WinLossStates())

@kernel
def learn(tables, memory, index, won):
    memory[index] = after_result(tables, memory[index], won)
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.wls.states import WinLossStates


@functools.cache
def tables_dtype(count: int) -> np.dtype[Any]:
    """Return the dtype of the tables of `count` states: the states after a loss (row 0) and after a win (row 1)."""
    return record("wls_tables", [("following", np.min_scalar_type(count - 1), (2, count))])


def wls_tables(states: WinLossStates) -> Any:
    """Return the tables of `states` as a record for kernels."""
    tables = new(tables_dtype(states.count))
    tables.following[0], tables.following[1] = states.loss, states.win
    return tables


@kernel
def after_result(tables, state, won):
    """Return the state after a result: `won` is 1 or 0."""
    return tables.following[won, state]
