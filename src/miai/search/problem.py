"""The interface of a problem: a state dtype, a few kernels registered for it, and one `Problem` with everything else.

The vocabulary, used everywhere: a **state** is one record; an **action** is a number from 0 to `actions` - 1; a **player** is a
number from 0, or `CHANCE`; a **reward** is what a player gets in a terminal state. Register kernels with `@name.implement(state_t)`.

| generic | required | meaning |
|---|---|---|
| `list_actions(state, actions)` | yes | write the legal actions into `actions`, return how many; at a chance state, the outcomes |
| `apply_action(state, action)` | yes | play it, in place |
| `player_to_act(state)` | yes | the player to act, or `CHANCE` |
| `is_terminal(state)` | yes | whether the state is terminal |
| `reward(state, player)` | yes | the player's reward in a terminal state, in the problem's own units |
| `position_key(state)` | yes | 64 bits, equal for states with the same future, whatever path led to them |
| `chance_weight(state, action)` | with chance | probability of this outcome, up to a common factor (default: all alike) |
| `play_out(state, worker)` | no | play to a terminal state, in place (default: uniformly random) |
| `action_prior(state, action)` | no | prior: (value from 0 to 1 for the player to act, weight in playouts); default (0.5, 0) |
| `action_groups(state, action)` | no | bit mask of the move groups that the action is in; default all in group 0 |
| `is_allowed(state, action)` | no | whether the action is legal *with this state's history* (superko); default yes |
| `bound(state)` | no | for one player: a reward that no play from here can exceed (be below, with `goal="minimise"`); default none |
| `action_code(state, action)` | no | for one player: the number of its weight in a policy, equal for similar actions; default the action |
| `ranked_action(state, rank)` | no | for one player: the action at `rank` by its prior, the best at 0; -1 after the last |

A state is terminal or has at least one action. `position_key` must depend on the player to act. A rule that depends on past positions,
which are not in the key, belongs into `is_allowed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from miai.core.errors import UserError, warn
from miai.core.kernels import generic, kernel
from miai.core.records import copy_record, plain_dtype
from miai.core.streams import next_below, next_weighted

GOALS = ("maximise", "minimise")
CHANCE = -1
"""The player to act where chance decides."""


@generic
def list_actions(state, actions):
    """Write the legal actions, each once, into the int32 array `actions`; return their number."""


@generic
def apply_action(state, action):
    """Play `action`, in place."""


@generic
def player_to_act(state):
    """Return the player to act: 0, 1, ... or `CHANCE`."""


@generic
def is_terminal(state):
    """Return whether the state is terminal."""


@generic
def reward(state, player):
    """Return the reward of `player` in a terminal state, in the problem's own units."""


@generic
def position_key(state):
    """Return 64 bits, equal for states with equal futures."""


@generic
def chance_weight(state, action):
    """Return the probability of the outcome `action` of a chance state, up to a common factor."""


@generic
def play_out(state, worker):
    """Play to a terminal state, in place, with random numbers from `worker.stream`; call `note_action` for each action of a player."""


@generic
def action_prior(state, action):
    """Return (value, weight): the prior of `action` for the player to act, and its weight in playouts."""


@generic
def action_groups(state, action):
    """Return the move groups of `action` as a bit mask (uint64) with at least one bit set. Bit 63 is for `group_of_all`."""


@generic
def is_allowed(state, action):
    """Return whether `action`, which `list_actions` lists, is legal after the past positions of this state too."""


@generic
def bound(state):
    """Return an optimistic bound of the reward of all plays from here: at least the best of them, or at most with `goal="minimise"`."""


@generic
def action_code(state, action):
    """Return the number of `action` in learned policies (uint64 or int64): similar actions of similar states share it."""


@generic
def ranked_action(state, rank):
    """Return the action that is number `rank` by its prior, the best being 0, or -1 if there are not that many."""


@generic(on="worker")
def note_action(worker, player, action):
    """Note that `player` played `action` in this simulation."""


@bound.default
@kernel
def no_bound(state):
    return np.nan


@action_code.default
@kernel
def code_by_action(state, action):
    return np.int64(action)


@ranked_action.default
@kernel
def no_ranks(state, rank):
    return -1


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


@note_action.default
@kernel
def note_first_time(worker, player, action):
    """Record that `player` played `action` in this simulation, for all-moves-as-first statistics. Only the first time counts."""
    if worker.keeps_trace:
        if worker.first_played[player, action] < worker.trace_base:
            worker.first_played[player, action] = worker.trace_base + worker.trace_length
        worker.trace_length += 1


