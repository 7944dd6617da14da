"""Filters of people and SNPs; each reports how many it removed.

`filter_people` filters people: call rate, duplicates and relatives. `filter_snps` filters SNPs, with the people that are left: autosomes,
two alleles, call rate, minor allele frequency, Hardy-Weinberg proportions; then pruning by distance or linkage disequilibrium.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core.settings import Checked, number, switch, whole
from miai.genetics.genotypes import AUTOSOMES, UNKNOWN, Genotypes, Indices, Stretches, as_indices, as_words, count_block, strings
from miai.genetics.relatives import fewest_to_remove, related_pairs
from miai.genetics.statistics import BLOCK


@dataclass(frozen=True)
class SnpFilter(Checked):
    """Thresholds for SNPs. A filter at its loosest value is not applied."""

    noun = "filter"

    autosomes: bool = switch(True, "keep chromosomes 1 to 22 and unknown ones only")
    two_alleles: bool = switch(True, "keep SNPs at which both alleles were seen")
    call_rate: float = number(0.95, 0, 1, "minimum share of people with a call")
    every_category: bool = switch(True, "keep SNPs with a call in every category")
    frequency: float = number(0.0, 0, 0.5, "minimum frequency of the rarer allele")
    hardy_weinberg: float = number(0.0, 0, 1, "minimum p-value of the exact test: the lowest over populations times their number")
    distance: int = whole(0, 0, 10**9, "minimum distance between SNPs in base pairs")
    linkage: float = number(1.0, 0, 1, "maximum r^2 within categories between SNPs in one window")
    window: int = whole(500_000, 1, 10**9, "distance in base pairs up to which linkage is computed")


LOOSEST = SnpFilter(autosomes=False, two_alleles=False, call_rate=0.0, every_category=False)
"""A filter that all SNPs pass."""


@dataclass(frozen=True)
class PeopleFilter(Checked):
    """Thresholds for people. A filter at its loosest value is not applied."""

    noun = "filter of people"

    call_rate: float = number(0.0, 0, 1, "minimum share of SNPs with a call")
    kinship: float = number(1.0, 0, 1, "kinship from which one of two people is removed; 0.354 removes duplicates")


@dataclass(frozen=True)
class FilterReport:
    """The effect of one filter: its name, the number it removed, and the number that is left."""

    name: str
    removed: int
    left: int

    def as_data(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return asdict(self)


def filter_snps(
    genotypes: Genotypes, chosen: SnpFilter, categories: ArrayLike | None = None, order: ArrayLike | None = None
) -> tuple[Indices, list[FilterReport]]:
    """Return the SNPs that pass, and one report for each filter that was applied.

    Parameters
    ----------
    genotypes
        The data.
    chosen
        The thresholds.
    categories
        A category for each person, or -1 for a person to leave out of everything. All people are one category without it.
    order
        Indices of SNPs, the most wanted first: of two SNPs in linkage disequilibrium, pruning keeps the earlier one. The order of the
        data without it. SNPs that are not in it are not pruned.

    Returns
    -------
    Indices of SNPs in the order of the data, and reports.
    """
    groups = np.zeros(len(genotypes.people), np.int64) if categories is None else np.asarray(categories).astype(np.int64)
    keep = np.ones(len(genotypes.snps), np.bool_)
    reports: list[FilterReport] = []

    def apply(name: str, passes: NDArray[np.bool_]) -> None:
        removed = int((keep & ~passes).sum())
        np.logical_and(keep, passes, out=keep)
        reports.append(FilterReport(name, removed, int(keep.sum())))

    if chosen.autosomes:
        apply("autosomes", np.isin(genotypes.snps.chromosome, strings([*AUTOSOMES, UNKNOWN])))
    for name, passes in _filters_by_counts(genotypes, chosen, groups).items():
        apply(name, passes)
    if chosen.hardy_weinberg > 0:
        apply("hardy_weinberg", hardy_weinberg(genotypes, groups >= 0) >= chosen.hardy_weinberg)
    wanted = as_indices(order, len(keep)) if order is not None else np.arange(len(keep))
    if chosen.distance:
        apply("distance", _pruned(genotypes, wanted[keep[wanted]], chosen.distance - 1, -1.0, groups))
    if chosen.linkage < 1:
        apply("linkage", _pruned(genotypes, wanted[keep[wanted]], chosen.window, chosen.linkage, groups))
    return np.flatnonzero(keep), reports


def _filters_by_counts(genotypes: Genotypes, chosen: SnpFilter, groups: NDArray[np.int64]) -> dict[str, NDArray[np.bool_]]:
    """Return the filters that need genotype counts only, by name: a mask each."""
    if not (chosen.two_alleles or chosen.every_category or chosen.call_rate > 0 or chosen.frequency > 0):
        return {}
    k = max(int(groups.max(initial=0)) + 1, 1)
    stretches = Stretches.of(groups, k)
    calls = np.empty((len(genotypes.snps), k), np.int32)
    alternative = np.empty(len(genotypes.snps))
    for first in range(0, len(calls), BLOCK):
        block = slice(first, first + BLOCK)
        counts = count_block(genotypes.packed[block], stretches)
        calls[block] = counts.sum(axis=2)
        alternative[block] = (counts[:, :, 2] + counts[:, :, 1] / 2).sum(axis=1)
    total = calls.sum(axis=1)
    share = alternative / np.maximum(total, 1)
    found: dict[str, NDArray[np.bool_]] = {}
    if chosen.call_rate > 0:
        found["call_rate"] = total >= chosen.call_rate * int((groups >= 0).sum())
    if chosen.every_category:
        sizes = np.bincount(groups[groups >= 0], minlength=k)
        found["every_category"] = np.all(calls[:, sizes > 0] > 0, axis=1)
    if chosen.two_alleles:
        found["two_alleles"] = (alternative > 0) & (alternative < total)
    if chosen.frequency > 0:
        found["frequency"] = np.minimum(share, 1 - share) >= chosen.frequency
    return found


def hardy_weinberg(genotypes: Genotypes, people: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Test Hardy-Weinberg proportions within populations, exactly.

    Returns
    -------
    For each SNP the lowest p-value over the populations (the families of the people), times the number of populations. The test is
    made within populations since people of different populations together have too few heterozygotes at every informative SNP.
    """
    from miai.genetics.kernels.hardy_weinberg import fill_lowest

    _, population = np.unique(genotypes.people.family, return_inverse=True)
    groups = population if people is None else np.where(people, population, -1)
    stretches = Stretches.of(groups, int(population.max(initial=0)) + 1)
    lowest = np.empty(len(genotypes.snps))
    for first in range(0, len(lowest), BLOCK):
        block = slice(first, first + BLOCK)
        fill_lowest(count_block(genotypes.packed[block], stretches), lowest[block])
    return lowest


