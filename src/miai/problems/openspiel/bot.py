"""A search of miai as a bot of OpenSpiel, for `pyspiel.evaluate_bots` and everything else there that takes bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core import extras
from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.problems.openspiel.games import RegisteredGame
from miai.problems.openspiel.problem import load_game, openspiel_problem
from miai.search.driver import Search
from miai.search.problem import apply_action
from miai.search.result import Result

extras.need("openspiel", "a bot of OpenSpiel")

import pyspiel  # noqa: E402


class SearchBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays the best action of a search.

    The graph below the played actions is kept from move to move. A game of miai (`register_games`) is searched by its own kernels.

    Parameters
    ----------
    game : pyspiel.Game
        The game: of perfect information, with moves in turn.
    playouts : int, optional
        Simulations of a move; 1,000 if no time is given.
    seconds : float, optional
        Time limit of a move in seconds.
    seed : int
        Random seed.
    memory : float
        Limit of the graph in MiB.
    **settings
        Settings of the search by name: `select="puct"`, `exploration=0.7`.

    Examples
    --------
    >>> import pyspiel
    >>> from miai.problems.openspiel import SearchBot
    >>> game = pyspiel.load_game("tic_tac_toe")
    >>> state = game.new_initial_state()
    >>> bot = SearchBot(game, playouts=500, seed=1)
    >>> bot.step(state) in state.legal_actions()
    True
    """

    def __init__(
        self,
        game: Any,
        playouts: int | None = None,
        *,
        seconds: float | None = None,
        seed: int = 0,
        memory: float = 64.0,
        **settings: Any,
    ) -> None:
        super().__init__()
        if not isinstance(game, RegisteredGame):
            load_game(str(game))  # raises for a game that cannot be searched
        self.playouts = 1000 if playouts is None and seconds is None else playouts
        self.seconds = seconds
        self.options = {"seed": seed, "memory": memory, **settings}
        self.running: Search | None = None
        self.past: list[int] = []
        """The actions that lead to the root of `running`."""

    def step(self, state: Any) -> int:
        """Return the action to play in a state of OpenSpiel. Does not play it."""
        return _best_of(self._search(state))

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return the share of visits of each action, and the action to play."""
        result = self._search(state)
        return shares_of_visits(result), _best_of(result)

    def provides_policy(self) -> bool:
        """Return that there is a policy: the shares of visits."""
        return True

    def get_policy(self, state: Any, *player: Any) -> list[tuple[int, float]]:
        """Return (action, share of visits) for the legal actions, after the search of a move."""
        return shares_of_visits(self._search(state))

    def restart(self) -> None:
        """Forget the search: a new game begins."""
        self.running, self.past = None, []

    def restart_at(self, state: Any) -> None:
        """Forget the search: the game continues from another state."""
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: `step` compares the actions that were played."""

    def _search(self, state: Any) -> Result:
        """Search a state, from the graph of an earlier one if the actions since then lead here."""
        now = [int(action) for action in state.history()]
        if self.running is None or now[: len(self.past)] != self.past:
            self.running = Search(state_like(state), **self.options)
        else:
            for action in now[len(self.past) :]:
                self.running.play(action)
        self.past = now
        return self.running.run(self.playouts, seconds=self.seconds)


def _best_of(result: Result) -> int:
    if result.best_action is None:
        raise UserError("a terminal state has no action to play")
    return int(result.best_action)


def state_like(foreign: Any) -> Any:
    """Return the record for a state of OpenSpiel, reached by the same actions. Raise `UserError` if its game cannot be searched."""
    game = foreign.get_game()
    if isinstance(game, RegisteredGame):
        return copy_record(foreign.record)
    state = openspiel_problem(str(game)).start()
    for action in foreign.history():
        apply_action(state, np.int32(action))
    return state


def shares_of_visits(result: Result) -> list[tuple[int, float]]:
    """Return (action, share of visits) in the order of actions."""
    total = sum(row.visits for row in result.actions)
    rows = sorted(result.actions, key=lambda row: row.action)
    return [(row.action, row.visits / total if total else 1.0 / len(rows)) for row in rows]
