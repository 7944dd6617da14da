"""Visitors cannot take the server's memory, descriptors or time from others."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
import time

import pytest

from miai.core.errors import UserError
from miai.go.player.settings import declarations
from miai.web import uploads
from miai.web.visitor_settings import ALLOWED, FIXED, is_allowed
from tests.web.test_access import CLOSED, OPEN, ask


def test_every_setting_is_either_allowed_or_fixed():
    for name in declarations():
        assert is_allowed(name) != (name in FIXED), name
    assert declarations().keys() >= ALLOWED | FIXED


@pytest.mark.parametrize(
    "name", ["memory", "threads", " learning.memory ", "learning.memory", "table-entries", "judge_playouts", "x"]
)
def test_visitors_cannot_change_memory_or_limits(name):
    assert not is_allowed(name)


def test_answers_forbid_embedding_and_guessing():
    _, headers, _ = ask(OPEN)
    assert headers["x-frame-options"] == "SAMEORIGIN" and headers["x-content-type-options"] == "nosniff"
    assert "object-src 'none'" in headers["content-security-policy"]
    assert ask(CLOSED)[1]["x-frame-options"] == "SAMEORIGIN"


def test_web_sockets_of_other_sites_are_refused():
    assert ask(OPEN, kind="websocket", origin="http://evil.example")[0] == 1008
    assert ask(OPEN, kind="websocket", origin="null")[0] == 1008
    assert ask(OPEN, kind="websocket", origin="http://127.0.0.1:9999")[0] == 1008
    assert ask(OPEN, kind="websocket", origin="http://127.0.0.1:8080")[0] != 1008


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://127.0.0.1@evil.example", "//", ""])
def test_an_origin_that_is_none_is_another_site(origin):
    assert ask(OPEN, kind="websocket", origin=origin)[0] == 1008


def test_cookies_are_secure_behind_tls():
    assert "; Secure" in ask(OPEN, x_forwarded_proto="https")[1]["set-cookie"]
    assert "; Secure" not in ask(OPEN)[1]["set-cookie"]


def test_a_wrong_token_is_delayed_and_logged(caplog):
    began = time.monotonic()
    assert ask(CLOSED, query="token=wrong")[0] == 401
    assert time.monotonic() - began >= 0.9
    assert any("wrong token" in record.getMessage() for record in caplog.records) or CLOSED._wrong_tokens > 1


@pytest.mark.parametrize("length", ["-1", "1e9", "99999999999999999999", "x"])
def test_a_nonsensical_length_is_refused(length):
    assert ask(OPEN, content_length=length)[0] == 413


def test_a_person_has_one_upload_at_a_time(monkeypatch):
    async def slow(data, name, index):
        await asyncio.sleep(0.2)
        return uploads.UploadedFile(name, [], "")

    monkeypatch.setattr(uploads, "_read", slow)

    async def many():
        return await asyncio.gather(
            *(uploads.read_upload(b"", f"{number}.sgf", "one") for number in range(8)),
            uploads.read_upload(b"", "other.sgf", "two"),
            return_exceptions=True,
        )

    found = asyncio.run(many())
    assert sum(isinstance(each, UserError) for each in found) == 7
    assert found[-1] == "other.sgf"


def test_small_uploads_do_not_wait_for_large_ones_of_many_persons(monkeypatch):
    order = []

    async def read(data, name, index):
        order.append(name)
        await asyncio.sleep(0.02)
        return uploads.UploadedFile(name, [], "")

    monkeypatch.setattr(uploads, "_read", read)

    async def many():
        large = [uploads.read_upload(bytes(2**20), f"large{number}.sgf", f"person{number}") for number in range(8)]
        middle = [uploads.read_upload(bytes(2**17), f"middle{number}.sgf", f"other{number}") for number in range(8)]
        tasks = [asyncio.create_task(each) for each in large + middle]
        await asyncio.sleep(0.01)
        tasks[3].cancel()
        await uploads.read_upload(b"x", "good.sgf", "good")
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(many())
    assert order.index("good.sgf") <= 3 and len(order) == 16
    assert [name for name in order if "large" in name] == [f"large{number}.sgf" for number in (0, 1, 2, 4, 5, 6, 7)]


FEW = 128


@pytest.fixture
def server(tmp_path):
    """Start `miai web` with few descriptors, and return the process and its port."""
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "miai", "web", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW)),  # noqa: PLW1509
    )
    line = process.stdout.readline()
    port = int(line.split("127.0.0.1:")[1].split("/")[0])
    try:
        yield process, port
    finally:
        process.terminate()
        process.communicate(timeout=60)


def get(port: int, path: str) -> tuple[int, bytes]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return int(answer.split()[1]), answer


def test_half_open_connections_do_not_stop_the_server(server):
    _, port = server
    half = []
    for _ in range(200):
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        half.append(connection)
    assert get(port, "/miai/board.js")[0] == 200
    for connection in half:
        connection.close()


def test_sources_of_the_package_are_not_served(server):
    _, port = server
    for path in ("/miai/board.py", "/miai/__init__.py", "/miai/../server.py", "/miai/%2e%2e/server.py"):
        assert get(port, path)[0] == 404
    for path in ("/miai/board.js", "/miai/style.css"):
        assert get(port, path)[0] == 200
