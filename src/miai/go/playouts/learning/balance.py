"""Balance of suggestions: a fixed threshold would suggest more moves to the side that is ahead, and so help the winner.

Black's threshold is raised by an offset and White's lowered by it. Every 50 playouts the offset changes by 1 if one colour got
significantly more suggestions, and by 4 or 8 (`learning.balance_step`) if it got more than twice as
many (Basaldúa 2013, section 4.7.4, names both).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import BLACK
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE

CONTEXT_KIND, REPLY_KIND = 0, 1
PLAYOUTS = 50
"""Playouts between two adjustments."""
HIGHEST = 252


@kernel
def threshold_for(shared, kind, color):
    """Return the lowest state at which a move of `color` is suggested; never 0, which means no data."""
    offset = shared.offset[kind] if color == BLACK else -shared.offset[kind]
    return max(1, shared.threshold[kind] + offset)


@kernel
def look_at_balance(learner, shared):
    """Count a playout and its suggestions, and adjust the offsets every `PLAYOUTS` playouts. Changes `shared`."""
    shared.playouts += 1
    for color in range(1, 3):
        _count_suggested(learner, shared, CONTEXT_KIND, color, learner.steps[color, CONTEXT_MOVE])
        _count_suggested(learner, shared, REPLY_KIND, color, learner.steps[color, REPLY_MOVE])
    if shared.playouts % PLAYOUTS == 0:
        for kind in range(2):
            black, white = shared.suggested[kind, 1], shared.suggested[kind, 2]
            step = offset_step(black, white, shared.large_step)
            shared.offset[kind] = max(-HIGHEST, min(HIGHEST, shared.offset[kind] + step))
            shared.suggested[kind, 1], shared.suggested[kind, 2] = 0, 0


@kernel
def _count_suggested(learner, shared, kind, color, so_far):
    """Add the suggestions of one kind and colour since the last call to the shared counts."""
    shared.suggested[kind, color] += so_far - learner.counted[kind, color]
    learner.counted[kind, color] = so_far


@kernel
def offset_step(black, white, large):
    """Return the change of the offset after `black` and `white` suggestions: positive if Black got too many."""
    difference = black - white
    if difference * difference <= 4 * (black + white):  # twice the standard error of a fair coin
        return 0
    step = large if max(black, white) > 2 * min(black, white) else 1
    return step if difference > 0 else -step
