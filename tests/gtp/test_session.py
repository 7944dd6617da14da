"""A GTP session: lines that arrive during a search, nonsense, closed pipes."""

from __future__ import annotations

import os
import random
import threading
import time

import pytest

from miai.gtp import GtpSession
from tests.gtp.lines import new_engine


def run_session(data: bytes, **changes) -> str:
    """Return the answers to all of `data`, which ends with the end of input."""
    reading, writing = os.pipe()
    feeder = threading.Thread(target=_feed, args=(writing, data))
    feeder.start()
    written: list[str] = []
    has_ended = threading.Event()

    def read(count: int) -> bytes:
        chunk = os.read(reading, count)
        if not chunk:
            has_ended.set()
        return chunk

    GtpSession(new_engine(**changes), read, written.append).run()
    feeder.join()
    has_ended.wait(60)  # after `quit` the reader still waits: it must not find the next test's pipe under this number
    os.close(reading)
    return "".join(written)


def _feed(writing: int, data: bytes) -> None:
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(data)


def test_lines_are_answered_in_order_until_the_end_of_input():
    assert run_session(b"1 name\n\n# x\n2 protocol_version\n3 nonsense\n4 echo a b") == (
        "=1 miai\n\n=2 2\n\n?3 unknown command\n\n=4 a b\n\n"
    )


def test_nothing_is_answered_after_quit():
    assert run_session(b"quit\nname\n") == "=\n\n"


def test_windows_line_ends_are_accepted():
    assert run_session(b"name\r\nquit\r\n") == "= miai\n\n=\n\n"


@pytest.mark.parametrize("seed", range(4))
def test_random_bytes_never_end_a_session(seed):
    source = random.Random(seed)
    answers = run_session(source.randbytes(20_000) + b"\n42 name\n")
    assert answers.endswith("=42 miai\n\n")


@pytest.mark.parametrize("seed", range(3))
def test_commands_in_any_order_with_any_words_never_end_a_session(seed):
    from miai.gtp.registry import COMMANDS

    source = random.Random(seed)
    words = [
        "b",
        "w",
        "A1",
        "T19",
        "pass",
        "resign",
        "-1",
        "0",
        "5",
        "9",
        "nan",
        "1e400",
        "\u00fc",
        "dead",
        "true",
        "%s",
        "../x",
        "" * 9,
    ]
    names = sorted(set(COMMANDS) - {"quit", "printsgf"})
    lines = [" ".join([source.choice(names), *source.choices(words, k=source.randrange(4))]) for _ in range(150)]
    lines = [line for line in lines if not line.startswith("boardsize 5")]  # another size would be compiled
    answers = run_session("\n".join([*lines, "42 name"]).encode() + b"\n", playouts=4, judge_playouts=4)
    assert answers.endswith("=42 miai\n\n")
    assert "internal error" not in answers


def test_a_line_of_a_megabyte_is_one_bad_command():
    answers = run_session(b"x" * (1 << 20) + b"\nplay b " + b"A" * (1 << 20) + b"\n7 name\n")
    assert answers == "? unknown command\n\n? syntax error\n\n=7 miai\n\n"


def test_a_session_ends_when_its_answers_are_not_read():
    def broken(text: str) -> None:
        raise BrokenPipeError

    reading, writing = os.pipe()
    os.write(writing, b"name\nname\n")
    GtpSession(new_engine(), lambda count: os.read(reading, count), broken).run()
    os.close(writing)


def test_a_session_ends_silently_when_an_analysis_is_not_read(caplog):
    def broken(text: str) -> None:
        if "info" in text:
            raise BrokenPipeError

    reading, writing = os.pipe()
    os.write(writing, b"lz-analyze 1\n")
    GtpSession(new_engine(), lambda count: os.read(reading, count), broken).run()
    os.close(writing)
    assert not caplog.records


def test_a_failing_input_counts_as_the_end_of_input():
    def failing(count: int) -> bytes:
        raise OSError("gone")

    GtpSession(new_engine(), failing, lambda text: None).run()


@pytest.mark.parametrize("first", ["lz-analyze 1", "kata-analyze b 1000"])
def test_the_next_line_ends_an_analysis_at_once(first):
    reading, writing = os.pipe()
    written: list[str] = []
    session = GtpSession(new_engine(), lambda count: os.read(reading, count), written.append)
    worker = threading.Thread(target=session.run)
    worker.start()
    os.write(writing, f"1 {first}\n".encode())
    deadline = time.monotonic() + 120
    while not written and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.1)
    os.write(writing, b"2 name\n")
    while not written[-1].startswith("=2") and time.monotonic() < deadline:
        time.sleep(0.01)
    os.close(writing)
    worker.join(60)
    assert not worker.is_alive()
    answers = "".join(written)
    assert answers.startswith("=1\n") and answers.endswith("\n\n=2 miai\n\n")


def test_pondering_ends_with_the_next_line_and_its_work_is_kept():
    reading, writing = os.pipe()
    written: list[str] = []
    engine = new_engine(ponder=True)
    worker = threading.Thread(target=GtpSession(engine, lambda count: os.read(reading, count), written.append).run)
    worker.start()
    os.write(writing, b"genmove b\n")
    deadline = time.monotonic() + 120
    while not written and time.monotonic() < deadline:
        time.sleep(0.01)
    while engine.player.thinker.simulations < 500 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.write(writing, b"quit\n")
    worker.join(60)
    os.close(writing)
    assert written[-1] == "=\n\n" and engine.player.thinker.simulations >= 500
