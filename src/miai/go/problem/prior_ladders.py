"""Priors from ladders, which are read once for every weak chain of a position, when its node is expanded.

A **long** ladder is one whose end lies `LONG` moves ahead or further. Playouts do not find that end, so the prior is as heavy as that of
the learned chances: running from a long ladder that works is condemned, and so is an atari that chases a chain until it escapes. Short
ones are left to the search, because a stone that is lost may still serve: to kill by its shape, or as a threat.

A reader needs many boards, so threads share a few readers and take turns (`lent_reader_at`).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.atomics import compare_and_swap, store_release
from miai.core.kernels import kernel
from miai.go.board.board import EDGE, EMPTY, ONE, THREE, TWO, U64
from miai.go.board.liberties import atari_liberty, count_liberties
from miai.go.problem.state import lent_reader_at
from miai.go.tactics.ladders import is_caught, is_complete

LONG = 14
"""Moves of a line from which on a ladder is long."""
MANY = 2
"""Stones of a chain that are worth the whole weight of a long ladder."""


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
    board = state.board
    for i in range(board.color.size):
        head = U64(i)
        color = U64(board.color[head])
        if color in (EMPTY, EDGE) or U64(board.chain[head]) != head:
            continue
        liberties = count_liberties(board, head, THREE)
        if color == board.to_play:
            if liberties == ONE:
                _read_escape(state, reader, head)
        elif liberties == TWO:
            _read_chase(state, reader, head)


@kernel
def _read_escape(state, reader, head):
    """Rate the escapes of an own chain in atari."""
    weights = state.prior
    if is_caught(reader, state.board, head):
        cell = atari_liberty(state.board, head)
        _add(state, cell, 0.0, weights.ladder + weights.save)
        if reader.reach[0] >= LONG:
            _condemn(state, cell)
    elif reader.reach.max() >= LONG and is_complete(reader):
        # the last option that was tried at the top is the one that escapes
        _add(state, U64(reader.options[0, int(reader.option_next[0]) - 1]), _stake(state, head), 0.0)


@kernel
def _read_chase(state, reader, head):
    """Rate the ataris on a chain of the opponent with two liberties."""
    weights = state.prior
    if is_caught(reader, state.board, head):
        # the last option that was tried at the top is the one that caught it
        last = int(reader.option_next[0]) - 1
        good = max(weights.ladder, _stake(state, head)) if reader.reach[last] >= LONG else weights.ladder
        _add(state, U64(reader.options[0, last]), good, 0.0)
    elif is_complete(reader):
        for option in range(int(reader.option_count[0])):
            if reader.reach[option] >= LONG:
                _condemn(state, U64(reader.options[0, option]))


@kernel
def _stake(state, head):
    """Return the weight of a long ladder: in proportion to the stones of the chain, up to `MANY`."""
    stones, cell = 1, U64(state.board.next[head])
    while cell != head and stones < MANY:
        stones, cell = stones + 1, U64(state.board.next[cell])
    return state.prior.long_ladder * stones / MANY


@kernel
def _condemn(state, cell):
    """Count the playouts in the prior of a move as lost, but the even ones, and those of a long ladder besides."""
    weights = state.prior
    if weights.long_ladder > 0.0:
        after = state.prior_weight[cell] + weights.long_ladder
        state.prior_value[cell] = 0.5 * weights.even / max(1e-9, after)
        state.prior_weight[cell] = after


@kernel
def _add(state, cell, good, bad):
    """Add playouts, won and lost, to the prior of a move."""
    before = state.prior_weight[cell]
    after = before + good + bad
    state.prior_value[cell] = (state.prior_value[cell] * before + good) / max(1e-9, after)
    state.prior_weight[cell] = after
