"""The one judgement of final positions: GTP, the web board and `miai go score` all call `judge_game`.

The position alone decides, with fixed settings: how it came about, how strong the player is and how it searches make no difference.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, WHITE, all_points
from miai.go.player.final_status import FinalStatus, combine_ownership, is_doubtful, judge_final_status
from miai.go.player.settings import PlayerSettings
from miai.go.player.thinking import Thinker
from miai.go.rules.game import Game
from miai.go.rules.local_life import read_fights
from miai.go.rules.open_boundary import groups_beside_open_boundaries
from miai.go.tactics.life import unconditionally_alive
from miai.search.slicing import Limit

MEMORY = 32.0
"""Memory limit of a judging search in MiB: clearing more would take longer than the search."""
DEFAULT_PLAYOUTS = PlayerSettings().judge_playouts
LONGER = 16
"""Playouts of the searches that decide where short ones leave a doubt, in those of the short ones."""


def judge_game(game: Game, playouts: int = DEFAULT_PLAYOUTS, seed: int = 0) -> FinalStatus:
    """Return the status of the position of `game`: by searches of `playouts` with each colour to move, and close fights by reading."""
    ownership = judged_ownership(game, playouts, seed)
    _enter_fights(game, ownership)
    status = judge_final_status(game, ownership)
    if game.rules.counting != "territory":
        return status
    seki = status.seki | groups_beside_open_boundaries(game.position, status.dead)
    return replace(status, seki=seki, score=game.score(status.dead, seki))


def _enter_fights(game: Game, ownership: np.ndarray[Any, Any]) -> None:
    """Write what was read of close fights into `ownership`."""
    alive = unconditionally_alive(game.board)
    sure = frozenset(point for point in all_points(game.size) if alive[int(cell_at(point, game.size))])
    for point, lives in read_fights(game.position, sure).items():
        ownership[int(cell_at(point, game.size))] = 1.0 if (game.color_at(point) == BLACK) == lives else -1.0


def judged_ownership(game: Game, playouts: int = DEFAULT_PLAYOUTS, seed: int = 0) -> np.ndarray[Any, Any]:
    """Return for every cell the mean owner, from -1 (White) to 1 (Black).

    A short search may overlook how stones live or die. So longer ones decide where it leaves a doubt.
    """
    found = _ownership_by_first_move(game, playouts, seed)
    if is_doubtful(game.board, *found):
        found = _ownership_by_first_move(game, LONGER * playouts, seed)
    return combine_ownership(game.board, *found)


def _ownership_by_first_move(game: Game, playouts: int, seed: int) -> list[np.ndarray[Any, Any]]:
    """Return the ownership by two searches: with Black to move, and with White."""
    settings = PlayerSettings(memory=MEMORY, seed=seed)
    found = []
    for color in (BLACK, WHITE):
        start = Game.from_position(game.position, color, game.rules)
        thinker = Thinker(settings)
        thinker.prepare(start, color)
        thinker.think(Limit(playouts))
        found.append(thinker.ownership())
    return found
