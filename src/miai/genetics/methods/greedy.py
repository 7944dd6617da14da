"""Greedy construction with exchange: the peer that other methods are compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.records import new
from miai.core.settings import Checked, whole
from miai.core.streams import new_stream
from miai.genetics.kernels.exchange import DONE, Exchange, advance_exchange, exchange_t, start_exchange
from miai.genetics.methods.interface import PanelSearch, PanelTask

UNLIMITED = 2**62
MOST = 2**31 - 1
NO_VALUE = -1e300


def new_exchange(task: PanelTask, seed: int, width: int, kicks: int, kick_size: int, recalls: bool) -> Exchange:
    """Return an exchange search that has not begun; `width` 0 means all candidates."""
    head = new(exchange_t)
    head.first_width = min(width or task.evaluator.snps, task.evaluator.snps)
    head.most_kicks = kicks
    head.recalls = int(recalls)
    head.kick_size = kick_size or max(2, task.size // 3)
    empty = np.zeros(task.size, np.int32)
    return Exchange(head, empty, empty.copy(), np.zeros_like(task.evaluator.scratch.sums), new_stream(seed, 0x5A))


@dataclass(frozen=True)
class GreedySettings(Checked):
    """Settings of the method `greedy`."""

    width: int = whole(0, 0, MOST, "candidates that are tried first, doubled when none helps; 0 for all at once")
    kicks: int = whole(0, 0, MOST, "restarts from the best model with some SNPs taken out")
    kick_size: int = whole(0, 0, MOST, "SNPs that a kick takes out; 0 for a third, at least two")


class Greedy(PanelSearch):
    """Adds the SNP that helps most until the model is complete, then exchanges SNPs until no exchange helps."""

    name = "greedy"
    summary = "greedy construction, then exchange of single SNPs until none helps"
    Settings = GreedySettings

    def __init__(self, task: PanelTask, seed: int = 1, settings: GreedySettings | None = None) -> None:
        super().__init__(task, seed, settings)
        given = self.settings
        self.exchange = new_exchange(task, seed, given.width, given.kicks, given.kick_size, recalls=given.kicks > 0)
        start_exchange(task.evaluator.cases, self.exchange, self.exchange.model, 0, NO_VALUE)

    def advance(self, evaluations: int) -> None:
        task = self.task.evaluator
        while self.evaluations < evaluations and not self.is_finished:
            self.make_room()
            advance_exchange(task.cases, task.code, self.exchange, task.scratch, task.by_division, self.log, evaluations)
            self.is_finished = self.exchange.head.phase == DONE or bool(self.exchange.head.is_stuck)

    def parts(self) -> dict[str, Any]:
        return {"log": self.log, "exchange": self.exchange}

    def replace_part(self, name: str, part: Any) -> None:
        setattr(self, name, part)

    def notes(self) -> dict[str, Any]:
        return {"kicks": int(self.exchange.head.kicks)}
