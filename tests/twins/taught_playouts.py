"""The twin of the tree as a teacher: it walks the graph in Python, plays on copies of boards, hashes from scratch and adds up fractions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from miai.core.records import copy_record
from miai.go.board.board import U64
from miai.go.board.moves import play
from miai.go.playouts.contexts import context_at, new_contexts
from miai.go.playouts.learning.knowledge import Knowledge
from miai.search.graph import NONE
from miai.search.result import GraphView

BLACK_VIEW = U64(1)


@dataclass
class Taught:
    """The lessons of a tree: [wins, visits] of moves and of replies, and the replies to each move in its context."""

    knowledge: Knowledge
    moves: dict[tuple[int, int, int], list[Fraction]] = field(default_factory=dict)
    replies: dict[tuple[int, int, int, int], list[Fraction]] = field(default_factory=dict)
    lists: dict[tuple[int, int, int], set[tuple[int, int]]] = field(default_factory=dict)

    def state(self, record: list[Fraction]) -> int:
        """Return the state nearest to wins and visits."""
        wins, visits = record
        updates = min(int(visits), self.knowledge.settings.end)
        return self.knowledge.states.state(round(updates * wins / visits), updates)

    def note(self, board: Any, cell: int, wins: Fraction, visits: int) -> None:
        """Note a move of the player to move on `board`."""
        contexts, color, last = new_contexts(board, self.knowledge.settings.context), int(board.to_play), int(board.last)
        context, few, many = (
            int(context_at(contexts, U64(cell), BLACK_VIEW)),
            self.knowledge.reply_bits,
            self.knowledge.context_bits,
        )
        _add(self.moves, (color, cell, context % 2**many), wins, visits)
        if last and self.knowledge.settings.reply_moves:
            before = int(context_at(contexts, U64(last), BLACK_VIEW))
            _add(self.replies, (color, last, cell, (context ^ before) % 2**few), wins, visits)
            self.lists.setdefault((3 - color, last, before % 2**few), set()).add((cell, context % 2**few))


def _add(table: dict[Any, list[Fraction]], key: Any, wins: Fraction, visits: int) -> None:
    record = table.setdefault(key, [Fraction(0), Fraction(0)])
    record[0] += wins
    record[1] += visits


def taught_by(knowledge: Knowledge, view: GraphView, board: Any) -> Taught:
    """Return what the graph of `view` should teach; `board` is the position of the root. Each node counts once, by the shortest path."""
    taught, root = Taught(knowledge), int(view.graph.head.root)
    waiting, seen = deque([(root, board)]), {root}
    while waiting:
        index, here = waiting.popleft()
        player = int(view.node(index).player)
        for edge, _ in view.action_edges(index):
            if edge.visits < knowledge.settings.tree_visits or edge.child == NONE:
                continue
            action, value = int(edge.action), Fraction(float(view.node(edge.child).value[0]))
            if action:
                taught.note(here, action, int(edge.visits) * (1 - value if player else value), int(edge.visits))
            if int(edge.child) not in seen:
                seen.add(int(edge.child))
                after = copy_record(here)
                play(after, U64(action), U64(after.to_play))
                waiting.append((int(edge.child), after))
    return taught
