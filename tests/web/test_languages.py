"""The languages of the pages: choosing one, reading gettext files."""

from __future__ import annotations

import re

import pytest

from miai.web.languages import (
    LANGUAGES,
    capitalized,
    choose_language,
    offered_languages,
    plural,
    speaking,
    text,
    translate_message,
)
from miai.web.languages.catalogue import load_catalogue, read_entries
from tests.web import catalogue

HOLES = re.compile(r"\{\w+\}")
TAGS = re.compile(r"</?\w+>")


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
    assert choose_language(chosen, accepted, LANGUAGES) == expected


def test_a_language_without_translations_is_not_offered(monkeypatch):
    monkeypatch.setitem(LANGUAGES, "eo", "Esperanto")
    assert set(offered_languages()) == set(LANGUAGES) - {"eo"}
    with speaking("eo"):
        assert text("Pass") == "Pass"
    assert choose_language("eo", "eo,ja;q=0.5") == "ja"


SAMPLE = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\n"

# a comment
msgid "a \"word\""
msgstr ""
"line\n"
"break"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} ruch"
msgstr[1] "{count} ruchy"
msgstr[2] "{count} ruchów"

msgid "empty"
msgstr ""
"""


def test_a_catalogue_is_read_with_its_plural_forms(tmp_path):
    file = tmp_path / "x.po"
    file.write_text(SAMPLE, "utf-8")
    found = load_catalogue(file)
    assert found.gettext('a "word"') == "line\nbreak"
    assert found.gettext("empty") == "empty"
    assert [found.ngettext("{count} move", "{count} moves", n) for n in (1, 4, 5)] == [
        "{count} ruch",
        "{count} ruchy",
        "{count} ruchów",
    ]


def test_a_damaged_catalogue_names_the_line():
    with pytest.raises(ValueError, match="line 2"):
        read_entries('msgid "a"\nmsgstr a\n')
    with pytest.raises(ValueError, match="line 1"):
        read_entries("message\n")


def test_a_text_is_english_outside_of_a_request():
    assert text("no such text") == "no such text"
    with speaking("x-test"):
        assert text("Pass") == "⟦Pass⟧"
    with speaking("ja"):
        assert text("no such text") == "no such text"


def test_a_message_of_another_package_is_found_by_its_form():
    with speaking("x-test"):
        assert translate_message("it takes back a ko at once") == "⟦it takes back a ko at once⟧"
        assert translate_message("level must be from 1 to 20, not 21") == "⟦level must be from ⟦1⟧ to ⟦20⟧, not ⟦21⟧⟧"
        assert translate_message("something else") == "something else"
        assert plural("{count} move", "{count} moves", 2) == "⟦{count} moves⟧"


def test_every_text_is_translated_into_every_language_and_no_other_text_is_kept():
    assert catalogue.missing() == {}
    for language in catalogue.TRANSLATED:
        kept = {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalogue.read_language(language)}
        assert kept - {""} == catalogue.all_texts(), language


@pytest.mark.parametrize("language", catalogue.TRANSLATED)
def test_placeholders_markup_and_plural_forms_survive_translation(language):
    known = catalogue.read_language(language)
    for each in catalogue.all_texts():
        message = known.get(each)
        english = each if isinstance(each, str) else each[1]
        forms = [message.string] if isinstance(each, str) else list(message.string)
        assert isinstance(each, str) or len(forms) == known.num_plurals, each
        for form in forms:
            assert sorted(set(HOLES.findall(form))) == sorted(set(HOLES.findall(english))), (each, form)
            assert TAGS.findall(form) == TAGS.findall(english), (each, form)
            assert form == form.strip() != "" and form.count("{") == len(HOLES.findall(form)), (each, form)


@pytest.mark.parametrize(
    ("language", "moves"),
    [
        ("de", ["0 Züge", "1 Zug", "2 Züge"]),
        ("fr", ["0 coup", "1 coup", "2 coups"]),
        ("es", ["0 jugadas", "1 jugada", "2 jugadas"]),
        ("zh", ["0 手", "1 手", "2 手"]),
        ("ko", ["0수", "1수", "2수"]),
        ("ja", ["0 手", "1 手", "2 手"]),
    ],
)
def test_a_count_takes_the_plural_form_of_its_language(language, moves):
    with speaking(language):
        assert [plural("{count} move", "{count} moves", n).format(count=n) for n in range(3)] == moves


def test_the_words_of_go_players_are_used():
    words = {
        "de": ("Passen", "Komi", "Schwarz am Zug", "Gebiet"),
        "es": ("Pasar", "komi", "Juega Negro", "territorio"),
        "fr": ("Passer", "komi", "À Noir de jouer", "territoire"),
        "ja": ("パス", "コミ", "黒番", "地"),
        "ko": ("패스", "덤", "흑 차례", "집"),
        "zh": ("停一手", "贴目", "轮到黑棋", "地"),
    }
    for language, expected in words.items():
        with speaking(language):
            assert (text("Pass"), text("komi"), text("Black to play"), text("territory")) == expected


def test_a_capital_first_letter_leaves_the_others_as_they_are():
    assert capitalized("die Engine wurde 3-mal beendet") == "Die Engine wurde 3-mal beendet"
    assert capitalized("") == ""
