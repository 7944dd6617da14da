"""No text of a page is outside of the catalogue: the source of the pages, the messages of other packages, the texts of *Panels*."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE
from miai.web.drawing.panels import draw_value
from miai.web.languages import messages, speaking, translate_message
from miai.web.page import panels_texts as texts
from miai.web.page.texts import shown_names
from miai.web.panels.session import PanelSession, PanelState
from miai.web.panels.wishes import Wish
from miai.web.setup import GameSetup
from tests.web.catalogue import WEB
from tests.web.test_panels import FACTS

PAGE_SOURCES = sorted([*(WEB / "page").glob("*.py"), *(WEB / "drawing").glob("*.py")])
TRANSLATING = {"_", "mark", "text", "plural"}
WORD = re.compile(r"[A-Za-z]{2,}")
NOT_TEXTS = {"miai", "eval"}
"""The name of the program; the evaluation M-eval."""


def as_text(node: ast.AST) -> str | None:
    """Return a constant text, or a formatted one with `{}` for each value; `None` for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of what does not pass a function of the catalogue; parts of formatted texts only as a whole."""
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            inside |= {id(part.format_spec) for part in node.values if isinstance(part, ast.FormattedValue) and part.format_spec}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATING:
            inside |= {id(each) for each in node.args}
    for node in ast.walk(tree):
        found = as_text(node)
        if found is not None and id(node) not in inside:
            yield node.lineno, found  # type: ignore[attr-defined]


def words_of_html(html: str) -> str:
    """Return the text between the tags; tags that the ends of a piece cut are left out too."""
    return re.sub(r"<[^<>]*>|^[^<>]*>|<[^<>]*$|\{\}", " ", html).strip()


@pytest.mark.parametrize("file", PAGE_SOURCES, ids=lambda file: file.name)
def test_html_of_the_pages_has_no_words_outside_of_the_catalogue(file):
    found = [(line, words_of_html(each)) for line, each in texts_of(ast.parse(file.read_text())) if "<" in each and ">" in each]
    assert [
        row for row in found if set(WORD.findall(row[1].replace("delete_outline", ""))) - NOT_TEXTS
    ] == []  # the name of an icon


def test_labels_of_the_pages_pass_the_catalogue():
    makers = {"label", "button", "tooltip", "tab", "select", "input", "number", "switch", "expansion", "textarea", "toggle"}
    makers |= {"text_button", "icon_button", "menu_item", "notify", "_card", "_select"}
    found = []
    for file in PAGE_SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                given = [*node.args, *(each.value for each in node.keywords if each.arg in ("label", "placeholder"))]
                labels = [each for each in map(as_text, given) if each is not None] if name in makers else []
                found += [(file.name, each) for each in labels if re.search(r"[A-Z ]", each) and WORD.search(each)]
    assert [row for row in found if row[1] not in ("RAVE", "w-full")] == []


def test_forms_of_messages_are_those_that_other_packages_raise():
    raised = set()
    for folder in ("genetics", "web", "go"):
        for file in (WEB.parent / folder).rglob("*.py"):
            if file.parent.name != "languages":
                raised |= {each for node in ast.walk(ast.parse(file.read_text())) if (each := as_text(node)) is not None}
    forms = [each for each in messages.TEMPLATES if each not in (*messages.GO, *messages.NAMES, *messages.CHOSEN)]
    assert [each for each in forms if re.sub(r"\{\w+\}", "{}", each) not in raised] == []


def test_a_message_inside_of_a_message_is_translated_too():
    inner = (
        "category 'North' would have 1 person to learn from; each category needs 2 or more: leave it out or join it with another"
    )
    with speaking("de"):
        assert translate_message("a.vcf: there are no people in the file") == "a.vcf: in der Datei sind keine Personen"
        found = translate_message(f"no held-out figures: {inner} in a grouping")
        assert found.startswith("keine Ergebnisse an zurückgehaltenen Personen: Kategorie 'North' hätte nur 1 Person")
        assert (
            translate_message("main time must be from 0 to 600, not 900") == "Bedenkzeit muss zwischen 0 und 600 liegen, nicht 900"
        )
        cut = "a.bed: 90 bytes hold 2.5 SNPs of 90 people, but the .bim has 4; the file is truncated, "
        found = translate_message(cut + "or the .bim or .fam belongs to another")
        assert "2.5 SNPs von 90 Personen, aber die .bim hat 4;" in found


def test_the_players_of_a_game_with_an_engine_are_named_in_the_language_of_the_user():
    setup = GameSetup(engine=WHITE, strength="level", amount=6)
    names = (setup.player_name(BLACK), setup.player_name(WHITE))
    assert names == ("You", "miai, level 6")  # so they are in records, which others read too
    with speaking("de"):
        assert shown_names(*names) == ("Du", "miai, Stufe 6")
        assert shown_names("Black", "White") == ("Schwarz", "Weiß")
        assert shown_names("Black", "Lee") == ("Black", "Lee")  # a person


def outside(html: str) -> set[str]:
    """Return the words of HTML that are not in the brackets of the test language."""
    bare = words_of_html(html)
    while "⟦" in bare:
        bare = re.sub(r"⟦[^⟦⟧]*⟧", " ", bare)
    return set(WORD.findall(bare))


@pytest.fixture
def session(tmp_path: Path) -> PanelSession:
    """A session after a search."""
    models = [{"value": 0.9, "snps": ["rs1", "rs2"], "found_at_seconds": 1.5}]
    selection = {"percent": 90.0, "seconds": 3.0, "evaluations": 99, "classified": 1, "models": models}
    made = PanelSession(tmp_path, None, asyncio.Semaphore(1))
    made.state = PanelState(
        "server/a.bed", facts={**FACTS, "notes": ["3 SNPs with more than two alleles were left out"]}, snps=["rs1", "rs2"],
        course=[[0.5, 10, 0.7, 80.0]], selection=selection, validation={"low": 70.0, "high": 90.0, "held_out_percent": 80.0},
        has_report=True, note="no held-out figures: no one would be held out: every population has too few people",
    )  # fmt: skip
    made.results.mkdir(parents=True)
    for name in texts.SHOWN:
        (made.results / name).write_bytes(b"x")
    return made


def test_the_texts_of_the_page_panels_are_in_the_catalogue(session):
    with speaking("x-test"):
        shown = [
            texts.data_text(session), texts.standing_text(session), texts.models_text(session), texts.downloads_text(session),
            texts.grouping_text(session, "populations"), *texts.grouping_names(FACTS).values(), texts.too_large_text("f"),
            draw_value(session.state.course, 3.0, ""),
        ]  # fmt: skip
        assert all("⟦" in each for each in shown)
        assert set().union(*map(outside, shown)) <= {"rs", "KiB", "gt", "lt"}  # names of SNPs and of a population, and a size


def test_every_state_of_the_worker_is_described_in_the_catalogue(session):
    stages = [
        {"kind": "compiling", "count": 7},
        {"kind": "standing", "share": 0.1},
        {"kind": "stage", "share": 0.2, "words": "held-out people, split {number} of {count}", "values": {"number": 1, "count": 5}},
    ]
    troubles = ["stopped before it began", "the worker ended with exit code 1", "cannot read a.bed: there is no such file"]
    with speaking("x-test"):
        found = [texts.status_text(session)]
        session.state.selection, session.state.has_report = None, False
        found.append(texts.status_text(session))
        for trouble in troubles:
            session.state.trouble = trouble
            found.append(texts.status_text(session))
        session.worker = type("Working", (), {"is_alive": True})()
        for stage in stages:
            session._on_event(stage)
            found.append(texts.status_text(session))
        assert [each for each in found if outside(each) or "⟦" not in each] == []
    with speaking("de"):
        assert "zurückgehaltene Personen, Aufteilung 1 von 5" in texts.status_text(session)


def test_refusals_of_the_form_are_in_the_language_of_the_user():
    with speaking("fr"), pytest.raises(UserError, match=r"^temps maximal en secondes : 0 ; admis : de 1 à 3,600$"):
        Wish(seconds=0).check(100)
    with speaking("zh"), pytest.raises(UserError, match=r"^面板中的 SNP 数：12；数据有 4 个$"):
        Wish(snps=12).check(4)
