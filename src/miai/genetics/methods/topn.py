"""TopN: three models, the n SNPs with the highest informativeness, the highest Delta and the highest theta. A point of reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.genetics.methods.interface import NoSettings, PanelSearch


class TopN(PanelSearch):
    """Section 5.7.1. Evaluates one model for each statistic of the task."""

    name = "topn"
    summary = "the n best SNPs by one statistic: three models"
    Settings = NoSettings

    def advance(self, evaluations: int) -> None:
        lists = list(self.task.statistics.values()) or [self.task.priors]
        while self.evaluations < min(evaluations, len(lists)):
            statistic = lists[self.evaluations]
            model = np.sort(np.argsort(-statistic, kind="stable")[: self.task.size]).astype(np.int32)
            self.evaluate(model)
        self.is_finished = self.evaluations >= len(lists)

    def parts(self) -> dict[str, Any]:
        return {"log": self.log}

    def replace_part(self, name: str, part: Any) -> None:
        self.log = part
