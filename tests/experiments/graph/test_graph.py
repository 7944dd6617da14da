"""The experiments on graphs and stores: the smoke runs, and properties that hold at any scale."""

from __future__ import annotations

from miai.experiments.frame import run_here
from miai.experiments.graph.memory import EXPERIMENT as MEMORY
from miai.experiments.graph.states import EXPERIMENT as STATES
from miai.experiments.graph.states import count_parents, count_states, new_search


def test_states_of_a_tree_and_parents_in_a_graph_are_counted():
    tree, graph = (new_search(9, "engine", mode, 1) for mode in ("tree", "uct-dag"))
    for search in (tree, graph):
        search.run(300)
    nodes, positions = count_states(tree)
    assert nodes == tree.result().nodes and 2 <= positions <= nodes
    assert count_parents(tree) == (1.0, 0.0)
    parents, several = count_parents(graph)
    assert parents >= 1.0 and 0.0 <= several <= parents - 1.0 + 1e-9


def test_the_smoke_run_counts_states_at_every_checkpoint():
    cells = run_here(STATES, "smoke")
    counted = {
        (cell.parameters["search"], cell.parameters["playouts"]): cell.value for cell in cells if cell.measure == "tree states"
    }
    assert counted.keys() == {(search, playouts) for search in ("uct", "engine") for playouts in (50, 100)}
    assert all(counted[search, 50] < counted[search, 100] <= 101 for search in ("uct", "engine"))


def test_the_smoke_run_plays_matches_with_and_without_stored_games():
    cells = [cell for cell in run_here(MEMORY, "smoke") if cell.measure == "score"]
    assert {cell.parameters["memory"] for cell in cells} == {0, 1}
    assert all(0.0 <= cell.low <= cell.value <= cell.high <= 1.0 for cell in cells)
