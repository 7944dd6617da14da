"""`miai bench` as a person calls it."""

import json

import pytest

from tests.cli.terminal import run_miai, the_one_line_of_error


def test_random_numbers_are_measured_beside_c():
    result = json.loads(run_miai("bench", "streams", "--seconds", "0.1", "--json").stdout)
    assert result["draws_per_second"] > 1e6
    assert (result["ratio"] is None) == (result["yardstick_per_second"] is None)
    assert result["machine"]["processor"]


def test_the_search_is_measured_on_a_problem_with_its_options():
    done = run_miai(
        "bench", "search", "--problem", "connect4", "--seconds", "0.1", "--set", "width=4", "--set", "mode=graph", "--json"
    )
    result = json.loads(done.stdout)
    assert result["problem"] == "connect4" and result["mode"] == "graph"
    assert result["simulations_per_second"] > 1000


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["serach"], "there is no benchmark 'serach' (did you mean 'search'?)"),
        (["streams", "--size", "9"], "--size is not for this benchmark"),
        (["search", "--problem", "chess"], "there is no problem 'chess'"),
        (["search", "--against", "pachi"], "against openspiel, not against 'pachi'"),
        (["search", "--set", "mode=bush"], "setting mode is one of tree"),
        (["search", "--seconds", "soon"], "--seconds"),
    ],
)
def test_wrong_words_are_answered_in_one_line(arguments, words):
    assert words in the_one_line_of_error(run_miai("bench", *arguments))
