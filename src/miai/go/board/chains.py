"""Chains: stones of one colour connected along the lines. They are linked in a ring; one of them, the head, has the chain's data."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import EMPTY, ONE, TWO, U64, ZERO, row_width
from miai.go.board.hashing import STONE_KEY
from miai.go.board.liberties import WORD, change_liberties, liberties_of_stone
from miai.go.board.surroundings import lane_mask, own_lanes, toggle_around

_4, _6 = U64(4), U64(6)


@kernel(inline=True)  # see draw_playable
def link_stone(board, cell, code, color):
    """Link the stone just placed on `cell` to its chain, and join the chains it touches.

    There are no branches before the rare case that chains are joined: whether neighbours are own stones is nearly random, and a wrong
    prediction of the processor costs more than all of this.
    """
    width = row_width(board)
    own = own_lanes(code, color)
    below = U64(board.chain[cell - width]) & lane_mask(own, ZERO)
    left = U64(board.chain[cell - ONE]) & lane_mask(own, TWO)
    right = U64(board.chain[cell + ONE]) & lane_mask(own, _4)
    above = U64(board.chain[cell + width]) & lane_mask(own, _6)
    highest = max(below, left, right, above)
    head = cell if highest == ZERO else highest
    # A stone without own neighbours is added to a new, empty ring.
    board.next[cell] = cell
    board.liberties[cell] = ZERO
    board.stones[cell] = ZERO
    board.chain[cell] = head
    board.next[cell] = board.next[head]
    board.next[head] = cell
    board.stones[head] += ONE
    board.liberties[head] += liberties_of_stone(cell, code, width)
    # No head is above the highest, so the sum shows whether all are the same.
    if below + left + right + above != highest * count_lanes(own):
        _join_neighbours(board, cell, color)


@kernel
def count_lanes(lanes):
    """Return the number of lanes that are set."""
    return (lanes & ONE) + ((lanes >> TWO) & ONE) + ((lanes >> _4) & ONE) + ((lanes >> _6) & ONE)


@kernel
def _join_neighbours(board, cell, color):
    """Join the stone on `cell` with all neighbours of its colour."""
    width = row_width(board)
    _join_neighbour(board, cell, cell - width, color)  # four calls, not a loop over a tuple: 2 % of a game
    _join_neighbour(board, cell, cell - ONE, color)
    _join_neighbour(board, cell, cell + ONE, color)
    _join_neighbour(board, cell, cell + width, color)


@kernel
def _join_neighbour(board, cell, neighbour, color):
    """Join the chains of `cell` and `neighbour`, if the neighbour has the colour and belongs to another chain."""
    if board.color[neighbour] == color and board.chain[neighbour] != board.chain[cell]:
        _join_chains(board, U64(board.chain[neighbour]), U64(board.chain[cell]))


@kernel
def _join_chains(board, larger, smaller):
    """Join two chains, given by their heads. The smaller one gets a new head, so a stone changes its head at most 8 times."""
    if board.stones[larger] < board.stones[smaller]:
        larger, smaller = smaller, larger
    stone = smaller
    while True:
        board.chain[stone] = larger
        stone = U64(board.next[stone])
        if stone == smaller:
            break
    after = board.next[larger]
    board.next[larger] = board.next[smaller]
    board.next[smaller] = after
    board.stones[larger] += board.stones[smaller]
    board.liberties[larger] += board.liberties[smaller]


@kernel
def remove_chain(board, cell):
    """Take the chain on `cell` off the board and return its number of stones. Its points become the last of `empties`."""
    head = U64(board.chain[cell])
    color = U64(board.color[cell])
    before = U64(board.empty_count)
    count = before
    key = board.stones_hash
    stone = head
    while True:
        key ^= STONE_KEY[color, stone]
        board.color[stone] = EMPTY
        board.chain[stone] = stone
        board.empties[count] = stone
        board.slot[stone] = count
        count += ONE
        toggle_around(board, stone, color)
        change_liberties(board, stone, WORD[stone])
        stone = U64(board.next[stone])
        if stone == head:
            break
    board.stones_hash = key
    board.empty_count = count
    return count - before
