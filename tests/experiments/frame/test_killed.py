"""Killed runs: after resuming, the table is complete and equals that of an undisturbed run, cell for cell."""

import os
import signal
from pathlib import Path

import pytest

from miai.experiments.frame.results import read_results
from tests.experiments.frame.commands import (
    COIN,
    cells_in,
    experiment,
    kill,
    lines_without_progress,
    process_of,
    start,
    undisturbed_cells,
    wait_for_marks,
)

SLOWLY = ("--preset", "smoke", "--set", "seconds=0.4", "--set", "coins=4")
EXPECTED = {"coins": 4}
JOBS = 12


@pytest.fixture
def marks(tmp_path):
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


def command(tmp_path, marks, *more):
    return ("run", COIN, *SLOWLY, "--set", f"marks={marks}", "--out", tmp_path / "run", *more)


def test_a_killed_runner_loses_at_most_the_running_jobs(tmp_path, marks):
    with start(*command(tmp_path, marks, "--workers", "2")) as runner:
        wait_for_marks(marks, 5)
        runner.kill()
    begun = len(list(marks.iterdir()))
    assert 5 <= begun < JOBS
    done = experiment(*command(tmp_path, marks, "--workers", "2", "--resume"))
    assert done.returncode == 0, done.stderr
    assert cells_in(tmp_path / "run") == undisturbed_cells(**EXPECTED)
    assert len(list(marks.iterdir())) <= JOBS + 2


def test_a_killed_dask_worker_and_then_a_killed_runner_change_nothing(tmp_path, marks):
    with start(*command(tmp_path, marks, "--cluster", "local:2")) as runner:
        first = wait_for_marks(marks, 3)
        kill(process_of(first[-1]))
        wait_for_marks(marks, 6)
        runner.kill()
    assert len({mark.name.rpartition("-")[0].rpartition("-")[0] for mark in marks.iterdir()}) < JOBS
    done = experiment(*command(tmp_path, marks))
    assert done.returncode == 0, done.stderr
    assert cells_in(tmp_path / "run") == undisturbed_cells(**EXPECTED)


def test_a_run_on_dask_continues_after_a_worker_is_killed(tmp_path, marks):
    with start(*command(tmp_path, marks, "--cluster", "local:2")) as runner:
        kill(process_of(wait_for_marks(marks, 3)[-1]))
        out, err = runner.communicate(timeout=200)
        assert runner.returncode == 0, err
    assert [line for line in err.splitlines() if not line.startswith("miai: ")] == []
    assert "a coin falls" in out
    assert cells_in(tmp_path / "run") == undisturbed_cells(**EXPECTED)


@pytest.mark.parametrize("where", [("--workers", "2"), ("--cluster", "local:2")])
def test_ctrl_c_prints_one_line_and_the_same_command_resumes(tmp_path, marks, where):
    with start(*command(tmp_path, marks, *where)) as runner:
        wait_for_marks(marks, 5)
        os.killpg(runner.pid, signal.SIGINT)
        out, err = runner.communicate(timeout=200)
    assert (runner.returncode, out) == (130, "")
    assert lines_without_progress(err) == [
        f"miai: results go to {tmp_path / 'run'}",
        f"miai: interrupted; finished jobs are kept in {tmp_path / 'run'}, and the same command resumes",
    ]
    assert not read_results(tmp_path / "run").is_complete
    if "--workers" in where:
        assert experiment(*command(tmp_path, marks)).returncode == 0
        assert cells_in(tmp_path / "run") == undisturbed_cells(**EXPECTED)


def test_a_full_disk_prints_one_line_and_the_same_command_resumes(tmp_path, marks):
    """A limit on the size of files simulates a full disk."""
    limited = ("bash", "-c", 'ulimit -f 64; exec "$@"', "limited")
    with start(*command(tmp_path, marks, "--workers", "1"), prefix=limited) as runner:
        out, err = runner.communicate(timeout=200)
    assert (runner.returncode, out) == (2, "")
    assert len(lines_without_progress(err)) == 2
    assert f"miai: error: cannot write the results in {tmp_path / 'run'}: " in err
    assert "the same command resumes" in err
    begun = len(list(marks.iterdir()))
    assert 1 < begun < JOBS
    done = experiment(*command(tmp_path, marks, "--workers", "2"))
    assert done.returncode == 0, done.stderr
    assert cells_in(tmp_path / "run") == undisturbed_cells(**EXPECTED)
    assert len(list(marks.iterdir())) == JOBS + 1


def test_a_second_runner_in_the_same_directory_is_refused_in_one_line(tmp_path, marks):
    with start(*command(tmp_path, marks, "--workers", "1")) as runner:
        wait_for_marks(marks, 1)
        done = experiment(*command(tmp_path, marks))
        runner.kill()
    assert done.returncode == 2
    assert f"is being written by process {runner.pid} on " in done.stderr
    assert Path(tmp_path / "run" / "results.sqlite").exists()
