"""The notebooks of the documentation run, and show what they produce now."""

import pytest

from miai.core.kernels import COMPILING
from tests.notebook.notebooks import NOTEBOOKS, read, run_notebook, words_of

pytestmark = pytest.mark.skipif(not COMPILING, reason="too many simulations for plain Python")

TUNED = {"analyse-a-go-game"}
"""Notebooks whose numbers change with every improvement of the engine: their words are compared, not their numbers."""


def test_there_are_three_notebooks():
    assert [file.stem for file in NOTEBOOKS] == ["analyse-a-go-game", "compare-rules", "write-a-game"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_its_stored_output_is_up_to_date(file):
    notebook = read(file)
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    made = run_notebook(notebook)
    exact = file.stem not in TUNED
    differing = [
        number
        for number, (before, now) in enumerate(zip(stored, made, strict=True), 1)
        if [words_of(each, exact) for each in before] != [words_of(each, exact) for each in now]
    ]
    assert differing == [], f"code cells with old output in {file.name}; run: python -m tests.notebook.notebooks"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_says_nothing_about_how_it_was_run(file):
    cells = [cell for cell in read(file)["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] is None and cell["metadata"] == {} for cell in cells)
