"""Bandits and their trials: `Bandit` describes one, `play` runs trials and returns `TrialResults`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new
from miai.problems.bandit.trial import (
    KNOWN_ROOTS,
    MOST_ARMS,
    MOST_EDGES,
    MOST_GROUPS,
    MOST_STAGES,
    bandit_t,
    play_trials,
    tally_t,
)

NINE = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""The nine arms of Van Eyck and Müller (2011), *Revisiting Move Groups in Monte-Carlo Tree Search*, table 1."""
CHECKPOINTS = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
"""The numbers of simulations in the tables of that paper."""
SIMULATIONS_AT_ONCE = 20_000_000
"""Simulations per kernel call: less than a second, so that Ctrl-C takes effect."""

Grouping = Sequence[Sequence[int]]
"""Groups of arms, by their numbers."""


@dataclass(frozen=True)
class Regroup:
    """A schedule for making groups from the means so far."""

    first: int = 0
    """Simulations before groups are made; 0: never, unless `at_ends`."""
    every: int = 0
    """Simulations before groups are made again; 0: never."""
    at_ends: bool = False
    """Whether groups are made at every checkpoint."""
    split: bool = False
    """Whether the best arms go one to a group; otherwise all into the first."""
    count: int = 3
    """Number of groups."""


@dataclass(frozen=True)
class Bandit:
    """A bandit with UCB: its arms, groups of arms, and constants. Wrong values raise `UserError`."""

    payoffs: Sequence[float] = NINE
    groups: Grouping = ()
    """Groups of arms; every arm is in at least one. Empty: UCB chooses among all arms."""
    exploration: float | Sequence[float] = 0.5
    """The constant c of UCB, or one for each stage, up to each checkpoint."""
    group_exploration: float | Sequence[float] | None = None
    """The constant while there are groups, for both choices; `None`: the same as `exploration`."""
    first_play: float = 0.5
    checkpoints: Sequence[int] = CHECKPOINTS
    regroup: Regroup | None = None

    def __post_init__(self) -> None:
        _check_arms(self.payoffs)
        _check_groups(self.groups, len(self.payoffs))
        _check_checkpoints(self.checkpoints)
        for constant in (self.exploration, self.group_exploration):
            if constant is not None:
                _by_stage(constant, len(self.checkpoints))
        if math.isnan(self.first_play):
            raise UserError("bandit: the first-play value must be a number or infinity")
        if self.regroup and not 1 <= self.regroup.count <= min(MOST_GROUPS, len(self.payoffs)):
            raise UserError(f"bandit: {len(self.payoffs)} arms can form 1 to {len(self.payoffs)} groups, not {self.regroup.count}")

    def as_record(self) -> Any:
        """Return the bandit as a record for kernels."""
        made = new(bandit_t)
        made.arms, made.best, made.first_play = len(self.payoffs), int(np.argmax(self.payoffs)), self.first_play
        made.payoff[: made.arms] = self.payoffs
        made.stages = len(self.checkpoints)
        made.stage_end[: made.stages] = self.checkpoints
        made.free_c[: made.stages] = _by_stage(self.exploration, made.stages)
        with_groups = self.exploration if self.group_exploration is None else self.group_exploration
        made.group_c[: made.stages] = _by_stage(with_groups, made.stages)
        _write_groups(made, self.groups)
        counts = np.arange(1, KNOWN_ROOTS)
        made.root_logs[1:] = [math.sqrt(math.log(count)) for count in counts]
        made.spreads[:] = [1.0, *(1.0 / math.sqrt(count) for count in counts)]
        if self.regroup:
            made.regroup_first, made.regroup_every = self.regroup.first, self.regroup.every
            made.regroup_at_ends, made.split = self.regroup.at_ends, self.regroup.split
            made.made_count = self.regroup.count
        return made


