"""A game of OpenSpiel as a problem: `load("openspiel:breakthrough(rows=6,columns=6)")`.

The kernels ask the game in Python, so that every setting, mode and report of the search applies to it. It is much slower than a compiled
game: docs/search/openspiel.md has the measurement. All games share one dtype, so that the search is compiled once for all of them.

| field | dtype | meaning |
|---|---|---|
| `game` | int64 | index of the game in `host.HOSTS` |
| `place` | int64 | the position, as `host` numbers them; negative at the end of a playout |
| `keeps_play` | int64 | whether playouts report their actions: for one player |
| `serve_at`, `serve_number_at` | int64 | addresses of the callbacks that answer kernels |
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from miai.core import extras
from miai.core.callbacks import address_of, call_integer, call_number, integer_callback, number_callback
from miai.core.errors import UserError, closest_name
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import next_below
from miai.problems.openspiel import host
from miai.search.problem import (
    Problem,
    apply_action,
    chance_weight,
    is_terminal,
    list_actions,
    note_action,
    play_out,
    player_to_act,
    position_key,
    register,
    reward,
)

PREFIX = "openspiel:"
LONGEST = 1 << 16
PLAYER, LIST, CHILD, KEY = host.PLAYER, host.LIST, host.CHILD, host.KEY
PLAY_OUT, PLAYED_COUNT, PLAYED = host.PLAY_OUT, host.PLAYED_COUNT, host.PLAYED
REWARD, WEIGHT, TERMINAL = host.REWARD, host.WEIGHT, host.TERMINAL
SEEDS = 1 << 30
BROKEN = {"morpion_solitaire": "OpenSpiel crashes when it continues a copy of its state; miai has its own: morpion"}
"""Games that would end the process."""

state_t = record("openspiel", [(name, np.int64) for name in ("game", "place", "keeps_play", "serve_at", "serve_number_at")])

_serve, _serve_number = integer_callback(host.serve), number_callback(host.serve_number)
_problems: list[Problem] = []


@list_actions.implement(state_t)
@kernel
def ask_for_actions(state, actions):
    return call_integer(state.serve_at, LIST, state.game, state.place, actions.ctypes.data)


@apply_action.implement(state_t)
@kernel
def move_to_child(state, action):
    state.place = call_integer(state.serve_at, CHILD, state.game, state.place, action)


@player_to_act.implement(state_t)
@kernel
def ask_for_player(state):
    return call_integer(state.serve_at, PLAYER, state.game, state.place, 0)


@is_terminal.implement(state_t)
@kernel
def has_ended(state):
    return call_integer(state.serve_at, PLAYER, state.game, state.place, 0) == TERMINAL


@reward.implement(state_t)
@kernel
def ask_for_return(state, player):
    return call_number(state.serve_number_at, REWARD, state.game, state.place, player)


@position_key.implement(state_t)
@kernel
def ask_for_key(state):
    return np.uint64(call_integer(state.serve_at, KEY, state.game, state.place, 0))


@chance_weight.implement(state_t)
@kernel
def ask_for_probability(state, action):
    return call_number(state.serve_number_at, WEIGHT, state.game, state.place, action)


@play_out.implement(state_t)
@kernel
def let_game_play_out(state, worker):
    if has_ended(state):
        return
    state.place = call_integer(state.serve_at, PLAY_OUT, state.game, state.place, next_below(worker.stream, SEEDS))
    if state.keeps_play or worker.keeps_trace:
        for index in range(call_integer(state.serve_at, PLAYED_COUNT, state.game, state.place, 0)):
            played = call_integer(state.serve_at, PLAYED, state.game, state.place, index)
            note_action(worker, played >> 32, played & 0xFFFFFFFF)


def openspiel_problem(name: str) -> Problem:
    """Return a game of OpenSpiel as a problem.

    Parameters
    ----------
    name : str
        The game as OpenSpiel names it, with its parameters: `breakthrough`, `hex(board_size=5)`. `openspiel:` before it is accepted.

    Returns
    -------
    Problem
        The problem. Equal names give the same object.

    Raises
    ------
    UserError
        If OpenSpiel is not installed, has no such game, or if the game is not one of perfect information and single moves.

    Examples
    --------
    >>> import miai
    >>> problem = openspiel_problem("tic_tac_toe")
    >>> result = miai.search(problem.start(), until_proven=True, seed=1)
    >>> result.value, result.proven
    (0.5, True)
    """
    return _problem_of_game(str(load_game(name)))


def load_game(name: str) -> Any:
    """Return the game of OpenSpiel that is called `name`. Raise `UserError` if there is none, or if it cannot be searched."""
    extras.need("openspiel", "a game of OpenSpiel")
    import pyspiel

    wanted = name.removeprefix(PREFIX).strip()
    short, known = wanted.partition("(")[0], pyspiel.registered_names()
    if short in BROKEN:
        raise UserError(f"{PREFIX}{short} cannot be searched: {BROKEN[short]}")
    if short not in known:
        close = closest_name(short, known)
        advice = (
            f"did you mean {PREFIX}{close}?"
            if close
            else f"it has {len(known)}, such as {PREFIX}tic_tac_toe and {PREFIX}breakthrough"
        )
        raise UserError(f"OpenSpiel has no game {short!r}; {advice}")
    try:
        game = pyspiel.load_game(wanted)
    except Exception as error:  # its own SpielError, or whatever a game in Python raises
        raise UserError(f"OpenSpiel cannot load {wanted!r}: {' '.join(str(error).split())}") from error
    _check_kind(game, wanted)
    return game


def _check_kind(game: Any, name: str) -> None:
    """Raise `UserError` for games that the search is not made for."""
    from pyspiel import GameType

    kind = game.get_type()
    if kind.dynamics != GameType.Dynamics.SEQUENTIAL:
        raise UserError(f"{PREFIX}{name} has simultaneous moves; miai searches games whose players act in turn")
    if kind.information != GameType.Information.PERFECT_INFORMATION:
        raise UserError(f"{PREFIX}{name} has hidden information; miai searches games of perfect information")
    if kind.chance_mode == GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise UserError(f"{PREFIX}{name} draws its chance events itself; miai must know their probabilities")
    if not (math.isfinite(game.min_utility()) and math.isfinite(game.max_utility()) and game.min_utility() < game.max_utility()):
        raise UserError(f"{PREFIX}{name} has no finite range of rewards")


@functools.cache
def _problem_of_game(name: str) -> Problem:
    import pyspiel

    game = pyspiel.load_game(name)
    kind, index = game.get_type(), len(_problems)
    low, high = float(game.min_utility()), float(game.max_utility())
    sums = kind.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    made = host.GameHost(game)
    problem = Problem(
        name=PREFIX + name.replace("()", ""),
        state_t=state_t,
        start=functools.partial(_start, index),
        actions=max(game.num_distinct_actions(), game.max_chance_outcomes()),
        longest=min(game.max_game_length() + game.max_chance_nodes_in_history(), LONGEST),
        players=game.num_players(),
        zero_sum=sums and abs(low + high - (game.utility_sum() or 0.0)) < 1e-9,
        rewards=(low, high),
        addresses=("place", "game", "serve_at", "serve_number_at"),
        description=f"{kind.long_name}, a game of OpenSpiel",
        state_text=lambda state: str(made.state_at(int(state.place))),
        action_text=lambda state, action: _action_text(made, int(state.place), action),
        after_slice=made.raise_error,
    )
    host.HOSTS.append(made)
    _problems.append(problem)
    return register(problem, family=_problem_of_state)


def _problem_of_state(state: Any) -> Problem:
    return _problems[int(state.game)]


def _start(game: int) -> Any:
    state = new(state_t)
    state.keeps_play = _problems[game].players == 1
    state.game, state.serve_at, state.serve_number_at = game, address_of(_serve), address_of(_serve_number)
    return state


def _action_text(made: host.GameHost, place: int, action: int) -> str:
    return str(made.state_at(place).action_to_string(made.players[place], action))
