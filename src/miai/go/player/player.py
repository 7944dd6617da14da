"""A player of Go: it receives moves, rules and time, and answers with moves and analyses."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from miai.core.compile_ahead import Part
from miai.go.analysis import PositionAnalysis
from miai.go.notation.coordinates import BLACK, PASS, RESIGN, WHITE, Move, Point, other
from miai.go.player.deciding import (
    Decision,
    clean_up_move,
    dead_stones,
    is_late,
    last_dame,
    legal_rows,
    limit_behind_pass,
    limit_of_move,
    pick_row,
    point_of,
)
from miai.go.player.describing import SUMMARY, AnalysisDetail, describe_position
from miai.go.player.final_status import FinalStatus, judge_final_status
from miai.go.player.judging import judge_game
from miai.go.player.opening import OpeningBook
from miai.go.player.preparing import preparations, small_settings
from miai.go.player.settings import PlayerSettings
from miai.go.player.thinking import ForbiddenMoves, Thinker
from miai.go.rules.clock import Clock, TimeSettings
from miai.go.rules.game import Game
from miai.go.rules.handicap import free_handicap
from miai.go.rules.rulesets import Rules
from miai.search.result import ActionResult
from miai.search.sharing.joining import Partners
from miai.search.slicing import Limit
from miai.search.store_protocol import Store

log = logging.getLogger(__name__)

LEAST_TO_RESIGN = 30
"""Playouts below which a position is never hopeless."""
SURE_AFTER_PASS = 0.85
"""Win rate after a pass, with the opponent's best answer, from which a pass is safe."""
WORTH = 1.0
"""Points that a move must gain over a pass to be played when the winner is certain."""
SURE = 0.9
"""Win rate of the best move from which a winner plays on for points after a pass of the opponent."""
LOST = 0.1
"""Win rate of the best move below which a game that is lost on the board is not continued."""


