"""Mode `table`: counts of paths, values of positions."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.problems import load
from miai.search import Search
from miai.search.graph import NONE
from tests.search.twins import run_both

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]


def game(seed=1):
    return load("dag").start(levels=6, breadth=4, branching=3, seed=seed)


def entries(search):
    table = search.table._entries
    return {int(entry.key): entry for entry in table[table.references > 0]}


def test_an_entry_counts_the_visits_of_its_position_on_all_paths():
    search, twin = run_both(game(), 300, mode="table", solver=False)
    found = entries(search)
    assert len(found) == len(twin.entries) == search.graph.head.entry_count
    for key, entry in twin.entries.items():
        assert found[key].visits == entry.visits
        assert found[key].total.tolist() == pytest.approx(entry.total)


def test_a_position_has_one_value_and_a_count_for_each_path():
    search = Search(game(), mode="table", solver=False, memory=8)
    search.advance(400)
    nodes = search.graph.nodes[: search.graph.head.node_count]
    several = [slot for slot in set(nodes.entry.tolist()) - {NONE} if (nodes.entry == slot).sum() > 1]
    assert several  # the game has transpositions
    for slot in several:
        assert nodes.visits[nodes.entry == slot].sum() == search.table._entries[slot].visits


def test_a_full_table_takes_no_more_entries_and_the_rest_is_a_tree():
    small, tree = (Search(game(), mode=mode, solver=False, table_entries=1, memory=8) for mode in ("table", "tree"))
    for search in (small, tree):
        search.advance(200)
    assert small.graph.head.entry_count == 1 and small.graph.head.entries_refused
    rest = small.graph.nodes[: small.graph.head.node_count]
    rest = rest[(rest.entry == NONE) & (rest.visits > 0)]
    assert rest.value[:, 0].tolist() == pytest.approx((rest.total[:, 0] / rest.visits).tolist())


def test_entries_below_the_threshold_are_dropped_when_a_move_is_played():
    wide = load("tictactoe").start()
    search = Search(wide, mode="table", solver=False, memory=8, table_threshold=2)
    search.advance(300)
    before = {key: int(entry.references) for key, entry in entries(search).items()}
    search.play(4)
    kept = entries(search)
    nodes = search.graph.nodes[: search.graph.head.node_count]
    used = {int(search.table._entries[slot].key) for slot in set(nodes.entry.tolist()) - {NONE}}
    assert set(kept) == {key for key, references in before.items() if references >= 2 or key in used}
    assert len(kept) < len(before)
    search.advance(100)  # nodes still find their entries


def test_the_threshold_rises_when_the_table_was_full():
    search = Search(game(), mode="table", solver=False, memory=8, table_entries=5)
    search.advance(100)
    search.play(0)
    assert search.table.floor == 3


def test_a_table_takes_at_most_a_quarter_of_the_memory():
    search = Search(game(), mode="table", memory=16, table_entries=500_000)
    assert search.table._entries.nbytes <= 4 * 2**20
    assert search.table._entries.nbytes + search.graph.memory_limit <= 16 * 2**20
    assert search.kernel_settings.table_entries == 62_500


def test_the_mode_runs_on_one_thread_and_has_no_checkpoint(tmp_path):
    with pytest.raises(UserError, match="mode table runs on one thread"):
        Search(game(), mode="table", threads=2)
    with pytest.raises(UserError, match="cannot be saved"):
        Search(game(), mode="table").save(tmp_path / "search")


def test_a_restarted_search_has_an_empty_table():
    search = Search(game(), mode="table", solver=False, memory=8)
    search.advance(50)
    search.restart(game(2))
    assert search.graph.head.entry_count == 0 and not np.any(search.table._entries.references)
