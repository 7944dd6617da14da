"""`miai genetics info`, `stats` and `export` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from miai.cli.main import main
from miai.genetics.formats.plink import write_bed
from miai.genetics.reading import read_genotypes
from miai.genetics.simulation import PopulationModel, simulate
from tests.needs import need_shared


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("genetics")
    write_bed(simulate(PopulationModel(snps=120), seed=3), folder / "sim.bed")
    return str(folder / "sim")


def run(*words: str | Path) -> int:
    return main(["genetics", *map(str, words)])


def answer(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    assert run(*words, "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_info_counts_people_and_categories(prefix: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "info", prefix, "--grouping", "world7")
    assert found["snps"]["count"] == 120 and found["people"]["count"] == 1043
    assert found["grouping"]["categories"]["Oceania"] == 36 and found["grouping"]["left_out"] == 0
    assert run("info", prefix) == 0
    assert "120 SNPs of 1,043 people" in capsys.readouterr().out


def test_stats_lists_the_best_and_writes_all(prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys, "stats", prefix, "--grouping", "world3", "--top", "2", "--out", tmp_path / "s.csv", "--permutations", "5"
    )
    assert found["snps"] == 120 and len((tmp_path / "s.csv").read_text().splitlines()) == 121
    first, second = found["top"]["informativeness"]
    assert first["informativeness"] >= second["informativeness"] and first["rank_informativeness"] == 1
    assert first["informativeness_p"] == pytest.approx(1 / 6)
    assert run("stats", prefix, "--grouping", "world5", "--maf", "0.1", "--hwe", "1e-6") == 0
    assert "Highest informativeness of assignment, In" in capsys.readouterr().out


def test_filters_are_reported(prefix: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "stats", prefix, "--grouping", "world5", "--maf", "0.2", "--autosomes")
    assert [each["name"] for each in found["filters"]] == ["autosomes", "frequency"]
    assert found["filters"][-1]["left"] == found["snps"]


def test_stats_shows_annotations(prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "genes.bed").write_text("1\t9000\t11000\tALPHA,BETA\n")
    words = ["stats", prefix, "--grouping", "world3", "--top", "120", "--genes", tmp_path / "genes.bed"]
    found = answer(capsys, *words, "--out", tmp_path / "s.csv")
    by_id = {row["id"]: row for row in found["top"]["theta"]}
    assert by_id["rs1"]["genes"] == "ALPHA,BETA" and by_id["rs7"]["genes"] == ""
    assert '"ALPHA,BETA"' in (tmp_path / "s.csv").read_text().splitlines()[1]
    assert run(*words) == 0 and "ALPHA,BETA" in capsys.readouterr().out


def test_export_writes_some_snps_of_some_people(prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "export", prefix, tmp_path / "few", "--to", "vcf", "--snps", "rs7,rs3", "--grouping", "world3")
    assert found["files"] == [str(tmp_path / "few.vcf")] and (found["snps"], found["people"]) == (2, 899)
    assert list(read_genotypes(tmp_path / "few.vcf").snps.ids) == ["rs7", "rs3"]


@pytest.mark.parametrize(
    "words, message",
    [
        (["info", "nothing"], "cannot find nothing"),
        (["stats", "{}", "--grouping", "wrld3"], "unknown grouping 'wrld3'; did you mean 'world3'?"),
        (["stats", "{}", "--grouping", "phenotype"], "the data name no phenotypes"),
        (["export", "{}", "out.bed", "--snps", "rs999"], "SNP 'rs999' is not in the data"),
        (["export", "{}", "out.what"], "the ending does not name a format"),
    ],
)
def test_errors_are_one_line(prefix: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*[word.format(prefix) for word in words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_frequencies_of_the_real_data_equal_counts_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    bed = need_shared("data/genetics/hgdp_ho5000.bed")
    found = answer(capsys, "stats", str(bed.with_suffix("")), "--grouping", "world7", "--top", "5000")
    row = next(row for row in found["top"]["delta"] if row["id"] == "Affx-22044584")
    data, width = bed.read_bytes(), -(-919 // 4)
    alleles = {"Africa": 0, "Oceania": 0}
    people = {"Africa": 0, "Oceania": 0}
    region = dict.fromkeys(["BantuKenya", "BantuSouthAfrica", "BiakaPygmy", "Mandenka", "MbutiPygmy", "San", "Yoruba"], "Africa")
    region |= dict.fromkeys(["Melanesian", "Papuan"], "Oceania")
    for number, line in enumerate(bed.with_suffix(".fam").read_text().splitlines()):
        category = region.get(line.split()[0])
        pair = (data[3 + number // 4] >> (2 * (number % 4))) & 3
        if category and pair != 0b01:
            alleles[category] += {0b00: 2, 0b10: 1, 0b11: 0}[pair]
            people[category] += 1
    assert len(data) == 3 + 5000 * width
    for category, count in alleles.items():
        assert row[f"frequency_{category}"] == pytest.approx(count / (2 * people[category]))
