"""Lines of GTP: numbers, comments, blanks, control characters, answers."""

from __future__ import annotations

import pytest

from miai.gtp.protocol import Command, failure, parse_line, success

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    "line, expected",
    [
        ("name", Command("", "name", ())),
        ("12 name", Command("12", "name", ())),
        ("  7\tplay   b\tD4  ", Command("7", "play", ("b", "D4"))),
        ("007 name", Command("007", "name", ())),
        ("play b D4 # the star point", Command("", "play", ("b", "D4"))),
        ("play b D4#comment", Command("", "play", ("b", "D4"))),
        ("na\x01\x0bme\r", Command("", "name", ())),
        ("1", Command("1", "", ())),
        ("1e5 name", Command("", "1e5", ("name",))),
        ("-3 name", Command("", "-3", ("name",))),
        ("²3 name", Command("", "²3", ("name",))),
        ("9" * 40 + " name", Command("", "9" * 40, ("name",))),
    ],
)
def test_a_line_is_cleaned_and_split(line, expected):
    assert parse_line(line) == expected


@pytest.mark.parametrize("line", ["", "   ", "\t", "# only a comment", "\r", "\x00\x07", "   # 1 name"])
def test_an_empty_line_is_not_answered(line):
    assert parse_line(line) is None


def test_answers_begin_with_a_sign_and_the_number_and_end_with_an_empty_line():
    assert success("", "") == "=\n\n"
    assert success("12", "") == "=12\n\n"
    assert success("12", "a\nb") == "=12 a\nb\n\n"
    assert failure("3", "unknown command") == "?3 unknown command\n\n"


def test_an_empty_line_inside_an_answer_would_end_it_and_is_dropped():
    assert success("", "a\n\n  \nb\n") == "= a\nb\n\n"
