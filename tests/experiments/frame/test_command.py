"""`miai experiment`: runs, resumes, shows, compares and exports; errors of the user are reported in one line."""

import csv
import json
import re
import shutil
import sqlite3
from contextlib import closing
from xml.etree import ElementTree

import pytest

from miai.cli.main import main
from miai.experiments.frame.loading import load, locate
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.registry import EXPERIMENTS
from miai.store.checksums import seal
from miai.store.schema import RESULTS
from tests.experiments.frame.commands import COIN, cells_in, undisturbed_cells


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def miai(capfd):
    """Return a function that runs `miai experiment` in this process and returns exit code, output and errors."""

    def run(*arguments):
        code = main(["experiment", *map(str, arguments)])
        said = capfd.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return a folder with two complete runs, with seeds 1 and 2."""
    folder = tmp_path_factory.mktemp("finished")
    for seed in ("1", "2"):
        assert (
            main(["experiment", "run", COIN, "--preset", "smoke", "--seed", seed, "--out", str(folder / seed), "--workers", "1"])
            == 0
        )
    return folder


def one_line_of_error(outcome):
    code, out, err = outcome
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert [line for line in lines[:-1] if not line.startswith("miai: results go to ")] == []
    assert lines[-1].startswith("miai: error: ")
    return lines[-1].removeprefix("miai: error: ")


def test_a_run_prints_its_table_and_draws_its_plots(miai, tmp_path):
    code, out, err = miai("run", COIN, "--preset", "smoke", "--workers", "2")
    assert code == 0
    assert err.splitlines() == ["miai: results go to runs/coin-smoke", "miai: plots are in runs/coin-smoke/plots"]
    assert "How often does a biased coin show heads?" in out
    assert "by chance alone about 0.4 would" in " ".join(out.split())
    assert cells_in(tmp_path / "runs" / "coin-smoke") == undisturbed_cells()
    assert {file.name for file in (tmp_path / "runs" / "coin-smoke" / "plots").iterdir()} == {"heads.png", "heads.svg"}
    assert ElementTree.parse("runs/coin-smoke/plots/heads.svg").getroot().tag.endswith("svg")


def test_the_same_command_on_a_complete_run_only_shows_it(miai, finished):
    code, out, _ = miai("run", COIN, "--preset", "smoke", "--out", finished / "1")
    assert (code, out) == (0, miai("show", finished / "1")[1])


def test_json_has_the_cells_with_intervals_and_published_numbers(miai, finished):
    code, out, _ = miai("show", finished / "1", "--json")
    shown = json.loads(out)
    assert code == 0
    assert (shown["experiment"], shown["seed"], shown["preset"], shown["complete"]) == ("coin", 1, "smoke", True)
    assert shown["jobs"] == {"done": 6, "failed": 0, "pending": 0}
    assert shown["provenance"][0]["machine"]["processor"]
    cell = shown["cells"][0]
    assert cell["parameters"] == {"share": 0.2, "coin": 0, "trials": 20}
    assert (cell["measure"], cell["count"], cell["published"]) == ("heads", 20, 0.2)
    assert cell["low"] < cell["value"] < cell["high"]
    assert all(("published" in cell) == (cell["parameters"].get("share") in (0.2, 0.5)) for cell in shown["cells"])


def test_a_published_number_that_differs_is_marked(miai, finished):
    markdown = miai("show", finished / "1", "--markdown")[1]
    marked = re.findall(r"\*\*(\S+) ±\S+\*\* \((\S+) ≠\)", markdown)
    shown = json.loads(miai("show", finished / "1", "--json")[1])
    differing = [cell for cell in shown["cells"] if cell.get("differs")]
    assert marked == [(f"{cell['value']:.3f}", f"{cell['published']:.3f}") for cell in differing]
    assert shown["agreement"]["differing"] == len(differing)


def test_every_value_is_in_the_table(miai, finished):
    out = miai("show", finished / "1")[1]
    for cell in cells_in(finished / "1")[:-1]:
        assert f"{cell['value']:.3f} ±" in out


def test_a_table_that_is_too_wide_is_split(miai, finished, monkeypatch):
    monkeypatch.setenv("COLUMNS", "34")
    out = miai("show", finished / "1")[1]
    assert out.count("share   coin") == 2
    assert f"{cells_in(finished / '1')[1]['value']:.3f} ±" in out


def test_two_runs_are_compared_cell_by_cell(miai, finished):
    code, out, _ = miai("compare", finished / "1", finished / "2", "--all", "--json")
    compared = json.loads(out)
    assert code == 0
    assert compared["agreement"]["compared"] == 12
    assert len(compared["cells"]) == 13
    first, second = cells_in(finished / "1"), cells_in(finished / "2")
    assert [(cell["first"], cell["second"]) for cell in compared["cells"]] == [
        (one["value"], two["value"]) for one, two in zip(first, second, strict=True)
    ]
    assert "by more than the joint 95 % interval" in " ".join(miai("compare", finished / "1", finished / "2")[1].split())


def test_a_run_does_not_differ_from_itself(miai, finished):
    same = json.loads(miai("compare", finished / "1", finished / "1", "--json")[1])
    assert same["cells"] == [] and same["identical"] == same["in_both"] == 13
    assert "are equal, to the last digit" in " ".join(miai("compare", finished / "1", finished / "1")[1].split())


def test_cells_are_exported_for_other_programs(miai, finished, tmp_path):
    import pyarrow.parquet

    assert miai("export", finished / "1", "--csv", "cells.csv", "--parquet", "cells.parquet") == (0, "", "")
    with open("cells.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    cells = cells_in(finished / "1")
    assert [float(row["value"]) for row in rows] == [cell["value"] for cell in cells]
    assert [row["share"] for row in rows] == [str(cell["parameters"].get("share", "")) for cell in cells]
    table = pyarrow.parquet.read_table("cells.parquet").to_pylist()
    assert [row["value"] for row in table] == [cell["value"] for cell in cells]
    assert list(table[0]) == list(rows[0])


def test_a_failed_job_is_reported_and_the_others_are_kept(miai, tmp_path):
    bad = ("run", COIN, "--preset", "smoke", "--workers", "1", "--set", "words=fail")
    code, out, err = miai(*bad)
    assert code == 1
    assert "5 of 6 jobs are done, 1 failed" in out
    assert "1 job failed (ArithmeticError: the coin stands on its edge (coin.py, line " in err
    assert not (tmp_path / "runs" / "coin-smoke" / "plots").exists()
    shown = json.loads(miai("show", "runs/coin-smoke", "--json")[1])
    assert (shown["complete"], len(shown["failures"]), shown["findings"]) == (False, 1, [])
    so_far = json.loads(miai("show", "runs/coin-smoke", "--json", "--so-far", "--experiment", COIN)[1])
    assert so_far["findings"] == [] and len(so_far["cells"]) == len(shown["cells"]) + 1
    assert so_far["cells"][-1]["value"] == len(shown["cells"]), "derived from the finished jobs"


def test_plots_of_an_incomplete_run_are_drawn_on_request(miai, tmp_path):
    miai("run", COIN, "--preset", "smoke", "--workers", "1", "--set", "words=fail")
    assert miai("show", "runs/coin-smoke", "--plots")[0] == 0
    assert (tmp_path / "runs" / "coin-smoke" / "plots" / "heads.png").exists()


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (("run", "coins"), "unknown experiment 'coins'; known experiments: pgame-search, "),
        (("run", "coins.py"), "no file 'coins.py'"),
        (("run", COIN, "--preset", "quik"), "coin: unknown preset 'quik'; did you mean 'quick'?"),
        (("run", COIN, "--set", "trails=5"), "coin: unknown parameter 'trails'; did you mean 'trials'?"),
        (("run", COIN, "--set", "trials"), "a parameter is given as name=value, not 'trials'"),
        (("run", COIN, "--out", "/proc/run"), "cannot write /proc/run: "),
        (("run", COIN, "--resume"), "experiment run: nothing to resume in runs/coin-quick"),
        (("run", COIN, "--cluster", "here"), "--cluster: 'here' is neither local:N nor the address of a Dask scheduler"),
        (("run", COIN, "--cluster", "local:2", "--workers", "3"), "experiment run: --workers is for this machine"),
        (("show", "nowhere"), "there are no results in nowhere"),
        (("compare", "nowhere", "nowhere"), "there are no results in nowhere"),
        (("export", "nowhere", "--csv", "x"), "there are no results in nowhere"),
        (("export", "nowhere"), "experiment export: no output given; add --csv FILE or --parquet FILE"),
    ],
)
def test_a_wrong_command_is_one_line_and_writes_nothing(miai, tmp_path, arguments, complaint):
    assert one_line_of_error(miai(*arguments)).startswith(complaint)
    assert list(tmp_path.iterdir()) == []


def test_the_error_about_a_missing_scheduler_is_one_line(miai, monkeypatch):
    monkeypatch.setattr("miai.jobs.cluster.SECONDS_TO_CONNECT", 0.5)
    line = one_line_of_error(miai("run", COIN, "--preset", "smoke", "--cluster", "tcp://127.0.0.1:1"))
    assert line.startswith("cannot reach a Dask scheduler at tcp://127.0.0.1:1: ")


def test_the_error_about_another_run_in_the_directory_names_the_difference(miai, finished):
    again = ("run", COIN, "--preset", "smoke", "--out", finished / "1")
    assert "seed is 1 there and 5 here" in one_line_of_error(miai(*again, "--seed", "5"))
    assert "trials is 20 there and 30 here; " in one_line_of_error(miai(*again, "--set", "trials=30"))


def test_the_error_about_an_export_that_cannot_be_written_is_one_line(miai, finished):
    assert one_line_of_error(miai("export", finished / "1", "--csv", "/proc/cells.csv")).startswith("cannot write /proc/cells.csv")


BROKEN = {
    "x = 1": "declares no experiment: it needs EXPERIMENT = Experiment(...)",
    "import nonsense": "broken.py, line 1: ModuleNotFoundError: No module named 'nonsense'",
    "def f(:": "broken.py, line 1: SyntaxError",
}


@pytest.mark.parametrize("text", BROKEN)
def test_the_error_about_a_users_broken_file_names_the_line(miai, tmp_path, text):
    (tmp_path / "broken.py").write_text(text)
    assert BROKEN[text] in one_line_of_error(miai("run", "broken.py"))


def test_the_error_in_a_users_function_names_the_line(miai, tmp_path):
    text = "from tests.experiments.frame.coin import *\nimport dataclasses\ndef jobs(p):\n    return [1 / 0]\n"
    (tmp_path / "mine.py").write_text(text + "EXPERIMENT = dataclasses.replace(EXPERIMENT, jobs=jobs)\n")
    assert "mine.py, line 4: ZeroDivisionError: division by zero" in one_line_of_error(miai("run", "mine.py"))


def test_a_run_is_shown_after_its_experiment_file_was_deleted(miai, tmp_path):
    (tmp_path / "mine.py").write_text("from tests.experiments.frame.coin import EXPERIMENT\n")
    assert miai("run", "mine.py", "--preset", "smoke", "--workers", "1")[0] == 0
    (tmp_path / "mine.py").unlink()
    load.cache_clear()
    assert miai("show", "runs/coin-smoke")[0] == 0
    assert one_line_of_error(miai("show", "runs/coin-smoke", "--experiment", "mine.py")) == "no file 'mine.py'"


def test_list_and_info_show_experiments_presets_and_parameters(miai):
    assert json.loads(miai("list", "--json")[1])["experiments"] == [
        {"name": name, "help": entry.help} for name, entry in EXPERIMENTS.items()
    ]
    code, out, _ = miai("info", COIN)
    assert code == 0
    assert "throws of each coin" in out
    assert json.loads(miai("info", COIN, "--json")[1])["presets"]["smoke"]["jobs"] == 6


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_registered_experiment_has_its_name_and_presets_with_jobs(name):
    experiment = load(locate(name))
    assert experiment.name == name
    assert {"smoke", "quick", "paper"} <= set(experiment.presets)
    for preset in experiment.presets:
        assert len(list(experiment.jobs(make_parameters(experiment, preset)))) > 0


EVIL = "from pathlib import Path\nPath(__file__).with_suffix('.was-run').touch()\nraise SystemExit(7)\n"


@pytest.mark.parametrize(
    "words", [["show"], ["show", "--json"], ["show", "--markdown"], ["show", "--plots"], ["export"], ["compare"]]
)
def test_results_from_elsewhere_never_run_a_file(miai, finished, tmp_path, words):
    """The run says that its experiment is in a file; a directory of results is data, and only `run` executes that file."""
    evil = tmp_path / "evil.py"
    evil.write_text(EVIL)
    copy = tmp_path / "copy"
    shutil.copytree(finished / "1", copy)
    with closing(sqlite3.connect(copy / RESULTS)) as connection, connection:
        connection.execute("UPDATE run SET origin = ?", (str(evil),))
        seal(connection, "run", "true")
    arguments = {"export": ["--csv", tmp_path / "cells.csv"], "compare": [finished / "2"]}.get(words[0], words[1:])
    code, _, err = miai(words[0], copy, *arguments)
    assert code == 0 and not err.startswith("miai: error")
    assert not evil.with_suffix(".was-run").exists()


def test_a_run_of_an_own_file_is_shown_without_the_file(miai, finished, tmp_path):
    from miai.experiments.frame.results import as_data, read_results

    stored, live = read_results(finished / "1"), read_results(finished / "1", COIN)
    assert as_data(stored) == as_data(live)
    code, shown, _ = miai("show", finished / "1")
    assert (code, miai("show", finished / "1", "--experiment", COIN)[1]) == (0, shown)
    assert "How often does a biased coin show heads?" in shown and "a coin falls" in shown


@pytest.mark.parametrize(
    "report",
    [
        '{"question": 1}',
        "[]",
        '{"question": "", "source": "", "tables": [{"digits": 1e9}], "curves": []}',
        '{"question": "", "source": "", "tables": [], "curves": [{"name": "../../x", "measure": "heads", "x": "trials"}]}',
    ],
)
def test_a_forged_report_is_refused_in_one_line(miai, finished, tmp_path, report):
    copy = tmp_path / "copy"
    shutil.copytree(finished / "1", copy)
    with closing(sqlite3.connect(copy / RESULTS)) as connection, connection:
        connection.execute("UPDATE report SET content = ?", (report,))
        seal(connection, "report", "true")
    assert "are damaged" in one_line_of_error(miai("show", copy, "--plots"))
