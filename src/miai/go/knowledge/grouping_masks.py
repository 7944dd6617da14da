"""The groups of all moves of a position, as bit masks: the kernels behind `miai.go.knowledge.grouping`."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.hashing import combine64
from miai.core.kernels import kernel
from miai.go.board.board import COLORS, EDGE, EMPTY, ONE, PASS_CELL, TWO, U64, ZERO, row_width
from miai.go.board.hashing import position_hash
from miai.go.board.liberties import count_liberties, last_liberty_lanes
from miai.go.board.moves import captured_lanes, is_suicide
from miai.go.board.surroundings import own_lanes
from miai.go.knowledge.grouping import FIRST_CHAIN, GROUPS, LAST_MOVE_GROUPS, MOST_CHAINS
from miai.go.tactics.self_atari import is_self_atari

_BIT = {name: U64(1 << place) for name, place in GROUPS.items()}
_ELSE, _BORDER = _BIT["else"], _BIT["border"]
_ENEMY_NEAR, _FRIENDLY_NEAR, _TOTAL_NEAR = (_BIT[name] for name in ("enemy-distance", "friendly-distance", "total-distance"))
_SAVES, _KILLS = _BIT["saves"], _BIT["kills"]
_ENEMY_GROUP, _FRIENDLY_GROUP = _BIT["enemy-group"], _BIT["friendly-group"]
_ENEMY_THREAT, _FRIENDLY_THREAT = _BIT["enemy-threat"], _BIT["friendly-threat"]
_MANY, _CHAIN = _BIT["many-liberties"], _BIT["chain"]
_FRIENDLY_MAKER, _ENEMY_MAKER = _BIT["friendly-chain-maker"], _BIT["enemy-chain-maker"]
_NEEDS_LAST, _NEEDS_PREVIOUS = (
    U64(sum(1 << GROUPS[name] for name, moves in LAST_MOVE_GROUPS.items() if ago in moves)) for ago in (1, 2)
)
_HALF = U64(32)
_FIRST_CHAIN, _MOST_CHAINS = U64(FIRST_CHAIN), U64(MOST_CHAINS)
_CHAINS = U64(((1 << MOST_CHAINS) - 1) << FIRST_CHAIN)
_ORDER = np.array([1 << place for place in GROUPS.values()], np.uint64)
"""The groups in their order: without overlap a move is in the first that it belongs to."""


@kernel
def groups_of(state, action):
    """Return the mask of an action of this position, for `action_groups`."""
    key = combine64(position_hash(state.board), last_moves(state.board, ONE, ONE))
    if state.group_key != key or state.has_groups == 0:
        fill_groups(state)
        state.group_key = key
        state.has_groups = 1
    return state.group_mask[action]


@kernel(inline=True)
def last_moves(board, last, previous):
    """Return a number for the last move, if `last`, and the one before, if `previous`."""
    return (U64(board.last) * last << _HALF) | U64(board.previous) * previous


@kernel(inline=True)
def key_of_last_moves(state):
    """Return a number for the earlier moves that the groups in use depend on; 0 where they depend on the position alone."""
    mask = state.grouping.mask
    if (mask & (_NEEDS_LAST | _NEEDS_PREVIOUS)) == ZERO:
        return ZERO
    return last_moves(state.board, U64((mask & _NEEDS_LAST) != ZERO), U64((mask & _NEEDS_PREVIOUS) != ZERO))


@kernel
def fill_groups(state):
    """Write the mask of every empty point, and of a pass, into `group_mask`."""
    board, chosen = state.board, state.grouping
    asked = chosen.mask | (_CHAINS if (chosen.mask & _CHAIN) != ZERO else ZERO)
    state.group_mask[:] = ZERO
    if (chosen.mask & _CHAIN) != ZERO:
        mark_chains(state)
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        found = state.group_mask[cell] | place_groups(board, chosen, cell)
        found |= stone_groups(board, chosen, cell) | maker_groups(board, chosen, cell)
        if (asked & _MANY) != ZERO and liberties_after(board, cell, state.marks) >= chosen.many_liberties:
            found |= _MANY
        found &= asked
        state.group_mask[cell] = found if found != ZERO else _ELSE
        if chosen.overlap == ZERO:
            state.group_mask[cell] = first_group(found)
    state.group_mask[PASS_CELL] = _ELSE


@kernel
def first_group(found):
    """Return the first of several groups in the order of the table; each chain is a separate group."""
    for bit in _ORDER:
        if bit == _CHAIN and (found & _CHAINS) != ZERO:
            return found & _CHAINS & (ZERO - (found & _CHAINS))  # the lowest bit that is set
        if bit != _CHAIN and (found & bit) != ZERO:
            return bit
    return _ELSE


@kernel
def place_groups(board, chosen, cell):
    """Return the groups by the place of a point: `else`, `border`, and near the last moves."""
    found = _ELSE
    width = row_width(board)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] == EDGE:
            found |= _BORDER
    if is_near(cell, U64(board.last), width, chosen.distance):
        found |= _ENEMY_NEAR | _TOTAL_NEAR
    if is_near(cell, U64(board.previous), width, chosen.distance):
        found |= _FRIENDLY_NEAR | _TOTAL_NEAR
    return found


@kernel
def is_near(cell, other, width, distance):
    """Return whether two points are within a Manhattan distance; nothing is near a pass."""
    if other == PASS_CELL:
        return False
    columns = abs(np.int64(cell % width) - np.int64(other % width))
    rows = abs(np.int64(cell // width) - np.int64(other // width))
    return columns + rows <= np.int64(distance)


@kernel
def stone_groups(board, chosen, cell):
    """Return the groups by the stones beside a point: saves, kills, groups and threats."""
    color = U64(board.to_play)
    found = ZERO
    width = row_width(board)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] == EMPTY or board.color[near] == EDGE:
            continue
        is_weak = count_liberties(board, near, chosen.threat_liberties + ONE) <= chosen.threat_liberties
        if board.color[near] == color:
            found |= _FRIENDLY_GROUP | (_ENEMY_THREAT if is_weak else ZERO)
        else:
            found |= _ENEMY_GROUP | (_FRIENDLY_THREAT if is_weak else ZERO)
    if captured_lanes(board, cell, color) != ZERO:
        found |= _KILLS
    in_danger = last_liberty_lanes(board, cell) & own_lanes(U64(board.around[cell]), color)
    if in_danger != ZERO and not is_self_atari(board, cell, color) and not is_suicide(board, cell, color):
        found |= _SAVES
    if (found & (_KILLS | _SAVES)) == _KILLS and frees_a_chain(board, cell, color):
        found |= _SAVES
    return found


@kernel
def frees_a_chain(board, cell, color):
    """Return whether a stone of `color` on `cell` captures a chain beside an own chain whose last liberty is elsewhere."""
    width = row_width(board)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] != COLORS - color or count_liberties(board, near, TWO) > ONE:
            continue
        stone = near
        while True:
            for beside in (stone - width, stone - ONE, stone + ONE, stone + width):
                if board.color[beside] == color and count_liberties(board, beside, TWO) == ONE:
                    return True  # `cell` is not that liberty: the move would be among `in_danger`
            stone = U64(board.next[stone])
            if stone == near:
                break
    return False


@kernel
def maker_groups(board, chosen, cell):
    """Return the groups of a point that joins chains."""
    found = ZERO
    color = U64(board.to_play)
    if count_chains_beside(board, cell, color) >= chosen.maker_chains:
        found |= _FRIENDLY_MAKER
    if count_chains_beside(board, cell, COLORS - color) >= chosen.maker_chains:
        found |= _ENEMY_MAKER
    return found


@kernel
def count_chains_beside(board, cell, color):
    """Return the number of chains of `color` that touch `cell`."""
    width = row_width(board)
    below = U64(board.chain[cell - width]) if board.color[cell - width] == color else ZERO
    left = U64(board.chain[cell - ONE]) if board.color[cell - ONE] == color else ZERO
    right = U64(board.chain[cell + ONE]) if board.color[cell + ONE] == color else ZERO
    above = U64(board.chain[cell + width]) if board.color[cell + width] == color else ZERO
    count = U64(below != ZERO) + U64(left not in (ZERO, below))
    count += U64(right not in (ZERO, below, left))
    return count + U64(above not in (ZERO, below, left, right))


@kernel
def liberties_after(board, cell, marks_buffer):
    """Return the number of liberties of the chain of a stone on the empty `cell`, without captures."""
    color = U64(board.to_play)
    width = row_width(board)
    marks_buffer[:] = ZERO
    marks_buffer[cell] = ONE
    count = mark_liberties(board, cell, marks_buffer)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] == color:
            stone = near
            while True:
                count += mark_liberties(board, stone, marks_buffer)
                stone = U64(board.next[stone])
                if stone == near:
                    break
    return count


@kernel
def mark_liberties(board, stone, marks):
    """Mark the unmarked empty points beside `stone` and return their number."""
    width = row_width(board)
    count = ZERO
    for near in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[near] == EMPTY and marks[near] == 0:
            marks[near] = ONE
            count += ONE
    return count


@kernel
def mark_chains(state):
    """Assign a bit to each large and weak chain, and add it to the masks of the chain's liberties."""
    board, chosen = state.board, state.grouping
    width = row_width(board)
    number = ZERO
    for i in range(board.color.size):
        head = U64(i)
        if board.color[head] == EMPTY or board.color[head] == EDGE or board.chain[head] != head:
            continue
        enough = chosen.chain_liberties + ONE
        if board.stones[head] < chosen.chain_stones or count_liberties(board, head, enough) >= enough:
            continue
        bit = ONE << (_FIRST_CHAIN + min(number, _MOST_CHAINS - ONE))
        number += ONE
        stone = head
        while True:
            for near in (stone - width, stone - ONE, stone + ONE, stone + width):
                if board.color[near] == EMPTY:
                    state.group_mask[near] |= bit
            stone = U64(board.next[stone])
            if stone == head:
                break
