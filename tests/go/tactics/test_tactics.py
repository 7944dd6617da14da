"""Ladders, distances on the common fate graph, and local contexts beside their definitions."""

from __future__ import annotations

import random

import pytest

from miai.core.kernels import COMPILING
from miai.core.streams import new_stream
from miai.go.board.board import U64, cell_at, new_board
from miai.go.board.set_up import board_of
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, all_points, neighbours, other
from miai.go.notation.diagram import read_diagram, read_marked_diagram
from miai.go.playouts import watch_policy_game
from miai.go.playouts.contexts import CONTEXT_SIZES, PLACES, context_at, keep_contexts, new_contexts, read_contexts
from miai.go.playouts.settings import UNIFORM
from miai.go.rules import plain
from miai.go.tactics.common_fate import measure_fate, new_fate
from miai.go.tactics.ladders import LadderReader
from tests.go.board.pairs import Pair

pytestmark = pytest.mark.plain

SIZE = 9


# --- ladders ---


def is_caught(diagram: str, to_play: int) -> bool:
    """Return whether the chain on `a`, where a stone of the owner is placed, is caught."""
    drawing = read_marked_diagram(diagram)
    [point] = drawing.marks.values()
    owner = BLACK
    position = drawing.position.put(owner, [point])
    return LadderReader(SIZE).is_caught(board_of(position, to_play), int(cell_at(point, SIZE)))


def ladder(breaker: str = ".") -> str:
    return f"""
        . . . . . . . . .
        . . O O . . . . .
        . O a . . . . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . {breaker} . .
        . . . . . . . . .
        . . . . . . . . .
    """


def test_a_stone_in_a_ladder_is_caught_at_the_edge():
    assert is_caught(ladder(), BLACK)


def test_a_ladder_breaker_saves_the_stone():
    assert not is_caught(ladder("X"), BLACK)


def test_a_stone_of_the_attacker_does_not_break_a_ladder():
    assert is_caught(ladder("O"), BLACK)


def test_a_chain_that_captures_its_way_out_is_free():
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . X O O . . .
        . . X O a . O . .
        . . . . O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    assert not is_caught(diagram, BLACK)
    assert is_caught(diagram.replace(". . . X O O", ". . . . O O"), BLACK)


def caught_by_definition(game: plain.PlainGame, point, budget: list[int]) -> bool:
    """Return whether a chain is caught, by recursion over whole positions."""
    chain = plain.chain_at(game.position, point)
    is_owner = game.to_play == chain.color
    if len(chain.liberties) >= 3 or (is_owner and len(chain.liberties) == 2):
        return False
    if not is_owner and len(chain.liberties) == 1:
        return game.is_legal(min(chain.liberties))
    options = set(chain.liberties)
    if is_owner:
        beside = {
            plain.chain_at(game.position, near)
            for near in plain.border(game.position, chain.stones)
            if game.position.color_at(near) == other(chain.color)
        }
        options |= {min(each.liberties) for each in beside if len(each.liberties) == 1}
    answers = []
    for move in options:
        budget[0] -= 1
        if game.is_legal(move) and budget[0] > 0:
            after = plain.PlainGame(game.position, game.to_play, history=game.history[:-1])
            after.play(move)
            answers.append(caught_by_definition(after, point, budget))
    return all(answers) if is_owner else any(answers)


@pytest.mark.parametrize("seed", range(12 if COMPILING else 3))
def test_the_reader_agrees_with_the_definition(seed):
    source, pair, reader, compared = random.Random(seed), Pair(SIZE, False, "simple"), LadderReader(SIZE), 0
    for _ in range(30 + seed):
        pair.play_random_move(source)
    for chain in plain.chains(pair.twin.position):
        budget = [400]
        expected = caught_by_definition(pair.twin, min(chain.stones), budget)
        if budget[0] > 0:
            assert reader.is_caught(pair.board, int(cell_at(min(chain.stones), SIZE))) == expected
            compared += 1
    assert compared


def test_a_reading_without_a_budget_catches_nothing():
    reader = LadderReader(SIZE, budget=0)
    drawing = read_marked_diagram(ladder())
    board = board_of(drawing.position.put(BLACK, list(drawing.marks.values())), BLACK)
    assert not reader.is_caught(board, int(cell_at(drawing.marks["a"], SIZE)))


# --- common fate ---


def fate_by_definition(position, start) -> dict:
    """Return the distances by relaxing every line until nothing changes."""
    far = 10**6
    found = dict.fromkeys(all_points(position.size), far) | {start: 0}
    changed = True
    while changed:
        changed = False
        for point in found:
            for near in neighbours(point, position.size):
                is_same = position.color_at(point) == position.color_at(near) != EMPTY
                if found[near] > found[point] + (0 if is_same else 1):
                    found[near] = found[point] + (0 if is_same else 1)
                    changed = True
    return found


