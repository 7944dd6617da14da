"""The first compilation is displayed with its time; a second start prints nothing."""

import io
import os
import pty
import re
import subprocess
import sys
import time

import pytest

from miai.cli import compiling
from miai.cli.compiling import CompilationDisplay
from tests.cli.terminal import environment_for, run_miai

COMPILE_TWICE = """
import sys
import numpy as np
from miai.cli.main import main
from miai.core.warmup import warms_up

code = main(["--version"])              # the display waits before anything imports Numba
assert "numba" not in sys.modules
from miai.core.hashing import mix64
from miai.core.streams import new_stream, next_float

next_float(new_stream(0))
mix64(np.uint64(1))
from miai.cli import compiling
compiling.finish()
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_without_a_terminal_compilation_prints_one_line_at_its_start_and_one_at_its_end(tmp_path):
    done = run_miai(python=("-c", COMPILE_TWICE), MIAI_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    began, ended = done.stderr.splitlines()
    assert began == "miai: compiling, once for this version of miai ..."
    assert re.fullmatch(r"miai: compiled \d+ functions in \d+\.\d s", ended)


def test_the_second_start_prints_nothing(tmp_path):
    first = run_miai(python=("-c", COMPILE_TWICE), MIAI_CACHE_DIR=str(tmp_path))
    assert first.stderr
    second = run_miai(python=("-c", COMPILE_TWICE), MIAI_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stderr) == (0, "")


def test_on_a_terminal_one_line_is_redrawn_with_count_name_and_seconds(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", COMPILE_TWICE]
    with subprocess.Popen(command, env=environment_for(MIAI_CACHE_DIR=str(tmp_path)), stderr=theirs, stdout=subprocess.DEVNULL):
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 65536):
                shown += chunk
        except OSError:  # a terminal reports in this way that the other side has gone
            pass
    os.close(ours)
    text = shown.decode()
    assert re.search(r"\r\x1b\[Kmiai: compiling: [1-9]\d* functions, \d+\.\d s, now \w+", text)
    assert re.search(r"\r\x1b\[Kmiai: compiled \d+ functions in \d+\.\d s\r\n$", text)


def test_functions_compiled_inside_another_count_but_their_time_counts_once():
    display = CompilationDisplay(io.StringIO())
    display.started("outer")
    display.started("inner")
    time.sleep(0.05)
    display.finished()
    display.finished()
    display.summarise()
    lines = display.stream.getvalue().splitlines()
    assert lines[-1] in ("miai: compiled 2 functions in 0.0 s", "miai: compiled 2 functions in 0.1 s")


def test_the_time_is_printed_when_nothing_has_been_compiled_for_a_moment(monkeypatch):
    monkeypatch.setattr(compiling, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(compiling, "REDRAW_SECONDS", 0.01)
    display = CompilationDisplay(io.StringIO())
    display.started("one")
    display.finished()
    deadline = time.monotonic() + 60
    while "compiled 1 function in" not in display.stream.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    display.summarise()
    assert display.stream.getvalue().count("compiled 1 function in") == 1


def test_a_later_compilation_has_its_own_summary_but_no_second_announcement():
    display = CompilationDisplay(io.StringIO())
    for _ in range(2):
        display.started("one")
        display.finished()
        display.summarise()
    text = display.stream.getvalue()
    assert text.count("once for this version") == 1
    assert text.count("compiled 1 function in") == 2


def test_the_line_is_cleared_before_a_command_prints():
    display = CompilationDisplay(Terminal())
    display.started("one")
    display.finished()
    assert display.stream.getvalue().endswith(compiling.CLEAR_LINE)


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_stream_without_a_reader_does_not_stop_compilation(error):
    class Broken(Terminal):
        def write(self, text):
            raise error

    display = CompilationDisplay(Broken())
    display.started("one")
    display.finished()
    display.summarise()
