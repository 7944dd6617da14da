"""The effect of a move: a stone is placed, the opponent's chains without liberties are taken off, then one's own."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, PASS_CELL, U64, ZERO, row_width
from miai.go.board.chains import link_stone, remove_chain
from miai.go.board.hashing import STONE_KEY
from miai.go.board.liberties import WORD, change_liberties, last_liberty_lanes
from miai.go.board.surroundings import ABOVE, BELOW, LEFT, RIGHT, empty_lanes, enemy_lanes, is_enclosed_by, own_lanes, toggle_around


@kernel
def captured_lanes(board, cell, color):
    """Return the neighbours that a stone of `color` on the empty `cell` captures."""
    return last_liberty_lanes(board, cell) & enemy_lanes(U64(board.around[cell]), color)


@kernel(inline=True)  # see draw_playable
def place_stone(board, cell, color, captured):
    """Place a stone on the empty `cell` and take off the chains in `captured`, which must be `captured_lanes`.

    Sets the ko point. Checks no rule, does not take off a suicide, does not change the player to move.
    """
    code = U64(board.around[cell])
    count = U64(board.empty_count) - ONE
    last, slot = board.empties[count], board.slot[cell]
    board.empties[slot] = last
    board.slot[last] = slot
    board.empty_count = count
    board.color[cell] = color
    board.stones_hash ^= STONE_KEY[color, cell]
    board.ko = PASS_CELL
    change_liberties(board, cell, ZERO - WORD[cell])
    toggle_around(board, cell, color)
    link_stone(board, cell, code, color)
    if captured != ZERO:
        taken = _remove_captured(board, cell, captured)
        board.prisoners[color] += taken
        # A stone among enemy stones has captured a single stone: retaking it would repeat the position.
        if taken == ONE and is_enclosed_by(code, COLORS - color):
            board.ko = board.empties[U64(board.empty_count) - ONE]


@kernel
def _remove_captured(board, cell, captured):
    """Take off the chains on the neighbours in `captured` and return the number of stones."""
    width = row_width(board)
    enemy = COLORS - U64(board.color[cell])
    taken = _remove_if(board, cell - width, captured & BELOW, enemy)  # four calls, not a loop over tuples: 2 % of a game
    taken += _remove_if(board, cell - ONE, captured & LEFT, enemy)
    taken += _remove_if(board, cell + ONE, captured & RIGHT, enemy)
    return taken + _remove_if(board, cell + width, captured & ABOVE, enemy)


@kernel
def _remove_if(board, cell, lane, enemy):
    """Take off the chain on `cell` if `lane` is set, and return the number of stones."""
    if lane != ZERO and board.color[cell] == enemy:  # two lanes may belong to one chain: the second time its stones are gone
        return remove_chain(board, cell)
    return ZERO


@kernel
def play(board, cell, color):
    """Play `color` on `cell`, or pass if that is PASS_CELL, and change the player to move. Handles suicide; checks no rule."""
    if cell == PASS_CELL:
        board.ko = PASS_CELL
        board.passes += ONE
    else:
        captured = captured_lanes(board, cell, color)
        suicide = is_suicide(board, cell, color)
        place_stone(board, cell, color, captured)
        if suicide:
            board.prisoners[COLORS - color] += remove_chain(board, cell)
        board.passes = ZERO
    board.previous = board.last
    board.last = cell
    board.moves += ONE
    board.to_play = COLORS - color


@kernel
def is_suicide(board, cell, color):
    """Return whether a stone of `color` on the empty `cell` would have no liberty, after captures."""
    code = U64(board.around[cell])
    last = last_liberty_lanes(board, cell)
    return (empty_lanes(code) | (last & enemy_lanes(code, color)) | (own_lanes(code, color) & ~last)) == ZERO


@kernel
def is_terminal(board):
    """Return whether the last two moves were passes."""
    return board.passes >= U64(2)
