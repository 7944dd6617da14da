"""Tuning runs: the study, its resumption, the report and the command."""

from __future__ import annotations

import contextlib
import json
import pickle
import shutil
import sqlite3
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import optuna
import pytest
from optuna.trial import TrialState
from typer.testing import CliRunner

from miai.cli.tune import app
from miai.core.errors import UserError
from miai.store import Job, open_run
from miai.tuning import judges, study
from miai.tuning.judges import GamesJudge, Judge, OwnGamesJudge, TrialVerdict, judge_from
from miai.tuning.parameters import Parameter
from miai.tuning.plots import draw_plots
from miai.tuning.regression import sigmoid
from miai.tuning.report import games_needed, make_report
from miai.tuning.samplers import SAMPLERS, new_sampler
from miai.tuning.study import STUDY, Plan, read_trials, trial_seed, tune
from tests.cli.terminal import run_miai

X, Y = Parameter("x", 0.0, 10.0), Parameter("y", 1e-3, 1.0, is_log=True)


@dataclass(frozen=True)
class KnownJudge(Judge):
    """Two games against a coin whose bias is known: best at x = 7, y = 0.1."""

    kind: ClassVar[str] = "known"

    def measure(self, values, material, seed):
        distance = X.place(values["x"]) - X.place(7.0), Y.place(values["y"]) - Y.place(0.1)
        random = np.random.default_rng(seed)
        return TrialVerdict(float((random.random(2) < sigmoid(1.5 - 3 * np.sum(np.square(distance)))).sum()), 2)


@pytest.fixture(autouse=True)
def known_judge(monkeypatch):
    monkeypatch.setitem(judges.JUDGES, "known", KnownJudge)
    monkeypatch.setattr(study, "run_jobs", run_here)


def run_here(run, task, *, workers=None, cluster=None, **_):
    """Run jobs in this process."""
    from miai.jobs import RunSummary

    most = workers or 10**6
    jobs = run.pending()[:most]
    for job in jobs:
        run.finish(job.id, task(job), 0.0, "here")
    if len(jobs) == most:
        raise KeyboardInterrupt
    return RunSummary(len(jobs), 0, 0, "")


def plan_for(trials=40, sampler="clop", **changes) -> Plan:
    return Plan("known", [X, Y], KnownJudge(), trials, sampler, **{"batch": 8, "seed": 3, **changes})


@pytest.mark.parametrize("sampler", [name for name in SAMPLERS if name != "cmaes"])
def test_every_sampler_completes_a_study(tmp_path, sampler):
    assert tune(plan_for(12, sampler), tmp_path) == 0
    _, trials = read_trials(tmp_path)
    assert [trial.number for trial in trials] == list(range(12))
    assert all(0 <= trial.values["x"] <= 10 and 1e-3 <= trial.values["y"] <= 1 for trial in trials)


@pytest.mark.parametrize("sampler", ["clop", "spsa"])
def test_a_killed_run_continues_as_if_it_had_not_been(tmp_path, sampler):
    tune(plan_for(24, sampler), tmp_path / "whole")
    for _ in range(8):
        try:
            tune(plan_for(24, sampler), tmp_path / "parts", workers=5)  # stops after five trials, in the middle of a batch
        except KeyboardInterrupt:
            continue
        break
    assert read_trials(tmp_path / "parts")[1] == read_trials(tmp_path / "whole")[1]


def test_more_trials_extend_a_run(tmp_path):
    tune(plan_for(8), tmp_path)
    tune(plan_for(20), tmp_path)
    assert len(read_trials(tmp_path)[1]) == 20


def test_trials_of_another_origin_become_no_words_of_a_command(tmp_path):
    tune(plan_for(4), tmp_path / "run")
    for number, values in enumerate(
        ({"x": "1 --graph /tmp/x", "y": 0.1}, {"x": 11.0, "y": 0.1}, {"x": True, "y": 0.1}, {"x": 1.0})
    ):
        copied = tmp_path / f"copied{number}"
        shutil.copytree(tmp_path / "run", copied)
        with open_run(copied, plan_for(4).head()) as run:
            run.add_jobs([Job("000004", {"number": 4, "values": values, "material": None})])
        with pytest.raises(UserError, match="damaged: trial 4"):
            tune(plan_for(8), copied)


