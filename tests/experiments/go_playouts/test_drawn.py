"""Playouts drawn by strength: their probabilities, the search one move deep, and the experiment."""

from __future__ import annotations

import numpy as np

from miai.core.streams import new_stream
from miai.experiments.frame import run_here
from miai.experiments.go_playouts.drawn import EXPERIMENT
from miai.go.board.board import cell_at
from miai.go.knowledge.urgency.choices import index_of_keys, played_keys
from miai.go.knowledge.urgency.learning import Urgencies
from miai.go.knowledge.urgency.patterns import new_pattern_map, read_patterns
from miai.go.knowledge.urgency.playouts import FlatPlayer, draw_by_strength, drawing_of, play_by_strength, winner_of_game
from miai.go.playouts import POLICIES
from miai.go.rules.game import Game

SIZE = 9


def table_of(strengths):
    """Return a table in which the patterns of these points of the empty board have these strengths."""
    keys = np.concatenate([played_keys([(1, point)], SIZE, 40) for point in strengths])
    ones = np.ones(len(strengths), np.int64)
    return Urgencies(SIZE, 40, index_of_keys(keys), ones, ones, np.array(list(strengths.values())))


def test_moves_are_drawn_in_proportion_to_their_strengths():
    drawing = drawing_of(table_of({(4, 4): 20.0, (0, 0): 5.0, (3, 4): 0.5}))
    game, patterns, weights = Game(SIZE), new_pattern_map(SIZE, 40), np.zeros(81)
    policy, stream = POLICIES["base"].as_record(), new_stream(5)
    cells = [int(draw_by_strength(game.board, patterns, drawing, policy, stream, weights)) for _ in range(4000)]
    total = 20.0 + 4 * 5.0 + 76 * 0.5  # a pattern that is not known is as weak as the weakest
    for points, weight in (([(4, 4)], 20.0), ([(0, 0), (0, 8), (8, 0), (8, 8)], 20.0), ([(2, 2)], 0.5)):
        share, expected = np.isin(cells, [int(cell_at(point, SIZE)) for point in points]).mean(), weight / total
        assert abs(share - expected) < 4 * (expected * (1 - expected) / 4000) ** 0.5
    assert sorted(set(weights)) == [0.5, 5.0, 20.0]


def test_the_patterns_follow_the_board_through_a_playout():
    drawing, weights = drawing_of(table_of({(4, 4): 3.0, (2, 2): 2.0})), np.zeros(81)
    game, patterns, again = Game(SIZE), new_pattern_map(SIZE, 40), new_pattern_map(SIZE, 40)
    moves = play_by_strength(game.board, patterns, drawing, POLICIES["base"].as_record(), new_stream(3), weights)
    read_patterns(again, game.board)
    assert moves > 60 and int(game.board.passes) == 2 and (patterns.hashes == again.hashes).all()


def test_better_playouts_win_and_one_seed_gives_one_game():
    def player(playouts, seed):
        return FlatPlayer(SIZE, drawing_of(None, by_strength=False), 12, POLICIES["base"], playouts, seed)

    won = [winner_of_game(player(300, 1), player(4, 2), Game(SIZE)) for _ in range(2)]
    assert won == [1, 1]


def test_a_smoke_run_plays_all_matches():
    cells = run_here(EXPERIMENT, "smoke")
    scores = [cell for cell in cells if cell.measure == "score"]
    assert [(cell.parameters["kind"], cell.parameters["opponent"]) for cell in scores] == [
        ("strength", "base"),
        ("strength", "random"),
        ("random", "base"),
    ]
    assert all(cell.count == 2 and 0 <= (cell.value or 0) <= 1 for cell in scores)
