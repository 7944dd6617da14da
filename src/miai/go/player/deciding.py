"""Decisions of a player: time for a move, which move, when to pass, and how to take dead stones off."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai.go.analysis import PositionAnalysis
from miai.go.board.board import cell_at, point_at
from miai.go.levels import level_numbered
from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, Move, Point, neighbours, other
from miai.go.player.final_status import FinalStatus, liberties_of_dead
from miai.go.player.settings import DEFAULT_PLAYOUTS, PlayerSettings
from miai.go.rules.clock import Clock, moves_to_come
from miai.go.rules.game import Game
from miai.go.rules.seki import dame_of, is_safe_fill
from miai.go.tactics.self_atari import is_bad_self_atari
from miai.search.result import ActionResult, Result
from miai.search.slicing import Limit

LATE = 0.5
"""Share of the board that is filled when passing begins to matter."""
SECOND_LOOK = 0.25
"""Playouts or time of the search behind a pass, as a share of those of a move."""


@dataclass(frozen=True)
class Decision:
    """The move that a player chose, and the analysis of the position in which it chose."""

    move: Move
    analysis: PositionAnalysis


def limit_of_move(settings: PlayerSettings, clock: Clock, game: Game, overrun: float) -> Limit:
    """Return the limit of the next move. `overrun` are seconds that moves have lately taken beyond their limit."""
    playouts, early = settings.most_playouts, settings.early_stop
    time_left = clock.allot(moves_to_come(game.size**2, len(game.moves)), settings.lag + 1.5 * overrun)
    if settings.playouts is not None and time_left is None:
        return Limit(playouts, stop_early=early)
    if settings.seconds is not None and time_left is None:
        return Limit(playouts, settings.seconds, stop_early=early)
    if time_left is not None:
        wanted = min(time_left.wanted, settings.seconds or time_left.wanted)
        most = max(wanted, time_left.most if settings.seconds is None else wanted)
        return Limit(playouts, wanted, most, stop_early=early)
    return Limit(playouts or DEFAULT_PLAYOUTS, stop_early=early)


def limit_behind_pass(limit: Limit, used: float) -> Limit:
    """Return the limit of the search behind a pass: a share of that of the move, and no more time than is left of it."""
    playouts = None if limit.playouts is None else max(50, int(limit.playouts * SECOND_LOOK))
    if limit.seconds is None:
        return Limit(playouts)
    left = (limit.most_seconds if limit.most_seconds is not None else limit.seconds * (1 + SECOND_LOOK)) - used
    return Limit(playouts, max(0.01, min(limit.seconds * SECOND_LOOK, left)))


def is_late(game: Game) -> bool:
    """Return whether a pass may be a sensible move."""
    return bool(game.board.passes > 0) or 1 - int(game.board.empty_count) / game.size**2 >= LATE


def dead_stones(game: Game, seed: int) -> frozenset[Point]:
    """Return the stones that a pass would lose, if that matters: late in the game, or after a pass of the opponent."""
    if not game.rules.dead_stones or not is_late(game):
        return frozenset()
    return game.estimate(seed, games=64).dead


def point_of(row: ActionResult, game: Game) -> Point:
    """Return the point of an action that is not a pass."""
    return point_at(row.action, game.size)


def legal_rows(result: Result, game: Game, color: int) -> list[ActionResult]:
    """Return all moves except a pass that are legal with the whole past of the game, the searched ones first and the best at their head."""
    return [row for row in result.actions if row.action and game.is_legal(point_of(row, game), color)]


def pick_row(rows: Sequence[ActionResult], legal: Sequence[ActionResult], settings: PlayerSettings, number: int) -> ActionResult:
    """Return the row of the move to play: the best of `rows`, or at a weak level now and then one of `legal`, at first sight.

    `rows` are the searched moves, best first; `legal` are all moves. The draw depends on the seed and the `number` of the move alone.
    """
    level = level_numbered(settings.level)
    source = random.Random(f"{settings.seed} {number}")
    if source.random() >= level.sight:
        return rows[0]
    weights = [(row.prior * row.prior_weight) ** level.focus for row in legal]
    return source.choices(legal, weights)[0] if sum(weights) else rows[0]


def last_dame(game: Game, status: FinalStatus, rows: list[ActionResult], color: int) -> Move:
    """Return a dame to fill before passing, the best known first; a pass where none is worth a point.

    By area a dame is a point. It touches living stones of both colours, none of them in seki, and can be filled without danger.
    """
    if game.rules.counting != "area" or not game.rules.dead_stones:
        return PASS
    alive = game.position.put(EMPTY, status.dead)
    weights = {point_of(row, game): row.weight for row in rows}
    for point in sorted(dame_of(alive), key=lambda point: (-weights.get(point, 0), point)):
        beside = [near for near in neighbours(point, game.size) if alive.color_at(near) != EMPTY]
        if {alive.color_at(near) for near in beside} != {BLACK, WHITE} or status.seki & set(beside):
            continue
        if game.is_legal(point, color) and is_safe_fill(game.position, color, point, status.dead):
            return point
    return PASS


def clean_up_move(game: Game, status: FinalStatus, rows: list[ActionResult], color: int) -> Move:
    """Return a move that takes dead stones of the opponent off the board, the best known first; a pass where there is none."""
    weights = {point_of(row, game): row.weight for row in rows}
    targets = liberties_of_dead(game, status.dead, other(color))
    for point in sorted(targets, key=lambda point: -weights.get(point, 0)):
        if game.is_legal(point, color) and not is_bad_self_atari(game.board, cell_at(point, game.size), np.uint64(color)):
            return point
    return PASS
