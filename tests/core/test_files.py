"""Atomic files: whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from miai.core.files import replacing, write_file


def test_a_file_is_replaced_as_a_whole(tmp_path):
    file = tmp_path / "a.txt"
    write_file(file, "first")
    write_file(file, b"second")
    assert file.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [file]


def write_half_of(file):
    with replacing(file) as unfinished:
        unfinished.write_text("half")
        raise OSError("disk full")


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    file = tmp_path / "a.txt"
    write_file(file, "first")
    with pytest.raises(OSError, match="disk full"):
        write_half_of(file)
    assert file.read_text() == "first"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_missing_raises_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "missing" / "a.txt", "text")


WRITE_AND_DIE = """
import os, signal, sys
from miai.core.files import replacing
with replacing(sys.argv[1]) as unfinished:
    unfinished.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_writer_left_is_removed_by_the_next_one(tmp_path):
    file = tmp_path / "a.txt"
    killed = subprocess.run([sys.executable, "-c", WRITE_AND_DIE, str(file)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    write_file(tmp_path / "b.txt", "another file of the same folder")
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]


def test_the_file_of_a_living_writer_is_not_removed(tmp_path):
    with replacing(tmp_path / "a.txt") as unfinished:
        unfinished.write_text("slowly")
        subprocess.run(
            [sys.executable, "-c", f"from miai.core.files import write_file; write_file({str(tmp_path / 'b.txt')!r}, '')"],
            check=True,
        )
        assert os.listdir(tmp_path).count("b.txt") == 1
    assert (tmp_path / "a.txt").read_text() == "slowly"
