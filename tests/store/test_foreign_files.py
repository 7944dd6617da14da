"""Directories from elsewhere: their links and journals change nothing outside of them, and jobs run with the parameters of the command."""

from __future__ import annotations

import os
import sqlite3
import struct

import pytest

from miai.core.errors import UserError
from miai.core.links import folder_inside
from miai.store import Job, RunHead, open_run, read_run
from miai.store.graph import GraphFile, GraphStore
from tests.store.graph.made import GAME, make_positions

HEAD = RunHead("experiment", "coin", {}, seed=1)


@pytest.fixture
def run(tmp_path):
    with open_run(tmp_path / "run", HEAD) as made:
        made.add_jobs([Job("a", {"share": 0.5})])
    return tmp_path / "run"


@pytest.fixture
def victim(tmp_path):
    path = tmp_path / "victim.txt"
    path.write_text("precious\n")
    return path


def journal_that_names(database, victim) -> bytes:
    """Return a journal of no pages that belongs to a transaction on several files; SQLite removes the file that lists them."""
    magic, name = bytes.fromhex("d9d505f920a163d7"), str(victim).encode()
    head = magic + struct.pack(">IIIII", 0, 1234, os.path.getsize(database) // 4096, 512, 4096)
    end = struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
    return head + bytes(512 - len(head)) + end


def test_sqlite_removes_the_file_that_a_journal_names(run, victim):
    """The reason for the refusal: if this fails, SQLite has changed."""
    file = run / "results.sqlite"
    file.with_name("results.sqlite-journal").write_bytes(journal_that_names(file, victim))
    connection = sqlite3.connect(file)
    connection.execute("SELECT count(*) FROM jobs").fetchall()
    connection.close()
    assert not victim.exists()


def test_a_journal_that_names_another_file_is_refused(run, victim):
    file = run / "results.sqlite"
    file.with_name("results.sqlite-journal").write_bytes(journal_that_names(file, victim))
    for use in (lambda: read_run(run), lambda: open_run(run, HEAD)):
        with pytest.raises(UserError, match="names another file, which SQLite would remove"), use():
            pass
    assert victim.exists()


@pytest.mark.parametrize("name", [".lock", "results.sqlite-wal", "results.sqlite-shm", "results.sqlite-journal"])
def test_nothing_is_written_through_links_beside_results(run, victim, name):
    (run / name).unlink(missing_ok=True)
    (run / name).symlink_to(victim)
    with pytest.raises(UserError, match="is a symbolic link"), open_run(run, HEAD) as opened:
        opened.finish("a", 1, 0.1, "here")
    assert victim.read_text() == "precious\n"


def test_results_that_are_a_link_are_not_written(run, tmp_path):
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "results.sqlite").symlink_to(run / "results.sqlite")
    before = (run / "results.sqlite").read_bytes()
    with pytest.raises(UserError, match="is a symbolic link"), open_run(tmp_path / "copy", HEAD):
        pass
    assert (run / "results.sqlite").read_bytes() == before


def test_a_job_that_exists_with_other_parameters_is_refused(run):
    with open_run(run, HEAD) as opened:
        opened.add_jobs([Job("a", {"share": 0.5}), Job("b", {})])
        with pytest.raises(UserError, match="job 'a' has other parameters"):
            opened.add_jobs([Job("a", {"share": 1e9}), Job("c", {})])
        assert opened.ids() == {"a", "b"}


def test_a_graph_with_a_link_beside_it_is_refused(tmp_path, victim):
    with GraphStore(tmp_path / "a.graph") as store:
        store.add_positions(GAME, make_positions(10, 1))
    (tmp_path / "a.graph-lock").unlink()
    (tmp_path / "a.graph-lock").symlink_to(victim)
    for writes in (False, True):
        with pytest.raises(UserError, match="is a symbolic link"):
            GraphFile(tmp_path / "a.graph", writes=writes)
    assert victim.read_text() == "precious\n"


def test_a_folder_that_is_a_link_is_refused(tmp_path):
    assert folder_inside(tmp_path, "plots").is_dir() and folder_inside(tmp_path, "plots").is_dir()
    (tmp_path / "games").symlink_to(tmp_path / "plots")
    with pytest.raises(UserError, match="is a symbolic link"):
        folder_inside(tmp_path, "games")
