"""`miai doctor`: check the installation. The checks themselves are in `miai.cli.doctor_checks`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import typer

import miai
from miai.cli.doctor_checks import Check, CheckState, all_checks
from miai.cli.options import JSON
from miai.cli.registry import examples, new_app

app = new_app()

MARKS = {CheckState.OK: "[green]ok[/]", CheckState.ABSENT: "[yellow]absent[/]", CheckState.BROKEN: "[bold red]broken[/]"}

EXAMPLES = examples(
    ("miai doctor", "one screen"),
    ("miai doctor --json", "the same for a program, or for a bug report"),
)


@app.command(epilog=EXAMPLES)
def doctor(
    as_json: JSON = False,
) -> None:
    """Check the installation, and say how to install what is missing.

    The exit code is 1 if a required part is broken, else 0: extras and other programs are optional.
    """
    checks = all_checks()
    if as_json:
        print(json.dumps(_as_data(checks), indent=2))
    else:
        _print_table(checks)
    if not _is_sound(checks):
        raise typer.Exit(1)


def _is_sound(checks: Sequence[Check]) -> bool:
    return all(check.state is CheckState.OK for check in checks if check.is_required)


def _as_data(checks: Sequence[Check]) -> dict[str, Any]:
    return {"miai": miai.__version__, "sound": _is_sound(checks), "checks": [asdict(check) for check in checks]}


def _print_table(checks: Sequence[Check]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from miai.core.console import ReportConsole

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for check in checks:
        advice = f"\n[cyan]{escape(check.advice)}[/]" if check.advice else ""
        table.add_row(f"[bold]{check.name}[/]", MARKS[check.state], escape(check.found) + advice)
    console = ReportConsole(highlight=False)
    console.print(f"[bold]miai {miai.__version__}[/]\n", table)
    if not _is_sound(checks):
        console.print("\n[bold red]miai will not run[/] until the broken parts are repaired.")
