"""The texts of the pages, found in the source, and the gettext files that translate them.

python -m tests.web.catalogue            adds new texts to every language with an empty translation, and removes old ones
python -m tests.web.catalogue --missing  prints the texts without a translation, with the languages that lack them
"""

from __future__ import annotations

import ast
import functools
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from miai.go.rules.illegal_moves import REASONS
from miai.web import languages

WEB = Path(languages.__file__).parents[1]
FOLDER = WEB / "languages"
TRANSLATED = sorted(set(languages.LANGUAGES) - {"en"})
CALLS = {"_", "text", "mark", "plural"}
BABEL_NAMES = {"zh": "zh_Hans_CN"}
"""Languages that Babel calls by another name."""


def texts_in(source: str) -> Iterator[str | tuple[str, str]]:
    """Yield the texts in a module: the constant arguments of `_`, `text` and `mark`, and pairs for `plural`.

    Babel's extractor reads tokens, and before Python 3.12 it does not see calls inside of f-strings.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            words = [each.value for each in node.args[:2] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if node.func.id == "plural" and len(words) == 2:
                yield words[0], words[1]
            elif len(words) == 1 == len(node.args):
                yield words[0]


@functools.cache
def all_texts() -> set[str | tuple[str, str]]:
    """Return every text of the pages: those in the source, and the reasons why a move is illegal."""
    found: set[str | tuple[str, str]] = set(REASONS.values())
    for file in WEB.rglob("*.py"):
        if file.name != "__init__.py" or file.parent != FOLDER:
            found |= set(texts_in(file.read_text()))
    return found


def read_language(language: str) -> Catalog:
    """Return the gettext file of a language as Babel reads it; empty if there is none."""
    file = FOLDER / f"{language}.po"
    locale = BABEL_NAMES.get(language, language)
    return read_po(io.BytesIO(file.read_bytes()), locale=locale) if file.is_file() else Catalog(locale=locale)


def update(languages_to_write: list[str] = TRANSLATED) -> None:
    """Add new texts to the gettext files, and remove old ones."""
    wanted = all_texts()
    for language in languages_to_write:
        known = read_language(language)
        written = Catalog(locale=BABEL_NAMES.get(language, language), project="miai", charset="utf-8")
        for each in wanted:
            old = known.get(each)
            written.add(each, old.string if old is not None else None)
        head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        forms = f'"Plural-Forms: {written.plural_forms}\\n"\n\n'
        body = io.BytesIO()
        write_po(body, written, sort_output=True, omit_header=True, width=0)
        lines = [line for line in body.getvalue().decode().strip().splitlines() if not line.startswith("#,")]
        (FOLDER / f"{language}.po").write_text(head + forms + "\n".join(lines) + "\n", "utf-8")


def is_translated(message: Message | None) -> bool:
    """Return whether every form of a message has a translation."""
    if message is None:
        return False
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def missing() -> dict[str | tuple[str, str], list[str]]:
    """Return the texts without a translation, with the languages that lack them."""
    known = {language: read_language(language) for language in TRANSLATED}
    lacking = {each: [name for name in TRANSLATED if not is_translated(known[name].get(each))] for each in all_texts()}
    return {each: names for each, names in sorted(lacking.items(), key=str) if names}


if __name__ == "__main__":
    if "--missing" in sys.argv:
        for each, lacking in missing().items():
            print(f"{each!r}: {', '.join(lacking)}")
    else:
        update()
