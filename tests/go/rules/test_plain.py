"""The plain rules: diagrams with verdicts known from the rules."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, all_points, from_vertex, neighbours, other
from miai.go.notation.diagram import draw, read_diagram, read_marked_diagram
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame, area, chain_at, chains, play, territory
from tests.twins import go_rules
from tests.twins.go_rules import is_eye, unconditionally_alive

pytestmark = pytest.mark.plain


def game_of(text, to_play=BLACK, **rules):
    drawing = read_marked_diagram(text)
    return PlainGame(drawing.position, to_play, **rules), drawing.marks


def test_a_chain_has_its_stones_and_exactly_its_liberties():
    position = read_diagram("""
        . . O . .
        . X X O .
        . X . . .
        . . . . .
        . . . . X
    """)
    chain = chain_at(position, (1, 2))
    assert chain.stones == {(1, 2), (1, 3), (2, 3)}
    assert chain.liberties == {(0, 2), (0, 3), (1, 1), (1, 4), (2, 2)}
    assert len(chains(position)) == 4


def test_a_stone_captures_every_chain_it_leaves_without_liberties():
    game, marks = game_of("""
        O a O X .
        X X X . .
        . . . . .
        . . . . .
        . . . . .
    """)
    game.play(marks["a"])
    assert draw(game.position).splitlines()[0] == ". X . X ."
    assert game.captures == {BLACK: 2, WHITE: 0}


def test_capturing_comes_before_suicide():
    game, marks = game_of("""
        a O X
        O X .
        X . .
    """)
    assert game.is_legal(marks["a"])
    game.play(marks["a"])
    assert not game.position.white


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide_is_legal_only_where_the_rules_allow_it(suicide):
    game, marks = game_of(
        """
        a X O
        X X O
        O O .
        """,
        suicide=suicide,
    )
    assert game.is_legal(marks["a"]) is suicide
    assert game.why_illegal(marks["a"]) == (None if suicide else "suicide")
    if suicide:
        game.play(marks["a"])
        assert not game.position.black
        assert game.captures == {BLACK: 0, WHITE: 4}


KO = """
    . X O . .
    X a b O .
    . X O . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_a_ko_cannot_be_retaken_at_once_but_after_a_threat_and_its_answer(ko):
    drawing = read_marked_diagram(KO)
    a, b = drawing.marks["a"], drawing.marks["b"]
    game = PlainGame(drawing.position.put(BLACK, [b]), WHITE, ko=ko)
    game.play(a)
    assert game.position.color_at(b) == EMPTY
    assert game.why_illegal(b) == "ko"
    game.play((0, 0))
    game.play((4, 0))
    assert game.is_legal(b)


def test_a_ko_may_be_retaken_after_two_passes_by_simple_ko_only():
    drawing = read_marked_diagram(KO)
    a, b = drawing.marks["a"], drawing.marks["b"]
    verdicts = {}
    for ko in ("simple", "positional", "situational"):
        game = PlainGame(drawing.position.put(BLACK, [b]), WHITE, ko=ko)
        for move in (a, PASS, PASS):
            game.play(move)
        verdicts[ko] = game.is_legal(b)
    assert verdicts == {"simple": True, "positional": False, "situational": False}


def test_sending_two_returning_one_is_forbidden_by_positional_superko_only():
    # White sends a second stone, Black takes both, White takes one back: the first position again, but now with Black to move.
    drawing = read_marked_diagram("""
        a O b O .
        X X O O .
        . X X O .
        . . X O .
        . . . . .
    """)
    returning = (1, 4)
    legal = {}
    for ko in ("simple", "positional", "situational"):
        game = PlainGame(drawing.position, WHITE, ko=ko)
        game.play(drawing.marks["a"])
        game.play(drawing.marks["b"])
        legal[ko] = game.is_legal(returning)
        assert play(game.position, WHITE, returning) == drawing.position
    assert legal == {"simple": True, "positional": False, "situational": True}


def test_a_multi_stone_snapback_is_not_a_ko():
    game, marks = game_of(
        """
        . X O O .
        . X X O .
        O O a X O
        . . O O .
        . . . . .
        """,
        WHITE,
    )
    assert game.is_legal(marks["a"])


