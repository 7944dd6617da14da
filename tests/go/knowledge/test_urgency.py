"""Urgency patterns: keys, counts and ranks against slow definitions, strengths against another program and by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from miai.go.board.board import U64, cell_at
from miai.go.knowledge.urgency.choices import choices_of_game, find_key, index_of_keys, played_keys
from miai.go.knowledge.urgency.learning import add_rivals, learn_urgencies, next_strengths, urgencies_on_board
from miai.go.knowledge.urgency.patterns import new_pattern_map, pattern_key, play_and_note
from miai.go.knowledge.urgency.prediction import add_ranks, predict
from miai.go.notation.coordinates import EMPTY, all_points
from miai.go.playouts.contexts import PLACES
from miai.go.rules.game import Game

SIZE = 9


def random_game(seed, moves=110):
    """Return the moves of a game in which points are played at random, captures included."""
    source, game = np.random.default_rng(seed), Game(SIZE)
    made = []
    for _ in range(moves):
        legal = [point for point in all_points(SIZE) if game.is_legal(point, game.to_play)]
        if not legal:
            break
        point = legal[source.integers(len(legal))]
        made.append((game.to_play, point))
        game.play(point)
    return made


def slow_pattern(position, point, color, places):
    """Return the pattern around a point as text: the smallest of its eight images, own stones as 1."""
    images = []
    for symmetry in range(8):
        signs = []
        for dx, dy in PLACES[:places]:
            x, y = (-dx if symmetry & 1 else dx), (-dy if symmetry & 2 else dy)
            x, y = (y, x) if symmetry & 4 else (x, y)
            there = (point[0] + x, point[1] + y)
            if not (0 <= there[0] < SIZE and 0 <= there[1] < SIZE):
                signs.append("3")
            else:
                found = position.color_at(there)
                signs.append("0" if found == EMPTY else "1" if found == color else "2")
        images.append("".join(signs))
    return min(images)


def positions_of(moves):
    """Yield (game before a move, its colour, its point)."""
    game = Game(SIZE)
    for color, point in moves:
        yield game, color, point
        game.play(point, color)


@pytest.mark.parametrize("places", [4, 12, 40])
def test_keys_are_equal_where_the_patterns_are_equal_and_only_there(places):
    patterns, by_text, by_key = new_pattern_map(SIZE, places), {}, {}
    game = Game(SIZE)
    captured = False
    for color, point in random_game(1):
        for each in all_points(SIZE):
            if game.position.color_at(each) == EMPTY:
                text = slow_pattern(game.position, each, color, places)
                key = int(pattern_key(patterns, cell_at(each, SIZE), U64(color)))
                assert by_text.setdefault(text, key) == key and by_key.setdefault(key, text) == text
        before = len(game.position.black | game.position.white)
        play_and_note(game.board.copy(), patterns, cell_at(point, SIZE), U64(color))
        game.play(point, color)
        captured |= len(game.position.black | game.position.white) <= before
    assert captured and len(by_text) > 10


def test_other_sizes_of_patterns_are_refused():
    with pytest.raises(ValueError, match="not 10"):
        new_pattern_map(SIZE, 10)


def test_the_index_finds_all_keys_and_no_others():
    keys = np.random.default_rng(1).integers(1, 2**63, 1000).astype(np.uint64)
    index = index_of_keys(keys)
    assert [int(find_key(index.keys, index.slots, key)) for key in keys] == list(range(1000))
    assert all(int(find_key(index.keys, index.slots, U64(number))) == -1 for number in range(50))


@pytest.mark.parametrize("least", [1, 3])
def test_patterns_are_counted_as_by_the_slow_definition(least):
    games, places = [random_game(seed, 30) for seed in range(4)], 8
    played = Counter(
        slow_pattern(game.position, point, color, places) for moves in games for game, color, point in positions_of(moves)
    )
    known = {text for text, count in played.items() if count >= least}
    seen = Counter(
        text
        for moves in games
        for game, color, _ in positions_of(moves)
        for point in all_points(SIZE)
        if game.is_legal(point, color) and (text := slow_pattern(game.position, point, color, places)) in known
    )
    table = learn_urgencies(lambda: games, SIZE, places, least, 0)
    assert sorted(table.played) == sorted(played[text] for text in known)
    assert sorted(zip(table.played, table.seen, strict=True)) == sorted((played[text], seen[text]) for text in known)
    ratio = table.strengths / (table.played / table.seen)
    assert np.allclose(ratio, ratio[0])


def test_a_strength_is_three_where_three_of_four_were_won():
    candidates, ends = np.array([0, 1] * 4, np.int32), np.array([2, 4, 6, 8])
    played = np.array([0, 0, 0, 1], np.int32)
    strengths, wins = np.ones(2), np.array([3.0, 1.0])
    for _ in range(60):
        sums = np.zeros(2)
        add_rivals(candidates, ends, played, strengths, sums)
        strengths = next_strengths(wins, sums, strengths, prior=0.0)
    assert strengths[0] / strengths[1] == pytest.approx(3.0)


def test_strengths_are_those_of_another_program():
    choix = pytest.importorskip("choix")
    source, count = np.random.default_rng(3), 5
    chosen = [(source.permutation(count)[:3]) for _ in range(80)]
    candidates, ends = np.concatenate(chosen).astype(np.int32), np.arange(3, 243, 3)
    played = np.array([each[source.integers(3)] for each in chosen], np.int32)
    strengths, wins = np.ones(count), np.bincount(played, minlength=count).astype(float)
    for _ in range(300):
        sums = np.zeros(count)
        add_rivals(candidates, ends, played, strengths, sums)
        strengths = next_strengths(wins, sums, strengths, prior=0.0)
    data = [(int(won), [int(each) for each in row if each != won]) for row, won in zip(chosen, played, strict=True)]
    expected = choix.mm_top1(count, data)
    found = np.log(strengths)
    assert np.allclose(found - found.mean(), expected - np.mean(expected), atol=1e-4)


def test_ranks_are_counted_by_hand():
    strengths, ranks = np.array([5.0, 3.0, 3.0, 1.0]), np.zeros(6)
    candidates = np.array([0, 1, 2, 3, 0, 3, 1, 2], np.int32)
    add_ranks(candidates, np.array([4, 6, 8]), np.array([1, 0, -1], np.int32), strengths, ranks)
    assert ranks.tolist() == [
        1.0,
        0.5,
        0.5,
        0.0,
        0.0,
        0.0,
    ]  # ranks 2 and 3 are shared; then a first choice; then one that is not known


def test_a_prediction_is_that_of_its_ranks():
    games = [random_game(seed, 20) for seed in range(3)]
    table = learn_urgencies(lambda: games, SIZE, 40, 1, 2)
    found = predict(games, table)
    assert found.positions == found.known == sum(map(len, games)) and found.share_known == 1.0
    assert found.ranks.sum() == pytest.approx(found.known)
    assert found.share_among(81) == pytest.approx(1.0) and found.share_among(1) == found.share_at(1)
    assert found.share_among(found.moves_for(0.8)) >= 0.8 > found.share_among(found.moves_for(0.8) - 1)
    legal = [
        sum(game.is_legal(point, color) for point in all_points(SIZE)) for moves in games for game, color, _ in positions_of(moves)
    ]
    assert found.random_hit == pytest.approx(np.mean([1 / count for count in legal]))


def test_urgencies_on_a_board_are_those_of_the_game():
    moves = random_game(2, 25)
    table = learn_urgencies(lambda: [moves], SIZE, 4, 1, 1)
    game = Game(SIZE)
    for color, point in moves:
        game.play(point, color)
    color = int(game.to_play)
    found = urgencies_on_board(table, game.board, color)
    assert found and all(game.is_legal(point, color) for point in found)
    again = choices_of_game([*moves, (color, next(iter(found)))], SIZE, 4, table.known)
    assert sorted(found.values()) == pytest.approx(sorted(table.strengths[again.candidates[again.ends[-2] :]]))
    assert len(played_keys(moves, SIZE, 4)) == len(moves)
