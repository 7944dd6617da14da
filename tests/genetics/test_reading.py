"""Reading of files: other layouts, damage, and one line for each mistake."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.genetics.formats.common import chromosome_name
from miai.genetics.formats.plink import write_bed
from miai.genetics.reading import read_genotypes
from tests.genetics.examples import assert_same, with_letters

VCF = """##fileformat=VCFv4.2
##contig=<ID=chr1>
##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">
#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\tc\td\te\tf
chr1\t10\trs1\tA\tG\t.\t.\t.\tGT\t0/0\t0|1\t1/1\t./.\t./1\t1
chr1\t11\trs2\tA\tG,T\t.\t.\t.\tGT\t0/0\t0/1\t1/2\t./.\t./1\t1
chr1\t12\t.\tA\t.\t.\t.\t.\tGT\t0/0\t0/0\t0/0\t./.\t./0\t0
chr1\t13\trs4\tA\tAT\t.\t.\t.\tGT\t0/0\t0/0\t0/0\t./.\t./0\t0
"""


def saved(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


def test_variants_that_are_not_snps_are_left_out_of_a_vcf_and_counted(tmp_path: Path) -> None:
    found = read_genotypes(saved(tmp_path, "calls.vcf", VCF))
    assert found.calls().tolist() == [[0, 1, 2, 3, 3, 2], [0, 0, 0, 3, 3, 0]]
    assert list(found.snps.ids) == ["rs1", "1:12"] and list(found.snps.chromosome) == ["1", "1"]
    assert found.notes == ("1 sites with more than two alleles were left out", "1 variants that are no SNPs were left out")
    more = VCF + "chr1\t14\trs5\tA\tG\t.\t.\t.\tDP\t1\t2\t3\t4\t5\t6\n"
    assert "1 sites without genotypes were left out" in read_genotypes(saved(tmp_path, "more.vcf", more)).notes


def test_a_bcf_is_read_like_its_vcf(tmp_path: Path) -> None:
    cyvcf2 = pytest.importorskip("cyvcf2")
    source = cyvcf2.VCF(str(saved(tmp_path, "calls.vcf", VCF)))
    writer = cyvcf2.Writer(str(tmp_path / "calls.bcf"), source, "wb")
    for site in source:
        writer.write_record(site)
    writer.close()
    assert read_genotypes(tmp_path / "calls.bcf").calls().tolist() == read_genotypes(tmp_path / "calls.vcf").calls().tolist()


def test_a_truncated_vcf_is_refused(tmp_path: Path) -> None:
    more = "".join(f"chr1\t{100 + n}\trs{100 + n}\tA\tG\t.\t.\t.\tGT\t0/0\t0/1\t1/1\t./.\t./1\t1\n" for n in range(5000))
    (tmp_path / "cut.vcf.gz").write_bytes(gzip.compress((VCF + more).encode())[:-2000])
    with pytest.raises(UserError, match=r"damaged or truncated after"):
        read_genotypes(tmp_path / "cut.vcf.gz")
    with pytest.raises(UserError, match=r"not a VCF or BCF file"):
        read_genotypes(saved(tmp_path, "no.vcf", "hello\n"))


def test_a_ped_with_three_alleles_loses_the_snp(tmp_path: Path) -> None:
    saved(tmp_path, "a.map", "1 rs1 0 10\n23 rs2 0 20\n1 rs3 0 30\n")
    saved(
        tmp_path,
        "a.ped",
        "F a 0 0 1 1  A A  C T  G G\nF b 0 0 2 2  A G  T T  0 0\nF c 0 0 1 -9  G T  T T  A A\nG d 0 0 1 1  A A  T C  A 0\n",
    )
    found = read_genotypes(tmp_path / "a.ped")
    assert found.notes == ("1 SNPs with more than two alleles were left out",)
    assert found.calls().tolist() == [[1, 0, 0, 1], [0, 3, 2, 3]]
    assert list(found.snps.reference) == ["T", "G"] and list(found.snps.chromosome) == ["X", "1"]
    assert list(found.people.phenotype) == ["1", "2", "", "1"]


def test_a_table_of_letters(tmp_path: Path) -> None:
    file = saved(
        tmp_path, "t.csv", '"ID","pop","rs1","rs2","rs3"\n1,Han,AG,C/C,NA\n2,San,GG,C/T,--\n3,San,GG,T/T,\n4,Maya,AA,NN,--\n'
    )
    found = read_genotypes(file)
    assert found.calls().tolist() == [[1, 0, 0, 2], [0, 1, 2, 3], [3, 3, 3, 3]]
    assert list(found.snps.reference) == ["G", "C", "0"] and list(found.people.family) == ["Han", "San", "San", "Maya"]


def test_a_table_may_hold_the_phenotype_in_a_column(tmp_path: Path) -> None:
    file = saved(tmp_path, "t.tsv", "id\trs1\tstatus\trs2\n1\t0\tcase\t2\n2\t1\tcontrol\t-1\n")
    found = read_genotypes(file, column="status")
    assert list(found.people.phenotype) == ["case", "control"] and found.calls().tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    "text, message",
    [
        ("id,rs1\n1,AX\n", "line 2, column 'rs1': unknown call 'AX'; accepted: RR, RA, AA, NA, or 0, 1, 2, -1, or AG"),
        ("id,rs1\n1,RA\n2,CT\n", "line 3: 'CT' is written in another way"),
        ("id,rs1\n1,RA,RR\n", "line 2: 3 columns; the header has 2"),
        ("id,rs1\n1,RA\n1,RR\n", "the id '1' occurs 2 times"),
        ("id\n1\n", "line 1: there is no column of a SNP"),
        ("", "is empty"),
    ],
)
def test_errors_in_tables_are_reported_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_genotypes(saved(tmp_path, "t.csv", text))


def test_raw_data_of_one_person(tmp_path: Path) -> None:
    text = "# made by a company\n# rsid\tchromosome\tposition\tgenotype\nrs1\t1\t100\tAG\nrs2\tX\t200\tC\nrs3\tMT\t300\t--\nrs4\t2\t5\tTT\n"
    found = read_genotypes(saved(tmp_path, "me.txt", text))
    assert found.calls()[:, 0].tolist() == [1, 0, 3, 0] and list(found.people.ids) == ["me"]
    assert list(found.snps.reference) == ["A", "C", "0", "T"] and list(found.snps.chromosome) == ["1", "X", "MT", "2"]
    assert found.notes == ("1 SNPs have no call of A, C, G and T",)


def test_raw_data_in_five_columns_and_with_quotes(tmp_path: Path) -> None:
    five = read_genotypes(
        saved(tmp_path, "five.txt", "rsid\tchromosome\tposition\tallele1\tallele2\nrs1\t1\t100\tA\tG\nrs2\t1\t7\t0\t0\n")
    )
    assert five.calls()[:, 0].tolist() == [1, 3]
    quoted = read_genotypes(saved(tmp_path, "q.csv", 'RSID,CHROMOSOME,POSITION,RESULT\n"rs1","1","100","CC"\n'))
    assert quoted.calls().tolist() == [[0]] and quoted.people.ids[0] == "q"


def test_a_truncated_bed_is_refused(tmp_path: Path) -> None:
    write_bed(with_letters(), tmp_path / "a.bed")
    whole = (tmp_path / "a.bed").read_bytes()
    (tmp_path / "a.bed").write_bytes(whole[:-2])
    with pytest.raises(UserError, match=r"22 bytes hold 6.33 SNPs of 10 people, but the .bim has 7; the file is truncated"):
        read_genotypes(tmp_path / "a")
    (tmp_path / "a.bed").write_bytes(b"PK" + whole[2:])
    with pytest.raises(UserError, match=r"is not a PLINK 1 .bed file"):
        read_genotypes(tmp_path / "a")


def test_a_bed_whose_rows_are_people(tmp_path: Path) -> None:
    pytest.importorskip("bed_reader")
    given = with_letters()
    write_bed(given, tmp_path / "a.bed")
    rows = [
        bytes(
            sum({0: 3, 1: 2, 2: 0, 3: 1}[code] << (2 * place) for place, code in enumerate(calls[start : start + 4]))
            for start in (0, 4)
        )
        for calls in given.calls().T.tolist()
    ]
    (tmp_path / "a.bed").write_bytes(b"\x6c\x1b\x00" + b"".join(rows))
    assert_same(read_genotypes(tmp_path / "a"), given)
    (tmp_path / "a.bed").write_bytes(b"\x6c\x1b\x00" + b"".join(rows)[:-2])
    with pytest.raises(UserError, match=r"21 bytes hold 9 people at 7 SNPs, but the .fam has 10; the file is truncated"):
        read_genotypes(tmp_path / "a")


def test_a_bim_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    write_bed(with_letters(), tmp_path / "a.bed")
    lines = (tmp_path / "a.bim").read_text().splitlines()
    saved(tmp_path, "a.bim", "\n".join(lines[:-1]))
    with pytest.raises(UserError, match=r"hold 7 SNPs of 10 people, but the .bim has 6"):
        read_genotypes(tmp_path / "a")
    saved(tmp_path, "a.bim", "\n".join([*lines[:-1], "1 rs1 0"]))
    with pytest.raises(UserError, match=r"a.bim, line 7: 3 columns; accepted: 6, chromosome, id"):
        read_genotypes(tmp_path / "a")
    saved(tmp_path, "a.bim", "\n".join([*lines[:-1], "1 rs1 0 here A G"]))
    with pytest.raises(UserError, match=r"line 7: the position 'here' is not a whole number"):
        read_genotypes(tmp_path / "a")
    (tmp_path / "a.bim").unlink()
    with pytest.raises(UserError, match=r"cannot read .*a.bim: No such file"):
        read_genotypes(tmp_path / "a")


def test_repeated_ids(tmp_path: Path) -> None:
    write_bed(with_letters(), tmp_path / "a.bed")
    bim, fam = (tmp_path / "a.bim").read_text(), (tmp_path / "a.fam").read_text()
    saved(tmp_path, "a.bim", bim.replace("rs12", "rs11").replace("rs13", "."))
    found = read_genotypes(tmp_path / "a")
    assert found.shape == (6, 10) and found.notes == ("1 SNPs were left out because an earlier SNP has the same id",)
    assert "2:3005" in found.snps.ids
    saved(tmp_path, "a.fam", fam.replace("person1 ", "person0 "))
    assert list(read_genotypes(tmp_path / "a").people.ids[:3]) == ["Han:person0", "San:person0", "person2"]
    saved(tmp_path, "a.fam", fam.replace("person3 ", "person0 "))
    with pytest.raises(UserError, match=r"the id 'person0' of family 'Han' occurs 2 times"):
        read_genotypes(tmp_path / "a")


def test_the_memory_limit_is_kept(tmp_path: Path) -> None:
    write_bed(with_letters(snps=2000, people=1000), tmp_path / "a.bed")
    with pytest.raises(UserError, match=r"the genotypes need 0 MiB, and the limit is 0 MiB; raise --memory"):
        read_genotypes(tmp_path / "a", memory=0.1)


def test_missing_files_and_unknown_formats(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot find .*/none, nor .*none.bed"):
        read_genotypes(tmp_path / "none")
    with pytest.raises(UserError, match=r"unknown format 'bad'; did you mean 'bed'"):
        read_genotypes(tmp_path / "none", format="bad")
    with pytest.raises(UserError, match=r"none.vcf: there is no such file"):
        read_genotypes(tmp_path / "none.vcf")


@pytest.mark.parametrize(
    "given, name", [("chr7", "7"), ("07", "7"), ("23", "X"), ("chrM", "MT"), ("-1", "0"), ("x", "X"), ("GL000192.1", "GL000192.1")]
)
def test_names_of_chromosomes(given: str, name: str) -> None:
    assert chromosome_name(given) == name
