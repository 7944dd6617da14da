"""The parts of docs/style.md that a machine can check: turns of phrase that we avoid, and how docstrings and help begin."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    **{f"src/{folder.name}": folder for folder in sorted((ROOT / "src" / "miai").iterdir()) if (folder / "__init__.py").is_file()},
    **{f"tests/{folder.name}": folder for folder in sorted((ROOT / "tests").iterdir()) if (folder / "__init__.py").is_file()},
    "docs": ROOT / "docs",
    "benchmarks": ROOT / "benchmarks",
}
AVOIDED = re.compile(
    r"\banew\b|\b(is|are|was|were|be) told\b|\bso many\b|\bby hand of\b|\bput to sleep\b|\bof its own accord\b", re.IGNORECASE
)
HELP = re.compile(r"""help=\(?\s*f?["'](Of|So)\b""")
EXEMPT = {"docs/style.md", "tests/test_style.py"}
"""They quote what is avoided."""


def files_of(part: str) -> Iterator[Path]:
    for pattern in ("*.py", "*.md", "*.js", "*.html"):
        yield from (file for file in PARTS[part].rglob(pattern) if file.relative_to(ROOT).as_posix() not in EXEMPT)


def avoided_phrases(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        found = AVOIDED.search(line)
        if found:
            yield number, found[0]
        if HELP.search(line):
            yield number, "help that begins with Of or So"


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of every docstring, those below fields and constants included."""
    for node in ast.walk(tree):
        for statement in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                yield statement.lineno, statement.value.value


def faults_in(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    found = list(avoided_phrases(text))
    if file.suffix == ".py":
        found += [
            (line, "docstring that begins with What") for line, words in docstrings(ast.parse(text)) if words.startswith("What ")
        ]
    return [f"{file.relative_to(ROOT)}:{line}: {what}" for line, what in found]


@pytest.mark.parametrize("part", PARTS)
def test_texts_follow_the_style_page(part):
    assert [fault for file in files_of(part) for fault in faults_in(file)] == []


def test_top_level_pages_follow_the_style_page():
    pages = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
    assert [fault for page in pages for fault in faults_in(page)] == []


def test_a_class_name_has_one_meaning():
    homes = defaultdict(list)
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name != "Parameters":
                homes[node.name].append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
