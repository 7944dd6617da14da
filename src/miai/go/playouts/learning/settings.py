"""Settings of learning playouts. The defaults are those of Basaldúa (2013), table 4.7, where it has them; see `learning/__init__.py`."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.settings import Checked, choice, number, switch, whole
from miai.go.playouts.contexts import CONTEXT_SIZES

MOST_REPLIES = 16
MOST_DRAWS = 16
LONGEST_TRACE = 128
MOST_BITS = 16
STARTS = ("0/0", "1/1", "1/2")
"""Win/loss states before the first result: none; one win; one win and one loss."""

TEACHERS = ("playouts", "tree", "both")


@dataclass(frozen=True)
class LearningSettings(Checked):
    """Settings of learning playouts. `dataclasses.replace` makes a changed copy; wrong values raise `UserError`."""

    noun = "learning setting"

    on: bool = switch(False, "whether playouts learn")
    context_moves: bool = switch(True, "whether moves near the last move are suggested by their success rates", old="node_moves")
    reply_moves: bool = switch(True, "whether replies to the last move are suggested by their success rates", old="edge_moves")
    teacher: str = choice(
        TEACHERS, "playouts", "what suggested moves are learned from: finished playouts, the tree of the last search, or both"
    )
    tree_visits: int = whole(20, 1, 10**6, "visits from which a move in the tree teaches the playouts")
    draws: int = whole(1, 1, MOST_DRAWS, "random candidates that are drawn; the one where both colours did best is played")
    balance: bool = switch(True, "whether thresholds are adjusted until both colours get about the same number of suggestions")
    balance_step: int = choice((4, 8), 4, "adjustment of a threshold if one colour got more than twice the suggestions")
    context_threshold: float = number(0.5, 0, 1, "success rate from which a context move is suggested", old="node_threshold")
    reply_threshold: float = number(0.625, 0, 1, "success rate from which a reply move is suggested", old="edge_threshold")
    nearby: int = choice(CONTEXT_SIZES, 20, "points around the last move that are considered for context moves")
    context: int = choice(CONTEXT_SIZES, 40, "points around a move that form its local context")
    replies: int = whole(8, 1, MOST_REPLIES, "k: best replies that are stored for a move in its context", old="answers")
    fresh: bool = switch(
        False, "whether the rates of listed replies are read from the table, not from the list, where they may be old"
    )
    end: int = whole(21, 2, 21, "end of scale of the win/loss states")
    z: float = number(0.67449, 0.01, 5, "width of the interval that orders the win/loss states; a wide one prefers many trials")
    start: str = choice(STARTS, "0/0", "wins/results that a move has before its first result; with 1/1 one loss is forgiven")
    updates: int = whole(80, 1, LONGEST_TRACE, "first moves of a playout from which it learns")
    outdated: int = whole(20, 1, 255, "times in a row that a reply may be illegal before it is dropped")
    memory: float = number(
        0.0,
        0,
        1 << 16,
        "memory limit of the tables in MiB; 0: 16 on 9x9, 2 without reply moves, more on larger boards, twice with a tree as teacher",
    )
    context_bits: int = whole(
        0, 0, MOST_BITS, "bits of a context in the table of context moves; 0: as many as the memory has room for"
    )
    reply_bits: int = whole(0, 0, MOST_BITS, "bits of contexts in the tables of reply moves; 0: as many as the memory has room for")
    keep: bool = switch(True, "whether the tables are kept when a move is made in the game")