@kernel
def random_action(state, worker):
    """Return a random legal action: uniformly for a player, by their weights for chance."""
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
    """The description of a problem: everything about it except its kernels. `register` makes it known to the search.

    See Also
    --------
    register : add a problem to those that can be searched.
    miai.problems.load : find a problem by name or by the path of its file.

    Examples
    --------
    >>> from miai.problems import load
    >>> nim = load("nim")
    >>> nim.name, nim.players, nim.zero_sum
    ('nim', 2, True)
    >>> state = nim.start(heaps=(1, 2))
    >>> [nim.action_text(state, action) for action in legal_actions(state)]
    ['a1', 'b1', 'b2']
    """

    name: str
    """An identifier, for commands and files."""
    state_t: np.dtype[Any]
    """The state's dtype, made by `miai.core.records.record`."""
    start: Callable[..., Any]
    """Function that returns a new first state; its keyword arguments are the problem's options (board size, ...) with defaults."""
    actions: int
    """Number of actions over all states: they are 0 to actions - 1."""
    longest: int
    """Largest number of actions of a play that the search follows."""
    players: int = 2
    zero_sum: bool = True
    """With two players: whether their rewards always add up to lowest + highest."""
    rewards: tuple[float, float] = (0.0, 1.0)
    """Lowest and highest reward in the problem's units; the search works with 0 to 1."""
    goal: str = "maximise"
    """`maximise` or `minimise`: for one player, whether a large or a small reward is wanted."""
    reward_range: Callable[[Any], tuple[float, float]] | None = None
    """Return the lowest and highest reward that a search from a state distinguishes, if `rewards` is too wide; others are clipped."""
    repeats: bool = False
    """Whether a play can come back to a position. Then the search keeps its paths free of cycles."""
    scratch: tuple[str, ...] = ()
    """Fields of the state that kernels use as buffers; they are no part of the position."""
    addresses: tuple[str, ...] = ()
    """Fields of the state that are addresses in memory, or lengths of arrays there; they are not valid in another process."""
    rules_text: Callable[[Any], str] = field(default=lambda state: "")
    """Rules that values depend on and keys do not contain (komi, ...), in words: a store keeps states with different ones apart."""
    description: str = ""
    """One line for `miai solve --list`."""
    state_text: Callable[[Any], str] = field(default=str)
    """The state as text, on one or more lines."""
    action_text: Callable[[Any, int], str] = field(default=lambda state, action: str(action))
    """The action as a person writes it: `action_text(state, action)`."""
    draw: Callable[[Any], str] | None = None
    """The state as an SVG picture, for pages; `miai.problems.drawing` has a kit. Elements with `data-action="3"` play action 3."""
    after_slice: Callable[[], None] | None = None
    """Called after every few milliseconds of search: raise here what a callback of the kernels could not raise."""

    def rewards_from(self, state: Any) -> tuple[float, float]:
        """Return the rewards that a search from `state` counts as 0 and as 1: the worst and the best."""
        low, high = self.rewards if self.reward_range is None else self.reward_range(state)
        return (low, high) if self.goal == "maximise" else (high, low)

    def parse_action(self, state: Any, text: str) -> int:
        """Return the legal action whose text is `text`, in upper or lower case. Raise `UserError` with the legal ones."""
        legal = legal_actions(state)
        names = [self.action_text(state, action) for action in legal]
        if text in names:
            return legal[names.index(text)]
        for action, name in zip(legal, names, strict=True):
            if name.casefold() == text.strip().casefold():
                return action
        raise UserError(f"{text.strip()!r} is not a legal action here; legal are: {', '.join(names)}")


def legal_actions(state: Any) -> list[int]:
    """Return the legal actions of a state as Python ints, those that its past forbids left out."""
    return [action for action in _listed_actions(state) if is_allowed(state, np.int32(action))]


def is_legal_action(state: Any, action: int) -> bool:
    """Return whether `action` is among `legal_actions`, without checking the others."""
    return action in _listed_actions(state) and bool(is_allowed(state, np.int32(action)))


def is_legal_play(state: Any, actions: Sequence[int]) -> bool:
    """Return whether `actions` can be played from `state` one after the other."""
    return play_actions(state, actions) is not None


def play_actions(state: Any, actions: Sequence[int]) -> Any:
    """Return the state after `actions` from `state`, or `None` if one of them is not legal."""
    here = copy_record(state)
    for action in actions:
        if is_terminal(here) or not is_legal_action(here, action):
            return None
        apply_action(here, np.int32(action))
    return here


def _listed_actions(state: Any) -> list[int]:
    actions = np.zeros(problem_of(state).actions, np.int32)
    return list(actions[: list_actions(state, actions)].tolist())


_REQUIRED = (list_actions, apply_action, player_to_act, is_terminal, reward, position_key)
_by_name: dict[str, Problem] = {}
_by_dtype: dict[np.dtype[Any], Callable[[Any], Problem]] = {}
"""The problem of a state, by the dtype of the state."""


def register(problem: Problem, family: Callable[[Any], Problem] | None = None) -> Problem:
    """Add `problem` to those that can be searched and return it. Call it below the kernels. Raise `UserError` if one is missing.

    Problems that share a dtype and its kernels give a `family`: a function that returns the problem of a state.
    """
    missing = [required.__name__ for required in _REQUIRED if not required.is_implemented(problem.state_t)]
    if missing:
        raise UserError(f"problem {problem.name!r} has no implementation of: {', '.join(missing)}")
    if problem.actions < 1 or problem.players < 1 or problem.longest < 1 or not problem.rewards[0] < problem.rewards[1]:
        raise UserError(
            f"problem {problem.name!r} needs actions, players and longest of at least 1 and rewards as (lowest, highest)"
        )
    if problem.goal not in GOALS or (problem.goal == "minimise" and problem.players != 1):
        raise UserError(f"problem {problem.name!r}: goal is maximise, or minimise with one player; not {problem.goal!r}")
    _by_name[problem.name] = problem
    _by_dtype[plain_dtype(problem.state_t)] = family or (lambda state: problem)
    return problem


def problem_of(state: Any) -> Problem:
    """Return the registered problem that a state belongs to. Raise `UserError` if there is none."""
    dtype = getattr(state, "dtype", None)
    if not isinstance(dtype, np.dtype) or plain_dtype(dtype) not in _by_dtype:
        raise UserError(f"this is not a state of a registered problem: {type(state).__name__}")
    return _by_dtype[plain_dtype(dtype)](state)


def registered_problems() -> dict[str, Problem]:
    """Return all problems registered so far, by name. Built-in ones are registered by `miai.problems.load`."""
    return dict(_by_name)


def __getattr__(name: str) -> Any:
    """Accept `is_over`, the name of `is_terminal` up to version 0.1, for files that people wrote then."""
    if name != "is_over":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn("is_over is now called is_terminal; the next version will not accept the old name")
    return is_terminal
