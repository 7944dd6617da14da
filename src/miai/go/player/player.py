"""A player: what it is told (moves, rules, time), what it answers (a move), and what it thinks of a position."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from miai.go.board.board import cell_at, point_at
from miai.go.notation.coordinates import BLACK, PASS, RESIGN, WHITE, Move, Point, other
from miai.go.player.final_status import FinalStatus, combine_ownership, judge_final_status, liberties_of_dead
from miai.go.player.settings import DEFAULT_PLAYOUTS, PlayerSettings
from miai.go.player.thinking import ForbiddenMoves, Limit, Thinker
from miai.go.playouts.learning.knowledge import memory_for
from miai.go.rules.clock import Clock, TimeSettings, moves_to_come
from miai.go.rules.game import Game
from miai.go.rules.handicap import free_handicap
from miai.go.rules.rulesets import Counting, Rules
from miai.go.tactics.self_atari import is_bad_self_atari
from miai.search.result import ActionResult, Result
from miai.search.store_protocol import Store

LATE = 0.5
"""Share of the board that is filled when passing begins to matter."""
LEAST_TO_RESIGN = 30
"""Playouts without which nothing is hopeless."""
SURE_AFTER_PASS = 0.85
"""What must still be won after a pass, as the opponent's best answer has it."""
LOST = 0.1
"""What the best move must win for a game to be played on that is lost as it stands."""
SMALL_MEMORY = 32.0
"""MiB of a short search."""
SECOND_LOOK = 0.25
"""Playouts or time that looking behind a pass takes, as a share of those of a move."""


