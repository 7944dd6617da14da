"""The experiments on graphs that remember, at their smallest, beside what must hold at any scale."""

from __future__ import annotations

from miai.experiments.frame import run_here
from miai.experiments.graph_memory import EXPERIMENT as MEMORY
from miai.experiments.graph_states import EXPERIMENT as STATES
from miai.experiments.graph_states import count_states, new_search


def test_a_graph_never_holds_more_states_than_playouts_and_every_state_has_a_parent():
    for mode in ("tree", "graph"):
        search = new_search(9, "uct", mode, 1)
        search.run(200)
        nodes, parents, several = count_states(search)
        assert nodes <= 201 and parents >= 1.0 and 0.0 <= several <= 1.0
        assert mode == "graph" or (parents, several) == (1.0, 0.0)


def test_the_states_of_the_smoke_run_are_counted_at_every_checkpoint():
    cells = run_here(STATES, "smoke")
    counted = {
        (cell.parameters["search"], cell.parameters["playouts"]): cell.value for cell in cells if cell.measure == "tree states"
    }
    assert counted.keys() == {(search, playouts) for search in ("uct", "engine") for playouts in (50, 100)}
    assert all(counted[search, 50] < counted[search, 100] <= 101 for search in ("uct", "engine"))


def test_matches_with_and_without_memory_are_played():
    cells = [cell for cell in run_here(MEMORY, "smoke") if cell.measure == "score"]
    assert {cell.parameters["memory"] for cell in cells} == {0, 1}
    assert all(0.0 <= cell.low <= cell.value <= cell.high <= 1.0 for cell in cells)
