"""Damaged and unusual data: every command answers in one line, or counts what it left out; nothing is half-written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from miai.core.kernels import COMPILING
from miai.genetics.exporting import export_genotypes
from miai.genetics.genotypes import Genotypes
from miai.genetics.simulation import PopulationModel, simulate
from tests.cli.terminal import call_miai

COUNTS = {"North": {"Ashe": 12, "Birch": 10}, "South": {"Cedar": 9, "Pair": 2}}


@pytest.fixture
def genotypes() -> Genotypes:
    return simulate(PopulationModel(snps=60, counts=COUNTS, missing=0.01), seed=2)


@pytest.fixture
def data(genotypes: Genotypes, tmp_path: Path) -> Path:
    export_genotypes(genotypes, tmp_path / "data.bed")
    return tmp_path / "data"


def one_line(*words: str | Path) -> str:
    """Run `miai genetics`, which must fail with code 2 and one line; return it."""
    found: Any = call_miai("genetics", *map(str, words))
    lines = [line for line in found.stderr.splitlines() if "compil" not in line and "warning" not in line]
    assert found.returncode == 2 and len(lines) == 1 and not found.stdout, found
    return str(lines[0])


def selecting(data: Path, snps: int = 3) -> tuple[str | Path, ...]:
    return "select", data, "--grouping", "populations", "--snps", str(snps), "--evaluations", "300"


def test_a_truncated_bed(data: Path) -> None:
    whole = data.with_suffix(".bed").read_bytes()
    data.with_suffix(".bed").write_bytes(whole[:-3])
    out = data.with_name("copy")
    assert "the file is truncated" in one_line("export", data, out, "--to", "vcf")
    assert not list(data.parent.glob("copy*"))


def test_a_bim_of_another_length(data: Path) -> None:
    lines = data.with_suffix(".bim").read_text().splitlines(keepends=True)
    data.with_suffix(".bim").write_text("".join(lines[:-2]))
    assert "hold 60 SNPs of 33 people, but the .bim has 58" in one_line("info", data)


def test_repeated_ids_of_people_are_refused_and_those_of_snps_counted(data: Path) -> None:
    bim = data.with_suffix(".bim").read_text().splitlines(keepends=True)
    data.with_suffix(".bim").write_text("".join([*bim[:5], bim[4], *bim[6:]]))
    found = call_miai("genetics", "info", str(data), "--json")
    assert found.returncode == 0 and "1 SNPs were left out because an earlier SNP has the same id" in found.stderr
    fam = data.with_suffix(".fam").read_text().splitlines(keepends=True)
    data.with_suffix(".fam").write_text("".join([fam[0], fam[0], *fam[2:]]))
    assert "the id 'p1' of family 'Ashe' occurs 2 times" in one_line("info", data)


def test_a_population_of_two_people_is_named_where_it_is_too_small(data: Path) -> None:
    words = one_line("evaluate", *selecting(data)[1:])
    assert "category 'Pair' would have 1 person to learn from" in words and "join it with another" in words


@pytest.mark.skipif(not COMPILING, reason="searches")
def test_a_panel_is_chosen_with_a_population_of_two_people(data: Path) -> None:
    found = call_miai("genetics", *map(str, selecting(data)), "--json")
    assert found.returncode == 0, found.stderr


def test_a_population_without_any_call_is_named(genotypes: Genotypes, data: Path) -> None:
    calls = genotypes.calls().copy()
    calls[:, np.array(list(genotypes.people.family)) == "Pair"] = 3
    export_genotypes(Genotypes.from_calls(calls, genotypes.snps, genotypes.people), data.with_suffix(".bed"))
    words = one_line(*selecting(data))
    assert "no SNP passes the filters" in words and "2 people have no calls, of Pair" in words


def test_a_snp_without_any_call_is_no_candidate(genotypes: Genotypes, data: Path) -> None:
    calls = genotypes.calls().copy()
    calls[1:] = 3
    export_genotypes(Genotypes.from_calls(calls, genotypes.snps, genotypes.people), data.with_suffix(".bed"))
    assert "a panel of 3 SNPs cannot be chosen from 1 candidates" in one_line(*selecting(data))


def test_more_snps_than_there_are(data: Path) -> None:
    panel = data.with_name("panel.json")
    assert one_line(*selecting(data, 61), "--save", panel).endswith("--snps 61: the data have 60 SNPs")
    assert not panel.exists()


def test_sites_with_several_alleles_are_counted(genotypes: Genotypes, tmp_path: Path) -> None:
    export_genotypes(genotypes, tmp_path / "data.vcf")
    lines = (tmp_path / "data.vcf").read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    for number, (place, text) in enumerate(((4, "C,T"), (3, "AC"))):
        cells = lines[first + number].split("\t")
        cells[place] = text
        lines[first + number] = "\t".join(cells)
    (tmp_path / "data.vcf").write_text("\n".join(lines) + "\n")
    found = call_miai("genetics", "info", str(tmp_path / "data.vcf"), "--json")
    assert found.returncode == 0
    assert "1 sites with more than two alleles were left out" in found.stderr
    assert "1 variants that are no SNPs were left out" in found.stderr


def test_a_file_of_ten_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    snps, people = 20_000, 2_000_000  # few lines in the .bim, many in the .fam, quickly written
    (tmp_path / "big.fam").write_text("".join(f"A {number} 0 0 0 -9\n" for number in range(people)))
    (tmp_path / "big.bim").write_text("".join(f"1 rs{number} 0 {number + 1} A G\n" for number in range(snps)))
    with (tmp_path / "big.bed").open("wb") as file:
        file.write(bytes([0x6C, 0x1B, 1]))
        file.truncate(3 + snps * people // 4)  # a sparse file: it takes no room on the disk
    assert (tmp_path / "big.bed").stat().st_size > 10**10 - 10
    assert "the genotypes need 9,537 MiB, and the limit is 4,096 MiB; raise --memory" in one_line("info", tmp_path / "big")


@pytest.mark.parametrize("name", ["zeros.vcf", "zeros.csv"])
def test_ten_gigabytes_of_zeros_are_no_table(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(10**10)
    assert name in one_line("info", tmp_path / name)
