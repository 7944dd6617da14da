"""Groups made by rank, and their exploration, as Van Eyck and Müller (2011) conclude."""

from __future__ import annotations

import pytest

from miai.search.groups import rank_groups
from miai.search.selection.choose import exploration_of, score_edges
from tests.search.formulas.drawn_graphs import DrawnGraph

pytestmark = pytest.mark.plain

WINS = (1, 9, 5, 8, 2, 7, 3, 6, 4)
"""Of ten visits; the ranks of the nine arms, best 0, are 8 0 4 1 7 2 6 3 5."""


def groups(**changes):
    drawn = DrawnGraph({"mode": "tree", "grouping": "made", "group_count": 3, **changes})
    drawn.expand("R", "ABCDEFGHI")
    for place, (name, wins) in enumerate(zip("ABCDEFGHI", WINS, strict=True)):
        drawn.edge("R", name).prior = 0.1 * place
        for i in range(10):
            drawn.simulate("R" + name, float(i < wins))
    rank_groups(drawn.head, drawn.settings, drawn.worker, 0)
    return [int(mask).bit_length() - 1 for mask in drawn.worker.masks[:9]]


def test_the_best_three_are_together():
    assert groups() == [2, 0, 1, 0, 2, 0, 2, 1, 1]


def test_the_best_three_are_split_among_the_groups():
    # rank modulo 3, as in {{0.1, 0.2, 0.8}, {0.3, 0.4, 0.7}, {0.5, 0.6, 0.9}}: the three best are in three groups
    assert groups(group_layout="split") == [2, 0, 1, 1, 1, 2, 0, 0, 2]


def test_priors_rank_the_actions_whatever_was_found():
    assert groups(group_by="prior") == [2, 2, 2, 1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("visits, constant", [(1, 0.5), (32, 0.5), (64, 0.89), (512, 5.0193)])
def test_the_exploration_of_groups_grows_with_visits(visits, constant):
    # 0.5 at 32 simulations, 0.5 . 1.78 at 64, 0.5 . 1.78 ** 4 = 5.0193 at 512, where the source found 5
    drawn = DrawnGraph({"mode": "tree", "exploration": 0.5, "group_growth": 1.78})
    drawn.expand("R", "AB")
    drawn.edge("R", "A").action = -2  # an edge to a group
    drawn.node("R").visits = visits
    assert exploration_of(drawn.settings, drawn.node("R"), drawn.head) == pytest.approx(constant, abs=1e-4)


def test_the_bias_of_a_group_is_its_win_rate_set_by_hand_and_learned_on_line():
    # Brodeur and Childs (2008), section 4.2.3, without a formula. Set by hand: 0.8, as 100 choices; learned: 40 of 100 elsewhere.
    # (80 + 40) / (100 + 100) = 0.6; with group_bias 10 and 30 visits here: 10 (0.6 - 0.5) / (30 + 10) = 0.025
    found = []
    for weight in (0.0, 10.0):
        drawn = DrawnGraph({"mode": "tree", "exploration": 0.5, "group_bias": weight})
        drawn.expand("R", "AB")
        for place, name in enumerate("AB"):
            drawn.edge("R", name).action = -2 - place  # edges to groups 0 and 1
            for i in range(30):
                drawn.simulate("R" + name, float(i < 15))
        drawn.head.group_visits[:2], drawn.head.group_sum[:2] = (100 + 100, 0), (80.0 + 40.0, 0.0)
        score_edges(drawn.head, drawn.settings, drawn.worker, 0, False)
        found.append([float(score) for score in drawn.worker.weights[:2]])
    assert found[1][0] - found[0][0] == pytest.approx(0.025, abs=1e-12)
    assert found[1][1] == found[0][1]  # nothing is known of group 1
