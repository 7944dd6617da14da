"""Studies of `miai tune` for the fuzzers, as `results.sqlite`: the other file of a study is never read."""

from __future__ import annotations

from pathlib import Path


def make_study(folder: Path) -> Path:
    from miai.store import Job, open_run
    from miai.tuning.judges import OwnGamesJudge
    from miai.tuning.parameters import Parameter
    from miai.tuning.study import Plan

    plan = Plan("tune two", [Parameter("x", 0.0, 9.0), Parameter("y", choices=(1, 2, 4))], OwnGamesJudge(), 200)
    with open_run(folder / "study", plan.head()) as run:
        for number in range(200):
            values = {"x": number % 91 / 10, "y": (1, 2, 4)[number % 3]}
            run.add_jobs([Job(f"{number:06d}", {"number": number, "values": values, "material": None})])
            if number < 180:
                run.finish(
                    f"{number:06d}", {"score": number % 3 / 1.0, "count": 2, "details": {"games": "x" * (number % 30)}}, 1.0, "here"
                )
    return folder / "study" / "results.sqlite"


def read_study(path: Path) -> object:
    from miai.tuning.study import read_trials

    folder = path.with_suffix(".study")
    folder.mkdir()
    path.rename(folder / "results.sqlite")
    return read_trials(folder)
