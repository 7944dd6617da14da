"""The engine's report about its search: value, candidate moves, owners of points and, less often, the graph itself.

Values of moves are for the player to move, from 0 to 1. `win` and `lead` are Black's, so that they form one curve over a game.
"""

from __future__ import annotations

from typing import Any

from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, all_points, to_vertex
from miai.go.player import Player
from miai.go.playouts.learning.learned_moves import learned_context_moves, learned_reply_moves
from miai.search.result import ActionResult, GraphView, principal_variation
from miai.search.selection.values import prior_share, rave_share
from miai.search.settings import PRIOR_VIRTUAL
from miai.web.engine.graph import describe_graph

MOST_MOVES = 10
"""Candidate moves in a report, the best first."""
LONGEST_VARIATION = 12


def report_search(player: Player, with_graph: bool, speed: int) -> dict[str, Any]:
    """Return the state of the latest search; `speed` is passed through."""
    search = player.thinker.search
    if search is None:
        return {}
    result, view, root = search.result(), search.view(), int(search.graph.head.root)
    to_play = int(search.states[0].board.to_play)
    rows = [row for row in result.actions if row.weight > 0 and row.value is not None]
    best = float(rows[0].value or 0.0) if rows else result.value
    report: dict[str, Any] = {
        "to_play": to_play,
        "visits": sum(row.visits for row in rows),
        "win": round(best if to_play == BLACK else 1 - best, 4),
        "lead": round(_lead(player), 2),
        "owners": _owners(player),
        "speed": speed,
        "moves": [_move(search, view, root, row) for row in rows[:MOST_MOVES]],
    }
    if with_graph:
        report["graph"] = {
            **describe_graph(search),
            "depth": result.depth,
            "memory": [result.memory_used, result.memory_limit],
            "releases": result.prunes,
            "threads": result.threads,
            "recalled": None if search.link is None else len(search.history or ()),
            "parts": [_parts(search, row) for row in rows[:8]],
            "learned": _learned(player),
        }
    return report


def _move(search: Any, view: GraphView, root: int, row: ActionResult) -> list[Any]:
    """Return move, value, visits and expected variation."""
    line = principal_variation(view, root, search.state, row.action, LONGEST_VARIATION)
    return [row.text, round(float(row.value or 0.0), 4), row.visits, list(line)]


def _lead(player: Player) -> float:
    """Return Black's lead in points by the mean owner of every point."""
    game = player.game
    return float(player.thinker.ownership().sum()) - game.rules.komi - game.rules.points_for_handicap(game.handicap)


def _owners(player: Player) -> list[int]:
    """Return the owner of every point, row by row from the top: 100 for Black, -100 for White."""
    owned, size = player.thinker.ownership(), player.game.size
    return [round(100 * float(owned[int(cell_at(point, size))])) for point in all_points(size)]


def _learned(player: Player) -> dict[str, list[list[Any]]] | None:
    """Return what playouts have learned about points near the last move and replies to it, the best first.

    A row is [point, wins, updates, is suggested]. Return `None` if playouts do not learn.
    """
    knowledge = player.thinker.knowledge
    if knowledge is None or player.thinker.search is None:
        return None
    board = player.thinker.search.states[0].board
    return {
        name: [[to_vertex(row.point), row.wins, row.updates, row.is_suggested] for row in learned(knowledge, board)[:8]]
        for name, learned in (("nearby", learned_context_moves), ("answers", learned_reply_moves))
    }


def _parts(search: Any, row: ActionResult) -> dict[str, Any]:
    """Return the parts of the value that selection uses: playouts, RAVE and prior, each with its value and its share.

    As in `miai.search.selection.values`, a virtual prior counts as playouts, then RAVE takes its share of the whole.
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
