"""Describe a data set: its SNPs, people, populations and call rates."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from miai.genetics.filters import people_call_rates
from miai.genetics.genotypes import UNKNOWN, Genotypes, Strings, genotype_counts
from miai.genetics.groupings import Grouping

MOST_PHENOTYPES = 20
"""A phenotype with more values is shown as its number of values only."""


def summarize(genotypes: Genotypes, grouping: Grouping | None = None) -> dict[str, Any]:
    """Return the figures of `miai genetics info`, ready for JSON. Raise `UserError` where the grouping does not fit the data."""
    counts = genotype_counts(genotypes, np.zeros(len(genotypes.people), np.int8), 1)[:, 0]
    calls = counts.sum(axis=1)
    snp_rates = calls / max(len(genotypes.people), 1)
    person_rates = people_call_rates(genotypes)
    found: dict[str, Any] = {
        "snps": {
            "count": len(genotypes.snps),
            "chromosomes": _chromosomes(genotypes.snps.chromosome),
            "without_place": int(((genotypes.snps.position == 0) | (genotypes.snps.chromosome == UNKNOWN)).sum()),
            "one_allele": int(((calls > 0) & (counts.max(axis=1) == calls) & (counts[:, 1] == 0)).sum()),
            "without_calls": int((calls == 0).sum()),
        },
        "people": {
            "count": len(genotypes.people),
            "populations": dict(sorted(Counter(name for name in genotypes.people.family if name).items())),
            "phenotypes": _phenotypes(genotypes.people.phenotype),
        },
        "calls": {
            "rate": float(snp_rates.mean()) if len(snp_rates) else 0.0,
            "lowest_snp": float(snp_rates.min(initial=1.0)),
            "lowest_person": float(person_rates.min(initial=1.0)),
        },
        "notes": list(genotypes.notes),
    }
    if grouping is not None:
        found["grouping"] = _grouped(genotypes, grouping)
    return found


def _chromosomes(column: Strings) -> dict[str, int]:
    """Return SNPs by chromosome, numbers first and in their order."""
    counts = Counter(column)
    return {
        name: counts[name]
        for name in sorted(counts, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name))
    }


def _phenotypes(column: Strings) -> dict[str, int]:
    counts = Counter(value for value in column if value)
    return dict(sorted(counts.items())) if len(counts) <= MOST_PHENOTYPES else {f"{len(counts)} values": sum(counts.values())}


def _grouped(genotypes: Genotypes, grouping: Grouping) -> dict[str, Any]:
    categories, names = grouping.categories(genotypes.people)
    return {
        "name": grouping.name,
        "categories": {name: int((categories == number).sum()) for number, name in enumerate(names)},
        "left_out": int((categories < 0).sum()),
    }
