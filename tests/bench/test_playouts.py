"""The benchmark of random games: its report and its errors. No test depends on the speed of a machine."""

from __future__ import annotations

import json

import pytest

from miai.bench import frame
from miai.bench.playouts import measure_playouts
from miai.core.errors import UserError
from tests.core.processes import run_python
from tests.needs import need_program


def test_the_benchmark_has_all_its_columns():
    need_program("gcc", "cc")
    found = measure_playouts(5, seconds=0.1)
    assert found["size"] == 5 and found["policy"] == "uniform"
    assert found["playouts_per_second"] > 0 and found["yardstick_per_second"] > 0
    assert found["ratio"] == pytest.approx(found["playouts_per_second"] / found["yardstick_per_second"])
    assert 20 < found["moves_per_playout"] < 60 and 0 < found["black_wins"] < 1


def test_without_a_compiler_there_is_no_ratio(monkeypatch):
    monkeypatch.setattr(frame.shutil, "which", lambda name: None)
    found = measure_playouts(5, "uniform-complete-eyes", seconds=0.1)
    assert found["yardstick_per_second"] is None and found["ratio"] is None and found["playouts_per_second"] > 0


def test_the_error_about_an_unknown_policy_lists_the_known_ones():
    with pytest.raises(UserError, match="known policies: uniform, uniform-complete-eyes, base"):
        measure_playouts(policy="best")


def test_only_the_base_policy_accepts_settings():
    with pytest.raises(UserError, match="policy uniform has no settings"):
        measure_playouts(settings=["nakade=0"])
    with pytest.raises(UserError, match="nakade must be a number from 0 to 1"):
        measure_playouts(policy="base", settings=["nakade=2"])


def test_the_command_prints_json():
    answer = json.loads(run_python("-m", "miai", "bench", "playouts", "--size", "5", "--seconds", "0.1", "--json"))
    assert {"size", "policy", "playouts_per_second", "moves_per_playout", "black_wins", "yardstick_per_second", "ratio"} <= set(
        answer
    )
