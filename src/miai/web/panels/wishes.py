"""The form of a search, with the limits of its fields."""

from __future__ import annotations

import math
from dataclasses import dataclass

from miai.core.errors import UserError

METHODS = {
    "mcts": "mcts: Monte-Carlo tree search with exchange",
    "greedy": "greedy: one by one, then exchange",
    "beam": "beam: for large panels",
    "grqs": "grqs: greedy queued search",
    "mcts-published": "mcts-published: as in the source",
    "topn": "topn: the most informative SNPs",
}
PRESETS = {"default": "default", "published": "as published"}
PRIORS = {"observed": "shares of the categories in the data", "uniform": "equal"}
OBJECTIVES = {"expected": "expected share right", "log-loss": "log-loss", "counts": "number right"}
LIMITS: dict[str, tuple[float, float, str]] = {
    "snps": (1, 200, "SNPs in the panel"),
    "seconds": (1, 3600, "time limit in seconds"),
    "seed": (0, 2**31 - 1, "random seed"),
    "splits": (0, 20, "splits for held-out figures"),
    "curve": (0, 100, "largest panel of the accuracy curve"),
    "call_rate": (0, 1, "minimum call rate"),
    "maf": (0, 0.5, "minimum frequency of the rarer allele"),
    "ld": (0, 1, "maximum r² between near SNPs"),
    "distance": (0, 10**9, "minimum distance in base pairs"),
}
"""Lowest and highest value and the name of each number."""
WHOLE = ("snps", "seed", "splits", "curve", "distance")


@dataclass
class Wish:
    """A search that a user wants."""

    grouping: str = ""
    snps: int = 12
    method: str = "mcts"
    seconds: float = 30
    seed: int = 1
    splits: int = 5
    curve: int = 100
    preset: str = "default"
    prior: str = "observed"
    objective: str = "expected"
    call_rate: float = 0.95
    maf: float = 0.0
    ld: float = 1.0
    distance: int = 0

    @property
    def objective_name(self) -> str:
        """The objective of the search; as published, the number right."""
        return self.objective if self.preset == "default" else "counts"

    def check(self, available: int) -> None:
        """Raise `UserError` with one line where a field is out of range; `available` is the number of SNPs of the data."""
        for name, (low, high, words) in LIMITS.items():
            value = getattr(self, name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
            if not is_number or not low <= value <= high:
                raise UserError(f"{words}: {value!r}; accepted: {low:g} to {high:,g}")
            setattr(self, name, round(value) if name in WHOLE else float(value))
        if self.snps > available:
            raise UserError(f"SNPs in the panel: {self.snps}; the data have {available:,}")
        for name, known in (("method", METHODS), ("preset", PRESETS), ("prior", PRIORS), ("objective", OBJECTIVES)):
            if getattr(self, name) not in known:
                raise UserError(f"unknown {name} {getattr(self, name)!r}; known: {', '.join(known)}")
