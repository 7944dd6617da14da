"""Projects for Arlequin: one .arp file, a sample for each population, two lines per person, unknown gametic phase."""

from __future__ import annotations

from pathlib import Path

from miai.genetics.formats.people_lines import allele_lines, populations
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import Genotypes


def write_arlequin(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write an Arlequin project."""
    members = populations(genotypes)
    with all_or_none(path) as (temporary,), temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(
            f'[Profile]\n  Title="{_quotable(path.stem)}"\n  NbSamples={len(members)}\n  GenotypicData=1\n  GameticPhase=0\n'
            "  RecessiveData=0\n  DataType=STANDARD\n  LocusSeparator=WHITESPACE\n  MissingData='?'\n\n[Data]\n  [[Samples]]\n"
        )
        for name, people in members.items():
            part = genotypes.select(people=people)
            file.write(f'    SampleName="{_quotable(name)}"\n    SampleSize={len(people)}\n    SampleData={{\n')
            lines = allele_lines(part, part.snps.reference, part.snps.alternative, "?")
            for person, (one, other) in zip(part.people.ids, lines, strict=True):
                file.write(f"{as_word(person)}\t1\t{' '.join(one)}\n\t\t{' '.join(other)}\n")
            file.write("    }\n")
        names = "\n".join(f'      "{_quotable(name)}"' for name in members)
        file.write(f'\n  [[Structure]]\n    StructureName="populations"\n    NbGroups=1\n    Group={{\n{names}\n    }}\n')
    return [path]


def _quotable(name: str) -> str:
    return name.replace('"', "'")
