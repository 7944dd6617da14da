"""The declaration of an experiment, its parameters, and errors about them."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Experiment, Finding, parameter, run_here
from miai.experiments.frame.identity import job_id, job_seed
from miai.experiments.frame.loading import load, locate
from miai.experiments.frame.parameters import make_parameters, parameters_from
from tests.experiments.frame.coin import EXPERIMENT, Parameters

pytestmark = pytest.mark.plain


def test_the_same_seed_gives_the_same_cells():
    first = run_here(EXPERIMENT, seed=3)
    assert first == run_here(EXPERIMENT, seed=3)
    assert first != run_here(EXPERIMENT, seed=4)
    assert len(first) == 3 * 2 * 2 + 1


def test_the_cells_of_a_job_do_not_depend_on_other_jobs():
    some = run_here(EXPERIMENT, seed=3, shares=(0.8,), coins=1)
    assert [cell for cell in some if cell.measure == "heads"] == [
        cell for cell in run_here(EXPERIMENT, seed=3) if cell.parameters.get("share") == 0.8 and cell.parameters["coin"] == 0
    ]


def test_the_id_of_a_job_follows_from_its_parameters():
    assert job_id({"a": 1, "b": 0.5}) == job_id({"b": 0.5, "a": 1})
    names = {job_id(job) for job in ({"a": 1}, {"a": 1.5}, {"a": "1"}, {"b": 1}, {"a": True}, {})}
    assert len(names) == 6
    assert len({job_seed(seed, name) for seed in range(5) for name in names}) == 30


def test_a_text_is_read_as_the_type_of_its_parameter():
    read = make_parameters(EXPERIMENT, "smoke", {"shares": "0.25,1", "seconds": "1e-3", "coins": " 5", "words": "die once"})
    assert read == Parameters(trials=20, shares=(0.25, 1.0), seconds=0.001, coins=5, words="die once")
    assert isinstance(read.shares[1], float)


def test_a_list_of_words_is_split_at_commas_only():
    read = make_parameters(load(locate("engine-parts")), "smoke", {"parts": "learned priors, rave"})
    assert read.parts == ("learned priors", "rave")
    assert make_parameters(load(locate("engine-parts")), "smoke", {"parts": "learned priors"}).parts == ("learned priors",)


def test_a_parameter_annotated_as_float_accepts_fractions_whatever_its_default():
    @dataclass(frozen=True)
    class Mixed:
        share: float = parameter(1, "a share", low=0, high=1)
        shares: tuple[float, ...] = parameter((0, 1), "shares", low=0, high=1)

    mixed = replace(EXPERIMENT, parameters=Mixed, presets={"smoke": {}})
    assert make_parameters(mixed, "smoke", {"share": "0.5", "shares": "0.25,1"}) == Mixed(0.5, (0.25, 1.0))


def test_parameters_survive_json():
    import json
    from dataclasses import asdict

    made = make_parameters(EXPERIMENT, "quick")
    assert parameters_from(EXPERIMENT, json.loads(json.dumps(asdict(made)))) == made


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"trails": "3"}, "coin: unknown parameter 'trails'; did you mean 'trials'?"),
        ({"zzz": "3"}, "coin: unknown parameter 'zzz'; known parameters: trials, shares, coins, seconds, words, marks"),
        ({"trials": "3.5"}, "coin: parameter trials must be a whole number of at least 1, not 3.5"),
        ({"trials": "0"}, "coin: parameter trials must be a whole number of at least 1, not 0"),
        ({"trials": "many"}, "coin: parameter trials must be a whole number of at least 1, not 'many'"),
        ({"trials": "nan"}, "coin: parameter trials must be a whole number of at least 1, not nan"),
        ({"shares": "0.5,2"}, "coin: parameter shares must be a list such as 0.2,0.5,0.8, each a number from 0 to 1, not (0.5, 2)"),
        ({"shares": ""}, "coin: parameter shares must be a list such as 0.2,0.5,0.8, each a number from 0 to 1, not ()"),
        ({"words": "loud"}, "coin: parameter words must be one of plain, fail, die, die once, not 'loud'"),
    ],
)
def test_an_error_about_a_parameter_names_what_is_accepted(settings, complaint):
    with pytest.raises(UserError) as error:
        make_parameters(EXPERIMENT, "smoke", settings)
    assert str(error.value) == complaint


def test_the_error_about_an_unknown_preset_suggests_known_ones():
    with pytest.raises(UserError) as error:
        make_parameters(EXPERIMENT, "quik")
    assert str(error.value) == "coin: unknown preset 'quik'; did you mean 'quick'?"


def test_a_cell_stores_numpy_scalars_as_python_scalars_and_no_infinities():
    cell = Cell({"n": np.int64(3), "c": np.float64(0.5)}, "error", np.float32(0.5), -np.inf, np.nan, np.int64(7))
    assert cell == Cell({"c": 0.5, "n": 3}, "error", 0.5, None, None, 7)
    assert {type(value) for value in cell.parameters.values()} == {int, float}


def test_a_list_as_parameter_of_a_cell_is_refused():
    with pytest.raises(TypeError, match="parameter 'n' of a cell"):
        Cell({"n": [1, 2]}, "error", 0.5)


def test_another_verdict_than_the_three_is_refused():
    with pytest.raises(ValueError, match="holds, does not hold, undecided"):
        Finding("a claim", "maybe", "1 of 2")


def test_a_preset_with_an_unknown_parameter_is_refused():
    with pytest.raises(ValueError, match="preset 'smoke' sets 'size'"):
        Experiment("x", "?", "", Parameters, {"smoke": {"size": 1}}, lambda p: [], lambda p, j, s: [])


def test_two_equal_cells_are_refused():
    twice = Experiment("x", "?", "", Parameters, {"smoke": {}}, lambda p: [{"a": 1}, {"a": 2}], lambda p, j, s: [Cell({}, "m", 1)])
    with pytest.raises(ValueError, match="measured twice"):
        run_here(twice)


def test_two_equal_jobs_are_refused():
    twice = Experiment("x", "?", "", Parameters, {"smoke": {}}, lambda p: [{"a": 1}, {"a": 1}], lambda p, j, s: [])
    with pytest.raises(ValueError, match="two jobs are equal"):
        run_here(twice)
