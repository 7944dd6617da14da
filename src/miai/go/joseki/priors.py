"""From patterns to priors: answers change the chances of moves, and M-eval adds virtual visits.

**Answers.** In a region with a known pattern a part of the chance of all its moves is distributed by the answers that games had there. The
sum over all moves stays the same, so answers decide where in a region to play, and the learned chances in which region.

**M-eval.** The win rate of a candidate is 1/2 plus its lead over the mean of all candidates, in standard deviations, times `intensity`;
candidates below the mean get nothing. A learned prior is often above such a rate, and virtual visits would lower it, so with `wins` only
the part above 1/2 counts, as wins; `visits` is the published form.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import U64
from miai.go.joseki.desk import ply_at
from miai.go.joseki.matching import answer_cell, answer_color, answered_by, is_in_use, kind_length
from miai.go.joseki.memory import answer_at, pattern_at
from miai.go.joseki.regions import MIRRORS, REGIONS
from miai.go.joseki.settings import VISITS


@kernel
def spread_chances(tables, desk, settings, chance):
    """Distribute a part of the chances of moves in each region with a known pattern by the answers of games. Changes `chance`."""
    ply = ply_at(desk, 0)
    for region in range(REGIONS):
        if is_in_use(ply, region):
            _spread_in_region(tables, ply, region, settings, chance)


@kernel
def _spread_in_region(tables, ply, region, settings, chance):
    board, color = ply.board, U64(ply.board.to_play)
    pattern = pattern_at(tables, ply.found[region])
    answered = answered_by(ply, region, pattern, color)
    known = 0.0
    for i in range(pattern.count):
        answer = answer_at(tables, np.int64(pattern.first) + i)
        if answer_color(ply, region, answer) == color and board.color[answer_cell(tables, ply, region, answer)] == 0:
            known += np.float64(answer.games)
    if known == 0.0:
        return
    share = settings.answers * known / (answered + settings.answers_known)
    mass = 0.0
    for i in range(kind_length(tables, region)):
        cell = tables.cells[region * MIRRORS, i]
        if board.color[cell] == 0:
            mass += np.float64(chance[cell])
            chance[cell] *= np.float32(1.0 - share)
    for j in range(pattern.count):
        answer = answer_at(tables, np.int64(pattern.first) + j)
        if answer_color(ply, region, answer) == color:
            cell = answer_cell(tables, ply, region, answer)
            if board.color[cell] == 0:
                chance[cell] += np.float32(mass * share * np.float64(answer.games) / known)


@kernel
def add_virtual_visits(desk, settings, prior_value, prior_weight):
    """Add virtual visits to the priors of candidates that are better than the mean of them."""
    if desk.count == 0:
        return
    mean = 0.0
    for i in range(desk.count):
        mean += desk.values[i]
    mean /= desk.count
    for i in range(desk.count):
        lead = desk.values[i] - mean
        if lead > 0.0:
            rate = min(1.0, 0.5 + settings.intensity * lead)
            _add_visits(settings, prior_value, prior_weight, U64(desk.moves[i]), rate)


@kernel
def _add_visits(settings, prior_value, prior_weight, cell, rate):
    added, won = settings.visits, settings.visits * rate
    if settings.combine != VISITS:
        added = won = settings.visits * (2.0 * rate - 1.0)
    before = np.float64(prior_weight[cell])
    after = before + added
    prior_value[cell] = (np.float64(prior_value[cell]) * before + won) / max(1e-9, after)
    prior_weight[cell] = after


@kernel
def depth_at(settings, level):
    """Return the depth of the evaluation's own search at a level of the tree."""
    return max(0, settings.depth - level)
