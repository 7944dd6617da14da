"""A hook of MkDocs: every notebook of this folder becomes a page, with the outputs that are stored in it."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

FOLDER = Path(__file__).parent


def on_files(files: Files, config: Any) -> Files:
    """Add a page for each notebook. The notebook itself is copied, so that the page can link to it."""
    for file in sorted(FOLDER.glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{file.stem}.md", content=page_of(file)))
    return files


def page_of(file: Path) -> str:
    """Return a notebook as Markdown."""
    parts = [_cell(cell) for cell in json.loads(file.read_text("utf-8"))["cells"]]
    note = f"*This page is a notebook: [download {file.name}]({file.name}). The tests run it.*"
    return "\n\n".join([parts[0], note, *parts[1:]]) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    return "\n\n".join([f"```python\n{text}\n```", *(_output(output) for output in cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    """Return an output: HTML as it is, on one line since Markdown ends it at an empty one, pictures as images, and text."""
    kind, lines = next(iter((output.get("data") or {"text/plain": output["text"]}).items()))
    text = "".join(lines)
    if kind == "image/svg+xml":
        picture = base64.b64encode(text.encode()).decode()
        return f'<img alt="the output of the cell above" src="data:image/svg+xml;base64,{picture}">'
    if kind == "text/html":
        return re.sub(r"\s*\n\s*", " ", text)
    return f"```text\n{text.rstrip()}\n```"
