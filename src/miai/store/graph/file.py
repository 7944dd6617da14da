"""The file: an LMDB environment of one file, opened by one writer or by any number of readers.

| database | key | value |
|---|---|---|
| the main one | `miai graph` | the format's version, in digits: `1` |
| `about` | code of a problem (`Identity.code`) | JSON: problem, rules, kind, values, made |
| one for each problem, named by its code | position's key | its record (`format.py`) |

A transaction is written whole or not at all, whatever happens to the process; a reader sees the state before or after it.
LMDB keeps a second file beside the first, named with `-lock`, which may be removed when no process uses the graph.
"""

from __future__ import annotations

import itertools
import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.core.json_text import parse_json
from miai.core.links import refuse_links
from miai.core.system import lock_file
from miai.search.store_protocol import Identity
from miai.store.graph.file_errors import BeingWritten, as_user_errors
from miai.store.graph.format import VERSION
from miai.store.graph.pages import DamagedPages, check_pages, read_heads
from miai.store.provenance import now

MARK = b"miai graph"
ABOUT = b"about"
MOST_PROBLEMS = 1000
DEFAULT_LIMIT = 4096.0
"""Limit on disk in MiB."""
READERS = 512
READER_BYTES = 64
"""Bytes that LMDB needs for each reader in the file beside the graph."""
SLACK = 64 << 20
"""Bytes that the file may take beyond its limit while it is being pruned, besides a quarter of the limit."""
CHECKED_WHEN_OPENED = 64 << 20
"""Bytes of a file up to which all pages are checked whenever it is opened; `miai graph verify` and `info` check files of any size."""
SAMPLE = 1000
OVERHEAD = 18
"""Bytes that LMDB adds to a record: its key, its head, and its place in the page."""
FILLED = 0.65
"""Share of a page that is in use where keys are random."""
_LMDB_MAGIC, _MAGIC_AT, _LEAST = b"\xde\xc0\xef\xbe", 16, 8192


