"""Access control: cookies, tokens, host names and the size of requests."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from miai.web.access import LARGEST_BODY, AccessControl
from miai.web.server import address_of, is_loopback


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the user's name and the size of the body."""
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{scope['miai_user']} {size}".encode()})


def ask(
    control: AccessControl, query: str = "", kind: str = "http", body: tuple[bytes, ...] = (b"",), **headers: str
) -> tuple[int, dict[str, str], str]:
    """Return status, headers and body of an answer."""
    given = {"host": "127.0.0.1:8080", **{name.replace("_", "-"): value for name, value in headers.items()}}
    pairs = [(name.encode(), value.encode()) for name, value in given.items()]
    scope = {"type": kind, "path": "/", "query_string": query.encode(), "headers": pairs}
    pieces = [{"type": "http.request", "body": piece, "more_body": n + 1 < len(body)} for n, piece in enumerate(body)]
    sent: list[Any] = []

    async def receive() -> Any:
        return pieces.pop(0) if pieces else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(control(scope, receive, send))
    if sent[0]["type"] == "websocket.close":
        return sent[0]["code"], {}, ""
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], answered, sent[1]["body"].decode()


OPEN = AccessControl(inner, None, frozenset({"127.0.0.1", "localhost"}))
CLOSED = AccessControl(inner, "secret-token", None)


def test_a_new_user_gets_a_cookie_and_is_recognised_by_it():
    status, headers, body = ask(OPEN)
    cookie = headers["set-cookie"]
    assert status == 200 and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    name = cookie.split("=")[1].split(";")[0]
    status, headers, again = ask(OPEN, cookie=f"miai-person={name}")
    assert again == body == f"{name} 0" and "set-cookie" not in headers


@pytest.mark.parametrize("cookie", ["miai-person=../../etc/passwd", "miai-person=", "nonsense;;;=", "miai-person=" + "a" * 31])
def test_an_invalid_cookie_makes_a_new_user(cookie):
    status, headers, body = ask(OPEN, cookie=cookie)
    assert status == 200 and len(body.split()[0]) == 32 and "set-cookie" in headers


def test_an_unknown_host_name_is_refused():
    assert ask(OPEN, host="evil.example:8080")[0] == 403
    assert ask(OPEN, host="localhost:8080")[0] == 200


def test_requests_and_web_sockets_need_the_token():
    status, _, body = ask(CLOSED)
    assert status == 401 and "token" in body
    assert ask(CLOSED, query="token=wrong")[0] == 401
    assert ask(CLOSED, cookie="miai-token=wrong")[0] == 401
    assert ask(CLOSED, kind="websocket")[0] == 1008


def test_the_token_becomes_a_cookie_and_leaves_the_address():
    status, headers, _ = ask(CLOSED, query="token=secret-token")
    assert (status, headers["location"]) == (303, "/")
    assert ask(CLOSED, cookie="miai-token=secret-token")[0] == 200


def test_a_large_body_is_refused_with_and_without_a_declared_length():
    assert ask(OPEN, content_length=str(LARGEST_BODY + 1))[0] == 413
    _, _, body = ask(OPEN, body=(b"x" * 2**20,) * 10)
    assert int(body.split()[1]) <= LARGEST_BODY


@pytest.mark.parametrize(
    "host, known", [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.168.1.2", False)]
)
def test_only_addresses_of_this_machine_are_loopback(host, known):
    assert is_loopback(host) is known


def test_the_address_contains_the_token():
    assert address_of("192.168.1.2", 8080, "abc") == "http://192.168.1.2:8080/?token=abc"
    assert address_of("::1", 80, None) == "http://[::1]:80/"
