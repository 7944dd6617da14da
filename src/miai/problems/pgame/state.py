"""Artificial games (P-games): a move awards points to the player who makes it, and the higher total wins.

Player 0 adds points to the total, player 1 subtracts points: 0 to 127 with each move, at random. After `depth` moves player 0 has won if
the total is above zero, and lost if it is below. A position of the game is called a **place**, since a node belongs to a search. A place
has `breadth` moves, numbered from 0. The places form a tree or, where some places of a level were combined (`combine.py`), an acyclic graph
on which the total does not depend on the path.

    number of a place in a tree of breadth 2:         0
                                                   1     2
                                                  3 4   5 6

A tree needs no memory: the points of a move are a hash of the number of the place that it leads to. A graph has two arrays, `places` and
`links`. The state has their addresses; the object `ArtificialGame` keeps them alive (`game.py`).

| field | dtype | meaning |
|---|---|---|
| `salt` | uint64 | hash of the seed, from which all random numbers of the game come; constant |
| `places_at`, `place_limit` | int64 | address and length of the places; 0 for a tree that was not solved; constant |
| `links_at`, `link_limit` | int64 | address and length of the links: the place after each move from each place; 0 for a tree; constant |
| `winner_share`, `other_share` | uint64 | probability of a winning and of another move to be in a group, in units of 2**-32; constant |
| `depth`, `breadth` | uint8 | the shape; constant |
| `groups` | uint8 | number of move groups, without the one for the rest; constant |
| `overlap` | uint8 | whether the group for the rest contains all moves; constant |
| `disjoint` | uint8 | whether the groups contain different moves as far as possible; constant |
| `level` | uint8 | moves made; its parity is the player to act |
| `total` | int32 | points of player 0 minus points of player 1 |
| `number` | int64 | the place |

A place has its `score` (the total there) and its `outcome`: the sign of the final total if both players play perfectly from there.

Move groups need the outcomes. From level 1 on, a move is in each of the groups with probability p: `winner_share` if it wins for the
player who makes it, else `other_share`. The draws are independent, or with `disjoint` one draw u from 0 to 1 decides: group g
contains the moves with u from g p to (g + 1) p, beginning again at 0 after 1. Then k groups contain the share min(1, k p) together,
which is the arithmetic of footnote 6 of Brodeur and Childs (2008). Moves in no group, or with `overlap` all moves, are in one more
group. The root has no groups, because the search must name a move there, as in Brodeur and Childs (2008).
"""

from __future__ import annotations

import numpy as np

from miai.core.hashing import combine64
from miai.core.kernels import kernel
from miai.core.pointers import accessor
from miai.core.records import record
from miai.search.problem import (
    action_groups,
    apply_action,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
    reward,
)

MOST_POINTS = 127
MOST_DEPTH, MOST_BREADTH, MOST_GROUPS = 60, 32, 8
ALWAYS = 1 << 32
"""The share that means every move."""

_POINT_BITS = np.uint64(57)  # 64 - 7: the upper bits of a hash are a number from 0 to 127
_HALF, _LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)
_ONE, _ZERO = np.uint64(1), np.uint64(0)
_KEY, _GROUP = np.uint64(1), np.uint64(2)  # purposes of hashes, besides points

state_t = record(
    "pgame",
    [
        ("salt", np.uint64),
        ("places_at", np.int64),
        ("place_limit", np.int64),
        ("links_at", np.int64),
        ("link_limit", np.int64),
        ("winner_share", np.uint64),
        ("other_share", np.uint64),
        ("number", np.int64),
        ("total", np.int32),
        ("depth", np.uint8),
        ("breadth", np.uint8),
        ("groups", np.uint8),
        ("overlap", np.uint8),
        ("disjoint", np.uint8),
        ("level", np.uint8),
    ],
)
place_t = record("pgame_place", [("score", np.int16), ("outcome", np.int8)])
link_t = record("pgame_link", [("place", np.int32)])

place_at = accessor(lambda owner: place_t, "places_at", "place_limit")
link_at = accessor(lambda owner: link_t, "links_at", "link_limit")


@kernel
def points_of(salt, number):
    """Return the points of the move that leads to place `number` of a tree."""
    return int(combine64(salt, np.uint64(number)) >> _POINT_BITS)


@kernel
def place_after(state, move):
    """Return the number of the place that `move` leads to."""
    if state.link_limit == 0:
        return int(state.number) * int(state.breadth) + 1 + int(move)
    return int(link_at(state, int(state.number) * int(state.breadth) + int(move)).place)


@kernel
def outcome_after(state, move):
    """Return the sign of the final total under perfect play after `move`. For solved games only."""
    return int(place_at(state, place_after(state, move)).outcome)


@list_actions.implement(state_t)
@kernel
def list_moves(state, actions):
    for move in range(state.breadth):
        actions[move] = move
    return np.int64(state.breadth)


@apply_action.implement(state_t)
@kernel
def move_on(state, move):
    number = place_after(state, move)
    if state.link_limit > 0:
        state.total = place_at(state, number).score
    elif state.level & 1:
        state.total -= points_of(state.salt, number)
    else:
        state.total += points_of(state.salt, number)
    state.number = number
    state.level += 1


@player_to_act.implement(state_t)
@kernel
def player_by_level(state):
    return int(state.level) & 1


@is_terminal.implement(state_t)
@kernel
def is_at_the_bottom(state):
    return state.level == state.depth


@reward.implement(state_t)
@kernel
def share_of_the_win(state, player):
    """Return 1 for the player with more points, 0 for the other, 0.5 for a tie."""
    if state.total == 0:
        return 0.5
    return 1.0 if (state.total > 0) == (player == 0) else 0.0


@position_key.implement(state_t)
@kernel
def key_of_place(state):
    return combine64(state.salt ^ _KEY, np.uint64(state.number))


@action_groups.implement(state_t)
@kernel
def groups_of(state, move):
    """Return the groups of a move: bits 1, 2, ... for the move groups, bit 0 for the rest."""
    mask = _ZERO
    if state.groups > 0 and state.level > 0:
        winning = 1 if state.level & 1 == 0 else -1
        share = state.winner_share if outcome_after(state, move) == winning else state.other_share
        draw = combine64(state.salt ^ _GROUP, np.uint64(place_after(state, move)))
        for group in range(state.groups):
            if state.disjoint:
                number = ((draw & _LOW_HALF) - np.uint64(group) * share) & _LOW_HALF
            else:
                draw = combine64(draw, np.uint64(group))
                number = draw & _LOW_HALF
            if number < share:
                mask |= _ONE << np.uint64(group + 1)
    return mask | _ONE if mask == _ZERO or state.overlap else mask
