"""`miai bench streams`: random numbers per second, compared with the same generator in C."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from miai.bench.frame import Contender, c_contender, contest, machine, rounds_for, timed
from miai.core.kernels import kernel
from miai.core.streams import new_stream, next_below

STREAM_C = Path(__file__).parent / "stream.c"
DRAWS = 20_000_000
ROUND_SECONDS = 0.1


@kernel
def add_up(stream, draws, bound):
    """Return the sum of `draws` random integers, so that the compiler cannot leave any out."""
    total = np.uint64(0)
    for _ in range(draws):
        total += next_below(stream, bound)
    return total


def measure_streams(seconds: float = 3.0, seed: int = 1) -> dict[str, Any]:
    """Return bounded random integers per second, and the ratio to C."""
    stream = new_stream(seed)
    add_up(stream, 1, 81)

    def draw() -> int:
        add_up(stream, DRAWS, 81)
        return DRAWS

    contenders: dict[str, Contender] = {"miai": timed(draw)}
    in_c = c_contender(STREAM_C, str(DRAWS))
    if in_c:
        contenders["C"] = in_c
    best = contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
    yardstick = best.get("C")
    return {
        "draws_per_second": best["miai"],
        "yardstick": "xoshiro256++ and Lemire's bounded integers in C" if yardstick else None,
        "yardstick_per_second": yardstick,
        "ratio": best["miai"] / yardstick if yardstick else None,
        "seed": seed,
        "machine": machine(),
    }
