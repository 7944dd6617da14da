"""`miai bench packing`: random packings of a strip per second, beside the same in plain Python, and how the time grows."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from miai.bench.frame import contest, machine, rounds_for, timed
from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.problems.contract import new_worker
from miai.problems.packing import cut_instance, start_state
from miai.problems.packing.instance import Instance
from miai.problems.packing.reference import Strip, play_at_random
from miai.search.problem import play_out, problem_of

SIZES = (10, 16, 50, 100, 200, 1000)
"""Numbers of rectangles that are measured."""
SIDE = 20
"""Pieces are cut from a square whose side is this times the root of their number, so that their sizes stay alike."""
GROWTH = (300, 3000)
"""Numbers of rectangles between which the growth of the time per rectangle is measured: on strips of one width, and on strips whose
width grows with the root of the number, so that the skyline gets longer too."""
ROUND_SECONDS = 0.25


@kernel
def pack_at_random(states, worker, count):
    """Play `count` packings out from state 0 of `states`, in state 1."""
    for _ in range(count):
        states[1] = states[0]
        state = states[1]
        play_out(state, worker)


def measure_packing(pieces: int | None = None, seconds: float = 4.0, seed: int = 1) -> dict[str, Any]:
    """Return the speeds and their ratio for `pieces` rectangles, or for each of `SIZES`, and the growth of the time per rectangle."""
    sizes = SIZES if pieces is None else (pieces,)
    contenders: dict[str, Any] = {}
    for size in sizes:
        instance = _cut(size, seed)
        contenders |= {f"miai {size}": timed(_compiled(instance, seed)), f"plain {size}": timed(_plain(instance, seed))}
    few, many = GROWTH
    contenders |= {
        "few": timed(_compiled(_cut(few, seed), seed)),
        "many": timed(_compiled(_cut(many, seed, width=_side(few)), seed)),
        "many, wide": timed(_compiled(_cut(many, seed), seed)),
    }
    best = contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
    return {
        "yardstick": "the same playout in plain Python",
        **{f"{size}_rectangles": _describe(size, best[f"miai {size}"], best[f"plain {size}"]) for size in sizes},
        "lowest_ratio": min(best[f"miai {size}"] / best[f"plain {size}"] for size in sizes),
        f"growth_per_rectangle_{few}_to_{many}": best["few"] * few / (best["many"] * many),
        f"growth_per_rectangle_{few}_to_{many}_on_wider_strips": best["few"] * few / (best["many, wide"] * many),
        "seed": seed,
        "machine": machine(),
    }


def _describe(size: int, ours: float, plain: float) -> dict[str, float]:
    return {
        "playouts_per_second": ours,
        "yardstick_per_second": plain,
        "ratio": ours / plain,
        "nanoseconds_per_rectangle": 1e9 / ours / size,
    }


def _side(pieces: int) -> int:
    return max(SIDE, round(SIDE * pieces**0.5))


def _cut(pieces: int, seed: int, width: int | None = None) -> Instance:
    """Return pieces cut from a square, or from a rectangle of the same area and the given width."""
    side = _side(pieces)
    width = width or side
    return cut_instance(pieces, width, side * side // width, seed)


def _compiled(instance: Instance, seed: int) -> Any:
    """Return a function that packs for about a round with the kernels, and returns how often."""
    state = start_state(instance)
    states = new_array(state.dtype, 2)
    states[0] = state
    worker = new_worker(problem_of(state), seed)
    worker.keeps_trace = 0
    pack_at_random(states, worker, np.int64(1))
    began = time.perf_counter()
    pack_at_random(states, worker, np.int64(20))
    count = max(1, round(20 * ROUND_SECONDS / max(time.perf_counter() - began, 1e-6)))

    def work() -> int:
        pack_at_random(states, worker, np.int64(count))
        return count

    return work


def _plain(instance: Instance, seed: int) -> Any:
    """Return a function that packs once in plain Python."""
    chance = random.Random(seed)

    def work() -> int:
        play_at_random(Strip(instance), chance)
        return 1

    return work
