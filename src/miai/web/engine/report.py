"""The engine's report about its search: value, candidate moves, owners of points and, less often, the graph itself.

Values of moves are for the player to move, from 0 to 1. `win` and `lead` are Black's, so that they form one curve over a game.
"""

from __future__ import annotations

from typing import Any

from miai.go.analysis import CandidateMove
from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.go.player import Player
from miai.go.player.describing import AnalysisDetail, describe_position
from miai.go.playouts.learning.learned_moves import learned_context_moves, learned_reply_moves
from miai.search.result import ActionResult
from miai.search.selection.values import prior_share, rave_share
from miai.search.settings import PRIOR_VIRTUAL
from miai.web.engine.graph import describe_graph

DETAIL = AnalysisDetail(candidates=10, variation=12)
"""The part of the search that a report describes."""


def report_search(player: Player, with_graph: bool, speed: int) -> dict[str, Any]:
    """Return the state of the latest search; `speed` is passed through."""
    search = player.thinker.search
    if search is None:
        return {}
    analysis = describe_position(player.thinker, player.game, DETAIL)
    report: dict[str, Any] = {
        "to_play": BLACK if analysis.to_play == "black" else WHITE,
        "visits": analysis.candidate_visits,
        "win": round(analysis.win_rate, 4),
        "lead": round(analysis.lead, 2),
        "owners": [round(100 * owner) for row in analysis.ownership for owner in row],
        "speed": speed,
        "moves": [candidate_row(each) for each in analysis.candidates],
    }
    if with_graph:
        result = search.result()
        rows = [row for row in result.actions if row.weight > 0 and row.value is not None]
        report["graph"] = {
            **describe_graph(search),
            "depth": result.depth,
            "memory": [result.memory_used, result.memory_limit],
            "prunes": result.prunes,
            "threads": result.threads,
            "recalled": None if search.link is None else len(search.history or ()),
            "parts": [_parts(search, row) for row in rows[:8]],
            "learned": _learned(player),
            "opening": _opening(player),
        }
    return report


def candidate_row(found: CandidateMove) -> list[Any]:
    """Return a candidate as the page keeps it: [move, win rate, visits, variation, lead]; values are for the player to move."""
    lead = None if found.lead is None else round(found.lead, 2)
    return [found.move, round(found.win_rate, 4), found.visits, list(found.variation), lead]


def _opening(player: Player) -> dict[str, Any] | None:
    """Return the patterns of the position and the moves that they suggest; `None` if they are not in use."""
    view = player.thinker.opening_view()
    if view is None:
        return None
    answers = [[move, region, games, total] for move, region, games, total in view.answers()[:8]]
    return {**view.as_dict(), "answers": answers}


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
