"""Numbers of the papers that our experiments are compared with, as CSV; the first lines of each file name its source."""

from __future__ import annotations

import csv
import functools
from importlib import resources


@functools.cache
def published_rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of `<name>.csv` in this folder, by the names in its head."""
    text = (resources.files(__name__) / f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
