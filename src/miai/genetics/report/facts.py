"""All figures of a report, ready for JSON. The page only draws them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.genetics.annotations import SnpAnnotation
from miai.genetics.classifier.evaluator import Array
from miai.genetics.filters import SnpFilter, filter_snps, people_call_rates
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import Genotypes, Indices, genotype_counts
from miai.genetics.linkage import linkage_matrix, linked_neighbours
from miai.genetics.panels.measures import confusion, recall_by
from miai.genetics.panels.panel import Panel
from miai.genetics.panels.validation import fit_and_classify, split_people
from miai.genetics.pca import principal_components
from miai.genetics.relatives import DUPLICATE, related_pairs
from miai.genetics.report.curve import accuracy_curve
from miai.genetics.report.significance import GENOME_WIDE, allele_tests, detectable_effects
from miai.genetics.statistics import compute_statistics, ranks

COMMON = 0.05
"""Least frequency of the rarer allele for SNPs of the whole data. Rare alleles would let single people dominate the components."""

OWN_SPLITS = 5
"""Splits for the figures of the panel's own SNPs, at least; they cost little."""


@dataclass(frozen=True)
class ReportRequest:
    """The input of a report.

    | field | meaning |
    |---|---|
    | `genotypes`, `categories`, `names` | the data, grouped |
    | `panel` | the panel |
    | `splits`, `seed` | divisions of people for held-out figures |
    | `curve` | largest number of SNPs of the accuracy curve; 0 for none |
    | `validation` | the result of a nested validation (`miai genetics evaluate --json`), or `None` |
    | `annotations` | one for each SNP of the panel, or `None` |
    | `about` | data, grouping, time, version: what the head of the page says |
    """

    genotypes: Genotypes
    categories: Array
    names: tuple[str, ...]
    panel: Panel
    splits: int = 5
    seed: int = 1
    curve: int = 100
    validation: Mapping[str, Any] | None = None
    annotations: list[SnpAnnotation] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)


def gather_facts(request: ReportRequest, progress: Progress | None = None) -> dict[str, Any]:
    """Compute everything that the page shows. Raise `UserError` where the panel and the data do not fit."""
    genotypes, panel = request.genotypes, request.panel
    if tuple(panel.categories) != tuple(request.names):
        mine, theirs = ", ".join(panel.categories), ", ".join(request.names)
        raise UserError(f"the panel separates {mine}, but the data have {theirs}; give the grouping of the panel")
    snps = genotypes.snps.find([snp.id for snp in panel.snps])
    statistics = compute_statistics(genotypes, request.categories, len(request.names))
    passed, reports = filter_snps(genotypes, SnpFilter(), request.categories)
    return {
        "about": dict(request.about),
        "categories": _sizes(request),
        "panel": _panel_rows(request, snps, statistics, len(passed)),
        "populations": _population_frequencies(request, snps),
        "components": {
            "panel": _components(request, snps),
            "all": _components(request, passed[statistics.minor_allele_frequency[passed] >= COMMON]),
        },
        "own": _fixed_panel(request, snps),
        "validation": None if request.validation is None else dict(request.validation),
        "curve": _curve(request, progress),
        "linkage": _linkage(request, snps),
        "quality": _quality(request, statistics, reports, len(passed)),
        "notes": list(genotypes.notes),
    }


def _sizes(request: ReportRequest) -> list[dict[str, Any]]:
    family = request.genotypes.people.family
    rows = []
    for number, name in enumerate(request.names):
        members = request.categories == number
        populations = sorted({population for population in family[members] if population})
        rows.append({"name": name, "people": int(members.sum()), "populations": populations})
    return rows


def _panel_rows(request: ReportRequest, snps: Indices, statistics: Any, tested: int) -> list[dict[str, Any]]:
    """Return one row for each SNP of the panel."""
    table = request.genotypes.snps
    counts = genotype_counts(request.genotypes.select(snps=snps), request.categories, len(request.names))
    tests = allele_tests(counts, tested)
    by_rank = {name: ranks(getattr(statistics, name)) for name in ("informativeness", "theta", "delta")}
    rows = []
    for place, snp in enumerate(snps.tolist()):
        row = {
            "id": table.ids[snp],
            "chromosome": table.chromosome[snp],
            "position": int(table.position[snp]),
            "reference": table.reference[snp],
            "alternative": table.alternative[snp],
            "call_rate": float(statistics.call_rate[snp]),
            "minor_allele_frequency": float(statistics.minor_allele_frequency[snp]),
            "frequencies": _plain(statistics.frequencies[snp]),
            "genotypes": counts[place].tolist(),
            **{name: float(getattr(statistics, name)[snp]) for name in ("informativeness", "theta", "theta_full", "delta")},
            **{f"rank_{name}": int(places[snp]) for name, places in by_rank.items()},
            **tests[place],
        }
        if request.annotations is not None:
            row["annotation"] = request.annotations[place].as_data()
        rows.append(row)
    return rows


