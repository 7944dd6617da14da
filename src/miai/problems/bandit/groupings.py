"""Which arms go together. Arms are numbers from 0; a grouping is a tuple of groups, each in rising order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from miai.core.errors import UserError
from miai.core.streams import new_stream, shuffle

Grouping = tuple[tuple[int, ...], ...]


def all_groupings(arms: int, size: int) -> Iterator[Grouping]:
    """All ways to put the arms into groups of `size`, each once: groups stand in the order of their first arms.

    Nine arms in threes: 9! / (3!^3 3!) = 280. Raises `UserError` if it does not come out even.
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
    """The best arms in one group, the next best in another, and so on."""
    _need_even(len(payoffs), count)
    size, ranked = len(payoffs) // count, _best_first(payoffs)
    return _sorted_groups([ranked[start : start + size] for start in range(0, len(ranked), size)])


def distributed(payoffs: Sequence[float], count: int) -> Grouping:
    """The best arms one to a group, the next best too, and so on: like cards."""
    _need_even(len(payoffs), count)
    ranked = _best_first(payoffs)
    return _sorted_groups([ranked[start::count] for start in range(count)])


def at_random(arms: int, count: int, seed: int) -> Grouping:
    """Groups of equal size, every grouping equally likely."""
    _need_even(arms, count)
    order, size = np.arange(arms), arms // count
    shuffle(new_stream(seed), order, arms)
    return _sorted_groups([order[start : start + size].tolist() for start in range(0, arms, size)])


def is_split(grouping: Sequence[Sequence[int]], arms: Sequence[int]) -> bool:
    """Whether no two of `arms` are in the same group."""
    return all(sum(arm in group for arm in arms) <= 1 for group in grouping)


def group_with(grouping: Sequence[Sequence[int]], arm: int) -> tuple[int, ...]:
    """The first group that `arm` is in. Raises `StopIteration` if there is none."""
    return next(tuple(group) for group in grouping if arm in group)


def grouping_text(grouping: Sequence[Sequence[int]]) -> str:
    """For example `1-2-8 3-4-7 5-6-9`: arms from 1, as people count."""
    return " ".join("-".join(str(arm + 1) for arm in group) for group in grouping)


def grouping_from_text(text: str) -> Grouping:
    """The inverse of `grouping_text`. Raises `UserError` for what is none."""
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
