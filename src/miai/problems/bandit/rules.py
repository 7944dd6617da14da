"""Trials of a bandit under every selection rule of the search: the same formulas, for one choice among all arms.

A bandit is a tree of depth one, so that terms of a rule for deeper levels drop out: the smoothness of BAST is the same for all arms and is
left out, and PUCT has no priors, so that all arms have the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.kernels import kernel
from miai.core.records import new
from miai.core.streams import next_below, next_float, next_weighted, seed_stream
from miai.core.warmup import warms_up
from miai.problems.bandit.game import PROBLEM
from miai.problems.bandit.play import Bandit, TrialResults, play, results_of
from miai.problems.bandit.trial import begin_trial, note_stage, pay, tally_t
from miai.search.kernel_settings import make_kernel_settings
from miai.search.selection import rules
from miai.search.selection.choose import LARGEST_VARIANCE, LEAST_DEVIATION
from miai.search.selection.picking import UNTRIED
from miai.search.settings import (
    BAST,
    EPSILON_GREEDY,
    FPU_INFINITE,
    FPU_VALUE,
    OBJECTIVE,
    PUCT,
    THOMPSON,
    UCB1,
    UCB1_TUNED,
    UCB2,
    Settings,
)

SIMULATIONS_AT_ONCE = 500_000


@dataclass(frozen=True)
class RuledBandit:
    """A bandit that is played by a selection rule: `settings` gives `select`, its constants and first-play urgency."""

    bandit: Bandit
    settings: Settings

    def __post_init__(self) -> None:
        if self.bandit.groups or self.bandit.regroup:
            raise UserError("bandit: selection rules accept no groups")


def play_by_rule(contest: RuledBandit, trials: int, seed: int) -> TrialResults:
    """Play trials as `play` does, with rule, constants and first-play urgency of the settings, not of the bandit."""
    bandit, tally = contest.bandit.as_record(), new(tally_t)
    settings = make_kernel_settings(contest.settings, PROBLEM)
    at_once = max(1, SIMULATIONS_AT_ONCE // contest.bandit.checkpoints[-1])
    for first in range(0, trials, at_once):
        play_rule_trials(bandit, settings, tally, np.uint64(seed % 2**64), first, min(at_once, trials - first))
    return results_of(tally, contest.bandit.payoffs, contest.bandit.checkpoints, trials)


@kernel
def play_rule_trials(bandit: Any, settings, tally, seed, first, count):
    """Play trials as `play_trials` does, by the rule of `settings`."""
    for trial in range(first, first + count):
        begin_trial(bandit)
        seed_stream(bandit.stream, seed, np.uint64(trial))
        for stage in range(bandit.stages):
            while bandit.visits < bandit.stage_end[stage]:
                pay(bandit, choose_arm(bandit, settings))
            note_stage(bandit, tally, stage)


@kernel
def choose_arm(bandit, settings):
    """Return the arm that the rule pulls next."""
    rule = settings.select
    if rule == EPSILON_GREEDY:
        epsilon = rules.epsilon_now(settings.epsilon, settings.epsilon_decay, float(bandit.visits))
        if next_float(bandit.stream) < epsilon:
            return np.int64(next_below(bandit.stream, bandit.arms))
    elif rule == UCB2:
        for arm in range(bandit.arms):
            if rules.ucb2_is_in_epoch(bandit.arm_visits[arm], settings.ucb2_alpha):
                return arm
    score_arms(bandit, settings)
    if rule == OBJECTIVE and is_all_tried(bandit):
        return draw_fairly(bandit)
    return pick_highest(bandit)


@kernel
def score_arms(bandit, settings):
    """Write the score of each arm."""
    total = max(1.0, float(bandit.visits))
    for arm in range(bandit.arms):
        bandit.score[arm] = score_arm(bandit, settings, arm, total)


@kernel
def score_arm(bandit, settings, arm, total):
    """Return the score of one arm; `UNTRIED` where first-play urgency is infinite."""
    tries, rule = bandit.arm_visits[arm], settings.select
    if tries > 0:
        return apply_rule(bandit, settings, bandit.arm_wins[arm] / tries, tries, total)
    if rule in (PUCT, THOMPSON):
        return apply_rule(bandit, settings, settings.fpu_value, tries, total)
    if settings.fpu == FPU_INFINITE:
        return UNTRIED
    if settings.fpu == FPU_VALUE:
        return settings.fpu_value
    return apply_rule(bandit, settings, settings.fpu_value, tries, total)


@kernel
def apply_rule(bandit, settings, value, tries, total):
    """Return the score by the formula of the rule. Results are 0 and 1, so that their variance is value - value squared."""
    rule, c, count = settings.select, settings.exploration, max(1.0, float(tries))
    if rule == UCB1:
        return rules.ucb1(value, 1.0 / math.sqrt(count), math.sqrt(math.log(total)), c)
    if rule == UCB1_TUNED:
        variance = max(0.0, value - value * value) if tries > 0 else LARGEST_VARIANCE
        return rules.ucb1_tuned(value, variance, count, total, c)
    if rule == UCB2:
        return rules.ucb2(value, count, total, settings.ucb2_alpha, c)
    if rule == BAST:
        return value + rules.bast_confidence(count, total, settings.confidence, c)
    if rule == PUCT:
        return rules.puct(value, 1.0 / bandit.arms, tries, total, c)
    if rule == THOMPSON:
        return rules.thompson(min(1.0, max(0.0, value)), tries, bandit.stream)
    return value  # epsilon-greedy, and the first step of objective Monte Carlo


@kernel
def is_all_tried(bandit):
    """Return whether every arm was tried."""
    for arm in range(bandit.arms):
        if bandit.score[arm] == UNTRIED:
            return False
    return True


@kernel
def draw_fairly(bandit):
    """Return an arm drawn by objective Monte Carlo: with its fairness as weight, from the values in `score`."""
    best = -math.inf
    for arm in range(bandit.arms):
        best = max(best, bandit.score[arm])
    urgencies = 0.0
    for arm in range(bandit.arms):
        value = bandit.score[arm]
        variance = max(0.0, value - value * value) if bandit.arm_visits[arm] > 0 else LARGEST_VARIANCE
        deviation = max(LEAST_DEVIATION, math.sqrt(variance))
        bandit.score[arm] = rules.urgency(value, deviation, best)
        urgencies += bandit.score[arm]
    total = 0.0
    for arm in range(bandit.arms):
        tries = max(1, bandit.arm_visits[arm])
        bandit.score[arm] = rules.fairness(bandit.score[arm], tries, max(1.0, float(bandit.visits)), urgencies)
        total += bandit.score[arm]
    return np.int64(next_weighted(bandit.stream, bandit.score, bandit.arms, total))


@kernel
def pick_highest(bandit):
    """Return the arm with the highest score; ties are broken at random."""
    best, place, ties = -math.inf, 0, 0
    for arm in range(bandit.arms):
        if bandit.score[arm] > best:
            best, place, ties = bandit.score[arm], arm, 1
        elif bandit.score[arm] == best:
            ties += 1
    if ties <= 1:
        return place
    skip = np.int64(next_below(bandit.stream, ties))
    for arm in range(bandit.arms):
        if bandit.score[arm] == best:
            if skip == 0:
                return arm
            skip -= 1
    return place


@warms_up("bandits")
def _play_one_trial_of_each() -> None:
    bandit = Bandit(checkpoints=(1,))
    play(bandit, 1, seed=1)
    play_by_rule(RuledBandit(bandit, Settings()), 1, seed=1)