def _pruned(genotypes: Genotypes, order: Indices, window: int, limit: float, groups: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a mask that is false for SNPs pruned by distance (`limit` below 0) or linkage. SNPs without a known place all pass."""
    from miai.genetics.kernels.pairs import prune

    snps = genotypes.snps
    order = order[(snps.position[order] > 0) & (snps.chromosome[order] != UNKNOWN)]
    passes = np.ones(len(snps), np.bool_)
    if not len(order):
        return passes
    chosen = np.sort(order)
    _, chromosome = np.unique(snps.chromosome[chosen], return_inverse=True)
    position = snps.position[chosen]
    along = np.lexsort((position, chromosome))
    place_of = np.empty(len(along), np.int64)
    place_of[along] = np.arange(len(along))
    stretches = Stretches.of(groups, max(int(groups.max(initial=0)) + 1, 1))
    rows = as_words(genotypes.packed[chosen]) if limit >= 0 else np.zeros((1, 1), np.uint64)[np.zeros(len(chosen), np.int64)]
    state = np.zeros(len(chosen), np.uint8)
    prune(
        rows,
        np.searchsorted(chosen, order),
        along,
        place_of,
        chromosome,
        position,
        window,
        limit,
        stretches.words,
        stretches.masks,
        stretches.categories,
        np.zeros((stretches.k, 6)),
        state,
    )
    passes[chosen[state == 2]] = False
    return passes


def filter_people(genotypes: Genotypes, chosen: PeopleFilter) -> tuple[Indices, list[FilterReport]]:
    """Return the people who pass, in the order of the data, and one report for each filter that was applied."""
    keep = np.ones(len(genotypes.people), np.bool_)
    reports = []
    if chosen.call_rate > 0:
        passes = people_call_rates(genotypes) >= chosen.call_rate
        reports.append(FilterReport("people_call_rate", int((~passes).sum()), int(passes.sum())))
        keep &= passes
    if chosen.kinship < 1:
        left = np.flatnonzero(keep)
        pairs, _ = related_pairs(genotypes, chosen.kinship, left)
        removed = fewest_to_remove(pairs, people_call_rates(genotypes))
        keep[removed] = False
        reports.append(FilterReport("kinship", len(removed), int(keep.sum())))
    return np.flatnonzero(keep), reports


def people_call_rates(genotypes: Genotypes) -> NDArray[np.float64]:
    """Return the share of SNPs at which each person has a call."""
    from miai.genetics.kernels.packing import count_missing

    missing = np.zeros(len(genotypes.people), np.int64)
    count_missing(genotypes.packed, missing)
    return 1.0 - missing / max(len(genotypes.snps), 1)
