"""Files for other programs, read again by small parsers that follow the manuals of those programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.genetics.exporting import by_category, choose_snps, export_genotypes
from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import grouping_named
from miai.genetics.panels.panel import make_panel, save_panel
from miai.genetics.panels.settings import PanelSettings
from tests.genetics.examples import assert_same, with_letters, without_letters

Pairs = dict[str, list[frozenset[str]]]
"""By person: the alleles at every SNP; an empty set is missing."""


def expected(genotypes: Genotypes, names: tuple[tuple[str, str], ...] | None = None) -> Pairs:
    found: Pairs = {}
    alleles = names or tuple(zip(genotypes.snps.reference, genotypes.snps.alternative, strict=True))
    for person, calls in zip(genotypes.people.ids, genotypes.calls().T.tolist(), strict=True):
        found[person] = [frozenset(((r,), (r, a), (a,), ())[code]) for code, (r, a) in zip(calls, alleles, strict=True)]
    return found


def joined(one: list[str], other: list[str], missing: str) -> list[frozenset[str]]:
    return [frozenset({a, b} - {missing}) for a, b in zip(one, other, strict=True)]


def test_structure(tmp_path: Path) -> None:
    given = with_letters()
    files = export_genotypes(given, tmp_path / "out", "structure")
    lines = files[0].read_text().splitlines()
    assert lines[0].split() == list(given.snps.ids)
    rows = [line.split("\t") for line in lines[1:]]
    letter = {"1": "A", "2": "C", "3": "G", "4": "T", "-9": "-9"}
    found = {
        one[0]: joined([letter[a] for a in one[2:]], [letter[a] for a in other[2:]], "-9")
        for one, other in zip(rows[::2], rows[1::2], strict=True)
    }
    assert found == expected(given)
    assert [row[1] for row in rows[::2]] == ["1", "2", "3", "1", "2", "3", "1", "2", "3", "1"]
    settings = dict(line.split()[1:] for line in files[1].read_text().splitlines() if line.startswith("#define"))
    assert (settings["NUMINDS"], settings["NUMLOCI"], settings["INFILE"]) == ("10", "7", "out.str")


def test_structure_without_letters(tmp_path: Path) -> None:
    files = export_genotypes(without_letters(), tmp_path / "out.str")
    cells = {cell for line in files[0].read_text().splitlines()[1:] for cell in line.split("\t")[2:]}
    assert cells == {"1", "2", "-9"}


def test_arlequin(tmp_path: Path) -> None:
    given = with_letters()
    text = export_genotypes(given, tmp_path / "out.arp")[0].read_text()
    assert "NbSamples=3" in text and "GenotypicData=1" in text
    found: Pairs = {}
    for name, size, body in re.findall(r'SampleName="(\w+)"\s+SampleSize=(\d+)\s+SampleData=\{\n(.*?)\}', text, re.DOTALL):
        rows = [line.split() for line in body.strip("\n").splitlines()]
        people = rows[:-1:2] if not rows[-1] else rows[::2]
        assert len(people) == int(size)
        for one, other in zip(rows[::2], rows[1::2], strict=False):
            assert given.people.family[list(given.people.ids).index(one[0])] == name and one[1] == "1"
            found[one[0]] = joined(one[2:], other, "?")
    assert found == expected(given)


def test_phase_has_a_file_for_each_chromosome(tmp_path: Path) -> None:
    given = with_letters()
    files = export_genotypes(given, tmp_path / "out", "phase")
    assert sorted(file.name for file in files) == ["out.chr1.inp", "out.chr2.inp", "out.chr3.inp", "out.chrX.inp"]
    lines = next(file for file in files if "chr2" in file.name).read_text().splitlines()
    there = [3, 4, 5]
    assert lines[:4] == ["10", "3", "P 3005 4005 5005", "SSS"]
    found = {lines[place][1:]: joined(lines[place + 1].split(), lines[place + 2].split(), "?") for place in range(4, len(lines), 3)}
    assert found == {person: [calls[snp] for snp in there] for person, calls in expected(given).items()}


def test_phase_without_places_and_letters(tmp_path: Path) -> None:
    given = without_letters()
    (file,) = export_genotypes(given, tmp_path / "out.inp")
    lines = file.read_text().splitlines()
    assert lines[2] == "S" * 7
    found = {lines[place][1:]: joined(lines[place + 1].split(), lines[place + 2].split(), "?") for place in range(3, len(lines), 3)}
    assert found == expected(given, (("0", "1"),) * 7)


def test_nexus(tmp_path: Path) -> None:
    given = with_letters()
    text = export_genotypes(given, tmp_path / "out.nex")[0].read_text()
    bases = {"R": "AG", "Y": "CT", "S": "CG", "W": "AT", "K": "GT", "M": "AC", "?": ""} | {base: base for base in "ACGT"}
    matrix = re.search(r"MATRIX\n(.*?)\n  ;", text, re.DOTALL)
    assert matrix is not None and text.startswith("#NEXUS\n")
    found = {line.split()[0]: [frozenset(bases[site]) for site in line.split()[1]] for line in matrix[1].splitlines()}
    assert found == expected(given)
    assert "TAXSET Han = person0 person3 person6 person9;" in text and "NCHAR=7" in text
    assert "A stands for their reference" in export_genotypes(without_letters(), tmp_path / "b.nex")[0].read_text()


def test_snps_are_chosen_by_id_or_file(tmp_path: Path) -> None:
    given = with_letters()
    (tmp_path / "ids.csv").write_text("id,rank\nrs12,1\nrs10,2\n")
    assert_same(choose_snps(given, "rs12, rs10"), given.select(snps=[2, 0]))
    assert_same(choose_snps(given, str(tmp_path / "ids.csv")), given.select(snps=[2, 0]))
    categories, names = grouping_named("populations").categories(given.people)
    save_panel(make_panel(given, categories, names, [2, 0], PanelSettings(), "populations", {}), tmp_path / "panel.json")
    assert_same(choose_snps(given, str(tmp_path / "panel.json")), given.select(snps=[2, 0]))
    with pytest.raises(UserError, match=r"SNP 'rs99' is not in the data"):
        choose_snps(given, "rs10,rs99")


def test_categories_take_the_place_of_populations() -> None:
    found = by_category(with_letters(), grouping_named("world3"))
    assert list(found.people.family[:4]) == ["E Asia", "Africa", "E Asia", "Africa"]
    assert len(found.people) == 7


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the ending does not name a format; accepted: .bed"):
        export_genotypes(with_letters(), tmp_path / "out.xyz")
    with pytest.raises(UserError, match=r"unknown format 'structur'; did you mean 'structure'"):
        export_genotypes(with_letters(), tmp_path / "out", "structur")
    with pytest.raises(UserError, match=r"there is no folder"):
        export_genotypes(with_letters(), tmp_path / "no" / "out.vcf")
    (tmp_path / "out.bim").mkdir()
    with pytest.raises(UserError, match=r"cannot write .*out.bim: it is a folder"):
        export_genotypes(with_letters(), tmp_path / "out.bed")
    assert [path.name for path in tmp_path.iterdir()] == ["out.bim"]


def test_an_error_while_writing_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export_genotypes(with_letters(), tmp_path / "out.vcf")
    before = (tmp_path / "out.vcf").read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Genotypes, "calls", fail)
    with pytest.raises(UserError, match=r"cannot write .*out.vcf: No space left on device"):
        export_genotypes(with_letters(), tmp_path / "out.vcf")
    assert [path.name for path in tmp_path.iterdir()] == ["out.vcf"] and (tmp_path / "out.vcf").read_bytes() == before
