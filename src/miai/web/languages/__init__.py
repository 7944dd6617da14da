"""The languages of the pages: every text passes `text`, which modules import as `_`.

    from miai.web.languages import text as _
    label = _("New game")
    message = _("{move} is illegal: {reason}.").format(move=word, reason=reason)
    count = plural("{count} move", "{count} moves", number).format(count=number)

The English text is the key; the translations are in the gettext files `<language>.po` of this folder. The language is a context variable:
`access.py` sets it for every request and web socket from the cookie or the browser, and what runs outside of them (an engine's events, the
clock) is called inside `speaking(session.language)`. A table of texts that is built when a module is imported marks them with `mark` and
translates them with `text` when they are shown. `translate_message` is for English errors of packages below this one; `messages.py` lists
those that a visitor can see.
"""

from __future__ import annotations

import contextlib
import functools
import gettext
from collections.abc import Collection, Iterator
from contextvars import ContextVar
from pathlib import Path

from miai.web.languages.catalogue import load_catalogue

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "ko": "한국어",
    "zh": "简体中文",
}
"""The languages that have a file, each in its own words. Those without translations yet are not offered: `offered_languages`."""
QUASAR_NAMES = {"en": "en-US", "ko": "ko-KR", "zh": "zh-CN"}
"""Languages that the widgets call by another name."""
TEST_LANGUAGE = "x-test"
"""A language for tests: it puts every text that passes `text` into brackets, so that others can be found."""
COOKIE = "miai_language"
_FOLDER = Path(__file__).parent
_current: ContextVar[str] = ContextVar("language", default="en")


def text(message: str) -> str:
    """Return `message` in the language of the present user, or unchanged where a translation is missing."""
    language = _current.get()
    if language == "en":
        return message
    if language == TEST_LANGUAGE:
        return f"⟦{message}⟧"
    return catalogue(language).gettext(message) if message else ""


def plural(one: str, many: str, count: float) -> str:
    """Return the form for `count`, `one` or `many` in English, in the language of the present user. Its placeholders are not filled."""
    language = _current.get()
    if language == TEST_LANGUAGE:
        return f"⟦{one if count == 1 else many}⟧"
    number = int(count) if count == int(count) else 2
    return catalogue(language).ngettext(one, many, number)


def translate_message(message: str) -> str:
    """Return an English message of a package below this one in the user's language; unchanged if it is not in the catalogue."""
    from miai.web.languages.messages import find_template

    if _current.get() == "en":
        return message
    template, values = find_template(message)
    translated = {name: translate_message(value) if find_template(value)[0] else text(value) for name, value in values.items()}
    return text(template).format(**translated) if template else message


def mark(message: str) -> str:
    """Return `message` unchanged: it belongs to the catalogue, and is translated with `text` when it is shown."""
    return message


def capitalized(message: str) -> str:
    """Return `message` with a capital first letter. The others stay as they are: German nouns keep theirs."""
    return message[:1].upper() + message[1:]


def language() -> str:
    """Return the language of the present user."""
    return _current.get()


def widget_language() -> str:
    """Return the language of the present user as the widgets call it."""
    now = _current.get()
    return "en-US" if now == TEST_LANGUAGE else QUASAR_NAMES.get(now, now)


@contextlib.contextmanager
def speaking(name: str) -> Iterator[None]:
    """Use another language inside a `with` block."""
    token = _current.set(name)
    try:
        yield
    finally:
        _current.reset(token)


def set_language(name: str) -> None:
    """Use another language from now on, in the present context."""
    _current.set(name)


def offered_languages() -> list[str]:
    """Return English and the languages with translations: another one would show English texts under its name."""
    return [name for name in LANGUAGES if name == "en" or catalogue(name).gettext("Pass") != "Pass"]


def choose_language(chosen: str, accepted: str, offered: Collection[str] | None = None) -> str:
    """Return the language of a request: the `chosen` one, or the first of the header Accept-Language (`accepted`) that is `offered`."""
    offered = offered_languages() if offered is None else offered
    if chosen in offered or chosen == TEST_LANGUAGE:
        return chosen
    wanted = sorted(enumerate(accepted.split(",")[:20]), key=lambda row: (-_quality(row[1]), row[0]))
    for _, each in wanted:
        name = each.partition(";")[0].strip().lower().partition("-")[0]
        if name in offered and _quality(each) > 0:
            return name
    return "en"


def _quality(part: str) -> float:
    """Return the weight of one language of the header Accept-Language."""
    _, _, weight = part.partition(";q=")
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


@functools.cache
def catalogue(name: str) -> gettext.NullTranslations:
    """Return the translations of a language; without a file, as for English, texts stay as they are."""
    file = _FOLDER / f"{name}.po"
    return load_catalogue(file) if file.is_file() else gettext.NullTranslations()
