"""Uniformly random games: each move is drawn uniformly from the points that are legal and not an eye of the player to move.

The draw: pick an empty point; if it is not playable, swap it behind the others and pick among the rest. Every playable point is equally
likely, exactly. (Taking the first playable point after a random start would be neither uniform nor faster.)
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.core.streams import next_below, next_bits
from miai.go.board.board import COLORS, ONE, PASS_CELL, THREE, TWO, U64, ZERO
from miai.go.board.eyes import is_unfillable
from miai.go.board.liberties import last_liberty_lanes
from miai.go.board.moves import place_stone
from miai.go.board.surroundings import empty_lanes, enemy_lanes, own_lanes
from miai.go.rules.scoring import final_score

_HALF, _LOW_HALF, _TWO_32 = U64(32), U64(0xFFFFFFFF), U64(1 << 32)


@kernel
def random_game(board, stream, limit, eye_version):
    """Play until two consecutive passes or `limit` moves, and return the number of moves. Simple ko, no suicide.

    `eye_version` is `eyes.POTENTIAL` or `eyes.COMPLETE`.
    """
    color = U64(board.to_play)
    passes = U64(board.passes)
    last, previous = U64(board.last), U64(board.previous)
    moves = ZERO
    bits = next_bits(stream)
    while passes < TWO and moves < limit:
        cell, captured, bits = draw_playable(board, stream, bits, color, eye_version)
        if cell == PASS_CELL:
            passes += ONE
            board.ko = PASS_CELL
        else:
            place_stone(board, cell, color, captured)
            passes = ZERO
        color = COLORS - color
        previous, last = last, cell
        moves += ONE
    board.to_play = color
    board.passes = passes
    board.last, board.previous = last, previous
    board.moves += moves
    return moves


@kernel(inline=True)  # with place_stone and link_stone: 15 % of a game
def draw_playable(board, stream, bits, color, eye_version):
    """Return a playable cell for `color`, drawn uniformly (PASS_CELL if there is none), the lanes it captures, and the next random bits.

    `bits` are 64 random bits. The next ones are always drawn before the branch on the present ones, which the processor often
    predicts wrong, so they are ready afterwards (7 % of a game). Whether a point is playable is one branch for the same reason (15 %).
    Changes the order of `board.empties`.
    """
    left = U64(board.empty_count)
    while left != ZERO:
        index = _scale(stream, bits, left)
        bits = next_bits(stream)
        cell = U64(board.empties[index])
        code = U64(board.around[cell])
        last = last_liberty_lanes(board, cell)
        captured = last & enemy_lanes(code, color)
        safe = own_lanes(code, color) & ~last
        forbidden = is_unfillable(eye_version, board, cell, code, color) | U64(cell == U64(board.ko))
        # A point with an empty neighbour is neither ko nor eye nor suicide.
        if (empty_lanes(code) | ((captured | safe) & (forbidden - ONE))) != ZERO:
            return cell, captured, bits
        left -= ONE
        set_aside(board, cell, index, left)
    return PASS_CELL, ZERO, bits


@kernel
def set_aside(board, cell, index, left):
    """Swap the empty `cell` at `index` with the one at `left`, behind those that are still drawn from. Changes `empties`."""
    other = board.empties[left]
    board.empties[index] = other
    board.empties[left] = cell
    board.slot[other] = index
    board.slot[cell] = left


@kernel
def _scale(stream, bits, bound):
    """Return a number below `bound` from bits that are drawn already; in the rare case that this is not fair, draw again."""
    product = (bits >> _HALF) * bound
    low = product & _LOW_HALF
    if low < bound and low < (_TWO_32 - bound) % bound:
        return next_below(stream, bound)
    return product >> _HALF


@kernel
def random_games(boards, stream, count, komi, eye_version):
    """Play `count` random games from `boards[0]`, each in `boards[1]`. Return the moves of all games and Black's wins."""
    limit = move_limit(boards[0])
    moves, black_wins = ZERO, ZERO
    for _ in range(count):
        boards[1] = boards[0]
        moves += random_game(boards[1], stream, limit, eye_version)
        black_wins += U64(final_score(boards[1]) > komi)
    return moves, black_wins


@kernel
def move_limit(board):
    """Return the number of moves after which a random game is cut off: three for every point."""
    return THREE * U64(board.empties.size)
