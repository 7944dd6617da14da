"""`miai experiment`: reproduce published experiments and show the results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.options import FAILED, INTERRUPTED, JSON, SEED, print_note
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

app = new_app()

NAME = Annotated[str, typer.Argument(metavar="NAME", help="Name of an experiment in the list, or your own file.py.")]
EXPERIMENT = Annotated[
    str | None,
    typer.Option("--experiment", metavar="FILE", help="Your own file.py, which is executed. Default: what the run has stored."),
]
DIRECTORY = Annotated[Path, typer.Argument(metavar="DIR", help="Directory of a run.")]


@app.callback()
def experiment() -> None:
    """Reproduce published experiments: tables and plots with intervals, with the published numbers beside ours."""


@app.command(
    "list", epilog=examples(("miai experiment list", "names and questions"), ("miai experiment list --json", "for a program"))
)
def list_experiments(as_json: JSON = False) -> None:
    """List the experiments."""
    from rich.table import Table

    from miai.core.console import ReportConsole
    from miai.experiments.registry import EXPERIMENTS

    if as_json:
        print(json.dumps({"experiments": [{"name": name, "help": entry.help} for name, entry in EXPERIMENTS.items()]}, indent=2))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for name, entry in EXPERIMENTS.items():
        table.add_row(f"[bold]{name}[/]", entry.help)
    ReportConsole(highlight=False).print(table)


@app.command(epilog=examples(("miai experiment info NAME", "question, presets and parameters of one experiment")))
def info(name: NAME, as_json: JSON = False) -> None:
    """Show the question, source, presets and parameters of an experiment."""
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
    ("miai experiment run NAME --set trials=100 --out DIR", "with one parameter changed"),
    ("miai experiment run NAME --cluster local:4", "on a temporary Dask cluster of four workers"),
    ("miai experiment run NAME --cluster tcp://host:8786", "on a running Dask cluster"),
)


@app.command(epilog=RUN_EXAMPLES)
def run(
    name: NAME,
    preset: Annotated[
        str, typer.Option(help="Preset: smoke (seconds), quick (a minute or two) or paper (the published scale).")
    ] = "quick",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Value of a parameter, instead of the preset's. Repeatable."),
    ] = None,
    seed: SEED = 1,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Directory for the results. Default: runs/NAME-PRESET.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Processes on this machine. Default: one per core.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run on Dask: an address, or local:N.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an existing run only.")] = False,
    as_json: JSON = False,
) -> None:
    """Run an experiment, or continue a run.

    Every finished job is saved in DIR. After Ctrl-C, a crash or a reboot the same command does the rest, and with the same seed the
    result is the same. The command ends by printing the tables and drawing the plots.
    """
    from miai.core.settings import split_word
    from miai.experiments.frame.loading import load, locate
    from miai.experiments.frame.parameters import make_parameters
    from miai.experiments.frame.running import run_into

    place = locate(name)
    found = load(place)
    changes = dict(split_word(word, "parameter") for word in settings or [])
    parameters = make_parameters(found, preset, changes)
    directory = out or Path("runs") / f"{found.name}-{preset}"
    check_options(directory, workers, cluster, resume)
    print_note(f"results go to {directory}")
    label = preset + (" changed" if changes else "")
    try:
        summary = run_into(directory, place, parameters, seed, label=label, workers=workers, cluster=cluster, on_notice=print_note)
    except KeyboardInterrupt:
        print_note(f"interrupted; finished jobs are kept in {directory}, and the same command resumes")
        raise typer.Exit(INTERRUPTED) from None
    report(directory, place, as_json)
    if summary.failed:
        jobs = "1 job" if summary.failed == 1 else f"{summary.failed} jobs"
        print_note(f"{jobs} failed ({summary.first_error}); the same command tries them again")
        raise typer.Exit(FAILED)


def check_options(directory: Path, workers: int | None, cluster: str | None, resume: bool) -> None:
    """Raise `UserError` for options that contradict each other, before anything is done."""
    from miai.jobs.cluster import check_address
    from miai.store.schema import RESULTS

    if cluster is not None:
        check_address(cluster)
        if workers is not None:
            raise UserError("experiment run: --workers is for this machine; with --cluster the cluster sets the number of workers")
    if resume and not (directory / RESULTS).exists():
        raise UserError(f"experiment run: nothing to resume in {directory}")


def report(directory: Path, place: str, as_json: bool) -> None:
    """Print the tables of a run, and draw its plots if it is complete."""
    from miai.experiments.frame.plots import draw_plots
    from miai.experiments.frame.results import read_results

    results = read_results(directory, place)
    files = draw_plots(results) if results.is_complete else []
    print_report(results, as_json=as_json, markdown=False)
    if files:
        print_note(f"plots are in {files[0].parent}")


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
    ("miai experiment show DIR --plots", "redraw the plots"),
)


@app.command(epilog=SHOW_EXAMPLES)
def show(
    directory: DIRECTORY,
    as_json: JSON = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
    plots: Annotated[bool, typer.Option("--plots", help="Redraw the plots, also for an unfinished run.")] = False,
    so_far: Annotated[
        bool, typer.Option("--so-far", help="For an unfinished run: numbers derived from the finished jobs, without findings.")
    ] = False,
    experiment: EXPERIMENT = None,
) -> None:
    """Show the results of a run so far. No file of the run is executed; plots that your own file draws need --experiment."""
    from miai.experiments.frame.loading import locate
    from miai.experiments.frame.plots import draw_plots
    from miai.experiments.frame.results import read_results

    if as_json and markdown:
        raise UserError("experiment show: --json and --markdown exclude each other")
    results = read_results(directory, experiment and locate(experiment), so_far)
    print_report(results, as_json, markdown)
    if plots:
        files = draw_plots(results)
        print_note(f"plots are in {files[0].parent}" if files else "no cells to draw yet")


COMPARE_EXAMPLES = examples(
    ("miai experiment compare DIR DIR2", "the cells that differ"),
    ("miai experiment compare DIR DIR2 --all --json", "all cells, for a program"),
)


@app.command(epilog=COMPARE_EXAMPLES)
def compare(
    first: DIRECTORY,
    second: DIRECTORY,
    shows_all: Annotated[bool, typer.Option("--all", help="Show all cells, not only those that differ.")] = False,
    as_json: JSON = False,
) -> None:
    """Compare two runs cell by cell, and list the cells that differ by more than their intervals allow."""
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
    ("miai experiment export DIR --csv cells.csv", "one line per cell"),
    ("miai experiment export DIR --parquet cells.parquet", "the same for data frames"),
)


@app.command(epilog=EXPORT_EXAMPLES)
def export(
    directory: DIRECTORY,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="CSV file to write.")] = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="Parquet file to write.")] = None,
) -> None:
    """Write all cells of a run as one flat table."""
    from miai.experiments.frame.exporting import write_csv, write_parquet
    from miai.experiments.frame.results import read_results

    if csv is None and parquet is None:
        raise UserError("experiment export: no output given; add --csv FILE or --parquet FILE")
    results = read_results(directory)
    if csv is not None:
        write_csv(results, csv)
    if parquet is not None:
        write_parquet(results, parquet)
