"""Input of PHASE and fastPHASE: a file for each chromosome, SNPs in the order of their positions, two lines per person."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from miai.genetics.formats.people_lines import allele_lines, single_letters
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import UNKNOWN, Genotypes


def write_phase(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write PREFIX.inp, or PREFIX.chr1.inp, PREFIX.chr2.inp and so on for SNPs on several chromosomes.

    Alleles that are no bases are written 0 (reference) and 1 (alternative), missing ones ?.
    """
    chromosomes = list(dict.fromkeys(genotypes.snps.chromosome))
    alone = len(chromosomes) == 1
    paths = [path if alone else path.with_suffix(f".chr{name}{path.suffix}") for name in chromosomes]
    with all_or_none(*paths) as temporaries:
        for chromosome, temporary in zip(chromosomes, temporaries, strict=True):
            there = np.flatnonzero(genotypes.snps.chromosome == chromosome)
            order = there[np.argsort(genotypes.snps.position[there], kind="stable")]
            _write_chromosome(genotypes.select(snps=order), temporary)
    return paths


def _write_chromosome(genotypes: Genotypes, temporary: Path) -> None:
    snps, people = genotypes.snps, genotypes.people
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f"{len(people)}\n{len(snps)}\n")
        if (snps.position > 0).all() and (snps.chromosome != UNKNOWN).all():
            file.write("P " + " ".join(map(str, snps.position.tolist())) + "\n")
        file.write("S" * len(snps) + "\n")
        lines = allele_lines(genotypes, *single_letters(genotypes, ("0", "1")), "?")
        for person, (one, other) in zip(people.ids, lines, strict=True):
            file.write(f"#{as_word(person)}\n{' '.join(one)}\n{' '.join(other)}\n")
