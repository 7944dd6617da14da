"""Statistics of many positions as columns: the form in which a search and a store exchange them. Plain NumPy.

Numbers are fixed-point, so that sums do not depend on their order: counts in units of 1 / `COUNT_UNIT`, results in units of
1 / `RESULT_UNIT`.

| column | dtype, shape | meaning |
|---|---|---|
| `keys` | uint64, n | the positions' keys, rising, each once |
| `checks` | uint32, n | a second hash, of the actions that are legal there (`check_of`); 0: never expanded |
| `touched` | uint32, n | time of the last addition, in seconds since 1970 |
| `players` | int8, n | the player to act, or `CHANCE` (-1) |
| `own_visits` | int64, n | simulations that ended here |
| `own_sum` | int64, (n, values) | sum of their results, from the viewpoint of `graph.py` |
| `total` | int64, (n, values) | sum of the results of all visits |
| `low`, `high` | float64, (n, values) | bounds of the exact value |
| `first_moves` | int64, n + 1 | the moves of position i stand at `first_moves[i]` to `first_moves[i + 1]` - 1 |
| `actions` | int32, m | a move's action; rising within a position |
| `move_visits` | int64, m | visits of the move |
| `children` | uint64, m | the key of the position after it, which need not be among `keys` |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from miai.core.errors import UserError

COUNT_UNIT = 1 << 16
RESULT_UNIT = 1 << 32

Column = Any
"""An array; the table above has its dtype and shape."""


@dataclass(frozen=True)
class Positions:
    """Positions and their moves; see the head of this file for the columns."""

    keys: Column
    checks: Column
    touched: Column
    players: Column
    own_visits: Column
    own_sum: Column
    total: Column
    low: Column
    high: Column
    first_moves: Column
    actions: Column
    move_visits: Column
    children: Column

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def values(self) -> int:
        """Number of values of a position."""
        return int(self.total.shape[1])

    @property
    def move_counts(self) -> Column:
        """Number of moves of each position."""
        return np.diff(self.first_moves)

    @property
    def visits(self) -> Column:
        """All visits of each position: its own and those of its moves."""
        sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(self.move_visits)])
        return np.asarray(self.own_visits + sums[self.first_moves[1:]] - sums[self.first_moves[:-1]])

    @property
    def move_rows(self) -> Column:
        """For each move, the position it belongs to."""
        return np.repeat(np.arange(len(self)), self.move_counts)

    def take(self, rows: Column) -> Positions:
        """Return the positions in `rows`, in that order, with their moves."""
        counts = self.move_counts[rows]
        first_moves = _starts(counts)
        moves = np.repeat(self.first_moves[:-1][rows] - first_moves[:-1], counts) + np.arange(first_moves[-1])
        positions = {name: getattr(self, name)[rows] for name in _OF_POSITIONS}
        return Positions(**positions, first_moves=first_moves, **{name: getattr(self, name)[moves] for name in _OF_MOVES})

    def faded(self, factor: float) -> Positions:
        """Return the positions with every count and result multiplied by `factor`, to the nearest unit. Bounds stay."""
        if factor == 1.0:
            return self
        numbers = ("own_visits", "own_sum", "total", "move_visits")
        return replace(self, **{name: np.rint(getattr(self, name) * factor).astype(np.int64) for name in numbers})


_OF_POSITIONS = ("keys", "checks", "touched", "players", "own_visits", "own_sum", "total", "low", "high")
_OF_MOVES = ("actions", "move_visits", "children")


def no_positions(values: int) -> Positions:
    """Return `Positions` without any position."""
    empty = np.zeros((0, values), np.int64)
    bounds = np.zeros((0, values))
    return Positions(
        np.zeros(0, np.uint64),
        np.zeros(0, np.uint32),
        np.zeros(0, np.uint32),
        np.zeros(0, np.int8),
        np.zeros(0, np.int64),
        empty,
        empty,
        bounds,
        bounds,
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, np.int64),
        np.zeros(0, np.uint64),
    )


def add_up(parts: Sequence[Positions]) -> Positions:
    """Return the positions of all parts, each once: counts and results added, bounds the tighter ones, the later time.

    Neither the order of the parts nor how they are grouped matters. Of two positions with one key and different `checks`, which
    are not the same position, the one with the larger check is kept. Raises `UserError` for parts of problems of another kind.
    """
    if len({part.values for part in parts}) > 1:
        raise UserError("these positions belong to problems with different numbers of players")
    joined = _join(parts)
    order = np.argsort(joined.keys, kind="stable")
    if len(order) == 0:
        return joined
    keys = joined.keys[order]
    is_first = np.concatenate([[True], keys[1:] != keys[:-1]])
    if is_first.all():
        return joined.take(order)
    return _add_equal_keys(joined, order, np.cumsum(is_first) - 1, np.flatnonzero(is_first))


def _join(parts: Sequence[Positions]) -> Positions:
    if len(parts) == 1:
        return parts[0]
    counts = np.concatenate([part.move_counts for part in parts])
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in (*_OF_POSITIONS, *_OF_MOVES)}
    return Positions(**columns, first_moves=_starts(counts))


def _add_equal_keys(joined: Positions, order: Column, group: Column, firsts: Column) -> Positions:
    """Return one position for each group of equal keys; `order` sorts by key, `group` numbers the groups in that order."""
    checks = np.maximum.reduceat(joined.checks[order], firsts)
    is_kept = (joined.checks[order] == 0) | (joined.checks[order] == checks[group])
    weights = is_kept.astype(np.int64)
    low = np.where(is_kept[:, None], joined.low[order], 0.0)
    high = np.where(is_kept[:, None], joined.high[order], 1.0)
    row_of = np.empty(len(joined), np.int64)
    row_of[order] = np.where(is_kept, group, -1)
    first_moves, actions, move_visits, children = sum_moves(
        row_of[joined.move_rows], joined.actions, joined.move_visits, joined.children, len(firsts)
    )
    return Positions(
        keys=joined.keys[order][firsts],
        checks=checks,
        touched=np.maximum.reduceat(joined.touched[order], firsts),
        players=np.maximum.reduceat(joined.players[order], firsts),
        own_visits=np.add.reduceat(joined.own_visits[order] * weights, firsts),
        own_sum=np.add.reduceat(joined.own_sum[order] * weights[:, None], firsts),
        total=np.add.reduceat(joined.total[order] * weights[:, None], firsts),
        low=np.maximum.reduceat(low, firsts),
        high=np.minimum.reduceat(high, firsts),
        first_moves=first_moves,
        actions=actions,
        move_visits=move_visits,
        children=children,
    )


def sum_moves(rows: Column, actions: Column, visits: Column, children: Column, count: int) -> tuple[Column, Column, Column, Column]:
    """Return (first_moves, actions, visits, children) of `count` positions: moves of one row and action are added, row -1 is left out."""
    kept = rows >= 0
    rows, actions, visits, children = rows[kept], actions[kept], visits[kept], children[kept]
    order = np.lexsort((actions, rows))
    rows, actions, visits, children = rows[order], actions[order], visits[order], children[order]
    if len(rows):
        is_first = np.concatenate([[True], (rows[1:] != rows[:-1]) | (actions[1:] != actions[:-1])])
        firsts = np.flatnonzero(is_first)
        rows, actions = rows[firsts], actions[firsts]
        visits, children = np.add.reduceat(visits, firsts), np.maximum.reduceat(children, firsts)
    return _starts(np.bincount(rows, minlength=count)), actions, visits, children


def _starts(counts: Column) -> Column:
    """Return where each of several blocks of these lengths begins, and where the last ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
