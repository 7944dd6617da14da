"""The part that `miai match` and `miai tournament` share: play what is missing, draw the plots, print the report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from miai.cli.options import FAILED, INTERRUPTED, RunOptions, print_note, print_result
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.arena.contest import Contest


class DefaultCommand(TyperGroup):
    """Commands of which one, `default`, need not be named."""

    default = ""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        others = [name for name in self.commands if name != self.default]
        return super().parse_args(ctx, args if args and args[0] in others else [self.default, *args])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Leave the name of the default command, which is optional, out of the usage line."""
        name, command, rest = super().resolve_command(ctx, args)
        return ("" if name == self.default else name), command, rest


class PlayByDefault(DefaultCommand):
    """Commands in which the word `play` may be left out: `miai match A B` plays, `miai match show DIR` does not."""

    default = "play"


def run_and_report(contest: Contest, directory: Path, run: RunOptions, as_json: bool) -> None:
    """Play what is missing, draw the plots, print the report. Exits with code 1 if a game failed, 130 after Ctrl-C."""
    from miai.arena.runner import check_contest, play_contest
    from miai.jobs.cluster import check_address

    if run.cluster is not None:
        check_address(run.cluster)
        if run.workers is not None:
            raise UserError(f"{contest.kind}: --workers is for this machine; with --cluster the cluster sets the number of workers")
    check_contest(contest, directory)
    print_note(f"results go to {directory}")
    try:
        played = play_contest(contest, directory, run.workers, run.cluster)
    except KeyboardInterrupt:
        print_note(f"interrupted; finished games are kept in {directory}, and the same command resumes")
        raise typer.Exit(INTERRUPTED) from None
    report(directory, as_json)
    if played.summary.failed:
        print_note(f"{played.summary.failed} games failed ({played.summary.first_error}); the same command tries them again")
        raise typer.Exit(FAILED)


def report(directory: Path, as_json: bool, confidence: float | None = None) -> None:
    """Print the results in `directory`, and draw the plots if the directory can be written."""
    from miai.arena.plots import draw_plots
    from miai.arena.report import new_console, print_match, print_tournament
    from miai.arena.results import read_results

    results = read_results(directory, confidence)
    data = results.as_data()
    show = print_match if results.contest.kind == "match" else print_tournament
    print_result(as_json, data, lambda: show(new_console(), data))
    try:
        files = draw_plots(results)
    except OSError as error:
        print_note(f"no plots: cannot write {directory / 'plots'}: {error.strerror}")
        return
    if files and not as_json:
        print_note(f"plots are in {files[0].parent}")
