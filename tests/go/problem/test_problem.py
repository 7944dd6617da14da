"""Go as a problem for the search: its actions, keys, rewards and playouts against the plain rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.core.records import copy_record
from miai.go.board.board import cell_at, point_at
from miai.go.notation.coordinates import BLACK, PASS, WHITE, Point, all_points
from miai.go.notation.diagram import read_diagram, read_marked_diagram
from miai.go.problem import forbid_points, go_problem, mark_dead, new_tallies, ownership, points_by_move, state_of
from miai.go.rules import plain as plain_rules
from miai.go.rules.game import Game
from miai.problems.contract import check_play, new_worker
from miai.search.problem import apply_action, is_allowed, is_terminal, legal_actions, play_out, position_key, reward
from tests.go.board.pairs import Pair

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(COMPILING and not CHECKED, reason="this board size takes long to compile: only with checked bounds"),
]

SIZE = 5


@pytest.fixture(scope="module", autouse=True)
def _registered():
    go_problem(SIZE)


def points_of(state) -> set[Point | str]:
    return {point_at(action, SIZE) if action else PASS for action in legal_actions(state)}


def random_game(seed: int, moves: int, rules: str = "chinese") -> Game:
    game, source = Game(SIZE, rules), random.Random(seed)
    for _ in range(moves):
        legal = game.legal_points()
        game.play(source.choice(legal) if legal and source.random() > 0.05 else PASS)
        if game.is_terminal:
            game.undo()
    return game


def is_plain_eye(position, point: Point, color: int) -> bool:
    """Return whether a point is an own eye by the definition, with no chain around it that needs it."""
    around = [(point[0] + c, point[1] + r) for c, r in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    near = [each for each in around if all(0 <= part < SIZE for part in each)]
    if any(position.color_at(each) != color for each in near):
        return False
    diagonals = [(point[0] + c, point[1] + r) for c in (-1, 1) for r in (-1, 1)]
    inside = [each for each in diagonals if all(0 <= part < SIZE for part in each)]
    bad = sum(position.color_at(each) == 3 - color for each in inside)
    if bad > (1 if len(inside) == 4 else 0):
        return False
    return all(len(chain.liberties) > 1 for chain in plain_rules.chains(position) if set(near) & set(chain.stones))


def test_random_games_keep_the_contract_of_a_problem():
    for seed in range(3 if COMPILING else 1):
        assert check_play(go_problem(SIZE), go_problem(SIZE).start(), seed) > 1


@pytest.mark.parametrize("rules", ["chinese", "aga"])
@pytest.mark.parametrize("seed", range(6))
def test_actions_are_the_legal_moves_except_own_eyes_and_a_pass(rules, seed):
    game = random_game(seed, 30 + seed, rules)
    expected = {point for point in game.legal_points() if not is_plain_eye(game.position, point, game.to_play)}
    assert points_of(state_of(game)) == {*expected, PASS}


def test_superko_includes_the_moves_of_the_search():
    drawing = read_marked_diagram("""
        . X O . .
        X a X O .
        . X O . .
        . . . . .
        . . . . .
    """)
    game = Game.from_position(drawing.position, WHITE)
    state = state_of(game)
    take = int(cell_at(drawing.marks["a"], SIZE))
    apply_action(state, np.int32(take))
    back = int(cell_at((2, 3), SIZE))
    assert back not in legal_actions(state), "simple ko"
    apply_action(state, np.int32(0))
    apply_action(state, np.int32(0))
    assert not is_allowed(state, np.int32(back)), "superko, after two passes"


def test_moves_in_another_order_lead_to_the_same_key_and_a_pass_to_another():
    first, second = Game(SIZE), Game(SIZE)
    for move in ("A1", "B2", "C3", "D4"):
        first.play(move)
    for move in ("C3", "D4", "A1", "B2"):
        second.play(move)
    assert position_key(state_of(first)) == position_key(state_of(second))
    first.play(PASS)
    second.play(PASS)
    second.play(PASS)
    second.undo()
    assert position_key(state_of(first)) == position_key(state_of(second))
    assert position_key(state_of(first)) != position_key(state_of(Game.from_position(first.position, first.to_play)))


FINISHED = """
    . X X O .
    X X X O O
    . X O O .
    X X X O O
    . O X O .