@dataclass(frozen=True)
class TrialResults:
    """The results of trials, one row for each checkpoint."""

    checkpoints: tuple[int, ...]
    trials: int
    chosen: np.ndarray[Any, np.dtype[np.int64]]
    """The number of trials that would take each arm: (checkpoints, arms)."""
    best: int
    """The best arm."""
    regret: np.ndarray[Any, np.dtype[np.float64]]
    """The mean cumulative regret."""
    regret_error: np.ndarray[Any, np.dtype[np.float64]]
    """The standard error of `regret`."""
    simple_regret: np.ndarray[Any, np.dtype[np.float64]]
    """The mean of best payoff - payoff of the arm that would be taken."""
    simple_regret_error: np.ndarray[Any, np.dtype[np.float64]]

    @property
    def hits(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The number of trials that would take the best arm."""
        return self.chosen[:, self.best]


def play(bandit: Bandit, trials: int, seed: int) -> TrialResults:
    """Play `trials` trials and return their results. The same seed gives the same results; trial n does not depend on `trials`."""
    if trials < 1:
        raise UserError(f"bandit: trials must be at least 1, not {trials}")
    state, tally = bandit.as_record(), new(tally_t)
    at_once = max(1, SIMULATIONS_AT_ONCE // bandit.checkpoints[-1])
    for first in range(0, trials, at_once):
        play_trials(state, tally, np.uint64(seed % 2**64), first, min(at_once, trials - first))
    return results_of(tally, bandit.payoffs, bandit.checkpoints, trials)


def results_of(tally: Any, payoffs: Sequence[float], checkpoints: Sequence[int], trials: int) -> TrialResults:
    """Return the results of `trials` trials from their tally."""
    stages, arms = len(checkpoints), len(payoffs)
    best = int(np.argmax(payoffs))
    losses = payoffs[best] - np.array(payoffs)
    chosen = np.array(tally.chosen[:stages, :arms])
    regret = np.array(tally.regret[:stages]) / trials
    squares = np.array(tally.regret_squares[:stages]) / trials
    simple = chosen @ losses / trials
    simple_squares = chosen @ losses**2 / trials
    return TrialResults(
        checkpoints=tuple(checkpoints),
        trials=trials,
        chosen=chosen,
        best=best,
        regret=regret,
        regret_error=_standard_error(regret, squares, trials),
        simple_regret=simple,
        simple_regret_error=_standard_error(simple, simple_squares, trials),
    )


def _standard_error(means: Any, mean_squares: Any, trials: int) -> Any:
    return np.sqrt(np.maximum(0.0, mean_squares - means**2) / max(1, trials - 1))


def _by_stage(constant: float | Sequence[float], stages: int) -> list[float]:
    values = [float(constant)] * stages if isinstance(constant, int | float) else [float(each) for each in constant]
    if len(values) != stages:
        raise UserError(
            f"bandit: there are {stages} checkpoints and {len(values)} exploration constants; give one, or one for each checkpoint"
        )
    if not all(0 <= value < math.inf for value in values):
        raise UserError(f"bandit: an exploration constant must be 0 or more, not {min(values)}")
    return values


def _check_arms(payoffs: Sequence[float]) -> None:
    if not 1 <= len(payoffs) <= MOST_ARMS:
        raise UserError(f"bandit: there must be 1 to {MOST_ARMS} arms, not {len(payoffs)}")
    wrong = [payoff for payoff in payoffs if not 0 <= payoff <= 1]
    if wrong:
        raise UserError(f"bandit: a payoff must be a probability from 0 to 1, not {wrong[0]}")


def _check_groups(groups: Grouping, arms: int) -> None:
    members = [arm for group in groups for arm in group]
    if not groups:
        return
    if not all(groups) or len(groups) > MOST_GROUPS or len(members) > MOST_EDGES:
        raise UserError(
            f"bandit: at most {MOST_GROUPS} groups of at least one arm, with at most {MOST_EDGES} members in all, are allowed"
        )
    if set(members) != set(range(arms)):
        raise UserError(f"bandit: the groups must contain every arm from 0 to {arms - 1} and no other number")
    if any(len(set(group)) < len(group) for group in groups):
        raise UserError("bandit: a group must not contain an arm twice")


def _check_checkpoints(checkpoints: Sequence[int]) -> None:
    if not 1 <= len(checkpoints) <= MOST_STAGES:
        raise UserError(f"bandit: there must be 1 to {MOST_STAGES} checkpoints, not {len(checkpoints)}")
    if checkpoints[0] < 1 or any(a >= b for a, b in itertools.pairwise(checkpoints)):
        raise UserError(f"bandit: checkpoints must be ascending numbers of simulations, from 1, not {tuple(checkpoints)}")


def _write_groups(made: Any, groups: Grouping) -> None:
    """Write the edges into the record, group by group; without groups, one edge for each arm."""
    made.given_groups = len(groups)
    edge = 0
    for number, group in enumerate(groups or [range(made.arms)]):
        made.given_first[number] = edge
        for arm in group:
            made.given_arm[edge] = arm
            edge += 1
        made.given_first[number + 1] = edge
    made.overlaps = bool(groups) and edge > made.arms
