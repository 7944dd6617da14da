"""Points as GTP and SGF write them."""

import pytest

from miai.go.notation.coordinates import (
    BLACK,
    PASS,
    RESIGN,
    WHITE,
    all_points,
    color_from_text,
    from_letters,
    from_vertex,
    from_vertex_list,
    neighbours,
    to_letters,
    to_vertex,
)

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("point", "vertex", "letters"),
    [((0, 0), "A1", "as"), ((0, 18), "A19", "aa"), ((18, 18), "T19", "sa"), ((18, 0), "T1", "ss"), ((8, 3), "J4", "ip")],
)
def test_the_corners_of_a_large_board_are_where_the_drawing_shows_them(point, vertex, letters):
    assert to_vertex(point) == vertex
    assert to_letters(point, 19) == letters
    assert from_vertex(vertex.lower(), 19) == from_letters(letters, 19) == point


@pytest.mark.parametrize("size", range(2, 20))
def test_every_point_is_read_back_in_both_notations_on_every_size(size):
    for point in all_points(size):
        assert from_vertex(to_vertex(point), size) == point
        assert from_letters(to_letters(point, size), size) == point


def test_pass_and_resign_are_moves_in_any_case():
    assert from_vertex("PASS", 9) == PASS
    assert from_vertex(" Resign ", 9) == RESIGN
    assert to_vertex(PASS) == "pass"


def test_an_empty_value_and_tt_are_passes_in_sgf():
    assert from_letters("", 19) == from_letters("tt", 19) == from_letters("tt", 9) == PASS
    assert to_letters(PASS, 19) == ""


def test_a_resignation_cannot_be_written_as_an_sgf_move():
    with pytest.raises(ValueError, match="resignation"):
        to_letters(RESIGN, 9)


@pytest.mark.parametrize("text", ["", "I5", "A0", "A01", "K", "10", "A1 B2", "AA1", "Ａ1", "D-4"])
def test_a_wrong_vertex_is_rejected_with_an_example(text):
    with pytest.raises(ValueError, match=r"is not a point.*T19"):
        from_vertex(text, 19)


def test_a_vertex_off_the_board_is_rejected_with_the_range():
    with pytest.raises(ValueError, match=r"'K1' is not on a board of 9x9; its points are A1 to J9"):
        from_vertex("K1", 9)


def test_column_i_is_explained():
    with pytest.raises(ValueError, match="no column I"):
        from_vertex("i3", 9)


@pytest.mark.parametrize("text", ["a", "abc", "a1", "日本", "jj"])
def test_wrong_points_in_sgf_are_rejected(text):
    with pytest.raises(ValueError, match="is not"):
        from_letters(text, 9)


def test_lists_of_points_may_have_commas_and_blanks():
    assert from_vertex_list("A1, b2 C3", 9) == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(ValueError, match="pass"):
        from_vertex_list("A1 pass", 9)


def test_colours_are_read_in_both_notations():
    assert [color_from_text(text) for text in ("b", "Black", "W", "white")] == [BLACK, BLACK, WHITE, WHITE]
    with pytest.raises(ValueError, match="not a colour"):
        color_from_text("red")


def test_neighbours_are_two_in_a_corner_three_at_the_edge_and_four_inside():
    assert [len(neighbours(point, 5)) for point in ((0, 0), (2, 0), (2, 2))] == [2, 3, 4]
