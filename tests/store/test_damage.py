"""Damaged results are reported in one line, and never shown as if nothing had happened."""

from __future__ import annotations

import random
import sqlite3
from contextlib import suppress

import pytest

from miai.core.errors import UserError
from miai.store import DONE, open_run, read_run
from miai.store.schema import RESULTS
from tests.store.test_run_directory import HEAD, JOBS


def everything(directory):
    with read_run(directory) as run:
        return run.head, run.counts(), run.sessions(), run.records(), run.pending(), run.report()


@pytest.fixture
def results(tmp_path):
    with open_run(tmp_path, HEAD) as run:
        run.add_jobs(JOBS)
        run.set_report({"question": "Heads?"})
        run.finish("a", [{"value": 0.25, "text": "x" * 5000}], 0.5, "here")
        run.fail("b", "it fell", 0.5, "here")
    return tmp_path


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE jobs SET result = replace(result, '0.25', '0.75')",
        "UPDATE jobs SET parameters = '{\"number\":7}' WHERE id = 'b'",
        "UPDATE jobs SET state = 'done', result = '[]' WHERE id = 'c'",
        "UPDATE run SET seed = 2",
        "UPDATE sessions SET version = '9.9'",
        "UPDATE report SET content = '{}'",
        "UPDATE digest SET total = total + 1",
        "DELETE FROM jobs WHERE id = 'c'",
        "DELETE FROM digest",
        "DROP TABLE digest",
        "INSERT INTO jobs (id, state) VALUES ('z', 'done')",
    ],
)
def test_content_that_was_changed_by_another_program_is_noticed(results, change):
    connection = sqlite3.connect(results / RESULTS)
    with connection:
        connection.execute(change)
    connection.close()
    for use in (everything, lambda directory: open_run(directory, HEAD).__enter__()):
        with pytest.raises(UserError, match="are damaged"):
            use(results)


def test_two_exchanged_rows_are_noticed(results):
    connection = sqlite3.connect(results / RESULTS)
    with connection:
        connection.execute("UPDATE jobs SET number = 99 WHERE number = 1")
        connection.execute("UPDATE jobs SET number = 1 WHERE number = 2")
        connection.execute("UPDATE jobs SET number = 2 WHERE number = 99")
    connection.close()
    with pytest.raises(UserError, match="are damaged"):
        everything(results)


@pytest.mark.parametrize("seed", range(60))
def test_random_damage_is_reported_in_one_line_or_has_no_effect(results, seed):
    source = random.Random(seed)
    whole = everything(results)
    content = bytearray((results / RESULTS).read_bytes())
    for _ in range(source.randint(1, 20)):
        content[source.randrange(len(content))] = source.randrange(256)
    if source.random() < 0.2:
        del content[source.randrange(len(content)) :]
    (results / RESULTS).write_bytes(content)
    with suppress(UserError):
        assert everything(results) == whole


def test_a_file_of_the_first_format_can_be_read_and_gets_checksums(results):
    connection = sqlite3.connect(results / RESULTS)
    with connection:
        connection.execute("DROP TABLE digest")
        connection.execute("DROP TABLE report")
        for table in ("run", "sessions", "jobs"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert everything(results)[-1] is None
    with open_run(results, HEAD) as run:
        assert run.counts()[DONE] == 1
        run.finish("c", [], 0.5, "here")
    with read_run(results) as run:
        assert run.counts()[DONE] == 2
    connection = sqlite3.connect(results / RESULTS)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()
