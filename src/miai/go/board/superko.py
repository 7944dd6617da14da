"""Superko: no move may bring back an earlier position. Exact over the whole game, up to collisions of 64-bit hashes.

The past is an array of `uint64` keys, one for every position of the game, the present one last. Depending on the rule, a key is computed
from the stones alone (positional) or from the stones and the player to move (situational). With `NO_SUPERKO` (simple ko) nothing is
compared.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, U64, ZERO, row_width
from miai.go.board.hashing import SIDE_KEY, STONE_KEY
from miai.go.board.legality import LEGAL, OCCUPIED, SUPERKO, verdict
from miai.go.board.moves import captured_lanes, is_suicide
from miai.go.board.surroundings import ABOVE, BELOW, LEFT, RIGHT, own_lanes

NO_SUPERKO, POSITIONAL, SITUATIONAL = U64(0), U64(1), U64(2)


@kernel
def repetition_key(board, superko):
    """Return the key of the present position."""
    return board.stones_hash ^ _side_key(U64(board.to_play), superko)


@kernel
def full_verdict(board, cell, color, suicide_allowed, superko, past, count):
    """Return `legality.verdict`, or SUPERKO for a legal move that brings back one of the first `count` positions in `past`."""
    found = verdict(board, cell, color, suicide_allowed)
    if found == LEGAL and is_repetition(board, cell, color, superko, past, count):
        return SUPERKO
    return found


@kernel
def fill_verdicts(board, color, suicide_allowed, superko, past, count, verdicts):
    """Write `full_verdict` of every cell into `verdicts`; border cells are OCCUPIED."""
    for i in range(board.color.size):
        verdicts[i] = OCCUPIED
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        verdicts[cell] = full_verdict(board, cell, color, suicide_allowed, superko, past, count)


@kernel
def is_repetition(board, cell, color, superko, past, count):
    """Return whether a stone of `color` on the empty `cell` brings back one of the first `count` positions in `past`."""
    if superko == NO_SUPERKO:
        return False
    key = hash_after(board, cell, color) ^ _side_key(COLORS - color, superko)
    return _contains(past, count, key)


@kernel
def _contains(past, count, key):
    """Return whether `key` is among the first `count` of `past`."""
    found = False
    for i in range(count):  # no early exit, so the compiler compares several keys at once
        found |= past[i] == key
    return found


@kernel
def _side_key(to_play, superko):
    """Return the part of a key for the player to move."""
    return SIDE_KEY[to_play] if superko == SITUATIONAL else ZERO


@kernel
def hash_after(board, cell, color):
    """Return the `stones_hash` after a stone of `color` on the empty `cell`. Changes nothing."""
    key = board.stones_hash ^ STONE_KEY[color, cell]
    if is_suicide(board, cell, color):
        return key ^ STONE_KEY[color, cell] ^ _keys_of_lanes(board, cell, own_lanes(U64(board.around[cell]), color))
    return key ^ _keys_of_lanes(board, cell, captured_lanes(board, cell, color))


@kernel
def _keys_of_lanes(board, cell, lanes):
    """Return the keys of all stones of the chains on the neighbours in `lanes`, each chain once."""
    if lanes == ZERO:
        return ZERO
    width = row_width(board)
    below, left, right, above = cell - width, cell - ONE, cell + ONE, cell + width
    # All chains in `lanes` have one colour; a lane that is not set gets the head 0, which is no chain.
    first = U64(board.chain[below]) if (lanes & BELOW) != ZERO else ZERO
    second = U64(board.chain[left]) if (lanes & LEFT) != ZERO else ZERO
    third = U64(board.chain[right]) if (lanes & RIGHT) != ZERO else ZERO
    fourth = U64(board.chain[above]) if (lanes & ABOVE) != ZERO else ZERO
    keys = _keys_of_chain(board, first)
    if second != first:
        keys ^= _keys_of_chain(board, second)
    if third not in (first, second):
        keys ^= _keys_of_chain(board, third)
    if fourth not in (first, second, third):
        keys ^= _keys_of_chain(board, fourth)
    return keys


@kernel
def _keys_of_chain(board, head):
    """Return the keys of the stones of a chain; zero for the head 0."""
    keys = ZERO
    if head == ZERO:
        return keys
    color = U64(board.color[head])
    stone = head
    while True:
        keys ^= STONE_KEY[color, stone]
        stone = U64(board.next[stone])
        if stone == head:
            return keys
