"""`miai cluster`: a Dask cluster on this machine, or a worker for one on another machine."""

from __future__ import annotations

from typing import Annotated

import typer

from miai.cli.options import JSON, print_note, print_result
from miai.cli.registry import examples, new_app

app = new_app()

EXAMPLES = examples(
    ("miai cluster start --workers 4", "a scheduler and four workers on this machine; prints the address"),
    ("miai gtp --cluster tcp://127.0.0.1:8786", "use it"),
    ("miai cluster start --host 0.0.0.0 --workers 0", "a scheduler alone, for workers on other machines"),
    ("miai cluster start --join tcp://host:8786 --workers 1 --threads 8", "a worker on this machine for a scheduler on another"),
    ("miai cluster status", "workers, their versions, and whether they can be used"),
    ("miai cluster stop", "end what was started here"),
)
ADDRESS = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="Address. Default: the cluster started here.")]


@app.command(epilog=EXAMPLES)
def start(
    workers: Annotated[int | None, typer.Option(min=0, max=1024, help="Number of workers. Default: one per core.")] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Search threads of each worker.")] = 1,
    host: Annotated[
        str, typer.Option(help="Address on which the scheduler listens. 0.0.0.0: also for other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the scheduler.")] = 8786,
    join: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Start no scheduler; join the one at this address.")] = None,
) -> None:
    """Start a scheduler and workers on this machine; they run until `miai cluster stop`."""
    from miai.distributed.local import start_cluster

    started = start_cluster(workers, threads, host, port, join)
    print_note(f"logs are in {started.log}")
    print(started.address)


@app.command(epilog=EXAMPLES)
def status(cluster: ADDRESS = None, as_json: JSON = False) -> None:
    """Report the workers of a cluster, and whether this version of miai can use them."""
    from miai.distributed.local import describe_cluster

    found = describe_cluster(cluster)
    print_result(as_json, found, lambda: _show(found))


@app.command(epilog=EXAMPLES)
def stop() -> None:
    """End the scheduler and the workers that `miai cluster start` started on this machine."""
    from miai.distributed.local import stop_cluster

    count = stop_cluster()
    print_note(f"ended {count} processes" if count else "nothing was started here")


def _show(found: dict[str, object]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole()
    console.print(f"Scheduler {found['address']}; this is {found['kind']}.", highlight=False)
    rows = found["workers"]
    assert isinstance(rows, list)
    if not rows:
        console.print(f"No workers; start some with: dask worker {found['address']}", highlight=False)
        return
    table = Table("worker", "threads", "miai", "can be used")
    table.columns[0].overflow = "fold"  # an address that is cut off is of no use
    for row in rows:
        table.add_row(row["address"], str(row["threads"]), row["kind"], "yes" if row["usable"] else "no")
    console.print(table)
