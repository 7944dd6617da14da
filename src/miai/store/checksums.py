"""Checksums of results: one in every row, and their sum in the table `digest`.

SQLite finds damage to the structure of a file and none to its content. The checksum of a row covers its table and all its columns, so that
a changed, moved or exchanged row is found; the sum of all checksums reveals rows that are missing, doubled or of an earlier time. Both
change in the transaction that changes the rows. They protect from accidents, and not from a person who wants to deceive.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

COLUMNS = {
    "run": "rowid, kind, name, parameters, seed, label, origin, made",
    "sessions": "number, began, ended, version, commit_id, machine, how",
    "jobs": "number, id, parameters, cost, state, result, seconds, place, error, session, ended",
    "report": "rowid, content",
}
"""The tables with checksums, and the columns that these cover. The first one identifies the row."""

_RANGE = 1 << 62  # sums stay below the largest integer of SQLite


class DamagedRows(Exception):
    """Rows that do not agree with their checksums. The message names the first."""


def checksum_of(table: str, values: Sequence[Any]) -> int:
    """Return the checksum of a row, from 0 to 2**62 - 1."""
    text = "\0".join([table, *(f"{type(value).__name__}:{value!r}" for value in values)])
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") % _RANGE


def seal(connection: sqlite3.Connection, table: str, where: str = "checksum IS NULL", values: Sequence[Any] = ()) -> None:
    """Write the checksums of the rows that `where` selects, and their sum, in the present transaction."""
    key = COLUMNS[table].partition(",")[0]
    rows = [tuple(row) for row in connection.execute(f"SELECT {COLUMNS[table]}, checksum FROM {table} WHERE {where}", values)]
    sums = [checksum_of(table, row[:-1]) for row in rows]
    pairs = [(new, row[0]) for new, row in zip(sums, rows, strict=True)]
    connection.executemany(f"UPDATE {table} SET checksum = ? WHERE {key} = ?", pairs)
    change = sum(sums) - sum(row[-1] or 0 for row in rows)
    (total,) = connection.execute("SELECT total FROM digest").fetchone()
    connection.execute("UPDATE digest SET total = ?", ((total + change) % _RANGE,))


def check_rows(connection: sqlite3.Connection) -> None:
    """Raise `DamagedRows` unless every row agrees with its checksum, and all of them with the sum. Reads the whole file."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise DamagedRows(" ".join(verdict.removeprefix("*** in database main ***").split()))
    connection.execute("BEGIN")  # one state of the file, also while another process writes
    try:
        total = sum(_checked_sums(connection)) % _RANGE
        digest = connection.execute("SELECT total FROM digest").fetchall()
        if [tuple(row) for row in digest] != [(total,)]:
            raise DamagedRows("rows are missing or of an earlier time")
    finally:
        connection.rollback()


def _checked_sums(connection: sqlite3.Connection) -> Iterator[int]:
    for table, columns in COLUMNS.items():
        for row in connection.execute(f"SELECT {columns}, checksum FROM {table}"):
            *values, found = tuple(row)
            if found != checksum_of(table, values):
                raise DamagedRows(f"row {values[0]} of table {table} has a wrong checksum")
            yield found


def has_checksums(connection: sqlite3.Connection) -> bool:
    """Return whether the file has checksums: those of the first format have none. Raise `DamagedRows` if they should be there."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'digest' AND type = 'table'").fetchone()
    if found is None and connection.execute("PRAGMA user_version").fetchone()[0] != 1:
        raise DamagedRows("the checksums are missing")
    return found is not None


def add_checksums(connection: sqlite3.Connection) -> None:
    """Give a file of the first format its checksums, in the present transaction."""
    for table in ("run", "sessions", "jobs"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
    connection.execute("CREATE TABLE report (content TEXT, checksum INTEGER)")
    connection.execute("CREATE TABLE digest (total INTEGER NOT NULL)")
    connection.execute("INSERT INTO digest VALUES (0)")
    for table in COLUMNS:
        seal(connection, table)
