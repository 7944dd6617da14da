"""`miai doctor`: what is installed and found, and what to do about what is missing. The looking is done in `miai.cli.doctor_checks`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

import miai
from miai.cli.doctor_checks import Check, State, all_checks
from miai.cli.registry import examples, new_app

app = new_app()

MARKS = {State.OK: "[green]ok[/]", State.ABSENT: "[yellow]absent[/]", State.BROKEN: "[bold red]broken[/]"}

EXAMPLES = examples(
    ("miai doctor", "one screen"),
    ("miai doctor --json", "the same for a program, or for a bug report"),
)


@app.command(epilog=EXAMPLES)
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Say what is installed and found, and what to do about what is missing.

    Exits with code 1 if something that miai cannot do without is broken, else with 0: extras and other programs are optional.
    """
    checks = all_checks()
    if as_json:
        print(json.dumps(_as_data(checks), indent=2))
    else:
        _print_table(checks)
    if not _is_sound(checks):
        raise typer.Exit(1)


def _is_sound(checks: Sequence[Check]) -> bool:
    return all(check.state is State.OK for check in checks if check.is_required)


def _as_data(checks: Sequence[Check]) -> dict[str, Any]:
    return {"miai": miai.__version__, "sound": _is_sound(checks), "checks": [asdict(check) for check in checks]}


def _print_table(checks: Sequence[Check]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for check in checks:
        advice = f"\n[cyan]{escape(check.advice)}[/]" if check.advice else ""
        table.add_row(f"[bold]{check.name}[/]", MARKS[check.state], escape(check.found) + advice)
    console = Console(highlight=False)
    console.print(f"[bold]miai {miai.__version__}[/]\n", table)
    if not _is_sound(checks):
        console.print("\n[bold red]miai will not run[/] before what is broken is repaired.")
