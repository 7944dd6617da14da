"""The texts of the pages, found in the source, and the gettext files that translate them.

python -m tests.web.catalogue            adds new texts to every language with an empty translation, and removes old ones
python -m tests.web.catalogue --missing  prints the texts without a translation, with the languages that lack them
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from miai.go.rules.illegal_moves import REASONS
from miai.web import languages
from miai.web.languages.catalogue import read_catalogue, write_catalogue

WEB = Path(languages.__file__).parents[1]
FOLDER = WEB / "languages"
TRANSLATED = sorted(set(languages.LANGUAGES) - {"en"})
CALLS = {"_", "text", "mark"}


def texts_in(source: str) -> Iterator[str]:
    """Yield the constant arguments of `_`, `text` and `mark` in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS and len(node.args) == 1:
            value = node.args[0]
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def all_texts() -> set[str]:
    """Return every text of the pages: those in the source, and the reasons why a move is illegal."""
    found = set(REASONS.values())
    for file in WEB.rglob("*.py"):
        if file.parent != FOLDER:
            found |= set(texts_in(file.read_text()))
    return found


def translations(language: str) -> dict[str, str]:
    """Return the gettext file of a language."""
    file = FOLDER / f"{language}.po"
    return read_catalogue(file.read_text("utf-8")) if file.is_file() else {}


def update() -> None:
    """Add new texts to all gettext files, and remove old ones."""
    wanted = all_texts()
    for language in TRANSLATED:
        known = translations(language)
        (FOLDER / f"{language}.po").write_text(write_catalogue(language, {each: known.get(each, "") for each in wanted}), "utf-8")


def missing() -> dict[str, list[str]]:
    """Return the texts without a translation, with the languages that lack them."""
    known = {language: translations(language) for language in TRANSLATED}
    return {
        each: lacking for each in sorted(all_texts()) if (lacking := [name for name in TRANSLATED if not known[name].get(each)])
    }


if __name__ == "__main__":
    if "--missing" in sys.argv:
        for each, lacking in missing().items():
            print(f"{each!r}: {', '.join(lacking)}")
    else:
        update()
