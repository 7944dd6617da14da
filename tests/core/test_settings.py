"""The settings schema: parsing, checks, suggestions, old names, descriptions and records."""

from __future__ import annotations

import doctest
from dataclasses import dataclass

import numpy as np
import pytest

import miai.core.errors
import miai.core.settings
from miai.core.errors import UserError, unknown_name
from miai.core.records import record
from miai.core.settings import (
    Checked,
    Row,
    as_record,
    change,
    choice,
    describe,
    find_name,
    infer,
    list_of,
    number,
    parse,
    parse_words,
    record_fields,
    switch,
    text,
    whole,
)

pytestmark = pytest.mark.plain

INFINITY = float("inf")


@dataclass(frozen=True)
class Example(Checked):
    rate: float = number(0.5, 0, 1, "a rate", old="ratio")
    temperature: float = number(0.0, -INFINITY, INFINITY, "a number without bounds")
    count: int = whole(3, 1, 2**30, "a count")
    limit: int | None = whole(None, 1, 10, "a limit; none: no limit", in_kernels=False)
    rule: str = choice(("first", "second"), "first", "a rule")
    width: int = choice((4, 8), 8, "a width")
    fast: bool = switch(False, "whether it is fast")
    name: str = text("x", "a name")
    sizes: tuple[int, ...] = list_of(whole(1, 1, 9, ""), (3, 4), "sizes")
    words: tuple[str, ...] = list_of(choice(("a", "b"), "a", ""), ("a",), "words")


def test_texts_become_values_of_the_declared_types():
    typed = {
        "rate": "1",
        "count": "1e4",
        "limit": "7",
        "rule": "second",
        "width": "4",
        "fast": "Yes",
        "sizes": "5, 6,7",
        "words": "b",
    }
    made = parse(Example(), typed)
    assert made == Example(rate=1.0, count=10_000, limit=7, rule="second", width=4, fast=True, sizes=(5, 6, 7), words=("b",))
    assert [type(each) for each in (made.rate, made.count, made.width)] == [float, int, int]
    assert parse(made, {"limit": "none"}).limit is None


def test_words_are_pairs_of_name_and_value():
    assert parse_words(Example(), ["rate = 0.25", "name=a=b"]) == Example(rate=0.25, name="a=b")
    with pytest.raises(UserError, match=r"^a setting is given as name=value, not 'rate'$"):
        parse_words(Example(), ["rate"])


@pytest.mark.parametrize(
    "pairs, message",
    [
        ({"rate": "2"}, "setting rate must be a number from 0 to 1, not 2"),
        ({"rate": "nan"}, "setting rate must be a number from 0 to 1, not nan"),
        ({"rate": "much"}, "setting rate must be a number from 0 to 1, not 'much'"),
        ({"temperature": "inf"}, "setting temperature must be a number, not inf"),
        ({"count": "1.5"}, "setting count must be a whole number from 1 to 1073741824, not 1.5"),
        ({"count": "none"}, "setting count must be a whole number from 1 to 1073741824, not 'none'"),
        ({"limit": "11"}, "setting limit must be a whole number from 1 to 10, not 11"),
        ({"rule": "third"}, "setting rule must be one of first, second, not 'third'"),
        ({"width": "5"}, "setting width must be one of 4, 8, not 5"),
        ({"fast": "maybe"}, "setting fast must be true or false, not 'maybe'"),
        ({"sizes": "3,0"}, "setting sizes must be a list such as 3,4, each a whole number from 1 to 9, not (3, 0)"),
        ({"sizes": ""}, "setting sizes must be a list such as 3,4, each a whole number from 1 to 9, not ()"),
        ({"words": "a,c"}, "setting words must be a list such as a, each one of a, b, not ('a', 'c')"),
        ({"rat": "1"}, "unknown setting 'rat'; did you mean 'rate'?"),
    ],
)
def test_wrong_texts_are_refused_with_what_is_accepted(pairs, message):
    with pytest.raises(UserError) as caught:
        parse(Example(), pairs)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [True, "0.5", None, INFINITY, [0.5]])
def test_a_number_is_not_made_from_something_else(value):
    with pytest.raises(UserError, match=r"^setting rate must be a number from 0 to 1, not "):
        Example(rate=value)


def test_values_take_the_type_of_their_setting():
    made = Example(rate=np.float32(0.5), count=np.int64(4), fast=1, sizes=[1, 2])
    assert (made.rate, made.count, made.fast, made.sizes) == (0.5, 4, True, (1, 2))
    assert [type(each) for each in (made.rate, made.count, made.fast)] == [float, int, bool]


def test_old_names_are_accepted_with_one_line_that_gives_the_new_one(capsys, monkeypatch):
    monkeypatch.setattr(miai.core.settings, "_printed", set())
    assert parse(Example(), {"ratio": "1"}) == change(Example(), {"ratio": 1}) == Example(rate=1)
    assert capsys.readouterr().err == "miai: warning: setting ratio is now called rate\n"
    assert find_name(Example, "no-such-name") is None


def test_a_description_has_the_default_or_the_value():
    rows = {row.name: row for row in describe(Example)}
    assert rows["rate"] == Row("rate", "0.5", "0 to 1", "a rate")
    assert [rows[name].accepted for name in ("temperature", "count", "limit")] == ["any number", "1 or more", "1 to 10 | none"]
    assert [rows[name].accepted for name in ("rule", "fast", "name", "sizes")] == [
        "first | second",
        "true | false",
        "text",
        "list of: 1 to 9",
    ]
    assert [rows[name].value for name in ("limit", "fast", "sizes")] == ["none", "false", "3,4"]
    assert describe(Example(rate=1), "example.")[0] == Row("example.rate", "1", "0 to 1", "a rate")


def test_kernels_read_a_record_in_which_choices_are_indices():
    example_t = record("example", [*record_fields(Example), ("other", np.int8)])
    made = as_record(Example(rate=0.25, rule="second", fast=True), example_t)
    assert (made.rate, made.count, made.rule, made.width, made.fast, made.other) == (0.25, 3, 1, 1, 1, 0)
    assert "limit" not in (example_t.names or ()) and "sizes" not in (example_t.names or ())


def test_declarations_are_inferred_from_defaults():
    assert [infer(each).kind for each in (True, 3, 0.5, "x", (1, 2))] == ["switch", "whole", "number", "text", "list"]
    assert infer((0.5,), low=0, high=1).parse("0,1") == (0, 1)
    assert infer("a", choices=("a", "b")).check("b", "it") == "b"


def test_unknown_names_get_a_suggestion_or_the_whole_list():
    assert str(unknown_name("engine", "gnug", ["gnugo", "miai"])) == "unknown engine 'gnug'; did you mean 'gnugo'?"
    listed = unknown_name("problem", "x", ["nim", "hex"], where="solve", also="or a path to a .py file")
    assert str(listed) == "solve: unknown problem 'x'; known problems: nim, hex, or a path to a .py file"


@pytest.mark.parametrize("module", [miai.core.errors, miai.core.settings])
def test_examples_in_docstrings_run(module):
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


def test_words_of_a_list_may_be_separated_by_spaces_unless_they_contain_some():
    assert list_of(choice(("first", "second"), "first", ""), ("first",), "").metadata["setting"].parse("first second") == (
        "first",
        "second",
    )
    assert list_of(choice(("last one", "next"), "next", ""), ("next",), "").metadata["setting"].parse("last one,next") == (
        "last one",
        "next",
    )
