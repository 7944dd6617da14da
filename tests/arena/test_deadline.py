"""Deadlines: an engine without processor time does not count as hanging."""

import sys
import time

import pytest

from miai.arena import gtp_client
from miai.arena.gtp_client import GtpClient, Hung
from miai.arena.usage import Usage, usage_of

BUSY = "import time\nfor line in open(0):\n    end = time.process_time() + 1e9\n    while time.process_time() < end: pass"
IDLE = "import time\nfor line in open(0): time.sleep(1000)"


def client(program):
    return GtpClient([sys.executable, "-S", "-c", program])


@pytest.mark.parametrize("program", [BUSY, IDLE], ids=["busy", "idle"])
def test_a_missing_answer_is_a_hang_for_busy_and_idle_engines(program, monkeypatch):
    monkeypatch.setattr(gtp_client, "EXTENSIONS", 2)
    engine = client(program)
    with pytest.raises(Hung):
        engine.ask("name", 0.5)
    engine.kill()


def test_an_engine_that_waits_for_the_processor_has_more_time(monkeypatch):
    engine = client("import time\nfor line in open(0):\n    time.sleep(1.5)\n    print('= late\\n', flush=True)")
    monkeypatch.setattr(engine, "usage", lambda: Usage(0.0, 1.0, is_busy=True))
    assert engine.ask("name", 0.5) == "late"
    engine.close()


def test_a_computing_process_is_busy_and_a_waiting_one_is_not():
    engines = {program: client(program) for program in (BUSY, IDLE)}
    for engine in engines.values():
        engine._send("go")
    deadline = time.monotonic() + 60
    while usage_of(engines[BUSY]._process.pid).cpu_seconds < 0.3 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert usage_of(engines[BUSY]._process.pid).is_busy
    assert not usage_of(engines[IDLE]._process.pid).is_busy
    for engine in engines.values():
        engine.kill()
