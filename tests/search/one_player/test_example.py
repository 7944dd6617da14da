"""The worked example of UCT for one player: strip packing with four rectangles."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from miai.core.records import copy_record
from miai.problems.packing import make_instance
from miai.problems.packing import start_state as strip_of
from miai.search.one_player import OnePlayerSearch
from miai.search.one_player.tree import NONE
from miai.search.one_player.uct import choose_edge, evaluate, is_expanded, plant_root
from miai.search.problem import apply_action, legal_actions

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]


class Example:
    """Figures 2.9 to 2.12 of Basaldúa (2013): four rectangles, of which A' leaves no room beside it for B, B' and C.

    The source gives no sizes; these agree with all that it says, the first length of 17 included. It leaves the pass out.
    """

    RECTANGLES: ClassVar = {"A": (5, 8), "B": (8, 7), "C": (5, 2), "D": (2, 4)}

    def __init__(self) -> None:
        start = strip_of(make_instance(12, list(self.RECTANGLES.values())))
        self.engine = OnePlayerSearch(start, memory=1, expand_threshold=4, exploration=0.001, best_weight=0.0).engines[0]
        self.state = copy_record(start)
        plant_root(*self._arguments(), self.engine.states, self.engine.worker, self.engine.depth_visits)
        is_expanded(*self._arguments(), self.state, self.engine.worker, np.int64(0))

    def _arguments(self):
        return self.engine.tree.head, self.engine.kernel_settings

    def action(self, name: str) -> int:
        """The action of `A`, or of `A'`, which is turned."""
        wide, tall = self.RECTANGLES[name[0]]
        text = f"{tall}x{wide}" if name.endswith("'") else f"{wide}x{tall}"
        return self.engine.problem.parse_action(self.state, text)

    def edges(self, node: int) -> dict[str, int]:
        """The edges of a node by their text."""
        tree, found, place = self.engine.tree, {}, int(self.engine.tree.nodes[node].first_edge)
        while place != NONE:
            found[self.engine.problem.action_text(self.state, int(tree.edges[place].action))] = place
            place = int(tree.edges[place].next)
        return found


def test_the_root_of_the_example_has_eight_children():
    assert len(Example().edges(0)) == 8


def test_the_first_simulation_of_the_example_gives_a_one_visit_and_17():
    example = Example()
    worker, state = example.engine.worker, copy_record(example.state)
    played = [example.action(name) for name in ("A", "D'", "B", "C")]
    for action in played:
        while action not in legal_actions(state):
            apply_action(state, np.int32(2 * len(state.wide)))  # where the next one does not fit, the segment is given up
        apply_action(state, np.int32(action))
    worker.path_length = worker.played_count = 0
    evaluate(*example._arguments(), state, worker, example.engine.path, 1, example.engine.depth_visits)
    root = example.engine.tree.nodes[0]
    assert (int(root.visits), float(root.total)) == (1, -17.0)  # lengths are to be small, so that a score is minus the length


def test_iteration_26_of_the_example_chooses_a_turned_and_expands_what_fits_beside_it():
    example = Example()
    tree, worker = example.engine.tree, example.engine.worker
    statistics = {
        "A": (3, 54),
        "A'": (4, 59),
        "B": (3, 54),
        "B'": (3, 54),
        "C": (3, 54),
        "C'": (3, 54),
        "D": (2, 41),
        "D'": (1, 35),
    }
    for place, (name, (visits, total)) in enumerate(statistics.items()):
        wide_, tall = example.RECTANGLES[name[0]]
        edge = example.edges(0)[f"{tall}x{wide_}" if name.endswith("'") else f"{wide_}x{tall}"]
        tree.head.node_count = place + 2
        child = tree.nodes[place + 1]
        tree.edges[edge].child = place + 1
        child.visits, child.total, child.bound = visits, -float(total), np.inf
        child.first_edge = child.last_edge = NONE
    tree.nodes[0].visits = 22
    worker.low, worker.high = -35.0, -13.0
    chosen = int(choose_edge(*example._arguments(), example.state, worker, np.int64(0)))
    assert int(tree.edges[chosen].action) == example.action("A'")
    apply_action(example.state, np.int32(tree.edges[chosen].action))
    assert is_expanded(*example._arguments(), example.state, worker, np.int64(tree.edges[chosen].child))
    assert set(example.edges(int(tree.edges[chosen].child))) == {"2x5", "2x4", "4x2", "pass"}  # C', D, D'
