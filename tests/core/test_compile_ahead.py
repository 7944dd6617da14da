"""A child process compiles ahead: the parent finds the code on disk, waits for the first part only, and knows how far it is."""

from __future__ import annotations

import json
import sys

import pytest

from miai.core.compile_ahead import CompileAhead, Part, WorkMeter
from miai.core.kernels import COMPILING
from tests.core.processes import run_python

compiled_on_linux = pytest.mark.skipif(not COMPILING or sys.platform != "linux", reason="only Linux compiles in a child process")

AHEAD = """
import json, sys, time
import numpy as np
import miai.core.kernels as kernels
from miai.core import compile_ahead, compile_child, linking
from miai.core.hashing import mix64
from miai.core.streams import new_stream, next_float

compile_child.enable()
here = []
by_numba = linking._compile_by_numba
linking._compile_by_numba = lambda dispatcher, signature: (here.append(dispatcher.py_func.__name__), by_numba(dispatcher, signature))[1]
reports = []

def start():
    parts = [
        compile_ahead.Part("the first", lambda: mix64(np.uint64(1)), 2.0),
        compile_ahead.Part("the rest", lambda: next_float(new_stream(0)), 1.0),
    ]
    ahead = compile_ahead.CompileAhead("a test", parts, lambda progress: reports.append((progress.part, progress.is_ready)))
    ahead.start()
    return ahead

first = start()
first.wait()
done_first = first.progress()
value = mix64(np.uint64(1))
end = time.monotonic() + 60
while not first._mark.exists() and time.monotonic() < end:
    time.sleep(0.05)
next_float(new_stream(0))
second = start()
second.wait()
print(json.dumps({
    "here": here,
    "fraction": done_first.fraction,
    "left": done_first.seconds_left,
    "functions": first.progress().functions,
    "parts": [part for part, _ in reports],
    "is_marked": first._mark.exists(),
    "again": second.progress().functions,
}))
"""


@compiled_on_linux
def test_what_the_child_compiled_is_loaded_and_the_next_start_does_nothing(tmp_path):
    found = json.loads(run_python("-c", AHEAD, MIAI_CACHE_DIR=str(tmp_path)))
    assert found["here"] == []
    assert (found["fraction"], found["left"]) == (1.0, 0.0)
    assert found["functions"] >= 2
    assert found["parts"][-1] in ("the rest", "")
    assert found["is_marked"]
    assert found["again"] == 0


def test_where_no_child_may_compile_nothing_is_waited_for():
    ahead = CompileAhead("another test", [Part("all", lambda: pytest.fail("it must not run here"), 1.0)])
    ahead.start()
    ahead.wait()
    assert ahead.progress().functions == 0


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def test_the_fraction_of_the_work_is_that_of_the_time_where_the_speed_is_even():
    clock = Clock()
    meter = WorkMeter(20.0, clock)
    for _ in range(10):
        clock.time += 1.0
        meter.add(1.0)
    assert (meter.seconds(), meter.fraction()) == (10.0, 0.5)
    meter.expect(5.0)
    clock.time += 2.0  # by the speed so far, two units of the five
    assert meter.fraction() == pytest.approx(0.6)
    clock.time += 10.0
    assert meter.fraction() == pytest.approx(0.75)
    meter.complete()
    assert meter.fraction() == 0.75


def test_work_without_an_estimate_has_no_fraction():
    meter = WorkMeter(0.0)
    meter.add(3.0)
    assert meter.fraction() == 0.0
