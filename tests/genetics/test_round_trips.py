"""Every format that can be read gives back what was written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from miai.genetics.formats.registry import FORMATS
from miai.genetics.genotypes import Genotypes
from miai.genetics.reading import read_genotypes
from tests.genetics.examples import assert_same, with_letters, without_letters

BOTH_WAYS = [name for name, described in FORMATS.items() if described.read and described.write]


def written(genotypes: Genotypes, folder: Path, name: str, suffix: str = "") -> list[Path]:
    write = FORMATS[name].write
    assert write is not None
    return write(genotypes, folder / f"data{suffix or FORMATS[name].suffixes[0]}")


@pytest.mark.parametrize("name", BOTH_WAYS)
@pytest.mark.parametrize("people", [3, 4, 5, 66])
def test_what_was_written_is_read_again(name: str, people: int, tmp_path: Path) -> None:
    given = with_letters(people=people)
    files = written(given, tmp_path, name)
    found = read_genotypes(tmp_path / "data")
    assert_same(found, given, places=name != "csv")
    if name != "vcf":
        assert list(found.people.family) == list(given.people.family)
    if name in ("bed", "ped", "csv"):
        assert list(found.people.phenotype) == list(given.people.phenotype)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(file.name for file in files)
    assert found.notes == ()


@pytest.mark.parametrize("name", [name for name in BOTH_WAYS if name != "csv"])
def test_alleles_without_letters_survive(name: str, tmp_path: Path) -> None:
    given = without_letters()
    written(given, tmp_path, name)
    assert_same(read_genotypes(tmp_path / "data"), given)


@pytest.mark.parametrize("name, suffix", [("vcf", ".vcf.gz"), ("csv", ".tsv"), ("csv", ".csv.gz")])
def test_other_endings(name: str, suffix: str, tmp_path: Path) -> None:
    given = with_letters()
    files = written(given, tmp_path, name, suffix)
    assert_same(read_genotypes(files[0]), given, places=name != "csv")


@pytest.mark.parametrize("coding", ["RA", "numbers"])
def test_tables_without_letters(coding: str, tmp_path: Path) -> None:
    from miai.genetics.formats.matrix import write_matrix

    given = with_letters()
    calls = given.calls()
    calls[0] = np.array([2, 1, 0, 3])[calls[0]]  # here the reference is the rarer allele, and stays the reference
    given = Genotypes.from_calls(calls, given.snps, given.people)
    write_matrix(given, tmp_path / "data.csv", coding)  # type: ignore[arg-type]
    assert_same(read_genotypes(tmp_path / "data.csv"), given, places=False, alleles=False)


def test_a_bed_written_here_is_read_by_bed_reader(tmp_path: Path) -> None:
    bed_reader = pytest.importorskip("bed_reader")
    given = with_letters()
    written(given, tmp_path, "bed")
    with bed_reader.open_bed(tmp_path / "data.bed", num_threads=1) as bed:
        expected = bed.read(dtype="int8").T
        assert list(bed.allele_1) == list(given.snps.alternative)
    assert np.array_equal(given.calls(), np.where(expected == -127, 3, expected))


def test_packed_eigenstrat_written_by_hand(tmp_path: Path) -> None:
    given = with_letters(snps=3, people=10)
    written(given, tmp_path, "eigenstrat")
    rows = [b"GENO      10       3 0 0".ljust(48, b"\0")]
    for calls in given.calls():
        values = [{0: 2, 1: 1, 2: 0, 3: 3}[code] for code in calls.tolist()] + [0, 0]
        bytes_ = [sum(values[4 * n + place] << (6 - 2 * place) for place in range(4)) for n in range(3)]
        rows.append(bytes(bytes_).ljust(48, b"\0"))
    (tmp_path / "data.geno").write_bytes(b"".join(rows))
    assert_same(read_genotypes(tmp_path / "data"), given)
    (tmp_path / "data.geno").write_bytes(b"".join(rows)[:-1])
    with pytest.raises(Exception, match=r"191 bytes; 3 SNPs of 10 people need 192"):
        read_genotypes(tmp_path / "data")


@pytest.mark.parametrize(("snps", "padded"), [(3, 1), (3, 48), (501, 126)])
def test_transposed_packed_eigenstrat_written_by_hand(tmp_path: Path, snps: int, padded: int) -> None:
    given = with_letters(snps=snps, people=10)
    written(given, tmp_path, "eigenstrat")
    head = f"TGENO      10       {snps} 0 0".encode().ljust(48, b"\0")
    rows = [head]
    for calls in given.calls().T:
        values = [{0: 2, 1: 1, 2: 0, 3: 3}[code] for code in calls.tolist()] + [0, 0, 0]
        bytes_ = [sum(values[4 * n + place] << (6 - 2 * place) for place in range(4)) for n in range(-(-snps // 4))]
        rows.append(bytes(bytes_).ljust(padded, b"\0"))
    (tmp_path / "data.geno").write_bytes(b"".join(rows))
    assert_same(read_genotypes(tmp_path / "data"), given, places=False)
    (tmp_path / "data.geno").write_bytes(b"".join(rows)[:-1])
    with pytest.raises(Exception, match=r"bytes; \S+ SNPs of 10 people need"):
        read_genotypes(tmp_path / "data")
