"""Check that a problem keeps the contract of its interface, the table in `miai.search.problem`.

`check_play` plays at random and checks every state on the way. It tests the built-in problems, and finds mistakes in a user's own file,
which would otherwise show up as strange search results.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record, new, record
from miai.core.streams import new_stream, next_below, next_float, seed_stream, stream_t
from miai.core.user_files import describe_fault
from miai.problems.kernel_checks import check_kernels
from miai.problems.trial import try_file
from miai.search.problem import (
    CHANCE,
    Problem,
    action_groups,
    action_prior,
    apply_action,
    chance_weight,
    is_terminal,
    legal_actions,
    list_actions,
    play_out,
    player_to_act,
    position_key,
    problem_of,
    reward,
)

MOST_STATES = 500
"""The longest play that is followed. A game of dice need not end."""
ROUNDING = 1e-9
SPARE_ROOM = 4096
"""The number of actions beyond the limit that can be listed without damage to memory."""


class ContractBroken(UserError):
    """An error of a problem that breaks the contract. The message names the problem, the state and the rule."""


def check_play(problem: Problem, state: Any, seed: int) -> int:
    """Play from `state` at random, check every state, and return their number. Raise `ContractBroken` at the first fault.

    Playouts are checked last, and only if the play has ended: where no play ends, a compiled playout would never return.
    """
    _need(problem_of(state) is problem, "the state belongs to another problem")
    seen: list[Any] = []
    path: list[str] = []
    keys: set[int] = set()
    facts: dict[int, tuple[Any, ...]] = {}
    try:
        for each, action in random_play(state, seed):
            check_state(problem, each)
            key = int(position_key(each))
            _need(problem.repeats or key not in keys, "a position repeats, but the problem has repeats=False")
            keys.add(key)
            _check_that_keys_differ(each, facts)
            seen.append(each)
            if action is not None:
                path.append(problem.action_text(each, action))
                _need(
                    len(path) <= problem.longest, f"the play goes on after {problem.longest} actions, but longest={problem.longest}"
                )
        if is_terminal(seen[-1]):
            _check_playouts(problem, seen, seed)
    except UserError as error:
        where = f"after {' '.join(path)}" if path else "at the start"
        raise ContractBroken(f"problem {problem.name!r}, {where}: {error}") from error
    return len(seen)


def _check_that_keys_differ(state: Any, facts: dict[int, tuple[Any, ...]]) -> None:
    """Check that `state` and its successors share a key only with states of the same player and actions. Adds theirs to `facts`."""
    after = [] if is_terminal(state) else [_played(state, action) for action in list_safely(state)]
    for each in (state, *after):
        terminal = bool(is_terminal(each))
        fact = (terminal,) if terminal else (terminal, int(player_to_act(each)), *sorted(list_safely(each)))
        known = facts.setdefault(int(position_key(each)), fact)
        _need(
            known == fact,
            "position_key is the same for two positions whose player or actions differ; it must include whose turn it is",
        )


def check_keys_near(problem: Problem, start: Any, most: int = 1000) -> None:
    """Check the keys of the first `most` states from `start`, breadth first: there, most orders of the same actions meet."""
    facts: dict[int, tuple[Any, ...]] = {}
    seen = {start.tobytes()}
    waiting = deque([start])
    while waiting and len(seen) < most:
        here = waiting.popleft()
        _check_that_keys_differ(here, facts)
        for after in [] if is_terminal(here) else [_played(here, action) for action in list_safely(here)]:
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                waiting.append(after)


def _played(state: Any, action: int) -> Any:
    after = copy_record(state)
    apply_action(after, np.int32(action))
    return after


def random_play(state: Any, seed: int, most: int = MOST_STATES) -> Iterator[tuple[Any, int | None]]:
    """Yield the states of a random play from `state`, each with the action that is played next; `None` for a terminal state."""
    stream = new_stream(seed)
    here = copy_record(state)
    for _ in range(most):
        actions = [] if is_terminal(here) else list_safely(here)
        action = _draw(here, actions, stream) if actions else None
        yield here, action
        if action is None:
            return
        here = copy_record(here)
        apply_action(here, np.int32(action))


def _draw(state: Any, actions: list[int], stream: Any) -> int:
    if player_to_act(state) != CHANCE:
        return actions[int(next_below(stream, len(actions)))]
    weights = np.array([float(chance_weight(state, np.int32(action))) for action in actions])
    return actions[int(np.searchsorted(weights.cumsum(), next_float(stream) * weights.sum(), side="right"))]


def check_state(problem: Problem, state: Any) -> None:
    """Check all rules for one state. Raise `ContractBroken` with the rule that does not hold."""
    before = _bytes_that_count(problem, state)
    _need(_is_number(position_key(state)), f"position_key is {position_key(state)!r}, not a 64-bit number")
    _need(position_key(copy_record(state)) == position_key(state), "position_key differs for a copy of the state")
    _need(problem.state_text(state).strip() != "", "state_text is empty")
    if is_terminal(state):
        check_rewards(problem, state)
    else:
        _check_actions(problem, state)
        _check_successors(problem, state)
    _need(_bytes_that_count(problem, state) == before, "a function that must not change the state has changed it")


def _bytes_that_count(problem: Problem, state: Any) -> bytes:
    """Return the bytes of the state, with zeros in its scratch fields."""
    copy = copy_record(state)
    for name in problem.scratch:
        copy[name] = np.zeros_like(copy[name])
    return copy.tobytes()


def check_rewards(problem: Problem, state: Any) -> None:
    """Check the rewards of a terminal state."""
    low, high = problem.rewards
    rewards = [reward(state, player) for player in range(problem.players)]
    for player, each in enumerate(rewards):
        _need(_is_number(each), f"the reward of player {player} is {each!r}, not a number")
        _need(low - ROUNDING <= each <= high + ROUNDING, f"the reward {each} of player {player} is not in rewards=({low}, {high})")
    if problem.players == 2 and problem.zero_sum:
        _need(math.isclose(sum(rewards), low + high), f"the rewards {rewards} do not add up to {low + high}, but zero_sum=True")


def list_safely(state: Any) -> list[int]:
    """Return the legal actions, listed with spare room: compiled code that lists too many would overwrite other memory."""
    problem = problem_of(state)
    room = np.full(problem.actions + SPARE_ROOM, -1, np.int32)
    count = int(list_actions(state, room))
    _need(count >= 1, "the state is not terminal and has no actions")
    _need(count <= problem.actions, f"list_actions returns {count}, but the problem has actions={problem.actions}")
    listed = room[:count].tolist()
    wrong = [action for action in listed if not 0 <= action < problem.actions]
    _need(not wrong, f"list_actions lists {wrong[:1]}, but actions are from 0 to {problem.actions - 1}")
    _need(len(set(listed)) == count, f"list_actions lists an action twice: {listed}")
    legal = legal_actions(state)
    _need(bool(legal), "is_allowed allows none of the actions, and the state is not terminal")
    return legal


def _check_actions(problem: Problem, state: Any) -> None:
    legal = list_safely(state)
    player = int(player_to_act(state))
    _need(player == CHANCE or 0 <= player < problem.players, f"player_to_act is {player}, but players={problem.players}")
    for action in legal:
        _check_action(state, action, player)
    _check_names(problem, state, legal)


def _check_action(state: Any, action: int, player: int) -> None:
    if player == CHANCE:
        weight = float(chance_weight(state, np.int32(action)))
        _need(0 < weight < math.inf, f"chance_weight of outcome {action} is {weight}, not above 0")
        return
    value, weight = action_prior(state, np.int32(action))
    _need(0 <= value <= 1, f"action_prior of action {action} has the value {value}, not from 0 to 1")
    _need(0 <= weight < math.inf, f"action_prior of action {action} has the weight {weight}, below 0")
    _need(int(action_groups(state, np.int32(action))) != 0, f"action_groups of action {action} is 0: it is in no group")


def _check_names(problem: Problem, state: Any, legal: list[int]) -> None:
    action_of: dict[str, int] = {}
    for action in legal:
        text = problem.action_text(state, action)
        _need(bool(text.strip()), f"action_text of action {action} is empty")
        other = action_of.setdefault(text.strip().casefold(), action)
        _need(other == action, f"the actions {other} and {action} have the same text {text!r}")
    found = problem.parse_action(state, problem.action_text(state, legal[-1]))
    _need(found == legal[-1], f"parse_action finds {found} by the text of action {legal[-1]}")


def _check_successors(problem: Problem, state: Any) -> None:
    key = position_key(state)
    for action in legal_actions(state):
        after = copy_record(state)
        apply_action(after, np.int32(action))
        _need(position_key(after) != key, f"position_key is the same before and after action {action}")


def _check_playouts(problem: Problem, states: list[Any], seed: int) -> None:
    worker = new_worker(problem, seed)
    for state in states:
        end = copy_record(state)
        play_out(end, worker)
        _need(bool(is_terminal(end)), "play_out has ended in a state that is not terminal")
        check_rewards(problem, end)


def new_worker(problem: Problem, seed: int) -> Any:
    """Return a record with the fields of a search's worker that `play_out` uses."""
    shape = (problem.players, problem.actions)
    fields = [
        ("stream", stream_t),
        ("actions", np.int32, problem.actions),
        ("weights", np.float64, problem.actions),
        ("first_played", np.int64, shape),
        ("trace_base", np.int64),
        ("trace_length", np.int64),
        ("keeps_trace", np.int8),
        ("number", np.int32),
    ]
    worker = new(record("playout_worker", fields))
    seed_stream(worker.stream, np.uint64(seed), np.uint64(0))
    worker.trace_base, worker.keeps_trace = 1, 1
    return worker


def check_file(problem: Problem, file: Path) -> None:
    """Check the problem that `file` registers by two plays from its start. Raise `UserError` that names the place and the fault."""
    check_kernels(problem, file)
    try_file(file)
    try:
        for seed in (0, 1):
            check_play(problem, problem.start(), seed)
        check_keys_near(problem, problem.start())
    except Exception as error:
        raise UserError(describe_fault(error, file)) from error


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number)


def _need(holds: bool, rule: str) -> None:
    if not holds:
        raise ContractBroken(rule)