def test_trials_with_other_positions_than_those_of_the_plan_are_refused(tmp_path):
    tune(plan_for(4), tmp_path)
    with open_run(tmp_path, plan_for(4).head()) as run:
        run.add_jobs([Job("000004", {"number": 4, "values": {"x": 1.0, "y": 0.1}, "material": [[7, [10**6, 0]]]})])
    with pytest.raises(UserError, match="trial 4 plays other games or positions"):
        tune(plan_for(8), tmp_path)
    with pytest.raises(UserError, match="planned with more than 4 trials"):
        tune(plan_for(4), tmp_path)


@pytest.mark.parametrize("number", [-1, 10**12, "4", 5])
def test_trials_with_wrong_numbers_are_refused(tmp_path, number):
    tune(plan_for(4), tmp_path)
    with open_run(tmp_path, plan_for(4).head()) as run:
        run.add_jobs([Job("000004", {"number": number, "values": {"x": 1.0, "y": 0.1}, "material": None})])
    with pytest.raises(UserError, match="damaged: trial '000004' has the number"):
        tune(plan_for(8), tmp_path)


class Payload:
    """An object whose pickle makes a file when it is loaded."""

    def __init__(self, proof):
        self.proof = str(proof)

    def __reduce__(self):
        return open, (self.proof, "w")


@pytest.mark.parametrize("content", ["pickle", "damaged", "link"])
def test_the_study_file_is_written_and_never_read(tmp_path, content):
    """Optuna's sampler `cmaes` executes a pickle from the attributes of a trial."""
    proof, run = tmp_path / "executed", tmp_path / "run"
    tune(plan_for(4), run)
    if content == "pickle":
        rows = [(1, "cma:optimizer:0", json.dumps(pickle.dumps(Payload(proof)).hex()))]
        with contextlib.closing(sqlite3.connect(run / STUDY)) as file, file:
            file.executemany("INSERT INTO trial_system_attributes (trial_id, key, value_json) VALUES (?, ?, ?)", rows)
    elif content == "damaged":
        (run / STUDY).write_bytes(b"SQLite format 3\0" + bytes(5000))
    else:
        (run / STUDY).unlink()
        (run / STUDY).symlink_to(tmp_path / "elsewhere")
    tune(plan_for(8), run)
    assert not proof.exists() and not (tmp_path / "elsewhere").exists()
    seen = optuna.load_study(study_name="known", storage=f"sqlite:///{run / STUDY}").get_trials()
    assert [trial.number for trial in seen] == list(range(8))
    assert all(trial.state == TrialState.COMPLETE and not trial.system_attrs for trial in seen)
    assert [trial.params for trial in seen] == [dict(trial.values) for trial in read_trials(run)[1]]


def test_a_resumed_random_study_does_not_draw_its_first_trials_again(tmp_path):
    tune(plan_for(4, "random"), tmp_path)
    tune(plan_for(8, "random"), tmp_path)
    assert len({trial.values["x"] for trial in read_trials(tmp_path)[1]}) == 8


@pytest.mark.parametrize(
    "data",
    [{"low": 1.0, "high": 1.0}, {"low": "a"}, {"low": 0.0, "is_log": True}, {"choices": [[1]]}, {"name": 3}, {"strange": 1}],
)
def test_data_that_describe_no_parameter_are_refused(data):
    with pytest.raises((ValueError, TypeError)):
        Parameter.from_data(X.as_data() | data)


def test_another_run_in_the_directory_is_refused(tmp_path):
    tune(plan_for(4), tmp_path)
    with pytest.raises(UserError, match="holds another run"):
        tune(plan_for(4, "spsa"), tmp_path)


