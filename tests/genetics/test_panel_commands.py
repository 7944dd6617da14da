"""`miai genetics select | evaluate | classify | compare`: words, numbers, errors."""

from __future__ import annotations

import json

import pytest

from miai.cli.main import main
from miai.genetics.formats.plink import write_bed
from tests.genetics.problems import random_genotypes

pytestmark = pytest.mark.plain

FEW = ["--evaluations", "200", "--set", "period=50"]


@pytest.fixture
def data(tmp_path):
    genotypes, _ = random_genotypes(snps=30, people=60)
    write_bed(genotypes, tmp_path / "data.bed")
    return str(tmp_path / "data")


def run(capsys, *words):
    """Return the exit code, the JSON or text on stdout, and stderr."""
    code = main(["genetics", *words])
    printed = capsys.readouterr()
    return code, json.loads(printed.out) if "--json" in words else printed.out, printed.err


def test_select_prints_snps_value_percent_evaluations_and_seconds(data, capsys):
    code, found, _ = run(capsys, "select", data, "--grouping", "populations", "--snps", "3", *FEW, "--json")
    assert code == 0
    assert len(found["snps"]) == 3 and all(name.startswith("s") for name in found["snps"])
    assert found["evaluations"] == 200 and found["seconds"] > 0
    assert found["percent"] == pytest.approx(100 * found["value"] / found["classified"])
    again = run(capsys, "select", data, "--grouping", "populations", "--snps", "3", *FEW, "--json")[1]
    assert again["snps"] == found["snps"] and again["value"] == found["value"]


def test_a_saved_panel_classifies_the_people_it_was_made_from(data, tmp_path, capsys):
    panel = str(tmp_path / "panel.json")
    code, text, _ = run(capsys, "select", data, "--grouping", "populations", "--snps", "4", *FEW, "--save", panel)
    assert code == 0 and "held out it is less" in " ".join(text.split())
    code, found, _ = run(capsys, "classify", panel, data, "--json")
    assert code == 0 and found["snps_found"] == 4 and len(found["people"]) == 60
    right = sum(person["category"] == person["population"] for person in found["people"])
    assert right > 30 and found["right"]["known"] == 60 and found["right"]["right"] == right
    assert sum(person["is_confident"] for person in found["people"]) >= 57
    text = run(capsys, "classify", panel, data)[1]
    assert "4 of 4 SNPs found" in text and f"right: {right} of 60 people whose category is known" in " ".join(text.split())


def test_evaluate_prints_the_held_out_percentage_with_its_interval(data, capsys):
    words = ["evaluate", data, "--grouping", "populations", "--snps", "2", "--splits", "2", "--permutations", "2", *FEW]
    code, found, _ = run(capsys, *words, "--json")
    assert code == 0 and found["low"] <= found["held_out_percent"] <= found["high"]
    assert found["balanced_percent"] == pytest.approx(sum(each["percent"] for each in found["recall"].values()) / 3)
    assert len(found["splits"]) == 2 and found["permutation_test"]["p"] in (1 / 3, 2 / 3, 1)
    code, text, _ = run(capsys, *words)
    assert code == 0 and "held out:" in text and "stability of the panels" in text and "permuted categories" in text


def test_compare_shows_methods_side_by_side(data, capsys):
    words = ["compare", data, "--grouping", "populations", "--snps", "2", "--splits", "2", "--methods", "topn,greedy"]
    code, found, _ = run(capsys, *words, "--json")
    assert code == 0 and list(found["methods"]) == ["topn", "greedy"]
    code, text, _ = run(capsys, *words)
    assert code == 0 and "topn" in text and "greedy" in text


def test_compare_goes_on_after_a_method_without_a_panel(data, capsys):
    words = ["compare", data, "--grouping", "populations", "--snps", "3", "--splits", "2", "--methods", "greedy,topn"]
    code, found, errors = run(capsys, *words, "--evaluations", "20", "--json")
    assert code == 0 and "greedy: the search ended before it had evaluated a panel" in errors
    assert "trouble" in found["methods"]["greedy"] and found["methods"]["topn"]["held_out_percent"] > 0
    assert "greedy" in run(capsys, *words, "--evaluations", "20")[1]


def test_select_reports_what_each_filter_removed(data, capsys):
    words = ["select", data, "--grouping", "populations", "--snps", "2", *FEW, "--maf", "0.3"]
    found = run(capsys, *words, "--json")[1]
    assert found["removed"]["frequency"] > 0 and found["candidates"] == 30 - sum(found["removed"].values())
    assert "removed by filters:" in run(capsys, *words)[1]


@pytest.mark.parametrize(
    "words, message",
    [
        (["select", "DATA", "--grouping", "populations", "--snps", "31"], "--snps 31: the data have 30 SNPs"),
        (["select", "DATA", "--grouping", "populations", "--method", "greedi"], "unknown method 'greedi'; did you mean 'greedy'?"),
        (["evaluate", "DATA", "--grouping", "world8"], "unknown grouping 'world8'; did you mean"),
        (["select", "DATA", "--grouping", "populations", "--set", "kicks"], "a setting is given as name=value, not 'kicks'"),
        (["compare", "DATA", "--grouping", "populations", "--methods", ","], "--methods: name at least one method"),
        (["classify", "nowhere.json", "DATA"], "cannot read the panel nowhere.json: No such file or directory"),
        (["select", "DATA", "--grouping", "populations", "--test-size", "60", "--snps", "2"], "a test set of 60 does not fit"),
        (
            ["select", "DATA", "--grouping", "populations", "--cluster", "local:2", "--checkpoint", "x"],
            "--checkpoint is for searches on this machine",
        ),
    ],
)
def test_mistakes_are_one_line(data, capsys, words, message):
    code, _, errors = run(capsys, *[data if word == "DATA" else word for word in words])
    last = errors.strip().splitlines()[-1]
    assert code == 2 and last.startswith("miai: error: ") and message in last


def test_a_checkpoint_that_cannot_be_written_is_one_line(data, tmp_path, capsys):
    where = str(tmp_path / "no folder" / "run.npz")
    code, _, errors = run(capsys, "select", data, "--grouping", "populations", "--snps", "2", *FEW, "--checkpoint", where)
    assert code == 2 and "cannot write the checkpoint" in errors
