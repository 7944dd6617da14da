"""NEXUS files for DnaSP: one sequence a person, a SNP a site, heterozygotes as IUPAC codes, populations as sets of taxa."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from miai.genetics.formats.people_lines import are_bases, populations, single_letters
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import Genotypes, strings

IUPAC = {"AG": "R", "CT": "Y", "CG": "S", "AT": "W", "GT": "K", "AC": "M"}
"""The code of two different bases, in the order of the alphabet."""


def write_nexus(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write a NEXUS file. Alleles that are no bases are written A (reference) and C (alternative), which a comment says."""
    reference, alternative = single_letters(genotypes, ("A", "C"))
    mixed = strings([IUPAC.get("".join(sorted(r + a)), "N") for r, a in zip(reference, alternative, strict=True)])
    letters = np.stack([reference, mixed, alternative, strings(["?"] * len(mixed))])
    snps, people = genotypes.snps, genotypes.people
    names = [as_word(name) for name in people.ids]
    width = max(map(len, names), default=0) + 2
    every = np.arange(len(snps))
    stand_ins = int((~are_bases(genotypes)).sum())
    with all_or_none(path) as (temporary,), temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write("#NEXUS\n")
        if stand_ins:
            file.write(
                f"[{stand_ins} SNPs have alleles that are no bases; A stands for their reference, C for their alternative]\n"
            )
        file.write(f"[Sites: {' '.join(snps.ids)}]\n")
        file.write(
            f"BEGIN TAXA;\n  DIMENSIONS NTAX={len(names)};\n  TAXLABELS\n"
            + "".join(f"    {name}\n" for name in names)
            + "  ;\nEND;\n"
        )
        file.write(f"BEGIN CHARACTERS;\n  DIMENSIONS NCHAR={len(snps)};\n  FORMAT DATATYPE=DNA MISSING=? GAP=-;\n  MATRIX\n")
        for person, name in enumerate(names):
            file.write(f"{name:{width}}{''.join(letters[genotypes.calls(None, [person])[:, 0], every])}\n")
        file.write("  ;\nEND;\nBEGIN SETS;\n")
        for population, members in populations(genotypes).items():
            file.write(f"  TAXSET {as_word(population)} = {' '.join(names[person] for person in members)};\n")
        file.write("END;\n")
    return [path]