class GraphFile:
    """A graph on disk. Without `is_durable` saving is faster, and a power cut may destroy the whole graph.

    Opening raises `UserError` for a file that is not a graph, not whole, of a newer format, or being written by another process.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        writes: bool = False,
        limit: float = DEFAULT_LIMIT,
        is_durable: bool = True,
        checks_all: bool = False,
    ) -> None:
        self.path, self.writes, self.limit, self.is_durable = Path(path), writes, int(limit * 2**20), is_durable
        self._checks_all = checks_all
        self._lock: int | None = None
        is_new = _check_head(self.path, writes)
        refuse_links([self.path.with_name(f"{self.path.name}-lock")])  # LMDB would write through it
        with as_user_errors(self.path):
            if writes:
                self._lock = _take_lock(self.path)
            try:
                if not is_new:
                    _check_heads(self.path)
                self._env = self._open()
                self._check(is_new)
            except BaseException:
                self._let_go()
                raise

    def _open(self) -> Any:
        import lmdb

        _make_room_for_readers(self.path)
        size = self.limit + self.limit // 4 + SLACK if self.writes else 0
        options: dict[str, Any] = dict(subdir=False, max_dbs=MOST_PROBLEMS, max_readers=READERS, map_size=max(size, self._size()))
        env = lmdb.open(
            str(self.path), readonly=not self.writes, create=self.writes, readahead=False, sync=self.is_durable, **options
        )
        env.reader_check()  # pages of killed readers could not be used again
        return env

    def _size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def _check(self, is_new: bool) -> None:
        if is_new:
            with self._env.begin(write=True) as transaction:
                transaction.put(MARK, str(VERSION).encode())
        info, page = self._env.info(), int(self._env.stat()["psize"])
        if (info["last_pgno"] + 1) * page > self._size() and not _can_be_read(self.path):
            raise UserError(f"the graph {self.path} was cut off: {self._size()} bytes of {(info['last_pgno'] + 1) * page} are left")
        with self._env.begin() as transaction:
            if not is_new and (self._checks_all or self._size() <= CHECKED_WHEN_OPENED):
                self._check_pages(transaction)
            version = bytes(transaction.get(MARK) or b"").decode(errors="replace")
        if not version:
            raise UserError(f"{self.path} is not a graph of miai")
        if not version.isdigit() or int(version) > VERSION:
            raise UserError(
                f"the graph {self.path} has format {version}, which is newer than this version of miai reads ({VERSION})"
            )

    def _check_pages(self, transaction: Any) -> None:
        """Raise `UserError` if LMDB must not use the pages. The transaction keeps a writer from changing them meanwhile."""
        try:
            check_pages(self.path, int(transaction.id()))
        except DamagedPages as error:
            raise UserError(f"the graph {self.path} is damaged: {error}") from None

    def close(self) -> None:
        """Close the file and release the lock. May be called twice."""
        if self._env is not None:
            self._env.close()
        self._let_go()

    def _let_go(self) -> None:
        self._env = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> GraphFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- transactions -------------------------------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self, write: bool = False) -> Iterator[Any]:
        """Open a transaction: all changes in the block are written when it ends, none if it raises."""
        import lmdb

        if self._env is None:
            raise UserError(f"the graph {self.path} is closed")
        if write and not self.writes:
            raise UserError(f"the graph {self.path} was opened for reading only")
        with as_user_errors(self.path):
            try:
                begun = self._env.begin(write=write)
            except lmdb.MapResizedError:  # the writer has raised the limit meanwhile
                self._env.set_mapsize(0)
                begun = self._env.begin(write=write)
            with begun as transaction:
                yield transaction

    def database(self, name: bytes, transaction: Any, create: bool = False) -> Any:
        """Return the database called `name`, for this transaction; `None` if there is none and `create` is false."""
        import lmdb

        try:
            return self._env.open_db(name, txn=transaction, create=create)
        except (lmdb.NotFoundError, lmdb.ReadonlyError):
            return None

    def positions_of(self, identity: Identity, transaction: Any, create: bool = False) -> Any:
        """Return the database with the positions of a problem; `None` if there is none. With `create`, make it."""
        name = identity.code.encode()
        if create:
            about = self.database(ABOUT, transaction, create=True)
            if transaction.get(name, db=about) is None:
                facts = {name: getattr(identity, name) for name in ("problem", "rules", "kind", "values")} | {"made": now()}
                transaction.put(name, json.dumps(facts).encode(), db=about)
        return self.database(name, transaction, create=create)

    def identities(self, transaction: Any) -> list[Identity]:
        """Return the problems that the graph has positions of."""
        about = self.database(ABOUT, transaction)
        if about is None:
            return []
        return [self._identity(bytes(code), bytes(text)) for code, text in transaction.cursor(db=about)]

    def _identity(self, code: bytes, text: bytes) -> Identity:
        """Return the problem that a row of `about` describes. Its code is a hash of it, so a damaged row is noticed."""
        try:
            row = parse_json(text)
            identity = Identity(row["problem"], row["rules"], row["kind"], int(row["values"]))
        except (ValueError, KeyError, TypeError):
            identity = None
        if identity is None or identity.code.encode() != code:
            raise UserError(f"the graph {self.path} is damaged: the description of problem {code!r} is not readable")
        return identity

    def bytes_needed(self, transaction: Any) -> int:
        """Return the approximate bytes of all positions. Half empty pages after pruning fill up again and do not count.

        Keys are random, so the first records are a fair sample.
        """
        needed = 0.0
        for identity in self.identities(transaction):
            database = self.positions_of(identity, transaction)
            sample = [len(record) for record in itertools.islice(transaction.cursor(db=database).iternext(keys=False), SAMPLE)]
            mean = sum(sample) / max(1, len(sample))
            needed += int(transaction.stat(database)["entries"]) * (mean + OVERHEAD) / FILLED
        return int(needed)


def _check_head(path: Path, writes: bool) -> bool:
    """Return whether a new file must be made. Raise `UserError` for a path that cannot be a graph, before a file is made beside it."""
    if path.is_dir():
        raise UserError(f"{path} is a directory, not a graph")
    if not path.exists() or (writes and path.stat().st_size == 0):
        if not writes:
            raise UserError(f"there is no graph {path}")
        if not path.absolute().parent.is_dir():
            raise UserError(f"there is no directory {path.absolute().parent} for the graph {path.name}")
        return True
    with as_user_errors(path), path.open("rb") as file:
        head = file.read(_LEAST)
    if head[_MAGIC_AT : _MAGIC_AT + 4] != _LMDB_MAGIC:
        raise UserError(f"{path} is not a graph of miai")
    if len(head) < _LEAST:
        raise UserError(f"the graph {path} was cut off: {len(head)} bytes are left")
    return False


def _check_heads(path: Path) -> None:
    """Raise `UserError` if LMDB must not even open the file."""
    try:
        read_heads(path)
    except (DamagedPages, struct.error) as error:
        raise UserError(f"the graph {path} is damaged: {error}") from None


def _take_lock(path: Path) -> int:
    """Return a lock with the right to write, until it is closed or the process ends."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        lock_file(file)
    except BlockingIOError:
        os.close(file)
        raise BeingWritten(f"the graph {path} is being written by another process; wait for it, or choose another graph") from None
    return file


def _make_room_for_readers(path: Path) -> None:
    """Reserve the disk space of LMDB's file of readers before LMDB maps it: without the space, writing there kills the process.

    Raises `OSError` if the disk is full. If the file cannot be made at all, LMDB reports it.
    """
    beside = path.with_name(f"{path.name}-lock")
    try:
        file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    except OSError:
        return  # the file exists already, or the folder cannot be written
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file, 0, (READERS + 2) * READER_BYTES)
    except OSError:
        beside.unlink()
        raise
    finally:
        os.close(file)


def _can_be_read(path: Path) -> bool:
    """Return whether all of a file that seems too short can be read. A child process reads it: reading past the end kills the process.

    A file can be shorter than its pages and whole: LMDB does not write pages that a transaction took and gave back.
    """
    source = Path(__file__).resolve().parents[3]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", _READER, str(path)], env=environment, capture_output=True, check=False)
    return done.returncode == 0


_READER = """
import sys, lmdb
env = lmdb.open(sys.argv[1], subdir=False, readonly=True, max_dbs=1000, lock=False)
with env.begin() as transaction:
    for name in [bytes(key) for key, _ in transaction.cursor()]:
        try:
            database = env.open_db(name, txn=transaction, create=False)
        except lmdb.Error:
            continue
        for key, value in transaction.cursor(db=database):
            pass
"""