class Player:
    """A player of Go. Not to be used by several threads at once, except for `interrupt`."""

    def __init__(
        self,
        size: int = 19,
        rules: Rules | str = "chinese",
        settings: PlayerSettings | None = None,
        store: Store | None = None,
    ) -> None:
        self.settings = settings or PlayerSettings()
        self.game = Game(size, rules)
        self.store = store
        """What was found in earlier games; the player adds to it what it finds. Whoever made it closes it, after `close`."""
        self.thinker = Thinker(self.settings, store)
        self.clocks = {color: Clock() for color in (BLACK, WHITE)}
        self._hopeless = 0
        self._overrun = 0.0
        """Seconds that moves have lately taken beyond what they were allotted: a busy machine, a large board."""
        self._ending: tuple[int, FinalStatus] | None = None
        self._prepared: tuple[int, PlayerSettings] | None = None
        """Board size and settings for which all is compiled."""

    # --- what it is told ----------------------------------------------------------------------------------------------------------

    def start(self, size: int | None = None) -> None:
        """Begin a new game, on another board if `size` is given; rules, komi and time settings stay."""
        self.game = Game(size or self.game.size, self.game.rules)
        for clock in self.clocks.values():
            clock.restart()
        self._begin_anew()

    def set_game(self, game: Game) -> None:
        """Go on from `game`, which the player keeps."""
        self.game = game
        self._begin_anew()

    def set_rules(self, rules: Rules) -> None:
        """Play on by other rules. The position stays."""
        if rules != self.game.rules:
            self.game.change_rules(rules)
            self._begin_anew()

    def set_time(self, settings: TimeSettings) -> None:
        """Both players get clocks by `settings`."""
        self.clocks = {color: Clock(settings) for color in (BLACK, WHITE)}

    def change_settings(self, settings: PlayerSettings) -> None:
        """Think differently from now on. What was found is kept where only the limits of a move have changed."""
        same = replace(self.settings, playouts=settings.playouts, seconds=settings.seconds, level=settings.level)
        if same == settings:
            self.thinker.settings = settings
        else:
            self.thinker.forget()
            self.thinker = Thinker(settings, self.store)
        self.settings = settings

    def _begin_anew(self) -> None:
        self.thinker.begin_anew()
        self._hopeless, self._ending = 0, None

    def play(self, color: int, move: Move) -> None:
        """`color` makes a move. Raises `IllegalMove`."""
        before = self.game.copy() if self.thinker.search is not None else self.game
        self.game.play(move, color)
        self.thinker.follow(before, color, move)

    def undo(self, count: int = 1) -> None:
        """Take moves back. Raises `ValueError`, with nothing taken back, if there are not so many."""
        if count > len(self.game.moves):
            raise ValueError("there is no move to take back")
        for _ in range(count):
            self.game.undo()
        self.thinker.forget()

    def place_free_handicap(self, count: int) -> list[Point]:
        """Choose places for `count` handicap stones and put them there. Raises `ValueError`."""
        stones = free_handicap(self.game.size, count)
        self.place_handicap(stones)
        return stones

    def place_handicap(self, stones: list[Point]) -> None:
        """Put Black's handicap stones on the board: all of them or, with a `ValueError`, none."""
        self.game.place_handicap(stones)
        self._begin_anew()

    def close(self) -> None:
        """Hand what was found to the store, if there is one."""
        self.thinker.forget()

    def interrupt(self) -> None:
        """End what it thinks about now, at once. May be called from any thread."""
        self.thinker.interrupt()

    # --- what it answers ----------------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Have all compiled that a game needs, from the first move to the score, so that the clock does not pay for it."""
        few = replace(self._small_settings(), playouts=2, seconds=None, judge_playouts=2)
        for counting in get_args(Counting):
            twin = Player(self.game.size, replace(self.game.rules, counting=counting), few)
            for color in (BLACK, WHITE):
                twin.genmove(color)
            twin.game.estimate(few.seed, games=1)
            twin.final_status()

    def prepare_for_clock(self) -> None:
        """As `prepare`, where time can run out; once for a board size and settings."""
        wanted = self.game.size, self.settings
        if self.clocks[BLACK].settings.has_limit and self._prepared != wanted:
            self.prepare()
            self._prepared = wanted

    def genmove(
        self,
        color: int,
        report: Callable[[], None] | None = None,
        interval: float = 0.5,
        report_last: bool = False,
        forbidden: ForbiddenMoves | None = None,
    ) -> Move:
        """Choose a move for `color`, make it (unless it is to resign) and put it on the clock. With `forbidden` some are not considered.

        `report` is called every `interval` seconds and, with `report_last`, once more before the move is made.
        """
        began, limit = time.perf_counter(), self._limit(color)
        move = self.choose(color, report, interval, forbidden=forbidden)
        if report is not None and report_last:
            report()
        if move != RESIGN:
            self.play(color, move)
        used = time.perf_counter() - began
        self.clocks[color].spend(used)
        if limit.most is not None:
            self._overrun = max(0.8 * self._overrun, used - limit.most)
        return move

    def choose(
        self,
        color: int,
        report: Callable[[], None] | None = None,
        interval: float = 0.5,
        cleanup: bool = False,
        may_resign: bool = True,
        forbidden: ForbiddenMoves | None = None,
    ) -> Move:
        """The move that `color` should make: a point, "pass" or "resign". Makes no move.

        With `cleanup` dead stones of the opponent are taken off before it passes, and it does not resign.
        """
        began, limit = time.perf_counter(), self._limit(color)
        self._think(color, limit, report, interval, forbidden)
        final_status = judge_final_status(self.game, self.thinker.ownership())
        found = self.thinker.result()
        rows = self._legal_rows(found, color)
        if cleanup:
            return self._clean_up(color, final_status, rows)
        if not rows:
            return PASS
        if self._should_resign(rows[0]) and may_resign:
            return RESIGN
        is_pass_best = found.best_action == 0 and self._is_late()
        if is_pass_best or self._should_pass(color, final_status, rows[0], _what_is_left(limit, time.perf_counter() - began)):
            return PASS
        return self._move_of(self._pick(rows))

    def _think(
        self,
        color: int,
        limit: Limit,
        report: Callable[[], None] | None = None,
        interval: float = 0.5,
        forbidden: ForbiddenMoves | None = None,
    ) -> None:
        self.thinker.interrupted = False
        self.thinker.prepare(self.game, color, self._dead_so_far(), forbidden)
        self.thinker.think(limit, report, interval)

    def _dead_so_far(self) -> frozenset[Point]:
        """The stones that a pass would give up, as far as that matters: late, or after a pass of the opponent."""
        if not self.game.rules.dead_stones or not self._is_late():
            return frozenset()
        return self.game.estimate(self.settings.seed, games=64).dead

    def _is_late(self) -> bool:
        """Whether a pass may be a sensible move."""
        board = self.game.board
        return bool(board.passes > 0) or 1 - int(board.empty_count) / self.game.size**2 >= LATE

    def _limit(self, color: int) -> Limit:
        settings = self.settings
        playouts, early = settings.most_playouts, settings.early_stop
        points, made = self.game.size**2, len(self.game.moves)
        time_left = self.clocks[color].allot(moves_to_come(points, made), settings.lag + 1.5 * self._overrun)
        if settings.playouts is not None and time_left is None:
            return Limit(playouts, early=early)
        if settings.seconds is not None and time_left is None:
            return Limit(playouts, settings.seconds, early=early)
        if time_left is not None:
            wanted = min(time_left.wanted, settings.seconds or time_left.wanted)
            return Limit(playouts, wanted, max(wanted, time_left.most if settings.seconds is None else wanted), early=early)
        return Limit(playouts or DEFAULT_PLAYOUTS, early=early)

    def _legal_rows(self, found: Result, color: int) -> list[ActionResult]:
        """What was found of each legal move but a pass, the best first; exactly legal, with the whole past of the game."""
        return [row for row in found.actions if row.action and row.weight and self.game.is_legal(self._move_of(row), color)]

    def _move_of(self, row: ActionResult) -> Point:
        return point_at(row.action, self.game.size)

    def _pick(self, rows: list[ActionResult]) -> ActionResult:
        """The best move; at a weak level one of the good ones."""
        temperature = self.settings.temperature
        if temperature == 0:
            return rows[0]
        source = random.Random(f"{self.settings.seed} {len(self.game.moves)}")
        weights = [(row.weight / rows[0].weight) ** (1 / temperature) for row in rows]
        return source.choices(rows, weights)[0]

    def _should_resign(self, best: ActionResult) -> bool:
        settings = self.settings
        is_hopeless = (best.value or 0.0) < settings.resign_below and self.thinker.playouts >= LEAST_TO_RESIGN
        self._hopeless = self._hopeless + 1 if is_hopeless else 0
        return settings.resign_below > 0 and self._hopeless >= settings.resign_after

    def _should_pass(self, color: int, final_status: FinalStatus, best: ActionResult, left: Limit) -> bool:
        """Whether nothing is left to play for.

        After a pass of the opponent: we win if the game ends now, and it is clear what is dead. Else all points are settled, and the
        search finds nothing better: no move that wins where we lose as it stands (a last point that either side can take), and
        nothing that the opponent could do behind a pass of ours.
        """
        rules = self.game.rules
        if not rules.dead_stones:
            return self.game.board.passes == 1 and self.game.score() * (1 if color == BLACK else -1) > 0
        if self.game.board.passes == 1 and final_status.is_clear and final_status.score_of(color) > 0:
            return True
        if not final_status.is_settled:
            return False
        hope = best.value or 0.0
        if final_status.score_of(color) <= 0:
            return hope < LOST
        return self._value_after_pass(color, left) >= min(SURE_AFTER_PASS, hope - 0.02)

    def _small_thinker(self) -> Thinker:
        """For a short search beside the one of the game: clearing its memory must not take longer than the search."""
        return Thinker(self._small_settings())

    def _small_settings(self) -> PlayerSettings:
        learning = self.settings.learning
        tables = min(memory_for(self.game.size, learning), SMALL_MEMORY)
        return replace(self.settings, memory=min(self.settings.memory, SMALL_MEMORY), learning=replace(learning, memory=tables))

    def _value_after_pass(self, color: int, left: Limit) -> float:
        """What is won after a pass, by a search from the position after it."""
        after = self.game.copy()
        after.play(PASS, color)
        thinker = self._small_thinker()
        thinker.prepare(after, other(color), self._dead_so_far())
        thinker.think(left)
        return 1.0 - thinker.result().value

    def _clean_up(self, color: int, final_status: FinalStatus, rows: list[ActionResult]) -> Move:
        """A move that takes dead stones of the opponent off the board, the best known first; a pass where there are none."""
        weights = {self._move_of(row): row.weight for row in rows}
        targets = liberties_of_dead(self.game, final_status.dead, other(color))
        for point in sorted(targets, key=lambda point: -weights.get(point, 0)):
            cell = cell_at(point, self.game.size)
            if self.game.is_legal(point, color) and not is_bad_self_atari(self.game.board, cell, np.uint64(color)):
                return point
        return PASS

    # --- what it thinks -----------------------------------------------------------------------------------------------------------

    def final_status(self) -> FinalStatus:
        """The position judged as if the game ended now; thought about once a position, with each colour to move."""
        key = hash((self.game.hash, len(self.game.moves), self.game.rules))
        if self._ending is None or self._ending[0] != key:
            self._ending = key, judge_final_status(self.game, self._judged_ownership())
        return self._ending[1]

    def _judged_ownership(self) -> np.ndarray[Any, Any]:
        game = self.game.copy()
        game.board.passes = 0
        found = []
        for color in (BLACK, WHITE):
            thinker = self._small_thinker()
            thinker.prepare(game, color)
            thinker.think(Limit(self.settings.judge_playouts))
            found.append(thinker.ownership())
        return combine_ownership(game.board, *found)

    def look(self, color: int) -> None:
        """Think about `color`'s move as long as for a move, and decide nothing."""
        self._think(color, self._limit(color))

    def analyse(self, color: int, report: Callable[[], None], interval: float, forbidden: ForbiddenMoves | None = None) -> None:
        """Think about `color`'s move until somebody waits or `interrupt`, and call `report` every `interval` seconds.

        With `forbidden` some moves are not considered; what was found then is not kept.
        """
        self._think(color, Limit(), report, interval, forbidden)

    def ponder(self) -> None:
        """Think on about the position as it is until `interrupt`, so that more is known when it is our turn."""
        self.thinker.interrupted = False
        if not self.game.is_terminal:
            self.thinker.prepare(self.game, self.game.to_play)
            self.thinker.think(Limit())


def _what_is_left(limit: Limit, used: float) -> Limit:
    """A share of a move's limit, for a second look, and no more time than was left of it."""
    playouts = None if limit.playouts is None else max(50, int(limit.playouts * SECOND_LOOK))
    if limit.seconds is None:
        return Limit(playouts)
    left = (limit.most if limit.most is not None else limit.seconds * (1 + SECOND_LOOK)) - used
    return Limit(playouts, max(0.01, min(limit.seconds * SECOND_LOOK, left)))
