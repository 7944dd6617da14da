"""Crafted checkpoints of searches for panels: whole files with wrong numbers in their arrays."""

from __future__ import annotations

import io
import random
from pathlib import Path

import numpy as np

from tests.fuzz.crafted import harm_bytes

METHODS = ("mcts", "mcts-published", "beam", "grqs", "greedy", "topn")
EVALUATIONS = 200


def _request(method: str, evaluations: int):
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.selection import SelectionRequest

    settings = {"period": "60"} if method in ("mcts", "beam") else {"kicks": "50"} if method == "greedy" else {}
    return SelectionRequest(3, budget=Budget(None, evaluations), method=method, method_settings=settings)


def _select(method: str, evaluations: int, path: Path):
    from miai.genetics.panels.checkpoint import Checkpoint
    from miai.genetics.panels.selection import select_panel
    from tests.genetics.problems import random_genotypes

    genotypes, categories = random_genotypes()
    return select_panel(genotypes, categories, 3, _request(method, evaluations), checkpoint=Checkpoint(path, seconds_between=0.0))


def make_panel_checkpoints(folder: Path) -> Path:
    """Return an archive of a checkpoint of each method, the content that is harmed."""
    contents = {}
    for method in METHODS:
        path = folder / f"{method}.npz"
        _select(method, EVALUATIONS, path)
        contents[method] = np.frombuffer(path.read_bytes(), np.uint8)
    whole = folder / "whole.panels"
    with whole.open("wb") as file:
        np.savez(file, **contents)
    return whole


def craft_panels(content: bytes, source: random.Random) -> tuple[str, bytes]:
    """Return what was changed, and a checkpoint of one of the methods with wrong numbers in one of its arrays."""
    with np.load(io.BytesIO(content)) as checkpoints:
        method = source.choice(checkpoints.files)
        with np.load(io.BytesIO(checkpoints[method].tobytes())) as archive:
            arrays = {name: archive[name].copy() for name in archive.files}
    name = source.choice([name for name in arrays if name != "head" and arrays[name].size])
    used = arrays[name].reshape(-1).view(np.uint8)
    for _ in range(source.choice([1, 1, 2, 10])):
        # most of an array is often still empty: the numbers in use stand at its beginning
        harm_bytes(used[: source.choice([16, 64, 400, used.size])], source)
    crafted = io.BytesIO()
    np.savez(crafted, method=np.array(method), **arrays)
    return f"{method}: {name}", crafted.getvalue()


def read_panels(path: Path) -> str:
    """Continue the search of a checkpoint, or those of all checkpoints in an archive, which are whole."""
    with np.load(path) as archive:
        arrays = dict(archive.items())
    if "method" in arrays:
        return _continue(str(arrays.pop("method")), arrays, path)
    found = []
    for method, content in arrays.items():
        with np.load(io.BytesIO(content.tobytes())) as whole:
            found.append(_continue(method, dict(whole.items()), path))
    return repr(found)


def _continue(method: str, arrays: dict[str, np.ndarray], path: Path) -> str:
    alone = path.with_suffix(".npz")
    try:
        with alone.open("wb") as file:
            np.savez(file, **arrays)
        return repr([model.snps for model in _select(method, 2 * EVALUATIONS, alone).models])
    finally:
        alone.unlink(missing_ok=True)
