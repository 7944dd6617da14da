"""Searches for an order of the rectangles that best-fit packing turns into a packing under a target height.

A step swaps two rectangles of the order, or turns one, and packs again. The area of the rectangles that found no place is to become 0;
simulated annealing accepts a step that makes it larger with a probability that falls with the temperature. Packing stops as soon as
more is lost than may be accepted, which makes most steps short.
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import next_below, next_float
from miai.problems.packing.best_fit import pack_under_target

HOT, COLD = 0.02, 0.0005
"""Temperature at the first and last step, as a share of the area of all rectangles."""


TURNS = 16
"""One step in this number turns a rectangle; of two equal orientations the first one tried is kept."""


@kernel
def begin_annealing(packer, steps):
    """Prepare `steps` steps from the present order, whatever it is worth."""
    packer.step, packer.steps = 0, steps
    packer.hot, packer.cold = HOT * packer.area, COLD * packer.area
    packer.current = packer.best = packer.area


@kernel
def anneal(packer, most):
    """Take at most `most` steps. Returns how many; all rectangles are placed if `packer.best` is 0 then."""
    slack = packer.width * packer.target - packer.area
    taken = 0
    while taken < most and packer.step < packer.steps and packer.best > 0:
        first = np.int64(next_below(packer.stream, packer.count))
        second = np.int64(next_below(packer.stream, packer.count))
        if next_below(packer.stream, TURNS) == 0:
            second = first
        if packer.step > 0:  # the first packing is that of the order as it stands
            change(packer, first, second)
        temperature = packer.hot * (packer.cold / packer.hot) ** (packer.step / packer.steps)
        limit = packer.current - np.int64(temperature * math.log(1.0 - next_float(packer.stream)))
        left = pack_under_target(packer, slack + limit)
        if left <= limit:
            packer.current = left
            if left < packer.best:
                packer.best = left
                packer.best_order[: packer.count] = packer.order[: packer.count]
        elif packer.step > 0:
            change(packer, first, second)
        packer.step += 1
        taken += 1
    return taken


@kernel(inline=True)
def change(packer, first, second):
    """Swap two places of the order; if they are the same place, turn that rectangle. To do it twice changes nothing."""
    kept = packer.order[first]
    packer.order[first] = packer.order[second]
    packer.order[second] = kept
    if first == second and packer.rotate:
        wide = packer.wide[kept]
        packer.wide[kept] = packer.tall[kept]
        packer.tall[kept] = wide