"""


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga"])
@pytest.mark.parametrize("komi", [0.5, 3.5, 7.5])
def test_the_reward_after_two_passes_is_the_score_by_the_rules(rules, komi):
    position = read_diagram(FINISHED)
    dead = [(1, 0)]
    for to_play in (BLACK, WHITE):
        game = Game.from_position(position, to_play, rules, komi)
        state = state_of(game, dead=dead, margin_weight=0.0)
        game.play(PASS)
        game.play(PASS)
        apply_action(state, np.int32(0))
        apply_action(state, np.int32(0))
        stones = len(position.black) - len(position.white)
        expected = game.score(dead) - (stones if rules == "japanese" else 0)  # stones set up cost as if they had been played
        assert is_terminal(state)
        assert (reward(state, 0) > reward(state, 1)) == (expected > 0)
        assert reward(state, 0) + reward(state, 1) == 1


def test_filling_own_territory_costs_a_point_by_territory_and_nothing_by_area():
    position = read_diagram(FINISHED)
    for rules, cost in (("chinese", 0), ("japanese", 1)):
        game = Game.from_position(position, BLACK, rules, komi=0.5)
        passed, filled = state_of(game, dead=[(1, 0)], margin_weight=0.5), state_of(game, dead=[(1, 0)], margin_weight=0.5)
        apply_action(passed, np.int32(0))
        apply_action(filled, np.int32(cell_at((0, 4), SIZE)))
        for state in (passed, filled):
            apply_action(state, np.int32(0))
            apply_action(state, np.int32(0))
        points = (reward(passed, 0) - reward(filled, 0)) / (0.5 * 0.5 / SIZE**2)
        assert points == pytest.approx(cost)


def test_a_stone_that_replaced_a_dead_one_is_alive():
    game = Game.from_position(read_diagram(FINISHED), BLACK)
    state = state_of(game, dead=[(1, 0)])
    mark_dead(state, game, [(1, 0)])
    apply_action(state, np.int32(cell_at((0, 0), SIZE)))  # takes it
    apply_action(state, np.int32(0))
    apply_action(state, np.int32(cell_at((1, 0), SIZE)))
    apply_action(state, np.int32(0))
    apply_action(state, np.int32(0))
    game.play("A1")
    game.play(PASS)
    game.play("B1")
    assert (reward(state, 0) > 0.5) == (game.score() > 0)


def test_a_playout_ends_and_its_owners_are_counted():
    state = state_of(Game(SIZE))
    worker = new_worker(go_problem(SIZE), seed=1)
    tallies = new_tallies(state, 2)
    worker.number = 1
    points = []
    for _ in range(5):
        played = copy_record(state)
        play_out(played, worker)
        points.append(int(played.points))
        assert played.played_out
    owned, critical = ownership(tallies)
    assert tallies.playouts.sum() == 5
    assert owned.sum() * 5 == pytest.approx(sum(points))
    assert np.abs(critical).max() <= 2


def test_points_are_counted_by_the_first_move_after_the_root():
    root = state_of(Game(SIZE))
    apply_action(root, np.int32(cell_at((1, 1), SIZE)))
    root.root_moves = root.board.moves
    worker, tallies = new_worker(go_problem(SIZE), seed=1), new_tallies(root, 1)
    points: dict[int, list[int]] = {}
    for cell in (0, int(cell_at((2, 2), SIZE)), int(cell_at((3, 1), SIZE)), int(cell_at((2, 2), SIZE))):
        played = copy_record(root)
        apply_action(played, np.int32(cell))
        apply_action(played, np.int32(cell_at((0, 3), SIZE)))
        play_out(played, worker)
        points.setdefault(cell, []).append(int(played.points))
    tried, mean = points_by_move(tallies)
    assert {int(cell): int(tried[cell]) for cell in np.flatnonzero(tried)} == {cell: len(each) for cell, each in points.items()}
    assert all(mean[cell] == pytest.approx(np.mean(each)) for cell, each in points.items())


def test_forbidden_points_are_no_actions_until_their_number_of_moves_has_passed():
    state = state_of(Game(SIZE))
    forbid_points(state, {BLACK: {(0, 0), (1, 1)}}, moves=2)
    assert points_of(state) == {*all_points(SIZE), PASS} - {(0, 0), (1, 1)}
    apply_action(state, np.int32(cell_at((2, 2), SIZE)))
    assert (1, 1) in points_of(state), "White may"
    apply_action(state, np.int32(cell_at((3, 3), SIZE)))
    assert (1, 1) in points_of(state), "the number of moves has passed"


def test_the_fast_board_and_the_state_agree_move_by_move():
    pair = Pair(SIZE, suicide=False, ko="positional")
    state = state_of(Game(SIZE))
    source = random.Random(4)
    for _ in range(60):
        pair.play_random_move(source)
        last = int(pair.board.last)
        apply_action(state, np.int32(last))
        assert state.board.stones_hash == pair.board.stones_hash
        if is_terminal(state):
            break
