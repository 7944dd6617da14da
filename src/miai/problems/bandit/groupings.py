"""Groupings of arms. Arms are numbers from 0; a grouping is a tuple of groups, each in ascending order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from miai.core.errors import UserError
from miai.core.streams import new_stream, shuffle

Grouping = tuple[tuple[int, ...], ...]


def all_groupings(arms: int, size: int) -> Iterator[Grouping]:
    """Yield all ways to put the arms into groups of `size`, each once; groups are in the order of their first arms.

    Nine arms have 9! / (3!^3 3!) = 280 groupings into threes. Raise `UserError` if the arms cannot be divided evenly.
    """
    _need_even(arms, arms // size if size else 0)
    return _split(tuple(range(arms)), size)


def _split(arms: Sequence[int], size: int) -> Iterator[Grouping]:
    if not arms:
        yield ()
        return
    for others in itertools.combinations(arms[1:], size - 1):
        rest = [arm for arm in arms[1:] if arm not in others]
        for groups in _split(rest, size):
            yield ((arms[0], *others), *groups)


def in_order(payoffs: Sequence[float], count: int) -> Grouping:
    """Return the grouping with the best arms in one group, the next best in another, and so on."""
    _need_even(len(payoffs), count)
    size, ranked = len(payoffs) // count, _best_first(payoffs)
    return _sorted_groups([ranked[start : start + size] for start in range(0, len(ranked), size)])


def distributed(payoffs: Sequence[float], count: int) -> Grouping:
    """Return the grouping that deals out the arms like cards, the best first: one to each group, then the next one to each, and so on."""
    _need_even(len(payoffs), count)
    ranked = _best_first(payoffs)
    return _sorted_groups([ranked[start::count] for start in range(count)])


def at_random(arms: int, count: int, seed: int) -> Grouping:
    """Return a random grouping into groups of equal size, all groupings equally likely."""
    _need_even(arms, count)
    order, size = np.arange(arms), arms // count
    shuffle(new_stream(seed), order, arms)
    return _sorted_groups([order[start : start + size].tolist() for start in range(0, arms, size)])


def is_split(grouping: Sequence[Sequence[int]], arms: Sequence[int]) -> bool:
    """Return whether no two of `arms` are in the same group."""
    return all(sum(arm in group for arm in arms) <= 1 for group in grouping)


def group_with(grouping: Sequence[Sequence[int]], arm: int) -> tuple[int, ...]:
    """Return the first group that contains `arm`. Raise `StopIteration` if there is none."""
    return next(tuple(group) for group in grouping if arm in group)


def grouping_text(grouping: Sequence[Sequence[int]]) -> str:
    """Return a grouping as text, such as `1-2-8 3-4-7 5-6-9`, with arms counted from 1."""
    return " ".join("-".join(str(arm + 1) for arm in group) for group in grouping)


def grouping_from_text(text: str) -> Grouping:
    """Return the grouping of a text that `grouping_text` could have written. Raise `UserError` for another text."""
    try:
        return tuple(tuple(int(arm) - 1 for arm in group.split("-")) for group in text.split())
    except ValueError:
        raise UserError(f"groups of arms are written as 1-2-8 3-4-7 5-6-9, not {text!r}") from None


def _best_first(payoffs: Sequence[float]) -> list[int]:
    return sorted(range(len(payoffs)), key=lambda arm: (-payoffs[arm], arm))


def _sorted_groups(groups: Sequence[Sequence[int]]) -> Grouping:
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _need_even(arms: int, count: int) -> None:
    if count < 1 or arms % count:
        raise UserError(f"{arms} arms cannot be put into {count} groups of equal size")
