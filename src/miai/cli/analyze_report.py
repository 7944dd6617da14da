"""The report of a game as tables: accuracy by player and phase, turning points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.go.game_report import GameReport


def show_report(console: Any, report: GameReport) -> None:
    """Print the report of a game."""
    from rich.table import Table

    if not report.losses:
        return
    columns = ("player", "phase", "moves", "accuracy", "best", "mistakes", "blunders", "points")
    table = Table(*columns, pad_edge=False, title="accuracy by player and phase; share of best moves; points lost per move")
    for color, phases in report.players.items():
        for phase, found in phases.items():
            counts = (found.mistakes, found.blunders)
            shares = (f"{found.accuracy:.0f} %", f"{found.first_choices / found.moves:.0%}")
            table.add_row(color, phase, str(found.moves), *shares, *map(str, counts), f"{found.points_per_move:.1f}")
    console.print(table)
    for each in report.turning_points:
        after = each.win_rate - each.win_loss
        text = f"turning point: move {each.number}, {each.color} {each.played}, from {each.win_rate:.0%} to {after:.0%}"
        console.print(f"{text}; {each.better} was better", markup=False, highlight=False)
    if not report.turning_points:
        console.print("No single mistake turned the game.")
