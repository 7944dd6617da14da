"""Tables of sqrt(ln n) and 1 / sqrt(n) of whole numbers n, for UCB1.

A logarithm costs as much as scoring two edges, and so does a mispredicted branch at the end of a short table. So the tables are long
enough for nearly every node, and all searches of a process share them. Larger counts are computed. docs/results/search-speed.md has
the measured gain.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from miai.core.kernels import COMPILING, kernel
from miai.core.pointers import accessor, keep_address
from miai.core.records import new_array, record

KNOWN = 1 << 18 if COMPILING else 1 << 12

root_log_t = record("root_log", [("x", np.float64)])
spread_t = record("spread", [("x", np.float64)])

_root_log_at = accessor(lambda settings_t: root_log_t, "root_logs_at", "known_roots")
_spread_at = accessor(lambda settings_t: spread_t, "spreads_at", "known_roots")


@functools.cache
def _tables() -> tuple[Any, Any]:
    """Return both tables, made at the first search. The entry of n = 0 is 0."""
    root_logs, spreads = new_array(root_log_t, KNOWN), new_array(spread_t, KNOWN)
    _fill(root_logs, spreads)
    return root_logs, spreads


@kernel
def _fill(root_logs, spreads):
    for n in range(1, root_logs.size):
        root_logs[n].x = math.sqrt(math.log(float(n)))
        spreads[n].x = 1.0 / math.sqrt(float(n))


def point_to_tables(settings: Any) -> None:
    """Write the addresses and the length of the tables into a record of settings."""
    root_logs, spreads = _tables()
    settings.root_logs_at, settings.spreads_at = keep_address(root_logs), keep_address(spreads)
    settings.known_roots = KNOWN


@kernel(inline=True)
def root_log_of(settings, count):
    """Return sqrt(ln count); 0 for 0."""
    return _root_log_at(settings, count).x if count < settings.known_roots else math.sqrt(math.log(float(count)))


@kernel(inline=True)
def spread_of(settings, count):
    """Return 1 / sqrt(count); 0 for 0."""
    return _spread_at(settings, count).x if count < settings.known_roots else 1.0 / math.sqrt(float(count))
