"""Running jobs: each is done and stored once, although workers may raise, die, or run out of memory; stopping and interrupts."""

import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.jobs import Job, RunSummary, StopRun, cluster, run_jobs
from miai.jobs.progress import Progress, format_duration
from miai.store import DONE, FAILED, RunHead, open_run
from tests.jobs.tasks import Mischief, Unpicklable, square

JOBS = [Job(f"job{number}", {"number": number}, cost=number) for number in range(6)]


@pytest.fixture
def run(tmp_path):
    with open_run(tmp_path / "run", RunHead("test", "squares", {}, 1)) as opened:
        opened.add_jobs(JOBS)
        yield opened


def results_of(run):
    return {record.id: record.result for record in run.records(DONE)}


SQUARES = {f"job{number}": number**2 for number in range(6)}


@pytest.mark.parametrize("workers", [1, 2])
def test_all_jobs_are_done_and_stored(run, workers):
    assert run_jobs(run, square, workers=workers) == RunSummary(6, 0, 0, "")
    assert results_of(run) == SQUARES
    assert run_jobs(run, square, workers=workers) == RunSummary(0, 0, 0, "")


def test_long_jobs_are_started_first(run):
    seen = []
    run_jobs(run, square, workers=1, watch=lambda job, result: seen.append(job.parameters["number"]))
    assert seen == [5, 4, 3, 2, 1, 0]


def test_a_job_that_raises_fails_and_the_others_continue(run):
    summary = run_jobs(run, Mischief({"job3": "raise"}), workers=2)
    assert (summary.done, summary.failed, summary.left) == (5, 1, 1)
    (failed,) = run.records(FAILED)
    assert failed.error == summary.first_error
    assert failed.error.startswith("ArithmeticError: the coin stands on its edge (tasks.py, line ")
    assert run_jobs(run, square, workers=1) == RunSummary(1, 0, 0, "")
    assert results_of(run) == SQUARES


@pytest.mark.parametrize("way", ["die", "exit", "no memory"])
def test_a_job_that_kills_three_workers_fails(run, tmp_path, way):
    summary = run_jobs(run, Mischief({"job3": way}, str(tmp_path)), workers=2)
    words = {"die": "was killed (SIGKILL)", "exit": "ended with exit code 3", "no memory": "ran out of memory"}[way]
    assert (summary.done, summary.failed, summary.first_error) == (5, 1, f"its worker {words}, 3 times")
    assert len(list(tmp_path.glob("job3-*"))) == 3


def test_a_worker_that_dies_is_replaced_and_its_job_repeated(run, tmp_path):
    assert run_jobs(run, Mischief({"job0": "die once", "job5": "die once"}, str(tmp_path)), workers=2).done == 6
    assert results_of(run) == SQUARES


def test_a_task_that_cannot_be_unpickled_fails_each_job(run):
    summary = run_jobs(run, Unpicklable(), workers=1)
    assert summary.failed == 6
    assert "invalid literal" in summary.first_error


def test_a_worker_that_cannot_be_started_gives_a_one_line_error(run, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(UserError, match="cannot start a worker: the process ended with exit code 1"):
        run_jobs(run, square, workers=2)


def test_stop_run_leaves_the_remaining_jobs(run):
    def stop_after_two(job, result):
        seen.append(job)
        if len(seen) == 2:
            raise StopRun

    seen = []
    summary = run_jobs(run, Mischief({"job0": "sleep"}), workers=1, watch=stop_after_two)
    assert (summary.done, summary.left) == (2, 4)
    assert len(results_of(run)) == 2


def is_running(pid):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_until(fact, seconds=100):
    until = time.monotonic() + seconds
    while not fact() and time.monotonic() < until:
        time.sleep(0.02)
    return fact()


def test_an_interrupt_ends_all_workers_and_their_children(run, tmp_path):
    def interrupt():
        wait_until((tmp_path / "child").exists)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        run_jobs(run, Mischief({"job5": "sleep", "job0": "child"}, str(tmp_path)), workers=2)
    thread.join()
    assert set(results_of(run)) == {"job1", "job2", "job3", "job4"}
    assert wait_until(lambda: not is_running(int((tmp_path / "child").read_text())))


RUN_AND_BE_KILLED = """
import sys
from pathlib import Path
from miai.jobs import run_jobs
from miai.store import RunHead, open_run
from tests.jobs.tasks import Mischief
with open_run(Path(sys.argv[1]) / "run", RunHead("test", "squares", {}, 1)) as run:
    run_jobs(run, Mischief({"job5": "sleep", "job0": "child"}, sys.argv[1]), workers=2)
"""


def test_workers_end_with_a_killed_runner(tmp_path):
    with open_run(tmp_path / "run", RunHead("test", "squares", {}, 1)) as run:
        run.add_jobs(JOBS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    with subprocess.Popen([sys.executable, "-c", RUN_AND_BE_KILLED, str(tmp_path)], env=environment) as runner:
        child = tmp_path / "child"
        assert wait_until(lambda: child.exists() and child.read_text())
        runner.kill()
    workers = [int(mark.name.partition("-")[2]) for mark in tmp_path.glob("job*-*")]
    assert wait_until(lambda: not any(map(is_running, [*workers, int(child.read_text())])))
    with open_run(tmp_path / "run", RunHead("test", "squares", {}, 1)) as run:
        assert set(results_of(run)) == {"job1", "job2", "job3", "job4"}


def test_output_of_a_job_does_not_mix_with_results(run, capfd):
    run_jobs(run, Mischief({"job2": "print"}), workers=1)
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "output of the job\n")


@pytest.mark.parametrize(
    "address",
    ["local:", "local:none", "local:0", "somewhere", "http://host:8786", "tcp://host:port", "tcp://host:99999", "tcp://:1"],
)
def test_an_invalid_cluster_address_is_refused(address):
    with pytest.raises(UserError, match="--cluster"):
        cluster.check_address(address)


def test_the_progress_shows_finished_jobs_and_the_time_left(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    stream = io.StringIO()
    with Progress("squares", {"a": 1.0, "b": 1.0, "c": 2.0}, done_before=1, stream=stream) as progress:
        clock[0] = 10.0
        progress.job_ended("a", has_failed=False)
        assert stream.getvalue() == ""
        clock[0] = 60.0
        progress.job_ended("b", has_failed=True, note="3 : 4")
        progress.job_ended("c", has_failed=False)
    assert stream.getvalue() == "miai: squares: 3 of 4 jobs, 1 failed, about 60 s left, 3 : 4\n"


def test_durations_have_readable_units():
    assert [format_duration(seconds) for seconds in (0.4, 45, 180, 7500)] == ["0 s", "45 s", "3 min", "2 h 5 min"]


def test_a_local_cluster_starts_while_another_one_runs():
    """The warning that Dask's port is in use would be an error here."""
    pytest.importorskip("distributed")
    with cluster.connected("local:1") as one, cluster.connected("local:1") as other:
        assert one.submit(abs, -1).result(60) == other.submit(abs, -1).result(60) == 1
