"""The report: its figures against independent ones, and a page that needs nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2, chi2_contingency, ncx2

from miai.cli.main import main
from miai.core.errors import UserError
from miai.genetics.annotations import annotate
from miai.genetics.formats.plink import write_bed
from miai.genetics.genotypes import Genotypes, strings
from miai.genetics.groupings import grouping_named
from miai.genetics.panels.panel import Panel, make_panel, save_panel
from miai.genetics.panels.settings import PanelSettings
from miai.genetics.report.checklist import checklist
from miai.genetics.report.curve import sizes_up_to
from miai.genetics.report.facts import ReportRequest, gather_facts
from miai.genetics.report.page import report_page
from miai.genetics.report.significance import allele_tests, detectable_effect
from miai.genetics.simulation import PopulationModel, simulate

COUNTS = {"one": {"Han": 20, "Dai & <b>": 16}, "two": {"San": 24}, "three": {"French": 22}}
CHOSEN = [5, 17, 40]


def data() -> Genotypes:
    genotypes = simulate(PopulationModel(snps=60, counts=COUNTS, region_fst=0.3), seed=8)
    calls = genotypes.calls()
    calls[6] = calls[5]  # a neighbour in full linkage disequilibrium
    calls[:, 3] = calls[:, 2]  # a duplicated person
    return Genotypes.from_calls(
        calls, replace(genotypes.snps, chromosome=strings(["3"] * 60), position=np.arange(1, 61) * 1000), genotypes.people
    )


def panel_of(genotypes: Genotypes) -> tuple[Any, tuple[str, ...], Panel]:
    categories, names = grouping_named("populations").categories(genotypes.people)
    return (
        categories,
        names,
        make_panel(genotypes, categories, names, CHOSEN, PanelSettings(), "populations", {"method": "greedy", "seed": 1}),
    )


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    genotypes = data()
    categories, names, panel = panel_of(genotypes)
    genes = tmp_path_factory.mktemp("genes") / "genes.bed"
    genes.write_text("3\t5000\t6500\tGENE<1>\n")
    found = annotate(genotypes.snps.take(np.array(CHOSEN)), genes=genes)
    about = {"data": "sim", "grouping": "populations", "evaluations": 1234}
    return gather_facts(ReportRequest(genotypes, categories, names, panel, 2, curve=12, annotations=found, about=about))


def test_facts_are_json_without_nan(facts: dict[str, Any]) -> None:
    assert json.loads(json.dumps(facts, allow_nan=False)) == json.loads(json.dumps(facts))


def test_frequencies_by_population_equal_plain_means(facts: dict[str, Any]) -> None:
    genotypes = data()
    for row in facts["populations"]:
        calls = genotypes.calls(CHOSEN, genotypes.people.family == row["population"])
        assert row["people"] == calls.shape[1]
        expected = [values[values < 3].mean() / 2 for values in calls]
        assert row["frequencies"] == pytest.approx(expected)


def test_duplicates_linkage_and_annotations_are_found(facts: dict[str, Any]) -> None:
    assert facts["quality"]["duplicate_pairs"] == 1
    assert facts["quality"]["duplicates"][0]["people"] == ["p3", "p4"] and facts["quality"]["duplicates"][0]["concordance"] == 1
    assert facts["linkage"]["neighbours"]["rs6"][0] == {"id": "rs7", "distance": 1000, "r_squared": pytest.approx(1.0)}
    assert facts["panel"][0]["annotation"]["genes"][0] == {"name": "GENE<1>", "distance": 0}


def test_the_curve_has_intervals_for_every_size(facts: dict[str, Any]) -> None:
    curve = facts["curve"]
    assert curve["sizes"] == [*range(1, 11), 12]
    for name in ("greedy", "ranked"):
        assert len(curve[name]) == 11 and all(row["low"] <= row["percent"] <= row["high"] for row in curve[name])
    assert curve["greedy"][-1]["percent"] > curve["greedy"][0]["percent"]
    assert sizes_up_to(100)[-1] == 100 and sizes_up_to(3) == [1, 2, 3]


def test_confusion_rows_add_up_to_the_people_classified(facts: dict[str, Any]) -> None:
    own = facts["own"]
    assert sum(map(sum, own["confusion"])) == sum(row["people"] for row in own["recall"].values())


def test_allele_tests_equal_those_of_scipy() -> None:
    counts = np.array([[[10, 5, 2], [3, 8, 9], [6, 6, 6]], [[4, 0, 0], [3, 0, 0], [5, 0, 0]]], np.int32)
    found = allele_tests(counts, tested=100)
    table = [[2 * rr + ra, 2 * aa + ra] for rr, ra, aa in counts[0].tolist()]
    expected = chi2_contingency(table, correction=False)
    assert found[0]["p"] == pytest.approx(expected.pvalue) and found[0]["chi_squared"] == pytest.approx(expected.statistic)
    assert found[0]["p_corrected"] == pytest.approx(min(1, 100 * expected.pvalue))
    assert found[1]["p"] == 1


def test_the_detectable_effect_has_the_power_it_claims() -> None:
    w = detectable_effect(people=500, categories=4, level=1e-4)
    assert ncx2.sf(chi2.isf(1e-4, 3), 3, w * w * 1000) == pytest.approx(0.8)


def test_the_checklist_has_thirteen_points(facts: dict[str, Any]) -> None:
    items = checklist(facts)
    assert len(items) == 13 and all(item.answer for item in items)
    assert sum(not item.is_computed for item in items) == 3  # design, second technology, and replication without a validation


class _Tags(HTMLParser):
    """Collects tags that are not closed, and addresses that a browser would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "data", "srcset")]
        if tag not in ("meta", "line", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_loads_nothing(facts: dict[str, Any]) -> None:
    page = report_page(facts)
    tags = _Tags()
    tags.feed(page)
    assert tags.open == [] and tags.addresses == []
    assert "<script" not in page and "@import" not in page and "url(" not in page
    assert "Dai &amp; &lt;b&gt;" in page and "GENE&lt;1&gt;" in page and "<b>" not in re.sub(r"<b>[\d.]+( %)?</b>", "", page)
    for snp in ("rs6", "rs18", "rs41"):
        assert snp in page
    assert "optimistic" in page


def test_a_category_of_two_people_has_no_figures_but_a_report() -> None:
    genotypes = data().select(people=[*range(36), 36, 37, *range(60, 82)])
    categories, names, panel = panel_of(genotypes)
    found = gather_facts(ReportRequest(genotypes, categories, names, panel, splits=0))
    assert found["own"] is None and found["curve"] is None and len(checklist(found)) == 13
    assert "Not computed: a category has too few people to hold any out." in report_page(found)


def test_a_panel_for_other_categories_is_refused() -> None:
    genotypes = data()
    categories, _, panel = panel_of(genotypes)
    with pytest.raises(UserError, match=r"the panel separates .*, but the data have Africa, E Asia"):
        gather_facts(ReportRequest(genotypes, categories, ("Africa", "E Asia"), panel))


def test_the_command_writes_a_report_with_a_validation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    genotypes = data()
    write_bed(genotypes, tmp_path / "sim.bed")
    panel = panel_of(
        replace(
            genotypes,
            people=replace(genotypes.people, family=strings([name.replace(" ", "_") for name in genotypes.people.family])),
        )
    )[2]
    save_panel(panel, tmp_path / "panel.json")
    words = ["genetics", "report", str(tmp_path / "panel.json"), str(tmp_path / "sim"), "--splits", "2", "--curve", "4", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["validation"]["held_out_percent"] > 50 and len(found["validation"]["splits"]) == 2
    page = (tmp_path / "panel.html").read_text()
    assert "Nested validation with 2 splits" in page
    (tmp_path / "evaluate.json").write_text("{}")
    assert main([*words, "--evaluation", str(tmp_path / "evaluate.json")]) == 2
    assert "is not a result of: miai genetics evaluate --json" in capsys.readouterr().err
    assert (tmp_path / "panel.html").read_text() == page
