"""VCF and BCF files. Read with cyvcf2; written as text.

Sites with more than two alleles and variants that are no SNPs are left out and counted. A haploid call counts as two equal alleles, a call
with one allele missing is missing. A VCF has no populations and no phenotypes; they come from separate files.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from miai.core import extras
from miai.core.errors import UserError
from miai.genetics.formats.common import ReadOptions, chromosome_names, unique_people
from miai.genetics.formats.writing import all_or_none, open_output
from miai.genetics.genotypes import UNKNOWN, Genotypes, PeopleTable, SnpTable, bytes_per_snp, strings

TOGETHER = 4096
"""SNPs that are packed at once."""

SUFFIXES = (".vcf", ".vcf.gz", ".vcf.bgz", ".bcf")

REFERENCE = "REFERENCE"
"""The INFO field for the name of a reference allele that is no base."""

_BASES = frozenset("ACGTN")
_WORDS = ("0/0", "0/1", "1/1", "./.")


def read_vcf(path: Path, options: ReadOptions) -> Genotypes:
    """Read a VCF or BCF file. Raise `UserError` where it is damaged or has no people."""
    extras.need("genetics", "reading VCF files")
    reader = _Sites(path, options)
    reader.read()
    return reader.genotypes()


class _Sites:
    """The sites of a VCF, packed block by block."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        self.path, self.options = path, options
        self.source = _open(path)
        self.ids: list[str] = []
        self.rows: list[tuple[str, int, str, str]] = []
        self.packed: list[NDArray[np.uint8]] = []
        self.waiting: list[NDArray[np.uint8]] = []
        self.left_out: Counter[str] = Counter()

    def read(self) -> None:
        """Read all sites."""
        try:
            for number, site in enumerate(self.source, 1):
                self._add(site)
                if number % TOGETHER == 0:
                    self.options.report(number, 0)
        except UserError:
            raise
        except Exception as error:  # cyvcf2 raises Exception itself where htslib cannot continue
            raise UserError(f"{self.path}: damaged or truncated after {len(self.rows) + self.left_out.total():,} sites") from error
        finally:
            self.source.close()
        self._pack()

    def _add(self, site: Any) -> None:
        if "GT" not in (site.FORMAT or ()):
            self.left_out["sites without genotypes"] += 1
            return
        alternatives = site.ALT
        if len(alternatives) > 1:
            self.left_out["sites with more than two alleles"] += 1
            return
        alternative = alternatives[0] if alternatives else UNKNOWN
        reference = site.REF
        if reference == "N" and alternative.startswith("<"):  # alleles of unknown sequence, as `write_vcf` writes them
            reference, alternative = site.INFO.get(REFERENCE, UNKNOWN), alternative[1:-1]
        elif len(reference) != 1 or len(alternative) != 1:
            self.left_out["variants that are no SNPs"] += 1
            return
        self.ids.append(site.ID or ".")
        self.rows.append((site.CHROM, site.POS, reference, alternative))
        self.waiting.append(site.gt_types.astype(np.uint8))
        if len(self.waiting) == TOGETHER:
            self._pack()

    def _pack(self) -> None:
        from miai.genetics.kernels.packing import pack_calls

        if self.waiting:
            block = np.empty((len(self.waiting), bytes_per_snp(len(self.source.samples))), np.uint8)
            pack_calls(np.stack(self.waiting), block)
            self.packed.append(block)
            self.waiting = []
            self.options.check_memory(self.path, len(self.rows) * block.shape[1])

    def genotypes(self) -> Genotypes:
        """Return the genotypes, with notes of what was left out."""
        names = list(self.source.samples)
        people, notes = unique_people(
            self.path, PeopleTable(strings(names), strings([""] * len(names)), strings([""] * len(names)))
        )
        packed = np.concatenate(self.packed) if self.packed else np.empty((0, bytes_per_snp(len(names))), np.uint8)
        columns = list(zip(*self.rows, strict=True)) or [(), (), (), ()]
        snps = SnpTable(
            strings(self.ids),
            chromosome_names(columns[0]),
            np.array(columns[1], np.int64),
            strings(columns[2]),
            strings(columns[3]),
        )
        counted = [f"{count} {what} were left out" for what, count in self.left_out.items()]
        return Genotypes(packed, snps, people, (*notes, *counted))


def _open(path: Path) -> Any:
    import cyvcf2

    if not path.is_file():
        raise UserError(f"cannot read {path}: there is no such file")
    quieten = getattr(cyvcf2.cyvcf2, "set_htslib_log_level", None)
    if quieten is not None:
        quieten(0)  # htslib would print its own lines about what is reported below
    try:
        source = cyvcf2.VCF(str(path), gts012=True, strict_gt=True)
    except Exception as error:
        raise UserError(f"{path} is not a VCF or BCF file that can be read: {' '.join(str(error).split())}") from error
    if not source.samples:
        raise UserError(f"{path}: there are no people in the file")
    return source


def write_vcf(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write VCF 4.2 as text, compressed if the name ends in .gz."""
    snps = genotypes.snps
    with all_or_none(path) as (temporary,), open_output(temporary, path) as file:
        file.write("##fileformat=VCFv4.2\n##source=miai\n")
        file.writelines(f"##contig=<ID={name}>\n" for name in dict.fromkeys(snps.chromosome))
        file.write(f'##INFO=<ID={REFERENCE},Number=1,Type=String,Description="Name of a reference allele of unknown sequence">\n')
        file.write('##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">\n')
        head = ("#CHROM", "POS", "ID", "REF", "ALT", "QUAL", "FILTER", "INFO", "FORMAT", *genotypes.people.ids)
        file.write("\t".join(head) + "\n")
        for first in range(0, len(snps), TOGETHER):
            for place, row in enumerate(genotypes.calls(slice(first, first + TOGETHER)), first):
                words = "\t".join([_WORDS[code] for code in row.tolist()])
                alleles, note = _alleles(snps.reference[place], snps.alternative[place])
                file.write(
                    f"{snps.chromosome[place]}\t{snps.position[place]}\t{snps.ids[place]}\t{alleles}\t.\t.\t{note}\tGT\t{words}\n"
                )
    return [path]


def _alleles(reference: str, alternative: str) -> tuple[str, str]:
    """REF and ALT with a tab between them, and INFO. A VCF has no place for names such as A1, but for symbols and notes."""
    if set(reference) <= _BASES and (set(alternative) <= _BASES or alternative == UNKNOWN):
        return f"{reference}\t{'.' if alternative == UNKNOWN else alternative}", "."
    return f"N\t<{alternative}>", f"{REFERENCE}={reference}"
