"""The markup and the header of a record."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from miai.go.notation.position import Position
from miai.web.drawing.board import Canvas
from miai.web.drawing.markup import draw_markup
from miai.web.markup import plain_text, read_markup
from miai.web.page.record_card import describe_result, describe_seconds

pytest.importorskip("nicegui")


def test_signs_labels_arrows_and_rectangles_are_read():
    found = read_markup({"TR": ["aa", "ba:cb"], "LB": ["ee:A", "ff:a\\]b"], "AR": ["aa:ii"], "LN": ["bb:bb"], "XX": ["aa"]}, 9)
    assert found.signs == {"TR": [(0, 8), (1, 7), (2, 7), (1, 8), (2, 8)]}
    assert found.labels == {(4, 4): "A", (5, 3): "a]b"}
    assert found.links == [("AR", (0, 8), (8, 0))]


def test_values_that_are_no_points_are_left_out():
    found = read_markup({"TR": ["", "zz", "tt", "a", "aa:zz"], "LB": ["aa", ":A", "zz:B", "bb: "], "AR": ["aa", "aa:tt", "::"]}, 9)
    assert (found.signs, found.labels, found.links) == ({}, {}, [])


def test_marks_contrast_with_what_lies_below_and_labels_are_escaped():
    markup = read_markup({"TR": ["aa"], "SQ": ["ba"], "MA": ["ca"], "LB": ["da:<b>"]}, 9)
    svg = draw_markup(Canvas(9, True), markup, Position.of(9, [(0, 8)], [(1, 8)]))
    assert [f"mark {ground}" in svg for ground in ("on-b", "on-w", "on-wood")] == [True] * 3
    assert "&lt;b&gt;" in svg and "<b>" not in svg


def test_labels_have_no_characters_that_are_none_in_a_picture():
    markup = read_markup({"LB": ["aa:\x01\x1b[2J", "ba:\uffff\ud800", "ca:&<"]}, 9)
    svg = draw_markup(Canvas(9, True), markup, Position.of(9, [], []))
    assert len(markup.labels) == 3 and ElementTree.fromstring(svg) is not None


def test_escapes_of_a_value_are_resolved():
    assert plain_text("a\\]b\\\\c\\\nd") == "a]b\\cd"


@pytest.mark.parametrize(
    "result, words",
    [
        ("B+2", "Black wins by 2 points"),
        ("W+0.5", "White wins by 0.5 points"),
        ("B+1", "Black wins by 1 point"),
        ("w+r", "White wins by resignation"),
        ("B+Time", "Black wins on time"),
        ("W+F", "White wins by forfeit"),
        ("B+", "Black wins"),
        ("0", "a draw"),
        ("Void", "no result"),
        ("?", "unknown"),
        ("黒中押し勝ち", "黒中押し勝ち"),
        ("", ""),
    ],
)
def test_a_result_is_shown_in_words(result, words):
    assert describe_result(result) == words


@pytest.mark.parametrize(
    "text, words", [("5400", "1 h 30 min"), ("7200", "2 h"), ("600", "10 min"), ("20", "20 s"), ("1 hour", "1 hour")]
)
def test_the_main_time_is_shown_in_hours_and_minutes(text, words):
    assert describe_seconds(text) == words
