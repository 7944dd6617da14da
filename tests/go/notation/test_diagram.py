"""Boards as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, all_points
from miai.go.notation.diagram import Caption, draw, pretty, read_diagram, read_marked_diagram, star_points
from miai.go.notation.position import Position

pytestmark = pytest.mark.plain

ANSI = re.compile("\033\\[[0-9;]*m")


@st.composite
def positions(chosen):
    size = chosen(st.integers(2, 19))
    colors = chosen(st.lists(st.sampled_from([EMPTY, BLACK, WHITE]), min_size=size**2, max_size=size**2))
    points = list(zip(all_points(size), colors, strict=True))
    return Position.of(size, [p for p, color in points if color == BLACK], [p for p, color in points if color == WHITE])


@given(positions())
def test_a_drawn_board_is_read_back_with_and_without_coordinates(position):
    assert read_diagram(draw(position)) == position
    assert read_diagram(draw(position, coordinates=True)) == position


@given(positions(), st.data())
def test_the_plain_terminal_board_can_be_read(position, data):
    last = data.draw(st.none() | st.sampled_from(all_points(position.size)))
    assert read_diagram(pretty(position, last=last)) == position


def test_the_first_line_is_the_top_row():
    position = read_diagram("""
        . . X
        . . .
        O . .
    """)
    assert position.black == {(2, 2)}
    assert position.white == {(0, 0)}


def test_frames_coordinates_and_other_signs_are_understood():
    framed = """
         A B C
        +-----+
      3 |# . ●| 3
      2 |. + o| 2
      1 |○ , x| 1
        +-----+
         A B C
    """
    assert read_diagram(framed) == read_diagram("X.X\n..O\nO.X")


def test_small_letters_are_names_of_empty_points():
    drawing = read_marked_diagram("""
        a X
        O b
    """)
    assert drawing.marks == {"a": (0, 1), "b": (1, 0)}
    assert drawing.position.color_at((0, 1)) == EMPTY


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("...\n..\n...", "line 2 of the diagram has 2 points, but there are 3 rows"),
        ("..\n.?", "line 2 of the diagram has the unknown sign '\\?'"),
        ("aa\n..", "line 1 .* a second time"),
        (".", "board size 1"),
        ("", "board size 0"),
    ],
)
def test_a_wrong_diagram_is_rejected_with_its_line(text, reason):
    with pytest.raises(ValueError, match=reason):
        read_diagram(text)


@pytest.mark.parametrize(("size", "count"), [(2, 0), (4, 0), (5, 1), (7, 5), (9, 5), (10, 4), (13, 5), (19, 9)])
def test_star_points_are_those_of_a_printed_board(size, count):
    assert len(star_points(size)) == count


def test_a_terminal_board_shows_last_move_captures_and_player_to_move():
    position = read_diagram("""
        . . . . .
        . X O . .
        . . . . .
        . . . . .
        . . . . .
    """)
    drawn = pretty(position, last=(2, 3), caption=Caption(BLACK, (0, 1), ("a game",)))
    assert drawn.splitlines() == [
        "    A B C D E",
        " 5  . . . . . 5   a game",
        " 4  . X(O). . 4   Black has captured 0",
        " 3  . . + . . 3   White has captured 1",
        " 2  . . . . . 2   Black to play",
        " 1  . . . . . 1",
        "    A B C D E",
    ]


def test_a_caption_longer_than_the_board_continues_below_it():
    drawn = pretty(Position.of(2), caption=Caption(WHITE, (0, 0), ("one", "two")))
    assert drawn.splitlines()[-3:] == ["Black has captured 0", "White has captured 0", "White to play"]


@given(positions())
def test_the_coloured_board_has_the_same_rows_as_the_plain_one(position):
    plain, coloured = pretty(position).splitlines(), ANSI.sub("", pretty(position, ansi=True)).splitlines()
    assert [len(line) for line in plain] == [len(line) for line in coloured]
    assert sum(line.count("●") for line in coloured) == len(position.black | position.white)


def test_dead_stones_are_small_letters():
    assert "x" in pretty(read_diagram("X.\n.O"), dead=[(0, 1)])


def test_two_stones_on_one_point_are_rejected():
    with pytest.raises(ValueError, match="both black and white"):
        Position.of(3, [(0, 0)], [(0, 0)])
    with pytest.raises(ValueError, match="not on a board"):
        Position.of(3, [(3, 0)])
