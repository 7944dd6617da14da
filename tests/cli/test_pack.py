"""`miai pack`: the report, the files that are written, several instances, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from miai.cli.main import main
from miai.problems.packing import faults_of, make_instance

ROWS = "width,height,count\n12,7,2\n5,3,6\n8,9,1\n"
INSTANCE = make_instance(20, [(12, 7, 2), (5, 3, 6), (8, 9)])


@pytest.fixture
def pieces(tmp_path):
    file = tmp_path / "pieces.csv"
    file.write_text(ROWS, encoding="utf-8")
    return file


def test_json_has_the_packing(pieces, capsys):
    assert main(["pack", str(pieces), "--width", "20", "--simulations", "500", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"height", "lower_bound", "proven", "seconds", "simulations", "placements"} <= set(found)
    placements = [[each[key] for key in ("x", "y", "width", "height")] for each in found["placements"]]
    assert faults_of(INSTANCE, placements) == []
    assert (found["height"], found["lower_bound"], found["proven"]) == (17, 17, True)


def test_pictures_and_placements_are_written(pieces, tmp_path, capsys):
    files = {kind: tmp_path / f"out.{kind}" for kind in ("svg", "png", "json")}
    options = ["--svg", str(files["svg"]), "--png", str(files["png"]), "--out", str(files["json"])]
    assert main(["pack", str(pieces), "--width", "20", "--simulations", "500", *options]) == 0
    assert "height 17, optimal" in " ".join(capsys.readouterr().out.split())
    assert files["svg"].read_text(encoding="utf-8").startswith("<svg")
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert json.loads(files["json"].read_text(encoding="utf-8"))["height"] == 17


def test_several_instances_give_a_table_and_a_file_each(tmp_path, capsys):
    file = tmp_path / "many.csv"
    file.write_text("instance,strip_width,width,height\nA,4,2,2\nA,4,2,2\nB,5,5,3\n", encoding="utf-8")
    assert main(["pack", str(file), "--simulations", "10", "--svg", str(tmp_path / "out.svg")]) == 0
    assert {each.name for each in tmp_path.glob("*.svg")} == {"out-A.svg", "out-B.svg"}
    assert "mean 0.00 %" in capsys.readouterr().out
    assert main(["pack", str(file), "--simulations", "10", "--json"]) == 0
    assert [each["height"] for each in json.loads(capsys.readouterr().out)["instances"]] == [2, 3]
    assert main(["pack", str(file), "--instance", "b", "--simulations", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["height"] == 3


@pytest.mark.parametrize(
    "options, message",
    [
        ([], "the strip width is missing"),
        (["--width", "4"], "row 2: a rectangle of 12 x 7 does not fit on a strip of width 4 in either orientation"),
        (["--width", "11", "--no-rotate"], "row 2: a rectangle of 12 x 7 does not fit on a strip of width 11 (rectangles may not"),
        (["--width", "-3"], "the strip width is -3"),
        (["--width", "20", "--svg", "/nowhere/out.svg"], "--svg: cannot write /nowhere/out.svg"),
    ],
)
def test_bad_input_is_one_line(pieces, capsys, options, message):
    assert main(["pack", str(pieces), *options]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_stopped_run_has_its_best_packing_on_disk(tmp_path):
    squares = "width,height,count\n16,16,30\n17,17,30\n"  # the bound is near the area, 327 high, and cannot be reached
    (tmp_path / "a.csv").write_text(squares, encoding="utf-8")
    command = [sys.executable, "-m", "miai", "pack", "a.csv", "--width", "50", "--seconds", "300", "--out", "best.json", "--json"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 240
    while not (tmp_path / "best.json").exists() and time.monotonic() < deadline and run.poll() is None:
        time.sleep(0.1)
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    saved = json.loads((tmp_path / "best.json").read_text(encoding="utf-8"))
    assert (run.returncode, json.loads(out)["height"]) == (0, saved["height"])
    assert "stopped" in err and not saved["proven"]
    assert len(saved["placements"]) == 60


def test_solve_finds_solutions_with_a_method(capsys):
    command = ["solve", "knapsack", "--set", "things=8", "--method", "nested", "--set", "level=1", "--playouts", "500", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["method"], found["simulations"]) == ("nested", 500)
    assert len(found["solution"]["texts"]) == len(found["solution"]["actions"])


def test_solve_without_a_method_reports_solutions_too(capsys):
    assert main(["solve", "knapsack", "--set", "things=6", "--playouts", "200", "--solutions", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["solution"] == found["solutions"][0] and len(found["solutions"]) == 3
    assert main(["solve", "knapsack", "--set", "things=6", "--playouts", "200", "--target", "1"]) == 0
    shown = capsys.readouterr()
    assert "Solution with reward" in shown.out and "1 simulations" in shown.out


def test_a_target_for_two_players_is_one_line(capsys):
    assert main(["solve", "tictactoe", "--target", "3"]) == 2
    assert "tictactoe has 2 players" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, message",
    [
        (["--method", "nrpaa"], "method must be one of uct, nested, nrpa"),
        (["--method", "nrpa", "--set", "levl=2"], "unknown setting 'levl'; did you mean 'level'?"),
        (["--target", "nan"], "target must be a number"),
    ],
)
def test_wrong_methods_are_one_line(capsys, options, message):
    assert main(["solve", "knapsack", *options]) == 2
    assert message in capsys.readouterr().err
