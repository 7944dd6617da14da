"""Checkpoints: a saved and loaded search continues bit for bit as if it had never stopped."""

from __future__ import annotations

import os
import pickle

import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.go.problem import go_problem
from miai.problems import load
from miai.problems.loading import BUILT_IN
from miai.search import Search
from miai.search.settings import MODES
from tests.core.processes import run_python
from tests.search.games import GARDENS, ROUNDABOUT, TRAIL
from tests.search.laws import snapshot
from tests.search.test_store_link import Shelf

SIMULATIONS = 150 if COMPILING else 20
PROBLEMS = {name: lambda name=name: load(name).start() for name in BUILT_IN}
PROBLEMS |= {f"garden{players}": GARDENS[players].start for players in GARDENS}
PROBLEMS |= {"roundabout": ROUNDABOUT.start, "trail": TRAIL.start, "go9": lambda: go_problem(9).start()}


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "table"])
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_loaded_search_continues_bit_for_bit(tmp_path, name, mode):
    search = Search(PROBLEMS[name](), seed=3, memory=1, mode=mode, solver=False, rave="mse", prior="virtual")
    search.run(SIMULATIONS)
    search.save(tmp_path / "s")
    woken = Search.load(tmp_path / "s", state=PROBLEMS[name]())
    assert snapshot(woken) == snapshot(search)
    for each in (search, woken):
        each.run(SIMULATIONS)
    assert snapshot(woken) == snapshot(search)
    whole = Search(PROBLEMS[name](), seed=3, memory=1, mode=mode, solver=False, rave="mse", prior="virtual")
    whole.run(2 * SIMULATIONS)
    assert snapshot(whole) == snapshot(woken)


WAKE = """
import pickle, sys
from miai.problems import load
from miai.search import Search
from tests.search.laws import snapshot
load(sys.argv[1])
search = Search.load(sys.argv[2])
search.run(int(sys.argv[3]))
search.play(search.result().best_action)
search.run(int(sys.argv[3]))
pickle.dump(snapshot(search), open(sys.argv[4], "wb"))
"""


@pytest.mark.parametrize("name, mode", [("connect4", "uct-dag"), ("pig", "multipath"), ("race", "tree")])
def test_a_new_process_continues_bit_for_bit(tmp_path, name, mode):
    search = Search(load(name).start(), seed=5, memory=2, mode=mode)
    search.run(SIMULATIONS)
    search.save(tmp_path / "s")
    jit = {} if COMPILING else {"NUMBA_DISABLE_JIT": "1"}
    here = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    run_python(
        "-c",
        f"import sys; sys.path.insert(0, {here!r})\n{WAKE}",
        name,
        str(tmp_path / "s"),
        str(SIMULATIONS),
        str(tmp_path / "r"),
        **jit,
    )
    search.run(SIMULATIONS)
    search.play(search.result().best_action)
    search.run(SIMULATIONS)
    assert snapshot(search) == pickle.loads((tmp_path / "r").read_bytes())


def test_a_checkpoint_contains_the_history(tmp_path):
    state, shelf = load("connect4").start(), Shelf()
    first = Search(state, seed=1, memory=4, store=shelf)
    first.run(SIMULATIONS)
    first.export()
    search = Search(state, seed=2, memory=4, store=shelf)
    search.run(SIMULATIONS)
    search.save(tmp_path / "s")
    for store in (None, shelf):
        woken = Search.load(tmp_path / "s", store=store)
        woken.run(SIMULATIONS)
        again = Search(state, seed=2, memory=4, store=shelf)
        again.run(2 * SIMULATIONS)
        assert snapshot(woken) == snapshot(again) and len(woken.history) == len(again.history) > 0


def test_a_checkpoint_after_pruning_continues_bit_for_bit(tmp_path):
    settings = dict(seed=1, memory=1, solver=False)
    search = Search(load("connect4").start(), **settings)
    steps = 30_000 if COMPILING else 0
    search.run(steps)
    search.save(tmp_path / "s")
    woken = Search.load(tmp_path / "s")
    for each in (search, woken):
        each.run(steps or 10)
    assert snapshot(search) == snapshot(woken)
    assert not steps or search.result().prunes > 0


@pytest.mark.parametrize("harm", ["cut", "foreign", "missing", "newer"])
def test_a_wrong_checkpoint_is_refused_in_one_line(tmp_path, harm):
    path = tmp_path / "s"
    search = Search(load("nim").start(), memory=1)
    search.save(path)
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-200])
    elif harm == "foreign":
        path.write_bytes(b"hello")
    elif harm == "missing":
        path.unlink()
    else:
        import numpy as np

        with path.open("wb") as file:
            np.savez(file, about=np.frombuffer(b'{"miai search": 99}', np.uint8))
    with pytest.raises(UserError, match=r"cut off|cannot read|has format 99") as caught:
        Search.load(path)
    assert "\n" not in str(caught.value)


def test_a_failed_save_is_reported_in_one_line(tmp_path):
    search = Search(load("nim").start(), memory=1)
    with pytest.raises(UserError, match="cannot save the search"):
        search.save(tmp_path / "no" / "s")
    assert os.listdir(tmp_path) == []


def test_a_state_with_addresses_must_be_passed_to_load(tmp_path):
    start = load("pgame").start
    search = Search(start(combination=0.5), memory=1)
    search.run(20)
    search.save(tmp_path / "s")
    with pytest.raises(UserError, match="points to memory of the process that saved it"):
        Search.load(tmp_path / "s")
    Search.load(tmp_path / "s", state=start(combination=0.5)).run(20)
