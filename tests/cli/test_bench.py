"""`miai bench` on the command line."""

import json

import pytest

from tests.cli.terminal import call_miai, run_miai, the_one_line_of_error


def test_random_numbers_are_measured_beside_c():
    result = json.loads(run_miai("bench", "streams", "--seconds", "0.1", "--json").stdout)
    assert result["draws_per_second"] > 1e6
    assert (result["ratio"] is None) == (result["yardstick_per_second"] is None)
    assert result["machine"]["processor"]


def test_the_search_is_measured_on_a_problem_with_its_options():
    done = run_miai(
        "bench", "search", "--problem", "connect4", "--seconds", "0.1", "--set", "width=4", "--set", "mode=uct-dag", "--json"
    )
    result = json.loads(done.stdout)
    assert result["problem"] == "connect4" and result["mode"] == "uct-dag"
    assert result["simulations_per_second"] > 1000


def test_a_search_that_the_solver_ends_at_once_is_measured_too():
    done = run_miai("bench", "search", "--problem", "tictactoe", "--seconds", "0.2", "--set", "solver=true", "--json")
    result = json.loads(done.stdout)
    assert result["solver"] is True
    assert result["simulations_per_second"] > 1000


def test_artificial_games_are_measured_in_any_mode():
    done = run_miai("bench", "pgame", "--seconds", "0.1", "--set", "mode=uct-dag", "--set", "breadth=4", "--json")
    result = json.loads(done.stdout)
    assert result["game"] == "4x6" and result["mode"] == "uct-dag"
    assert result["iterations_per_second"] > 1000 and result["places_made_per_second"] > 1000


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["serach"], "unknown benchmark 'serach'; did you mean 'search'?"),
        (["streams", "--size", "9"], "--size does not apply to this benchmark"),
        (["search", "--problem", "chess"], "unknown problem 'chess'"),
        (["search", "--against", "pachi"], "unknown yardstick 'pachi'; known yardsticks: openspiel"),
        (["search", "--set", "mode=bush"], "setting mode must be one of tree"),
        (["search", "--seconds", "soon"], "--seconds"),
        (["pgame", "--problem", "nim"], "--problem does not apply to this benchmark"),
        (["pgame", "--set", "width=3"], "pgame: unknown option 'width'"),
    ],
)
def test_wrong_input_gets_one_line(arguments, words):
    assert words in the_one_line_of_error(call_miai("bench", *arguments))
