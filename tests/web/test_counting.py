"""The counting phase: marks of dead stones, and the score that they give."""

from __future__ import annotations

import pytest

from miai.go.rules.rulesets import rules_named
from miai.web.counting import Counting
from tests.web.games import tree_of

pytestmark = pytest.mark.plain

# 4 . . . .
# 3 . . . .
# 2 . X . .
# 1 O X . .
#   A B C D
STONES = "B1 A1 B2"


def test_a_proposal_marks_stones_and_ignores_empty_points():
    tree, counting = tree_of(STONES, size=4), Counting()
    counting.propose(tree.game().position, [(0, 0), (3, 3)], [])
    assert counting.dead == {(0, 0)} and counting.is_judged


def test_toggling_marks_the_whole_chain_and_removes_it_from_seki():
    tree = tree_of(STONES, size=4)
    counting = Counting(seki=frozenset({(1, 0), (1, 1)}))
    counting.toggle(tree.game().position, (1, 1))
    assert counting.dead == {(1, 0), (1, 1)} and counting.seki == frozenset()
    counting.toggle(tree.game().position, (1, 0))
    assert counting.dead == frozenset()


def test_dead_stones_and_their_points_count_for_the_opponent():
    tree, counting = tree_of(STONES, size=4), Counting()
    alive = counting.score(tree, tree.current)
    counting.toggle(tree.game().position, (0, 0))
    dead = counting.score(tree, tree.current)
    assert (alive.tally.black, alive.tally.white) == (2, 1 + 7.5)
    assert (dead.tally.black, dead.tally.white) == (16, 7.5)
    assert (0, 0) in dead.black


@pytest.mark.parametrize("rules, is_judged", [("chinese", False), ("tromp-taylor", True)])
def test_rules_without_dead_stones_need_no_judgement(rules, is_judged):
    counting = Counting()
    counting.begin(rules_named(rules))
    assert counting.is_judged is is_judged
