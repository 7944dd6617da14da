"""The differences between operating systems are in one module, which works as far as it can be tried without Windows."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import miai
from miai.core import system
from tests.core.processes import run_python

PACKAGE = Path(miai.__file__).parent
ONLY_POSIX = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"}
ONLY_POSIX_CALLS = {"killpg", "nice", "getpgrp", "setsid", "setpgrp"}


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT)


def test_no_other_module_uses_what_windows_lacks():
    found = []
    for file in PACKAGE.rglob("*.py"):
        if file.name == "system.py" and file.parent.name == "core":
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            is_call = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os"
            if ONLY_POSIX & set(names) or (is_call and node.attr in ONLY_POSIX_CALLS):
                found.append(f"{file.relative_to(PACKAGE)}:{node.lineno}")
    assert not found


def test_a_lock_has_one_holder_and_ends_with_its_file(tmp_path):
    first, second = opened(tmp_path / "lock"), opened(tmp_path / "lock")
    system.lock_file(first)
    with pytest.raises(BlockingIOError):
        system.lock_file(second)
    os.close(first)
    system.lock_file(second, wait=True)
    os.close(second)


def test_on_windows_a_lock_is_one_byte_far_behind_the_text(tmp_path, monkeypatch):
    held: set[int] = set()

    def locking(file: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        place = os.lseek(file, 0, os.SEEK_CUR)
        if place in held:
            raise PermissionError(13, "Permission denied")
        held.add(place)

    monkeypatch.setattr(system, "IS_WINDOWS", True)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    (tmp_path / "lock").write_text("process 1")
    first, second = opened(tmp_path / "lock"), opened(tmp_path / "lock")
    system.lock_file(first)
    assert held == {system.LOCKED_BYTE} and os.read(first, 9) == b"process 1", "the place in the file is as before"
    with pytest.raises(BlockingIOError):
        system.lock_file(second)
    naps = []

    def release_at_the_third_try(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 2:
            held.clear()

    monkeypatch.setattr(system.time, "sleep", release_at_the_third_try)
    system.lock_file(second, wait=True)
    assert len(naps) == 2
    os.close(first)
    os.close(second)


def test_without_groups_and_priorities_one_process_is_signalled(monkeypatch):
    sent = []
    for name in ("killpg", "getpgrp", "nice"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(os, "kill", lambda process, number: sent.append((process, number)))
    system.signal_group(7)
    system.lower_priority(5)
    assert sent == [(7, system.KILL)] and not system.leads_group()


def test_limits_hold_in_the_process_that_sets_them():
    code = (
        "from miai.core.system import limit_process; limit_process(memory=2**29, core_dumps=False)\n"
        "try: bytearray(2**30)\n"
        "except MemoryError: print('limited')"
    )
    assert run_python("-c", code) == "limited\n"


def test_the_packages_load_without_the_modules_of_posix():
    code = (
        "import sys; sys.modules.update(fcntl=None, resource=None); from miai.core import system; system.IS_WINDOWS = True; "
        "import miai.core.cache, miai.store.lock, miai.store.graph.file, miai.arena.runner, miai.jobs.local, miai.distributed.local, "
        "miai.web.server, miai.web.uploads, miai.web.panels.worker, miai.web.problems.process, miai.web.engine.process; "
        "from miai.web.connections import most_connections; print(most_connections())"
    )
    assert int(run_python("-c", code)) > 16
