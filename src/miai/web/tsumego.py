"""Problems from records (tsumego): the user's moves are compared with the answers in the tree of the record.

Records mark answers in different ways. The first that is found decides:

1. Nodes marked as right (a comment with "right" or "correct", 正解, 정답, or the property TE): all moves that lead to one are right.
2. Nodes marked as wrong ("wrong", "incorrect", "failure", 失敗, 실패, or BM): all moves that lead to an end without such a mark are right.
3. No mark: the first variation at every node is the solution.
"""

from __future__ import annotations

import re
from enum import StrEnum

from miai.go.notation.coordinates import Point
from miai.web.notes import comment_of
from miai.web.tree import GameNode, GameTree

_RIGHT = re.compile(r"\b(right|correct)\b|(?<!不)正解|정답", re.IGNORECASE)
_WRONG = re.compile(r"\b(wrong|incorrect|failure|fail|not (right|correct))\b|失敗|失败|不正解|실패|오답", re.IGNORECASE)


class AnswerState(StrEnum):
    """The state of a problem."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """The move is not in the record, so it is not the answer."""


def is_marked_wrong(node: GameNode) -> bool:
    """Return whether a node is marked as a wrong answer."""
    return "BM" in node.properties or _WRONG.search(comment_of(node)) is not None


def is_marked_right(node: GameNode) -> bool:
    """Return whether a node is marked as the right answer."""
    return not is_marked_wrong(node) and ("TE" in node.properties or _RIGHT.search(comment_of(node)) is not None)


def right_ends(tree: GameTree, start: int) -> set[int]:
    """Return the nodes below `start` at which the problem is solved."""
    below = [number for number in tree.below(start) if number != start]
    marked = {number for number in below if is_marked_right(tree.nodes[number])}
    if marked:
        return marked
    if any(is_marked_wrong(tree.nodes[number]) for number in below):
        return {
            number
            for number in below
            if not tree.nodes[number].children and not any(is_marked_wrong(tree.nodes[each]) for each in tree.path(number))
        }
    last = start
    while tree.nodes[last].children:
        last = tree.nodes[last].children[0]
    return {last} - {start}


def start_of(tree: GameTree) -> int:
    """Return the node where the problem begins: after nodes that only set up stones."""
    number = 0
    while len(children := tree.nodes[number].children) == 1 and tree.nodes[children[0]].move is None:
        number = children[0]
    return number


class Tsumego:
    """A problem that the user solves. It moves the current node of its tree, and adds no nodes."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.start = start_of(tree)
        self.ends = right_ends(tree, self.start)
        self._on_the_way = {each for end in self.ends for each in tree.path(end)}
        self.begin()

    def begin(self) -> None:
        """Go to the start, with nothing tried."""
        self.tree.go_to(self.start)
        self.verdict = AnswerState.OPEN
        self.tried: Point | None = None
        """A move that is not in the record."""

    def has_answer(self) -> bool:
        """Return whether the record has a solution."""
        return bool(self.ends)

    def play(self, point: Point) -> None:
        """Play the user's move and the reply of the record, and judge."""
        if self.verdict != AnswerState.OPEN:
            return
        found = next((child for child in self.tree.node.children if self.tree.nodes[child].move == point), None)
        if found is None:
            self.verdict, self.tried = AnswerState.UNKNOWN, point
            return
        self.tree.go_to(found)
        if found not in self._on_the_way:
            self.verdict = AnswerState.WRONG
            self._reply()
        elif self._is_solved():
            self.verdict = AnswerState.RIGHT
        else:
            self._reply()
            self.verdict = AnswerState.RIGHT if self._is_solved() else AnswerState.OPEN

    def _is_solved(self) -> bool:
        return self.tree.current in self.ends or not self.tree.node.children

    def _reply(self) -> None:
        """Play the opponent's move of the record, one towards the solution if there is one."""
        children = self.tree.node.children
        if children:
            self.tree.go_to(next((child for child in children if child in self._on_the_way), children[0]))
