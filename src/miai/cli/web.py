"""`miai web`: the board in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.registry import examples, new_app
from miai.core import extras
from miai.core.errors import UserError
from miai.core.machine import usable_cores

app = new_app()

EXAMPLES = examples(
    ("miai web", "play on this machine; opens the browser"),
    ("miai web --port 9000 --no-open", "on another port, without opening a browser"),
    ("miai web --host 0.0.0.0", "for others too: the address that is printed contains a token"),
    ("miai web --engines 2 --threads 1 --memory 128", "at most two engines, of one thread and 128 MiB each"),
    ("miai web --graph go.graph", "engines remember what was searched, and use it in later games"),
)


@app.command(epilog=EXAMPLES)
def web(
    host: Annotated[str, typer.Option(help="Where to listen. Anything but this machine asks for a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes one that is free.")] = 8080,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    engines: Annotated[int, typer.Option(min=1, max=64, help="So many people are served by an engine at once.")] = 4,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Threads of each engine; by default all cores.")] = None,
    memory: Annotated[float, typer.Option(min=1, max=65536, help="Limit of each engine's search graph in MiB.")] = 256.0,
    graph: Annotated[Path | None, typer.Option(metavar="FILE", help="A graph on disk: engines remember what was searched.")] = None,
    graph_limit: Annotated[float, typer.Option(min=1, help="Limit of that file in MiB.")] = 4096,
    graph_frozen: Annotated[bool, typer.Option("--graph-frozen", help="Use the graph, and add nothing to it.")] = False,
) -> None:
    """Play Go against the engine in the browser, analyse games, and see the search think.

    Everybody who opens the page has a game of their own, which is still there after a reload or a restart.
    """
    extras.need("web", "the web board")
    from miai.web.engine.memory import MemoryOptions
    from miai.web.server import Options, serve

    if not host.strip():
        raise UserError("web: --host is an address of this machine, such as 127.0.0.1 or 0.0.0.0")
    used = MemoryOptions(graph.absolute(), graph_limit, graph_frozen) if graph is not None else None
    serve(Options(host.strip(), port, not no_open, engines, threads or usable_cores(), memory, used))
