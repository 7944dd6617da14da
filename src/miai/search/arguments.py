"""Checks of the arguments of a search: wrong ones raise `UserError`."""

from __future__ import annotations

import numpy as np

from miai.core.errors import UserError
from miai.search.settings import Settings

DEFAULT_PLAYOUTS = 10_000
MOST_THREADS = 64


def checked_seed(seed: int) -> int:
    """Return the seed as an int."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise UserError(f"seed must be a whole number, not {seed!r}")
    return int(seed)


def checked_threads(threads: int, settings: Settings | None = None) -> int:
    """Return the number of threads. With `settings`, also check that these can run on several."""
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise UserError(f"threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r}")
    if settings is None or threads == 1:
        return threads
    if settings.mode == "multipath":
        raise UserError("mode multipath runs on one thread: every simulation updates all ancestors")
    if settings.mode == "table":
        raise UserError("mode table runs on one thread: all paths share one table")
    if settings.grouping != "off" and (settings.group_after or settings.group_every):
        raise UserError("groups that are made after expansion (group_after, group_every) need one thread")
    return threads


def checked_playouts(playouts: int | None, seconds: float | None, until_proven: bool) -> int:
    """Return the limit of playouts: the one given, the default if there is no other limit, else a number never reached."""
    if playouts is not None and (isinstance(playouts, bool) or not isinstance(playouts, int | np.integer) or playouts < 0):
        raise UserError(f"playouts must be a whole number of at least 0, not {playouts!r}")
    if seconds is not None and (isinstance(seconds, bool | str) or not seconds >= 0):
        raise UserError(f"seconds must be a number of at least 0, not {seconds!r}")
    if playouts is not None:
        return int(playouts)
    return DEFAULT_PLAYOUTS if seconds is None and not until_proven else 2**62
