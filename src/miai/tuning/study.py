"""A tuning run: an Optuna study whose trials are measured by the job frame, and which can be killed and resumed.

    DIR/results.sqlite   the plan, and the values and result of every trial (see `miai.store`)
    DIR/study.sqlite     a copy of the study, for Optuna's own tools: optuna-dashboard sqlite:///DIR/study.sqlite
    DIR/plots/           made by `miai tune show`

Trials are drawn in batches. All results of a batch are known before the next one is drawn. The draws of CLOP and SPSA depend on these, the
seed and the number of the trial alone; so a run that was killed and resumed continues as it would have.

A directory may come from somebody else. The study is made from its results, whose values must be those that the parameters of this
command can have, since they become words of an engine's command. Optuna's file is never read.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import optuna
from optuna.trial import TrialState

from miai.core.errors import UserError
from miai.jobs import Job, run_jobs
from miai.store import DONE, JobRecord, RunDirectory, RunHead, open_run, read_run
from miai.store.disk_errors import damage_as_user_error
from miai.store.schema import as_json
from miai.tuning.judges import Judge, judge_from
from miai.tuning.parameters import Parameter, Values
from miai.tuning.samplers import COUNT, distribution, new_sampler
from miai.tuning.study_file import StudyFile

STUDY = "study.sqlite"
KIND = "tune"
MOST_TRIALS = 1_000_000

optuna.logging.set_verbosity(optuna.logging.WARNING)


@dataclass(frozen=True)
class Plan:
    """A tuning run as plain data. Plans with the same data are the same run; the number of trials may grow."""

    name: str
    parameters: list[Parameter]
    judge: Judge
    trials: int
    sampler: str = "clop"
    batch: int = 8
    """Trials that are drawn together."""
    seed: int = 1

    def head(self) -> RunHead:
        data = {
            "parameters": [parameter.as_data() for parameter in self.parameters],
            "judge": self.judge.as_data(),
            "sampler": self.sampler,
            "batch": self.batch,
        }
        return RunHead(KIND, self.name, data, self.seed)


def plan_of(head: RunHead, trials: int) -> Plan:
    """Return the plan that a run directory contains. Raise `UserError` if it is another kind of run."""
    if head.kind != KIND:
        raise UserError(f"this directory contains a run of the kind {head.kind!r}, not a tuning run")
    data = head.parameters
    parameters = [Parameter.from_data(each) for each in data["parameters"]]
    return Plan(head.name, parameters, judge_from(data["judge"]), trials, data["sampler"], data["batch"], head.seed)


@dataclass(frozen=True)
class TrialTask:
    """A task that measures one trial, in any process."""

    judge: Judge
    seed: int

    def __call__(self, job: Job) -> dict[str, Any]:
        values: Values = job.parameters["values"]
        return self.judge.measure(values, job.parameters["material"], trial_seed(self.seed, job.parameters["number"])).as_data()


def trial_seed(seed: int, number: int) -> int:
    """Return the seed of a trial: from 1 to 2^31 - 1."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (2**31 - 1) + 1


def tune(plan: Plan, directory: Path, workers: int | None = None, cluster: str | None = None) -> int:
    """Run all trials of `plan` that are not in `directory` yet. Return the number of trials that failed.

    Raise `UserError` if the directory contains another run, the sampler does not fit the parameters, or the engine does not work.
    """
    new_sampler(plan.sampler, plan.parameters, plan.seed, plan.trials)
    plan.judge.check({parameter.name: parameter.value(0.0) for parameter in plan.parameters})
    with open_run(directory, plan.head(), how=f"cluster {cluster}" if cluster else f"{workers or 'all'} at a time") as run:
        materials = plan.judge.materials(plan.trials, plan.seed)
        study = _study_from(plan, run, materials)
        copy = StudyFile(directory / STUDY, plan.name)
        try:
            while True:
                copy.add_finished(study)
                started = _ask(study, plan)
                if not started:
                    return 0
                run.add_jobs([_job(trial.number, trial.params, materials) for trial in started])
                summary = run_jobs(
                    run, TrialTask(plan.judge, plan.seed), title=plan.name, noun="trials", workers=workers, cluster=cluster
                )
                _tell(study, run)
                if summary.failed:
                    return summary.failed
        finally:
            copy.close()


def _job(number: int, values: Mapping[str, Any], materials: Sequence[Any]) -> Job:
    return Job(_job_id(number), {"number": number, "values": dict(values), "material": materials[number]})


def _job_id(number: int) -> str:
    return f"{number:06d}"


