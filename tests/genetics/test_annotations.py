"""Annotations joined from small files in the layouts of Ensembl, UCSC, the GWAS catalogue and VEP."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.annotations import NearGene, annotate
from miai.genetics.genotypes import SnpTable, strings, unnamed_snps


def snps() -> SnpTable:
    """rs1 inside the first gene, rs2 a kilobase behind it, rs3 on another chromosome, rs4 without a place."""
    return replace(
        unnamed_snps(4),
        ids=strings(["rs1", "rs2", "rs3", "rs4"]),
        chromosome=strings(["1", "1", "X", "0"]),
        position=np.array([1500, 3000, 1500, 0]),
    )


GFF = """##gff-version 3
chr1\tsource\tgene\t1000\t2000\t.\t+\t.\tID=gene:1;Name=FIRST
chr1\tsource\texon\t1000\t1100\t.\t+\t.\tID=exon:1;Parent=gene:1
chr1\tsource\tpseudogene\t90000\t91000\t.\t-\t.\tID=gene:2
chrX\tsource\tgene\t1\t1500\t.\t+\t.\tgene_id "G3"; gene_name "THIRD";
"""


def saved(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


def test_genes_of_gff_and_gtf(tmp_path: Path) -> None:
    found = annotate(snps(), genes=saved(tmp_path, "genes.gff3", GFF))
    assert [each.genes for each in found] == [[NearGene("FIRST", 0)], [NearGene("FIRST", 1000)], [NearGene("THIRD", 0)], []]
    assert annotate(snps(), genes=tmp_path / "genes.gff3", near=999)[1].genes == []


def test_genes_of_bed_count_from_zero(tmp_path: Path) -> None:
    (tmp_path / "genes.bed.gz").write_bytes(gzip.compress(b"track name=x\nchr1\t1499\t1500\tONE\nchr1\t1500\t1600\tTWO\n"))
    assert annotate(snps(), genes=tmp_path / "genes.bed.gz")[0].genes == [NearGene("ONE", 0), NearGene("TWO", 1)]


def test_studies_are_found_by_id_position_and_gene(tmp_path: Path) -> None:
    catalogue = (
        "DATE ADDED\tPUBMEDID\tDISEASE/TRAIT\tCHR_ID\tCHR_POS\tREPORTED GENE(S)\tMAPPED_GENE\tSNPS\tP-VALUE\n"
        "2020\t11\tHeight\t1\t999\tNR\t\trs1; rs77\t1E-9\n"
        "2020\t12\tHair colour\tX\t1500\tNR\t\trs88\t2E-8\n"
        "2020\t13\tEye colour\t1\t1700\tNR\tFIRST - OTHER\trs99\t3E-8\n"
        "2020\t14\tNothing here\t2\t1700\tNR\tELSE\trs98\t3E-8\n"
    )
    found = annotate(snps(), genes=saved(tmp_path, "g.gff", GFF), studies=saved(tmp_path, "gwas.tsv", catalogue))
    assert [(study.trait, study.pubmed, study.by) for study in found[0].studies] == [
        ("Height", "11", "id"),
        ("Eye colour", "13", "gene"),
    ]
    assert [(study.trait, study.by) for study in found[2].studies] == [("Hair colour", "position")]
    assert found[1].studies == found[3].studies == []


def test_effects_of_vep_in_both_layouts(tmp_path: Path) -> None:
    default = (
        "## ENSEMBL VARIANT EFFECT PREDICTOR\n#Uploaded_variation\tLocation\tAllele\tConsequence\tExtra\n"
        "rs1\t1:1500\tG\tmissense_variant\tIMPACT=MODERATE;SIFT=deleterious(0.01);PolyPhen=benign(0.1)\n"
        "unnamed\t1:3000-3000\tG\tintron_variant\t-\n"
    )
    found = annotate(snps(), effects=saved(tmp_path, "vep.txt", default))
    assert found[0].effects == [{"Consequence": "missense_variant", "SIFT": "deleterious(0.01)", "PolyPhen": "benign(0.1)"}]
    assert found[1].effects == [{"Consequence": "intron_variant"}]
    table = "chrom\tpos\trsid\tSIFT\tPolyPhen\n7\t7\trs4\ttolerated\t-\n"
    assert annotate(snps(), effects=saved(tmp_path, "t.tsv", table))[3].effects == [{"SIFT": "tolerated"}]


@pytest.mark.parametrize(
    "kind, name, text, message",
    [
        ("genes", "a.bed", "chr1\t5\n", "line 1: 2 columns; accepted: BED with three or more"),
        ("genes", "a.gff", "chr1\tx\tgene\tfive\t6\t.\t.\t.\tID=1\n", "line 1: 'five' and '6' are not positions"),
        ("studies", "a.tsv", "SNPS\tX\nrs1\t2\n", "line 2: there is no column DISEASE/TRAIT"),
        ("effects", "a.tsv", "SIFT\tX\nrs1\t2\n", "line 2: there is no column of ids or positions"),
        ("genes", "missing.bed", None, "cannot read .*missing.bed"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path: Path, kind: str, name: str, text: str | None, message: str) -> None:
    path = tmp_path / name if text is None else saved(tmp_path, name, text)
    with pytest.raises(UserError, match=message):
        annotate(snps(), **{kind: path})  # type: ignore[arg-type]


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.bed.gz").write_bytes(gzip.compress(b"chr1\t1\t2\tX\n" * 100_000)[:-50])
    with pytest.raises(UserError, match=r"damaged or truncated after line"):
        annotate(snps(), genes=tmp_path / "g.bed.gz")
