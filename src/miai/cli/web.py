"""`miai web`: serve the board in the browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from miai.cli.option_groups import takes_groups
from miai.cli.options import GraphOptions
from miai.cli.registry import examples, new_app
from miai.core import extras
from miai.core.errors import UserError
from miai.core.machine import usable_cores

app = new_app()

EXAMPLES = examples(
    ("miai web", "play on this machine; opens the browser"),
    ("miai web --port 9000 --no-open", "on another port, without opening a browser"),
    ("miai web --host 0.0.0.0", "for other machines; the printed address contains a token"),
    ("miai web --engines 2 --threads 1 --memory 128", "at most two engines, with one thread and 128 MiB each"),
    ("miai web --game mygame.py", "offer your own game on the page Problems; it is loaded again when you save it"),
    ("miai web --engine-file engines.toml", "offer other GTP engines as opponents and analysts"),
    ("miai web --games games.db", "show what others played in the position on the board"),
    ("miai web --genotypes data", "offer the genotype files of a folder on the page Panels"),
    ("miai web --graph go.graph", "keep statistics on disk and use them in later games"),
)


@app.command(epilog=EXAMPLES)
@takes_groups
def web(
    *,
    host: Annotated[str, typer.Option(help="Address to listen on. Any other than this machine requires a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port. 0 takes a free one.")] = 8080,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    engines: Annotated[int, typer.Option(min=1, max=64, help="Maximum number of engines at once; each person uses one.")] = 4,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Threads per engine. Default: all cores.")] = None,
    memory: Annotated[float, typer.Option(min=1, max=65536, help="Memory limit of each search graph in MiB.")] = 256.0,
    engine_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml", help="Other GTP engines that users may choose, as in tournaments; no other command is run."
        ),
    ] = None,
    genotypes: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder with genotype files for the page Panels; no file outside of it is read."),
    ] = None,
    game: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE.py", help="Your own problem for the page Problems; no other file is loaded. Repeatable."),
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Database of games (miai go games build), to see what others played."),
    ] = None,
    disk: GraphOptions,
) -> None:
    """Play Go against the engine in the browser, analyse games, and watch the search; any other problem; panels of SNPs.

    Everybody who opens the page has their own game, which survives a reload and a restart. The page /problems plays and searches any
    problem, one simulation at a time if you like: the built-in ones, and the files of --game. The page /panels chooses panels of SNPs
    from genotype files: uploads, and the files of --genotypes.
    """
    extras.need("web", "the web board")
    from miai.arena.engine_files import read_engines
    from miai.web.engine.memory import MemoryOptions
    from miai.web.problems.own_files import check_files
    from miai.web.server import ServerOptions, serve

    if not host.strip():
        raise UserError("web: --host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0")
    if genotypes is not None and not genotypes.is_dir():
        raise UserError(f"web: --genotypes {genotypes}: there is no such folder")
    others = read_engines(engine_file) if engine_file is not None else {}
    if engine_file is not None and not others:
        raise UserError(f'web: --engine-file {engine_file}: no engine; write [engines.NAME] with command = "gnugo"')
    used = MemoryOptions(disk.graph.absolute(), disk.graph_limit, disk.graph_frozen) if disk.graph is not None else None
    own = tuple(check_files(game or []))
    cores = threads or usable_cores()
    options = ServerOptions(host.strip(), port, not no_open, engines, cores, memory, used, genotypes=genotypes, games=own)
    serve(replace(options, other_engines=others, database=games))
