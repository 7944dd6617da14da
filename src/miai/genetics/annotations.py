"""Annotations of SNPs from local files: genes near them, studies that mention them, and predicted effects.

| file | joined by | gives |
|---|---|---|
| genes: GFF3, GTF or BED | position | genes that overlap or are near, with the distance |
| studies: the GWAS catalogue as TSV | rs number, position, or gene | trait, p-value, PubMed id |
| effects: VEP output, or a TSV with columns SIFT and PolyPhen | rs number or position | consequence, SIFT, PolyPhen |

Files are read line by line, and only what concerns the given SNPs is kept. Positions must be of the same genome build as the SNPs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from miai.core.errors import UserError
from miai.genetics.columns import open_text, read_lines
from miai.genetics.formats.common import chromosome_name
from miai.genetics.genotypes import UNKNOWN, SnpTable

NEAR = 50_000
"""Base pairs within which a gene counts as near."""

ID_COLUMNS = ("rsid", "snp", "snps", "id", "#uploaded_variation", "uploaded_variation", "existing_variation", "variant")
EFFECT_COLUMNS = ("Consequence", "SIFT", "PolyPhen", "SYMBOL")


@dataclass(frozen=True)
class NearGene:
    """A gene at or near a SNP. `distance` is 0 inside the gene, else the base pairs to its nearer end."""

    name: str
    distance: int


@dataclass(frozen=True)
class Study:
    """A published association of a SNP or its gene. `by` says how it was found: id, position or gene."""

    trait: str
    p_value: str
    pubmed: str
    by: str


@dataclass
class SnpAnnotation:
    """All that was found about one SNP."""

    genes: list[NearGene] = field(default_factory=list)
    studies: list[Study] = field(default_factory=list)
    effects: list[dict[str, str]] = field(default_factory=list)

    def as_text(self) -> dict[str, str]:
        """Return one cell each for tables: genes, studies and effects, with semicolons between several."""
        genes = [gene.name if gene.distance == 0 else f"{gene.name} ({gene.distance:,} bp)" for gene in self.genes]
        studies = [f"{study.trait} (PubMed {study.pubmed})" if study.pubmed else study.trait for study in self.studies]
        effects = [", ".join(f"{name} {value}" for name, value in effect.items()) for effect in self.effects]
        return {"genes": "; ".join(genes), "studies": "; ".join(studies), "effects": "; ".join(effects)}

    def as_data(self) -> dict[str, Any]:
        """Return the annotation as data for JSON and reports."""
        return {
            "genes": [vars(gene) for gene in self.genes],
            "studies": [vars(study) for study in self.studies],
            "effects": self.effects,
        }


def annotate(
    snps: SnpTable, genes: Path | None = None, studies: Path | None = None, effects: Path | None = None, near: int = NEAR
) -> list[SnpAnnotation]:
    """Collect annotations of SNPs from files.

    Parameters
    ----------
    snps
        The SNPs; those without a position are found by their rs number only.
    genes, studies, effects
        Files as described in the module; each may be left out. They may be compressed with gzip.
    near
        Base pairs within which a gene counts as near.

    Returns
    -------
    One annotation for each SNP, in their order. Genes are sorted by distance.

    Raises
    ------
    UserError
        Where a file cannot be read or lacks the columns.
    """
    found = [SnpAnnotation() for _ in range(len(snps))]
    index = _Index(snps)
    if genes is not None:
        for name, chromosome, start, end in _read_genes(genes):
            for snp, position in index.between(chromosome, start - near, end + near):
                found[snp].genes.append(NearGene(name, max(start - position, position - end, 0)))
        for annotation in found:
            annotation.genes = sorted(set(annotation.genes), key=lambda gene: (gene.distance, gene.name))
    if studies is not None:
        _join_studies(studies, index, found)
    if effects is not None:
        _join_effects(effects, index, found)
    return found


class _Index:
    """SNPs by id and by place."""

    def __init__(self, snps: SnpTable) -> None:
        self.by_id = {name: number for number, name in enumerate(snps.ids)}
        self.places: dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        known = np.flatnonzero((snps.position > 0) & (snps.chromosome != UNKNOWN))
        for chromosome in set(snps.chromosome[known]):
            there = known[snps.chromosome[known] == chromosome]
            order = there[np.argsort(snps.position[there], kind="stable")]
            self.places[chromosome] = (snps.position[order], order)

    def between(self, chromosome: str, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the SNPs from `first` to `last` on a chromosome: number and position."""
        if chromosome in self.places:
            positions, numbers = self.places[chromosome]
            for place in range(int(np.searchsorted(positions, first)), int(np.searchsorted(positions, last, "right"))):
                yield int(numbers[place]), int(positions[place])

    def find(self, ids: list[str], chromosome: str, position: str) -> Iterator[tuple[int, str]]:
        """Yield each SNP that is meant by an id or by a place, once, with how it was found."""
        by_id = {self.by_id[name] for name in ids if name in self.by_id}
        yield from ((number, "id") for number in sorted(by_id))
        if position.isdigit():
            at = int(position)
            yield from (
                (number, "position") for number, _ in self.between(chromosome_name(chromosome), at, at) if number not in by_id
            )


