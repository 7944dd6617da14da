"""Crafted checkpoints: whole files with wrong numbers in their records. A search may continue with them, but must not crash or hang."""

from __future__ import annotations

import io
import random
from pathlib import Path

import numpy as np

RECORDS = ("head", "nodes", "edges", "workers", "first", "state")
PROBLEMS = {"nim": {"heaps": (2, 5)}, "knapsack": {}, "pig": {}, "connect4": {}}
"""Problems whose searches are saved, with options of their start. With an unusual start, the state at the root has to be tried out."""


def make_checkpoints(folder: Path) -> Path:
    """Return an archive of checkpoints, the content that is harmed."""
    from miai.problems import load
    from miai.search import Search

    contents = {}
    for name, options in PROBLEMS.items():
        search = Search(load(name).start(**options), seed=1, memory=1)
        search.run(playouts=800)
        search.save(folder / "one")
        contents[name] = np.frombuffer((folder / "one").read_bytes(), np.uint8)
    path = folder / "whole.crafted"
    with path.open("wb") as file:
        np.savez(file, **contents)
    return path


def craft(content: bytes, source: random.Random) -> tuple[str, bytes]:
    """Return what was changed, and a checkpoint of one of the problems with wrong numbers in one of its arrays."""
    with np.load(io.BytesIO(content)) as checkpoints:
        problem = source.choice(checkpoints.files)
        with np.load(io.BytesIO(checkpoints[problem].tobytes())) as archive:
            arrays = {name: archive[name].copy() for name in archive.files}
    name = source.choice(RECORDS)
    for _ in range(source.choice([1, 1, 2, 10])):
        harm_bytes(arrays[name], source)
    if source.random() < 0.5:
        arrays["first" if name == "state" else "state"] = arrays["state" if name != "first" else "first"].copy()
    crafted = io.BytesIO()
    np.savez(crafted, **arrays)
    return f"{problem}: {name}", crafted.getvalue()


def harm_bytes(data: np.ndarray, source: random.Random) -> None:
    """Change one number of some width in the bytes of records."""
    width = source.choice([1, 1, 2, 4, 8])
    place = source.randrange(max(1, len(data) // width)) * width
    wild = source.choice([0, 1, 2, 255, 2**15, 2**31 - 1, 2**32 - 2, 2**62, source.getrandbits(64)]) % 2 ** (8 * width)
    changed = np.frombuffer(wild.to_bytes(width, "little"), np.uint8)
    data[place : place + width] = changed[: len(data[place : place + width])]


def read_crafted(path: Path) -> str:
    """Continue the search of a checkpoint, or those of all checkpoints in an archive, which are whole."""
    from miai.problems import load

    for name in PROBLEMS:
        load(name)
    with np.load(path) as archive:
        if "about" in archive.files:
            return _continue(path)
        contents = dict(archive.items())
    alone = path.with_suffix(".alone")
    found = []
    for content in contents.values():
        alone.write_bytes(content.tobytes())
        found.append(_continue(alone))
    alone.unlink()
    return repr(found)


def _continue(path: Path) -> str:
    from miai.search import Search

    search = Search.load(path)
    search.run(playouts=300, seconds=10)
    result = search.result()
    if result.best_action is not None:
        search.play(result.best_action)
        search.run(playouts=100, seconds=10)
    return repr(search.result().solutions)
