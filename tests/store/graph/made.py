"""Positions made from a seed, for the tests of the store. Needs no kernels, so that it can be imported quickly."""

from __future__ import annotations

import numpy as np

from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Positions, add_up
from miai.search.store_protocol import Identity

GAME = Identity("made", "", "is_made", 1)
CROWD = Identity("crowd", "three of them", "is_crowd", 3)


def make_positions(count: int, seed: int, values: int = 1, space: int = 2**62) -> Positions:
    """About `count` positions with keys below `space`, every one lawful; those with equal keys are the same positions."""
    source = np.random.default_rng(seed)
    keys = source.integers(0, space, count).astype(np.uint64)
    moves = source.integers(0, 4, count)
    first_moves = np.concatenate([[0], np.cumsum(moves)])
    own_visits = source.integers(1, 10, count) * COUNT_UNIT
    move_visits = source.integers(1, 50, first_moves[-1]) * COUNT_UNIT
    share = source.random((count, values))
    sums = np.concatenate([[0], np.cumsum(move_visits)])
    visits = own_visits + sums[first_moves[1:]] - sums[first_moves[:-1]]
    actions = np.arange(first_moves[-1]) - np.repeat(first_moves[:-1], moves)
    return add_up(
        [
            Positions(
                keys=keys,
                checks=np.where(moves > 0, keys % 1000 * 2 + 1, 0).astype(np.uint32),
                touched=source.integers(10**9, 17 * 10**8, count).astype(np.uint32),
                players=(keys % 2).astype(np.int8),
                own_visits=own_visits,
                own_sum=np.rint(share * own_visits[:, None] * (RESULT_UNIT // COUNT_UNIT)).astype(np.int64),
                total=np.rint(share * visits[:, None] * (RESULT_UNIT // COUNT_UNIT)).astype(np.int64),
                low=np.where(source.random((count, values)) < 0.1, 0.25, 0.0),
                high=np.where(source.random((count, values)) < 0.1, 0.75, 1.0),
                first_moves=first_moves,
                actions=actions.astype(np.int32),
                move_visits=move_visits,
                children=np.repeat(keys, moves) + actions.astype(np.uint64) + np.uint64(1),
            )
        ]
    )


def same(one: Positions, other: Positions) -> bool:
    """Return whether both are equal, bit for bit."""
    return all(np.array_equal(value, vars(other)[name]) for name, value in vars(one).items())
