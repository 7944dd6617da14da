"""Priors from ladders, which are read once for every weak chain of a position, when its node is expanded.

A reader needs many boards, so threads share a few readers and take turns (`lent_reader_at`).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.atomics import compare_and_swap, store_release
from miai.core.kernels import kernel
from miai.go.board.board import EDGE, EMPTY, ONE, THREE, TWO, U64
from miai.go.board.liberties import atari_liberty, count_liberties
from miai.go.problem.state import lent_reader_at
from miai.go.tactics.ladders import is_caught


@kernel
def add_ladders(state):
    """Raise the priors of moves that catch a chain in a ladder, and lower those of moves that run from one that works."""
    index = _borrow_reader(state)
    _read_all(state, lent_reader_at(state, index).reader)
    store_release(lent_reader_at(state, index), "busy", 0)


@kernel
def _borrow_reader(state):
    """Return the index of a free reader and mark it as busy. The caller returns it by clearing `busy`."""
    index = 0
    while not compare_and_swap(lent_reader_at(state, index), "busy", 0, 1):
        index = (index + 1) % state.reader_limit
    return index


@kernel
def _read_all(state, reader):
    """Read the ladders of all chains of the player to move with one liberty, and of the opponent with two."""
    board, weight = state.board, state.prior.ladder
    for i in range(board.color.size):
        head = U64(i)
        color = U64(board.color[head])
        if color in (EMPTY, EDGE) or U64(board.chain[head]) != head:
            continue
        liberties = count_liberties(board, head, THREE)
        if color == board.to_play:
            if liberties == ONE and is_caught(reader, board, head):
                _add(state, atari_liberty(board, head), 0.0, weight + state.prior.save)
        elif liberties == TWO and is_caught(reader, board, head):
            # the last option that was tried at the top is the one that caught it
            _add(state, U64(reader.options[0, int(reader.option_next[0]) - 1]), weight, 0.0)


@kernel
def _add(state, cell, good, bad):
    """Add playouts, won and lost, to the prior of a move."""
    before = state.prior_weight[cell]
    after = before + good + bad
    state.prior_value[cell] = (state.prior_value[cell] * before + good) / max(1e-9, after)
    state.prior_weight[cell] = after
