"""`miai regress`: run test positions in the format of GNU Go and GoGui."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.options import ENGINE_HELP, JSON, LOCAL
from miai.cli.registry import examples, new_app

if TYPE_CHECKING:
    from miai.arena.regression import RegressionAnswer

app = new_app()

UNEXPECTED_FAILURE = 1

EXAMPLES = examples(
    ("miai regress tests.tst", "our engine, with its defaults"),
    ("miai regress *.tst --engine gnugo:1", "GNU Go at level 1, file by file"),
    ("miai regress corner.tst --local --playouts 4000", "life and death, seki or ko on a board that is decided"),
    ("miai regress tests.tst --engine miai --playouts 2000 --json", "for a program"),
)


@app.command(epilog=EXAMPLES)
def regress(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.tst ...", help="Test files: GTP commands, some followed by #? \\[answer].")
    ],
    engine: Annotated[str, typer.Option(help=ENGINE_HELP)] = "miai",
    playouts: Annotated[int | None, typer.Option(min=1, help="Playouts per move.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds per move.")] = None,
    local: LOCAL = False,
    seed: Annotated[int, typer.Option(help="Random seed of the engine.")] = 1,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an answer.")] = 300.0,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every test, not only the unexpected results.")] = False,
    as_json: JSON = False,
) -> None:
    """Run test positions (GTP files with expected answers, as GNU Go and GoGui use them) and count the right answers.

    A star after an expected answer marks a test that is known to fail. The exit code is 1 if any other test fails.
    """
    from miai.arena.conditions import Conditions
    from miai.arena.engines import command_line, parse_engine
    from miai.arena.gtp_client import EngineFailure, GtpClient
    from miai.arena.regression import as_data, read_tests, run_file
    from miai.core.errors import UserError

    chosen = parse_engine(engine, {"playouts": playouts, "seconds": seconds})
    if local:
        if chosen.program != "miai":
            raise UserError(f"engine {chosen.name!r}: --local is a setting of miai")
        chosen = parse_engine(f"{engine} --set local=on", {"playouts": playouts, "seconds": seconds})
    for path in files:
        read_tests(path)  # report an error in the last file now, not after an hour
    command = command_line(chosen, Conditions(size=19), seed)
    try:
        found = {str(path): run_file(path, lambda: GtpClient(command), patience) for path in files}
    except EngineFailure as failure:
        raise UserError(f"engine {chosen.name!r}: {failure}") from failure
    data = as_data(chosen.name, found)
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        _print(found, chosen.name, verbose)
    if data["failed"]:
        raise typer.Exit(UNEXPECTED_FAILURE)


def _print(found: dict[str, list[RegressionAnswer]], engine: str, verbose: bool) -> None:
    """Print the unexpected results, then a line for each file."""
    from rich.markup import escape
    from rich.table import Table

    from miai.arena.regression import OUTCOMES, counts
    from miai.arena.report import new_console

    console = new_console()
    for answer in (answer for answers in found.values() for answer in answers):
        if verbose or answer.outcome in ("failed", "unexpected pass"):
            console.print(
                f"{escape(answer.file)}:{answer.line}: [bold]{answer.outcome}[/]: {answer.id} {escape(answer.command)}: "
                f"{escape(answer.answer)}, expected {escape(answer.expected)}"
            )
    table = Table(title=escape(engine), title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(("file", "tests", *OUTCOMES)):
        table.add_column(column, justify="left" if place == 0 else "right", header_style="dim")
    for name, answers in found.items():
        table.add_row(escape(name), *(str(number) for number in counts(answers).values()))
    if len(found) > 1:
        everything = [answer for answers in found.values() for answer in answers]
        table.add_row("[bold]all[/]", *(str(number) for number in counts(everything).values()))
    console.print(table)
