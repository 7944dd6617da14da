"""A run directory keeps each result once, whatever happens to the writer, and never changes foreign files."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.store import DONE, FAILED, PENDING, Job, RunHead, open_run, read_run
from miai.store import schema as schema_of
from miai.store.schema import RESULTS
from tests.core.processes import SOURCE

HEAD = RunHead("experiment", "coin", {"trials": 100, "shares": (0.5, 1.0)}, seed=1)
JOBS = [Job(name, {"number": number}, cost=number) for number, name in enumerate("abc")]


def content_of(directory):
    return {file.name: file.read_bytes() for file in directory.iterdir() if file.name != ".lock"}


def make_run(directory):
    with open_run(directory, HEAD) as run:
        run.add_jobs(JOBS)


def test_finished_jobs_are_there_after_reopening(tmp_path):
    make_run(tmp_path / "new" / "run")
    with open_run(tmp_path / "new" / "run", HEAD) as run:
        assert run.pending() == JOBS
        assert run.finish("b", [1, 2.5, None], 0.5, "here:1")
        run.fail("c", "it fell", 0.1, "here:2")
    with open_run(tmp_path / "new" / "run", HEAD, how="again") as run:
        run.add_jobs(JOBS)
        assert [job.id for job in run.pending()] == ["a", "c"]
    with read_run(tmp_path / "new" / "run") as run:
        assert run.counts() == {DONE: 1, FAILED: 1, PENDING: 1}
        a, b, c = run.records()
        assert (a.state, b.state, c.state) == (PENDING, DONE, FAILED)
        assert (b.result, b.seconds, b.place, c.error) == ([1, 2.5, None], 0.5, "here:1", "it fell")
        assert [session["jobs"] for session in run.sessions()] == [0, 1, 0]
        assert run.sessions()[2]["how"] == "again"
        assert (run.head.name, run.head.parameters) == ("coin", {"trials": 100, "shares": [0.5, 1.0]})


def test_the_first_result_of_a_job_stays(tmp_path):
    make_run(tmp_path)
    with open_run(tmp_path, HEAD) as run:
        assert run.finish("a", 1, 0.5, "here")
        assert not run.finish("a", 2, 0.5, "there")
        run.fail("a", "too late", 0.5, "there")
        assert [record.result for record in run.records(DONE)] == [1]
        with pytest.raises(KeyError):
            run.finish("no such job", 1, 0.5, "here")


def test_a_result_that_is_not_json_is_refused_and_the_job_stays_pending(tmp_path):
    make_run(tmp_path)
    with open_run(tmp_path, HEAD) as run:
        with pytest.raises(ValueError, match="not JSON compliant"):
            run.finish("a", float("nan"), 0.5, "here")
        assert len(run.pending()) == 3


def test_results_have_their_provenance(tmp_path):
    make_run(tmp_path)
    with read_run(tmp_path) as run:
        (session,) = run.sessions()
    assert {"processor", "cores", "system", "python", "numba", "numpy"} == set(session["machine"])
    assert session["version"] and session["began"] <= session["ended"]


@pytest.mark.parametrize(
    "head, difference",
    [
        (RunHead("experiment", "coin", HEAD.parameters, seed=2), "seed is 1 there and 2 here"),
        (RunHead("experiment", "dice", {}, seed=1), "name is coin there and dice here"),
        (RunHead("match", "coin", HEAD.parameters, seed=1), "kind is experiment there and match here"),
        (RunHead("experiment", "coin", {"trials": 5, "shares": (0.5, 1.0)}, seed=1), "trials is 100 there and 5 here"),
        (RunHead("experiment", "coin", {"trials": 100, "shares": (0.5,)}, seed=1), "shares is 0.5,1.0 there and 0.5 here"),
        (RunHead("experiment", "coin", {"trials": 100}, seed=1), "shares is 0.5,1.0 there and unknown here"),
    ],
)
def test_another_run_in_the_same_directory_is_refused_with_the_differences(tmp_path, head, difference):
    make_run(tmp_path)
    before = content_of(tmp_path)
    with pytest.raises(UserError) as error, open_run(tmp_path, head):
        pass
    assert str(error.value) == f"{tmp_path} holds another run: {difference}; choose another directory"
    assert content_of(tmp_path) == before


def test_label_and_origin_do_not_distinguish_runs(tmp_path):
    make_run(tmp_path)
    with open_run(tmp_path, RunHead("experiment", "coin", HEAD.parameters, seed=1, label="quick", origin="elsewhere.py")) as run:
        assert len(run.pending()) == 3


def set_version(directory, version):
    with sqlite3.connect(directory / RESULTS) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


@pytest.mark.parametrize("version, words", [(99, "a newer miai (format 99"), (0, "an older miai (format 0")])
def test_a_file_of_another_version_is_refused_and_not_changed(tmp_path, version, words):
    make_run(tmp_path)
    set_version(tmp_path, version)
    before = content_of(tmp_path)
    for opened in (lambda: open_run(tmp_path, HEAD), lambda: read_run(tmp_path)):
        with pytest.raises(UserError) as error, opened():
            pass
        assert words in str(error.value)
    assert content_of(tmp_path) == before


@pytest.mark.parametrize("content", [b"", b"my diary", b"SQLite format 3\0" + bytes(200)])
def test_a_foreign_file_is_refused_and_not_changed(tmp_path, content):
    (tmp_path / RESULTS).write_bytes(content)
    for opened in (lambda: open_run(tmp_path, HEAD), lambda: read_run(tmp_path)):
        with pytest.raises(UserError, match="is not a results file of miai"), opened():
            pass
    assert content_of(tmp_path) == {RESULTS: content}


def test_a_foreign_database_is_refused_and_not_changed(tmp_path):
    with sqlite3.connect(tmp_path / RESULTS) as connection:
        connection.execute("CREATE TABLE diary (day TEXT)")
    connection.close()
    before = content_of(tmp_path)
    with pytest.raises(UserError, match="is not a results file of miai"), open_run(tmp_path, HEAD):
        pass
    assert content_of(tmp_path) == before


def test_a_damaged_file_is_reported_in_one_line(tmp_path):
    make_run(tmp_path)
    file = tmp_path / RESULTS
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * 20_000)
    with pytest.raises(UserError, match="damaged"), read_run(tmp_path) as run:
        run.records()


def test_a_directory_without_results_is_reported_in_one_line(tmp_path):
    for directory in (tmp_path, tmp_path / "none", Path(__file__)):
        with pytest.raises(UserError, match="there are no results in"), read_run(directory):
            pass


def test_a_second_writer_is_refused_with_the_name_of_the_first(tmp_path):
    with open_run(tmp_path, HEAD):
        with pytest.raises(UserError) as error, open_run(tmp_path, HEAD):
            pass
        assert f"{tmp_path} is being written by process {os.getpid()} on " in str(error.value)
    make_run(tmp_path)


@pytest.mark.parametrize("directory", ["/proc/run", f"{sys.executable}/run"])
def test_a_directory_that_cannot_be_made_is_reported_in_one_line(directory):
    with pytest.raises(UserError, match=f"cannot write {directory}"), open_run(Path(directory), HEAD):
        pass


def test_a_reader_sees_finished_jobs_while_the_writer_works(tmp_path):
    with open_run(tmp_path, HEAD) as run:
        run.add_jobs(JOBS)
        run.finish("a", 1, 0.5, "here")
        with read_run(tmp_path) as reader:
            assert reader.counts()[DONE] == 1
            run.finish("b", 1, 0.5, "here")
        with read_run(tmp_path) as reader:
            assert reader.counts()[DONE] == 2


def test_a_finished_run_is_one_file(tmp_path):
    make_run(tmp_path)
    assert set(content_of(tmp_path)) == {RESULTS}


def test_a_run_can_be_read_on_a_disk_that_cannot_be_written(tmp_path, monkeypatch):
    make_run(tmp_path)
    real = schema_of._address
    monkeypatch.setattr(schema_of, "_address", lambda directory, mode: real(directory, mode if "immutable" in mode else "mode=no"))
    with read_run(tmp_path) as run:
        assert len(run.pending()) == 3


def test_views_make_tables_of_results(tmp_path):
    select = "SELECT id, json_extract(result, '$.points') AS points FROM jobs WHERE state = 'done'"
    with open_run(tmp_path, HEAD, {"games": select}) as run:
        run.add_jobs(JOBS)
        run.finish("b", {"points": 3}, 0.5, "here")
    with sqlite3.connect(tmp_path / RESULTS) as connection:
        assert connection.execute("SELECT * FROM games").fetchall() == [("b", 3)]
    connection.close()


WRITE_UNTIL_KILLED = """
import sys
from pathlib import Path
from miai.store import Job, open_run
from tests.store.test_run_directory import HEAD
with open_run(Path(sys.argv[1]), HEAD) as run:
    run.add_jobs(Job(str(number), {}) for number in range(2000))
    for job in run.pending():
        run.finish(job.id, {"id": job.id}, 0.0, "there")
        print(job.id, flush=True)
