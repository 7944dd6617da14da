"""A bandit as a problem for the search: pull one arm, and chance decides whether it pays.

It is a game of one action, in which only the choice among many actions matters: it isolates selection rules, first-play urgency and move
groups. The outcome is a chance state, whose value the solver would know at once. So to search it as a bandit, set `solver=no`,
`mode=tree` and `expand_threshold=0`. With `grouping=given` the search chooses among the groups of the option `groups` first.

| field | dtype, shape | meaning |
|---|---|---|
| `payoff` | float64, arms | probability that an arm pays; constant |
| `groups` | uint64, arms | the groups of each arm, one bit each; constant |
| `salt` | uint64 | hash of payoffs and groups; constant |
| `arms` | int16 | number of arms; constant |
| `pulled` | int16 | the arm that was pulled, or `NOTHING` |
| `result` | int8 | 1 if it paid, 0 if not; `NOTHING` before that |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.hashing import combine64, mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.problems.bandit.groupings import grouping_from_text
from miai.problems.bandit.play import Bandit
from miai.problems.bandit.trial import MOST_ARMS
from miai.problems.diagrams import drawn_by
from miai.search.problem import (
    CHANCE,
    Problem,
    action_groups,
    apply_action,
    chance_weight,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    register,
    reward,
)

NOTHING = -1
LOST, WON = 0, 1
_ONE = np.uint64(1)

state_t = record(
    "bandit",
    [
        ("payoff", np.float64, MOST_ARMS),
        ("groups", np.uint64, MOST_ARMS),
        ("salt", np.uint64),
        ("arms", np.int16),
        ("pulled", np.int16),
        ("result", np.int8),
    ],
)


def start(payoffs: str = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9", groups: str = "") -> Any:
    """Return the state before a pull. `groups` is written as 1-2-8,3-4-7,5-6-9. Raise `UserError` for payoffs or groups out of range."""
    state = new(state_t)
    chances = _numbers(payoffs)
    grouping = grouping_from_text(groups.replace(",", " "))
    Bandit(chances, grouping)  # raises UserError if they are wrong
    state.arms, state.pulled, state.result = len(chances), NOTHING, NOTHING
    state.payoff[: len(chances)] = chances
    for number, group in enumerate(grouping or [range(len(chances))]):
        for arm in group:
            state.groups[arm] |= _ONE << np.uint64(number)
    state.salt = np.uint64(len(chances))
    for bits in (*state.payoff.view(np.uint64), *state.groups):
        state.salt = combine64(state.salt, bits)
    return state


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise UserError(f"bandit: option payoffs must be numbers separated by commas, such as 0.2,0.5,0.9; not {text!r}") from None


@list_actions.implement(state_t)
@kernel
def list_arms_or_outcomes(state, actions):
    if state.pulled != NOTHING:
        return list_outcomes(state.payoff[state.pulled], actions)
    for arm in range(state.arms):
        actions[arm] = arm
    return int(state.arms)


@kernel
def list_outcomes(chance, actions):
    """List the possible outcomes of an arm that pays with this probability, and return their number."""
    count = 0
    if chance < 1.0:
        actions[count] = LOST
        count += 1
    if chance > 0.0:
        actions[count] = WON
        count += 1
    return count


@apply_action.implement(state_t)
@kernel
def pull_or_pay(state, action):
    if state.pulled == NOTHING:
        state.pulled = action
    else:
        state.result = action


@player_to_act.implement(state_t)
@kernel
def player_or_arm(state):
    return 0 if state.pulled == NOTHING else CHANCE


@is_terminal.implement(state_t)
@kernel
def has_paid_or_not(state):
    return state.result != NOTHING


@reward.implement(state_t)
@kernel
def what_was_paid(state, player):
    return float(state.result)


@chance_weight.implement(state_t)
@kernel
def probability_of_outcome(state, outcome):
    chance = state.payoff[state.pulled]
    return chance if outcome == WON else 1.0 - chance


@action_groups.implement(state_t)
@kernel
def groups_of_arm(state, arm):
    return state.groups[arm]


@position_key.implement(state_t)
@kernel
def key_of_arm_and_result(state):
    place = (np.uint64(state.pulled + 1) << np.uint64(2)) | np.uint64(state.result + 1)
    return mix64(state.salt ^ place)


def state_text(state: Any) -> str:
    lines = []
    for arm in range(int(state.arms)):
        mark = "" if arm != int(state.pulled) else "  pulled" + ("", ", lost", ", won")[int(state.result) + 1]
        lines.append(f"{arm + 1:2}  pays {float(state.payoff[arm]):.3g}{mark}")
    return "\n".join(lines)


def action_text(state: Any, action: int) -> str:
    return str(action + 1) if int(state.pulled) == NOTHING else ("lost", "won")[action]


PROBLEM = register(
    Problem(
        name="bandit",
        state_t=state_t,
        start=start,
        actions=MOST_ARMS,
        longest=2,
        players=1,
        zero_sum=False,
        description="pull one arm; payoffs=0.1,...,0.9, groups=1-2-8,3-4-7,5-6-9; search it with mode=tree solver=no expand_threshold=0",
        state_text=state_text,
        action_text=action_text,
        draw=drawn_by("draw_bandit"),
    )
)
