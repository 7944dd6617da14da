"""What a problem is: a state dtype, a few kernels registered for it, and one `Problem` that says the rest.

The vocabulary, used everywhere: a **state** is one record; an **action** is a number from 0 to `actions` - 1; a **player** is a
number from 0, or `CHANCE`; a **reward** is what a player has when it is over. Kernels are registered by `@name.implement(state_t)`.

| generic | must be given | says |
|---|---|---|
| `list_actions(state, actions)` | yes | write the legal actions into `actions`, return how many; at a chance state, the outcomes |
| `apply_action(state, action)` | yes | play it, in place |
| `player_to_act(state)` | yes | whose turn it is, or `CHANCE` |
| `is_terminal(state)` | yes | whether the game has ended |
| `reward(state, player)` | yes | the player's reward now that it is over, in the problem's own units |
| `position_key(state)` | yes | 64 bits, the same for states with the same future, whatever led to them |
| `chance_weight(state, action)` | with chance | how likely this outcome is, up to a common factor (default: all alike) |
| `play_out(state, worker)` | no | play on to the end, in place (default: uniformly random) |
| `action_prior(state, action)` | no | (value from 0 to 1 for the player to act, weight in playouts) beforehand; default (0.5, 0) |
| `action_groups(state, action)` | no | bit mask of the move groups that the action is in; default all in group 0 |
| `is_allowed(state, action)` | no | whether the action is legal *with this state's history* (superko); default yes |

A state is over or has at least one action. `position_key` must hold whose turn it is. What depends on history and is not in the key
belongs into `is_allowed`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.kernels import generic, kernel
from miai.core.records import plain_dtype
from miai.core.streams import next_below, next_weighted

CHANCE = -1
"""The player to act where dice decide."""


@generic
def list_actions(state, actions):
    """Write the legal actions into the int32 array `actions`; return how many. None is listed twice."""


@generic
def apply_action(state, action):
    """Play `action`, in place."""


@generic
def player_to_act(state):
    """Whose turn it is: 0, 1, ... or `CHANCE`."""


@generic
def is_terminal(state):
    """Whether the game has ended."""


@generic
def reward(state, player):
    """The reward of `player` in a state that is over, in the problem's own units."""


@generic
def position_key(state):
    """64 bits, equal for states with equal futures."""


@generic
def chance_weight(state, action):
    """How likely the outcome `action` of a chance state is, up to a common factor."""


@generic
def play_out(state, worker):
    """Play to the end, in place, drawing from `worker.stream`; tell `note_action` of each action of a player."""


@generic
def action_prior(state, action):
    """(value, weight): what the player to act may expect of `action` before any playout, and how many playouts that is worth."""


@generic
def action_groups(state, action):
    """The move groups that `action` is in, as a bit mask (uint64); at least one bit is set. Bit 63 is for `group_of_all`."""


@generic
def is_allowed(state, action):
    """Whether `action`, which `list_actions` lists, is legal with this state's history too."""


@chance_weight.default
@kernel
def all_outcomes_alike(state, action):
    return 1.0


@action_prior.default
@kernel
def no_prior(state, action):
    return 0.5, 0.0


_FIRST_GROUP = np.uint64(1)


@action_groups.default
@kernel
def one_group(state, action):
    return _FIRST_GROUP


@is_allowed.default
@kernel
def always_allowed(state, action):
    return True


@kernel
def note_action(worker, player, action):
    """Remember that `player` played `action` in this simulation, for all-moves-as-first statistics; the first time counts."""
    if worker.keeps_trace:
        if worker.first_played[player, action] < worker.trace_base:
            worker.first_played[player, action] = worker.trace_base + worker.trace_length
        worker.trace_length += 1


@kernel
def random_action(state, worker):
    """Return a legal action at random: each alike for a player, by their weights for chance."""
    actions = worker.actions
    count = list_actions(state, actions)
    if player_to_act(state) == CHANCE:
        return actions[random_outcome(state, worker, count)]
    place = next_below(worker.stream, count)
    while count > 1 and not is_allowed(state, actions[place]):
        count -= 1
        actions[place] = actions[count]
        place = next_below(worker.stream, count)
    return actions[place]


@kernel
def random_outcome(state, worker, count):
    """Return an index into the first `count` of `worker.actions`, by the weights of a chance state."""
    total = 0.0
    for index in range(count):
        worker.weights[index] = chance_weight(state, worker.actions[index])
        total += worker.weights[index]
    return next_weighted(worker.stream, worker.weights, count, total)


@play_out.default
@kernel
def play_out_at_random(state, worker):
    while not is_terminal(state):
        action = random_action(state, worker)
        player = player_to_act(state)
        if player != CHANCE:
            note_action(worker, player, action)
        apply_action(state, action)


