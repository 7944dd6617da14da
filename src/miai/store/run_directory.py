"""A run on disk: its jobs, their states and their results.

with open_run(directory, RunHead("experiment", "coin", {"trials": 100}, seed=1), views) as run:     # the one writer
    run.add_jobs([Job("a", {"share": 0.5}), ...])       # jobs that exist already stay as they are
    for job in run.pending(): ...
    run.finish(job.id, result, seconds, place)          # once: later results of the same job are ignored

with read_run(directory) as run:                                                                     # any process, at any time
    for record in run.records(): ...
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import miai
from miai.core.errors import UserError
from miai.core.links import refuse_links
from miai.store.checksums import check_rows, has_checksums, seal
from miai.store.disk_errors import as_user_errors, damage_as_user_error, damaged
from miai.store.lock import WriterLock
from miai.store.provenance import commit, machine, now
from miai.store.schema import RESULTS, as_json, check_file, fold_log, make_file, open_for_reading, open_for_writing

PENDING, DONE, FAILED = "pending", "done", "failed"
UNKNOWN = "unknown"  # a parameter that another version does not have


@dataclass(frozen=True)
class RunHead:
    """The identity of a run. Two heads with the same kind, name, parameters and seed are the same run.

    `parameters` are JSON values. `label` is the name of these parameters (a preset), `origin` the file of a user's experiment; both are
    stored and not compared.
    """

    kind: str
    name: str
    parameters: Mapping[str, Any]
    seed: int
    label: str = ""
    origin: str = ""
    made: str = field(default_factory=now)


@dataclass(frozen=True)
class Job:
    """A unit of work, written once. `cost` is its approximate duration, in any unit."""

    id: str
    parameters: Mapping[str, Any]
    cost: float = 1.0


@dataclass(frozen=True)
class JobRecord:
    """A job on disk. `result` is set if it is done, `error` (one line) if it failed; `session` is the number of the one that ran it."""

    id: str
    parameters: Mapping[str, Any]
    cost: float
    state: str
    result: Any
    seconds: float | None
    place: str | None
    error: str | None
    session: int | None


@contextmanager
def open_run(directory: Path, head: RunHead, views: Mapping[str, str] | None = None, how: str = "") -> Iterator[RunDirectory]:
    """Open the run `head` in `directory` for writing: make it, or resume it if it exists. `how` describes workers or cluster.

    Raises `UserError` before it changes anything if there is another run, a foreign file or another writer; and at any time until the
    end of the block for a disk that is full or cannot be written.
    """
    check_file(directory)
    refuse_links([directory / RESULTS])
    if not -(2**63) <= head.seed < 2**63:
        raise UserError(f"seed {head.seed} is too large; use at most 64 bits")
    with as_user_errors(directory):
        directory.mkdir(parents=True, exist_ok=True)
        lock = WriterLock(directory)
    try:
        if check_file(directory):
            with read_run(directory) as there:
                check_same_run(directory, there.head, head)
        with as_user_errors(directory):
            if not check_file(directory):
                make_file(directory, asdict(head), views or {})
            with damage_as_user_error(directory):
                connection = open_for_writing(directory)
        try:
            with damage_as_user_error(directory):
                check_rows(connection)
            run = RunDirectory(directory, connection)
            run.begin_session(how)
            yield run
            run.end_session()
        finally:
            fold_log(connection)
            connection.close()
    finally:
        lock.release()


@contextmanager
def read_run(directory: Path) -> Iterator[RunDirectory]:
    """Open the run in `directory` for reading. Raises `UserError` if there is none that can be read, or if it is damaged."""
    if not check_file(directory):
        raise UserError(f"there are no results in {directory}; a run directory has a file results.sqlite")
    with damage_as_user_error(directory), as_user_errors(directory):
        connection = open_for_reading(directory)
    try:
        with damage_as_user_error(directory):
            if has_checksums(connection):
                check_rows(connection)
        yield RunDirectory(directory, connection)
    finally:
        connection.close()


def check_same_run(directory: Path, there: RunHead, here: RunHead) -> None:
    """Raise `UserError` with all differences unless both are the same run."""
    named = [("kind", there.kind, here.kind), ("name", there.name, here.name), ("seed", there.seed, here.seed)]
    known = {**there.parameters, **here.parameters}
    wanted = json.loads(as_json(here.parameters))  # as it comes back: tuples are lists
    named += (
        [(name, there.parameters.get(name, UNKNOWN), wanted.get(name, UNKNOWN)) for name in known]
        if there.name == here.name
        else []
    )
    differences = [f"{name} is {_shown(one)} there and {_shown(two)} here" for name, one, two in named if one != two]
    if differences:
        raise UserError(f"{directory} holds another run: {'; '.join(differences)}; choose another directory")


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class RunDirectory:
    """An open run. Only the process that has it from `open_run` may change it. Errors of the disk raise `UserError`."""

    def __init__(self, directory: Path, connection: sqlite3.Connection) -> None:
        self.directory = directory
        self._connection = connection
        self._session: int | None = None
        row = dict(self._rows("SELECT kind, name, parameters, seed, label, origin, made FROM run")[0])
        with damage_as_user_error(directory):
            self.head = RunHead(**{**row, "parameters": json.loads(row["parameters"])})

    def begin_session(self, how: str) -> None:
        """Write the beginning of a session."""
        who = (now(), miai.__version__, commit(), as_json(machine()), how)
        with as_user_errors(self.directory), self._connection:
            added = self._connection.execute(
                "INSERT INTO sessions (began, version, commit_id, machine, how) VALUES (?, ?, ?, ?, ?)", who
            )
            seal(self._connection, "sessions")
        self._session = added.lastrowid

    def end_session(self) -> None:
        """Write the regular end of the session."""
        with as_user_errors(self.directory), self._connection:
            self._connection.execute("UPDATE sessions SET ended = ? WHERE number = ?", (now(), self._session))
            seal(self._connection, "sessions", "number = ?", (self._session,))

    def set_report(self, content: Any) -> None:
        """Store how the results are shown, as JSON data, instead of what was stored before."""
        with as_user_errors(self.directory), self._connection:
            if self._connection.execute("SELECT count(*) FROM report").fetchone()[0] == 0:
                self._connection.execute("INSERT INTO report (content) VALUES (NULL)")
            self._connection.execute("UPDATE report SET content = ?", (as_json(content),))
            seal(self._connection, "report", "true")

    def report(self) -> Any:
        """Return what `set_report` stored; `None` if that is nothing."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'report'"):
            return None
        found = self._rows("SELECT content FROM report")
        with damage_as_user_error(self.directory):
            return json.loads(found[0]["content"]) if found else None

    def add_jobs(self, jobs: Iterable[Job]) -> None:
        """Add the jobs that do not exist yet, at the end, all or none.

        Raise `UserError` if one exists with other parameters: it would be run with those of the file.
        """
        rows = [(job.id, as_json(job.parameters), job.cost, PENDING) for job in jobs]
        there = {row["id"]: row["parameters"] for row in self._rows("SELECT id, parameters FROM jobs")}
        for name, parameters, _, _ in rows:
            if there.get(name, parameters) != parameters and json.loads(there[name]) != json.loads(parameters):
                raise UserError(
                    f"{self.directory}: job {name!r} has other parameters than in this command; choose another directory"
                )
        with as_user_errors(self.directory), self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO jobs (id, parameters, cost, state) VALUES (?, ?, ?, ?)", rows)
            seal(self._connection, "jobs")

    def finish(self, job: str, result: Any, seconds: float, place: str) -> bool:
        """Write the result of a job and mark it as done, in one transaction; return whether it was not done before.

        The first result stays. Raises `KeyError` if there is no such job.
        """
        text = as_json(result)
        changed = self._change_job(
            job,
            "UPDATE jobs SET state = ?, result = ?, seconds = ?, place = ?, error = NULL, session = ?, ended = ? "
            "WHERE id = ? AND state != ?",
            (DONE, text, seconds, place, self._session, now(), job, DONE),
        )
        if not changed and not self._rows("SELECT 1 FROM jobs WHERE id = ?", (job,)):
            raise KeyError(job)
        return bool(changed)

    def fail(self, job: str, error: str, seconds: float, place: str) -> None:
        """Write the error of a failed job. It remains pending for the next session. A job that is done stays done."""
        self._change_job(
            job,
            "UPDATE jobs SET state = ?, error = ?, seconds = ?, place = ?, session = ?, ended = ? WHERE id = ? AND state != ?",
            (FAILED, error, seconds, place, self._session, now(), job, DONE),
        )

    def _change_job(self, job: str, statement: str, values: tuple[Any, ...]) -> int:
        with as_user_errors(self.directory), self._connection:
            changed = self._connection.execute(statement, values).rowcount
            if changed:
                seal(self._connection, "jobs", "id = ?", (job,))
            return changed

    def _rows(self, select: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        with as_user_errors(self.directory):
            return self._connection.execute(select, values).fetchall()

    def pending(self) -> list[Job]:
        """Return the jobs that are not done, those that failed among them, in the order in which they were added."""
        rows = self._rows("SELECT id, parameters, cost FROM jobs WHERE state != ? ORDER BY number", (DONE,))
        return [Job(row["id"], json.loads(row["parameters"]), row["cost"]) for row in rows]

    def records(self, state: str | None = None) -> list[JobRecord]:
        """Return all jobs, or those in `state`, in the order in which they were added."""
        names = "id, parameters, cost, state, result, seconds, place, error, session"
        where, values = ("WHERE state = ?", [state]) if state else ("", [])
        rows = self._rows(f"SELECT {names} FROM jobs {where} ORDER BY number", values)
        with damage_as_user_error(self.directory):
            return [_record(row) for row in rows]

    def counts(self) -> dict[str, int]:
        """Return how many jobs are in each state."""
        found = {row["state"]: row["jobs"] for row in self._rows("SELECT state, count(*) AS jobs FROM jobs GROUP BY state")}
        known = {PENDING: 0, DONE: 0, FAILED: 0}
        if not found.keys() <= known.keys():
            raise UserError(damaged(self.directory, "unknown state of a job"))
        return known | found

    def ids(self) -> set[str]:
        """Return the ids of all jobs."""
        return {row["id"] for row in self._rows("SELECT id FROM jobs")}

    def sessions(self) -> list[dict[str, Any]]:
        """Return the sessions in order; `jobs` is the number of jobs that each has done."""
        rows = self._rows(
            "SELECT number, began, ended, version, commit_id, machine, how, "
            "(SELECT count(*) FROM jobs WHERE session = sessions.number AND state = ?) AS jobs "
            "FROM sessions ORDER BY number",
            (DONE,),
        )
        with damage_as_user_error(self.directory):
            return [{**dict(row), "machine": json.loads(row["machine"])} for row in rows]


def _record(row: sqlite3.Row) -> JobRecord:
    values = {**dict(row), "parameters": json.loads(row["parameters"])}
    return JobRecord(**{**values, "result": json.loads(row["result"]) if row["result"] else None})
