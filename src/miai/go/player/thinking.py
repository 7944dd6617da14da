"""The search of a player: kept in step with the game, run for as long as a limit allows, and asked for what it found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.go.board.board import PASS_CELL, cell_at
from miai.go.notation.coordinates import Move, Point
from miai.go.player.settings import PlayerSettings
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.problem import (
    forbid_points,
    go_problem,
    learning_problem,
    lend_learners,
    mark_dead,
    new_readers,
    new_tallies,
    ownership,
    state_of,
)
from miai.go.rules.game import Game
from miai.search.driver import Search
from miai.search.result import Result
from miai.search.slicing import Limit as SearchLimit
from miai.search.store_protocol import Store

CHECKS = 16
"""Times that a search by playouts looks whether it may stop early."""
LEAST_CHUNK = 32
LONGEST_SLICE = 0.05
"""Seconds after which a running search looks whether somebody wants it to end."""


@dataclass(frozen=True)
class Limit:
    """When to stop thinking: after so many playouts or seconds, whichever comes first; `most` seconds where it is not decided."""

    playouts: int | None = None
    seconds: float | None = None
    most: float | None = None
    early: bool = False
    """Whether to stop as soon as the second move cannot catch up."""


@dataclass(frozen=True)
class ForbiddenMoves:
    """Points, by colour, on which nobody may think of playing during the next `moves` moves."""

    points: dict[int, set[Point]]
    moves: int


class Thinker:
    """A search that follows a game. Not to be used by several threads at once, except for `interrupt`."""

    def __init__(self, settings: PlayerSettings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store
        """What was found in earlier games, and where what is found now is kept; nothing where the search holds a tree."""
        self.search: Search | None = None
        self.interrupted = False
        self.is_awaited: Callable[[], bool] = lambda: False
        """Asked all the time while it thinks; if somebody waits, it ends."""
        self.knowledge: Knowledge | None = None
        """What playouts have learned, where they learn."""
        self._learners: Any = None
        self._tallies: Any = None
        self._readers: Any = None
        self._has_forbidden = False

    def forget(self) -> None:
        """Hand the graph to the store, if there is one, and drop it: the next search begins anew."""
        search, self.search = self.search, None
        if search is not None:
            search.export()

    def begin_anew(self) -> None:
        """As `forget`, and forget what playouts have learned: another game begins."""
        self.forget()
        self.knowledge = None

    def interrupt(self) -> None:
        """End the present or next `think` at once. May be called from any thread."""
        self.interrupted = True
        if self.search is not None:
            self.search.stop()

    def prepare(
        self, game: Game, color: int, dead: frozenset[Point] = frozenset(), forbidden: ForbiddenMoves | None = None
    ) -> Search:
        """A search with `color` to move in the position of `game`: the one that is there if it has followed, else a new one.

        With `forbidden` it is always a new one, and so it is after that.
        """
        if self.search is None or self._has_forbidden or forbidden is not None or not self._is_in_step(game, color):
            self.forget()
            has_memory = forbidden is None and self.settings.search.mode != "tree"
            self.search = self._new_search(game, color, self.store if has_memory else None)
            self._has_forbidden = forbidden is not None
            if forbidden is not None:
                forbid_points(self.search.states[0], forbidden.points, forbidden.moves)
        state = self.search.states[0]
        if game.rules.dead_stones:
            mark_dead(state, game, dead)
        self._tallies[:] = np.zeros_like(self._tallies)
        return self.search

    def _is_in_step(self, game: Game, color: int) -> bool:
        assert self.search is not None
        board = self.search.states[0].board
        same = board.stones_hash == game.board.stones_hash and board.ko == game.board.ko and board.passes == game.board.passes
        return self.settings.reuse and bool(same) and int(board.to_play) == color and int(board.passes) < 2

    def _new_search(self, game: Game, color: int, store: Store | None) -> Search:
        settings = self.settings
        (learning_problem if settings.learning.on else go_problem)(game.size)
        state = state_of(
            game,
            policy=settings.playout,
            priors=settings.prior,
            grouping=settings.group,
            margin_weight=settings.margin_weight,
            learns=settings.learning.on,
        )
        if int(state.board.to_play) != color:
            state.board.to_play, state.board.ko = color, PASS_CELL
        if state.board.passes >= 2:
            state.board.passes = 0  # asked to go on after the end
        if settings.learning.on:
            lend_learners(state, self._learners_for(game.size))
        self._tallies = new_tallies(state, settings.threads)
        if settings.ladders:
            self._readers = new_readers(state, settings.threads)
        return Search(
            state,
            settings.search,
            seed=settings.seed,
            memory=settings.memory,
            threads=settings.threads,
            stream=len(game.moves),
            store=store,
        )

    def _learners_for(self, size: int) -> Any:
        """Learners for all threads, with what was learned in this game; with nothing, where that is not kept."""
        learning = self.settings.learning
        if self.knowledge is None or self.knowledge.size != size:
            self.knowledge = Knowledge(size, learning)
            self._learners = self.knowledge.learners(self.settings.threads)
        elif not learning.keep:
            self.knowledge.forget()
        return self._learners

    def steps(self) -> np.ndarray[Any, Any]:
        """Moves of playouts in this game so far, where they learn: by colour (1 Black, 2 White) and by `playouts.watching.STEPS`."""
        assert self._learners is not None
        return np.asarray(self._learners.steps.sum(axis=0))

    def follow(self, game: Game, color: int, move: Move) -> None:
        """`color` has made `move`; `game` is the game before it. Keeps what was found below it."""
        if self.search is None:
            return
        if self.knowledge is not None and not self.settings.learning.keep:
            self.knowledge.forget()
        action = 0 if isinstance(move, str) else int(cell_at(move, game.size))
        if not self._is_in_step(game, color):
            self.forget()
            return
        try:
            self.search.play(action)
        except UserError:  # a move that the search does not consider, such as filling an own eye
            self.forget()

    def think(self, limit: Limit, report: Callable[[], None] | None = None, interval: float = 0.5) -> None:
        """Search on from the position that was prepared, until the limit, or until `interrupt`. Calls `report` every `interval`."""
        assert self.search is not None
        began, before = time.perf_counter(), self.simulations
        next_report = began + interval
        step = max(LEAST_CHUNK, (limit.playouts or 0) // CHECKS)
        target = min(step, limit.playouts) if limit.playouts is not None else None
        while not (self.interrupted or self.is_awaited()):
            done, now = self.simulations - before, time.perf_counter()
            if report is not None and now >= next_report:
                report()
                next_report = time.perf_counter() + interval
            if self._is_enough(limit, done, now - began, done == target):
                break
            if target is not None and limit.playouts is not None and done >= target:
                target = min(target + step, limit.playouts)
            slice_seconds = min(LONGEST_SLICE, *self._seconds_left(limit, now - began))
            self.search.think(SearchLimit(None if target is None else target - done, slice_seconds))

    @property
    def simulations(self) -> int:
        """Simulations of the present search since it began."""
        return int(self.search.graph.head.simulations) if self.search is not None else 0

    def _seconds_left(self, limit: Limit, elapsed: float) -> tuple[float, ...]:
        return (max(0.001, limit.seconds - elapsed),) if limit.seconds is not None and elapsed < limit.seconds else (LONGEST_SLICE,)

    def _is_enough(self, limit: Limit, done: int, elapsed: float, at_check: bool) -> bool:
        if limit.playouts is not None and done >= limit.playouts:
            return True
        if limit.seconds is not None and elapsed >= limit.seconds:
            return limit.most is None or elapsed >= limit.most or self.is_decided()
        if not limit.early or done == 0:
            return False
        remaining = float("inf")
        if limit.playouts is not None and at_check:
            remaining = limit.playouts - done
        if limit.seconds is not None:
            remaining = min(remaining, done * (limit.seconds - elapsed) / max(elapsed, 1e-6))
        return remaining < float("inf") and self.lead() > remaining

    def lead(self) -> float:
        """Visits of the first move less those of the second, with what earlier searches are worth."""
        weights = sorted(self._weights().values(), reverse=True)
        return weights[0] - (weights[1] if len(weights) > 1 else 0.0) if weights else 0.0

    def is_decided(self) -> bool:
        """Whether the move with the most visits also has the best value of those that have nearly as many."""
        assert self.search is not None
        rows = self.search.result().actions
        rivals = [row for row in rows[:5] if row.weight * 2 >= rows[0].weight and row.value is not None]
        return not rivals or max(rivals, key=lambda row: row.value or 0.0) is rows[0]

    def _weights(self) -> dict[int, float]:
        assert self.search is not None
        return self.search.view().weight_by_action(int(self.search.graph.head.root))

    def result(self) -> Result:
        """What was found in the position that was prepared."""
        assert self.search is not None
        return self.search.result()

    def ownership(self) -> np.ndarray[Any, Any]:
        """For every cell the mean owner at the end of the playouts since `prepare`: 1 Black, -1 White."""
        return ownership(self._tallies)[0]

    def criticality(self) -> np.ndarray[Any, Any]:
        """For every cell, how much owning it goes with winning."""
        return ownership(self._tallies)[1]

    @property
    def playouts(self) -> int:
        """Playouts since `prepare`."""
        return int(self._tallies.playouts.sum()) if self._tallies is not None else 0
