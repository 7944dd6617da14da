"""The languages of the pages: choosing one, reading gettext files."""

from __future__ import annotations

import pytest

from miai.web.languages import choose_language, speaking, text
from miai.web.languages.catalogue import read_catalogue, write_catalogue


@pytest.mark.parametrize(
    ("chosen", "accepted", "expected"),
    [
        ("", "", "en"),
        ("", "ja,en;q=0.5", "ja"),
        ("", "pt-BR,pt;q=0.9,fr-CA;q=0.8,en;q=0.7", "fr"),
        ("", "en;q=0.2, zh-TW;q=0.9", "zh"),
        ("", "de;q=0, es", "es"),
        ("", "ja;q=x", "en"),
        ("ko", "ja", "ko"),
        ("../etc", "de", "de"),
    ],
)
def test_the_menu_comes_before_the_browser_and_the_browser_before_english(chosen, accepted, expected):
    assert choose_language(chosen, accepted) == expected


def test_a_catalogue_is_unchanged_after_writing_and_reading():
    messages = {'a "word"': "line\nbreak", "b\\c": "", "{move} is illegal": "{move} 着手禁止"}
    assert read_catalogue(write_catalogue("ja", messages)) == messages


def test_a_damaged_catalogue_names_the_line():
    with pytest.raises(ValueError, match="line 2"):
        read_catalogue('msgid "a"\nmsgstr a\n')


def test_a_text_is_english_outside_of_a_request():
    assert text("no such text") == "no such text"
    with speaking("x-test"):
        assert text("Pass") == "⟦Pass⟧"
    with speaking("ja"):
        assert text("no such text") == "no such text"
