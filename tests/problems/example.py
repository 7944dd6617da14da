"""The code on the page *Write your own game*."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "search" / "write-your-own-game.md"


def pasted_into(folder: Path, name: str = "chomp.py") -> Path:
    """Write the page's first block of code into a file, and return the file."""
    file = folder / name
    file.write_text(code_blocks()[0], encoding="utf-8")
    return file


def code_blocks() -> list[str]:
    """Return the blocks of Python on the page: the game, and its use from Python."""
    return re.findall(r"```python[^\n]*\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
