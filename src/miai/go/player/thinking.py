"""The search of a player: it follows the game, runs until a limit, and gives its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.go.board.board import PASS_CELL, cell_at
from miai.go.joseki.describing import describe_opening
from miai.go.joseki.direction import better_direction
from miai.go.joseki.memory import memory_for
from miai.go.joseki.view import OpeningView
from miai.go.knowledge.grouping import GroupingSettings
from miai.go.notation.coordinates import Move, Point
from miai.go.player.group_results import GroupResults, parse_win_rates
from miai.go.player.settings import PlayerSettings
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.teaching import teach_from_tree
from miai.go.problem import (
    EVEN_DIRECTION,
    forbid_points,
    lend_joseki,
    lend_learners,
    mark_dead,
    new_readers,
    new_tallies,
    ownership,
    points_by_move,
    problem_with,
    state_of,
)
from miai.go.rules.game import Game
from miai.search.driver import Search
from miai.search.result import Result
from miai.search.settings import PATH_MODES
from miai.search.sharing.joining import Partners
from miai.search.slicing import Limit
from miai.search.store_protocol import Store

SCOUT_PLAYOUTS, SCOUT_MEMORY = 150, 32.0
"""Playouts and memory limit in MiB of the search that finds the expected score for `local`."""
LOCAL_WEIGHT, LOCAL_SCALE = 0.9, 6.0
"""With `local`, the share of the reward that depends on the margin, and the points over which it varies most."""
FIRST_PLAYOUTS = 2
"""Playouts after which a move of the root has been tried: the first one ends at the root itself."""
RESERVE = 64.0
"""MiB that a search needs beside its graph."""


@dataclass(frozen=True)
class ForbiddenMoves:
    """Points, by colour, that the search leaves out during the next `moves` moves."""

    points: dict[int, set[Point]]
    moves: int


def too_little_memory(settings: PlayerSettings) -> str:
    """Return the error for a search whose graph does not fit into memory."""
    return f"too little memory: the search graph needs {settings.memory:g} MiB, and the system gives less; choose a smaller memory"


def check_memory(settings: PlayerSettings) -> None:
    """Raise `UserError` unless the system gives as much memory as a search needs. The memory is released at once."""
    try:
        np.empty(int((settings.memory + RESERVE) * 2**20), np.uint8)
    except MemoryError:
        raise UserError(too_little_memory(settings)) from None


class Thinker:
    """A search that follows a game. Use it from one thread at a time; only `interrupt` may be called from others."""

    def __init__(self, settings: PlayerSettings, store: Store | None = None, partners: Partners | None = None) -> None:
        self.settings = settings
        self.store = store
        """Statistics of earlier games; the search adds its own. Not used where the search holds a tree."""
        self.partners = partners
        """Searches of a cluster that take part. Not used where the search holds a tree."""
        self.search: Search | None = None
        self.knowledge: Knowledge | None = None
        """The tables of learning playouts; `None` where playouts do not learn."""
        self._group_results: GroupResults | None = None
        self.is_interrupted = False
        """Whether `interrupt` was called. The next search resets it."""
        self.direction = EVEN_DIRECTION
        """L', the weights of both components of the evaluation of openings."""
        self._joseki: Any = None
        self._learners: Any = None
        self._tallies: Any = None
        self._readers: Any = None
        self._has_forbidden = False

    def forget(self) -> None:
        """Export the graph to the store, if there is one, and drop it: the next search starts with an empty graph."""
        search, self.search = self.search, None
        if search is not None:
            self._group_results = GroupResults.of_search(search)
            search.export()
            search.close()

    def start_new_game(self) -> None:
        """Drop the graph, as `forget` does, and the tables of learning playouts."""
        self.forget()
        self.knowledge = None
        self.direction = EVEN_DIRECTION

    def interrupt(self) -> None:
        """End the present `think` at once. May be called from any thread."""
        self.is_interrupted = True
        if self.search is not None:
            self.search.stop()

    def prepare(
        self, game: Game, color: int, dead: frozenset[Point] = frozenset(), forbidden: ForbiddenMoves | None = None
    ) -> Search:
        """Return a search with `color` to move in the position of `game`: the present one if it has followed, else a new one.

        With `forbidden` it is always a new one, and so is the one after that.
        """
        if self.search is None or self._has_forbidden or forbidden is not None or not self._is_in_step(game, color):
            self.forget()
            has_memory = forbidden is None and self.settings.search.mode not in PATH_MODES
            self.search = self._new_search(game, color, self.store if has_memory else None)
            if has_memory and self.partners is not None:
                self.search.join(self.partners)
            self._has_forbidden = forbidden is not None
            if forbidden is not None:
                forbid_points(self.search.states[0], forbidden.points, forbidden.moves)
        state = self.search.states[0]
        if game.rules.dead_stones:
            mark_dead(state, game, dead)
        state.root_moves = state.board.moves
        self._tallies[:] = np.zeros_like(self._tallies)
        return self.search

    def _is_in_step(self, game: Game, color: int) -> bool:
        """Return whether the root of the search is the position of `game` with `color` to move, and may be used again."""
        assert self.search is not None
        board = self.search.states[0].board
        same = board.stones_hash == game.board.stones_hash and board.ko == game.board.ko and board.passes == game.board.passes
        return self.settings.reuse and bool(same) and int(board.to_play) == color and int(board.passes) < 2

    def _new_search(self, game: Game, color: int, store: Store | None) -> Search:
        settings = self.settings
        known, self._joseki = memory_for(settings.joseki, game.size), None
        problem_with(game.size, settings.learning.on, known is not None)
        state = state_of(
            game,
            policy=settings.playout,
            priors=settings.prior,
            grouping=settings.group if settings.search.grouping == "given" else GroupingSettings(),
            learns=settings.learning.on,
            joseki=settings.joseki if known is not None else None,
            **self._margin(game, color),
        )
        if int(state.board.to_play) != color:
            state.board.to_play, state.board.ko = color, PASS_CELL
        if state.board.passes >= 2:
            state.board.passes = 0  # a move is wanted after the end of the game
        if settings.learning.on:
            lend_learners(state, self._learners_for(game.size))
        if known is not None:
            self._joseki = known, lend_joseki(state, known, settings.threads)
            state.direction[:] = self.direction
        self._tallies = new_tallies(state, settings.threads)
        if settings.ladders:
            self._readers = new_readers(state, settings.threads)
        try:
            search = Search(
                state,
                settings.search,
                seed=settings.seed,
                memory=settings.memory,
                threads=settings.threads,
                stream=len(game.moves),
                store=store,
            )
        except MemoryError:
            raise UserError(too_little_memory(settings)) from None
        self._first_group_results().enter_in(search)
        return search

    def _first_group_results(self) -> GroupResults:
        """Return what a new search begins with: the results of the last one if they are kept, else win rates set by hand."""
        if self.settings.group_keep and self._group_results is not None:
            return self._group_results
        return GroupResults.set_by_hand(parse_win_rates(self.settings.group_values), self.settings.group_values_weight)

    def group_rows(self) -> list[tuple[str, int, float]]:
        """Return (name, choices, win rate) of the move groups in use, by the present search, or by the last one."""
        found = self._group_results if self.search is None else GroupResults.of_search(self.search)
        return [] if found is None else found.rows(self.settings.group.groups)

    def _margin(self, game: Game, color: int) -> dict[str, Any]:
        """Return how the reward depends on the margin. With `local` a short search finds the margin to expect."""
        if not self.settings.local:
            return {"margin_weight": self.settings.margin_weight}
        scout = Thinker(replace(self.settings, local=False, memory=min(self.settings.memory, SCOUT_MEMORY), reuse=False))
        scout.prepare(game, color)
        scout.think(Limit(SCOUT_PLAYOUTS), lambda: self.is_interrupted)
        return {
            "margin_weight": LOCAL_WEIGHT,
            "margin_center": scout.lead,
            "margin_scale": LOCAL_SCALE,
        }

    def _learners_for(self, size: int) -> Any:
        """Return learners for all threads, with the tables of this game; with empty tables where `learning.keep` is off."""
        learning = self.settings.learning
        if self.knowledge is None or self.knowledge.size != size:
            self.knowledge = Knowledge(size, learning)
            self._learners = self.knowledge.learners(self.settings.threads)
        elif not learning.keep:
            self.knowledge.forget_playouts()
        return self._learners

    def steps(self) -> np.ndarray[Any, Any]:
        """Return the moves of learning playouts in this game, by colour (1 Black, 2 White) and step (`playouts.observers.STEPS`)."""
        assert self._learners is not None
        return np.asarray(self._learners.steps.sum(axis=0))

    def follow(self, game: Game, color: int, move: Move) -> None:
        """Make `move` of `color` in the search, so that the graph below it is kept. `game` is the game before the move."""
        if self.search is None:
            return
        if self.knowledge is not None and not self.settings.learning.keep:
            self.knowledge.forget_playouts()
        action = 0 if isinstance(move, str) else int(cell_at(move, game.size))
        if not self._is_in_step(game, color):
            self.forget()
            return
        try:
            self.search.play(action)
        except UserError:  # a move that the search leaves out, such as filling an own eye
            self.forget()

    def think(
        self,
        limit: Limit,
        should_stop: Callable[[], bool] | None = None,
        on_report: Callable[[], None] | None = None,
        interval: float = 0.5,
    ) -> None:
        """Search the prepared position until `limit`, until `should_stop()` or until `interrupt`.

        `on_report` is called every `interval` seconds.
        """
        assert self.search is not None
        self.search.think(
            limit,
            lambda: self.is_interrupted or (should_stop is not None and should_stop()),
            None if on_report is None else lambda _: on_report(),
            interval,
        )
        self._teach_playouts()

    def _teach_playouts(self) -> None:
        """Enter the moves of the tree into the tables of learning playouts, where `learning.teacher` says so."""
        if self.search is not None and self.knowledge is not None and self.knowledge.layers > 1:
            teach_from_tree(self.knowledge, self._learners[0], self.search.graph, self.search.states[0].board)

    def try_a_move(self) -> None:
        """Search until one move was tried, whatever the limit was: without any, a pass would be all that is known."""
        assert self.search is not None
        while self.playouts < FIRST_PLAYOUTS and self.search.result().best_action is None:
            before = self.playouts
            self.search.think(Limit(1))
            if self.playouts == before:
                break

    @property
    def simulations(self) -> int:
        """Simulations of the present search since it began."""
        return self.search.simulations if self.search is not None else 0

    def result(self) -> Result:
        """Return the result of the search in the prepared position."""
        assert self.search is not None
        return self.search.result()

    def ownership(self) -> np.ndarray[Any, Any]:
        """Return for every cell the mean owner at the end of the playouts since `prepare`: 1 Black, -1 White."""
        return ownership(self._tallies)[0]

    def opening_view(self) -> OpeningView | None:
        """Return the patterns of the prepared position and the moves that they suggest; `None` where they are not in use."""
        if self.search is None or self._joseki is None:
            return None
        return describe_opening(self.search.states[0].board, self._joseki[0], self.settings.joseki, self.direction)

    def learn_direction(self) -> None:
        """Learn from a search of an own move how both components of M-eval are weighed from now on in this game."""
        settings = self.settings.joseki
        view = self.opening_view() if settings.learn and settings.visits > 0 else None
        if view is None:
            return
        rates = {row.text: float(row.value or 0.0) for row in self.result().actions if row.visits >= settings.learn_visits}
        found = [(rates[move], (first, second)) for move, _, first, second in view.candidates if move in rates]
        components, known = [each[1] for each in found], [each[0] for each in found]
        self.direction = better_direction(self.direction, components, known, settings.learn_step)
        if self.search is not None:
            self.search.states[0].direction[:] = self.direction

    def points_by_move(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Return for every cell the playouts since `prepare` that began with a move there, and Black's mean points in them."""
        return points_by_move(self._tallies)

    def criticality(self) -> np.ndarray[Any, Any]:
        """Return for every cell the covariance of owning it and winning."""
        return ownership(self._tallies)[1]

    @property
    def lead(self) -> float:
        """Black's points minus White's, komi included: the mean over the playouts since `prepare`."""
        assert self.search is not None
        return float(self._tallies.points.sum()) / max(1, self.playouts) - float(self.search.states[0].komi)

    @property
    def playouts(self) -> int:
        """Playouts since `prepare`."""
        return int(self._tallies.playouts.sum()) if self._tallies is not None else 0
