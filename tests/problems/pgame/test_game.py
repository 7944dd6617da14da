"""Artificial games: trees, graphs, points and outcomes."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.problems.exact import solve_exactly
from miai.problems.pgame import make_game
from miai.problems.pgame.alphabeta import SCORES, AlphaBeta
from miai.problems.pgame.state import MOST_POINTS
from miai.search.problem import apply_action, position_key
from tests.twins.pgame import grow

pytestmark = pytest.mark.plain

shapes = st.sampled_from([(1, 5), (2, 1), (2, 5), (3, 3), (5, 2), (9, 2)])
shares = st.sampled_from([0.0, 0.1, 0.3, 0.8, 0.99])
seeds = st.integers(0, 2**64 - 1)


def play(state, moves):
    """Return (state after `moves`, points of each move)."""
    here, points = copy_record(state), []
    for move in moves:
        before = int(here.total)
        apply_action(here, np.int32(move))
        points.append(int(here.total) - before)
    return here, points


def all_plays(game):
    return itertools.product(range(game.breadth), repeat=game.depth)


@given(shapes, shares, seeds)
def test_a_game_follows_its_definition(shape, share, seed):
    game = make_game(*shape, share, seed, solved=True)
    levels = grow(*shape, share, game.salt)
    places = [place for level in levels for place in level]
    number = {place: i for i, place in enumerate(places)}
    assert np.diff(game.level_starts).tolist() == [len(level) for level in levels]
    assert game.places.score.tolist() == [place.score for place in places]
    assert game.places.outcome.tolist() == [place.outcome() for place in places]
    if share:
        assert game.links.place.tolist() == [number[child] for place in places for child in place.children]


@given(shapes, shares, seeds)
def test_the_total_at_a_place_is_the_same_on_all_paths(shape, share, seed):
    game = make_game(*shape, share, seed, solved=True)
    totals = {}
    for moves in all_plays(game):
        for length in range(game.depth + 1):
            here, points = play(game.start(), moves[:length])
            assert totals.setdefault(int(position_key(here)), sum(points)) == sum(points) == int(here.total)
            assert int(here.total) == game.places[int(here.number)].score


@given(shapes, shares, seeds)
def test_a_move_awards_0_to_127_points_to_the_player_who_makes_it(shape, share, seed):
    game = make_game(*shape, share, seed)
    for moves in all_plays(game):
        _, points = play(game.start(), moves)
        assert all(0 <= gained <= MOST_POINTS for gained in points[::2])
        assert all(0 <= -gained <= MOST_POINTS for gained in points[1::2])


@given(shapes, shares, seeds)
def test_two_moves_from_one_place_never_lead_to_the_same_place(shape, share, seed):
    game = make_game(*shape, share, seed)
    children = game.links.place.reshape(-1, game.breadth)
    assert all(len(set(row)) == game.breadth for row in children.tolist())


@given(shapes, shares, seeds)
def test_minimax_by_levels_by_alpha_beta_and_over_all_positions_agree(shape, share, seed):
    game = make_game(*shape, share, seed, solved=True)
    searcher = AlphaBeta(seed % 2**32)
    outcome = int(game.places[0].outcome)
    assert searcher.search(game.start())[0] == outcome
    assert [searcher.outcome_after(game.start(), move) for move in range(game.breadth)] == game.move_outcomes()
    value = solve_exactly(game.start()).value[0]
    assert value == {1: 1.0, 0: 0.5, -1: 0.0}[outcome]
    score, _ = searcher.search(game.start(), SCORES)
    assert np.sign(score) == outcome


@pytest.mark.parametrize("seed", range(5))
def test_alpha_beta_finds_the_minimax_score(seed):
    def minimax(place):
        values = [minimax(child) for child in place.children]
        return (min(values) if place.level % 2 else max(values)) if values else place.score

    game = make_game(3, 4, seed=seed)
    score, leaves = AlphaBeta(seed).search(game.start(), SCORES)
    assert score == minimax(grow(3, 4, 0.0, game.salt)[0][0])
    assert 3**2 + 3**2 - 1 <= leaves < 3**4


def test_a_graph_without_combinations_is_the_tree():
    tree = make_game(3, 5, seed=4, solved=True)
    graph = make_game(3, 5, 1e-12, seed=4)
    for moves in all_plays(tree):
        assert play(tree.start(), moves)[1] == play(graph.start(), moves)[1]
    assert graph.places.tobytes() == tree.places.tobytes()


def test_a_game_follows_from_its_seed():
    first, again, other = (make_game(4, 5, 0.3, seed) for seed in (1, 1, 2))
    assert first.places.tobytes() == again.places.tobytes() and first.links.tobytes() == again.links.tobytes()
    assert first.places.tobytes() != other.places.tobytes()


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_the_share_of_combined_places_is_the_requested_one(share):
    game = make_game(6, 5, share, seed=1)
    sizes = np.diff(game.level_starts)
    combined = 1 - sizes[-1] / (sizes[-2] * 6)
    assert combined == pytest.approx(share, abs=0.03)


def test_right_moves_have_the_best_outcome():
    for seed in range(20):
        game = make_game(4, 4, seed=seed)
        outcomes = game.move_outcomes()
        assert game.right_moves.tolist() == [outcome == max(outcomes) for outcome in outcomes]


@pytest.mark.parametrize(
    "arguments, word",
    [
        ((0, 4), "breadth"),
        ((2, 61), "depth"),
        ((2, 4, 1.0), "combination"),
        ((2, 4, -0.1), "combination"),
        ((32, 60), "numbered"),
        ((10, 9, 0.01), "places"),
    ],
)
def test_the_error_about_an_impossible_shape_names_the_reason(arguments, word):
    with pytest.raises(UserError, match=word):
        make_game(*arguments)


def test_a_solved_tree_that_is_too_large_is_refused_before_allocation():
    with pytest.raises(UserError, match="places"):
        make_game(10, 12, solved=True)
