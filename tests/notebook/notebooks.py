"""The notebooks of the documentation: run in this process, without a Jupyter server, and written with their output.

python -m tests.notebook.notebooks   runs all of them and stores the output in docs/notebooks
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SHOWN = ("text/html", "image/svg+xml", "text/plain")
"""Kinds of output that are stored, the first that there is."""


def read(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text("utf-8"))


def source_of(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def run_notebook(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run the code cells in a new namespace and return the outputs of each. A cell that raises ends the run with its error."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    from miai.notebook import load_ipython_extension

    shell = InteractiveShell.instance()
    shell.reset(new_session=False)
    shell.history_manager.enabled = False
    load_ipython_extension(shell)
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            values: list[Any] = []
            shell.display_trap.hook = values.append  # the value of the last line, which a notebook shows
            with capture_output() as captured:
                outcome = shell.run_cell(source_of(cell), store_history=False)
            outcome.raise_error()
            printed = [{"output_type": "stream", "name": "stdout", "text": lines(captured.stdout)}] if captured.stdout else []
            shown = [each.data for each in captured.outputs]
            shown += [shell.display_formatter.format(value)[0] for value in values if value is not None]
            found.append(printed + [as_output(data) for data in shown])
    return found


def as_output(data: dict[str, Any]) -> dict[str, Any]:
    """Return what IPython would display as an output of a notebook."""
    kind = next(kind for kind in SHOWN if kind in data)
    return {"output_type": "display_data", "metadata": {}, "data": {kind: lines(data[kind])}}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def words_of(output: dict[str, Any], with_numbers: bool) -> str:
    """Return an output as text to compare. Plots of matplotlib differ with its version: only that there is one counts."""
    data = output.get("data") or {"text": output["text"]}
    text = "".join(next(iter(data.values())))
    if "matplotlib" in text:
        return "a plot"
    return (
        text
        if with_numbers
        else re.sub(r"<svg.*?</svg>", "a picture", re.sub(r"[-+]?\d[\d,.]*|\b[A-T]\d+\b", "#", text), flags=re.S)
    )


def write(file: Path) -> None:
    """Run a notebook and store it with its outputs."""
    notebook = read(file)
    outputs = iter(run_notebook(notebook))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = next(outputs), None
    file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    for each in NOTEBOOKS:
        write(each)
        print(f"wrote {each.name}")
