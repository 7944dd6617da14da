"""Atomic files: whole or not at all."""

from __future__ import annotations

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
