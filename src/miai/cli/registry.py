"""The table of sub-commands, one line each. `miai --help` reads this table and imports none of the modules in it.

To add a sub-command, write `miai/cli/<name>.py` with an `app`, a `typer.Typer` made by `new_app()` that holds one command (or
several, for `miai <name> <verb>`), and add its line here. Import what the command needs inside its function.
"""

from __future__ import annotations

from dataclasses import dataclass

import typer


@dataclass(frozen=True)
class CommandEntry:
    """The module of a sub-command, and its line in `miai --help`."""

    module: str
    help: str


COMMANDS = {
    "web": CommandEntry("miai.cli.web", "Play Go in the browser, analyse games, watch the search."),
    "play": CommandEntry("miai.cli.play", "Play a game against the search in the terminal."),
    "solve": CommandEntry("miai.cli.solve", "Search a problem for the best action and its value."),
    "pack": CommandEntry("miai.cli.pack", "Pack rectangles on a strip as low as possible."),
    "experiment": CommandEntry("miai.cli.experiment", "Reproduce published experiments, with the published numbers beside ours."),
    "bench": CommandEntry("miai.cli.bench", "Measure speed, each benchmark beside a yardstick in the same run."),
    "match": CommandEntry("miai.cli.match", "Play two engines against each other and report the difference in strength."),
    "tournament": CommandEntry("miai.cli.tournament", "Play many engines against each other and rate them."),
    "regress": CommandEntry("miai.cli.regress", "Run test positions for GTP engines and count the right answers."),
    "tune": CommandEntry("miai.cli.tune", "Find good values of an engine's parameters, by games or cheaper judgements."),
    "cluster": CommandEntry("miai.cli.cluster", "Start, inspect and stop a Dask cluster on this machine."),
    "graph": CommandEntry("miai.cli.graph", "Inspect, merge, prune and verify graphs on disk."),
    "book": CommandEntry("miai.cli.book", "Build opening books from game records, and show what they contain."),
    "gtp": CommandEntry("miai.cli.gtp", "Run the Go engine for Sabaki, GoGui and servers (GTP 2)."),
    "analyze": CommandEntry("miai.cli.analyze", "Analyse a Go position, or find the mistakes of a game."),
    "go": CommandEntry("miai.cli.go", "Draw and score game records of Go, inspect playouts, learn from games."),
    "genetics": CommandEntry("miai.cli.genetics", "Genotypes: statistics of SNPs, panels that tell populations apart, exports."),
    "warmup": CommandEntry("miai.cli.warmup", "Compile everything now instead of at first use."),
    "doctor": CommandEntry("miai.cli.doctor", "Check the installation, and say how to install what is missing."),
}
"""The sub-commands by name, in the order of `miai --help`."""


_LINE_BREAK = "\n" if tuple(map(int, typer.__version__.split(".")[:2])) >= (0, 28) else "\n\n"
"""The end of a line in the text below a command's help: typer joined single lines until 0.27, and keeps empty ones since."""


def new_app() -> typer.Typer:
    """Return an empty typer application with the settings that all our commands share."""
    return typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False, no_args_is_help=False)


def examples(*lines: tuple[str, str]) -> str:
    """Return the text below a command's help, from pairs of a command line and its purpose."""
    width = max(len(command) for command, _ in lines)
    shown = (f"  [bold cyan]{command:{width}}[/]  [dim]{purpose}[/]" for command, purpose in lines)
    return _LINE_BREAK.join(["[bold]Examples[/]", *shown])
