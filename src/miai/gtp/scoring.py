"""Commands for the end of a game: score and status of stones and points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from miai.go.board.board import point_at
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, all_points, to_vertex
from miai.go.rules.game import Game
from miai.go.rules.scoring import fill_reach
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_point

if TYPE_CHECKING:
    from miai.go.player.final_status import FinalStatus
    from miai.gtp.engine import GtpEngine


@command("final_score")
def final_score(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the score if the game ended now, with dead stones taken off."""
    final_status = engine.player.final_status()
    return engine.player.game.result(final_status.dead, final_status.seki)


@command("final_status_list", least=1, most=1)
def final_status_list(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """List chains that are alive, dead or seki, one per line, or points of black_territory, white_territory or dame."""
    game, final_status = engine.player.game, engine.player.final_status()
    status = words[0].lower()
    if status in ("alive", "dead", "seki"):
        return "\n".join(" ".join(map(to_vertex, chain)) for chain in chains_that_are(game, final_status, status))
    if status in ("black_territory", "white_territory", "dame"):
        return " ".join(map(to_vertex, _points_that_are(game, final_status, status)))
    raise Failure("syntax error")


@command("final_status", least=1, most=1)
def final_status(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the status of one point."""
    game, final_status = engine.player.game, engine.player.final_status()
    point = read_point(words[0], game.size)
    if game.color_at(point) != EMPTY:
        return "dead" if point in final_status.dead else "seki" if point in final_status.seki else "alive"
    return next(
        status for status in ("black_territory", "white_territory", "dame") if point in _points_that_are(game, final_status, status)
    )


def chains_that_are(game: Game, final_status: FinalStatus, status: str) -> list[list[Point]]:
    """Return the chains with a status, each as the list of its points."""
    chains: dict[int, list[Point]] = {}
    for point in all_points(game.size):
        if game.color_at(point) == EMPTY:
            continue
        found = "dead" if point in final_status.dead else "seki" if point in final_status.seki else "alive"
        if found == status:
            chains.setdefault(game.chain_at(point), []).append(point)
    return list(chains.values())


def _points_that_are(game: Game, final_status: FinalStatus, status: str) -> Iterable[Point]:
    """Yield the empty points, and the points of dead stones, that belong to one colour or, for dame, to none."""
    wanted = {"black_territory": (BLACK,), "white_territory": (WHITE,), "dame": (EMPTY, BLACK | WHITE)}[status]
    dead = np.zeros(game.board.color.size, np.uint8)
    for cell in range(dead.size):
        dead[cell] = game.board.color[cell] in (BLACK, WHITE) and point_at(cell, game.size) in final_status.dead
    reach = np.zeros_like(dead)
    fill_reach(game.board, dead, reach)
    for cell in range(dead.size):
        if (game.board.color[cell] == EMPTY or dead[cell]) and reach[cell] in wanted:
            yield point_at(cell, game.size)
