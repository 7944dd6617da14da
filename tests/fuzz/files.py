"""Damaged files of each kind, read in a process that may die, and compared with what the whole file contained.

A child process reads many files, one after another, and prints one line for each. If it dies, the file that it was reading is a fault, and
a new child continues behind it.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz import go_files, studies
from tests.fuzz.crafted import craft, make_checkpoints, read_crafted
from tests.fuzz.crafted_panels import craft_panels, make_panel_checkpoints, read_panels
from tests.fuzz.damage import DamageCount, damage

SECONDS = 300.0
"""Time for one batch of files."""


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def make_graph(folder: Path) -> Path:
    from miai.store.graph import GraphStore
    from tests.store.graph.made import CROWD, GAME, make_positions

    path = folder / "whole.graph"
    with GraphStore(path) as store:
        for seed in range(3):
            store.add_positions(GAME, make_positions(400, seed))
            store.add_positions(CROWD, make_positions(150, seed, values=3))
    return path


def read_graph(path: Path) -> str:
    from miai.core.errors import UserError
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import export_lines
    from miai.store.graph.upkeep import take_census

    with GraphFile(path, checks_all=True) as opened:
        rows = take_census(opened)
        if not all(row.is_clean for row in rows):
            raise UserError("not clean")
        return digest([vars(row) for row in rows] + list(export_lines(opened, 0)))


def make_results(folder: Path) -> Path:
    from miai.store import Job, RunHead, open_run

    directory = folder / "run"
    with open_run(directory, RunHead("experiment", "coin", {"trials": 100}, seed=1)) as run:
        run.add_jobs([Job(f"{number:016x}", {"number": number}) for number in range(300)])
        run.set_report({"question": "Heads?"})
        for number in range(250):
            run.finish(f"{number:016x}", [{"value": number / 7, "text": "x" * (number % 40)}], 0.5, "here")
    return directory / "results.sqlite"


def read_run_directory(path: Path) -> str:
    from miai.store import read_run

    folder = path.with_suffix(".run")
    folder.mkdir()
    path.rename(folder / "results.sqlite")
    with read_run(folder) as run:
        return digest((run.head, run.counts(), run.sessions(), run.records(), run.pending(), run.report()))


def make_checkpoint(folder: Path) -> Path:
    from miai.problems import load
    from miai.search import Search

    path = folder / "whole.checkpoint"
    search = Search(load("nim").start(heaps=(3, 4, 5)), seed=1, memory=1)
    search.run(playouts=2000)
    search.save(path)
    return path


def read_checkpoint(path: Path) -> str:
    from miai.problems import load
    from miai.search import Search

    load("nim")
    search = Search.load(path)
    search.run(playouts=200)
    result = search.result()
    return digest([(row.action, row.visits, row.value) for row in result.actions])


@dataclass(frozen=True)
class Kind:
    """A kind of file: how a whole one is made, how one is read, and how one is harmed."""

    make: Callable[[Path], Path]
    read: Callable[[Path], str]
    harm: Callable[[bytes, random.Random], tuple[str, bytes]] = damage
    may_differ: bool = False
    """Whether a harmed file may be read as other data: nothing can tell a crafted one from a whole one with these numbers."""


KINDS = {
    "graphs": Kind(make_graph, read_graph),
    "results": Kind(make_results, read_run_directory),
    "checkpoints": Kind(make_checkpoint, read_checkpoint),
    "crafted": Kind(make_checkpoints, read_crafted, craft, may_differ=True),
    "crafted-panels": Kind(make_panel_checkpoints, read_panels, craft_panels, may_differ=True),
    "studies": Kind(studies.make_study, lambda path: digest(studies.read_study(path))),
    "books": Kind(go_files.make_book, lambda path: digest(go_files.read_book_file(path))),
    "struck": Kind(go_files.make_struck, lambda path: digest(go_files.read_struck_file(path))),
    "joseki": Kind(go_files.make_joseki, lambda path: digest(go_files.read_joseki(path))),
    "databases": Kind(go_files.make_database, lambda path: digest(go_files.read_database(path))),
}


def read_all(kind: str, names: list[str]) -> None:
    """Read files and print a line for each: what the reader returned, or the error. Run in a child process."""
    from miai.core.errors import UserError

    read = KINDS[kind].read
    for name in names:
        try:
            line = {"digest": read(Path(name))}
        except UserError as error:
            line = {"error": str(error)}
        except Exception as error:
            line = {"internal": f"{type(error).__name__}: {error}"}
        print(json.dumps(line), flush=True)


def _read_in_children(kind: str, names: list[str]) -> list[dict[str, str]]:
    """Return a line for each file; a file that ended the child has `died`."""
    found: list[dict[str, str]] = []
    while len(found) < len(names):
        command = [sys.executable, "-c", f"from tests.fuzz.files import read_all; import sys; read_all({kind!r}, sys.argv[1:])"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        child = subprocess.Popen(
            [*command, *names[len(found) :]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        try:
            output, _ = child.communicate(timeout=SECONDS)
            how = f"exit code {child.returncode}"
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
            how = f"no end after {SECONDS:g} s"
        found += [json.loads(line) for line in output.decode().splitlines()]
        if len(found) < len(names):
            found.append({"died": how})
    return found


def fuzz(kind: str, count: int, seed: int, batch: int = 100, on_batch=lambda totals: None) -> DamageCount:
    """Damage `count` files of a kind and read them; return the totals and the faults."""
    totals = DamageCount()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = KINDS[kind].make(folder)
        content = whole.read_bytes()
        (folder / "same").write_bytes(content)
        (expected,) = _read_in_children(kind, [str(folder / "same")])
        assert "digest" in expected, expected
        while totals.files < count:
            source = random.Random(seed + totals.files)
            files, kinds = [], []
            for number in range(min(batch, count - totals.files)):
                kind_of_damage, data = KINDS[kind].harm(content, source)
                file = folder / f"damaged{seed + totals.files + number}"
                file.write_bytes(data)
                files.append(str(file))
                kinds.append(kind_of_damage)
            for file_name, kind_of_damage, line in zip(files, kinds, _read_in_children(kind, files), strict=True):
                totals.add(Path(file_name).name, kind_of_damage, _outcome(line, expected, KINDS[kind].may_differ))
                for leftover in (Path(file_name), Path(f"{file_name}-lock")):
                    leftover.unlink(missing_ok=True)
            on_batch(totals)
    return totals


def _outcome(line: dict[str, str], expected: dict[str, str], may_differ: bool) -> str:
    if line == expected or (may_differ and "digest" in line):
        return "unchanged"
    if "error" in line and "\n" not in line["error"]:
        return "reported"
    return "other data without a word" if "digest" in line else str(line)