@pytest.mark.parametrize("seed", range(5 if COMPILING else 2))
def test_distances_on_the_common_fate_graph_are_the_shortest(seed):
    source, pair = random.Random(seed), Pair(SIZE, False, "simple")
    for _ in range(20 + 15 * seed):
        pair.play_random_move(source)
    fate = new_fate(pair.board)
    for start in [(0, 0), (4, 4), (8, 2)]:
        expected = fate_by_definition(pair.twin.position, start)
        for farthest in (U64(254), U64(3)):
            measure_fate(fate, pair.board, cell_at(start, SIZE), farthest)
            found = {point: int(fate.distance[cell_at(point, SIZE)]) for point in all_points(SIZE)}
            assert found == {point: steps if steps <= farthest else 255 for point, steps in expected.items()}


def test_the_far_end_of_a_chain_is_near():
    position = read_diagram("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X X X X X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    board = board_of(position)
    fate = new_fate(board)
    measure_fate(fate, board, cell_at((1, 4), SIZE), U64(254))
    assert fate.distance[cell_at((7, 4), SIZE)] == 1 and fate.distance[cell_at((8, 4), SIZE)] == 2


# --- local contexts ---


def test_each_size_of_context_is_closed_under_the_symmetries_of_the_square():
    for size in CONTEXT_SIZES:
        places = set(PLACES[:size])
        assert len(places) == size and (0, 0) not in places
        assert {(y, x) for x, y in places} == places == {(-x, y) for x, y in places}
    assert set(PLACES[:24]) == {(x, y) for x in range(-2, 3) for y in range(-2, 3)} - {(0, 0)}


def by_definition(position, point, color: int, places: int):
    """Return the content of a context: own, enemy, empty or off the board at each place."""
    seen = []
    for column, row in PLACES[:places]:
        here = point[0] + column, point[1] + row
        inside = all(0 <= number < position.size for number in here)
        stone = position.color_at(here) if inside else None
        seen.append("off" if stone is None else {EMPTY: "empty", color: "own"}.get(stone, "enemy"))
    return tuple(seen)


@pytest.mark.parametrize("size", [3, 9, 19] if COMPILING else range(2, 20))
def test_contexts_updated_move_by_move_equal_those_from_scratch(size):
    sizes, moves = (CONTEXT_SIZES, 150) if COMPILING else ((CONTEXT_SIZES[size % 8],), 60 // size)
    source, pair = random.Random(size), Pair(size, True, "simple")
    kept = [new_contexts(pair.board, places) for places in sizes]
    for _ in range(moves):
        color = U64(pair.twin.to_play)
        pair.play_random_move(source)
        for places, contexts in zip(sizes, kept, strict=True):
            keep_contexts(contexts, pair.board, color, U64(pair.board.last), U64(0))
            scratch = new_contexts(pair.board, places)
            assert views_of(contexts, size) == views_of(scratch, size)


def views_of(contexts, size: int) -> list[int]:
    """Return all contexts from both viewpoints."""
    cells = [cell_at(point, size) for point in all_points(size)]
    return [int(context_at(contexts, cell, U64(view))) for view in (BLACK, WHITE) for cell in cells]


def test_contexts_are_equal_where_the_surroundings_are_and_only_there():
    source, pair, names = random.Random(5), Pair(9, False, "simple"), {}
    for _ in range(50):
        pair.play_random_move(source)
    contexts = new_contexts(pair.board, 8)
    for point in all_points(9):
        for color in (BLACK, WHITE):
            found = int(context_at(contexts, cell_at(point, 9), U64(color)))
            names.setdefault(found, set()).add(by_definition(pair.twin.position, point, color, 8))
    assert all(len(meanings) == 1 for meanings in names.values()) and len(names) > 20
    assert len(set.union(*names.values())) == len(names)


@pytest.mark.skipif(COMPILING, reason="another observer is another compilation of the whole game; plain Python shows as much")
def test_contexts_are_an_observer_of_a_playout():
    board = new_board(9)
    contexts, scratch = new_contexts(board, 40), new_contexts(board, 40)
    watch_policy_game(board, UNIFORM.as_record(), new_stream(1), contexts)
    read_contexts(scratch, board)
    assert views_of(contexts, 9) == views_of(scratch, 9)


def test_a_context_of_another_size_is_rejected():
    with pytest.raises(ValueError, match="4, 8, 12, 20, 24, 28, 36, 40 points, not 10"):
        new_contexts(new_board(9), 10)
