"""The steps of a policy: compared with their twin, in diagrams, and under symmetries and exchanged colours."""

from __future__ import annotations

import dataclasses

import pytest

from miai.core.kernels import COMPILING
from miai.core.streams import new_stream
from miai.go.board.board import U64, cell_at, point_at, to_position
from miai.go.board.set_up import board_of
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, all_points, other
from miai.go.notation.diagram import read_diagram, read_marked_diagram
from miai.go.playouts import play_policy_game
from miai.go.playouts.candidates import is_forbidden, is_good
from miai.go.playouts.observers import ATARI, LOW_LIBERTIES, NAKADE, PATTERN
from miai.go.playouts.sensible import better_shape
from miai.go.playouts.settings import BASE, SELF_ATARI_RULES, UNIFORM, PlayoutSettings
from tests.go.playouts.policy_pairs import PolicyPair, board_with_last, found_candidates, moves_of, watched_game
from tests.twins import go_rules
from tests.twins import playouts as twin

pytestmark = pytest.mark.plain

SIZE = 9
POLICY = {rule: PlayoutSettings(self_atari=rule) for rule in SELF_ATARI_RULES}


@pytest.mark.parametrize("seed", range(8 if COMPILING else 1))
def test_the_candidates_of_each_step_are_those_of_the_twin(seed):
    _, diary = watched_game(SIZE, BASE, seed)
    pair, met = PolicyPair(SIZE), set()
    for number, move in enumerate(moves_of(diary, SIZE)):
        pair.play(move)
        if number % (1 if COMPILING else 5) == 0:
            found = pair.found(BASE)
            assert found == pair.expected()
            met |= {step for step, points in found.items() if points}
    assert {ATARI, PATTERN, LOW_LIBERTIES} <= met


@pytest.mark.parametrize("rule", SELF_ATARI_RULES)
def test_the_self_atari_rules_agree_with_the_twin(rule):
    _, diary = watched_game(SIZE, BASE, 100)
    pair, policy, forbidden = PolicyPair(SIZE), POLICY[rule].as_record(), 0
    for number, move in enumerate(moves_of(diary, SIZE)):
        pair.play(move)
        if number >= 60 and number % 4 == 0:
            for point in pair.twin.legal_points():
                found = is_forbidden(pair.board, policy, cell_at(point, SIZE), U64(pair.twin.to_play))
                assert found == twin.is_forbidden(pair.twin.position, pair.twin.to_play, point, rule)
                forbidden += found
    assert (forbidden > 0) == (rule != "ignore")


@pytest.mark.parametrize("policy", [BASE, UNIFORM], ids=["base", "uniform"])
def test_without_eye_potential_incomplete_eyes_may_be_filled_as_by_the_twin(policy):
    settings = dataclasses.replace(policy, eye_potential=False)
    _, diary = watched_game(SIZE, settings, 300)
    record, pair, incomplete = settings.as_record(), PolicyPair(SIZE), 0
    for number, move in enumerate(moves_of(diary, SIZE)):
        for point in pair.twin.legal_points() if number >= 40 and number % 4 == 0 else []:
            found = is_good(pair.board, record, cell_at(point, SIZE), U64(pair.twin.to_play))
            assert found == twin.is_good(pair.twin, point, settings.self_atari, False)
            incomplete += found and go_rules.is_eye(pair.twin.position, point, pair.twin.to_play)
        pair.play(move)
    assert incomplete, "no point was playable that is an eye with EyePotential"


def test_the_eye_shape_rule_agrees_with_the_twin():
    _, diary = watched_game(SIZE, BASE, 200)
    pair, moved = PolicyPair(SIZE), 0
    for move in moves_of(diary, SIZE):
        pair.play(move)
        for point in all_points(SIZE) if len(pair.past) % 5 == 0 else []:
            if pair.twin.position.color_at(point) == EMPTY:
                found = int(better_shape(pair.board, cell_at(point, SIZE)))
                assert (point_at(found, SIZE) if found else None) == twin.better_shape(pair.twin.position, point)
                moved += found != 0
    assert moved