def test_the_report_finds_the_known_optimum_and_contains_it_in_its_intervals(tmp_path):
    tune(plan_for(250), tmp_path)
    report = make_report(*read_trials(tmp_path), {"x": 2.0, "y": 0.5})
    x, y = report.parameters
    assert x.low < 7 < x.high and y.low < 0.1 < y.high
    assert abs(x.optimum - 7) < 1.5 and 0.03 < y.optimum < 0.3
    assert x.flat_low < x.optimum < x.flat_high
    assert report.games == 500 and report.trials == 250
    assert report.score_low < sigmoid(1.5) < report.score_high
    assert report.score_at_default < report.score_at_optimum
    assert 0 < report.games_for_claim < 1000
    plots = draw_plots(*read_trials(tmp_path), tmp_path / "plots")
    assert {path.stem for path in plots} == {"curves", "surfaces"}


def test_games_for_a_claim_follow_the_usual_formula():
    # (1.960 + 0.842)^2 = 7.849; times (0.24 + 0.25), over 0.1^2
    assert games_needed(0.6, 0.5) == 385
    assert games_needed(0.6, None) is None and games_needed(0.5, 0.5) is None


def test_samplers_that_model_a_surface_need_an_order():
    words = Parameter("rave", choices=("mse", "beta"))
    with pytest.raises(UserError, match="without an order"):
        new_sampler("clop", [words], 1, 10)
    with pytest.raises(UserError, match="unknown sampler 'clopp'; did you mean 'clop'"):
        new_sampler("clopp", [X], 1, 10)


def test_parameters_become_options_of_miai_and_places_of_other_engines():
    miai = GamesJudge("miai", ("gnugo",), {}, {"playouts": 50})
    assert miai.engine_with({"playout.pattern": 0.25}).words == ("miai", "--set", "playout.pattern=0.25")
    assert miai.engine_with({"playout.pattern": 0.25}).playouts == 50
    other = GamesJudge("python3 --depth {depth}", ("gnugo",))
    assert other.engine_with({"depth": 3}).words == ("python3", "--depth", "3")
    with pytest.raises(UserError, match="no place for parameter 'width'"):
        other.engine_with({"width": 3})


def test_a_judge_is_stored_as_data():
    for judge in (GamesJudge("miai", ("gnugo", "gnugo:1"), {"size": 5}), OwnGamesJudge(size=5, settings=("rave=off",))):
        assert judge_from(json.loads(json.dumps(judge.as_data()))) == judge


def test_seeds_of_trials_differ_and_are_repeated():
    assert len({trial_seed(1, number) for number in range(100)}) == 100
    assert trial_seed(1, 5) == trial_seed(1, 5) != trial_seed(2, 5)


@pytest.mark.parametrize(
    "words, message",
    [
        (["miai", "-p", "no.such=0..1"], "unknown setting 'no.such'"),
        (["other", "-p", "x=0..1"], "needs an opponent"),
        (["miai", "-p", "playout.pattern", "--judge", "moves"], "needs game records"),
        (["miai", "-p", "playout.pattern", "--judge", "mooves"], "did you mean 'moves'"),
        (["other", "-p", "x=0..1", "--judge", "choices"], "measures miai only"),
        (["miai --playouts 3", "-p", "playout.pattern"], "only --set NAME=VALUE may follow"),
        (["miai", "-p", "playout.pattern=1..0"], "is empty"),
    ],
)
def test_bad_options_are_one_line(tmp_path, words, message):
    ended = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "run")])
    assert isinstance(ended.exception, UserError) and message in str(ended.exception)
    assert not (tmp_path / "run").exists()


def test_own_games_are_tuned_and_shown(tmp_path):
    out = str(tmp_path / "run")
    options = ["--size", "9", "--playouts", "4", "--trials", "4", "--batch", "4", "--workers", "1", "--json", "--out", out]
    ended = run_miai("tune", "miai", "-p", "playout.pattern", "-p", "exploration=0..1", *options)
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["trials"] == 4 and report["games"] == 8
    assert [each["default"] for each in report["parameters"]] == [0.9, 0]
    assert json.loads(run_miai("tune", "show", out, "--json").stdout) == report
