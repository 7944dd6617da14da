"""Parameters as people type them, and their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.go.player.settings import declarations
from miai.tuning.parameters import Parameter, parse_parameter, parse_parameters


@pytest.mark.parametrize(
    "text, expected",
    [
        ("x=0..1", Parameter("x", 0.0, 1.0)),
        ("x=-2.5..1e1", Parameter("x", -2.5, 10.0)),
        ("x=1e-5..1e-2:log", Parameter("x", 1e-5, 1e-2, is_log=True)),
        ("x=1..20", Parameter("x", 1.0, 20.0, is_whole=True)),
        ("x=96,48,64", Parameter("x", choices=(48, 64, 96))),
        ("x=mse,beta", Parameter("x", choices=("mse", "beta"))),
    ],
)
def test_ranges_are_read_as_typed(text, expected):
    assert parse_parameter(text) == expected


def test_a_setting_of_the_engine_brings_its_own_range_and_kind():
    declared = declarations()
    assert parse_parameter("playout.pattern", declared) == Parameter("playout.pattern", 0.0, 1.0)
    assert parse_parameter("resign_after=1..5", declared).is_whole
    assert not parse_parameter("exploration=1..3", declared).is_whole


@pytest.mark.parametrize(
    "text, message",
    [
        ("=0..1", "has no name"),
        ("x", "needs a range"),
        ("x=1..1", "is empty"),
        ("x=0..1:log", "begins above 0"),
        ("x=a..b", "is no number"),
        ("x=0..inf", "is no number"),
        ("x=3", "is no range"),
        ("x=3,3", "is no range"),
    ],
)
def test_a_wrong_range_is_an_error_in_one_line(text, message):
    with pytest.raises(UserError, match=message):
        parse_parameter(text)


def test_a_range_outside_of_the_declared_one_is_refused():
    with pytest.raises(UserError, match=r"playout\.pattern must be a number from 0 to 1, not 2"):
        parse_parameter("playout.pattern=0..2", declarations())


def test_names_are_given_once():
    with pytest.raises(UserError, match="given twice"):
        parse_parameters(["x=0..1", "x=0..2"])
    with pytest.raises(UserError, match="nothing to tune"):
        parse_parameters([])


@given(st.floats(-1, 1))
def test_the_place_of_a_value_is_where_the_value_was_taken(place):
    for parameter in (Parameter("x", -3.0, 8.0), Parameter("x", 1e-4, 10.0, is_log=True)):
        assert parameter.place(parameter.value(place)) == pytest.approx(place, abs=1e-9)
    whole = Parameter("x", 1.0, 9.0, is_whole=True)
    assert whole.value(place) in range(1, 10)
    chosen = Parameter("x", choices=(48, 64, 80, 96))
    assert chosen.value(chosen.place(chosen.value(place))) == chosen.value(place)
