"""Pictures of states: every built-in problem draws well-formed SVG whose marks are legal actions, all along a play."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from miai.problems import BUILT_IN, load
from miai.problems.contract import random_play
from miai.problems.drawing import COLOURS, board, cards, colour
from miai.search.problem import legal_actions

DRAWN = ("tictactoe", "connect4", "hex", "nim", "pig", "race", "knapsack", "bandit", "pgame", "samegame")
pytestmark = pytest.mark.plain


def marks(svg):
    """Return the sets of actions of the marked parts."""
    found = [each.get("data-action") for each in ElementTree.fromstring(svg).iter()]
    return [{int(word) for word in each.split()} for each in found if each]


@pytest.mark.parametrize("name", DRAWN)
def test_the_marks_of_a_picture_are_the_legal_actions(name):
    problem = load(name)
    for state, action in random_play(problem.start(), seed=1, most=12):
        before = state.tobytes()
        shown = set().union(*marks(problem.draw(state)), set())
        assert shown == (set() if action is None else set(legal_actions(state)))
        if not problem.scratch:
            assert state.tobytes() == before


def test_a_problem_without_a_picture_has_its_text():
    assert [name for name in BUILT_IN if load(name).draw is None] == ["dag", "packing", "morpion"]


def test_a_board_marks_cells_and_draws_pieces():
    svg = board([["X", "."], ["7", "O"]], {(1, 0): [4], (0, 1): [5, 6]}, pieces="discs")
    assert marks(svg) == [{4}, {5, 6}]
    assert svg.count("<circle") == 2
    assert ">7</text>" in svg


def test_texts_in_a_picture_are_escaped():
    svg = cards([(("<b>", "a & b"), [0])], below="<script>")
    ElementTree.fromstring(svg)
    assert "<script>" not in svg


def test_colours_follow_the_theme_and_work_alone():
    assert colour("first") == f"var(--miai-first,{COLOURS['first']})"
    assert colour("#123456") == "#123456"
