"""How often does a biased coin show heads? A tiny experiment for tests: nothing is compiled, and a job can wait, fail or die."""

from __future__ import annotations

import math
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

from miai.experiments.frame import Cell, Curve, Experiment, Finding, Published, Table, parameter


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(100, "throws of each coin", low=1)
    shares: tuple[float, ...] = parameter((0.2, 0.5, 0.8), "probabilities of heads", low=0, high=1)
    coins: int = parameter(2, "coins of each kind", low=1)
    seconds: float = parameter(0.0, "waiting time of a job in seconds", low=0)
    words: str = parameter("plain", "behaviour of the first job", choices=("plain", "fail", "die", "die once"))
    marks: str = parameter("", "folder in which each run of a job leaves a file")


def jobs(parameters):
    return [{"share": share, "coin": coin} for share in parameters.shares for coin in range(parameters.coins)]


def measure(parameters, job, seed):
    runs = leave_mark(parameters, job)
    time.sleep(parameters.seconds)
    if job == {"share": parameters.shares[0], "coin": 0}:
        misbehave(parameters.words, runs)
    source = random.Random(seed)
    found = []
    for trials in (parameters.trials, 4 * parameters.trials):
        heads = sum(source.random() < job["share"] for _ in range(trials)) / trials
        centre, reach = interval(heads, trials)
        found.append(Cell({**job, "trials": trials}, "heads", heads, centre - reach, centre + reach, trials))
    return found


def interval(share, trials):
    """Return centre and half-width of Wilson's interval. Importing statsmodels would take most of the time of these tests."""
    z = 1.96
    scale = 1 + z * z / trials
    return (share + z * z / (2 * trials)) / scale, z / scale * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)


def leave_mark(parameters, job):
    """Leave a file for this run of the job, and return the number of earlier runs."""
    if not parameters.marks:
        return 0
    folder = Path(parameters.marks)
    before = len(list(folder.glob(f"{job['share']}-{job['coin']}-*")))
    (folder / f"{job['share']}-{job['coin']}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return before


def misbehave(words, runs):
    if words == "fail":
        raise ArithmeticError("the coin stands\non its edge")
    if words == "die" or (words == "die once" and runs == 0):
        os.kill(os.getpid(), 9)


def published(cell):
    if cell.measure != "heads" or cell.parameters["share"] == 0.8:
        return None
    share = 0.4 if cell.parameters["share"] == 0.5 else cell.parameters["share"]
    return Published(share, share - 0.01, share + 0.01)


def derived(parameters, cells):
    return [Cell({}, "coins in all", len(cells), count=len(cells))]


def findings(parameters, cells):
    return [Finding("a coin falls", "holds", f"{len(cells)} cells")]


EXPERIMENT = Experiment(
    name="coin",
    question="How often does a biased coin show heads?",
    source="unpublished",
    parameters=Parameters,
    presets={"smoke": {"trials": 20}, "quick": {"trials": 200, "coins": 3}, "paper": {}},
    jobs=jobs,
    measure=measure,
    published=published,
    derived=derived,
    findings=findings,
    cost=lambda parameters, job: 1 + job["coin"],
    tables=[Table("Heads", measure="heads", rows=("share", "coin"), columns="trials")],
    plots=[Curve("heads", measure="heads", x="trials", line="share", panel="coin", log_x=True)],
)
