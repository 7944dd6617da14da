"""Curves of error against iterations equal those of single searches."""

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.streams import new_stream
from miai.problems import load
from miai.problems.pgame import make_game
from miai.problems.pgame.montecarlo import MonteCarlo
from miai.problems.pgame.trials import Curves, alpha_beta_curve, best_by_value, monte_carlo_curve
from miai.search.driver import Search
from miai.search.settings import MODES, Settings

pytestmark = pytest.mark.plain

CHECKPOINTS = (1, 7, 20, 45)


def game_with_wrong_moves(breadth=3, depth=4, combination=0.3):
    games = (make_game(breadth, depth, combination, seed, solved=True) for seed in range(100))
    return next(game for game in games if not game.right_moves.all())


@pytest.mark.parametrize("mode", MODES)
def test_a_restarted_search_equals_a_new_one(mode):
    game, other = make_game(3, 4, 0.3, seed=1), make_game(3, 4, 0.3, seed=2)
    settings = Settings(mode=mode, expand_threshold=0, solver=False)
    used = Search(other.start(), settings, seed=5, memory=1)
    used.advance(60)
    used.restart(game.start(), stream=3)
    used.advance(20)
    used.advance(20)
    fresh = Search(game.start(), settings, seed=5, memory=1, stream=3).run(40)
    assert [(row.action, row.visits, row.value) for row in used.result().actions] == [
        (row.action, row.visits, row.value) for row in fresh.actions
    ]
    assert (used.result().nodes, used.result().visits) == (fresh.nodes, fresh.visits)


def test_a_search_cannot_be_restarted_with_another_problem():
    search = Search(make_game(2, 2).start(), memory=1)
    with pytest.raises(UserError, match="nim"):
        search.restart(load("nim").start())


@pytest.mark.parametrize("grouping", ["off", "given"])
def test_wrong_choices_equal_those_of_single_searches(grouping):
    game = game_with_wrong_moves()
    state = game.start(groups=1, bias=0.8)
    settings = Settings(mode="uct-dag", expand_threshold=0, solver=False, grouping=grouping, final="max")
    wrong = Curves(settings, CHECKPOINTS, repetitions=3, seed=9).wrong_choices(game, state, number=4)
    for place, checkpoint in enumerate(CHECKPOINTS):
        searches = [Search(state, settings, seed=9, memory=1, stream=4 * 3 + each) for each in range(3)]
        choices = [search.run(checkpoint).best_action for search in searches]
        assert wrong[place] == sum(not game.right_moves[choice] for choice in choices)


def test_a_game_without_wrong_moves_has_no_errors():
    game = next(each for each in (make_game(2, 4, seed=seed) for seed in range(100)) if each.right_moves.all())
    assert Curves(Settings(), CHECKPOINTS, 2, seed=1).wrong_choices(game, game.start(), 0).tolist() == [0.0] * 4
    assert alpha_beta_curve(game, CHECKPOINTS, 2, seed=1).tolist() == [0.0] * 4


def test_monte_carlo_converges_to_the_mean_over_all_plays():
    game = make_game(2, 3, seed=3)
    state, stream = game.start(), new_stream(1)
    ends = [int(value) for value in make_game(2, 3, seed=3, solved=True).places.score[7:]]
    means = [np.mean([1.0 if end > 0 else 0.5 if end == 0 else 0.0 for end in ends[half : half + 4]]) for half in (0, 4)]
    searcher = MonteCarlo(state, stream)
    for _ in range(3):
        searcher.advance(401)
    assert searcher.means() == pytest.approx(means, abs=0.08)
    assert searcher.best_move() == int(np.argmax(searcher.means()))


def test_monte_carlo_does_not_choose_an_untried_move():
    searcher = MonteCarlo(make_game(5, 3, seed=3).start(), new_stream(1))
    searcher.advance(1)
    assert searcher.best_move() == 0


def test_alpha_beta_chooses_at_random_until_it_has_finished():
    game = game_with_wrong_moves()
    curve = alpha_beta_curve(game, (1, 3**4), repetitions=5, seed=1)
    assert curve.tolist() == [5 * (1 - game.right_moves.mean()), 0.0]


def test_plain_monte_carlo_gives_a_curve():
    game = game_with_wrong_moves()
    curve = monte_carlo_curve(game, CHECKPOINTS, repetitions=4, seed=2, number=1)
    assert len(curve) == 4 and all(0 <= wrong <= 4 for wrong in curve)


def test_the_best_action_is_none_before_the_first_iteration():
    assert best_by_value(Search(make_game(2, 2).start(), memory=1).graph.head) == -1