def _population_frequencies(request: ReportRequest, snps: Indices) -> list[dict[str, Any]]:
    """Return the frequency of the alternative allele of each SNP in each population, category by category."""
    family = request.genotypes.people.family
    rows: list[dict[str, Any]] = []
    for number, name in enumerate(request.names):
        for population in sorted({each for each in family[request.categories == number] if each}):
            members = (family == population) & (request.categories == number)
            counts = genotype_counts(request.genotypes.select(snps=snps), np.where(members, 0, -1), 1)[:, 0]
            calls = counts.sum(axis=1)
            share = np.divide(counts[:, 2] + counts[:, 1] / 2, calls, out=np.full(len(snps), np.nan), where=calls > 0)
            rows.append({"population": population, "category": name, "people": int(members.sum()), "frequencies": _plain(share)})
    return rows


def _components(request: ReportRequest, snps: Indices) -> dict[str, Any]:
    """Two components of the people who have a category."""
    people = np.flatnonzero(request.categories >= 0)
    found = principal_components(request.genotypes, snps, people, components=2)
    return {
        "snps": found.snps,
        "shares": found.shares.tolist(),
        "points": [
            {
                "id": request.genotypes.people.ids[person],
                "population": request.genotypes.people.family[person],
                "category": int(request.categories[person]),
                "x": float(found.coordinates[place, 0]),
                "y": float(found.coordinates[place, 1]),
            }
            for place, person in enumerate(people.tolist())
        ],
    }


def _fixed_panel(request: ReportRequest, snps: Indices) -> dict[str, Any] | None:
    """Classify held-out people by the panel's own SNPs, with frequencies of the others. The choice of SNPs has seen all of them.

    `None` where a category has too few people to hold any out.
    """
    k = len(request.names)
    true, assigned, people = [], [], []
    try:
        splits = split_people(request.genotypes, request.categories, max(request.splits, OWN_SPLITS), request.seed)
    except UserError:
        return None
    for split in splits:
        found = fit_and_classify(request.genotypes, request.categories, k, snps.tolist(), split, request.panel.settings)
        kept = found.most_confident()
        true.append(request.categories[split.test][kept].astype(np.int64))
        assigned.append(found.best[kept])
        people.append(split.test[kept])
    truth, answer, persons = np.concatenate(true), np.concatenate(assigned), np.concatenate(people)
    right = truth == answer
    return {
        "percent": 100.0 * float(right.mean()),
        "confusion": confusion(truth, answer, k).tolist(),
        "recall": recall_by([request.names[category] for category in truth], right),
        "recall_by_population": recall_by([str(request.genotypes.people.family[person]) for person in persons], right),
    }


def _curve(request: ReportRequest, progress: Progress | None) -> dict[str, Any] | None:
    if not request.curve or not request.splits:
        return None
    splits = split_people(request.genotypes, request.categories, request.splits, request.seed)
    return accuracy_curve(
        request.genotypes,
        request.categories,
        len(request.names),
        splits,
        request.panel.settings,
        SnpFilter(),
        request.curve,
        progress,
    )


def _linkage(request: ReportRequest, snps: Indices) -> dict[str, Any]:
    table, k = request.genotypes.snps, len(request.names)
    neighbours = {}
    for snp in snps.tolist():
        near = linked_neighbours(request.genotypes, snp, request.categories, k)
        neighbours[table.ids[snp]] = [
            {"id": table.ids[each.index], "distance": each.distance, "r_squared": each.r_squared} for each in near
        ]
    return {
        "matrix": linkage_matrix(request.genotypes, snps, request.categories, k).tolist(),
        "neighbours": neighbours,
        "places_known": int((table.position[snps] > 0).sum()),
    }


def _quality(request: ReportRequest, statistics: Any, reports: Any, passed: int) -> dict[str, Any]:
    """Call rates, filters, duplicates, and what the numbers of SNPs and people allow to detect."""
    genotypes = request.genotypes
    rates = people_call_rates(genotypes)
    pairs, values = related_pairs(genotypes, DUPLICATE)
    common = statistics.minor_allele_frequency >= COMMON
    return {
        "snps": len(genotypes.snps),
        "people": len(genotypes.people),
        "grouped": int((request.categories >= 0).sum()),
        "passed": passed,
        "filters": [each.as_data() for each in reports],
        "snp_call_rate": _spread(statistics.call_rate),
        "person_call_rate": _spread(rates),
        "duplicates": [
            {
                "people": [genotypes.people.ids[one], genotypes.people.ids[other]],
                "kinship": float(value),
                "concordance": _concordance(genotypes, int(one), int(other)),
            }
            for (one, other), value in zip(pairs.tolist()[:20], values[:20], strict=True)
        ],
        "duplicate_pairs": len(pairs),
        "mean_theta": float(statistics.theta_full[common].mean()) if common.any() else 0.0,
        "genome_wide": GENOME_WIDE,
        "power": detectable_effects(int((request.categories >= 0).sum()), len(request.names), passed),
    }


def _spread(rates: Any) -> dict[str, float]:
    return {"mean": float(rates.mean()), "lowest": float(rates.min()), "below_95": int((rates < 0.95).sum())}


def _concordance(genotypes: Genotypes, one: int, other: int) -> float:
    """Return the share of equal calls among the SNPs at which both people have one."""
    calls = genotypes.calls(None, [one, other])
    both = (calls < 3).all(axis=1)
    return float((calls[both, 0] == calls[both, 1]).mean()) if both.any() else 0.0


def _plain(values: Any) -> list[float | None]:
    return [None if value != value else float(value) for value in values]
