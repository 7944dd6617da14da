"""The benchmark measures what it says; how fast a machine is, is no test's business."""

from __future__ import annotations

import os

import pytest

from miai.go import playout_bench
from miai.go.playout_bench import build_yardstick, measure_playouts, on_one_core
from tests.needs import need_program


def test_the_benchmark_has_all_its_columns():
    need_program("gcc", "cc")
    found = measure_playouts(5, rounds=2, seconds=0.02)
    assert found["size"] == 5 and found["policy"] == "uniform"
    assert found["playouts_per_second"] > 0 and found["yardstick_per_second"] > 0
    assert found["ratio"] == pytest.approx(found["playouts_per_second"] / found["yardstick_per_second"])
    assert 20 < found["moves_per_playout"] < 60 and 0 < found["black_wins"] < 1


def test_without_a_compiler_there_is_no_ratio(monkeypatch):
    monkeypatch.setattr(playout_bench.shutil, "which", lambda name: None)
    found = measure_playouts(5, "uniform-complete-eyes", rounds=1, seconds=0.01)
    assert found["yardstick_per_second"] is None and found["ratio"] is None


def test_the_yardstick_is_built_once():
    need_program("gcc", "cc")
    program = build_yardstick()
    before = program.stat().st_mtime_ns
    assert build_yardstick() == program and program.stat().st_mtime_ns == before


def test_the_process_gets_its_cores_back():
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system does not bind processes to cores")
    before = os.sched_getaffinity(0)
    with on_one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


@pytest.mark.parametrize("wrong", [{"size": 1}, {"policy": "best"}, {"rounds": 0}])
def test_what_cannot_be_measured_is_refused(wrong):
    with pytest.raises(ValueError):  # noqa: PT011
        measure_playouts(**wrong)
