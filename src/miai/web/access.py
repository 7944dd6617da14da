"""Access control: a token if other machines can reach the page, limits on the size and time of requests, a cookie that identifies a user.

Every answer forbids other sites to embed the page and browsers to guess types; web sockets and posts from pages of other sites are refused.
It is plain ASGI middleware, so that it also covers web sockets.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from miai.web.languages import COOKIE as LANGUAGE_COOKIE
from miai.web.languages import choose_language, set_language
from miai.web.sessions import is_name, new_name

PAGES = ("/", "/panels", "/problems")
"""Paths whose answers set the cookie of a new user."""
USER_COOKIE, TOKEN_COOKIE = "miai-person", "miai-token"
YEAR = 365 * 86_400
LARGEST_BODY = 5 * 2**20
"""Largest accepted request in bytes; the largest that the page sends is a game record."""
BODY_SECONDS = 30.0
"""Longest pause between two pieces of a request's body."""
WRONG_TOKEN_SECONDS = 1.0
"""Delay of the answer to a wrong token."""
MOST_WAITING = 64
"""Wrong tokens whose answers are delayed at the same time; more are refused at once."""

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'"
)
"""NiceGUI compiles its templates in the browser, which needs inline scripts and eval; everything comes from this server."""
SAFE_HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-frame-options": b"SAMEORIGIN",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
}

log = logging.getLogger(__name__)

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
        self._wrong_tokens = self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a web socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        cookies = read_cookies(headers.get("cookie", ""))
        send = _with_safe_headers(send)
        if not self._is_known_host(headers.get("host", "")):
            # DNS rebinding: another site's page has pointed its host name at this machine
            await _refuse(scope, send, 403, "unknown host name")
        elif not _is_same_site(scope, headers):
            await _refuse(scope, send, 403, "request from another site")
        elif self.token is not None and not self._is_allowed(scope, cookies):
            if await self._delays_wrong_token(scope, cookies):
                await _refuse(scope, send, 401, TOKEN_FORM, "text/html; charset=utf-8")
            else:
                await _refuse(scope, send, 429, "too many wrong tokens; wait a moment")
        elif self.token is not None and scope["type"] == "http" and _query(scope, "token"):
            await _redirect(send, [_cookie(TOKEN_COOKIE, self.token, _is_secure(scope, headers))])
        elif _length(headers) > LARGEST_BODY:
            await _refuse(scope, send, 413, "request too large")
        else:
            await self._forward(scope, receive, send, cookies, _is_secure(scope, headers))

    async def _delays_wrong_token(self, scope: Scope, cookies: dict[str, str]) -> bool:
        """Log a wrong token and wait; return at once where none was given, and false where too many wait already."""
        if not (cookies.get(TOKEN_COOKIE) or _query(scope, "token")):
            return True
        self._wrong_tokens += 1
        if self._wrong_tokens == 1 or self._wrong_tokens % 100 == 0:
            client = (scope.get("client") or ("unknown address",))[0]
            log.warning("wrong token from %s (%d so far)", client, self._wrong_tokens)
        if self._waiting >= MOST_WAITING:
            return False
        self._waiting += 1
        try:
            await asyncio.sleep(WRONG_TOKEN_SECONDS)
        finally:
            self._waiting -= 1
        return True

    def _is_known_host(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return self.hosts is None or name.strip("[]").lower() in self.hosts

    def _is_allowed(self, scope: Scope, cookies: dict[str, str]) -> bool:
        given = [cookies.get(TOKEN_COOKIE, ""), _query(scope, "token")]
        return any(hmac.compare_digest(each.encode(), (self.token or "").encode()) for each in given)

    async def _forward(self, scope: Scope, receive: Receive, send: Send, cookies: dict[str, str], is_secure: bool) -> None:
        name = cookies.get(USER_COOKIE, "")
        is_new = not is_name(name)
        scope["miai_user"] = new_name() if is_new else name
        accepted = next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == b"accept-language"), "")
        set_language(choose_language(cookies.get(LANGUAGE_COOKIE, ""), accepted))

        async def send_with_cookie(message: Message) -> None:
            if is_new and message["type"] == "http.response.start" and scope.get("path") in PAGES:
                message["headers"] = [
                    *message.get("headers", ()),
                    (b"set-cookie", _cookie(USER_COOKIE, scope["miai_user"], is_secure)),
                ]
            await send(message)

        await self.app(scope, _limited(receive), send_with_cookie)


def _limited(receive: Receive) -> Receive:
    """Return `receive` with limits, for bodies with a missing or wrong length, and for those that arrive byte by byte."""
    taken, is_whole = 0, False

    async def limited() -> Message:
        nonlocal taken, is_whole
        try:
            message = await asyncio.wait_for(receive(), None if is_whole else BODY_SECONDS)
        except TimeoutError:
            return {"type": "http.disconnect"}
        if message["type"] != "http.request":
            is_whole = True  # a web socket, or the end
            return message
        taken += len(message.get("body", b"") or b"")
        is_whole = not message.get("more_body")
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


def _cookie(name: str, value: str, is_secure: bool = False) -> bytes:
    return f"{name}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if is_secure else ''}".encode()


def _is_secure(scope: Scope, headers: dict[str, str]) -> bool:
    """Return whether the browser uses TLS: to this server, or to a proxy in front of it."""
    return scope.get("scheme") in ("https", "wss") or headers.get("x-forwarded-proto", "").split(",")[0].strip() == "https"


def _is_same_site(scope: Scope, headers: dict[str, str]) -> bool:
    """Return whether a web socket or a changing request comes from a page of this server. Other programs send no origin."""
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope.get("method", "GET") in ("GET", "HEAD", "OPTIONS")):
        return True
    wanted = (headers.get("x-forwarded-host") or headers.get("host", "")).lower()
    return _netloc(origin) in (wanted, headers.get("host", "").lower()) and origin != "null"


def _netloc(origin: str) -> str | None:
    """Return the host and port of an origin; `None` if it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _length(headers: dict[str, str]) -> int:
    """Return the length of the body as the request says; beyond the limit if it says nonsense."""
    text = headers.get("content-length", "") or "0"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else LARGEST_BODY + 1


def _with_safe_headers(send: Send) -> Send:
    """Return `send` that adds `SAFE_HEADERS` to answers which do not have them."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", ()))
            known = {name.lower() for name, _ in given}
            message["headers"] = given + [(name, value) for name, value in SAFE_HEADERS.items() if name not in known]
        await send(message)

    return send_with_headers


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