def test_single_stone_suicide_repeats_the_position_under_positional_superko():
    text = """
        a X .
        X X .
        . . .
    """
    for ko, legal in (("simple", True), ("positional", False), ("situational", True)):
        game, marks = game_of(text, WHITE, suicide=True, ko=ko)
        assert game.is_legal(marks["a"]) is legal


def test_situational_superko_distinguishes_the_player_to_move():
    text = """
        a X .
        X X .
        . . .
    """
    game, marks = game_of(text, BLACK, suicide=True, ko="situational")
    game.play(PASS)  # the drawn position with White to move
    assert not game.is_legal(marks["a"]), "the suicide would bring back the drawn position with Black to move"


def test_two_passes_in_turn_end_the_game_and_a_move_between_them_does_not():
    game = PlainGame(Position.of(5))
    for move in (PASS, (0, 0), PASS):
        game.play(move)
    assert not game.is_terminal()
    game.play(PASS)
    assert game.is_terminal()


def test_an_illegal_move_is_rejected_with_its_reason():
    game = PlainGame(Position.of(5))
    game.play((0, 0))
    with pytest.raises(ValueError, match="occupied"):
        game.play((0, 0))


FINISHED = """
    . X O . O
    X X O O .
    . X X O O
    X O X X X
    . X . . .
"""


def test_area_counts_stones_and_the_empty_points_that_one_colour_reaches():
    assert area(read_diagram(FINISHED)) == (16, 9)


def test_area_without_dead_stones_counts_their_points_for_the_other():
    position = read_diagram("""
        . X O .
        . X O .
        O X O .
        . X O .
    """)
    assert area(position) == (4, 9)
    assert area(position, dead=[(0, 1)]) == (8, 8)


def test_territory_counts_prisoners_twice_for_dead_stones():
    position = read_diagram("""
        . X O .
        . X O .
        O X O .
        . X O .
    """)
    assert territory(position, {BLACK: 3, WHITE: 2}, dead=[(0, 1)]) == (4 + 3 + 1, 4 + 2)


def test_territory_next_to_a_seki_is_neutral():
    position = read_diagram("""
        . X O .
        . X O .
        . X O .
        . X O .
    """)
    assert territory(position, {BLACK: 0, WHITE: 0}, seki=[(1, 0), (1, 1), (1, 2), (1, 3)]) == (0, 4)


def test_an_empty_board_is_neutral():
    assert area(Position.of(9)) == (0, 0)


@pytest.mark.parametrize(
    ("text", "with_potential", "without"),
    [
        ("a X . \n X X . \n . . . ", True, True),
        ("a X . \n X . . \n . . . ", True, False),
        ("a X . \n X O . \n . . . ", False, False),
        ("X X X \n X a X \n X X X ", True, True),
        ("O X X \n X a X \n X X X ", True, True),
        ("O X X \n X a X \n X X O ", False, False),
        (". X X \n X a X \n X X O ", True, True),
        (". X X X \n X a X X \n X X O . \n . . . .", True, True),
        (". X X . \n X a X . \n . X O . \n . . . .", True, False),
        ("X X X . \n X a X . \n . X . . \n . . . .", True, False),
        ("X a X . \n O X X . \n . . . . \n . . . .", False, False),
        ("X a O . \n X X X . \n . . . . \n . . . .", False, False),
    ],
)
def test_both_versions_of_the_one_point_eye(text, with_potential, without):
    drawing = read_marked_diagram(text)
    point = drawing.marks["a"]
    assert is_eye(drawing.position, point, BLACK, potential=True) is with_potential
    assert is_eye(drawing.position, point, BLACK, potential=False) is without
    assert not is_eye(drawing.position, point, WHITE)


def test_a_stone_is_never_an_eye():
    assert not is_eye(read_diagram("XX\nXX"), (0, 0), BLACK)


def test_two_separate_eyes_live_unconditionally_and_one_does_not():
    position = read_diagram("""
        . X . X O
        X X X X O
        O O O O O
        . . O . .
        O O O O .
    """)
    assert unconditionally_alive(position, BLACK) == position.black
    without_second_eye = position.put(BLACK, [(2, 4)])
    assert unconditionally_alive(without_second_eye, BLACK) == set()


