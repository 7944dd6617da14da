"""Move groups of artificial games: by number, bias, size and overlap."""

import itertools

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.problems.pgame import make_game
from miai.problems.pgame.state import groups_of, outcome_after
from miai.search.problem import apply_action

pytestmark = pytest.mark.plain

REST = 1


def moves_with_groups(depth=5, **options):
    """Return (whether the move wins, its groups as a bit mask) of every move below the root of some games."""
    found = []
    for seed in range(4):
        game = make_game(4, depth, seed=seed, solved=True)
        for length in range(1, depth):
            for moves in itertools.product(range(4), repeat=length):
                here = copy_record(game.start(**options))
                for move in moves:
                    apply_action(here, np.int32(move))
                wins = 1 if length % 2 == 0 else -1
                found += [(int(outcome_after(here, move)) == wins, int(groups_of(here, np.int32(move)))) for move in range(4)]
    return found


def test_a_group_of_bias_1_contains_exactly_the_winning_moves():
    assert {(wins, mask) for wins, mask in moves_with_groups(depth=4, groups=1, bias=1.0)} == {(True, 2), (False, REST)}


def test_a_group_of_bias_0_contains_exactly_the_other_moves():
    assert {(wins, mask) for wins, mask in moves_with_groups(depth=4, groups=1, bias=0.0)} == {(True, REST), (False, 2)}


def test_with_overlap_every_move_is_in_the_group_for_the_rest():
    assert {mask for _, mask in moves_with_groups(depth=4, groups=1, bias=1.0, overlap=True)} == {2 | REST, REST}


def test_bias_and_size_are_the_shares_of_moves_in_a_group():
    found = moves_with_groups(groups=2, bias=0.85, size=0.5)
    for wins, expected in ((True, 0.425), (False, 0.075)):
        masks = [mask for each, mask in found if each == wins]
        for bit in (2, 4):
            share = np.mean([mask & bit != 0 for mask in masks])
            assert share == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / len(masks)))


def test_groups_are_independent_of_each_other():
    masks = [mask for wins, mask in moves_with_groups(groups=2, bias=0.7, size=1.0) if wins]
    both = np.mean([mask & 6 == 6 for mask in masks])
    assert both == pytest.approx(0.49, abs=4 * np.sqrt(0.49 * 0.51 / len(masks)))


def test_the_root_has_no_groups():
    state = make_game(4, 3, seed=1, solved=True).start(groups=3, bias=0.5)
    assert {int(groups_of(state, np.int32(move))) for move in range(4)} == {REST}


def test_groups_need_a_solved_game():
    with pytest.raises(UserError, match="solved"):
        make_game(4, 3).start(groups=1)


@pytest.mark.parametrize("options", [{"groups": 9}, {"groups": -1}, {"groups": 1, "bias": 1.5}, {"groups": 1, "size": -0.1}])
def test_impossible_groups_are_refused(options):
    with pytest.raises(UserError, match=r"groups|bias"):
        make_game(4, 3, solved=True).start(**options)


def grouped_shares(**options):
    """Return the shares of winning and of other moves that are in at least one of three groups of size 0.25 and accuracy 0.7."""
    found = moves_with_groups(groups=3, bias=0.7, size=0.25, **options)
    return [np.mean([mask & ~REST != 0 for each, mask in found if each == wins]) for wins in (True, False)]


def test_three_disjoint_groups_have_the_shares_of_footnote_6():
    # Brodeur and Childs (2008), footnote 6: 3 . 0.25 . 0.7 = 0.525 of the winning and 3 . 0.25 . 0.3 = 0.225 of the losing moves
    assert grouped_shares(disjoint=True) == pytest.approx([0.525, 0.225], abs=0.03)


def test_three_independent_groups_have_fewer_moves_in_all():
    # 1 - (1 - 0.175)^3 = 0.4385 and 1 - (1 - 0.075)^3 = 0.2085
    assert grouped_shares() == pytest.approx([0.4385, 0.2085], abs=0.03)


def test_complete_disjoint_groups_contain_every_move_of_their_kind():
    game = make_game(4, 3, seed=2, solved=True)
    state = game.start(groups=3, bias=1.0, disjoint=True)
    apply_action(state, np.int32(0))
    for move in range(4):
        is_winner = outcome_after(state, move) == -1
        assert int(groups_of(state, np.int32(move))) == (0b1110 if is_winner else REST)
