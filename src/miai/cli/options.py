"""Options that several commands share, and how commands print.

An option that one command has alone is declared at its function. Options that are given together are dataclasses, which
`miai.cli.option_groups` turns into options.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.core.printable import printable_line

if TYPE_CHECKING:
    from miai.distributed import Team

JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
LOCAL = Annotated[
    bool,
    typer.Option(
        "--local",
        help="Look for the best local result: points count around the expected score, whoever wins. "
        "For life and death, seki and ko on a board that is decided; values are not win rates then.",
    ),
]
SEED = Annotated[int, typer.Option(help="Random seed.")]
THREADS = Annotated[int, typer.Option(min=1, max=64, help="Number of search threads.")]
CLUSTER = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on several machines with Dask: the address of a scheduler, or local:N."),
]
RULES_HELP = "Rules: chinese, aga, japanese or tromp-taylor"
ENGINE_HELP = "Engine: miai, miai:PRESET, gnugo, gnugo:LEVEL, or a command in quotes."
RUN_DIRECTORY = Annotated[Path, typer.Argument(metavar="DIR", help="Directory of a match or tournament.")]
CONFIDENCE = Annotated[float, typer.Option(min=0.5, max=0.9999, help="Confidence level of all intervals.")]

FAILED, INTERRUPTED = 1, 130
"""Exit codes of a run in which a job failed, and of a run that was interrupted."""


@dataclass(frozen=True)
class GraphOptions:
    """The graph on disk that a Go engine uses."""

    graph: Annotated[Path | None, typer.Option(metavar="FILE", help="Graph on disk to read from and add to.")] = None
    graph_limit: Annotated[float, typer.Option(min=1, help="Size limit of that file in MiB.")] = 4096
    graph_frozen: Annotated[bool, typer.Option("--graph-frozen", help="Read the graph, but add nothing to it.")] = False


@dataclass(frozen=True)
class ClusterOptions:
    """Other machines, or processes of this one, that take part in a search."""

    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Search on several machines with Dask: the address of a scheduler, or local:N for N processes of this machine.",
            rich_help_panel="Cluster",
        ),
    ] = None
    share: Annotated[
        str, typer.Option(help="Statistics that searches exchange: nodes, root or end.", rich_help_panel="Cluster")
    ] = "nodes"
    exchange: Annotated[
        float, typer.Option(metavar="SECONDS", help="Seconds between two exchanges.", rich_help_panel="Cluster")
    ] = 0.25

    def open(self) -> Team | None:
        """Return the team at the address, or `None` without one."""
        if self.cluster is None:
            return None
        from miai.distributed import Team
        from miai.search.sharing.settings import SharingSettings

        return Team(self.cluster, SharingSettings(share=self.share, interval=self.exchange), print_note)


@dataclass(frozen=True)
class RunOptions:
    """Machines that play the games of a match or tournament, and the directory of the results."""

    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", "--parallel", min=1, max=1024, help="Games at a time. Default: one per core.", rich_help_panel="Run"
        ),
    ] = None
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on Dask: an address, or local:N.", rich_help_panel="Run")
    ] = None
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Directory for the results. Default: a directory below runs/.", rich_help_panel="Run"),
    ] = None


def print_result(as_json: bool, data: Any, show: Callable[[], Any]) -> None:
    """Print `data` as JSON, or call `show` to print it for people."""
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        show()


def print_note(line: str) -> None:
    """Print a line to stderr, since stdout is for results."""
    print(f"miai: {printable_line(line)}", file=sys.stderr, flush=True)


def print_settings(rows: Sequence[tuple[str, str, str, str]], as_json: bool) -> None:
    """Print a table of settings: name, default, accepted values, meaning."""
    print_result(
        as_json, [dict(zip(("name", "default", "accepted", "meaning"), row, strict=True)) for row in rows], lambda: _table(rows)
    )


def _table(rows: Sequence[tuple[str, str, str, str]]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    table = Table("setting", "default", "accepted", "meaning")
    for row in rows:
        table.add_row(*row)
    ReportConsole().print(table)
