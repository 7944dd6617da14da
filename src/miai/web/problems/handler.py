"""The requests of the page *Problems* and their answers, in the worker.

A request has its `id`, its `kind`, and the whole `game`: `{"problem", "options", "actions"}`, so that a worker can be replaced at any time.

    {"kind": "show", ...}                                          `position`
    {"kind": "prepare", "settings": {...}, "seed": 1}              compile what a search needs: `report`
    {"kind": "search", "settings": ..., "seed": ..., "playouts": 1000}   reports while it runs, then `report`
    {"kind": "step", "settings": ..., "seed": ...}                 one simulation: `report` and `trace`
    {"kind": "reset", ...}                                         a new search: `report`
    {"kind": "move", "settings": ..., "seed": ..., "playouts": 1000}   the action to play: `action` and `report`
    {"kind": "roll", "seed": 1}                                    an outcome of a chance state: `action`
    {"kind": "compare", "sides": [{...}, {...}], "seed": ..., "playouts": 1000}   `sides`

The search of a position is kept for the next request with the same game, settings, seed and `run`, the name of a search. Searches have one
thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from miai.core.errors import UserError
from miai.search.compiling import compile_search
from miai.search.driver import Search
from miai.search.problem import Problem, is_terminal
from miai.search.settings import parse_settings
from miai.search.slicing import Limit
from miai.search.trace import Tracer
from miai.web.problems.comparing import follow_search
from miai.web.problems.offers import MOST_SIMULATIONS, check_settings
from miai.web.problems.positions import ProblemShelf, describe_position, draw_outcome_of, play_actions
from miai.web.problems.reports import report_search, report_trace

Request = dict[str, Any]
INTERVAL = 0.2
"""Seconds between two reports."""


class ProblemHandler:
    """The answers to requests. `report` sends an intermediate report, `should_stop` holds when another request waits."""

    def __init__(
        self, shelf: ProblemShelf, memory: float, report: Callable[[Any, Request], None], should_stop: Callable[[], bool]
    ) -> None:
        self.shelf, self.memory = shelf, memory
        self.send_report, self.should_stop = report, should_stop
        self._key = ""
        self._tracer: Tracer | None = None
        self._answers: dict[str, Callable[[Request], Request]] = {
            "show": self._show,
            "prepare": self._prepare,
            "search": self._search,
            "step": self._step,
            "reset": self._reset,
            "move": self._move,
            "roll": self._roll,
            "compare": self._compare,
            "stop": lambda request: {},  # its arrival has stopped the request before
        }

    def answer(self, request: Request) -> Request:
        """Return the answer to a request. Raise `UserError` for one that cannot be answered."""
        kind = str(request.get("kind"))
        if kind not in self._answers:
            raise UserError(f"unknown request {kind[:40]!r}")
        return self._answers[kind](request)

    def _open(self, request: Request) -> tuple[Problem, str, Any, list[Request]]:
        game = request["game"]
        name, options = str(game["problem"]), {str(key): str(value) for key, value in game["options"].items()}
        problem = self.shelf.open(name)
        state, played = play_actions(problem, name, options, [int(each) for each in game["actions"]])
        return problem, name, state, played

    def _show(self, request: Request) -> Request:
        problem, name, state, played = self._open(request)
        return {"position": describe_position(problem, name, state, played)}

    def _tracer_of(self, request: Request) -> Tracer:
        """Return the search of a request, kept from the last one if nothing has changed."""
        key = json.dumps([request["game"], request["settings"], request["seed"], request.get("run")], sort_keys=True)
        if self._tracer is None or key != self._key:
            state = self._open(request)[2]
            if is_terminal(state):
                raise UserError("the play has ended: there is nothing to search")
            self._tracer, self._key = self._new_tracer(state, request["settings"], request["seed"]), key
        return self._tracer

    def _new_tracer(self, state: Any, settings: dict[str, str], seed: int) -> Tracer:
        chosen = parse_settings(check_settings(settings))
        return Tracer(Search(state, chosen, seed=int(seed), memory=self.memory))

    def _prepare(self, request: Request) -> Request:
        tracer = self._tracer_of(request)
        compile_search(tracer.search)
        tracer.compile()
        return {"report": report_search(tracer.search)}

    def _run(self, search: Search, playouts: int, number: Any) -> None:
        """Run simulations until `playouts` in all, or until another request waits; send reports meanwhile."""
        left = min(playouts, MOST_SIMULATIONS) - search.simulations
        if left > 0:
            search.think(
                Limit(playouts=left), self.should_stop, lambda running: self.send_report(number, report_search(running)), INTERVAL
            )

    def _search(self, request: Request) -> Request:
        search = self._tracer_of(request).search
        self._run(search, search.simulations + int(request["playouts"]), request.get("id"))
        return {"report": report_search(search)}

    def _step(self, request: Request) -> Request:
        tracer = self._tracer_of(request)
        trace = tracer.step()
        if trace is None:
            return {"report": report_search(tracer.search), "trace": None}
        path = [each.node for each in trace.changes]
        return {"report": report_search(tracer.search, path), "trace": report_trace(tracer.search.problem, trace)}

    def _reset(self, request: Request) -> Request:
        self._tracer = None
        return {"report": report_search(self._tracer_of(request).search)}

    def _move(self, request: Request) -> Request:
        search = self._tracer_of(request).search
        self._run(search, int(request["playouts"]), request.get("id"))
        if self.should_stop():
            return {"report": report_search(search), "action": None}
        return {"report": report_search(search), "action": search.result().best_action}

    def _roll(self, request: Request) -> Request:
        _, _, state, played = self._open(request)
        return {"action": draw_outcome_of(state, int(request["seed"]), len(played))}

    def _compare(self, request: Request) -> Request:
        state = self._open(request)[2]
        if is_terminal(state):
            raise UserError("the play has ended: there is nothing to search")
        playouts = min(int(request["playouts"]), MOST_SIMULATIONS)
        sides = []
        for settings in request["sides"][:2]:
            search = self._new_tracer(state, settings, request["seed"]).search
            compile_search(search)
            sides.append(follow_search(search, playouts, self.should_stop))
        return {"sides": sides}
