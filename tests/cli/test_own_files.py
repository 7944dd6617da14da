"""Faults in a user's own game, at the command line: one line that names the place, and no process that hangs or dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.terminal import environment_for, run_miai, the_one_line_of_error
from tests.core.processes import run_python
from tests.problems.example import pasted_into

LOOP = """
import miai.cli.interrupts as interrupts
from miai.core.kernels import kernel

@kernel
def count(number):
    while number > 0:
        number += 2 if number < 1000 else -2
    return number

interrupts.GRACE = 0.5
interrupts.install()
count(0)
print("ready", flush=True)
count(1)
"""


def with_fault(folder, right, wrong):
    file = pasted_into(folder)
    text = file.read_text(encoding="utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    return file, 1 + text[: text.index(right)].count("\n")


def solve(file, folder, **variables):
    return run_miai("solve", str(file), MIAI_CACHE_DIR=str(folder / "cache"), NUMBA_DISABLE_JIT="1", **variables)


def test_an_endless_loop_in_a_kernel_is_reported_with_its_line(tmp_path):
    file, line = with_fault(
        tmp_path, "    state.player = 1 - state.player", "    while True:\n        state.player = 1 - state.player"
    )
    error = the_one_line_of_error(solve(file, tmp_path, MIAI_TRIAL_SECONDS="1"))
    assert error.startswith((f"{file}, line {line}: ", f"{file}, line {line + 1}: "))
    assert "endless loop" in error


def test_ctrl_c_ends_a_kernel_that_never_returns():
    started = subprocess.Popen(
        [sys.executable, "-c", LOOP], env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None and started.stdout.readline() == "ready\n"
    time.sleep(0.2)
    os.kill(started.pid, signal.SIGINT)
    _, error = started.communicate(timeout=60)
    assert started.returncode == 130
    assert error == "miai: interrupted inside a kernel that did not return\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_the_tree_is_printed_in_any_encoding(encoding):
    variables = {"PYTHONIOENCODING": encoding, "NUMBA_DISABLE_JIT": "1"}
    done = run_miai("solve", "tictactoe", "--playouts", "50", "--memory", "4", "--tree", "2", **variables)
    assert done.returncode == 0, done.stderr
    assert "`- " in done.stdout and "|- " in done.stdout
    assert "on the scale from 0 (lost) to 1 (won)" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    "right, wrong, words",
    [
        ("while column < COLUMNS and state.height[column] > row:", "while state.height[column] >= row:", "IndexError: index 8"),
        ("longest=COLUMNS * ROWS", "longest=1", "longest=1"),
        ("    key = np.uint64(state.player)", "    key = np.uint64(0)", "whose turn it is"),
    ],
    ids=["index", "longest", "key"],
)
def test_the_trial_games_find_faults_that_would_damage_a_search(tmp_path, right, wrong, words):
    file, _ = with_fault(tmp_path, right, wrong)
    assert words in the_one_line_of_error(solve(file, tmp_path))


def test_a_search_plays_an_action_by_its_text_and_refuses_another_in_one_line():
    code = (
        "from miai.problems import load; from miai.search import Search\n"
        "running = Search(load('tictactoe').start(), memory=4); running.play('b2')\n"
        "try: running.play('a2b3')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    assert run_python("-c", code, NUMBA_DISABLE_JIT="1").startswith("UserError 'a2b3' is not a legal action here; legal are: ")