"""


def test_results_acknowledged_by_a_killed_writer_are_stored(tmp_path):
    root = Path(__file__).resolve().parent.parent.parent
    path = os.pathsep.join([str(SOURCE), str(root)])
    command = [sys.executable, "-c", WRITE_UNTIL_KILLED, str(tmp_path)]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True) as process:
        printed = [process.stdout.readline().strip() for _ in range(20)]
        process.kill()
        printed += process.stdout.read().split()
    with open_run(tmp_path, HEAD) as run:
        done = run.records(DONE)
        assert [record.result["id"] for record in done] == [record.id for record in done]
        assert printed == [record.id for record in done][: len(printed)]
        assert len(done) - len(printed) <= 1


def test_a_full_disk_is_reported_in_one_line_and_finished_jobs_stay(tmp_path):
    """The limit on the size of files replaces that of the disk."""
    make_run(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_run(tmp_path, HEAD) as run:
        run.finish("a", "kept", 0.5, "here")
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, limits[1]))
        try:
            with pytest.raises(UserError) as error:
                run.finish("b", "x" * 100_000, 0.5, "here")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert str(error.value).startswith(f"cannot write the results in {tmp_path}: ")
        assert "the same command resumes" in str(error.value)
    with open_run(tmp_path, HEAD) as run:
        assert [record.result for record in run.records(DONE)] == ["kept"]
        run.finish("b", "x" * 100_000, 0.5, "here")


def test_a_file_that_could_not_be_made_leaves_no_partial_file(tmp_path, monkeypatch):
    monkeypatch.setattr(schema_of, "_TABLES", "CREATE TABLE nonsense (;")
    with pytest.raises(sqlite3.OperationalError), open_run(tmp_path, HEAD):
        pass
    monkeypatch.undo()
    assert not (tmp_path / RESULTS).exists()
    make_run(tmp_path)


def test_parameters_are_stored_as_json(tmp_path):
    make_run(tmp_path)
    with sqlite3.connect(tmp_path / RESULTS) as connection:
        ((text,),) = connection.execute("SELECT parameters FROM run").fetchall()
    connection.close()
    assert json.loads(text) == {"trials": 100, "shares": [0.5, 1.0]}


def test_a_lock_ends_with_a_thread_that_was_stopped_by_an_error(tmp_path):
    def fail():
        with pytest.raises(RuntimeError), open_run(tmp_path, HEAD):
            raise RuntimeError

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    make_run(tmp_path)