class Player:
    """A player of Go: a game, two clocks, and a search that is kept between moves.

    Use it from one thread at a time; only `interrupt` may be called from others.

    Parameters
    ----------
    size : int
        Board size.
    rules : Rules or str
        Rules, or the name of a preset: chinese, aga, japanese, tromp-taylor.
    settings : PlayerSettings, optional
        Limits of a move, and the settings of search, playouts, priors, learning and groups.
    store : Store, optional
        Statistics of earlier games. The player reads them and adds its own. The caller closes the store, after `close()`.
    partners : Partners, optional
        Searches of a cluster that take part (`miai.distributed.Team`). The caller closes them.

    Attributes
    ----------
    game : Game
        The game so far.
    clocks : dict
        The clock of each colour.

    Examples
    --------
    >>> from miai.go.notation.coordinates import BLACK, WHITE
    >>> from miai.go.player import Player, PlayerSettings
    >>> player = Player(5, settings=PlayerSettings(playouts=30, memory=4))
    >>> player.play(BLACK, (2, 2))
    >>> decision = player.genmove(WHITE)
    >>> decision.analysis.to_play, len(player.game.moves)
    ('white', 2)
    """

    def __init__(
        self,
        size: int = 19,
        rules: Rules | str = "chinese",
        settings: PlayerSettings | None = None,
        store: Store | None = None,
        partners: Partners | None = None,
    ) -> None:
        self.settings = settings or PlayerSettings()
        self.settings.check_together()
        self.game = Game(size, rules)
        self.store, self.partners = store, partners
        self.thinker = Thinker(self.settings, store, partners)
        self.opening = OpeningBook(self.settings)
        self.clocks = {color: Clock() for color in (BLACK, WHITE)}
        self._hopeless = 0
        """Consecutive own moves with a win rate below `resign_below`."""
        self._overrun = 0.0
        """Seconds that moves have lately taken beyond their limit: a busy machine, a large board."""
        self._final_status: tuple[int, FinalStatus] | None = None
        self.before_search: Callable[[], None] = lambda: None
        """Called before every search: it may wait until what a search needs is compiled."""
        self._prepared: tuple[int, PlayerSettings] | None = None
        """Board size and settings for which everything is compiled."""

    # --- the game -----------------------------------------------------------------------------------------------------------------

    def start(self, size: int | None = None) -> None:
        """Start a new game, with another board size if `size` is given. Rules, komi and time settings stay."""
        self.game = Game(size or self.game.size, self.game.rules)
        for clock in self.clocks.values():
            clock.restart()
        self._start_new_search()

    def set_game(self, game: Game) -> None:
        """Continue from `game`, which the player owns from now on."""
        self.game = game
        self._start_new_search()

    def set_rules(self, rules: Rules) -> None:
        """Continue by other rules. The position stays."""
        if rules != self.game.rules:
            self.game.change_rules(rules)
            self._start_new_search()

    def set_time(self, settings: TimeSettings) -> None:
        """Give both colours new clocks."""
        self.clocks = {color: Clock(settings) for color in (BLACK, WHITE)}

    def change_settings(self, settings: PlayerSettings) -> None:
        """Use other settings from now on. The search is kept where only the limits of a move differ. Raise `UserError`."""
        settings.check_together()
        same = replace(self.settings, playouts=settings.playouts, seconds=settings.seconds, level=settings.level)
        if same == settings:
            self.thinker.settings = settings
        else:
            self.thinker.forget()
            self.thinker = Thinker(settings, self.store, self.partners)
            self.opening = OpeningBook(settings)
        self.settings = settings

    def _start_new_search(self) -> None:
        self.thinker.start_new_game()
        self.opening.start_new_game()
        self._hopeless, self._final_status = 0, None

    def play(self, color: int, move: Move) -> None:
        """Make a move of `color`. Raise `IllegalMove` if the rules forbid it.

        Once the move is on the board, nothing is raised: a search that cannot follow, or be saved, is dropped.
        """
        before = self.game.copy() if self.thinker.search is not None else self.game
        self.game.play(move, color)
        try:
            self.thinker.follow(before, color, move)
        except Exception:  # the answer must agree with the board
            log.exception("the search cannot follow the move and is dropped")
            self.thinker.search = None

    def undo(self, count: int = 1) -> None:
        """Take back `count` moves. Raise `ValueError`, and take back none, if the game has fewer."""
        if count > len(self.game.moves):
            raise ValueError("there is no move to take back")
        for _ in range(count):
            self.game.undo()
        self.thinker.forget()

    def place_free_handicap(self, count: int) -> list[Point]:
        """Place `count` handicap stones on points of the player's choice and return the points. Raise `ValueError`."""
        stones = free_handicap(self.game.size, count)
        self.place_handicap(stones)
        return stones

    def place_handicap(self, stones: list[Point]) -> None:
        """Place Black's handicap stones: all of them or, with a `ValueError`, none."""
        self.game.place_handicap(stones)
        self._start_new_search()

    def close(self) -> None:
        """Export the search to the store, if there is one."""
        self.thinker.forget()

    def interrupt(self) -> None:
        """End the present search at once. May be called from any thread."""
        self.thinker.interrupt()

    # --- moves --------------------------------------------------------------------------------------------------------------------

    def prepare(self, should_stop: Callable[[], bool] | None = None) -> bool:
        """Compile everything that a game needs, from the first move to the score, so that no clock runs meanwhile.

        Return false, with the rest left out, if `should_stop()` is true between two parts.
        """
        for part in self.preparations():
            if should_stop is not None and should_stop():
                return False
            part.run()
        return True

    def preparations(self) -> list[Part]:
        """Return what a game needs compiled, in the order of need; the first part is enough for a move."""
        return preparations(self.game.size, self.game.rules, self.settings)

    def prepare_for_clock(self) -> None:
        """Call `prepare` where time is limited, once for each board size and settings."""
        wanted = self.game.size, self.settings
        if self.clocks[BLACK].settings.has_limit and self._prepared != wanted:
            self.prepare()
            self._prepared = wanted

    def genmove(
        self,
        color: int,
        *,
        detail: AnalysisDetail = SUMMARY,
        forbidden: ForbiddenMoves | None = None,
        should_stop: Callable[[], bool] | None = None,
        on_report: Callable[[], None] | None = None,
        interval: float = 0.5,
    ) -> Decision:
        """Choose a move for `color`, make it unless it is a resignation, and charge the clock.

        Parameters
        ----------
        color : int
            BLACK or WHITE.
        detail : AnalysisDetail
            How much the analysis of the decision describes.
        forbidden : ForbiddenMoves, optional
            Moves that are not considered.
        should_stop : callable, optional
            Called every few milliseconds; the search ends when it returns true.
        on_report : callable, optional
            Called every `interval` seconds; `analysis()` describes the search so far.
        interval : float
            Seconds between two reports.

        Returns
        -------
        Decision
            The move and the analysis of the position before it.
        """
        began, limit = time.perf_counter(), self._limit(color)
        decision = self.choose(
            color, detail=detail, forbidden=forbidden, should_stop=should_stop, on_report=on_report, interval=interval
        )
        if decision.move != RESIGN:
            self.play(color, decision.move)
        used = time.perf_counter() - began
        self.clocks[color].spend(used)
        if limit.most_seconds is not None:
            self._overrun = max(0.8 * self._overrun, used - limit.most_seconds)
        return decision

    def choose(
        self,
        color: int,
        *,
        cleanup: bool = False,
        may_resign: bool = True,
        detail: AnalysisDetail = SUMMARY,
        forbidden: ForbiddenMoves | None = None,
        should_stop: Callable[[], bool] | None = None,
        on_report: Callable[[], None] | None = None,
        interval: float = 0.5,
    ) -> Decision:
        """Return the decision of `genmove`, without making the move.

        With `cleanup` the player takes dead stones of the opponent off before it passes, and does not resign.
        """
        if not cleanup and forbidden is None and (known := self.opening.decide(self.game, color)) is not None:
            return known
        began, limit = time.perf_counter(), self._limit(color)
        self._think(color, limit, should_stop, on_report, interval, forbidden)
        analysis = describe_position(self.thinker, self.game, detail)
        status = judge_final_status(self.game, self.thinker.ownership())
        result = self.thinker.result()
        legal = legal_rows(result, self.game, color)
        rows = [row for row in legal if row.weight]
        self.thinker.learn_direction()
        self.opening.test_last_move(self.game, (rows[0].value or 0.0) if rows else 0.5, self.thinker.playouts)
        if cleanup:
            return Decision(clean_up_move(self.game, status, rows, color), analysis)
        if not rows:
            return Decision(PASS, analysis)
        if self._should_resign(rows[0]) and may_resign:
            return Decision(RESIGN, analysis)
        is_pass_best = result.best_action == 0 and is_late(self.game)
        left = limit_behind_pass(limit, time.perf_counter() - began)
        if is_pass_best or self._should_pass(color, status, rows[0], left, should_stop):
            return Decision(last_dame(self.game, status, rows, color), analysis)
        return Decision(point_of(pick_row(rows, legal, self.settings, len(self.game.moves)), self.game), analysis)

    def _think(
        self,
        color: int,
        limit: Limit,
        should_stop: Callable[[], bool] | None = None,
        on_report: Callable[[], None] | None = None,
        interval: float = 0.5,
        forbidden: ForbiddenMoves | None = None,
    ) -> None:
        self.before_search()
        self.thinker.is_interrupted = False
        self.thinker.prepare(self.game, color, dead_stones(self.game, self.settings.seed), forbidden)
        self.thinker.think(limit, should_stop, on_report, interval)
        self.thinker.try_a_move()

    def _limit(self, color: int) -> Limit:
        return limit_of_move(self.settings, self.clocks[color], self.game, self._overrun)

    def _should_resign(self, best: ActionResult) -> bool:
        settings = self.settings
        is_hopeless = (best.value or 0.0) < settings.resign_below and self.thinker.playouts >= LEAST_TO_RESIGN
        self._hopeless = self._hopeless + 1 if is_hopeless else 0
        return settings.resign_below > 0 and self._hopeless >= settings.resign_after

    def _should_pass(
        self, color: int, status: FinalStatus, best: ActionResult, left: Limit, should_stop: Callable[[], bool] | None
    ) -> bool:
        """Return whether nothing is left to play for.

        After a pass of the opponent: we win if the game ends now, and the dead stones are clear. Otherwise all points must be
        settled, and the search must find nothing better: no move that wins a game that is lost on the board (a last point that either
        side can take), and no damage by the opponent after our pass. In both cases a pass must not give points away.
        """
        rules = self.game.rules
        if not rules.dead_stones:
            return self.game.board.passes == 1 and self.game.score() * (1 if color == BLACK else -1) > 0
        hope, sign = best.value or 0.0, 1 if color == BLACK else -1
        would_win = self.game.board.passes >= 1 and status.is_clear and status.score_of(color) > 0
        if would_win and hope < SURE:
            return True
        if not would_win and (not status.is_settled or (status.score_of(color) <= 0 and hope >= LOST)):
            return False
        value, lead = self._after_pass(color, left, should_stop)
        if sign * (self.thinker.lead - lead) >= WORTH:
            return False
        return would_win or status.score_of(color) <= 0 or value >= min(SURE_AFTER_PASS, hope - 0.02)

    def _after_pass(self, color: int, left: Limit, should_stop: Callable[[], bool] | None) -> tuple[float, float]:
        """Return the value of a pass for `color`, and Black's lead after it, by a search of the position after the pass."""
        after = self.game.copy()
        after.play(PASS, color)
        thinker = self._small_thinker()
        thinker.prepare(after, other(color), dead_stones(self.game, self.settings.seed))
        thinker.think(left, should_stop)
        return 1.0 - thinker.result().value, thinker.lead

    def _small_thinker(self) -> Thinker:
        """Return a thinker for a short search, with little memory: clearing it must not take longer than the search."""
        return Thinker(small_settings(self.game.size, self.settings))

    # --- analysis -----------------------------------------------------------------------------------------------------------------

    def analysis(self, detail: AnalysisDetail | None = None) -> PositionAnalysis | None:
        """Return the analysis of the position that was searched last; `None` before the first search."""
        return None if self.thinker.search is None else describe_position(self.thinker, self.game, detail or AnalysisDetail())

    def final_status(self) -> FinalStatus:
        """Return the status of the position if the game ended now. It is searched once, with each colour to move."""
        key = hash((self.game.hash, len(self.game.moves), self.game.rules))
        if self._final_status is None or self._final_status[0] != key:
            self.before_search()
            self._final_status = key, judge_game(self.game, self.settings.judge_playouts)
        return self._final_status[1]

    def look(self, color: int, should_stop: Callable[[], bool] | None = None) -> None:
        """Search `color`'s move as long as `genmove` would, without a decision."""
        self._think(color, self._limit(color), should_stop)

    def analyse(
        self,
        color: int,
        on_report: Callable[[], None],
        interval: float,
        should_stop: Callable[[], bool] | None = None,
        forbidden: ForbiddenMoves | None = None,
    ) -> None:
        """Search `color`'s move until `should_stop()` or `interrupt`, and call `on_report` every `interval` seconds.

        With `forbidden` some moves are not considered, and the search is not kept.
        """
        self._think(color, Limit(), should_stop, on_report, interval, forbidden)

    def ponder(self, should_stop: Callable[[], bool] | None = None) -> None:
        """Search the present position until `should_stop()` or `interrupt`, on the opponent's time."""
        self.thinker.is_interrupted = False
        if not self.game.is_terminal:
            self.thinker.prepare(self.game, self.game.to_play)
            self.thinker.think(Limit(), should_stop)
