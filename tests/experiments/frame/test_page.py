"""The example on the page about writing experiments runs, and gives the numbers on the page."""

import re
from pathlib import Path

import pytest

from miai.cli.main import main
from miai.experiments.frame.loading import load
from miai.experiments.frame.results import read_results

PAGE = Path(__file__).resolve().parents[3] / "docs" / "experiments" / "writing.md"


@pytest.fixture
def blocks(tmp_path, monkeypatch):
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    (tmp_path / "two_arms.py").write_text(found[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return found


def test_the_example_runs_from_the_command_line_and_from_python(blocks):
    assert main(["experiment", "run", "two_arms.py", "--preset", "smoke", "--set", "epsilon=0.5", "--workers", "1"]) == 0
    scope = {}
    exec(blocks[1], scope)
    assert scope["cells"] == read_results(Path("runs/two-arms-smoke")).cells


def test_the_numbers_on_the_page_are_those_of_the_example(blocks):
    """Compares one job of the run on the page, at full length."""
    experiment = load(str(Path("two_arms.py").absolute()))
    from miai.experiments.frame.inline import measure_job

    (cell,) = measure_job(experiment, experiment.parameters(), {"rule": "in turn", "tries": 30}, seed=1)
    shown = re.search(r"^ in turn +\S+ ±\S+ +(\S+) ±(\S+)", PAGE.read_text(), re.M)
    assert shown.groups() == (f"{cell.value:.3f}", f"{(cell.high - cell.low) / 2:.3f}")
