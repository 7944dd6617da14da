"""Options of a problem as people type them."""

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


def test_options_have_defaults():
    assert int(start_state(load("hex")).side) == 5


def test_the_error_about_an_unknown_option_suggests_known_ones():
    assert complaint("connect4", "widht=4") == "connect4: unknown option 'widht'; did you mean 'width'?"
    assert complaint("connect4", "size=4") == "connect4: unknown option 'size'; known options: width, height"
    assert complaint("tictactoe", "size=4") == "tictactoe: unknown option 'size'; known options: none"


@pytest.mark.parametrize("option", ["width", "=4", "", "="])
def test_the_error_about_an_option_without_name_or_value_shows_the_form(option):
    assert "a connect4 option is given as name=value" in complaint("connect4", option)


@pytest.mark.parametrize(
    "name, option, expected",
    [
        ("connect4", "width=wide", "connect4: option width must be a whole number, not 'wide'"),
        ("connect4", "width=4.5", "connect4: option width must be a whole number, not 4.5"),
        ("connect4", "width=", "connect4: option width must be a whole number, not ''"),
        ("nim", "misere=perhaps", "nim: option misere must be true or false, not 'perhaps'"),
        ("nim", "heaps=a,b", "nim: option heaps must be a list such as 3,4,5, each a whole number, not ('a', 'b')"),
        ("nim", "heaps=99", "heaps must be 1 to 8 numbers from 0 to 31"),
        ("hex", "size=99", "size must be from 1 to 11, not 99"),
        ("pig", "target=0", "target must be from 2 to 1000, not 0"),
        ("dag", "branching=9", "breadth from branching"),
        ("race", "pile=0", "pile must be from 1 to 100, not 0"),
        ("knapsack", "things=99", "things must be from 1 to 32"),
    ],
)
def test_the_error_about_a_wrong_value_names_what_is_accepted(name, option, expected):
    assert expected in complaint(name, option)
