"""The file of results: its tables, its version, and the check for foreign files, which are never changed.

| table | a row is | columns |
|---|---|---|
| `run` | the run (one row) | kind, name, parameters (JSON), seed, label, origin, made |
| `sessions` | one start of a writer | number, began, ended, version, commit_id, machine (JSON), how |
| `jobs` | a job | number, id, parameters (JSON), cost, state, result (JSON), seconds, place, error, session, ended |
| `report` | how the results are shown (at most one row) | content (JSON) |
| `digest` | the sum of all checksums (one row) | total |

Every row of the first four has a checksum (`checksums.py`). Files of version 1 have neither checksums nor the last two tables; they can be
read, and get them when they are written.

The version is SQLite's `user_version`, and `application_id` marks files of miai. Both have a fixed place in the head of the file, so
that a foreign file is not even opened. Nor is one with links beside it, or with a journal that names another file: SQLite writes
through the links, and removes the file that such a journal names.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.core.files import replacing
from miai.core.links import refuse_links
from miai.store.checksums import add_checksums, has_checksums, seal

RESULTS = "results.sqlite"
VERSION = 2
APPLICATION = int.from_bytes(b"miai", "big")

_TABLES = """
CREATE TABLE run (kind TEXT, name TEXT, parameters TEXT, seed INTEGER, label TEXT, origin TEXT, made TEXT, checksum INTEGER);
CREATE TABLE sessions (number INTEGER PRIMARY KEY, began TEXT, ended TEXT, version TEXT, commit_id TEXT, machine TEXT, how TEXT,
    checksum INTEGER);
CREATE TABLE jobs (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, parameters TEXT, cost REAL, state TEXT NOT NULL,
    result TEXT, seconds REAL, place TEXT, error TEXT, session INTEGER REFERENCES sessions (number), ended TEXT, checksum INTEGER);
CREATE TABLE report (content TEXT, checksum INTEGER);
CREATE TABLE digest (total INTEGER NOT NULL);
INSERT INTO digest VALUES (0);
CREATE INDEX jobs_by_state ON jobs (state);
"""

_MAGIC = b"SQLite format 3\0"
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The last eight bytes of a journal that names another file, as SQLite writes it for transactions on several files; we have none."""


def check_file(directory: Path) -> bool:
    """Return whether `directory` has results. Raise `UserError` if its file is foreign or of another version. Changes nothing."""
    file = directory / RESULTS
    try:
        with file.open("rb") as stream:
            head = stream.read(100)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror or error}") from None
    if len(head) < 100 or not head.startswith(_MAGIC) or int.from_bytes(head[68:72], "big") != APPLICATION:
        raise UserError(f"{file} is not a results file of miai; choose another directory")
    version = int.from_bytes(head[60:64], "big")
    if not 1 <= version <= VERSION:
        newer = "a newer" if version > VERSION else "an older"
        raise UserError(
            f"{file} was written by {newer} miai (format {version}, this one reads 1 to {VERSION}); choose another directory"
        )
    _check_neighbours(file)
    return True


def _check_neighbours(file: Path) -> None:
    """Raise `UserError` for files beside the results by which SQLite would change others."""
    neighbours = [file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal")]
    refuse_links(neighbours)
    with suppress(OSError), neighbours[-1].open("rb") as journal:
        if journal.read()[-len(_JOURNAL_MAGIC) :] == _JOURNAL_MAGIC:
            raise UserError(f"{neighbours[-1]} names another file, which SQLite would remove; choose another directory")


def make_file(directory: Path, row: Mapping[str, Any], views: Mapping[str, str]) -> None:
    """Write a file of results with its `run` row. It appears whole or not at all."""
    selects = "".join(f"CREATE VIEW {name} AS {select};" for name, select in views.items())
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
    with replacing(directory / RESULTS) as unfinished, closing(sqlite3.connect(unfinished)) as connection:
        connection.executescript(f"BEGIN; {marks} {_TABLES} {selects} COMMIT;")
        with connection:
            connection.execute(
                "INSERT INTO run (kind, name, parameters, seed, label, origin, made) "
                "VALUES (:kind, :name, :parameters, :seed, :label, :origin, :made)",
                {**row, "parameters": as_json(row["parameters"])},
            )
            seal(connection, "run")


def open_for_writing(directory: Path) -> sqlite3.Connection:
    """Return a connection whose transactions are on disk when they end."""
    connection = sqlite3.connect(_address(directory, "mode=rw"), uri=True, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.row_factory = sqlite3.Row
    if not has_checksums(connection):
        with connection:
            connection.execute("BEGIN")
            add_checksums(connection)
            connection.execute(f"PRAGMA user_version = {VERSION}")
    return connection


def open_for_reading(directory: Path) -> sqlite3.Connection:
    """Return a connection for reading, with or without a writer, also on a disk that cannot be written."""
    log = directory / f"{RESULTS}-wal"
    modes = ["mode=rw", "mode=ro", *([] if log.exists() and log.stat().st_size else ["mode=ro&immutable=1"])]
    for mode in modes[:-1]:
        with suppress(sqlite3.OperationalError):
            return _reader(directory, mode)
    return _reader(directory, modes[-1])


def _reader(directory: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(_address(directory, mode), uri=True, timeout=30)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")  # a file from elsewhere may define what its tables do
        connection.execute("SELECT count(*) FROM run")
    except sqlite3.OperationalError:
        connection.close()
        raise
    connection.row_factory = sqlite3.Row
    return connection


def fold_log(connection: sqlite3.Connection) -> None:
    """Fold the log into the file, so that it can be copied. Does nothing while another process reads, or if the disk is full."""
    with suppress(sqlite3.OperationalError):  # nothing is lost: the next process finds the log beside the file
        connection.execute("PRAGMA journal_mode = DELETE")


def as_json(value: Any) -> str:
    """Return compact JSON. Raise `ValueError` for infinity and NaN, which SQLite cannot read."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _address(directory: Path, mode: str) -> str:
    return f"{(directory / RESULTS).absolute().as_uri()}?{mode}"