def test_chains_that_share_two_eyes_live_together():
    position = read_diagram("""
        . X X . X O
        X O O X X O
        X O O O O O
        . X O . . .
        X X O . . .
        O O O . . .
    """)
    alive = unconditionally_alive(position, BLACK)
    assert alive == set()  # the upper and the lower chain share an eye, but each needs a second vital region
    both = read_diagram("""
        . X . X O
        X X X . X
        . X O X X
        X X O O O
        O O O . .
    """)
    assert (1, 4) in unconditionally_alive(both, BLACK)


def test_a_region_with_an_empty_point_away_from_the_chain_is_not_vital():
    wide = read_diagram("""
        . . . X X
        . . . X .
        . . . X X
        X X X X X
        X X X X X
    """)
    narrow = read_diagram("""
        . . . X X
        X X X X .
        . O . X X
        X X X X X
        X X X X X
    """)
    assert unconditionally_alive(wide, BLACK) == set()
    assert unconditionally_alive(narrow, BLACK) == narrow.black


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 7), st.randoms(use_true_random=False), st.booleans(), st.sampled_from(["simple", "positional", "situational"])
)
def test_laws_hold_after_every_move_of_a_random_game(size, source, suicide, ko):
    game = PlainGame(Position.of(size), suicide=suicide, ko=ko)
    for _ in range(40):
        playable = game.legal_points()
        game.play(source.choice([*playable, PASS]))
        position = game.position
        for chain in chains(position):
            assert chain.liberties, "no chain stays without liberties"
        black, white = area(position)
        neutral = [p for p in all_points(size) if position.color_at(p) == EMPTY]
        assert black + white <= size**2
        assert black + white >= size**2 - len(neutral)
        if ko == "positional":
            seen = [before for before, _ in game.history]
            changed = [p for p, q in itertools.pairwise(seen) if p != q]
            assert len(set(changed)) == len(changed), "no position comes twice, passes apart"
        if game.is_terminal():
            break


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 6), st.randoms(use_true_random=False), st.sampled_from(sorted(go_rules.SYMMETRIES)))
def test_a_game_under_a_symmetry_or_with_exchanged_colours_is_the_same_game(size, source, symmetry):
    last, move_point = size - 1, go_rules.SYMMETRIES[symmetry]
    game, seen, swapped = PlainGame(Position.of(size)), PlainGame(Position.of(size)), PlainGame(Position.of(size), WHITE)
    for _ in range(3 * size**2):
        points = game.legal_points()
        assert {move_point(*p, last) for p in points} == set(seen.legal_points())
        assert points == swapped.legal_points()
        move = source.choice(points) if points else PASS
        game.play(move)
        seen.play(move if move == PASS else move_point(*move, last))
        swapped.play(move)
        assert go_rules.transform(game.position, symmetry) == seen.position
        assert go_rules.swap_colors(game.position) == swapped.position
        assert area(seen.position) == area(game.position) == area(swapped.position)[::-1]


def test_the_eight_symmetries_are_distinct():
    position = Position.of(5, [(1, 0)], [(4, 3)])
    assert len({go_rules.transform(position, name) for name in go_rules.SYMMETRIES}) == 8


def test_random_games_end_with_small_eyes_only():
    game = PlainGame(Position.of(7))
    go_rules.random_game(game, random.Random(5))
    assert game.is_terminal()
    assert go_rules.playable_points(game) == []


def test_the_move_of_a_random_game_is_uniform_among_playable_points():
    position = read_diagram("""
        . X .
        X X .
        . . O
    """)
    playable = go_rules.playable_points(PlainGame(position))
    assert (0, 2) not in playable, "an eye is not filled"
    counts = dict.fromkeys(playable, 0)
    for seed in range(2000):
        counts[go_rules.random_game(PlainGame(position), random.Random(seed), limit=1)[0]] += 1
    expected = 2000 / len(playable)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 20, counts  # 3 or 4 degrees of freedom: far in the tail


def test_random_games_respect_their_limit():
    assert len(go_rules.random_game(PlainGame(Position.of(9)), random.Random(1), limit=10)) == 10


def test_the_neighbour_relation_goes_both_ways():
    assert all(p in neighbours(q, 5) for p in all_points(5) for q in neighbours(p, 5))
    assert other(BLACK) == WHITE
    assert from_vertex("A1", 5) == (0, 0)
