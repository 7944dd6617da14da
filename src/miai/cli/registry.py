"""The sub-commands: one line each. `miai --help` reads this table and imports none of the modules named in it.

To add a sub-command, write `miai/cli/<name>.py` with an `app`, a `typer.Typer` made by `new_app()` that holds one command (or
several, for `miai <name> <verb>`), and add its line here. What the command needs is imported inside its function.
"""

from __future__ import annotations

from dataclasses import dataclass

import typer


@dataclass(frozen=True)
class Entry:
    """Where a sub-command is, and what `miai --help` says of it."""

    module: str
    help: str


COMMANDS = {
    "web": Entry("miai.cli.web", "Play Go against the engine in the browser, analyse, see the search think."),
    "play": Entry("miai.cli.play", "Play a game against the search, in the terminal."),
    "solve": Entry("miai.cli.solve", "Search a problem: which action is best, and what is it worth?"),
    "experiment": Entry("miai.cli.experiment", "Run published questions again, and see the numbers beside the published ones."),
    "bench": Entry("miai.cli.bench", "Measure speeds, each beside a yardstick in the same run."),
    "match": Entry("miai.cli.match", "Play two engines against each other, and say what the games show."),
    "tournament": Entry("miai.cli.tournament", "Play many engines against each other and rate them."),
    "regress": Entry("miai.cli.regress", "Run test positions for GTP engines, and say which answers are right."),
    "graph": Entry("miai.cli.graph", "Graphs on disk: look at what searches remember, merge, prune and verify it."),
    "gtp": Entry("miai.cli.gtp", "The Go engine for Sabaki, GoGui and servers (GTP 2)."),
    "analyze": Entry("miai.cli.analyze", "What the Go engine thinks of a position, or where a game was lost."),
    "go": Entry("miai.cli.go", "Look at a game record of Go: draw a position, score it."),
    "genetics": Entry("miai.cli.genetics", "Genotypes: statistics of SNPs, panels that tell populations apart, exports."),
    "warmup": Entry("miai.cli.warmup", "Compile everything now, so that nothing is compiled later."),
    "doctor": Entry("miai.cli.doctor", "Say what is installed and found, and what to do about what is missing."),
}
"""By name, in the order in which `miai --help` lists them."""


_LINE_BREAK = "\n" if tuple(map(int, typer.__version__.split(".")[:2])) >= (0, 28) else "\n\n"
"""Ends a line in the text below a command's help: typer joined single lines until 0.27, and keeps empty ones since."""


def new_app() -> typer.Typer:
    """An empty typer application with the settings that all our commands share."""
    return typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False, no_args_is_help=False)


def examples(*lines: tuple[str, str]) -> str:
    """The text below a command's help: pairs of a command line and what it does."""
    width = max(len(command) for command, _ in lines)
    shown = (f"  [bold cyan]{command:{width}}[/]  [dim]{purpose}[/]" for command, purpose in lines)
    return _LINE_BREAK.join(["[bold]Examples[/]", *shown])