@dataclass(frozen=True)
class Problem:
    """All that is to be said of a problem outside its kernels.

    `rewards` is the range (lowest, highest) in the problem's units; the search works with 0 to 1. With two players and `zero_sum`,
    what one gets the other loses: their rewards add up to lowest + highest.
    """

    name: str
    """An identifier, for commands and files."""
    state_t: np.dtype[Any]
    """The state's dtype, made by `miai.core.records.record`."""
    start: Callable[..., Any]
    """Returns a new starting state; keyword arguments are the problem's options (board size, ...), each with a default."""
    actions: int
    """Actions are numbered 0 to actions - 1, over all states; at most so many are legal in one state."""
    longest: int
    """No play has more actions than this, or the search need not look deeper."""
    players: int = 2
    zero_sum: bool = True
    rewards: tuple[float, float] = (0.0, 1.0)
    repeats: bool = False
    """Whether a play can come back to a position: then the search keeps its paths from running in a circle."""
    scratch: tuple[str, ...] = ()
    """Fields of the state that kernels use as room to write: they say nothing about the position."""
    addresses: tuple[str, ...] = ()
    """Fields of the state that are addresses, or lengths of what stands there: they mean nothing to another process."""
    rules_text: Callable[[Any], str] = field(default=lambda state: "")
    """What the worth of positions depends on and their keys do not hold, in words (komi, ...): where it differs, a store mixes nothing."""
    description: str = ""
    """One line for `miai solve --list`."""
    state_text: Callable[[Any], str] = field(default=str)
    """The state as text, several lines if need be."""
    action_text: Callable[[Any, int], str] = field(default=lambda state, action: str(action))
    """The action as a person writes it: `action_text(state, action)`."""

    def parse_action(self, state: Any, text: str) -> int:
        """Return the legal action that a person calls `text`, in any case. Raises `UserError` with what is accepted."""
        legal = legal_actions(state)
        names = [self.action_text(state, action) for action in legal]
        for action, name in zip(legal, names, strict=True):
            if name.casefold() == text.strip().casefold():
                return action
        raise UserError(f"{text.strip()!r} is not a legal action here; legal are: {', '.join(names)}")


def legal_actions(state: Any) -> list[int]:
    """Return the legal actions of a state, as Python numbers, history taken into account."""
    return [action for action in _listed_actions(state) if is_allowed(state, np.int32(action))]


def is_legal_action(state: Any, action: int) -> bool:
    """Return whether `legal_actions` has `action`, without asking the history of all the others."""
    return action in _listed_actions(state) and bool(is_allowed(state, np.int32(action)))


def _listed_actions(state: Any) -> list[int]:
    actions = np.zeros(problem_of(state).actions, np.int32)
    return list(actions[: list_actions(state, actions)].tolist())


_REQUIRED = (list_actions, apply_action, player_to_act, is_terminal, reward, position_key)
_by_name: dict[str, Problem] = {}
_by_dtype: dict[np.dtype[Any], Problem] = {}


def register(problem: Problem) -> Problem:
    """Make `problem` known to the search and to commands; call it below the kernels. Raises `UserError` if something is missing."""
    missing = [required.__name__ for required in _REQUIRED if not required.is_implemented(problem.state_t)]
    if missing:
        raise UserError(f"problem {problem.name!r} has no implementation of: {', '.join(missing)}")
    if problem.actions < 1 or problem.players < 1 or problem.longest < 1 or not problem.rewards[0] < problem.rewards[1]:
        raise UserError(
            f"problem {problem.name!r} needs actions, players and longest of at least 1 and rewards as (lowest, highest)"
        )
    _by_name[problem.name] = problem
    _by_dtype[plain_dtype(problem.state_t)] = problem
    return problem


def problem_of(state: Any) -> Problem:
    """Return the registered problem that a state belongs to. Raises `UserError` if it belongs to none."""
    dtype = getattr(state, "dtype", None)
    if not isinstance(dtype, np.dtype) or plain_dtype(dtype) not in _by_dtype:
        raise UserError(f"this is not a state of a registered problem: {type(state).__name__}")
    return _by_dtype[plain_dtype(dtype)]


def registered_problems() -> dict[str, Problem]:
    """Return all problems registered so far, by name. (`miai.problems.load` brings the built-in ones in.)"""
    return dict(_by_name)


def __getattr__(name: str) -> Any:
    """Accept `is_over`, the name of `is_terminal` up to version 0.1, for files that people wrote then."""
    if name != "is_over":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    print("miai: warning: is_over is now called is_terminal; the old name will go in the next version", file=sys.stderr)
    return is_terminal
