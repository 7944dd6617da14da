"""Ladder reading: whether a chain is caught by consecutive ataris, whatever its owner does.

The attacker only plays liberties of the chain and must leave it in atari; the owner extends, or captures one of the chains around it.
Both try all such moves, so the answer is exact within these rules. A reading that reaches its limit of moves or depth returns "not
caught". Each move is played on a copy of the board before it, which is too slow for playouts.

| field of a reader | dtype, shape | meaning |
|---|---|---|
| `boards_at`, `board_limit` | int64 | address and number of the boards, one for each depth |
| `options` | uint16, (DEPTH, OPTIONS) | the moves to try at each depth |
| `option_count`, `option_next` | uint8, DEPTH | their number, and the index of the next |
| `reach` | uint8, OPTIONS | moves of the longest line that was read below each option at the top |
| `budget` | int64 | moves that a reading may play |
| `played` | int64 | moves that the last reading has played |
| `side` | uint8, size | not used: its length is the board size |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import accessor, copy_to, keep_address
from miai.core.records import new, new_array, record
from miai.go.board.board import COLORS, ONE, U64, board_dtype, row_width
from miai.go.board.legality import is_legal
from miai.go.board.liberties import atari_liberty, count_liberties, is_in_atari
from miai.go.board.moves import play
from miai.go.tactics.few_liberties import two_liberties

DEPTH = 160
OPTIONS = 8
BUDGET = 1000

CAUGHT, FREE, OPEN = U64(0), U64(1), U64(2)
_THREE_LIBERTIES = U64(3)


@functools.cache
def reader_dtype(size: int) -> np.dtype[Any]:
    """Return the record of a reader for boards of `size`."""
    fields = [
        ("boards_at", np.int64),
        ("board_limit", np.int64),
        ("budget", np.int64),
        ("played", np.int64),
        ("options", np.uint16, (DEPTH, OPTIONS)),
        ("option_count", np.uint8, DEPTH),
        ("option_next", np.uint8, DEPTH),
        ("reach", np.uint8, OPTIONS),
        ("side", np.uint8, size),
    ]
    return record("ladder_reader", fields)


class LadderReader:
    """A reader of ladders with its boards. Each thread needs its own; kernels take its `record`."""

    def __init__(self, size: int, budget: int = BUDGET) -> None:
        self.boards = new_array(board_dtype(size), DEPTH)
        self.record = new(reader_dtype(size))
        self.record.boards_at = keep_address(self.boards)
        self.record.board_limit = DEPTH
        self.record.budget = budget

    def is_caught(self, board: Any, cell: int) -> bool:
        """Return whether the chain on `cell` is caught with `board.to_play` to move, see `is_caught`."""
        return bool(is_caught(self.record, board, U64(cell)))


board_at = accessor(lambda reader_t: board_dtype(reader_t["side"].shape[0]), "boards_at", "board_limit")


@kernel
def is_caught(reader, board, cell):
    """Return whether the chain on `cell` is lost in a ladder, with `board.to_play` to move.

    A chain of three liberties or more is not, nor one of two whose owner is to move.
    """
    copy_to(board_at(reader, 0), board)
    reader.played = 0
    reader.reach[:] = 0
    verdict = _judge(board_at(reader, 0), cell)
    if verdict != OPEN:
        return verdict == CAUGHT
    depth = 0
    _list_options(reader, depth, cell)
    while True:
        verdict = _try_next(reader, depth, cell)
        _note_reach(reader, depth)
        if verdict == OPEN:
            depth += 1
            _list_options(reader, depth, cell)
            continue
        while _is_settled(reader, depth, cell, verdict):
            if depth == 0:
                return verdict == CAUGHT
            depth -= 1


@kernel
def _note_reach(reader, depth):
    """Note that the line below the present option at the top has `depth` + 1 moves."""
    if reader.option_next[0] > 0:
        top = int(reader.option_next[0]) - 1
        reader.reach[top] = max(reader.reach[top], np.uint8(depth + 1))


@kernel
def is_complete(reader):
    """Return whether the last reading ended within its limits, so that "not caught" is certain."""
    return reader.played < reader.budget and reader.reach.max() < reader.board_limit


@kernel
def _is_settled(reader, depth, cell, verdict):
    """Return whether the verdict on an option decides the position at `depth`."""
    board = board_at(reader, depth)
    wanted = FREE if board.to_play == board.color[cell] else CAUGHT
    return verdict == wanted or reader.option_next[depth] >= reader.option_count[depth]


@kernel
def _try_next(reader, depth, cell):
    """Play the next option at `depth` on the board below it and return its verdict. Without options the player has failed."""
    board = board_at(reader, depth)
    color = U64(board.to_play)
    failure = CAUGHT if color == board.color[cell] else FREE
    if reader.option_next[depth] >= reader.option_count[depth]:
        return failure
    move = U64(reader.options[depth, reader.option_next[depth]])
    reader.option_next[depth] += np.uint8(1)
    if not is_legal(board, move, color):
        return failure
    if depth + 1 >= reader.board_limit or reader.played >= reader.budget:
        return FREE
    copy_to(board_at(reader, depth + 1), board)
    play(board_at(reader, depth + 1), move, color)
    reader.played += 1
    return _judge(board_at(reader, depth + 1), cell)


@kernel
def _judge(board, cell):
    """Return CAUGHT, FREE, or OPEN if the player to move has options."""
    owner, to_play = U64(board.color[cell]), U64(board.to_play)
    liberties = count_liberties(board, cell, _THREE_LIBERTIES)
    if liberties == _THREE_LIBERTIES:
        return FREE
    if owner == to_play:
        return OPEN if liberties == ONE else FREE
    if liberties == ONE:
        return CAUGHT if is_legal(board, atari_liberty(board, cell), to_play) else FREE
    return OPEN


@kernel
def _list_options(reader, depth, cell):
    """List the options of the player to move at `depth`."""
    board = board_at(reader, depth)
    reader.option_count[depth] = 0
    reader.option_next[depth] = 0
    if board.to_play != board.color[cell]:
        first, second = two_liberties(board, cell)
        _add_option(reader, depth, first)
        _add_option(reader, depth, second)
        return
    _add_option(reader, depth, atari_liberty(board, cell))
    head = U64(board.chain[cell])
    stone = head
    while True:
        _add_captures(reader, depth, stone)
        stone = U64(board.next[stone])
        if stone == head:
            return


@kernel
def _add_captures(reader, depth, stone):
    """List the captures of the chains in atari next to the own `stone`."""
    board = board_at(reader, depth)
    width = row_width(board)
    for beside in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[beside] == COLORS - U64(board.color[stone]) and is_in_atari(board, beside):
            _add_option(reader, depth, atari_liberty(board, beside))


@kernel
def _add_option(reader, depth, cell):
    """Add a move to the options, unless it is listed already or the list is full."""
    count = reader.option_count[depth]
    for index in range(count):
        if reader.options[depth, index] == cell:
            return
    if count < OPTIONS:
        reader.options[depth, count] = cell
        reader.option_count[depth] = count + 1
