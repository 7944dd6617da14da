"""Packs a strip: rounds of annealing, each under a target height below the best packing so far.

The first packing is the best of best-fit in several orders without a ceiling. Unless there are very many rectangles, more orders follow,
by best-fit with several grades and into free space (`free_space.py`), each under a ceiling below the best one. Then each round has a
target: the first is the lower bound itself, which would be a proof; after a failure the target moves half-way towards the best height,
after a success further down again. Rounds one unit below the best height become longer each time. What a seed finds within a number of
simulations is always the same; one simulation is one packing that was begun.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.streams import seed_stream
from miai.core.warmup import warms_up
from miai.problems.packing.annealing import anneal, begin_annealing
from miai.problems.packing.best_fit import DEFAULT_GRADES, TOO_MUCH, new_packer, pack_under_target
from miai.problems.packing.checking import Placement, faults_of, height_of
from miai.problems.packing.free_space import RULES, new_spaces, pack_into_spaces
from miai.problems.packing.instance import HIGHEST, Instance, cut_instance, lower_bound
from miai.problems.packing.skyline import capacity_for

DEFAULT_SECONDS = 10.0
STEPS_PER_RECTANGLE, LEAST_STEPS, MOST_STEPS = 40, 200, 200_000
"""Steps per rectangle of the first round, and the limits of their number; later rounds are longer."""
SLICE_SECONDS = 0.02
MOST_FOR_STARTS = 1000
"""Instances with more rectangles than this have few starts: a packing into free space takes time with the square of them."""
VARIANTS = (
    DEFAULT_GRADES,
    (9, 8, 6, 5, 7, 4, 3, 2, 1, 10),  # flat rather than high
    (9, 8, 4, 3, 5, 7, 6, 2, 1, 10),  # level with a neighbour before filling
    (9, 8, 7, 6, 5, 4, 4, 4, 4, 10),  # the order decides about all that leaves a gap
    DEFAULT_GRADES,
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 0),  # the order decides alone
)
"""Worth of the grades of a fit, in turn from round to round."""


@dataclass(frozen=True)
class PackingResult:
    """A packing of one instance, and how it was found."""

    instance: str
    strip_width: int
    rectangles: int
    rotate: bool
    height: int
    lower_bound: int
    proven: bool
    """Whether the height equals the lower bound: no packing can be lower."""
    seconds: float
    simulations: int
    found_after: float
    """Seconds after which this packing was found."""
    seed: int
    placements: tuple[Placement, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        return {**asdict(self), "placements": [each._asdict() for each in self.placements]}


Listener = Callable[[PackingResult], None]


class Packer:
    """A search for a low packing of one instance. `run` may be called again to search on."""

    def __init__(self, instance: Instance, seed: int = 0) -> None:
        self.instance, self.seed = instance, seed
        self.bound = lower_bound(instance)
        self.simulations = 0
        self.placements: tuple[Placement, ...] = ()
        self.seconds = self.found_after = 0.0
        self._packer = new_packer(instance)
        seed_stream(self._packer.stream, np.uint64(seed % 2**64), np.uint64(0))
        self._orders = _starting_orders(self._packer)
        self._first_steps = min(max(LEAST_STEPS, STEPS_PER_RECTANGLE * instance.count), MOST_STEPS)
        self._round, self._steps, self._drop, self._slice = 0, self._first_steps, 0, 8
        self._round_open = False
        self._starts_done = 0
        few = instance.count <= MOST_FOR_STARTS
        self._spaces = new_spaces(capacity_for(instance.count)) if few else None
        self._more_starts = (
            list(itertools.product(_more_orders(self._packer), (*range(len(RULES)), *dict.fromkeys(VARIANTS)))) if few else []
        )

    @property
    def height(self) -> int:
        """Height of the best packing so far; 0 before the first."""
        return height_of(self.placements)

    @property
    def proven(self) -> bool:
        """Whether the best packing is as low as the lower bound."""
        return bool(self.placements) and self.height <= self.bound

    def run(
        self,
        seconds: float | None = None,
        *,
        simulations: int | None = None,
        target: int | None = None,
        listener: Listener | None = None,
    ) -> PackingResult:
        """Search until a limit is reached, the height is at most `target`, or the optimum is proven; return the best packing.

        With neither limit, ten seconds. The listener gets each better packing. After Ctrl-C, `result()` has the best packing.
        """
        _check_limits(seconds, simulations, target)
        if seconds is None and simulations is None:
            seconds = DEFAULT_SECONDS
        self._compile()
        began, before, last = time.perf_counter(), self.simulations, self.seconds
        goal = max(self.bound, target or 0)
        try:
            while not (self.placements and self.height <= goal):
                done = self.simulations - before
                if simulations is not None and done >= simulations and self.placements:
                    break
                if seconds is not None and time.perf_counter() - began >= seconds and self.placements:
                    break
                better = self._advance(None if simulations is None else max(1, simulations - done))
                self.seconds = last + time.perf_counter() - began
                if better:
                    self.found_after = self.seconds
                    if listener:
                        listener(self.result())
        finally:
            self.seconds = last + time.perf_counter() - began
        return self.result()

    def adopt(self, placements: tuple[Placement, ...]) -> bool:
        """Continue from a packing that was found elsewhere, if it is valid and lower than the best; return whether it is."""
        if faults_of(self.instance, placements) or (self.placements and height_of(placements) >= self.height):
            return False
        self.placements, self._round_open = placements, False
        return True

    def result(self) -> PackingResult:
        """Return the best packing so far. Raises `RuntimeError` if it is not valid, which would be a mistake in this module."""
        faults = faults_of(self.instance, self.placements)
        if faults:
            raise RuntimeError(f"an invalid packing was made: {faults[0]}")
        return PackingResult(
            instance=self.instance.name,
            strip_width=self.instance.width,
            rectangles=self.instance.count,
            rotate=self.instance.rotate,
            height=self.height,
            lower_bound=self.bound,
            proven=self.proven,
            seconds=self.seconds,
            simulations=self.simulations,
            found_after=self.found_after,
            seed=self.seed,
            placements=self.placements,
        )

    def _advance(self, most: int | None) -> bool:
        """Do a slice of work; return whether it led to a better packing."""
        if self._starts_done < len(self._orders):
            return self._pack_in_order(self._orders[self._starts_done])
        if self._more_starts:
            return self._pack_below_best(*self._more_starts[-1])
        if not self._round_open:
            self._begin_round()
        count = self._slice if most is None else min(self._slice, most)
        began = time.perf_counter()
        taken = int(anneal(self._packer, np.int64(count)))
        self.simulations += taken
        self._adapt_slice(taken, time.perf_counter() - began)
        if self._packer.best == 0:
            self._end_round(True)
            return self._keep()
        if self._packer.step >= self._packer.steps:
            self._end_round(False)
        return False

    def _pack_in_order(self, order: Any) -> bool:
        """Pack without a ceiling in one of the starting orders."""
        packer = self._packer
        packer.order[: packer.count] = order
        packer.target = HIGHEST
        pack_under_target(packer, np.int64(TOO_MUCH))
        self.simulations += 1
        self._starts_done += 1
        return self._keep()

    def _pack_below_best(self, order: Any, way: int | tuple[int, ...]) -> bool:
        """Pack below the best height: into free space by a rule, or by best-fit with these grades. This start is over when it fails."""
        packer = self._packer
        packer.order[: packer.count] = order
        packer.target = self.height - 1
        self.simulations += 1
        if isinstance(way, int):
            success = pack_into_spaces(packer, self._spaces, np.int64(way))
        else:
            packer.grades[:] = way
            success = pack_under_target(packer, np.int64(packer.width * packer.target - packer.area)) == 0
        if success:
            return self._keep()
        self._more_starts.pop()
        return False

    def _keep(self) -> bool:
        """Keep the packing that was just made if it is lower than the best; return whether it is."""
        packer = self._packer
        count = int(packer.placed)
        made = zip(*(getattr(packer, f"placed_{name}")[:count].tolist() for name in "xywh"), strict=True)
        placements = tuple(Placement(*each) for each in made)
        if count < packer.count or (self.placements and height_of(placements) >= self.height):
            return False
        self.placements = placements
        return True

    def _begin_round(self) -> None:
        packer, gap = self._packer, self.height - self.bound
        if self._round == 0:
            self._drop = gap
        self._drop = min(max(1, self._drop), gap)
        packer.target = self.height - self._drop
        packer.grades[:] = VARIANTS[self._round % len(VARIANTS)]
        if self._round % 2 == 0 or packer.best == packer.area:
            packer.order[: packer.count] = self._orders[self._round // 2 % len(self._orders)]
        else:
            packer.order[: packer.count] = packer.best_order[: packer.count]
        begin_annealing(packer, np.int64(self._steps))
        self._round += 1
        self._round_open = True

    def _end_round(self, success: bool) -> None:
        """Choose how far below the best height the next target is, and how long the next round."""
        self._round_open = False
        if success:
            self._drop, self._steps = 2 * self._drop, self._first_steps
        elif self._drop > 1:
            self._drop //= 2
        elif self._round % len(VARIANTS) == 0:
            self._steps = min(2 * self._steps, MOST_STEPS)

    def _adapt_slice(self, taken: int, seconds: float) -> None:
        if taken > 0 and seconds > 0:
            self._slice = max(1, min(int(taken * SLICE_SECONDS / seconds) + 1, 4 * self._slice, 100_000))

    def _compile(self) -> None:
        """Have all kernels compiled before the clock starts."""
        if self.simulations == 0:
            begin_annealing(self._packer, np.int64(0))
            anneal(self._packer, np.int64(0))
            if self._spaces is not None:
                self._packer.target = 0
                pack_into_spaces(self._packer, self._spaces, np.int64(0))


def pack(instance: Instance, seconds: float | None = None, *, seed: int = 0, **options: Any) -> PackingResult:
    """Return a low packing of `instance`. Options are those of `Packer.run`.

    >>> pack(make_instance(20, [(12, 7), (12, 2), (8, 9, 2)]), simulations=1000).height  # doctest: +SKIP
    """
    return Packer(instance, seed).run(seconds, **options)


def _starting_orders(packer: Any) -> list[Any]:
    """Return the orders that packers start with: largest area, longest side, widest, highest, longest boundary first."""
    count = int(packer.count)
    wide, tall = packer.wide[:count], packer.tall[:count]
    longer, shorter = np.maximum(wide, tall), np.minimum(wide, tall)
    keys = [(longer, wide * tall), (shorter, longer), (wide, tall), (tall, wide), (shorter, longer + shorter)]
    return [np.lexsort((*(-key for key in pair),)).astype(np.int32) for pair in keys]


def _more_orders(packer: Any) -> list[Any]:
    """Return the orders of further starts: the starting orders, and shortest side, least square and widest for its height."""
    count = int(packer.count)
    wide, tall = packer.wide[:count], packer.tall[:count]
    longer, shorter = np.maximum(wide, tall), np.minimum(wide, tall)
    keys = [(longer, shorter), (shorter, longer - shorter), (wide, wide / tall)]
    return [*_starting_orders(packer), *(np.lexsort((*(-key for key in pair),)).astype(np.int32) for pair in keys)]


def _check_limits(seconds: float | None, simulations: int | None, target: int | None) -> None:
    if seconds is not None and (isinstance(seconds, bool | str) or not seconds >= 0):
        raise UserError(f"seconds is a number of at least 0, not {seconds!r}")
    if simulations is not None and (isinstance(simulations, bool) or not isinstance(simulations, int) or simulations < 0):
        raise UserError(f"simulations is a whole number of at least 0, not {simulations!r}")
    if target is not None and (isinstance(target, bool) or not isinstance(target, int) or target < 1):
        raise UserError(f"target is a height of at least 1, not {target!r}")


@warms_up("packing-solver")
def _pack_small_instances() -> None:
    for pieces in (16, 100):
        pack(cut_instance(pieces, 60, 60), simulations=20)
