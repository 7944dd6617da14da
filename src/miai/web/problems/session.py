"""One user's work on the page *Problems*: a game, the search of its position, single simulations, a comparison.

The session holds no state of the problem: it sends the list of actions to a worker, which answers with descriptions. A request that was not
answered is repeated when the worker has died, so that nothing of the game is lost.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from miai.core.errors import UserError
from miai.web.engine.client import EngineClient
from miai.web.engine.pool import EnginePool
from miai.web.engine.protocol import EventKind, Message
from miai.web.languages import language
from miai.web.languages import text as _
from miai.web.problems.offers import MOST_SIMULATIONS, OFFERS, check_options, check_settings, default_settings
from miai.web.problems.own_files import OwnFiles

CHANCE = -1
PHASES = ("descend", "expand", "playout", "backup")
ENGINE, PERSON = "engine", "person"
MOST_DEATHS = 2
"""A worker that dies this often with the same request is not started again for it."""


class Task(StrEnum):
    """The request that a session has sent to its worker."""

    SHOW = "show"
    PREPARE = "prepare"
    SEARCH = "search"
    STEP = "step"
    RESET = "reset"
    MOVE = "move"
    ROLL = "roll"
    COMPARE = "compare"


@dataclass
class SessionGame:
    """A game: which problem with which options, and the actions so far."""

    problem: str = "tictactoe"
    options: dict[str, str] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """Return the game as requests contain it."""
        return {"problem": self.problem, "options": dict(self.options), "actions": list(self.actions)}


class ProblemSession:
    """The session of one user. `listeners` are called after every change."""

    def __init__(self, pool: EnginePool, files: OwnFiles) -> None:
        self.pool, self.files = pool, files
        self.language = language()
        self.listeners: list[Callable[[], None]] = []
        self.game = SessionGame()
        self.later: list[dict[str, Any]] = []
        """Actions that were taken back, with their players, the next one last."""
        self.sides = {0: PERSON, 1: ENGINE}
        self.strength = 1000
        """Simulations of a move of the engine."""
        self.settings = default_settings(self.game.problem)
        self.seed = 1
        self.rival: dict[str, str] = {**self.settings, "exploration": "1.4"}
        """The settings of the other side of a comparison."""
        self.compared_playouts = 1000
        self.position: dict[str, Any] | None = None
        self.report: dict[str, Any] | None = None
        self.trace: dict[str, Any] | None = None
        self.phase = len(PHASES) - 1
        """How much of the trace is shown: an index of PHASES."""
        self.comparison: list[dict[str, Any]] | None = None
        self.trouble = ""
        self.note = ""
        self.task: Task | None = None
        self._request: Message | None = None
        self._compiling: Message | None = None
        self._number = self._deaths = 0
        self._waiting: tuple[Task, dict[str, Any]] | None = None
        """The request that found no free worker."""
        self._run = secrets.token_hex(8)
        """The name of the present search: a worker may have one of the same position for somebody else."""

    # --- what is shown ------------------------------------------------------------------------------------------------------------

    @property
    def titles(self) -> dict[str, str]:
        """The problems that can be chosen: name and title."""
        return {**{label: label for label in self.files.files}, **{name: _(offer.title) for name, offer in OFFERS.items()}}

    @property
    def compiling(self) -> Message | None:
        """The latest event about compilation, while a request is under way."""
        return self._compiling if self.task is not None else None

    @property
    def turn(self) -> str | None:
        """Who acts: `person`, `engine`, `chance`; `None` at the end, or before the position is known."""
        position = self.position
        if position is None or position["terminal"]:
            return None
        return "chance" if position["player"] == CHANCE else self.sides.get(position["player"], PERSON)

    def changed(self) -> None:
        """Call the listeners."""
        for listener in list(self.listeners):
            listener()

    # --- the game -----------------------------------------------------------------------------------------------------------------

    def start(self, problem: str, options: dict[str, str] | None = None) -> None:
        """Begin a game. Raise `UserError` for a problem or an option that is not offered."""
        if problem not in self.titles:
            raise UserError(_("There is no problem of this name."))
        check_options(problem, options or {})
        if problem != self.game.problem:
            self.settings = default_settings(problem)
            self.rival = {**self.settings, "exploration": "1.4"}
            self.sides = {0: PERSON, **dict.fromkeys(range(1, 8), ENGINE)}
        self.game = SessionGame(problem, dict(options or {}))
        self._begin_again()

    def begin(self) -> None:
        """Show the position, if nothing is shown yet."""
        if self.position is None and self.task is None and not self.trouble:
            self._show()

    def _begin_again(self) -> None:
        self.later.clear()
        self.position = None
        self._deaths = 0
        self._forget_search()
        self._show()

    def reload(self) -> None:
        """Load the user's file again after it was changed: its worker is replaced, and the game begins again."""
        self.pool.give_back(self)
        self.task = self._request = None
        self.game.actions.clear()
        self._begin_again()

    def play(self, action: int) -> None:
        """Play an action of the person. Raise `UserError` if it is not their turn, or the action is not legal."""
        if self.position is None or self.turn is None:
            raise UserError(_("The game has ended."))
        if self.turn == ENGINE:
            raise UserError(_("It is the engine's turn."))
        if action not in [each["action"] for each in self.position["actions"]]:
            raise UserError(_("This action is not legal here."))
        self.later.clear()
        self._append(action)

    def _append(self, action: int) -> None:
        self.game.actions.append(action)
        self._move_on()

    def _move_on(self) -> None:
        """Show the present position; its search begins from nothing."""
        self._forget_search()
        self._show()

    def undo(self) -> None:
        """Take back the last action of a person, and all that followed."""
        played = self.position["played"] if self.position else []
        places = [place for place, each in enumerate(played) if self._is_person(each["player"])]
        if played:
            keep = places[-1] if places else 0
            self.later += reversed(played[keep:])
            del self.game.actions[keep:]
            self._move_on()

    def _is_person(self, player: int) -> bool:
        return player != CHANCE and self.sides.get(player, PERSON) == PERSON

    def redo(self) -> None:
        """Play an action again that was taken back, and those of chance and the engine that followed it."""
        if not self.later:
            return
        self.game.actions.append(self.later.pop()["action"])
        while self.later and not self._is_person(self.later[-1]["player"]):
            self.game.actions.append(self.later.pop()["action"])
        self._move_on()

    def set_side(self, player: int, side: str) -> None:
        """Let a person or the engine play for a player."""
        self.sides[player] = side if side in (ENGINE, PERSON) else PERSON
        self._continue_play()
        self.changed()

    # --- the search ---------------------------------------------------------------------------------------------------------------

    def change_settings(self, settings: dict[str, str], seed: int) -> None:
        """Change the settings of the search, which begins again. Raise `UserError` for one that is not offered."""
        self.settings, self.seed = check_settings(settings), min(max(int(seed), 0), 2**31 - 1)
        self._forget_search()
        if self.turn is not None:
            self._ask(Task.RESET)
        else:
            self.changed()

    def _need_turn(self) -> None:
        """Raise `UserError` where there is nothing to search."""
        if self.turn is None:
            raise UserError(_("The game has ended.") if self.position else _("The problem is not loaded yet."))

    def _forget_search(self) -> None:
        self.report = self.trace = self.comparison = None
        self.phase = len(PHASES) - 1
        self._run = secrets.token_hex(8)

    def search(self, playouts: int) -> None:
        """Run further simulations."""
        self._need_turn()
        self.trace = None
        self._ask(Task.SEARCH, playouts=min(max(int(playouts), 1), MOST_SIMULATIONS))

    def step(self, by_phase: bool = False) -> None:
        """Run one simulation and show it; with `by_phase` show the next phase of the last one, if there is one."""
        if by_phase and self.trace is not None and self.phase < len(PHASES) - 1:
            self.phase += 1
            self.changed()
            return
        self._need_turn()
        self.phase = 0 if by_phase else len(PHASES) - 1
        self._ask(Task.STEP)

    def reset(self) -> None:
        """Begin the search again."""
        self._need_turn()
        self._forget_search()
        self._ask(Task.RESET)

    def stop(self) -> None:
        """Stop the running request; a search keeps its graph."""
        if self.task is not None:
            client = self.pool.engine_for(self)
            if client is not None:
                client.send(kind="stop", id=None)

    def move_now(self) -> None:
        """Let the engine play for the player to act."""
        if self.turn is not None and self.turn != "chance":
            self._ask(Task.MOVE, playouts=self.strength)

    def compare(self, first: dict[str, str], second: dict[str, str], playouts: int) -> None:
        """Compare two settings on the same seed. Raise `UserError` for one that is not offered."""
        self._need_turn()
        sides = [check_settings(first), check_settings(second)]
        self.rival, self.compared_playouts = sides[1], min(max(int(playouts), 1), MOST_SIMULATIONS)
        self.comparison = None
        self._ask(Task.COMPARE, sides=sides, playouts=self.compared_playouts)

    # --- the worker ---------------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self._ask(Task.SHOW)

    def _ask(self, task: Task, **more: Any) -> None:
        """Send a request. A new one stops the running one."""
        self.trouble = self.note = ""
        client = self.pool.engine_for(self)
        self._waiting = (task, more) if client is None else None
        if client is None:
            self.note = _("All workers are in use; yours begins as soon as one is free.")
            self.changed()
            return
        self._number += 1
        self.task = task
        self._request = {
            "kind": task.value,
            "id": self._number,
            "game": self.game.as_data(),
            "settings": self.settings,
            "seed": self.seed,
            "run": self._run,
            **more,
        }
        self._compiling = None
        self._send(client)
        self.changed()

    def ask_again(self) -> None:
        """Send the request that found no free worker, if there is one."""
        if self._waiting is not None:
            task, more = self._waiting
            self._ask(task, **more)

    def _send(self, client: EngineClient) -> None:
        if self._request is not None:
            client.send(**self._request)

    def is_busy(self) -> bool:
        """Return whether the worker works for this session."""
        return self.task is not None

    def lose_engine(self) -> None:
        """Note that the pool has taken the worker away: it is idle, and the next request finds another."""

    def on_event(self, event: Message) -> None:
        """Handle an event of the worker."""
        kind = event["kind"]
        if kind == EventKind.COMPILING:
            self._compiling = event
        elif kind == EventKind.DIED:
            self._on_death(str(event["reason"]))
        elif event.get("id") != self._number or self.task is None:
            return
        elif kind == EventKind.REPORT:
            self._compiling, self.report = None, event["report"]
        elif kind in (EventKind.DONE, EventKind.ERROR):
            self._on_answer(event)
        self.changed()

    def _on_death(self, reason: str) -> None:
        self.pool.give_back(self)
        self._deaths += 1
        if self.task is None:
            return
        client = self.pool.engine_for(self) if self._deaths < MOST_DEATHS else None
        if client is None:
            self.task, self.trouble = None, _("The worker ended: {reason}.").format(reason=reason)
        else:
            self._send(client)

    def _on_answer(self, event: Message) -> None:
        task, self.task, self._compiling = self.task, None, None
        if event["kind"] == EventKind.ERROR:
            self.trouble = str(event["message"])
            return
        self._deaths = 0
        for name in ("position", "report"):
            if name in event:
                setattr(self, name, event[name])
        if task == Task.STEP:
            self.trace = event["trace"]
            if self.trace is None:
                self.note = _("No simulation: the root is proven, or memory was full and the graph was pruned.")
        elif task == Task.COMPARE:
            self.comparison = event["sides"]
        elif task in (Task.MOVE, Task.ROLL) and event["action"] is not None:
            self.later.clear()
            self._append(int(event["action"]))
        elif task == Task.SHOW:
            self._after_show()

    def _after_show(self) -> None:
        """Compile what a search of this position needs, or let chance or the engine act."""
        if self.turn in ("chance", ENGINE):
            self._continue_play()
        elif self.turn is not None:
            self._ask(Task.PREPARE)

    def _continue_play(self) -> None:
        """Let chance or the engine act, if it is their turn and nothing was taken back."""
        if self.task not in (None, Task.PREPARE) or self.later:
            return
        if self.turn == "chance":
            self._ask(Task.ROLL)
        elif self.turn == ENGINE:
            self._ask(Task.MOVE, playouts=self.strength)
