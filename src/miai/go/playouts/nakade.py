"""Nakade: the vital point of a small eye space beside the last move, before its owner makes two eyes of it.

    3 points     4, pyramid    5, bulky      5, cross      6, rabbity
                    .             . .           .             .
    . a .         . a .         . a .         . a .         . a .
                                                .           . .  (a has four)

In all of them it is the point with the most neighbours in the region. Other shapes of up to six points have no such point: they have
two eyes already, or one whatever is played.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board import COLORS, EMPTY, ONE, PASS_CELL, TWO, U64, ZERO, row_width
from miai.go.chains import count_lanes
from miai.go.playouts.candidates import add_candidate
from miai.go.playouts.neighbourhoods import may_be_eye_space
from miai.go.playouts.settings import LARGEST_REGION
from miai.go.surroundings import ABOVE, BELOW, LEFT, RIGHT, empty_lanes

_3, _4, _5, _LARGEST = U64(3), U64(4), U64(5), U64(LARGEST_REGION)


@kernel
def find_nakade_moves(board, policy, color):
    """Add the vital points of the small eye spaces of the opponent that touch the last move."""
    begin, last, width = policy.count, U64(board.last), row_width(board)
    lanes = empty_lanes(U64(board.around[last]))
    if (lanes & BELOW) != ZERO:
        _add_vital_point(board, policy, last - width, COLORS - color, begin)
    if (lanes & LEFT) != ZERO:
        _add_vital_point(board, policy, last - ONE, COLORS - color, begin)
    if (lanes & RIGHT) != ZERO:
        _add_vital_point(board, policy, last + ONE, COLORS - color, begin)
    if (lanes & ABOVE) != ZERO:
        _add_vital_point(board, policy, last + width, COLORS - color, begin)


@kernel
def _add_vital_point(board, policy, cell, owner, begin):
    """Add the vital point of the eye space of `owner` that the empty `cell` is in, if it is a small one that has one."""
    if not may_be_eye_space(U64(board.around[cell]), owner):
        return
    vital = vital_point(board, policy, fill_region(board, policy, cell, owner))
    if vital != PASS_CELL:
        add_candidate(policy, vital, begin)


@kernel
def fill_region(board, policy, cell, owner):
    """Write the empty region of `cell` into `policy.region`; returns its size, 0 if it is too large or touches the other colour."""
    width = row_width(board)
    policy.region[0] = cell
    done, count = ZERO, ONE
    while done < count:
        point = U64(policy.region[done])
        for beside in (point - width, point - ONE, point + ONE, point + width):
            if board.color[beside] == COLORS - owner:
                return ZERO
            if board.color[beside] == EMPTY and not _is_in_region(policy, beside, count):
                if count == _LARGEST:
                    return ZERO
                policy.region[count] = beside
                count += ONE
        done += ONE
    return count


@kernel
def _is_in_region(policy, cell, count):
    for i in range(count):
        if policy.region[i] == cell:
            return True
    return False


@kernel
def vital_point(board, policy, count):
    """The vital point of the region of `count` points in `policy.region`; PASS_CELL if it has none."""
    vital, most, ends = PASS_CELL, ZERO, ZERO
    for i in range(count):
        degree = count_lanes(empty_lanes(U64(board.around[policy.region[i]])))
        ends += degree
        if degree > most:
            vital, most = U64(policy.region[i]), degree
    lines = ends // TWO
    if count in (_3, _4):  # three in a row or bent, the pyramid
        has_one = most == count - ONE
    elif count == _5:  # the cross, the bulky five
        has_one = most == _4 or (most == _3 and lines == _5)
    else:  # the rabbity six
        has_one = count == _LARGEST and most == _4 and lines == _LARGEST
    return vital if has_one else PASS_CELL
