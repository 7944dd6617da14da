"""An experiment says what it is; what a person sets is read by type, and what cannot be meant is told in one line."""

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Experiment, Finding, run_here
from miai.experiments.frame.identity import job_id, job_seed
from miai.experiments.frame.parameters import make_parameters, parameters_from, split_pairs
from tests.experiments.frame.coin import EXPERIMENT, Parameters

pytestmark = pytest.mark.plain


def test_the_same_seed_gives_the_same_cells():
    first = run_here(EXPERIMENT, seed=3)
    assert first == run_here(EXPERIMENT, seed=3)
    assert first != run_here(EXPERIMENT, seed=4)
    assert len(first) == 3 * 2 * 2 + 1


def test_a_jobs_cells_do_not_depend_on_the_other_jobs():
    some = run_here(EXPERIMENT, seed=3, shares=(0.8,), coins=1)
    assert [cell for cell in some if cell.measure == "heads"] == [
        cell for cell in run_here(EXPERIMENT, seed=3) if cell.parameters.get("share") == 0.8 and cell.parameters["coin"] == 0
    ]


def test_a_job_is_named_by_what_it_is():
    assert job_id({"a": 1, "b": 0.5}) == job_id({"b": 0.5, "a": 1})
    names = {job_id(job) for job in ({"a": 1}, {"a": 1.5}, {"a": "1"}, {"b": 1}, {"a": True}, {})}
    assert len(names) == 6
    assert len({job_seed(seed, name) for seed in range(5) for name in names}) == 30


def test_words_are_read_as_the_parameters_type_says():
    read = make_parameters(EXPERIMENT, "smoke", split_pairs(["shares=0.25,1", "seconds=1e-3", "coins= 5", "words=plain"]))
    assert read == Parameters(trials=20, shares=(0.25, 1.0), seconds=0.001, coins=5, words="plain")


def test_parameters_come_back_from_json_as_they_were():
    import json
    from dataclasses import asdict

    made = make_parameters(EXPERIMENT, "quick")
    assert parameters_from(EXPERIMENT, json.loads(json.dumps(asdict(made)))) == made


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"trails": "3"}, "coin has no parameter 'trails' (did you mean 'trials'?); there are: trials=100, shares=0.2,0.5,0.8, "),
        ({"trials": "3.5"}, "coin: parameter trials takes a whole number, not '3.5'"),
        ({"trials": "0"}, "coin: parameter trials is 1 or more, not '0'"),
        ({"trials": "many"}, "coin: parameter trials takes a whole number, not 'many'"),
        ({"trials": "nan"}, "coin: parameter trials takes a whole number, not 'nan'"),
        ({"shares": "0.5,2"}, "coin: parameter shares is from 0 to 1, not '2'"),
        ({"shares": ""}, "coin: parameter shares takes values with commas, such as 0.2,0.5,0.8; not ''"),
        ({"words": "loud"}, "coin: parameter words is one of plain, fail, die, die once, not 'loud'"),
    ],
)
def test_what_cannot_be_meant_is_one_line_that_says_what_can(settings, complaint):
    with pytest.raises(UserError) as error:
        make_parameters(EXPERIMENT, "smoke", settings)
    assert str(error.value).startswith(complaint)


def test_an_unknown_preset_is_named_with_the_nearest():
    with pytest.raises(UserError) as error:
        make_parameters(EXPERIMENT, "quik")
    assert str(error.value) == "coin has no preset 'quik' (did you mean 'quick'?); the presets are: smoke, quick, paper"


@pytest.mark.parametrize("word", ["trials", "=3", ""])
def test_a_setting_is_a_key_and_a_value(word):
    with pytest.raises(UserError, match="key=value"):
        split_pairs([word])


def test_a_cell_takes_numpys_numbers_and_keeps_what_is_not_finite_as_no_number():
    cell = Cell({"n": np.int64(3), "c": np.float64(0.5)}, "error", np.float32(0.5), -np.inf, np.nan, np.int64(7))
    assert cell == Cell({"c": 0.5, "n": 3}, "error", 0.5, None, None, 7)
    assert {type(value) for value in cell.parameters.values()} == {int, float}


def test_a_cell_takes_no_lists():
    with pytest.raises(TypeError, match="parameter 'n' of a cell"):
        Cell({"n": [1, 2]}, "error", 0.5)


def test_a_verdict_is_one_of_three():
    with pytest.raises(ValueError, match="holds, does not hold, undecided"):
        Finding("a claim", "maybe", "1 of 2")


def test_a_preset_that_sets_no_parameter_is_found_when_it_is_declared():
    with pytest.raises(ValueError, match="preset 'smoke' sets 'size'"):
        Experiment("x", "?", "", Parameters, {"smoke": {"size": 1}}, lambda p: [], lambda p, j, s: [])


def test_two_cells_that_are_the_same_are_a_mistake_of_the_experiment():
    twice = Experiment("x", "?", "", Parameters, {"smoke": {}}, lambda p: [{"a": 1}, {"a": 2}], lambda p, j, s: [Cell({}, "m", 1)])
    with pytest.raises(ValueError, match="measured twice"):
        run_here(twice)


def test_two_jobs_that_are_alike_are_a_mistake_of_the_experiment():
    twice = Experiment("x", "?", "", Parameters, {"smoke": {}}, lambda p: [{"a": 1}, {"a": 1}], lambda p, j, s: [])
    with pytest.raises(ValueError, match="alike"):
        run_here(twice)
