"""The HTTP server: three pages, routes for files, and the tasks that start and end with it. Start reading at `serve`."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from miai.arena.engines import EngineSpec
from miai.core.errors import UserError
from miai.web.access import AccessControl
from miai.web.connections import limited_protocol, quiet_logs
from miai.web.engine.memory import MemoryOptions
from miai.web.engine.pool import EnginePool
from miai.web.game_files import open_file
from miai.web.languages import translate_message
from miai.web.pages import ASSETS, show_board, show_panels, show_problems
from miai.web.panels.registry import PanelSessions
from miai.web.panels.routes import add_panel_routes
from miai.web.problems.own_files import OwnFiles
from miai.web.problems.registry import ProblemSessions
from miai.web.records import tree_as_data, tree_from_data
from miai.web.rivals import gtp_pools
from miai.web.sessions import SessionRegistry, state_directory
from miai.web.uploads import MOST_BYTES, short_name, too_large

PROBLEM_MEMORY = 64.0
"""Memory limit in MiB of a search on the page *Problems*: single steps copy the part in use."""
_PAINTING = asyncio.Semaphore(1)
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class ServerOptions:
    """The options of `miai web`."""

    host: str = "127.0.0.1"
    port: int = 8080
    open_browser: bool = True
    engines: int = 4
    threads: int = 1
    memory: float = 256.0
    graph: MemoryOptions | None = None
    """The graph on disk that engines use."""
    token: str | None = None
    """The token that every user needs; it is generated if other machines can reach the server."""
    other_engines: Mapping[str, EngineSpec] = field(default_factory=dict)
    """GTP engines that users may choose, by name; a page cannot name a command."""
    genotypes: Path | None = None
    """The folder of genotype files that users of the page *Panels* may choose from; no other file is read."""
    database: Path | None = None
    """A database of games, in which the board looks up what others played."""
    games: tuple[Path, ...] = ()
    """The user's own problems for the page *Problems*; no other file is loaded."""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach `host`."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raise `UserError` if the address cannot be used."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.socket(family, kind, protocol)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(128)
    except OSError as error:
        advice = "choose another with --port" if "in use" in str(error) else "see --host and --port"
        raise UserError(f"web: cannot listen on {host}:{port}: {error.strerror}; {advice}") from None
    return made


def address_of(host: str, port: int, token: str | None) -> str:
    """Return the address to type into a browser."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def serve(options: ServerOptions) -> None:
    """Serve the page until Ctrl-C. Raise `UserError` if the server cannot start."""
    token = None if is_loopback(options.host) else options.token or secrets.token_urlsafe(16)
    listener = listen(options.host, options.port)
    port = int(listener.getsockname()[1])
    pool = EnginePool(options.engines, [f"threads={options.threads}", f"memory={options.memory:g}"], options.graph)
    others = gtp_pools(options.other_engines, options.engines)
    registry = SessionRegistry(pool, state_directory(), others)
    if options.database is not None:
        from miai.go.games.database import GamesDatabase

        registry.database = GamesDatabase(options.database)
    panels = PanelSessions(state_directory().with_name("panels"), options.genotypes)
    problems = ProblemSessions(options.engines, min(options.memory, PROBLEM_MEMORY), OwnFiles(options.games))
    app = make_app(registry, panels, problems, token, LOOPBACK_NAMES | {options.host} if token is None else None)
    address = address_of(options.host, port, token)
    print(f"miai: the board is at {address} (stop with Ctrl-C)", flush=True)
    if options.open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    _run(app, listener, is_remote=token is not None)


def _run(app: Any, listener: socket.socket, is_remote: bool) -> None:
    """Run the server. Traffic is compressed for other machines only: on this one compression takes longer than sending."""
    import uvicorn

    config = uvicorn.Config(
        app,
        http=limited_protocol(),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
        ws_max_size=1 << 20,
        ws_per_message_deflate=is_remote,
    )
    quiet_logs()
    uvicorn.Server(config).run(sockets=[listener])


def make_app(
    registry: SessionRegistry, panels: PanelSessions, problems: ProblemSessions, token: str | None, hosts: frozenset[str] | None
) -> Any:
    """Return the ASGI application."""
    from fastapi import FastAPI
    from nicegui import app as nicegui_app
    from nicegui import ui

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        housekeeping = [asyncio.create_task(each.run_housekeeping()) for each in (registry, problems)]
        yield
        for each in housekeeping:
            each.cancel()
        registry.save_all()
        await panels.end_all()
        await problems.pool.end_all()
        await registry.end_engines()

    app = FastAPI(lifespan=life, openapi_url=None, docs_url=None, redoc_url=None)
    add_file_routes(app, registry)
    add_panel_routes(app, panels)
    ui.page("/", title="miai")(lambda: show_board(registry))
    ui.page("/panels", title="miai: panels")(lambda: show_panels(registry, panels))
    ui.page("/problems", title="miai: problems")(lambda: show_problems(registry, problems))
    for file in sorted(ASSETS.iterdir()):
        if file.suffix in (".js", ".css"):  # the folder has sources too
            nicegui_app.add_static_file(local_file=file, url_path=f"/miai/{file.name}", max_cache_age=3600)
    ui.run_with(app, title="miai", favicon=FAVICON, dark=None, show_welcome_message=False, reconnect_timeout=10.0, language="en-US")
    return AccessControl(app, token, hosts)


FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#dcb573"/>'
    '<circle cx="8" cy="8" r="5" fill="#1a1a1c"/><circle cx="16" cy="16" r="5" fill="#fbfaf6"/></svg>'
)


def add_file_routes(app: Any, registry: SessionRegistry) -> None:
    """Add the download of a game (`GET /game.sgf`) and the upload (`POST /sgf`)."""
    from fastapi import Request, Response

    async def save(request: Request) -> Response:
        session = registry.session(request.scope["miai_user"])
        headers = {"Content-Disposition": 'attachment; filename="game.sgf"', "Cache-Control": "no-store"}
        return Response(session.sgf("plain" not in request.query_params), media_type="application/x-go-sgf", headers=headers)

    async def load(request: Request) -> Response:
        if request.headers.get("x-miai") != "1":  # pages of other sites cannot set this header
            return Response("refused", 403)
        session = registry.session(request.scope["miai_user"])
        name = short_name(unquote(request.headers.get("x-name", "")))
        try:
            await open_file(session, await _body(request, name), name, request.scope["miai_user"])
        except UserError as error:
            text = translate_message(str(error))
            session.notify(text, "negative")
            return Response(text, 422)
        return Response("ok")

    app.add_route("/board.png", picture_route(registry, "board_png", "board.png"), methods=["GET"])
    app.add_route("/game.gif", picture_route(registry, "game_gif", "game.gif"), methods=["GET"])
    app.add_route("/game.sgf", save, methods=["GET"])
    app.add_route("/sgf", load, methods=["POST"])


def picture_route(registry: SessionRegistry, function: str, name: str) -> Any:
    """Return the route of a picture of the user's game; `function` of `miai.web.pictures` draws it, one picture at a time."""
    from fastapi import Request, Response

    async def send(request: Request) -> Response:
        from miai.web import pictures

        tree = tree_from_data(tree_as_data(registry.session(request.scope["miai_user"]).tree))  # a copy, for another thread
        async with _PAINTING:
            data = await asyncio.to_thread(getattr(pictures, function), tree)
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(data, media_type=f"image/{name.rpartition('.')[2]}", headers=headers)

    return send


async def _body(request: Any, name: str) -> bytes:
    """Return the body of a request. Raise `UserError` beyond the limit."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            raise UserError(too_large(name))
    return bytes(data)
