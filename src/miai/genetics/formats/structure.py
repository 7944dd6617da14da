"""Files for STRUCTURE: PREFIX.str with two lines per person, and PREFIX.mainparams with what the program must know about it.

A, C, G and T are written as 1 to 4, other alleles as 1 (reference) and 2 (alternative), missing as -9.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from miai.genetics.formats.people_lines import allele_lines, are_bases, populations
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import Genotypes, Strings

NUMBER_OF_BASE = {"A": "1", "C": "2", "G": "3", "T": "4", "0": "0"}


def write_structure(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write PREFIX.str and PREFIX.mainparams. Populations are numbered in the order in which they appear."""
    paths = [path.with_suffix(".str"), path.with_suffix(".mainparams")]
    number = {name: place for place, name in enumerate(populations(genotypes), 1)}
    people = genotypes.people
    with all_or_none(*paths) as (data, settings):
        with data.open("w", encoding="utf-8", newline="\n") as file:
            file.write("\t".join(genotypes.snps.ids) + "\n")
            for person, lines in enumerate(allele_lines(genotypes, *_numbers(genotypes), "-9")):
                head = f"{as_word(people.ids[person])}\t{number[people.family[person] or 'unknown']}"
                file.writelines("\t".join([head, *line]) + "\n" for line in lines)
        settings.write_text(_settings(genotypes, paths[0].name, number), encoding="utf-8")
    return paths


def _numbers(genotypes: Genotypes) -> tuple[Strings, Strings]:
    good = are_bases(genotypes)
    made = []
    for column, other in ((genotypes.snps.reference, "1"), (genotypes.snps.alternative, "2")):
        letters = np.array([NUMBER_OF_BASE.get(allele, "0") for allele in column], dtype=np.object_)
        made.append(np.where(good, letters, other))
    return made[0], made[1]


def _settings(genotypes: Genotypes, name: str, number: dict[str, int]) -> str:
    values = {
        "INFILE": name,
        "OUTFILE": "results",
        "MAXPOPS": max(len(number), 2),
        "NUMINDS": len(genotypes.people),
        "NUMLOCI": len(genotypes.snps),
        "PLOIDY": 2,
        "MISSING": -9,
        "ONEROWPERIND": 0,
        "LABEL": 1,
        "POPDATA": 1,
        "POPFLAG": 0,
        "LOCDATA": 0,
        "PHENOTYPE": 0,
        "EXTRACOLS": 0,
        "MARKERNAMES": 1,
        "RECESSIVEALLELES": 0,
        "MAPDISTANCES": 0,
        "PHASED": 0,
        "BURNIN": 10000,
        "NUMREPS": 20000,
    }
    lines = [f"#define {key} {value}" for key, value in values.items()]
    return "\n".join([*lines, *(f"// population {place}: {name}" for name, place in number.items())]) + "\n"