@pytest.mark.parametrize("symmetry", [name for name in go_rules.SYMMETRIES if name != "identity"])
def test_candidates_are_symmetric(symmetry):
    position, last, to_play, extended = late_position(3)
    turn = go_rules.SYMMETRIES[symmetry]
    turned = board_with_last(go_rules.transform(position, symmetry), to_play, turn(*last, SIZE - 1))
    plain = found_candidates(board_with_last(position, to_play, last), BASE.as_record(), extended)
    found = found_candidates(turned, BASE.as_record(), extended)
    assert found == {step: {turn(*point, SIZE - 1) for point in points} for step, points in plain.items()}
    assert any(plain.values())


@pytest.mark.parametrize("seed", range(4))
def test_colours_exchanged_give_the_same_candidates(seed):
    position, last, to_play, extended = late_position(seed)
    plain = found_candidates(board_with_last(position, to_play, last), BASE.as_record(), extended)
    swapped = board_with_last(go_rules.swap_colors(position), other(to_play), last)
    assert found_candidates(swapped, BASE.as_record(), extended) == plain


def late_position(seed: int):
    """A position, its last move, the player to move, and whether the last move extended a chain in atari."""
    _, diary = watched_game(SIZE, BASE, seed)
    pair = PolicyPair(SIZE)
    for move in moves_of(diary, SIZE)[:55]:
        pair.play(move)
    while isinstance(pair.last, str) or not any(pair.expected().values()):
        pair.play(moves_of(diary, SIZE)[len(pair.past) - 1])
    return pair.twin.position, pair.last, pair.twin.to_play, pair.extended


def drawn(diagram: str, to_play: int):
    """Return a board and the marks of a diagram of its lowest rows; the last move is the stone in brackets."""
    lines = [line for line in diagram.splitlines() if line.strip()]
    lines = [". " * SIZE] * (SIZE - len(lines)) + lines
    drawing = read_marked_diagram("\n".join(lines))
    row = next(number for number, line in enumerate(lines) if "(" in line)
    column = len(lines[row][: lines[row].index("(")].split())
    return board_with_last(drawing.position, to_play, (column, SIZE - 1 - row)), drawing.marks


def candidates(diagram: str, step, to_play: int, extended: bool = False) -> str:
    """Return the marks of the candidates of one step; all of them must be marked."""
    board, marks = drawn(diagram, to_play)
    found = found_candidates(board, BASE.as_record(), extended)[step]
    assert found <= set(marks.values()), f"not marked: {found - set(marks.values())}"
    return "".join(sorted(name for name, point in marks.items() if point in found))


def test_a_stone_in_atari_is_extended():
    diagram = """
        . . . X . . . . .
        . . X O(X). . . .
        . . . a . . . . .
        . . . . . . . . .
    """
    assert candidates(diagram, ATARI, WHITE) == "a"


def test_a_stone_in_atari_is_saved_by_a_capture_too():
    diagram = """
        . . . X b O . . .
        . . X O(X)O . . .
        . . . a O . . . .
        . . . . . . . . .
    """
    assert candidates(diagram, ATARI, WHITE) == "ab"


def test_an_extension_that_stays_in_atari_is_no_rescue():
    diagram = """
        . . X . . . . . .
        .(X)O a X . . . .
        . . X X . . . . .
    """
    assert candidates(diagram, ATARI, WHITE) == ""


def test_a_snapback_is_taken():
    diagram = """
        O O O O . . . . .
        X X X O . . . . .
        a(X)X O . . . . .
    """
    assert candidates(diagram, ATARI, WHITE) == "a"


