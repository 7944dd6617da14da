"""From a search to a `PositionAnalysis`: the one place where visits become candidate moves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.analysis import CandidateMove, PositionAnalysis
from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, from_vertex
from miai.go.player.prior_quality import prior_quality
from miai.go.player.thinking import Thinker
from miai.go.rules.game import Game
from miai.search.driver import Search
from miai.search.result import ActionResult, principal_variation


@dataclass(frozen=True)
class AnalysisDetail:
    """The extent of an analysis. Variations take the most time."""

    candidates: int = 1000
    """Most candidate moves."""
    variation: int = 15
    """Most moves of a variation."""
    variation_visits: bool = False
    """Whether to count the visits along variations."""
    opening: bool = False
    """Whether to describe the patterns of the position, where the engine uses them."""
    prior_quality: bool = False
    """Whether to compare the priors with the values found."""


MEAN_PLAYOUTS = 64
"""Weight, in playouts, of the mean of all moves in the lead of each: on 9x9 single playouts vary by about 40 points, moves by about 5."""
SUMMARY = AnalysisDetail(candidates=0)
"""No candidate moves: win rate, lead and ownership only."""


def describe_position(thinker: Thinker, game: Game, detail: AnalysisDetail, played: str | None = None) -> PositionAnalysis:
    """Return the analysis of the position that `thinker` has searched, which is that of `game`. `played` is only noted."""
    search = thinker.search
    assert search is not None
    result = search.result()
    rows = [row for row in result.actions if row.weight > 0 and row.value is not None]
    best = float(rows[0].value or 0.0) if rows else result.value
    color = int(search.states[0].board.to_play)
    owned, leads = thinker.ownership(), _leads_by_action(thinker, game, color)
    mean_lead = float(owned.sum()) - game.rules.komi - game.rules.points_for_handicap(game.handicap)
    best_lead = leads.get(rows[0].action) if rows else None
    return PositionAnalysis(
        number=len(game.moves),
        to_play=COLOR_NAMES[color],
        win_rate=best if color == BLACK else 1.0 - best,
        candidates=describe_candidates(search, rows, detail, leads),
        ownership=_rows_from_top(owned, game.size),
        played=played,
        lead=mean_lead if best_lead is None else best_lead if color == BLACK else -best_lead,
        visits=result.visits,
        candidate_visits=sum(row.visits for row in rows),
        value=result.value,
        playouts=thinker.playouts,
        opening=thinker.opening_view() if detail.opening else None,
        prior_quality=prior_quality(search, rows) if detail.prior_quality else None,
    )


def _leads_by_action(thinker: Thinker, game: Game, color: int) -> dict[int, float]:
    """Return the lead of `color` after each move that playouts began with: the mean of these, drawn towards the mean of all playouts."""
    tried, points = thinker.points_by_move()
    if not tried.any():
        return {}
    all_mean = float((tried * points).sum() / tried.sum())
    means = (tried * points + MEAN_PLAYOUTS * all_mean) / (tried + MEAN_PLAYOUTS)
    given = game.rules.komi + game.rules.points_for_handicap(game.handicap)
    sign = 1.0 if color == BLACK else -1.0
    return {int(cell): sign * (float(means[cell]) - given) for cell in np.flatnonzero(tried)}


def describe_candidates(
    search: Search, rows: list[ActionResult], detail: AnalysisDetail, leads: dict[int, float]
) -> tuple[CandidateMove, ...]:
    """Return the searched moves in the order of `rows`; `leads` are those of the player to move, by action."""
    view, root = search.view(), int(search.graph.head.root)
    mass = sum(row.prior_weight * row.prior for row in rows) or 1.0
    found = []
    for row in rows[: detail.candidates]:
        value = float(row.value or 0.0)
        variation = principal_variation(view, root, search.state, row.action, detail.variation)
        found.append(
            CandidateMove(
                move=row.text,
                win_rate=value,
                visits=row.visits,
                prior=row.prior,
                variation=variation,
                prior_share=row.prior * row.prior_weight / mass,
                lower_bound=max(0.0, value - 1.96 * math.sqrt(max(value * (1 - value), 0.01) / row.weight)),
                variation_visits=_visits_along(search, variation) if detail.variation_visits else (),
                lead=leads.get(row.action),
            )
        )
    return tuple(found)


def _visits_along(search: Search, variation: tuple[str, ...]) -> tuple[int, ...]:
    """Return the visits of the positions along a variation; 0 where the graph ends."""
    view, index = search.view(), int(search.graph.head.root)
    size, found = int(search.states[0].board.side.size), []
    for word in variation:
        move = from_vertex(word, size)
        index = view.child_by_action(index, 0 if isinstance(move, str) else int(cell_at(move, size)))
        found.append(int(view.node(index).visits) if index >= 0 else 0)
    return tuple(found)


def _rows_from_top(owned: np.ndarray[Any, Any], size: int) -> tuple[tuple[float, ...], ...]:
    """Return the values of cells as rows of points, the top row first."""
    return tuple(tuple(float(owned[int(cell_at((column, row), size))]) for column in range(size)) for row in reversed(range(size)))
