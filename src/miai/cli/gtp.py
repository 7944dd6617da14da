"""`miai gtp`: run the Go engine behind GTP 2."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.option_groups import takes_groups
from miai.cli.options import RULES_HELP, ClusterOptions, GraphOptions, print_note
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.distributed import Team
    from miai.go.player import PlayerSettings
    from miai.gtp.engine import GtpEngine
    from miai.store.graph import FaultTolerantStore

app = new_app()

EXAMPLES = examples(
    ("miai gtp", "for Sabaki, GoGui or a server: 10,000 playouts per move, or by the clock"),
    ("miai gtp --size 9 --seconds 1 --threads 2", "one second per move on two threads"),
    ("miai gtp --level 3", "a weaker opponent"),
    ("miai gtp --preset uniform --playouts 1000", "without knowledge in the playouts"),
    ("miai gtp --set rave=off --set prior.near_1=0", "any setting of the search, the playouts, the priors"),
    ("miai gtp --book default", "play the first moves from miai's opening book"),
    ("miai gtp --graph go.graph", "keep statistics on disk and use them in later games"),
    ("miai gtp --seconds 5 --cluster tcp://host:8786", "search on all workers of a Dask cluster"),
    ("miai gtp --list", "all settings"),
)


@app.command(epilog=EXAMPLES)
@takes_groups
def gtp(
    *,
    size: Annotated[int, typer.Option(min=2, max=19, help="Board size until the controller sets another.")] = 19,
    playouts: Annotated[int | None, typer.Option(min=1, help="Playouts per move.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", "--time", min=0.001, help="Seconds per move.")] = None,
    level: Annotated[int | None, typer.Option(min=1, max=20, help="Strength from 1 (a beginner) to 20 (full).")] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Number of search threads.")] = None,
    memory: Annotated[float | None, typer.Option(min=1, help="Memory limit of the search graph in MiB.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Random seed.")] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="Think on the opponent's time.")] = False,
    rules: Annotated[str, typer.Option(help=f"{RULES_HELP}.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Points for White. Default: as the rules say.")] = None,
    preset: Annotated[str, typer.Option(help="Named settings to start from.")] = "default",
    book: Annotated[str | None, typer.Option(help="Opening book: none, default (miai's own), or a file. Default: none.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Setting of the engine. Repeatable.")
    ] = None,
    disk: GraphOptions,
    machines: ClusterOptions,
    list_settings: Annotated[bool, typer.Option("--list", help="List presets and settings, then exit.")] = False,
) -> None:
    """Run the Go engine behind GTP 2, the protocol of Sabaki, GoGui and servers.

    Reads commands from standard input and writes answers to standard output. Everything else goes to standard error.
    """
    if list_settings:
        _list(preset)
        return
    own = {
        "playouts": playouts,
        "seconds": seconds,
        "level": level,
        "threads": threads,
        "memory": memory,
        "seed": seed,
        "book": book,
    }
    words = [f"{name}={value}" for name, value in own.items() if value is not None]
    words += ["ponder=true"] if ponder else []
    try:
        if disk.graph is not None and machines.cluster is not None:
            raise UserError("gtp: --graph and --cluster cannot be used together")
        store = None if disk.graph is None else _open_store(disk.graph, disk.graph_limit, not disk.graph_frozen)
        team = machines.open()
        engine = _new_engine(size, rules, komi, preset, [*words, *(settings or [])], store, team)
    except UserError as error:
        _answer_with_reason(str(error))
        raise
    try:
        _run(engine)
    finally:
        engine.close()
        if store is not None:
            store.close()
        if team is not None:
            team.close()


def _open_store(path: Path, limit: float, writes: bool) -> FaultTolerantStore | None:
    """Return the graph in `path`, or `None` after a warning if it cannot be used: the engine plays without it."""
    from miai.store.graph import open_fault_tolerant

    return open_fault_tolerant(path, print_note, writes=writes, limit=limit)


def _new_engine(
    size: int,
    rules: str,
    komi: float | None,
    preset: str,
    words: list[str],
    store: FaultTolerantStore | None,
    team: Team | None,
) -> GtpEngine:
    from miai.go.player.presets import preset_named
    from miai.go.player.settings import change_all
    from miai.go.player.thinking import check_memory
    from miai.go.rules.rulesets import rules_named
    from miai.gtp.engine import GtpEngine
    from miai.search.settings import PATH_MODES

    chosen: PlayerSettings = change_all(preset_named(preset), words)
    try:
        found = rules_named(rules)
        found = found if komi is None else found.with_komi(komi)
    except ValueError as error:
        raise UserError(f"gtp: {error}") from None
    if (store is not None or team is not None) and chosen.search.mode in PATH_MODES:
        option, mode = "--graph" if store is not None else "--cluster", chosen.search.mode
        raise UserError(
            f"gtp: {option} needs a mode that shares positions, such as --set mode=uct-dag; this search has mode {mode}"
        )
    if team is not None and chosen.learning.on:
        raise UserError("gtp: --cluster cannot be used with learning playouts: each machine would learn alone")
    check_memory(chosen)
    return GtpEngine(size, found, chosen, store, partners=team)


def _run(engine: GtpEngine) -> None:
    import logging

    from miai.cli.compiling import show_progress
    from miai.gtp.compiling import GameCompiler
    from miai.gtp.session import GtpSession

    engine.compiler = GameCompiler(show_progress)
    logging.basicConfig(stream=sys.stderr, format="miai: %(message)s")
    output = sys.stdout

    def write(text: str) -> None:
        output.write(text)
        output.flush()

    try:
        GtpSession(engine, lambda count: os.read(0, count), write).run()
    finally:
        engine.compiler.stop()


def _answer_with_reason(reason: str) -> None:
    """Answer the first command with the reason of the failure, since many controllers show nothing else."""
    from miai.gtp.protocol import failure, parse_line

    if sys.stdin is None or sys.stdin.isatty():
        return
    for line in sys.stdin.buffer:
        command = parse_line(line.decode("utf-8", "replace"))
        if command is not None:
            print(failure(command.number, f"cannot start: {reason}"), end="", flush=True)
            return


def _list(preset: str) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole
    from miai.go.player.presets import PRESETS, preset_named
    from miai.go.player.settings import parameters

    table = Table("setting", preset, "accepted", "meaning", title=f"presets: {', '.join(PRESETS)}")
    for row in parameters(preset_named(preset)):
        table.add_row(*row)
    ReportConsole().print(table)
