"""Which process compiles what: a worker stays with one family of warm-ups, and none waits while there is work."""

from __future__ import annotations

from functools import partial

from miai.core.warmup_runner import WarmupPlan, family_of, run_here

GO = ["go9", "go13", "go19", "player9", "player13"]
GAMES = ["connect4", "hex", "nim"]
PANELS = ["panels"]


def new_plan() -> WarmupPlan:
    families = dict.fromkeys(PANELS, "genetics") | dict.fromkeys(GAMES, "problems") | dict.fromkeys(GO, "go")
    return WarmupPlan(families)


def test_workers_begin_with_the_largest_families_and_stay_with_them():
    plan = new_plan()
    assert [plan.take(worker) for worker in (0, 1, 0, 1)] == ["go9", "connect4", "go13", "hex"]


def test_a_worker_without_work_begins_a_new_family_and_then_helps():
    plan = new_plan()
    begun = [plan.take(0), *(plan.take(1) for _ in range(5))]
    assert begun == ["go9", *GAMES, "panels", "go13"]


def test_every_warm_up_is_run_once():
    plan = new_plan()
    taken = [plan.take(number % 3) for number in range(len(GO + GAMES + PANELS))]
    assert sorted(map(str, taken)) == sorted(GO + GAMES + PANELS)
    assert plan.take(0) is None


def test_the_family_is_the_package_that_registered_it():
    assert family_of(run_here) == "core"
    assert family_of(partial(run_here, "x", print)) == "core"
