"""The formats by name: which files they have, how they are read, how they are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from miai.genetics.formats import arlequin, eigenstrat, matrix, nexus, ped, personal, phase, plink, structure, vcf
from miai.genetics.formats.common import ReadOptions
from miai.genetics.genotypes import Genotypes


@dataclass(frozen=True)
class Format:
    """One format of genotype files.

    | field | meaning |
    |---|---|
    | `help` | its name in full, and its files |
    | `suffixes` | endings of its files, the one that holds the calls first |
    | `read` | reads it, or `None` |
    | `write` | writes it and returns the files, or `None` |
    """

    help: str
    suffixes: tuple[str, ...]
    read: Callable[[Path, ReadOptions], Genotypes] | None = None
    write: Callable[[Genotypes, Path], list[Path]] | None = None


FORMATS = {
    "bed": Format("PLINK binary: .bed, .bim, .fam", (".bed", ".bim", ".fam"), plink.read_bed, plink.write_bed),
    "ped": Format("PLINK text: .ped, .map", (".ped", ".map"), ped.read_ped, ped.write_ped),
    "vcf": Format("VCF or BCF: .vcf, .vcf.gz, .bcf", vcf.SUFFIXES, vcf.read_vcf, vcf.write_vcf),
    "eigenstrat": Format(
        "EIGENSTRAT, text, packed or transposed: .geno, .snp, .ind",
        (".geno", ".snp", ".ind"),
        eigenstrat.read_eigenstrat,
        eigenstrat.write_eigenstrat,
    ),
    "csv": Format(
        "table with a row for each person: .csv, .tsv",
        (".csv", ".tsv", ".csv.gz", ".tsv.gz"),
        matrix.read_matrix,
        matrix.write_matrix,
    ),
    "personal": Format("raw data of one person, as text: .txt", (".txt", ".txt.gz"), personal.read_personal),
    "structure": Format("input of STRUCTURE: .str, .mainparams", (".str",), write=structure.write_structure),
    "arlequin": Format("project of Arlequin: .arp", (".arp",), write=arlequin.write_arlequin),
    "phase": Format("input of PHASE and fastPHASE: .inp, one per chromosome", (".inp",), write=phase.write_phase),
    "nexus": Format("NEXUS for DnaSP: .nex", (".nex",), write=nexus.write_nexus),
}
"""Formats by name, in the order in which a prefix is looked for."""
