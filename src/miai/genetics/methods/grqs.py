"""GrQS, greedy queued search (section 5.7.2): the model with the highest estimate is evaluated next."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.records import new
from miai.core.settings import Checked, number
from miai.core.streams import new_stream
from miai.genetics.kernels.queue import Queue, advance_queue, push_child, queue_t
from miai.genetics.kernels.record_keeping import sort_model
from miai.genetics.kernels.tree import draw_weight
from miai.genetics.methods.interface import Array, PanelSearch, PanelTask, grown

FIRST_MODELS = 1 << 12
GROWING_FIELDS = ("snp", "parent", "depth", "value", "heap_priority", "heap_number", "heap_model", "heap_snp")
"""The arrays of the queue that grow with the number of models."""
CHAINS = 50
"""Random models by whose growth the slopes are estimated."""


@dataclass(frozen=True)
class GrqsSettings(Checked):
    """Settings of the method `grqs`."""

    sharpness: float = number(5.0, 1, math.inf, "power of the draws by rank of the models that gains are estimated from")
    slope: float = number(1.0, 0, math.inf, "factor of the estimated gains: more explores more")


class Grqs(PanelSearch):
    """Never evaluates a set twice; with unlimited time it is exhaustive."""

    name = "grqs"
    summary = "greedy queued search: the model with the highest estimate is evaluated next"
    Settings = GrqsSettings

    def __init__(self, task: PanelTask, seed: int = 1, settings: GrqsSettings | None = None) -> None:
        super().__init__(task, seed, settings)
        self.queue: Queue | None = None

    def advance(self, evaluations: int) -> None:
        self.prepare()
        assert self.queue is not None
        task = self.task.evaluator
        while self.evaluations < evaluations and not self.is_finished:
            self.make_room()
            advance_queue(task.cases, task.code, self.queue, task.scratch, task.by_division, self.log, evaluations)
            self.is_finished = self.queue.head.entries == 0

    def prepare(self) -> None:
        if self.queue is None:
            self.queue = self._new_queue()

    def make_room(self) -> None:
        super().make_room()
        assert self.queue is not None
        if self.queue.head.models == self.queue.snp.size:
            self.queue = grown(self.queue, GROWING_FIELDS)

    def _new_queue(self) -> Queue:
        slopes, empty = self._slopes()
        arrays: dict[str, Any] = {name: np.zeros(FIRST_MODELS, np.int32) for name in ("snp", "parent", "depth")}
        arrays |= {name: np.zeros(2 * FIRST_MODELS, np.int32) for name in ("heap_model", "heap_snp")}
        queue = Queue(
            head=new(queue_t),
            priors=self.task.priors,
            slopes=slopes,
            value=np.zeros(FIRST_MODELS),
            heap_priority=np.zeros(2 * FIRST_MODELS),
            heap_number=np.zeros(2 * FIRST_MODELS, np.int64),
            model=np.zeros(self.task.size, np.int32),
            **arrays,
        )
        queue.head.first_snp = -1
        queue.head.models = 1  # the empty one
        queue.value[0] = empty
        push_child(queue, 0, 0)
        return queue

    def _slopes(self) -> tuple[Array, float]:
        """Return the gain of one SNP more for each unit of its prior, by the size of the model, over random chains; V of no SNPs.

        It is a ratio of sums: a mean of ratios would be governed by the few SNPs whose prior is close to zero.
        """
        task, n = self.task, self.task.size
        empty = 0.0 if task.evaluator.objective == "counts" else task.evaluator.value([])
        stream = new_stream(self.seed, 0x6B)
        gains, priors = np.zeros(n), np.zeros(n)
        for _ in range(CHAINS):
            model = draw_model(stream, task.evaluator.snps, n, self.settings.sharpness)
            before = empty
            for size in range(n):
                value = self.evaluate(model[: size + 1])
                gains[size] += value - before
                priors[size] += task.priors[model[size]]
                before = value
        return self.settings.slope * np.maximum(gains, 0.0) / np.maximum(priors, 1e-12), empty

    def parts(self) -> dict[str, Any]:
        return {"log": self.log} | ({"queue": self.queue} if self.queue is not None else {})

    def replace_part(self, name: str, part: Any) -> None:
        setattr(self, name, part)

    def notes(self) -> dict[str, Any]:
        if self.queue is None:
            return {}
        first = int(self.queue.head.first_change)
        return {"first_snp_changed_at": first or None, "waiting": int(self.queue.head.entries)}


def draw_model(stream: Any, candidates: int, size: int, sharpness: float = 1.0) -> Array:
    """A random model by Bradley-Terry draws, in increasing order; see `draw_weight` for `sharpness`."""
    model: list[int] = []
    draws = 0
    while len(model) < size:
        draws += 1
        power = sharpness if draws <= 4 * size else 1.0  # a sharp draw repeats itself where few SNPs are left
        snp = candidates - int(draw_weight(stream, candidates, power))
        if snp not in model:
            model.append(snp)
    drawn = np.array(model, np.int32)
    sort_model(drawn, size)
    return drawn
