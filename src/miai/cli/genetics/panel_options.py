"""Options that the commands of panels share: size, method, budget, settings."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.genetics.panels.selection import SelectionRequest

SNPS = Annotated[int, typer.Option("--snps", min=1, metavar="N", help="SNPs of the panel.")]
GROUPS = Annotated[
    str,
    typer.Option("--grouping", metavar="NAME", help="world3, world5, world7, populations, phenotype, or a file with two columns."),
]
METHOD = Annotated[
    str, typer.Option("--method", metavar="NAME", help="mcts, mcts-published, beam, greedy, grqs, topn, or an installed plug-in.")
]
SECONDS = Annotated[float | None, typer.Option("--seconds", min=0.01, help="Time limit of a search in seconds.")]
EVALUATIONS = Annotated[
    int | None, typer.Option("--evaluations", min=1, help="Limit of evaluated models; 500,000 if no limit is given.")
]
SEED = Annotated[int, typer.Option("--seed", min=0, help="Random seed.")]
THREADS = Annotated[
    int, typer.Option("--threads", min=1, max=1024, help="Searches at once, each on a thread; the best models are merged.")
]
PRESET = Annotated[
    str,
    typer.Option("--preset", metavar="NAME", help="Settings of the valuation: default, or published (chapter 5 of the source)."),
]
OBJECTIVE = Annotated[
    str | None, typer.Option("--objective", metavar="NAME", help="Search for the best counts, log-loss or expected share right.")
]
ESTIMATE = Annotated[
    str | None, typer.Option("--frequencies", metavar="NAME", help="Estimate of frequencies: genotype or hardy-weinberg.")
]
SMOOTHING = Annotated[str | None, typer.Option("--smoothing", metavar="NAME", help="Smoothing of frequencies: half or floor.")]
VALIDATION = Annotated[
    str | None, typer.Option("--validation", metavar="NAME", help="People that the search classifies: leave-one-out or divisions.")
]
PRIOR = Annotated[str | None, typer.Option("--prior", metavar="NAME", help="Prior of categories: observed shares, or uniform.")]
DIVISIONS = Annotated[int | None, typer.Option("--divisions", min=1, max=1000, help="Random divisions of the value.")]
TEST_SIZE = Annotated[int | None, typer.Option("--test-size", min=1, help="People in the test set of a division.")]
CANDIDATES = Annotated[
    int | None, typer.Option("--candidates", min=1, help="SNPs that are searched, the best by their statistics.")
]
SET = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Setting of the method; repeat for more.")]


def make_request(
    snps: int,
    method: str,
    seconds: float | None,
    evaluations: int | None,
    seed: int,
    preset: str,
    settings: list[str] | None,
    threads: int = 1,
    **changes: Any,
) -> SelectionRequest:
    """A request from the options of a command; options that were not given leave the preset as it is."""
    from miai.genetics.methods.interface import Budget
    from miai.genetics.methods.settings import split_settings
    from miai.genetics.panels.selection import SelectionRequest
    from miai.genetics.panels.settings import preset_named

    given = {name: value for name, value in changes.items() if value is not None}
    valued = dataclasses.replace(preset_named(preset), **given)
    budget = Budget(seconds, evaluations)
    return SelectionRequest(
        snps, method, budget, seed, valued, split_settings(settings or []), threads=min(threads, _most_threads())
    )


def _most_threads() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def search_bar(title: str) -> Iterator[Callable[[float, str], None] | None]:
    """A bar of the share done and the best value on stderr; `None` where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[words]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0, words="")

        def report(done: float, words: str) -> None:
            bar.update(task, completed=done, words=words)

        yield report


def check_panel_size(snps: int, available: int) -> None:
    """Raise `UserError` where more SNPs are asked for than there are."""
    if snps > available:
        raise UserError(f"--snps {snps}: the data have {available} SNPs")
