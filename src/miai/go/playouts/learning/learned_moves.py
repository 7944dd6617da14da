"""Learned moves as people read them: success rates of points near the last move, and of replies to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from miai.go.board.board import EMPTY, PASS_CELL, U64, point_at, size_of
from miai.go.notation.coordinates import Point
from miai.go.playouts.contexts import context_at, new_contexts
from miai.go.playouts.learning.balance import CONTEXT_KIND, REPLY_KIND, threshold_for
from miai.go.playouts.learning.knowledge import Knowledge

_BLACK = U64(1)


@dataclass(frozen=True)
class LearnedMove:
    """The record of a move in its present context."""

    point: Point
    wins: int
    """Wins; beyond the end of scale older results fade."""
    updates: int
    is_suggested: bool
    """Whether the record reaches the threshold; the move is suggested if it is legal."""

    @property
    def share(self) -> float:
        """Share of wins."""
        return self.wins / self.updates


def learned_context_moves(knowledge: Knowledge, board: Any) -> list[LearnedMove]:
    """Return the points near the last move that have a record for the player to move, best first; none after a pass."""
    if board.last == PASS_CELL:
        return []
    color, contexts, found = int(board.to_play), new_contexts(board, knowledge.settings.context), {}
    for cell, _ in knowledge.shared[0].near[int(board.last)][: knowledge.settings.nearby]:
        if board.color[cell] == EMPTY:
            bits = int(context_at(contexts, U64(cell), _BLACK)) % 2**knowledge.context_bits
            place = (color - 1) * board.color.size + int(cell) << knowledge.context_bits
            found[int(cell)] = int(knowledge.context_rates.state[place + bits])
    return _as_learned(knowledge, board, CONTEXT_KIND, found)


def learned_reply_moves(knowledge: Knowledge, board: Any) -> list[LearnedMove]:
    """Return the listed replies to the last move that fit the present contexts, best first; none after a pass."""
    if board.last == PASS_CELL or not knowledge.settings.reply_moves:
        return []
    contexts, mask = new_contexts(board, knowledge.settings.context), 2**knowledge.reply_bits - 1
    last, color = int(board.last), int(board.to_play)
    place = (2 - color) * board.color.size + last << knowledge.reply_bits
    before = int(context_at(contexts, U64(last), _BLACK)) & mask
    listed = knowledge.reply_lists[place + before]
    found = {}
    for entry in map(int, listed):
        cell, context, state = (entry >> bit & 0xFFFF for bit in (0, 16, 32))
        if cell and board.color[cell] == EMPTY and context == int(context_at(contexts, U64(cell), _BLACK)) & mask:
            found[cell] = state
    return _as_learned(knowledge, board, REPLY_KIND, found)


def _as_learned(knowledge: Knowledge, board: Any, kind: int, states: dict[int, int]) -> list[LearnedMove]:
    least = int(threshold_for(knowledge.shared[0], kind, U64(board.to_play)))
    wins, updates = knowledge.states.wins, knowledge.states.updates
    is_suggesting = knowledge.settings.context_moves if kind == CONTEXT_KIND else knowledge.settings.reply_moves
    return [
        LearnedMove(point_at(cell, size_of(board)), int(wins[state]), int(updates[state]), state >= least and is_suggesting)
        for cell, state in sorted(states.items(), key=lambda item: -item[1])
        if state > 0
    ]
