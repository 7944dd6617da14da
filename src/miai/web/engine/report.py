"""What the engine tells the page of its search: a position's worth, the moves, the owners, and (less often) the graph itself.

Values of moves are seen by the player to move, from 0 to 1. `win` and `lead` are Black's, so that a curve of them reads through a game.
"""

from __future__ import annotations

from typing import Any

from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, all_points, to_vertex
from miai.go.player import Player
from miai.go.playouts.learning.views import learned_answers, learned_nearby
from miai.search.result import ActionResult, GraphView, principal_variation
from miai.search.selection.values import prior_share, rave_share
from miai.search.settings import PRIOR_VIRTUAL
from miai.web.engine.graph import describe_graph

MOST_MOVES = 10
"""Moves that are told of, the best ones."""
LONGEST_VARIATION = 12


def tell(player: Player, with_graph: bool, speed: int) -> dict[str, Any]:
    """What is known now of the position that was thought about last; `speed` is handed on."""
    search = player.thinker.search
    if search is None:
        return {}
    result, view, root = search.result(), search.view(), int(search.graph.head.root)
    to_play = int(search.states[0].board.to_play)
    rows = [row for row in result.actions if row.weight > 0 and row.value is not None]
    best = float(rows[0].value or 0.0) if rows else result.value
    told: dict[str, Any] = {
        "to_play": to_play,
        "visits": sum(row.visits for row in rows),
        "win": round(best if to_play == BLACK else 1 - best, 4),
        "lead": round(_lead(player), 2),
        "owners": _owners(player),
        "speed": speed,
        "moves": [_tell_move(search, view, root, row) for row in rows[:MOST_MOVES]],
    }
    if with_graph:
        told["graph"] = {
            **describe_graph(search),
            "depth": result.depth,
            "memory": [result.memory_used, result.memory_limit],
            "releases": result.prunes,
            "threads": result.threads,
            "recalled": None if search.link is None else len(search.history or ()),
            "parts": [_parts(search, row) for row in rows[:8]],
            "learned": _learned(player),
        }
    return told


def _tell_move(search: Any, view: GraphView, root: int, row: ActionResult) -> list[Any]:
    """Move, value, visits, the expected play after it."""
    line = principal_variation(view, root, search.state, row.action, LONGEST_VARIATION)
    return [row.text, round(float(row.value or 0.0), 4), row.visits, list(line)]


def _lead(player: Player) -> float:
    """Black's points less White's, by the mean owner of every point."""
    game = player.game
    return float(player.thinker.ownership().sum()) - game.rules.komi - game.rules.points_for_handicap(game.handicap)


def _owners(player: Player) -> list[int]:
    """The owner of every point, row by row from the top: 100 Black's, -100 White's."""
    owned, size = player.thinker.ownership(), player.game.size
    return [round(100 * float(owned[int(cell_at(point, size))])) for point in all_points(size)]


def _learned(player: Player) -> dict[str, list[list[Any]]] | None:
    """What playouts have learned of points near the last move and of answers to it, the best first: point, wins, updates, suggested.

    `None` where playouts do not learn.
    """
    knowledge = player.thinker.knowledge
    if knowledge is None or player.thinker.search is None:
        return None
    board = player.thinker.search.states[0].board
    return {
        name: [[to_vertex(row.point), row.wins, row.updates, row.is_suggested] for row in learned(knowledge, board)[:8]]
        for name, learned in (("nearby", learned_nearby), ("answers", learned_answers))
    }


def _parts(search: Any, row: ActionResult) -> dict[str, Any]:
    """What the value that selection uses is made of: playouts, RAVE and prior, each with its value and its share.

    As in `miai.search.selection.values`: a virtual prior counts as playouts, then RAVE takes its share of the whole.
    """
    settings = search.kernel_settings
    tries, weight = row.weight, float(row.prior_weight)
    virtual = weight if settings.prior == PRIOR_VIRTUAL else 0.0
    a = float(prior_share(settings, tries, weight))
    b = min(float(rave_share(settings, tries + virtual, float(row.rave_visits))), 1.0 - a)
    rest = 1.0 - a - b
    of_playouts = rest * tries / (tries + virtual)
    return {
        "move": row.text,
        "playouts": [round(float(row.value or 0.0), 4), round(of_playouts, 4)],
        "rave": [round(row.rave_value or 0.0, 4), round(b, 4)],
        "prior": [round(row.prior, 4), round(a + rest - of_playouts, 4)],
    }
