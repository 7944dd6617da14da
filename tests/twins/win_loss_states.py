"""The slow twin: states as fractions, in an order that is found without rounding, updated one by one.

Evidence is p - w or p + w with w the root of a fraction. Two such numbers are compared exactly: by squaring, which keeps the order of
what is not negative. Shares no code with `states.py`.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from fractions import Fraction
from math import floor

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Proportion:
    """n wins in m results."""

    n: int
    m: int

    @property
    def is_for(self) -> bool:
        """Whether it is evidence for winning rather than against it."""
        return 2 * self.n >= self.m


def bound(state: Proportion, z_squared: Fraction) -> tuple[Fraction, Fraction, int]:
    """Return (p, w squared, sign of w): the bound of the Agresti-Coull interval that counts as evidence is p plus or minus w."""
    m = state.m + z_squared
    p = (state.n + z_squared / 2) / m
    return p, z_squared * p * (1 - p) / m, -1 if state.is_for else 1


def is_less(a: tuple[Fraction, Fraction, int], b: tuple[Fraction, Fraction, int]) -> bool:
    """Return whether p_a ± w_a < p_b ± w_b for bounds of one sign: exactly."""
    (p, u, sign), (q, v, _) = a, b
    return _is_negative(p - q, sign, u, -sign, v)


def _is_negative(x: Fraction, sign_u: int, u: Fraction, sign_v: int, v: Fraction) -> bool:
    """Return whether x + s √u + t √v < 0, where s and t are opposite signs: x < √(larger part) - √(smaller part), decided by squaring."""
    plus, minus = (u, v) if sign_u > 0 else (v, u)
    # x + √plus < √minus
    if x >= 0:
        # x² + 2x√plus + plus < minus
        return _root_is_below(2 * x, plus, minus - plus - x * x)
    # √plus < √minus - x, both sides positive: plus < minus + x² - 2x√minus
    return not _root_is_below(-2 * x, minus, plus - minus - x * x, or_equal=True)


def _root_is_below(factor: Fraction, number: Fraction, limit: Fraction, or_equal: bool = False) -> bool:
    """Return whether factor √number < limit (or <=), for a factor that is not negative."""
    if limit < 0:
        return False
    left, right = factor * factor * number, limit * limit
    return left <= right if or_equal else left < right


def in_order(end: int, z_squared: Fraction) -> list[Proportion]:
    """Return all states but 0/0, the worst evidence first; where it is equal, the smaller proportion, then the fewer results."""

    def compare(a: Proportion, b: Proportion) -> int:
        if a.is_for != b.is_for:
            return 1 if a.is_for else -1
        first, second = bound(a, z_squared), bound(b, z_squared)
        if is_less(first, second):
            return -1
        if is_less(second, first):
            return 1
        tie = (Fraction(a.n, a.m), a.m) < (Fraction(b.n, b.m), b.m)
        return -1 if tie else 1

    states = [Proportion(n, m) for m in range(1, end + 1) for n in range(m + 1)]
    return sorted(states, key=functools.cmp_to_key(compare))


def after(order: list[Proportion], here: Proportion, won: bool, end: int, jump: Fraction | None) -> Proportion:
    """Return the state after one more result."""
    if here.m < end:
        return Proportion(here.n + won, here.m + 1)
    if jump is None:
        return Proportion(min(end, here.n + 1) if won else max(0, here.n - 1), end)
    place = order.index(here)
    right_way = order[place + 1 :] if won else order[:place]
    if not right_way:
        return here
    m = end - _rounded(jump * abs(here.n - Fraction(end, 2)))
    wanted = _rounded(Fraction(m * here.n, end))
    same_length = [state for state in right_way if state.m == m]
    if not same_length:
        return right_way[0] if won else right_way[-1]
    return min(same_length, key=lambda state: (abs(state.n - wanted), -state.n))


def _rounded(number: Fraction) -> int:
    return floor(number + HALF)
