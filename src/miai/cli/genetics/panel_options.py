"""Options that the commands of panels share: method, budget, valuation, filters."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.genetics.options import GROUPING_HELP
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.genetics.panels.selection import SelectionRequest

SNPS = Annotated[int, typer.Option("--snps", min=1, metavar="N", help="Number of SNPs in the panel.")]
GROUPING = Annotated[str, typer.Option("--grouping", metavar="NAME", help=GROUPING_HELP)]
METHOD = Annotated[
    str,
    typer.Option(
        "--method", metavar="NAME", help="Search method: mcts, mcts-published, beam, greedy, grqs, topn, or an installed plug-in."
    ),
]
SPLITS = Annotated[int, typer.Option("--splits", min=1, max=1000, help="Number of splits into held-out people and others.")]
SEED = Annotated[int, typer.Option("--seed", min=0, max=2**31 - 1, help="Random seed.")]
SET = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Setting of the method. Repeatable.")]


@dataclass(frozen=True)
class BudgetOptions:
    """Limits of a search, and its number of threads."""

    seconds: Annotated[float | None, typer.Option(min=0.01, help="Time limit of a search in seconds.")] = None
    evaluations: Annotated[
        int | None, typer.Option(min=1, help="Limit of evaluated models. Default: 200,000 if there is no time limit.")
    ] = None
    threads: Annotated[
        int, typer.Option(min=1, max=1024, help="Searches at once, one on each thread; their best models are merged.")
    ] = 1


_VALUATION = "Valuation of panels"


@dataclass(frozen=True)
class ValuationOptions:
    """Valuation of models. Options that are not given leave the preset as it is."""

    preset: Annotated[
        str, typer.Option(metavar="NAME", help="Settings: default, or published (as in the source).", rich_help_panel=_VALUATION)
    ] = "default"
    objective: Annotated[
        str | None, typer.Option(metavar="NAME", help="Objective: counts, log-loss or expected.", rich_help_panel=_VALUATION)
    ] = None
    frequencies: Annotated[
        str | None, typer.Option(metavar="NAME", help="Frequencies: genotype or hardy-weinberg.", rich_help_panel=_VALUATION)
    ] = None
    smoothing: Annotated[
        str | None, typer.Option(metavar="NAME", help="Smoothing of frequencies: half or floor.", rich_help_panel=_VALUATION)
    ] = None
    validation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Validation inside the search: leave-one-out, divisions or resubstitution.",
            rich_help_panel=_VALUATION,
        ),
    ] = None
    prior: Annotated[
        str | None, typer.Option(metavar="NAME", help="Prior of categories: observed or uniform.", rich_help_panel=_VALUATION)
    ] = None
    divisions: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Number of random divisions.", rich_help_panel=_VALUATION)
    ] = None
    test_size: Annotated[
        int | None, typer.Option(min=1, help="Number of people in the test set of a division.", rich_help_panel=_VALUATION)
    ] = None
    candidates: Annotated[
        int | None, typer.Option(min=1, help="Number of SNPs to search, the best by their statistics.", rich_help_panel=_VALUATION)
    ] = None

    def settings(self) -> Any:
        """Return the settings of the preset with these changes."""
        from miai.genetics.panels.settings import preset_named

        given: dict[str, Any] = {
            "objective": self.objective,
            "estimate": self.frequencies,
            "smoothing": self.smoothing,
            "validation": self.validation,
            "prior": self.prior,
            "divisions": self.divisions,
            "test_size": self.test_size,
            "candidates": self.candidates,
        }
        return replace(preset_named(self.preset), **{name: value for name, value in given.items() if value is not None})


_CANDIDATES = "Filters of candidates, without held-out people"


@dataclass(frozen=True)
class CandidateOptions:
    """Filters of the SNPs that are searched. They use only the people that a panel is chosen from."""

    call_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Minimum share of people with a call.", rich_help_panel=_CANDIDATES)
    ] = 0.95
    maf: Annotated[
        float, typer.Option(min=0, max=0.5, help="Minimum frequency of the rarer allele.", rich_help_panel=_CANDIDATES)
    ] = 0
    distance: Annotated[
        int, typer.Option(min=0, help="Minimum distance between SNPs in base pairs.", rich_help_panel=_CANDIDATES)
    ] = 0
    ld: Annotated[
        float, typer.Option(min=0, max=1, help="Maximum r^2 within categories between near SNPs.", rich_help_panel=_CANDIDATES)
    ] = 1
    all_chromosomes: Annotated[
        bool, typer.Option("--all-chromosomes", help="Search X, Y and MT as well.", rich_help_panel=_CANDIDATES)
    ] = False

    def snp_filter(self) -> Any:
        """Return the filter of candidates."""
        from miai.genetics.filters import SnpFilter

        return replace(
            SnpFilter(),
            autosomes=not self.all_chromosomes,
            call_rate=self.call_rate,
            frequency=self.maf,
            distance=self.distance,
            linkage=self.ld,
        )


def make_request(
    snps: int,
    method: str,
    seed: int,
    budget: BudgetOptions,
    valuation: ValuationOptions,
    candidates: CandidateOptions,
    settings: list[str] | None = None,
) -> SelectionRequest:
    """Return the request that the options of a command make."""
    from miai.core.machine import usable_cores
    from miai.core.settings import split_word
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.selection import SelectionRequest

    return SelectionRequest(
        snps,
        method,
        Budget(budget.seconds, budget.evaluations),
        seed,
        valuation.settings(),
        dict(split_word(word) for word in settings or []),
        candidates.snp_filter(),
        min(budget.threads, 4 * usable_cores()),
    )


@contextlib.contextmanager
def search_bar(title: str) -> Iterator[Callable[[float, str], None] | None]:
    """A bar of the share done and the best value on stderr; `None` where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from miai.core.console import ReportConsole

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[words]}"))
    with Progress(*columns, console=ReportConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0, words="")

        def report(done: float, words: str) -> None:
            bar.update(task, completed=done, words=words)

        yield report


def check_panel_size(snps: int, available: int) -> None:
    """Raise `UserError` where more SNPs are asked for than there are."""
    if snps > available:
        raise UserError(f"--snps {snps}: the data have {available} SNPs")
