"""`miai experiment`: run published questions again, and look at what came out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

app = new_app()

NAME = Annotated[str, typer.Argument(metavar="NAME", help="A name of the list, or a file.py of your own.")]
DIRECTORY = Annotated[Path, typer.Argument(metavar="DIR", help="The directory of a run.")]
JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
FAILED = 1
INTERRUPTED = 130


@app.callback()
def experiment() -> None:
    """Run published questions again: tables and plots with intervals, beside the published numbers."""


@app.command(
    "list", epilog=examples(("miai experiment list", "names and questions"), ("miai experiment list --json", "for a program"))
)
def list_experiments(as_json: JSON = False) -> None:
    """List the experiments."""
    from rich.console import Console
    from rich.table import Table

    from miai.experiments.registry import EXPERIMENTS

    if as_json:
        print(json.dumps({"experiments": [{"name": name, "help": entry.help} for name, entry in EXPERIMENTS.items()]}, indent=2))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for name, entry in EXPERIMENTS.items():
        table.add_row(f"[bold]{name}[/]", entry.help)
    Console(highlight=False).print(table)


@app.command(epilog=examples(("miai experiment info NAME", "presets and parameters of one of the list")))
def info(name: NAME, as_json: JSON = False) -> None:
    """Say what an experiment asks, where the question comes from, and what can be set."""
    from miai.cli.experiment_info import as_data, print_info
    from miai.experiments.frame.loading import load, locate

    found = load(locate(name))
    if as_json:
        print(json.dumps(as_data(found), indent=2))
    else:
        print_info(found)


RUN_EXAMPLES = examples(
    ("miai experiment run NAME", "the preset quick, into runs/NAME-quick"),
    ("miai experiment run NAME --preset paper --seed 7", "at the scale of the source"),
    ("miai experiment run NAME --set trials=100 --out DIR", "with one thing changed"),
    ("miai experiment run NAME --cluster local:4", "on a Dask cluster made for the occasion"),
    ("miai experiment run NAME --cluster tcp://host:8786", "on a Dask cluster that is there"),
)


@app.command(epilog=RUN_EXAMPLES)
def run(
    name: NAME,
    preset: Annotated[str, typer.Option(help="smoke (seconds), quick (a minute or two), paper (the published scale).")] = "quick",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a parameter; again for more.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all random numbers.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to; runs/NAME-PRESET by default.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Processes on this machine; one a core by default.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run on Dask: an address, or local:N.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Only go on with a run that is there.")] = False,
    as_json: JSON = False,
) -> None:
    """Run an experiment, or go on with one.

    Results are kept in DIR as they come. After Ctrl-C, a crash or a reboot the same command does the rest: with the same seed the result
    is the same. Tables are printed and plots are drawn at the end.
    """
    from miai.experiments.frame.loading import load, locate
    from miai.experiments.frame.parameters import make_parameters, split_pairs
    from miai.experiments.frame.running import run_into

    place = locate(name)
    found = load(place)
    changes = split_pairs(settings or [])
    parameters = make_parameters(found, preset, changes)
    directory = out or Path("runs") / f"{found.name}-{preset}"
    check_options(directory, workers, cluster, resume)
    tell(f"results go to {directory}")
    label = preset + (" changed" if changes else "")
    try:
        summary = run_into(directory, place, parameters, seed, label=label, workers=workers, cluster=cluster, tell=tell)
    except KeyboardInterrupt:
        tell(f"interrupted; what is done is kept in {directory}, and the same command resumes")
        raise typer.Exit(INTERRUPTED) from None
    report(directory, as_json)
    if summary.failed:
        jobs = "1 job" if summary.failed == 1 else f"{summary.failed} jobs"
        tell(f"{jobs} failed ({summary.first_error}); the same command tries them again")
        raise typer.Exit(FAILED)


def check_options(directory: Path, workers: int | None, cluster: str | None, resume: bool) -> None:
    """Raises `UserError` for what cannot be meant, before anything is done."""
    from miai.jobs.cluster import check_address
    from miai.store.schema import RESULTS

    if cluster is not None:
        check_address(cluster)
        if workers is not None:
            raise UserError("experiment run: --workers is for this machine; with --cluster the cluster says how many there are")
    if resume and not (directory / RESULTS).exists():
        raise UserError(f"experiment run: there is nothing to resume in {directory}")


def tell(line: str) -> None:
    """A line on stderr: stdout is for results."""
    print(f"miai: {line}", file=sys.stderr, flush=True)


def report(directory: Path, as_json: bool) -> None:
    """Draw the plots of a run that is complete, and print its tables."""
    from miai.experiments.frame.plots import draw_plots
    from miai.experiments.frame.results import read_results

    results = read_results(directory)
    files = draw_plots(results) if results.is_complete else []
    print_report(results, as_json=as_json, markdown=False)
    if files:
        tell(f"plots are in {files[0].parent}")


def print_report(results: Any, as_json: bool, markdown: bool) -> None:
    from miai.experiments.frame.report import show_as_markdown, show_in_terminal
    from miai.experiments.frame.results import as_data

    if as_json:
        print(json.dumps(as_data(results), indent=2))
    elif markdown:
        print(show_as_markdown(results))
    else:
        show_in_terminal(results)


SHOW_EXAMPLES = examples(
    ("miai experiment show DIR", "tables, agreement with the source, findings"),
    ("miai experiment show DIR --json", "all cells, for a program"),
    ("miai experiment show DIR --markdown", "for a page"),
    ("miai experiment show DIR --plots", "draw the plots anew"),
)


@app.command(epilog=SHOW_EXAMPLES)
def show(
    directory: DIRECTORY,
    as_json: JSON = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
    plots: Annotated[bool, typer.Option("--plots", help="Draw the plots anew, also of a run under way.")] = False,
) -> None:
    """Show what a run has found so far."""
    from miai.experiments.frame.plots import draw_plots
    from miai.experiments.frame.results import read_results

    if as_json and markdown:
        raise UserError("experiment show: --json and --markdown exclude each other")
    results = read_results(directory)
    print_report(results, as_json, markdown)
    if plots:
        files = draw_plots(results)
        tell(f"plots are in {files[0].parent}" if files else "there are no cells to draw yet")


COMPARE_EXAMPLES = examples(
    ("miai experiment compare DIR DIR2", "the cells that differ"),
    ("miai experiment compare DIR DIR2 --all --json", "all cells, for a program"),
)


@app.command(epilog=COMPARE_EXAMPLES)
def compare(
    first: DIRECTORY,
    second: DIRECTORY,
    shows_all: Annotated[bool, typer.Option("--all", help="All cells, not only those that differ.")] = False,
    as_json: JSON = False,
) -> None:
    """Say cell by cell where two runs differ by more than their intervals allow."""
    from miai.cli.experiment_info import comparison_as_data
    from miai.experiments.frame.report import compare_runs, print_comparison
    from miai.experiments.frame.results import read_results

    comparison = compare_runs(read_results(first), read_results(second))
    if not comparison.pairs:
        raise UserError(f"{first} and {second} have no cell in common")
    if as_json:
        print(json.dumps(comparison_as_data(comparison, shows_all), indent=2))
    else:
        print_comparison(comparison, shows_all)


EXPORT_EXAMPLES = examples(
    ("miai experiment export DIR --csv cells.csv", "a line for each cell"),
    ("miai experiment export DIR --parquet cells.parquet", "the same for data frames"),
)


@app.command(epilog=EXPORT_EXAMPLES)
def export(
    directory: DIRECTORY,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="Write Parquet.")] = None,
) -> None:
    """Write all cells of a run as one flat table."""
    from miai.experiments.frame.exporting import write_csv, write_parquet
    from miai.experiments.frame.results import read_results

    if csv is None and parquet is None:
        raise UserError("experiment export: say where to, with --csv FILE or --parquet FILE")
    results = read_results(directory)
    if csv is not None:
        write_csv(results, csv)
    if parquet is not None:
        write_parquet(results, parquet)