def _read_genes(path: Path) -> Iterator[tuple[str, str, int, int]]:
    """Yield name, chromosome, first and last position (from 1) of each gene of a GFF3, GTF or BED file."""
    is_bed = ".bed" in path.name.lower()
    with open_text(path) as file:
        for number, line in read_lines(file, path):
            if line.startswith(("#", "track", "browser")) or not line.strip():
                continue
            cells = line.rstrip("\r\n").split("\t")
            if len(cells) < (3 if is_bed else 9):
                raise UserError(
                    f"{path}, line {number}: {len(cells)} columns; accepted: BED with three or more, GFF or GTF with nine, tab-separated"
                )
            start, end = (cells[1], cells[2]) if is_bed else (cells[3], cells[4])
            if not (start.isdigit() and end.isdigit()):
                raise UserError(f"{path}, line {number}: {start!r} and {end!r} are not positions")
            if is_bed:
                yield (cells[3] if len(cells) > 3 else f"{cells[0]}:{start}"), chromosome_name(cells[0]), int(start) + 1, int(end)
            elif cells[2].endswith("gene"):
                yield _gene_name(cells[8]), chromosome_name(cells[0]), int(start), int(end)


def _gene_name(attributes: str) -> str:
    """Return the name of a gene from the last column of GFF3 (Name=BRCA2) or GTF (gene_name "BRCA2")."""
    pairs: dict[str, str] = {}
    for part in attributes.strip().strip(";").split(";"):
        key, _, value = part.strip().partition("=") if "=" in part else part.strip().partition(" ")
        pairs[key.strip().casefold()] = value.strip().strip('"')
    return next((pairs[key] for key in ("name", "gene_name", "gene", "gene_id", "id") if pairs.get(key)), "unnamed")


def _table(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and cells by lower-case header of a tab-separated file. Lines that begin with ## are skipped."""
    with open_text(path) as file:
        header: list[str] | None = None
        for number, line in read_lines(file, path):
            if line.startswith("##") or not line.strip():
                continue
            cells = line.rstrip("\r\n").split("\t")
            if header is None:
                header = [cell.strip().casefold() for cell in cells]
                continue
            yield number, dict(zip(header, (cell.strip() for cell in cells), strict=False))


def _join_studies(path: Path, index: _Index, found: list[SnpAnnotation]) -> None:
    of_gene: dict[str, list[int]] = {}
    for number, annotation in enumerate(found):
        for gene in annotation.genes:
            if gene.distance == 0:
                of_gene.setdefault(gene.name.casefold(), []).append(number)
    for line, row in _table(path):
        trait = row.get("disease/trait") or row.get("trait")
        if trait is None:
            raise UserError(
                f"{path}, line {line}: there is no column DISEASE/TRAIT; accepted: the table of associations of the GWAS catalogue"
            )
        ids = row.get("snps", "").replace(" x ", ";").replace(",", ";").split(";")
        known = dict(index.find([name.strip() for name in ids], row.get("chr_id", ""), row.get("chr_pos", "")))
        names = f"{row.get('mapped_gene', '')},{row.get('reported gene(s)', '')}".replace(" - ", ",").replace(";", ",").split(",")
        for number in {number for name in names for number in of_gene.get(name.strip().casefold(), [])}:
            known.setdefault(number, "gene")
        for number, by in known.items():
            study = Study(trait, row.get("p-value", ""), row.get("pubmedid", ""), by)
            if study not in found[number].studies:
                found[number].studies.append(study)


def _join_effects(path: Path, index: _Index, found: list[SnpAnnotation]) -> None:
    for line, row in _table(path):
        id_column = next((name for name in ID_COLUMNS if name in row), None)
        location = row.get("location", "")
        chromosome = row.get("chromosome") or row.get("chrom") or row.get("#chrom") or row.get("chr") or location.rpartition(":")[0]
        position = row.get("position") or row.get("pos") or location.rpartition(":")[2].partition("-")[0]
        if id_column is None and not position:
            raise UserError(
                f"{path}, line {line}: there is no column of ids or positions; accepted: rsid, ID, #Uploaded_variation, or Location"
            )
        ids = [name for column in ID_COLUMNS for name in row.get(column, "").replace(",", ";").split(";") if name]
        extra = dict(part.partition("=")[::2] for part in row.get("extra", "").split(";") if "=" in part)
        by_name = {name.casefold(): value for name, value in extra.items()} | row
        effect = {name: by_name[name.casefold()] for name in EFFECT_COLUMNS if by_name.get(name.casefold(), "-") not in ("-", "")}
        if effect:
            for number, _ in index.find(ids, chromosome, position):
                if effect not in found[number].effects:
                    found[number].effects.append(effect)
