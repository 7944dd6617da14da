"""Abuse of the web board, on this machine only: slow clients, floods, malformed requests and frames, large and damaged uploads.

A good visitor asks for the page all the while. It must be served in time, the server must live, and its log must have no traceback.
"""

from __future__ import annotations

import base64
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from miai.arena.usage import usage_of
from tests.fuzz.sgf_files import make_record

DESCRIPTORS = 256
"""Limit on the open files of the server: small, so that a leak is soon noticed."""
PATIENCE = 30.0
"""Seconds after which an answer to the good visitor is a fault."""
LONGEST_LOG = 2**20


@dataclass
class AbuseCount:
    """The totals of a run: attempts and answers by kind of attack, and what the good visitor and the server experienced."""

    minutes: float = 0.0
    attempts: dict[str, int] = field(default_factory=dict)
    answers: dict[str, dict[str, int]] = field(default_factory=dict)
    good_visits: int = 0
    slowest_good_visit: float = 0.0
    memory_before: float = 0.0
    memory_after: float = 0.0
    files_before: int = 0
    files_after: int = 0
    log_bytes: int = 0
    faults: list[str] = field(default_factory=list)


class Victim:
    """A web server for this machine, with few descriptors and a state directory of its own."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"MIAI_STATE_DIR": str(folder), "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        self.log = folder / "log.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "miai", "web", "--port", "0", "--no-open"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)),  # noqa: PLW1509
            )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])

    def connect(self, timeout: float = 20.0) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, request: bytes, timeout: float = 20.0) -> bytes:
        """Return the answer to a request, up to a MiB."""
        answer = b""
        with self.connect(timeout) as connection:
            connection.sendall(request)
            while len(answer) < 2**20 and (piece := connection.recv(65536)):
                answer += piece
        return answer

    @property
    def memory(self) -> float:
        usage = usage_of(self.process.pid)
        return round(usage.memory_mib) if usage else 0.0

    @property
    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def head(method: str, path: str, **headers: str) -> bytes:
    """Return the head of a request to this machine."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def flood(victim: Victim, source: random.Random) -> bytes:
    return victim.ask(head("GET", source.choice(["/", "/miai/board.js", "/game.sgf", "/panels", "/nowhere"])))


def slow_head(victim: Victim, source: random.Random) -> bytes:
    """Keep many connections with half a head open for a moment."""
    half = []
    with suppress(OSError):
        for _ in range(60):
            connection = victim.connect()
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127"[: source.randrange(1, 25)])
            half.append(connection)
    time.sleep(source.random() * 4)
    for connection in half:
        connection.close()
    return b""


def slow_body(victim: Victim, source: random.Random) -> bytes:
    with victim.connect() as connection:
        connection.sendall(head("POST", "/sgf", X_Miai="1", X_Name="a.sgf", Content_Length="100000"))
        for _ in range(source.randrange(1, 8)):
            connection.sendall(b"(;GM[1]" * source.randrange(1, 20))
            time.sleep(source.random() * 0.5)
    return b""


def malformed(victim: Victim, source: random.Random) -> bytes:
    start = source.choice(
        [b"", b"GET / HTTP/1.1\r\n", b"GET " + b"/" * 70_000, b"POST /sgf HTTP/1.1\r\nContent-Length: -1\r\n\r\n"]
    )
    return victim.ask(start + source.randbytes(source.randrange(1, 3000)) + b"\r\n\r\n", timeout=3.0)


def outside(victim: Victim, source: random.Random) -> bytes:
    """Ask for files outside the served folders. Any success is a fault."""
    step = source.choice(["../", "..%2f", "%2e%2e/", "..\\", "....//", "%c0%ae%c0%ae/"])
    place = source.choice(["/miai/", "/panels/files/", "/_nicegui/", "/"])
    answer = victim.ask(head("GET", place + step * source.randrange(1, 9) + source.choice(["etc/passwd", "server.py", "log.txt"])))
    if b"root:" in answer or b"def serve" in answer:
        raise AssertionError(f"a file outside was served below {place}")
    return answer


def upload(victim: Victim, source: random.Random) -> bytes:
    record = make_record(source)
    return victim.ask(head("POST", "/sgf", X_Miai="1", X_Name="a.sgf", Content_Length=str(len(record))) + record, timeout=40.0)


def large_upload(victim: Victim, source: random.Random) -> bytes:
    body = b"(;C[" + b"x" * source.randrange(4 * 2**20, 6 * 2**20)
    request = head("POST", source.choice(["/sgf", "/panels/upload"]), X_Miai="1", X_Name="a.vcf", Content_Length=str(len(body)))
    try:
        return victim.ask(request + body)
    except (BrokenPipeError, ConnectionResetError):  # refused before all of it was sent
        return b"HTTP/1.1 413 closed"


