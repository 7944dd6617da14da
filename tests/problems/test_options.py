"""Options of a problem, from what a person types."""

import pytest

from miai.core.errors import UserError
from miai.problems import load, start_state

pytestmark = pytest.mark.plain


def complaint(name, *options):
    with pytest.raises(UserError) as caught:
        start_state(load(name), options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_options_get_the_type_of_their_default():
    board = start_state(load("connect4"), ["width=4", " height = 5 "])
    assert (int(board.width), int(board.height)) == (4, 5)
    heaps = start_state(load("nim"), ["heaps=1,2", "misere=Yes"])
    assert heaps.heaps[:2].tolist() == [1, 2] and bool(heaps.is_misere)
    assert not start_state(load("nim"), ["misere=off"]).is_misere


def test_without_options_the_defaults_hold():
    assert int(start_state(load("hex")).side) == 5


def test_an_unknown_option_is_told_with_the_nearest_and_all_that_there_are():
    assert complaint("connect4", "widht=4") == (
        "connect4 has no option 'widht' (did you mean 'width'?); the options are: width=7, height=6"
    )
    assert complaint("tictactoe", "size=4") == "tictactoe has no option 'size'; it has no options"


@pytest.mark.parametrize("option", ["width", "=4", "", "="])
def test_an_option_without_name_or_value_says_how_it_is_written(option):
    assert "an option is given as name=value" in complaint("connect4", option)


@pytest.mark.parametrize(
    "name, option, expected",
    [
        ("connect4", "width=wide", "option width takes a whole number, not 'wide'"),
        ("connect4", "width=4.5", "option width takes a whole number, not '4.5'"),
        ("connect4", "width=", "option width takes a whole number, not ''"),
        ("nim", "misere=perhaps", "option misere takes yes or no, not 'perhaps'"),
        ("nim", "heaps=a,b", "heaps takes whole numbers with commas"),
        ("nim", "heaps=99", "heaps are 1 to 8 numbers from 0 to 31"),
        ("hex", "size=99", "size is from 1 to 11, not 99"),
        ("pig", "target=0", "target is from 2 to 1000, not 0"),
        ("dag", "branching=9", "breadth from branching"),
        ("race", "pile=0", "pile is from 1 to 100, not 0"),
        ("knapsack", "things=99", "things is from 1 to 32"),
    ],
)
def test_a_value_that_does_not_fit_says_what_does(name, option, expected):
    assert expected in complaint(name, option)
