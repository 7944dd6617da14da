"""The drawings: each is parsed as XML, and its shapes are counted."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, all_points
from miai.go.notation.position import Position
from miai.web.drawing import board, curve, geometry, graph, variations
from tests.web.games import tree_of

pytestmark = pytest.mark.plain


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("size", range(2, 20))
def test_every_board_has_its_lines_and_letters_and_all_points_inside(size, coordinates):
    canvas = board.Canvas(size, coordinates)
    wood = parsed(board.draw_wood(canvas))
    assert len(wood.findall(".//text")) == (4 * size if coordinates else 0)
    assert wood.find(".//path").attrib["d"].count("M") == 2 * size
    for point in all_points(size):
        assert all(
            geometry.edge_of(coordinates) <= part <= canvas.width - geometry.edge_of(coordinates) for part in canvas.at(point)
        )


@pytest.mark.parametrize("size, stars", [(2, 0), (5, 1), (7, 5), (8, 4), (9, 5), (13, 5), (19, 9)])
def test_star_points_are_those_of_real_boards(size, stars):
    assert len(board.star_points(size)) == stars


def test_each_stone_is_drawn_once_and_the_last_move_is_marked():
    position = Position.of(9, [(4, 4), (2, 2)], [(6, 6)])
    drawn = board.draw_stones(board.Canvas(9, True), position, last=(6, 6), dead=[(2, 2)])
    assert {each.attrib["data-at"]: each.attrib["class"] for each in parsed(drawn).findall(".//circle[@data-at]")} == {
        "E5": "b",
        "C3": "b dead",
        "G7": "w",
    }
    assert drawn.count('class="last on-w"') == 1 and drawn.count("cross") == 1


def test_move_numbers_replace_the_mark_of_the_last_move():
    drawn = board.draw_stones(board.Canvas(9, True), Position.of(9, [(4, 4)]), (4, 4), numbers={(4, 4): 101})
    assert "last" not in drawn and ">101<" in drawn and "small" in drawn


@given(st.lists(st.integers(-100, 100), min_size=25, max_size=25))
def test_every_owned_point_has_one_square(owners):
    drawn = board.draw_owners(board.Canvas(5, False), owners)
    parsed(drawn)
    assert drawn.count("z") == sum(round(abs(owner) / 100 * board.LEVELS) > 0 for owner in owners)


def test_hints_show_win_rate_and_visits_and_mark_the_best():
    drawn = board.draw_hints(board.Canvas(9, True), [((4, 4), 0.537, 1234), ((2, 2), 0.31, 50)])
    assert ">54<" in drawn and ">1.2k<" in drawn and ">31<" in drawn
    assert drawn.count("hint best") == 1 and 'hint best" data-hint="E5"' in drawn


def test_colours_of_hints_run_from_blue_to_red():
    hues = [float(board.hint_color(loss)[4:].split()[0]) for loss in (-0.1, 0.0, 0.05, 0.1, 0.2, 0.9)]
    assert hues == sorted(hues, reverse=True) and hues[0] == hues[1] == 195 and hues[-1] == 5


@pytest.mark.parametrize(
    "number, text",
    [(7, "7"), (999, "999"), (1000, "1.0k"), (1250, "1.2k"), (34_400, "34k"), (999_600, "1.0M"), (2_100_000, "2.1M")],
)
def test_counts_have_at_most_four_characters(number, text):
    assert board.short(number) == text


def test_a_variation_is_numbered_without_passes_and_occupied_points():
    drawn = board.draw_line(board.Canvas(9, True), [(0, 0), None, (1, 1), (0, 0), (4, 4)], BLACK, Position.of(9, [(4, 4)]))
    assert [each.attrib["data-pv"] for each in parsed(drawn).findall(".//circle")] == ["1", "3"]


def test_the_curve_shows_analysed_moves_and_a_click_finds_the_move():
    notes = [{"win": 0.5, "lead": 0.0}, None, {"win": 0.9, "lead": 30.0}]
    drawn = curve.draw_curve(notes, 1, [2])
    parsed(drawn)
    assert drawn.count("win-dot") == 2 and 'data-mistake="2"' in drawn and "+40" in drawn
    assert [curve.move_at(share, 3) for share in (0.0, 0.5, 1.0)] == [0, 1, 2]
    parsed(curve.draw_curve([None], 0))


def test_each_variation_has_a_row_and_the_current_node_is_marked():
    tree = tree_of("E5 C3 G3")
    tree.step(-1)
    tree.play((2, 6))
    drawn = variations.draw_variations(tree)
    assert len(parsed(drawn).findall(".//*[@data-node]")) == 5
    assert f'class="dot b now" data-node="{tree.current}"' in drawn
    places = variations.lay_out(tree)
    assert len(set(places.values())) == 5 and places[0] == (0, 0)


def test_a_long_game_is_drawn_around_the_current_move_only():
    tree = tree_of("pass " * 300)
    assert len(parsed(variations.draw_variations(tree)).findall(".//*[@data-node]")) <= variations.COLUMNS


DIAMOND = {
    "layers": [
        [{"id": 0, "visits": 100, "value": 0.5}],
        [{"id": 1, "visits": 60, "value": 0.5}, {"id": 2, "visits": 40, "value": 0.4}],
        [{"id": 3, "visits": 30, "value": 0.6}],
    ],
    "links": [[0, 1, "A1", 60], [0, 2, "B2", 40], [1, 3, "B2", 20], [2, 3, "A1", 10]],
    "mode": "uct-dag",
}


def test_the_graph_marks_a_transposition():
    drawn = graph.draw_graph(DIAMOND)
    parsed(drawn)
    assert drawn.count('class="node joined"') == 1 and drawn.count('class="edge"') == 4
    assert graph.find_transposition(DIAMOND) == (["A1", "B2"], ["B2", "A1"], 30)
    assert graph.find_transposition(DIAMOND | {"links": DIAMOND["links"][:3]}) is None
