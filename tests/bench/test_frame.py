"""The measurement of speeds: turns, the best of several rounds, and machines without a C compiler."""

import os
from pathlib import Path

import pytest

from miai.bench import frame, yardsticks
from miai.bench.frame import build_c, contest, machine, on_one_core, rounds_for, timed
from miai.core.errors import UserError
from tests.needs import need_program


def test_contenders_take_turns_and_the_best_round_of_each_counts():
    order = []
    speeds = {"a": iter([1.0, 5.0, 2.0]), "b": iter([7.0, 3.0, 4.0])}

    def contender(name):
        def run():
            order.append(name)
            return next(speeds[name])

        return run

    assert contest({"a": contender("a"), "b": contender("b")}, rounds=3) == {"a": 5.0, "b": 7.0}
    assert order == ["a", "b"] * 3


def test_a_timed_contender_is_measured_by_processor_time(monkeypatch):
    clock = iter([10.0, 12.0])
    monkeypatch.setattr(frame.time, "process_time", lambda: next(clock))
    assert timed(lambda: 300)() == 150.0


def test_there_are_at_least_three_rounds():
    assert rounds_for(0.1, 1.0) == 3
    assert rounds_for(10.0, 1.0) == 10


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot keep a process on one core")
def test_a_process_stays_on_one_core_during_a_measurement():
    before = os.sched_getaffinity(0)
    with on_one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_without_a_compiler_there_is_no_yardstick(monkeypatch):
    monkeypatch.setattr(frame.shutil, "which", lambda name: None)
    assert build_c(yardsticks.GO_GAMES_C) is None
    assert yardsticks.go_games() is None


def test_a_source_that_does_not_compile_gives_no_program(tmp_path: Path):
    need_program("gcc", "cc")
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) { return }")
    assert build_c(broken) is None


def test_the_machine_is_described():
    facts = machine()
    assert facts["processor"] and facts["numba"] and facts["miai"]


def test_openspiel_is_refused_for_games_that_it_does_not_have():
    with pytest.raises(UserError, match="OpenSpiel can be measured on tictactoe, connect4, hex, not on 'pig'"):
        yardsticks.openspiel("pig", 10, 1.0)
