"""The server: one page, two addresses for files, and what starts and ends with it. Start reading at `serve`."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from miai.core.errors import UserError
from miai.web.access import Gate
from miai.web.engine.memory import MemoryOptions
from miai.web.engine.pool import Pool
from miai.web.reading import MOST_BYTES, read_upload, short_name, too_large
from miai.web.sessions import People, state_directory

ASSETS = Path(__file__).parent / "page"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    host: str = "127.0.0.1"
    port: int = 8080
    open_browser: bool = True
    engines: int = 4
    threads: int = 1
    memory: float = 256.0
    graph: MemoryOptions | None = None
    """What engines remember of earlier games."""
    token: str | None = None
    """Asked of everybody; made where others than this machine can come in."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `UserError` in one line where that cannot be."""
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
    """What to type into a browser."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def serve(options: Options) -> None:
    """Serve the page until Ctrl-C. Raises `UserError` where that cannot begin."""
    token = None if is_loopback(options.host) else options.token or secrets.token_urlsafe(16)
    door = listen(options.host, options.port)
    port = int(door.getsockname()[1])
    pool = Pool(options.engines, [f"threads={options.threads}", f"memory={options.memory:g}"], options.graph)
    people = People(pool, state_directory())
    app = make_app(people, token, LOOPBACK_NAMES | {options.host} if token is None else None)
    address = address_of(options.host, port, token)
    print(f"miai: the board is at {address}  (Ctrl-C ends it)", flush=True)
    if options.open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    _run(app, door, is_far=token is not None)


def _run(app: Any, door: socket.socket, is_far: bool) -> None:
    """Serve. What is sent is compressed for those who are far away only: it takes longer than the way to this machine."""
    import uvicorn

    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=1, ws_max_size=1 << 20, ws_per_message_deflate=is_far
    )
    uvicorn.Server(config).run(sockets=[door])


def make_app(people: People, token: str | None, hosts: frozenset[str] | None) -> Any:
    """The ASGI application."""
    from fastapi import FastAPI
    from nicegui import app as nicegui_app
    from nicegui import ui

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        house = asyncio.create_task(people.keep_house())
        yield
        house.cancel()
        people.save_all()
        await people.pool.end_all()

    app = FastAPI(lifespan=life, openapi_url=None, docs_url=None, redoc_url=None)
    add_file_routes(app, people)
    ui.page("/", title="miai")(lambda: show_page(people))
    nicegui_app.add_static_files("/miai", str(ASSETS), max_cache_age=3600)
    ui.run_with(app, title="miai", favicon=FAVICON, dark=None, show_welcome_message=False, reconnect_timeout=10.0, language="en-US")
    return Gate(app, token, hosts)


FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#dcb573"/>'
    '<circle cx="8" cy="8" r="5" fill="#1a1a1c"/><circle cx="16" cy="16" r="5" fill="#fbfaf6"/></svg>'
)


def add_file_routes(app: Any, people: People) -> None:
    """Games out and in: `GET /game.sgf`, `POST /sgf`."""
    from fastapi import Request, Response

    async def save(request: Request) -> Response:
        session = people.session(request.scope["miai_person"])
        headers = {"Content-Disposition": 'attachment; filename="game.sgf"', "Cache-Control": "no-store"}
        return Response(session.sgf(), media_type="application/x-go-sgf", headers=headers)

    async def load(request: Request) -> Response:
        if request.headers.get("x-miai") != "1":  # another site's page cannot set it
            return Response("refused", 403)
        session = people.session(request.scope["miai_person"])
        name = short_name(unquote(request.headers.get("x-name", "")))
        try:
            session.load(await read_upload(await _body(request, name), name))
        except UserError as error:
            session.say(str(error), "negative")
            return Response(str(error), 422)
        session.say(f"{name}: {len(session.tree.line()) - 1} moves.", "positive")
        return Response("ok")

    app.add_route("/game.sgf", save, methods=["GET"])
    app.add_route("/sgf", load, methods=["POST"])


async def _body(request: Any, name: str) -> bytes:
    """What was sent, up to the limit. Raises `UserError` beyond."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            raise UserError(too_large(name))
    return bytes(data)


def show_page(people: People) -> None:
    """Build the page for whoever asks."""
    from nicegui import ui

    from miai.web.page.view import View

    ui.add_head_html('<link rel="stylesheet" href="/miai/style.css"><script src="/miai/board.js"></script>')
    ui.add_head_html(f"<script>miai.limit = {MOST_BYTES}</script>")
    ui.colors(primary="#0f766e")
    client = ui.context.client
    try:
        session = people.session(client.request.scope["miai_person"])
    except UserError as error:
        ui.label(f"{error}.")
        return
    view = View(session)

    def arrive() -> None:
        if view.hear not in session.listeners:
            session.listeners.append(view.hear)
            session.mind.prepare()
            session.mind.update()
            view.hear("board")

    def leave() -> None:
        if view.hear in session.listeners:
            session.listeners.remove(view.hear)
            session.mind.update()

    client.on_connect(arrive)
    client.on_delete(leave)
