"""The worth of random moves: its value, how often the best draw is played, and colours without suggestions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from miai.core.streams import new_stream
from miai.go.board.board import BLACK, U64, WHITE, cell_at, new_board
from miai.go.playouts.choice import _draw_candidate, choose_move
from miai.go.playouts.contexts import context_at
from miai.go.playouts.learners import begin_learning, draws_of, worth_of
from miai.go.playouts.learning import LearningSettings
from miai.go.playouts.learning.context_moves import context_index
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.worth import SCALE
from miai.go.playouts.settings import BASE

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

SIZE = 5
CENTRE = U64(cell_at((2, 2), SIZE))


def learner_of(**changes):
    knowledge = Knowledge(SIZE, LearningSettings(context_moves=False, reply_moves=False, context=8, **changes))
    [learner], board = knowledge.learners(1), new_board(SIZE)
    begin_learning(learner, board)
    return knowledge, learner, board


def set_record(knowledge, learner, board, color, cell, wins, updates):
    place = context_index(learner, board, color, cell, context_at(learner.contexts, cell, color))
    knowledge.context_rates[place].state = knowledge.states.state(wins, updates)


@pytest.mark.parametrize(("black", "white"), [((0, 0), (0, 0)), ((7, 9), (3, 4)), ((21, 21), (0, 21)), ((1, 1), (20, 21))])
def test_the_worth_of_a_point_is_the_sum_of_both_success_rates_with_two_wins_and_two_losses_added(black, white):
    knowledge, learner, board = learner_of(draws=2)
    set_record(knowledge, learner, board, BLACK, CENTRE, *black)
    set_record(knowledge, learner, board, WHITE, CENTRE, *white)
    expected = sum(Fraction(wins + 2, updates + 4) for wins, updates in (black, white))
    for color in (BLACK, WHITE):
        assert abs(worth_of(learner, board, color, CENTRE) - SCALE * expected) <= 1


@pytest.mark.parametrize("draws", [1, 2, 4])
def test_the_best_of_several_random_points_is_played_as_often_as_it_is_drawn(draws):
    knowledge, learner, board = learner_of(draws=draws)
    for color in (BLACK, WHITE):
        set_record(knowledge, learner, board, color, CENTRE, 9, 10)
    stream, policy, games = new_stream(3), BASE.as_record(), 1500
    played = Counter(int(choose_move(board, policy, stream, BLACK, learner)[0]) for _ in range(games))
    expected = 1 - (1 - 1 / SIZE**2) ** draws
    assert abs(played[int(CENTRE)] / games - expected) < 4 * (expected * (1 - expected) / games) ** 0.5
    assert len(played) == SIZE**2  # all others still have their chance


def test_the_best_candidate_is_preferred_and_none_is_excluded():
    knowledge, learner, board = learner_of(draws=3)
    policy, stream = BASE.as_record(), new_stream(5)
    urgent, other = U64(cell_at((0, 0), SIZE)), U64(cell_at((4, 4), SIZE))
    set_record(knowledge, learner, board, WHITE, urgent, 12, 15)
    played = Counter()
    for _ in range(600):
        policy.count, policy.moves[0], policy.moves[1] = U64(2), urgent, other
        played[int(draw(board, policy, stream, BLACK, learner))] += 1
    share = played[int(urgent)] / 600
    assert abs(share - (1 - 1 / 2**3)) < 4 * (share * (1 - share) / 600) ** 0.5
    assert played[int(other)] > 0


def draw(board, policy, stream, color, learner):
    return _draw_candidate(board, policy, stream, color, U64(0), learner)


def test_a_colour_can_be_denied_suggestions():
    _, learner, _ = learner_of(draws=4)
    assert [draws_of(learner, color) for color in (BLACK, WHITE)] == [4, 4]
    learner.denied = WHITE
    assert [draws_of(learner, color) for color in (BLACK, WHITE)] == [4, 1]


def test_with_one_draw_and_no_suggestions_nothing_is_learned():
    assert not learner_of(draws=1)[1].learns_context_moves
    learner = learner_of(draws=2)[1]
    assert learner.learns_context_moves and not learner.suggests_context_moves
