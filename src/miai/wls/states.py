"""The states n/m with m up to an end of scale, in the order of their evidence, and the states after a win and after a loss.

Basaldúa (2013), *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*, section 4.5.
`_jump` has what the source does not define.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from miai.core.errors import UserError

LARGEST_END = 2000
QUARTILE = 0.6744897501960817
"""z of an interval that contains half of the distribution: any z from 0.5 to 0.67 gives the published tables, 1.96 is far off."""

Numbers = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class WinLossStates:
    """All states up to an end of scale. Wrong values raise `UserError` at once."""

    end: int = 21
    """Largest number of updates of a state; up to 21 a state fits into a byte."""
    jump: float | None = 1.3
    """K: the jump back of an update at the end of scale, as a multiple of the distance of n from end/2; `None`: no jump."""
    z: float = QUARTILE
    """Width of the interval whose bound is the evidence, in standard deviations."""
    middle: float = 0.5
    """The proportion that evidence is measured against."""

    def __post_init__(self) -> None:
        _check("end of scale", self.end, 1, LARGEST_END)
        _check("z", self.z, 1e-6, 10)
        _check("middle", self.middle, 0, 1)
        if self.jump is not None:
            _check("jump", self.jump, 0, 2 - 2 / (self.end + 1))

    # --- the states, by their number ------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Number of states, 0/0 included."""
        return (self.end + 1) * (self.end + 2) // 2

    @property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type of number that holds a state."""
        return np.dtype(np.min_scalar_type(self.count - 1))

    @cached_property
    def _order(self) -> tuple[Numbers, Numbers]:
        """n and m of each state."""
        m = np.repeat(np.arange(self.end + 1), np.arange(1, self.end + 2))
        n = np.arange(len(m)) - m * (m + 1) // 2
        order = np.lexsort((m, n / np.maximum(m, 1), evidence(n, m, self.z, self.middle)))
        order = np.concatenate([[0], order[order > 0]])  # 0/0 comes first
        return n[order], m[order]

    @property
    def wins(self) -> Numbers:
        """n of each state."""
        return self._order[0]

    @property
    def updates(self) -> Numbers:
        """m of each state."""
        return self._order[1]

    @cached_property
    def _numbers(self) -> Numbers:
        """Return the state of n/m, at m (m + 1) / 2 + n."""
        numbers = np.zeros(self.count, np.int64)
        numbers[self.updates * (self.updates + 1) // 2 + self.wins] = np.arange(self.count)
        return numbers

    def state(self, wins: int, updates: int) -> int:
        """Return the number of the state `wins`/`updates`. Raise `UserError` if there is no such state."""
        if not 0 <= wins <= updates <= self.end:
            raise UserError(f"unknown state {wins}/{updates}: n/m has 0 <= n <= m <= {self.end}")
        return int(self._numbers[updates * (updates + 1) // 2 + wins])

    def numbers(self, wins: Numbers, updates: Numbers) -> Numbers:
        """Return the numbers of the states `wins`/`updates`, which are arrays of whole numbers; the caller has checked their range."""
        return np.asarray(self._numbers[updates * (updates + 1) // 2 + wins])

    def proportion(self, states: Any) -> Any:
        """Return n/m of states, one or an array; `middle` for 0/0."""
        shares = np.where(self.updates > 0, self.wins / np.maximum(self.updates, 1), self.middle)
        return shares[states]

    def threshold(self, proportion: float) -> int:
        """Return the state to compare others with, by `>=`: the one with the nearest proportion and, of several, the fewest updates."""
        _check("proportion", proportion, 0, 1)
        shares = self.proportion(np.arange(self.count))
        off = np.abs(shares - proportion)
        off[0] = math.inf
        nearest = np.flatnonzero(off <= off.min() + 1e-12)
        return int(nearest[np.argmin(self.updates[nearest])])

    # --- updates ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def win(self) -> Numbers:
        """Return the state after a win, for each state."""
        return self._next(True)

    @cached_property
    def loss(self) -> Numbers:
        """Return the state after a loss, for each state."""
        return self._next(False)

    def update(self, states: Any, won: Any) -> Any:
        """Return the states after one result each: `won` is true or false, or an array of them."""
        return np.where(won, self.win[states], self.loss[states])

    def _next(self, won: bool) -> Numbers:
        n, m = self.wins + won, self.updates + 1
        full = m > self.end
        following = self._numbers[np.where(full, 0, m * (m + 1) // 2 + n)]
        for state in np.flatnonzero(full):
            following[state] = self._after_the_end(int(state), won)
        return following.astype(self.dtype)

    def _after_the_end(self, state: int, won: bool) -> int:
        """Return the state after an update at the end of scale."""
        n, end = int(self.wins[state]), self.end
        if self.jump is None:
            return self.state(min(end, n + 1) if won else max(0, n - 1), end)
        if state == (self.count - 1 if won else 1):
            return state  # the best state cannot become better, nor the worst worse
        return self._jump(state, n, won, self.jump)

    def _jump(self, state: int, n: int, won: bool, jump: float) -> int:
        """Jump to a past state: m is less by `jump` times the distance of n from the middle of the scale, the proportion stays.

        The pseudo-code of the source is a picture that its text does not contain. This reading gives its table 4.6 to half a thousandth:
        m' = e - round(K |n - e/2|), n' = round(m' n / e), with halves rounded up. Where that would not make a win better, or a loss
        worse, n' is moved to the nearest number for which it does.
        """
        m = self.end - _rounded(jump * abs(n - self.end / 2))
        wanted = _rounded(m * n / self.end)
        for distance in range(m + 1):
            for guess in (wanted + distance, wanted - distance):
                if 0 <= guess <= m and _is_better(self.state(guess, m), state, won):
                    return self.state(guess, m)
        return state + 1 if won else state - 1


def _is_better(there: int, here: int, won: bool) -> bool:
    """Return whether a step has the direction of a win or a loss."""
    return there > here if won else 0 < there < here


def evidence(wins: Any, updates: Any, z: float, middle: float = 0.5) -> Any:
    """Return v(n/m): the lower bound of the Agresti-Coull interval from `middle` on, the upper bound below, which comes first."""
    m = updates + z * z
    p = (wins + z * z / 2) / m
    width = z * np.sqrt(p * (1 - p) / m)
    return np.where(wins >= middle * updates, 2 + p - width, p + width)


def _rounded(number: float) -> int:
    return math.floor(number + 0.5)


def _check(name: str, value: Any, low: float, high: float) -> None:
    whole = name == "end of scale"
    is_number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise UserError(
            f"win/loss states: {name} must be a {'whole ' if whole else ''}number from {low:g} to {high:g}, not {value!r}"
        )
