"""Balance: a fixed threshold would suggest more moves to the side that is ahead, and so help the winner (4.7.4).

Black's threshold is raised by an offset and White's lowered by it. Every 50 playouts the offset is moved by one if one colour was given
more suggestions than chance allows, by more if it was given twice as many.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import BLACK
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE

CONTEXT_KIND, REPLY_KIND = 0, 1
PLAYOUTS = 50
"""Playouts after which balance is looked at."""
LARGE_STEP = 4
HIGHEST = 252


@kernel
def threshold_for(shared, kind, color):
    """The least state from which a move of `color` is suggested; never 0, which stands for nothing known."""
    offset = shared.offset[kind] if color == BLACK else -shared.offset[kind]
    return max(1, shared.threshold[kind] + offset)


@kernel
def look_at_balance(learner, shared):
    """Count a playout with what it was suggested, and move the offsets when it is time."""
    shared.playouts += 1
    for color in range(1, 3):
        _count_suggested(learner, shared, CONTEXT_KIND, color, learner.steps[color, CONTEXT_MOVE])
        _count_suggested(learner, shared, REPLY_KIND, color, learner.steps[color, REPLY_MOVE])
    if shared.playouts % PLAYOUTS == 0:
        for kind in range(2):
            black, white = shared.suggested[kind, 1], shared.suggested[kind, 2]
            step = offset_step(black, white)
            shared.offset[kind] = max(-HIGHEST, min(HIGHEST, shared.offset[kind] + step))
            shared.suggested[kind, 1], shared.suggested[kind, 2] = 0, 0


@kernel
def _count_suggested(learner, shared, kind, color, so_far):
    """Tell the others how many suggestions of one kind and colour have come since the last time."""
    shared.suggested[kind, color] += so_far - learner.counted[kind, color]
    learner.counted[kind, color] = so_far


@kernel
def offset_step(black, white):
    """How to move the offset after so many suggestions: up if Black was given too many."""
    difference = black - white
    if difference * difference <= 4 * (black + white):  # twice the standard error of a fair coin
        return 0
    step = LARGE_STEP if max(black, white) > 2 * min(black, white) else 1
    return step if difference > 0 else -step