LADDER = """
    . . . O O . . . .
    . . O X(X)a . . .
    . . . O b . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_a_ladder_is_continued_in_the_right_direction():
    assert candidates(LADDER, ATARI, WHITE, extended=True) == "a"


def test_a_chain_that_was_not_in_atari_is_not_chased():
    assert candidates(LADDER, ATARI, WHITE, extended=False) == ""


def test_a_chain_with_three_liberties_is_not_chased():
    diagram = """
        . . . O O . . . .
        . . O X(X). . . .
        . . . O . . . . .
        . . . . . . . . .
    """
    assert candidates(diagram.replace(". . . O O .", ". . . O . .", 1), ATARI, WHITE, extended=True) == ""


@pytest.mark.parametrize(
    "diagram",
    [
        """
        O O O O . . . . .
        . a .(O). . . . .
        """,
        """
        O O . . . . . . .
        . O O . . . . . .
        a .(O). . . . . .
        """,
        """
        O O O O . . . . .
        O . O O . . . . .
        . a .(O). . . . .
        """,
        """
        O O . . . . . . .
        . . O . . . . . .
        . a .(O). . . . .
        """,
        """
        . O O . . . . . .
        O . . O . . . . .
        O . a .(O). . . .
        O O . O . . . . .
        O O O O . . . . .
        """,
    ],
    ids=["straight three", "bent three", "pyramid", "bulky five", "rabbity six"],
)
def test_the_vital_point_of_an_eye_space_is_played(diagram):
    assert candidates(diagram, NAKADE, BLACK) == "a"
    assert candidates(diagram.replace("O", "X"), NAKADE, WHITE) == "a"


@pytest.mark.parametrize(
    "diagram",
    [
        """
        O O O O O . . . .
        . . . .(O). . . .
        """,
        """
        O O . . . . . . .
        . .(O). . . . . .
        . . O . . . . . .
        """,
        """
        O O X O . . . . .
        . . .(O). . . . .
        """,
        """
        O O O . . . . . .
        . .(O). . . . . .
        """,
    ],
    ids=["straight four", "square four", "open to the other colour", "two points"],
)
def test_an_eye_space_without_a_vital_point_is_left_alone(diagram):
    assert candidates(diagram, NAKADE, BLACK) == ""


def test_a_hane_is_answered():
    diagram = """
        . . c d . . . . .
        . . X(O). . . . .
        . . a b . . . . .
        . . . . . . . . .
    """
    assert candidates(diagram, PATTERN, BLACK) == "abcd"


def test_a_chain_of_two_liberties_extends_to_three():
    diagram = """
        . . . . . . . . .
        . . . X X . . . .
        . . a O(X). . . .
        . . O b X . . . .
        . . X X . . . . .
    """
    assert candidates(diagram, LOW_LIBERTIES, WHITE) == "a"


def test_a_race_of_two_against_two_is_won_by_the_atari_that_leaves_no_room():
    diagram = """
        X X X X . . . . .
        O O O X . . . . .
        X X O(X). . . . .
        a b O c . . . . .
    """
    assert candidates(diagram, LOW_LIBERTIES, WHITE) == "ab"


SEKI = """
    X X X X O O O O O
    . X . X O . O O O
    X X X X O O . O O
    X X X O O O O O O
    X X X O O O O O O
    X O O X O O O O O
    X O O X O O O O O
    X O . X O O O O O
    X O . X O O O O O
"""


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_a_seki_is_left_alone(to_play):
    position = read_diagram(SEKI)
    for seed in range(10 if COMPILING else 2):
        board = board_of(position, to_play)
        play_policy_game(board, BASE.as_record(), new_stream(seed))
        assert to_position(board) == position


def test_the_better_of_two_points_in_an_eye_space_is_played():
    board, marks = drawn("O O O O . . . . .\n b a .(O). . . . .", BLACK)
    assert better_shape(board, cell_at(marks["b"], SIZE)) == cell_at(marks["a"], SIZE)
    assert better_shape(board, cell_at(marks["a"], SIZE)) == 0
