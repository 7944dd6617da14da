"""The problems of miai as games of OpenSpiel: `pyspiel.load_game("miai_connect4(width=5,height=4)")`, after `register_games()`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from miai.core import extras
from miai.core.records import copy_record
from miai.problems.loading import BUILT_IN, load
from miai.problems.options import options_of, start_state
from miai.search.problem import (
    CHANCE,
    Problem,
    apply_action,
    chance_weight,
    is_terminal,
    legal_actions,
    player_to_act,
    reward,
)

extras.need("openspiel", "a game of OpenSpiel")

import pyspiel  # noqa: E402

PREFIX = "miai_"
_registered: set[str] = set()


class RegisteredState(pyspiel.State):  # type: ignore[misc]
    """A state of a problem, with the methods that OpenSpiel calls."""

    def __init__(self, game: RegisteredGame, record: Any) -> None:
        super().__init__(game)
        self.problem, self.record = game.problem, record

    def __deepcopy__(self, memory: dict[int, Any]) -> RegisteredState:
        return RegisteredState(self.get_game(), copy_record(self.record))

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance or for the end."""
        if is_terminal(self.record):
            return int(pyspiel.PlayerId.TERMINAL)
        player = int(player_to_act(self.record))
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(legal_actions(self.record))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) of a chance state."""
        outcomes = sorted(legal_actions(self.record))
        weights = [float(chance_weight(self.record, np.int32(each))) for each in outcomes]
        return [(each, weight / sum(weights)) for each, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        apply_action(self.record, np.int32(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.problem.action_text(self.record, action)

    def is_terminal(self) -> bool:
        """Return whether the play has ended."""
        return bool(is_terminal(self.record))

    def returns(self) -> list[float]:
        """Return each player's utility: 0 before the end."""
        players = range(self.problem.players)
        if not self.is_terminal():
            return [0.0 for _ in players]
        return [utility(self.problem, float(reward(self.record, player))) for player in players]

    def __str__(self) -> str:
        return self.problem.state_text(self.record)


class RegisteredGame(pyspiel.Game):  # type: ignore[misc]
    """A problem with its options, as a game of OpenSpiel. Each problem has a subclass with these two."""

    problem: Problem
    kind: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        problem, kind = self.problem, self.kind
        self.options = [f"{name}={_typed(value)}" for name, value in (parameters or {}).items()]
        low, high = sorted((utility(problem, problem.rewards[0]), utility(problem, problem.rewards[1])))
        chance = kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        facts = pyspiel.GameInfo(
            num_distinct_actions=problem.actions,
            max_chance_outcomes=problem.actions if chance else 0,
            num_players=problem.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if is_zero_sum(problem) else None,
            max_game_length=problem.longest,
        )
        start_state(problem, self.options)  # raises for a wrong option
        super().__init__(kind, facts, parameters or {})

    def new_initial_state(self, state: Any = None) -> RegisteredState:
        """Return the first state."""
        return RegisteredState(self, start_state(self.problem, self.options))


def register_games(names: Iterable[str] = BUILT_IN) -> list[str]:
    """Make problems of miai known to OpenSpiel, and return the names that it has for them. Registering again does nothing.

    Parameters
    ----------
    names : iterable of str
        Names of problems, or paths of your own files.

    Returns
    -------
    list of str
        `miai_` and the name of each problem, for `pyspiel.load_game`.

    Examples
    --------
    >>> import pyspiel
    >>> from miai.problems.openspiel import register_games
    >>> register_games(["connect4"])
    ['miai_connect4']
    >>> game = pyspiel.load_game("miai_connect4(width=5,height=4)")
    >>> game.new_initial_state().legal_actions()
    [0, 1, 2, 3, 4]
    """
    return [_register(load(name)) for name in names]


def _register(problem: Problem) -> str:
    name = PREFIX + problem.name
    if name not in _registered:
        kind = _kind(problem, name)
        # a class and no other callable: OpenSpiel drops it after the end of Python, when only a class survives that
        pyspiel.register_game(kind, type("GameOfProblem", (RegisteredGame,), {"problem": problem, "kind": kind}))
        _registered.add(name)
    return name


def _kind(problem: Problem, name: str) -> Any:
    """Return OpenSpiel's description of a problem. Options that are no numbers are given as text: `heaps=3;4;5`."""
    kinds = pyspiel.GameType
    options = {option: _default(setting.default) for option, setting in options_of(problem).items()}
    return kinds(
        short_name=name,
        long_name=f"{problem.name} of miai",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(problem) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum(problem) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=problem.players,
        min_num_players=problem.players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=options,
    )


def is_zero_sum(problem: Problem) -> bool:
    """Return whether the utilities of both players add up to zero."""
    return problem.players == 2 and problem.zero_sum


def utility(problem: Problem, amount: float) -> float:
    """Return a reward as OpenSpiel counts it: from -1 to 1 in zero-sum games, negative where a small reward is wanted."""
    if is_zero_sum(problem):
        low, high = problem.rewards
        return 2.0 * (amount - low) / (high - low) - 1.0
    return amount if problem.goal == "maximise" else -amount


def has_chance(problem: Problem) -> bool:
    """Return whether chance takes part: whether the problem has weights of outcomes, or a random play meets a chance state."""
    if chance_weight.is_implemented(problem.state_t):
        return True
    state = problem.start()
    draw = np.random.default_rng(0)
    for _ in range(problem.longest):
        if is_terminal(state):
            return False
        if player_to_act(state) == CHANCE:
            return True
        apply_action(state, np.int32(draw.choice(legal_actions(state))))
    return False


def _default(value: Any) -> Any:
    if isinstance(value, bool | int | float | str):
        return value
    return ";".join(str(each) for each in value) if isinstance(value, tuple | list) else str(value)


def _typed(value: Any) -> str:
    """Return a parameter of OpenSpiel as an option is typed: commas separate parameters there, so lists have semicolons."""
    return str(value).replace(";", ",").replace("True", "yes").replace("False", "no")