def frames(victim: Victim, source: random.Random) -> bytes:
    """Open a web socket and send frames that are wrong, too large, or nonsense for the protocol above."""
    key = base64.b64encode(source.randbytes(16)).decode()
    origin = source.choice([f"http://127.0.0.1:{victim.port}", "http://evil.example", "null"])
    upgrade = (
        f"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:{victim.port}\r\nOrigin: {origin}\r\n"
    )
    upgrade += f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    with victim.connect(timeout=3.0) as connection:
        connection.sendall(upgrade.encode())
        answer = connection.recv(65536)
        if b" 101 " in answer.split(b"\r\n")[0]:
            for _ in range(source.randrange(1, 12)):
                connection.sendall(_frame(source))
            with suppress(TimeoutError):
                connection.recv(65536)
    return answer


def _frame(source: random.Random) -> bytes:
    kind = source.randrange(4)
    if kind == 0:
        return source.randbytes(source.randrange(1, 400))
    if kind == 1:
        return bytes([0x81, 0xFF]) + (2**62).to_bytes(8, "big") + source.randbytes(4)
    words = source.choice([b'42["event",', b"40", b"2", b'42["handshake",{"a":' + b"[" * 500, source.randbytes(60), b"451-[" * 20])
    mask = source.randbytes(4)
    size = bytes([0x80 | len(words)]) if len(words) < 126 else bytes([0xFE]) + len(words).to_bytes(2, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(words))
    return bytes([0x81]) + size + mask + masked


ATTACKS: dict[str, Callable[[Victim, random.Random], bytes]] = {
    "flood": flood,
    "slow head": slow_head,
    "slow body": slow_body,
    "malformed request": malformed,
    "path outside": outside,
    "damaged upload": upload,
    "large upload": large_upload,
    "web socket frames": frames,
}


def abuse(minutes: float, seed: int, on_batch: Callable[[AbuseCount], None] = lambda totals: None) -> AbuseCount:
    """Attack a server of this machine for `minutes`, with a thread for each kind of attack."""
    totals, attempts, answers = AbuseCount(), Counter[str](), {kind: Counter[str]() for kind in ATTACKS}
    with tempfile.TemporaryDirectory() as name:
        victim = Victim(Path(name))
        try:
            visit(victim, totals)
            totals.memory_before, totals.files_before = victim.memory, victim.files
            began = time.monotonic()
            stop = threading.Event()

            def attack(kind: str) -> None:
                source = random.Random(f"{seed} {kind}")
                while not stop.is_set():
                    attempts[kind] += 1
                    try:
                        answer = ATTACKS[kind](victim, source)
                        answers[kind][_status(answer)] += 1
                    except OSError:
                        answers[kind]["closed"] += 1
                    except AssertionError as error:
                        totals.faults.append(str(error))

            threads = [threading.Thread(target=attack, args=(kind,)) for kind in ATTACKS]
            for thread in threads:
                thread.start()
            while time.monotonic() - began < 60 * minutes and victim.process.poll() is None and len(totals.faults) < 10:
                visit(victim, totals)
                totals.attempts, totals.answers = dict(attempts), {kind: dict(found) for kind, found in answers.items()}
                totals.minutes = round((time.monotonic() - began) / 60, 1)
                on_batch(totals)
                time.sleep(0.5)
            stop.set()
            for thread in threads:
                thread.join()
            judge(victim, totals)
        finally:
            victim.end()
    return totals


def visit(victim: Victim, totals: AbuseCount) -> None:
    """Ask for the page as a good visitor does, and note how long it took."""
    began = time.monotonic()
    try:
        answer = victim.ask(head("GET", "/"), timeout=PATIENCE)
        if _status(answer) != "200" or b"miai" not in answer:
            totals.faults.append(f"a good visitor got {answer[:60]!r}")
    except OSError as error:
        totals.faults.append(f"a good visitor got no answer: {error!r}")
    totals.good_visits += 1
    totals.slowest_good_visit = round(max(totals.slowest_good_visit, time.monotonic() - began), 2)


def judge(victim: Victim, totals: AbuseCount) -> None:
    """Note the state of the server after the attacks, and every fault in it."""
    if victim.process.poll() is not None:
        totals.faults.append(f"the server ended with exit code {victim.process.returncode}")
        return
    time.sleep(3)
    visit(victim, totals)
    totals.memory_after, totals.files_after = victim.memory, victim.files
    text = victim.log.read_bytes()
    totals.log_bytes = len(text)
    if b"Traceback" in text:
        totals.faults.append("the log has a traceback: " + text[text.index(b"Traceback") :][-300:].decode(errors="replace"))
    if len(text) > LONGEST_LOG:
        totals.faults.append(f"the log has {len(text)} bytes")
    if any("500" in found for found in totals.answers.values()):
        totals.faults.append("an attack got an internal error (500)")


def _status(answer: bytes) -> str:
    """Return the status of an answer, such as 200, or `none`."""
    words = answer[:40].split()
    return words[1].decode("latin-1") if len(words) > 1 and words[0].startswith(b"HTTP/") else "none"
