"""How accurately does a byte hold a success rate after it has counted to the end of its scale?

A win/loss state counts exactly up to its end of scale. If it only counted up and down from there, every rate above one half would end at
the top. A saturated state jumps back to an earlier state instead; the length of the jump is the question. Twenty-one states measure
twenty-one generators that win with probability 0, 0.05, ..., 1. The standard deviation of the residuals and Spearman's correlation show how
accurate they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.experiments.frame import Cell, Curve, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, decided_by, is_within
from miai.experiments.published import BASALDUA, published_rows
from miai.wls.states import QUARTILE, WinLossStates
from miai.wls.trials import measured

CHANCES = np.arange(21) / 20
MEASURES = ("residuals", "correlation")
SATURATED = "150-250"
JUMPS = (0.9, 1.0, 1.1, 1.2, 1.3, 1.4)
PAPER_TRIALS = 25_000


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(2000, "trials of each jump", low=2)
    jumps: tuple[float, ...] = parameter(JUMPS, "lengths K of the jump", low=0, high=1.9)
    end: int = parameter(21, "end of scale", low=2, high=200)
    z: float = parameter(QUARTILE, "width of the interval that orders the states", low=0.01, high=5)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    counted = [("none", "20"), ("none", "200")]
    return [
        {"jump": jump, "updates": updates} for jump, updates in [*counted, *((str(jump), SATURATED) for jump in parameters.jumps)]
    ]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    jump = None if job["jump"] == "none" else float(job["jump"])
    fewest, _, most = str(job["updates"]).partition("-")
    states = WinLossStates(parameters.end, jump, parameters.z)
    shares = measured(states, CHANCES, parameters.trials, (int(fewest), int(most or fewest)), seed)
    found = {"residuals": residuals(shares), "correlation": correlations(shares)}
    return [cell for name, values in found.items() for cell in _cells(job, name, values)]


def _cells(job: Mapping[str, Scalar], name: str, values: Any) -> list[Cell]:
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    half = 1.96 * deviation / len(values) ** 0.5
    return [
        Cell(job, name, mean, mean - half, mean + half, len(values)),
        Cell(job, f"{name}, deviation", deviation, count=len(values)),
    ]


def residuals(shares: Any) -> Any:
    """Return the standard deviation of the residuals of each trial."""
    return np.sqrt(((shares - CHANCES) ** 2).sum(axis=1) / (len(CHANCES) - 1))


def correlations(shares: Any) -> Any:
    """Return Spearman's correlation of each trial: the correlation of ranks, with mean ranks for ties."""
    from scipy.stats import rankdata

    ranks = rankdata(shares, axis=1)
    ranks -= ranks.mean(axis=1, keepdims=True)
    truth = np.arange(len(CHANCES)) - (len(CHANCES) - 1) / 2
    return (ranks * truth).sum(axis=1) / np.sqrt((ranks**2).sum(axis=1) * (truth**2).sum())


def published(cell: Cell) -> Published | None:
    row = _row(cell)
    if row is None:
        return None
    mean, half = float(row["mean"]), 1.96 * float(row["deviation"]) / PAPER_TRIALS**0.5
    return Published(mean, mean - half - 5e-5, mean + half + 5e-5)


def _row(cell: Cell) -> dict[str, str] | None:
    wanted = {"jump": cell.parameters["jump"], "updates": cell.parameters["updates"], "measure": cell.measure}
    return next((row for row in published_rows("wls_saturation") if wanted.items() <= row.items()), None)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    return [*_within_deviation(cells), *_best_jump(parameters, cells)]


def _within_deviation(cells: Sequence[Cell]) -> list[Finding]:
    known = [(cell, row) for cell in cells if cell.value is not None and (row := _row(cell)) is not None]
    off = {
        f"{cell.measure} at K = {row['jump']}, {row['updates']} updates": abs((cell.value or 0) - float(row["mean"]))
        / float(row["deviation"])
        for cell, row in known
    }
    if not off:
        return []
    worst = max(off, key=lambda name: off[name])
    verdicts = [
        is_within(bounds(cell), *(float(row["mean"]) + side * float(row["deviation"]) for side in (-1, 1))) for cell, row in known
    ]
    return [
        Finding(
            "Tables 4.5 and 4.6 are reproduced: every mean is within one standard deviation of the published mean",
            all_of(verdicts),
            f"{len(off)} cells; the largest difference is {off[worst]:.2f} standard deviations, {worst}",
            decided_by("95 % interval of the mean", len(verdicts)),
        )
    ]


def _best_jump(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = {
        float(cell.parameters["jump"]): cell for cell in cells if cell.measure == "residuals" and cell.parameters["jump"] != "none"
    }
    if len(found) < 2:
        return []
    best = min(found, key=lambda jump: found[jump].value or 0.0)
    return [
        Finding(
            "K = 1.3, give or take 0.1, has the smallest residuals",
            _smallest_near(found, 1.3),
            f"smallest at K = {best:g}: {found[best].value:.4f}; published 0.0817 at K = 1.3",
            decided_by("95 % intervals do not overlap", len(found)),
        )
    ]


def _smallest_near(found: Mapping[float, Cell], claimed: float) -> str:
    """Return the verdict on the claim that a jump within 0.1 of `claimed` has the smallest value, by the intervals."""
    near = [bounds(cell) for jump, cell in found.items() if abs(jump - claimed) <= 0.1 + 1e-9]
    far = [bounds(cell) for jump, cell in found.items() if abs(jump - claimed) > 0.1 + 1e-9]
    if not near or not far:
        return OPEN
    if min(high for _, high in near) < min(low for low, _ in far):
        return HOLDS
    return FAILS if min(high for _, high in far) < min(low for low, _ in near) else OPEN


EXPERIMENT = Experiment(
    name="wls-saturation",
    question="How accurately does a byte hold a success rate after it has counted to the end of its scale?",
    source=f"{BASALDUA}, tables 4.5 and 4.6",
    parameters=Parameters,
    presets={"smoke": {"trials": 50, "jumps": (1.0, 1.3)}, "quick": {}, "paper": {"trials": PAPER_TRIALS}},
    jobs=jobs,
    measure=measure,
    published=published,
    findings=findings,
    tables=[
        Table("Standard deviation of the residuals", measure="residuals", rows="jump", columns="updates", digits=4),
        Table("Spearman's correlation", measure="correlation", rows="jump", columns="updates", digits=4),
    ],
    plots=[
        Curve(
            "residuals",
            measure="residuals",
            x="jump",
            line="updates",
            x_label="K, the length of the jump",
            y_label="standard deviation of the residuals",
        ),
    ],
)
