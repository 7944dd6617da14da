"""Statistics of positions, as searches exchange them: totals since the sender's search began. Plain NumPy.

Results are fixed-point, in units of 1 / `RESULT_UNIT`, so that sums do not depend on their order.

| column of `Statistics` | dtype, shape | meaning |
|---|---|---|
| `keys` | uint64, n | the positions' keys, rising, each once |
| `checks` | uint32, n | a second hash, of the legal actions; 0: unknown (`history.check_of_edges`) |
| `visits` | int64, n | simulations that came through |
| `total` | int64, (n, values) | the position's value times its visits, from the viewpoint of `graph.py` |
| `low`, `high` | float64, (n, values) | bounds of the exact value |
| `ages` | int64, n | number of the message that brought the row |

| column of `RaveCounts` | dtype, shape | meaning |
|---|---|---|
| `keys`, `ages` | | as above |
| `visits` | int64, n | sum of `counts` |
| `counts` | int64, (n, actions) | all-moves-as-first visits of each action of the problem |
| `total` | int64, (n, actions) | their results, seen by the player to act, in units of 1 / `RAVE_UNIT` |

A **link** says that `actions[i]` leads from the position with key `sources[i]` to that with key `targets[i]`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

Column = Any
"""An array; the tables above have its dtype and shape."""
RAVE_UNIT = 16
"""Results of RAVE are rounded to 1 / `RAVE_UNIT`: they are noisier than that, and messages stay short."""


class SharedRows:
    """Rows of positions with rising keys. The columns are the fields of the subclasses."""

    ADDED: ClassVar[dict[str, Any]] = {}
    """The function that makes one row of two of the same position, column by column, where rows are added up."""
    PROVEN: ClassVar[dict[str, Any]] = {}
    """The same for columns of which nothing is forgotten when a later row takes the place of an earlier one."""

    keys: Column
    visits: Column
    ages: Column

    def __len__(self) -> int:
        return len(self.keys)

    def take(self, rows: Column) -> Self:
        """Return the positions in `rows`, in that order."""
        return type(self)(*(getattr(self, name)[rows] for name in names_of(self)))

    def places_of(self, keys: Column) -> tuple[Column, Column]:
        """Return the row of each of `keys`, and whether it is there."""
        return places_in(self.keys, keys)

    def negated(self) -> Self:
        """Return rows that take these away when they are added: counts and results with the other sign."""
        negative = {name: -getattr(self, name) for name, rule in self.ADDED.items() if rule is np.add}
        return replace(self, **negative)  # type: ignore[type-var]

    def visited(self) -> Self:
        """Return the rows with visits."""
        is_visited = self.visits != 0
        return self if is_visited.all() else self.take(np.flatnonzero(is_visited))


@dataclass(frozen=True)
class Statistics(SharedRows):
    """Statistics of positions; see the head of this file for the columns."""

    keys: Column
    checks: Column
    visits: Column
    total: Column
    low: Column
    high: Column
    ages: Column

    ADDED: ClassVar[dict[str, Any]] = {
        "checks": np.maximum,
        "visits": np.add,
        "total": np.add,
        "low": np.maximum,
        "high": np.minimum,
        "ages": np.maximum,
    }
    PROVEN: ClassVar[dict[str, Any]] = {"low": np.maximum, "high": np.minimum}

    @property
    def has_bounds(self) -> Column:
        """Whether something is proven about each position."""
        return ((self.low > 0.0) | (self.high < 1.0)).any(axis=1)


@dataclass(frozen=True)
class RaveCounts(SharedRows):
    """All-moves-as-first counts of positions; see the head of this file for the columns."""

    keys: Column
    visits: Column
    counts: Column
    total: Column
    ages: Column

    ADDED: ClassVar[dict[str, Any]] = {"visits": np.add, "counts": np.add, "total": np.add, "ages": np.maximum}


T = TypeVar("T", bound=SharedRows)


def names_of(table: SharedRows) -> list[str]:
    """Return the names of the columns of a table."""
    return [field.name for field in fields(table)]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Links:
    """Moves between positions, each once."""

    sources: Column
    actions: Column
    targets: Column

    def __len__(self) -> int:
        return len(self.sources)

    def take(self, rows: Column) -> Links:
        """Return the links in `rows`."""
        return Links(self.sources[rows], self.actions[rows], self.targets[rows])


def no_statistics(values: int) -> Statistics:
    """Return `Statistics` of no position."""
    whole, real = np.zeros((0, values), np.int64), np.zeros((0, values))
    none = np.zeros(0, np.int64)
    return Statistics(np.zeros(0, np.uint64), np.zeros(0, np.uint32), none, whole, real, real, none)


def no_raves(actions: int) -> RaveCounts:
    """Return `RaveCounts` of no position."""
    whole, none = np.zeros((0, actions), np.int64), np.zeros(0, np.int64)
    return RaveCounts(np.zeros(0, np.uint64), none, whole, whole, none)


def no_links() -> Links:
    """Return no link."""
    return Links(np.zeros(0, np.uint64), np.zeros(0, np.int32), np.zeros(0, np.uint64))


def places_in(sorted_keys: Column, keys: Column) -> tuple[Column, Column]:
    """Return the place of each of `keys` in `sorted_keys`, and whether it is there."""
    if len(sorted_keys) == 0:
        return np.zeros(len(keys), np.int64), np.zeros(len(keys), bool)
    place = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    return place, sorted_keys[place] == keys


def merged(base: T, rows: T, rules: dict[str, Any]) -> T:
    """Return `base` with `rows`: where both have a position, columns are combined by `rules`, and without a rule replaced."""
    place, is_there = base.places_of(rows.keys)
    known, missing = np.flatnonzero(is_there), np.flatnonzero(~is_there)
    at, before = place[known], np.searchsorted(base.keys, rows.keys[missing])
    columns = []
    for name in names_of(base):
        column, new = getattr(base, name).copy(), getattr(rows, name)
        column[at] = rules[name](column[at], new[known]) if name in rules else new[known]
        columns.append(np.insert(column, before, new[missing], axis=0) if len(missing) else column)
    return type(base)(*columns)


def added(base: T, rows: T) -> T:
    """Return the sum of both, position by position. Bounds are the tightest, ages the latest."""
    return merged(base, rows, base.ADDED) if len(rows) else base


def newest(old: T, new: T) -> T:
    """Return the rows of both, for each position the one of the later message. Bounds, once proven, stay."""
    place, is_there = old.places_of(new.keys)
    is_late = is_there & (new.ages < old.ages[place]) if len(old) else is_there
    late = new.take(np.flatnonzero(is_late))
    kept = merged(old, new.take(np.flatnonzero(~is_late)), old.PROVEN)
    if len(late) == 0 or not old.PROVEN:
        return kept
    place, _ = kept.places_of(late.keys)
    present = kept.take(place)
    bounds = {name: getattr(late, name) for name in old.PROVEN}
    return merged(kept, replace(present, **bounds), old.PROVEN)  # type: ignore[type-var]


def add_statistics(parts: list[Statistics], values: int) -> Statistics:
    """Return the sums over all parts, position by position."""
    total = no_statistics(values)
    for part in parts:
        total = added(total, part)
    return total


def join_links(old: Links, new: Links) -> Links:
    """Return the links of both, each once."""
    if len(new) == 0:
        return old
    sources = np.concatenate([old.sources, new.sources])
    actions = np.concatenate([old.actions, new.actions])
    order = np.lexsort((actions, sources))
    s, a = sources[order], actions[order]
    is_first = np.concatenate([[True], (s[1:] != s[:-1]) | (a[1:] != a[:-1])])
    return Links(s[is_first], a[is_first], np.concatenate([old.targets, new.targets])[order][is_first])


def reachable(links: Links, root: int) -> Column:
    """Return the keys of the positions that links lead to from the one with key `root`, which is among them; rising."""
    found = np.array([root], np.uint64)
    frontier = found
    while len(frontier):
        after = np.unique(links.targets[np.isin(links.sources, frontier)])
        frontier = after[~np.isin(after, found)]
        found = np.union1d(found, frontier)
    return found
