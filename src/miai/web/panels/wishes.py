"""The form of a search, with the limits of its fields."""

from __future__ import annotations

import math
from dataclasses import dataclass

from miai.core.errors import UserError
from miai.web.languages import mark
from miai.web.languages import text as _

METHODS = {
    "mcts": mark("mcts: Monte-Carlo tree search with exchange"),
    "greedy": mark("greedy: one by one, then exchange"),
    "beam": mark("beam: for large panels"),
    "grqs": mark("grqs: greedy queued search"),
    "mcts-published": mark("mcts-published: as in the source"),
    "topn": mark("topn: the most informative SNPs"),
}
PRESETS = {"default": mark("default"), "published": mark("as published")}
PRIORS = {"observed": mark("shares of the categories in the data"), "uniform": mark("equal")}
OBJECTIVES = {"expected": mark("expected share right"), "log-loss": mark("log-loss"), "counts": mark("number right")}
LIMITS: dict[str, tuple[float, float, str]] = {
    "snps": (1, 200, mark("SNPs in the panel")),
    "seconds": (1, 3600, mark("time limit in seconds")),
    "seed": (0, 2**31 - 1, mark("random seed")),
    "splits": (0, 20, mark("splits for held-out figures")),
    "curve": (0, 100, mark("largest panel of the accuracy curve")),
    "call_rate": (0, 1, mark("minimum call rate")),
    "maf": (0, 0.5, mark("minimum frequency of the rarer allele")),
    "ld": (0, 1, mark("maximum r² between near SNPs")),
    "distance": (0, 10**9, mark("minimum distance in base pairs")),
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
                text = _("{name}: {value}; accepted: {low} to {high}")
                raise UserError(text.format(name=_(words), value=repr(value), low=f"{low:g}", high=f"{high:,g}"))
            setattr(self, name, round(value) if name in WHOLE else float(value))
        if self.snps > available:
            text = _("SNPs in the panel: {count}; the data have {available}")
            raise UserError(text.format(count=self.snps, available=f"{available:,}"))
        for name, known in (("method", METHODS), ("preset", PRESETS), ("prior", PRIORS), ("objective", OBJECTIVES)):
            if getattr(self, name) not in known:
                raise UserError(f"unknown {name} {getattr(self, name)!r}; known: {', '.join(known)}")
