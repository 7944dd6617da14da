"""A game with variations, by the plain rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, PASS, WHITE, all_points, from_vertex
from miai.go.rules.illegal_moves import IllegalMove
from miai.web.tree import GameNode, barred_points
from tests.web.games import tree_of

pytestmark = pytest.mark.plain


def test_a_move_at_an_earlier_node_makes_a_second_variation():
    tree = tree_of("E5 C3 G3")
    tree.step(-1)
    tree.play((2, 6))
    assert [tree.nodes[child].move for child in tree.nodes[2].children] == [(6, 2), (2, 6)]
    assert [tree.nodes[each].move for each in tree.path()] == [None, (4, 4), (2, 2), (2, 6)]
    tree.turn(1)
    assert tree.node.move == (6, 2)


def test_an_existing_move_is_followed_and_not_added_again():
    tree = tree_of("E5 C3")
    tree.step(-1)
    tree.play((2, 2))
    assert len(tree.nodes) == 3


def test_taking_back_removes_the_move_and_all_nodes_below_it():
    tree = tree_of("E5 C3 G3 G7")
    tree.step(-2)
    assert tree.take_back()
    assert sorted(tree.nodes) == [0, 1]
    assert tree.current == 1


@pytest.mark.parametrize(
    "words, move, rules, reason",
    [
        ("E5", "E5", "chinese", "there is a stone already"),
        ("B1 pass A2", "A1", "chinese", "the stone would have no liberty, and these rules forbid suicide"),
        # Black takes at C2; White may not take back at once
        ("B2 D2 C3 E3 C1 E1 D3 D1 pass C2 pass pass", "pass", "chinese", None),
        ("C3 D3 B2 E2 C1 D1 D2 C2", "D2", "japanese", "it takes back a ko at once"),
        ("C3 D3 B2 E2 C1 D1 D2 C2", "D2", "chinese", "it takes back a ko at once"),
    ],
)
def test_an_illegal_move_has_a_reason_in_words(words, move, rules, reason):
    assert tree_of(words, rules=rules).why_illegal(from_vertex(move, 9)) == reason


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(["chinese", "japanese", "aga", "tromp-taylor"]))
def test_barred_points_are_illegal_and_complete_under_simple_ko(seed, rules):
    source, tree = random.Random(seed), tree_of("", size=4, rules=rules)
    for _ in range(40):
        game = tree.game()
        empty = [point for point in all_points(4) if game.position.color_at(point) == 0]
        legal = [point for point in empty if game.is_legal(point)]
        illegal = [point for point in empty if point not in legal]
        assert set(barred_points(game)) <= set(illegal)
        if rules == "japanese":
            assert barred_points(game) == illegal
        tree.play(source.choice(legal) if legal else PASS)


def test_stones_set_up_during_a_game_clear_the_history_for_ko():
    tree = tree_of("E5")
    node = tree.add(1, GameNode(0, black=((0, 0),), white=((8, 8),), to_play=BLACK))
    game = tree.game(node.number)
    assert game.position.black == {(4, 4), (0, 0)} and game.to_play == BLACK
    assert len(game.history) == 1


def test_set_up_stones_without_a_liberty_are_refused():
    tree = tree_of("")
    tree.nodes[0].black, tree.nodes[0].white = ((0, 0),), ((1, 0), (0, 1))
    with pytest.raises(IllegalMove, match="without a liberty"):
        tree.game()


def test_the_colours_of_a_record_need_not_alternate():
    tree = tree_of("E5")
    node = tree.add(1, GameNode(0, color=BLACK, move=(2, 2)))
    assert tree.game(node.number).to_play == WHITE
    assert tree.add(node.number, GameNode(0, color=WHITE, move=PASS)).parent == node.number
