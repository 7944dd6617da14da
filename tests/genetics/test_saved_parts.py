"""Saved searches for panels: every real one is continued, and none with impossible numbers."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.kernels.exchange import GROW, REPLACE
from miai.genetics.methods import grqs, interface, mcts
from miai.genetics.methods.driver import SearchRun
from miai.genetics.methods.greedy import Greedy, GreedySettings
from miai.genetics.methods.interface import Budget, NoSettings, PanelSearch
from miai.genetics.methods.topn import TopN
from miai.genetics.methods.warmups import small_task
from miai.genetics.panels.checkpoint import Checkpoint

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

SNPS, SIZE = 9, 3
SEARCHES: dict[str, tuple[Any, Any]] = {
    "mcts": (mcts.Mcts, mcts.MctsSettings(period=20, exchange_width=2)),
    "published": (mcts.PublishedMcts, None),
    "beam": (mcts.Beam, mcts.BeamSettings(period=20, beam_visits=10, beam_width=2)),
    "grqs": (grqs.Grqs, None),
    "greedy": (Greedy, GreedySettings(kicks=30, width=2)),
    "topn": (TopN, None),
}


def new_search(name: str, snps: int = SNPS) -> PanelSearch:
    method, settings = SEARCHES[name]
    return method(small_task("expected", snps=snps, size=SIZE), 5, settings)


def save(path, search: PanelSearch) -> Checkpoint:
    file = Checkpoint(path / "search.npz")
    file.save(SearchRun(search, Budget()))
    return file


def load(file: Checkpoint, search: PanelSearch) -> PanelSearch:
    assert file.resume(SearchRun(search, Budget()))
    return search


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_continues_from_whatever_moment_it_was_saved_at(tmp_path, name):
    whole, saved = new_search(name), new_search(name)
    whole.advance(200)
    for evaluations in (0, 7, 121, 140, 163, 200):
        saved.advance(evaluations)
        loaded = load(save(tmp_path, saved), new_search(name))
        loaded.advance(200)
        assert (loaded.evaluations, loaded.best()) == (whole.evaluations, whole.best())


@pytest.mark.parametrize("name", ["published", "grqs"])
def test_arrays_may_have_grown_to_where_another_one_has_the_same_length(tmp_path, monkeypatch, name):
    monkeypatch.setattr(mcts, "FIRST_NODES", 40)
    monkeypatch.setattr(grqs, "FIRST_MODELS", 40)
    search = new_search(name, snps=40)
    search.advance(400)
    assert max(array.size for part in search.parts().values() for array in part[1:8]) > 40
    assert load(save(tmp_path, search), new_search(name, snps=40)).best() == search.best()


class _Words(NamedTuple):
    words: Any


class _Foreign(PanelSearch):
    """A method of another package, whose part has a name that methods of this package use too."""

    name, summary, Settings = "foreign", "", NoSettings

    def __init__(self, task: Any) -> None:
        super().__init__(task, 1)
        self.tree = _Words(np.zeros(4, np.int32))

    def advance(self, evaluations: int) -> None:
        self.tree.words[:] = evaluations

    def parts(self) -> dict[str, Any]:
        return {"log": self.log, "tree": self.tree}

    def replace_part(self, name: str, part: Any) -> None:
        setattr(self, name, part)


def test_parts_of_other_packages_are_loaded(tmp_path):
    search = _Foreign(small_task())
    search.advance(7)
    assert load(save(tmp_path, search), _Foreign(small_task())).tree.words.tolist() == [7] * 4


CRAFTED = {
    "a width of nothing, which would never double": ("greedy", lambda search: _set(search.exchange.head, width=0, candidate=0)),
    "a random stream of zeros, which would never end a draw": ("greedy", lambda search: search.exchange.stream.s.fill(0)),
    "zeros for the tree": ("published", lambda search: search.tree.stream.s.fill(0)),
    "a SNP twice in the model": ("greedy", lambda search: search.exchange.model.fill(int(search.exchange.model[0]))),
    "a candidate beyond the last": ("greedy", lambda search: _set(search.exchange.head, candidate=SNPS + 1)),
    "a value that the model does not have": ("greedy", lambda search: _set(search.exchange.head, incumbent_value=0.99)),
    "another phase": ("greedy", lambda search: _set(search.exchange.head, phase=REPLACE + GROW + 9)),
    "no number": ("greedy", lambda search: _set(search.exchange.head, best_before=np.nan)),
    "another best value": ("mcts", lambda search: search.log.values.__setitem__(0, 0.999)),
    "an evaluation to come": ("mcts", lambda search: search.log.found.__setitem__(0, 10**6)),
    "a key that is not its model's": ("mcts", lambda search: search.log.keys.__setitem__(0, 1)),
    "a full table": ("topn", lambda search: search.log.seen.fill(7)),
    "a child that is its own sibling": ("published", lambda search: search.tree.next_sibling.__setitem__(2, 2)),
    "a child of a later node": ("published", lambda search: search.tree.parent.__setitem__(1, 2)),
    "a SNP beyond the last": ("published", lambda search: search.tree.snp.__setitem__(1, SNPS)),
    "open children that there are not": ("published", lambda search: search.tree.open_children.__setitem__(0, 99)),
    "visits out of nowhere": ("published", lambda search: search.tree.visits.__setitem__(1, 10**6)),
    "a depth cut without a beam": ("published", lambda search: search.tree.depth_visits.__setitem__(1, -1)),
    "another penalty": ("published", lambda search: _set(search.tree.head, penalty=0.5)),
    "more entries than models": ("grqs", lambda search: _set(search.queue.head, entries=4000)),
    "a queue in another order": ("grqs", lambda search: search.queue.heap_priority.__setitem__(0, -1.0)),
    "an entry of no model": ("grqs", lambda search: search.queue.heap_model.__setitem__(0, 4000)),
}


def _set(head: Any, **fields: float) -> None:
    for name, value in fields.items():
        head[name] = value


@pytest.mark.parametrize("what", CRAFTED)
def test_impossible_numbers_are_refused(tmp_path, what):
    name, change = CRAFTED[what]
    search = new_search(name)
    search.advance(130)
    change(search)
    with pytest.raises(UserError, match=r"impossible numbers"):
        load(save(tmp_path, search), new_search(name))


@pytest.mark.parametrize("head", [{"curve": [[1e999, 1, 1]]}, {"seconds": 1e999}, {"seconds": "x"}, {"curve": 5}, {"curve": [[1]]}])
def test_a_clock_that_is_none_is_refused_in_one_line(tmp_path, head):
    search = new_search("topn")
    search.advance(1)
    file = save(tmp_path, search)
    with np.load(file.path) as saved:
        arrays = dict(saved.items())
    changed = json.loads(arrays.pop("head").tobytes()) | head
    np.savez(file.path, head=np.frombuffer(json.dumps(changed).encode(), np.uint8), **arrays)
    with pytest.raises(UserError, match="is not a checkpoint, or it is damaged") as error:
        load(file, new_search("topn"))
    assert "\n" not in str(error.value)


def test_the_table_of_models_grows_before_the_first_kernel_runs(monkeypatch):
    monkeypatch.setattr(interface, "FIRST_SEEN", 16)
    search = new_search("grqs")
    search.prepare()
    assert search.log.counts.seen * 8 > 16 * 5
    assert search.log.seen.size == 32