def _study_from(plan: Plan, run: RunDirectory, materials: Sequence[Any]) -> optuna.Study:
    """Return a study in memory with all trials of a run. Raise `UserError` for trials that this plan cannot have drawn."""
    with damage_as_user_error(run.directory):
        records = {_number_of(record): record for record in run.records()}
        for record in records.values():
            _check_trial(record, plan, materials, run.directory)
        study = optuna.create_study(study_name=plan.name, direction="maximize")
        space = _space(plan)
        for number in range(max(records, default=-1) + 1):
            study.add_trial(_frozen(records.get(number), space))
    done = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    study.sampler = new_sampler(plan.sampler, plan.parameters, plan.seed, plan.trials, len(study.trials), done)
    return study


def _number_of(record: JobRecord) -> int:
    number = record.parameters["number"]
    if type(number) is not int or number not in range(MOST_TRIALS) or record.id != _job_id(number):
        raise ValueError(f"trial {record.id!r} has the number {number!r}")
    return number


def _check_trial(record: JobRecord, plan: Plan, materials: Sequence[Any], directory: Path) -> None:
    number, values = _number_of(record), record.parameters["values"]
    if values.keys() != {parameter.name for parameter in plan.parameters}:
        raise ValueError(f"trial {number} has values of other parameters")
    for parameter in plan.parameters:
        if not parameter.accepts(values[parameter.name]):
            raise ValueError(f"trial {number}: {parameter.name} cannot be {values[parameter.name]!r}")
    if record.state == DONE:
        return
    if number >= plan.trials:
        raise UserError(
            f"{directory} is planned with more than {plan.trials} trials; --trials may increase that, but not reduce it"
        )
    if as_json(record.parameters["material"]) != as_json(materials[number]):
        raise UserError(f"{directory}: trial {number} plays other games or positions than this command; choose another directory")


def _space(plan: Plan) -> dict[str, Any]:
    return {parameter.name: distribution(parameter) for parameter in plan.parameters}


def _frozen(record: JobRecord | None, space: Mapping[str, Any]) -> optuna.trial.FrozenTrial:
    """Return a trial as a study keeps it: finished, drawn, or given up if there is no record of it."""
    if record is None:
        return optuna.trial.create_trial(state=TrialState.FAIL)
    given = {"params": dict(record.parameters["values"]), "distributions": dict(space)}
    if record.state != DONE:
        return optuna.trial.create_trial(state=TrialState.RUNNING, **given)
    share, count = _points(record.result)
    return optuna.trial.create_trial(value=share, user_attrs={COUNT: count}, **given)


def _points(result: Any) -> tuple[float, int]:
    """Return the share of points in the result of a trial, and the number of games or positions. Raise `ValueError`."""
    score, count = result["score"], result["count"]
    if type(count) is not int or type(score) not in (int, float) or count < 1 or not math.isfinite(score):
        raise ValueError(f"a trial with {score!r} points of {count!r}")
    return score / count, count


def _ask(study: optuna.Study, plan: Plan) -> list[Any]:
    """Return the trials to measure next: those that were drawn before an interruption, filled up to the end of their batch."""
    trials = study.get_trials(deepcopy=False)
    running = [trial for trial in trials if trial.state == TrialState.RUNNING]
    end = min(plan.trials, -(-max(len(trials), 1) // plan.batch) * plan.batch if running else len(trials) + plan.batch)
    return [*running, *(study.ask(_space(plan)) for _ in range(end - len(trials)))]


def _tell(study: optuna.Study, run: RunDirectory) -> None:
    """Give the study the results that it does not have yet."""
    waiting = {trial.number: trial for trial in study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))}
    for record in run.records(DONE):
        trial = waiting.get(record.parameters["number"])
        if trial is not None:
            share, count = _points(record.result)
            study._storage.set_trial_user_attr(trial._trial_id, COUNT, count)
            study.tell(trial.number, share)


@dataclass(frozen=True)
class Trial:
    """A finished trial."""

    number: int
    values: Values
    score: float
    count: int
    details: Mapping[str, Any]


def read_trials(directory: Path) -> tuple[Plan, list[Trial]]:
    """Return the plan in a directory and its finished trials, in their order. Needs no study file."""
    with read_run(directory) as run:
        records = run.records(DONE)
        planned = sum(run.counts().values())
        if run.head.kind != KIND:
            raise UserError(f"{directory} contains a run of the kind {run.head.kind!r}, not a tuning run")
        with damage_as_user_error(directory):
            plan = plan_of(run.head, planned)
            for record in records:
                _check_trial(record, plan, [], directory)
            trials = [_trial(record) for record in sorted(records, key=_number_of)]
    return plan, trials


def _trial(record: JobRecord) -> Trial:
    _points(record.result)
    result = record.result
    return Trial(_number_of(record), record.parameters["values"], result["score"], result["count"], dict(result["details"]))
