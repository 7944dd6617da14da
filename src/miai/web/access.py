"""Access control: a token if other machines can reach the page, a limit on the size of requests, a cookie that identifies a user.

It is plain ASGI middleware, so that it also covers web sockets.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from miai.web.sessions import is_name, new_name

PAGES = ("/", "/panels")
"""Paths whose answers set the cookie of a new user."""
USER_COOKIE, TOKEN_COOKIE = "miai-person", "miai-token"
YEAR = 365 * 86_400
LARGEST_BODY = 5 * 2**20
"""Largest accepted request in bytes; the largest that the page sends is a game record."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_FORM = """<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width"><title>miai</title>
<body style="font:1.1rem sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem"><h1>miai</h1>
<p>This board needs a token. It is part of the address that <code>miai web</code> printed.</p>
<form method=get action=/><input name=token aria-label=token autofocus autocomplete=off style="font:inherit;width:70%">
<button style="font:inherit">Open</button></form>"""


class AccessControl:
    """Middleware around `app`. Without a `token` every request is allowed that addresses the server by one of `hosts`."""

    def __init__(self, app: App, token: str | None, hosts: frozenset[str] | None) -> None:
        self.app, self.token, self.hosts = app, token, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a web socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        cookies = read_cookies(headers.get("cookie", ""))
        if not self._is_known_host(headers.get("host", "")):
            # DNS rebinding: another site's page has pointed its host name at this machine
            await _refuse(scope, send, 403, "unknown host name")
        elif self.token is not None and not self._is_allowed(scope, cookies):
            await _refuse(scope, send, 401, TOKEN_FORM, "text/html; charset=utf-8")
        elif self.token is not None and scope["type"] == "http" and _query(scope, "token"):
            await _redirect(send, [_cookie(TOKEN_COOKIE, self.token)])
        elif int(headers.get("content-length", "0") or 0) > LARGEST_BODY:
            await _refuse(scope, send, 413, "request too large")
        else:
            await self._forward(scope, receive, send, cookies)

    def _is_known_host(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return self.hosts is None or name.strip("[]").lower() in self.hosts

    def _is_allowed(self, scope: Scope, cookies: dict[str, str]) -> bool:
        given = [cookies.get(TOKEN_COOKIE, ""), _query(scope, "token")]
        return any(hmac.compare_digest(each.encode(), (self.token or "").encode()) for each in given)

    async def _forward(self, scope: Scope, receive: Receive, send: Send, cookies: dict[str, str]) -> None:
        name = cookies.get(USER_COOKIE, "")
        is_new = not is_name(name)
        scope["miai_user"] = new_name() if is_new else name

        async def send_with_cookie(message: Message) -> None:
            if is_new and message["type"] == "http.response.start" and scope.get("path") in PAGES:
                message["headers"] = [*message.get("headers", ()), (b"set-cookie", _cookie(USER_COOKIE, scope["miai_user"]))]
            await send(message)

        await self.app(scope, _limited(receive), send_with_cookie)


def _limited(receive: Receive) -> Receive:
    """Return `receive` with a limit, for bodies with a missing or wrong length."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b"") or b"") if message["type"] == "http.request" else 0
        return {"type": "http.disconnect"} if taken > LARGEST_BODY else message

    return limited


def read_cookies(text: str) -> dict[str, str]:
    """Return the cookies of a request; none if they cannot be parsed."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(text).items()}
    except CookieError:
        return {}


def _query(scope: Scope, name: str) -> str:
    text: str = scope.get("query_string", b"").decode("latin-1")
    return parse_qs(text).get(name, [""])[0]


def _cookie(name: str, value: str) -> bytes:
    return f"{name}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax".encode()


async def _refuse(scope: Scope, send: Send, status: int, text: str, kind: str = "text/plain; charset=utf-8") -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind.encode())]})
    await send({"type": "http.response.body", "body": text.encode()})


async def _redirect(send: Send, cookies: list[bytes]) -> None:
    """Redirect to the page, so that the token does not stay visible in the address."""
    headers = [(b"location", b"/"), *((b"set-cookie", cookie) for cookie in cookies)]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
