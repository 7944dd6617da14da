"""The twin of a learner with dictionaries and lists, written from Basaldúa (2013), sections 4.7.2 to 4.7.7.

It gets every move of a playout with the step that chose it, returns the moves that should have been suggested where a step was reached,
and learns at the end. Surroundings are hashed from scratch before every move. What is legal is asked of the board, which has a twin itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from miai.go.board.board import EMPTY, U64
from miai.go.playouts.candidates import is_forbidden, is_playable
from miai.go.playouts.contexts import context_at, new_contexts
from miai.go.playouts.learning.balance import CONTEXT_KIND, REPLY_KIND, threshold_for
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE


@dataclass
class Answer:
    """An entry of a list of best replies."""

    cell: int
    context: int
    state: int
    illegal: int = 0


@dataclass
class Twin:
    """The rates and lists that a learner with the settings of `knowledge` should have. Does not read the tables of `knowledge`."""

    knowledge: Knowledge
    context_rates: dict[tuple[int, int, int], int] = field(default_factory=dict)
    reply_rates: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    lists: dict[tuple[int, int, int], list[Answer]] = field(default_factory=dict)
    moves: list[tuple[int, int, int]] = field(default_factory=list)
    """Colour, cell and context of the moves of this playout."""
    before: tuple[int, int] = (0, 0)
    """The last move before the playout, and its context."""
    hashed: tuple[int, Any] = (-1, None)
    """The contexts of the position that was used last."""

    def begin(self, board: Any) -> None:
        """Begin a playout at `board`."""
        self.moves = []
        self.before = int(board.last), self._context(board, int(board.last))

    def _context(self, board: Any, cell: int) -> int:
        """Return the whole context from Black's viewpoint; 0 for a pass."""
        if self.hashed[0] != int(board.stones_hash):
            self.hashed = int(board.stones_hash), new_contexts(board, self.knowledge.settings.context)
        return int(context_at(self.hashed[1], U64(cell), U64(1))) if cell else 0

    def note(self, board: Any, color: int, cell: int) -> None:
        """Note that `color` is about to play on `cell` of `board`, or to pass."""
        self.moves.append((color, cell, self._context(board, cell)))

    @property
    def _last(self) -> tuple[int, int]:
        return self.moves[-1][1:] if self.moves else self.before

    def _cut(self, context: int, bits: int) -> int:
        return context & ((1 << bits) - 1)

    def context_moves(self, board: Any, policy: Any, color: int) -> set[int]:
        """Return the context moves that may be suggested: those with the best record."""
        shared, found = self.knowledge.shared[0], {}
        least = int(threshold_for(shared, CONTEXT_KIND, U64(color)))
        for cell, _ in shared.near[int(board.last)][: self.knowledge.settings.nearby]:
            if board.color[cell] == EMPTY:
                key = color, int(cell), self._cut(self._context(board, int(cell)), self.knowledge.context_bits)
                state = self.context_rates.get(key, 0)
                if state >= least and self._is_good(board, policy, int(cell), color):
                    found[int(cell)] = state
        return {cell for cell, state in found.items() if state == max(found.values())}

    def _is_good(self, board: Any, policy: Any, cell: int, color: int) -> bool:
        return bool(is_playable(board, policy, U64(cell), U64(color))) and not is_forbidden(board, policy, U64(cell), U64(color))

    def reply_move(self, board: Any, policy: Any, color: int) -> int:
        """Return the reply move that should be suggested. Counts how often good ones were illegal."""
        bits, (last, before) = self.knowledge.reply_bits, self._last
        best, found = int(threshold_for(self.knowledge.shared[0], REPLY_KIND, U64(color))) - 1, 0
        for answer in self.lists.get((3 - color, last, self._cut(before, bits)), []):
            if answer.state <= best:
                continue
            is_legal = board.color[answer.cell] == EMPTY and bool(is_playable(board, policy, U64(answer.cell), U64(color)))
            answer.illegal = 0 if is_legal else min(answer.illegal + 1, self.knowledge.settings.outdated + 1)
            fits = is_legal and self._cut(self._context(board, answer.cell), bits) == answer.context
            if fits and self._is_good(board, policy, answer.cell, color):
                best, found = answer.state, answer.cell
        return found

    def learn(self, winner: int) -> None:
        """Learn from a playout that `winner` has won."""
        last, before = self.before
        for color, cell, context in self.moves[: self.knowledge.settings.updates]:
            table = self.knowledge.states.win if color == winner else self.knowledge.states.loss
            if cell:
                key = color, cell, self._cut(context, self.knowledge.context_bits)
                self.context_rates[key] = int(table[self.context_rates.get(key, 0)])
            if cell and last:
                self._learn_answer(color, last, before, cell, context, table)
            last, before = cell, context

    def _learn_answer(self, color: int, last: int, before: int, cell: int, context: int, table: Any) -> None:
        bits = self.knowledge.reply_bits
        key = color, last, cell, self._cut(context ^ before, bits)
        state = self.reply_rates[key] = int(table[self.reply_rates.get(key, 0)])
        listed = self.lists.setdefault((3 - color, last, self._cut(before, bits)), [])
        for answer in listed:
            if (answer.cell, answer.context) == (cell, self._cut(context, bits)):
                answer.state = state
                return
        new = Answer(cell, self._cut(context, bits), state)
        worth = [0 if answer.illegal > self.knowledge.settings.outdated else answer.state for answer in listed]
        free = [0] if len(listed) < self.knowledge.settings.replies else []
        if min(worth + free) < state:
            place = (worth + free).index(min(worth + free))
            listed[place : place + 1] = [new]


def steps_reached(step: int) -> tuple[bool, bool]:
    """Return whether a move of `step` was chosen after reply moves, and after context moves, were tried."""
    return step >= int(REPLY_MOVE), step >= int(CONTEXT_MOVE)
