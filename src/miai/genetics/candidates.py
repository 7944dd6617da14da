"""The candidate list: the SNPs that a search for panels chooses from, ordered by a prior value.

The prior value of a SNP is V^(p) = C (w1 I_n / max I_n + w2 theta / max theta + w3 Delta / max Delta), with the maxima over the SNPs that
passed the filters. Rank 1 has the highest prior.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core.errors import UserError
from miai.genetics.filters import LOOSEST, FilterReport, SnpFilter, filter_snps, people_call_rates
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import Genotypes, Indices, as_indices
from miai.genetics.statistics import Floats, compute_statistics

LIMIT = 50_000
"""Candidates that are kept by default."""

WEIGHTS = (0.5, 0.2, 0.3)
"""Weights of I_n, theta and Delta. Published is only their order: I_n highest, theta lowest."""


@dataclass(frozen=True)
class CandidateList:
    """SNPs in the order of their rank; place 0 has rank 1.

    | field | shape | meaning |
    |---|---|---|
    | `indices` | int64 [n] | the SNP, as an index into the genotypes that the list was made from |
    | `prior` | [n] | the prior value V^(p), falling |
    | `informativeness`, `theta`, `delta` | [n] | the statistics that it is made of |
    | `reports` | | the number of SNPs that each filter removed |
    """

    indices: Indices
    prior: Floats
    informativeness: Floats
    theta: Floats
    delta: Floats
    reports: tuple[FilterReport, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.indices)

    def scaled(self, scale: float) -> CandidateList:
        """Return the same list with all prior values multiplied by `scale`, the C of the formula."""
        return replace(self, prior=self.prior * scale)

    def top(self, statistic: Literal["informativeness", "theta", "delta"], count: int) -> Indices:
        """Return places in the list of the `count` candidates with the highest value of one statistic, highest first."""
        values: Floats = getattr(self, statistic)
        return np.argsort(-values, kind="stable")[:count]


def list_candidates(
    genotypes: Genotypes,
    categories: ArrayLike,
    k: int,
    *,
    people: ArrayLike | None = None,
    snp_filter: SnpFilter | None = None,
    limit: int | None = LIMIT,
    weights: tuple[float, float, float] = WEIGHTS,
    scale: float = 1.0,
    progress: Progress | None = None,
) -> CandidateList:
    """List the candidates of a data set.

    Parameters
    ----------
    genotypes
        The data.
    categories
        A category from 0 to `k` - 1 for each person, or -1 for a person to leave out.
    k
        The number of categories.
    people
        The only people whose genotypes are used, as indices or a mask: filters, statistics and ranks use no others. Give the learning
        set here to keep held-out people out of the choice of SNPs. All by default.
    snp_filter
        Filters of SNPs; the defaults of `SnpFilter` if not given.
    limit
        The most candidates; `None` for all.
    weights
        Weights of I_n, theta and Delta.
    scale
        The C of the formula; `CandidateList.scaled` changes it later.
    progress
        Called while the statistics are computed.

    Raises
    ------
    UserError
        Where no SNP passes the filters.
    """
    groups = _only(np.asarray(categories), people)
    chosen = snp_filter or SnpFilter()
    unpruned = replace(chosen, distance=0, linkage=1.0)
    passed, reports = filter_snps(genotypes, unpruned, groups)
    if not len(passed):
        removed = ", ".join(f"{report.name} {report.removed}" for report in reports if report.removed)
        words = f"no SNP passes the filters; removed were: {removed or 'none, for the data have no SNPs'}"
        raise UserError(words + _without_calls(genotypes, groups))
    found = compute_statistics(genotypes, groups, k, progress=progress)
    columns = [values[passed] for values in (found.informativeness, found.theta, found.delta)]
    prior = np.zeros(len(passed))
    for weight, values in zip(weights, columns, strict=True):
        prior += weight * values / (values.max() or 1.0)
    order = np.argsort(-prior, kind="stable")
    if chosen.distance or chosen.linkage < 1:
        order, more = _prune(genotypes, chosen, groups, passed, order)
        reports += more
    if limit is not None and len(order) > limit:
        reports.append(FilterReport("limit", len(order) - limit, limit))
        order = order[:limit]
    kept = [values[order] for values in columns]
    return CandidateList(passed[order], scale * prior[order], kept[0], kept[1], kept[2], tuple(reports))


def _without_calls(genotypes: Genotypes, groups: NDArray[np.integer]) -> str:
    """Return words about people who have a category and no call, the usual reason why no SNP passes; "" if there are none."""
    silent = np.flatnonzero((people_call_rates(genotypes) == 0) & (groups >= 0))
    if not silent.size:
        return ""
    names = sorted({str(name) for name in genotypes.people.family[silent] if name})
    populations = f", of {', '.join(names[:5])}{', ...' if len(names) > 5 else ''}" if names else ""
    return f"; {silent.size:,} people have no calls{populations}: leave them out with a grouping or another file"


def _only(categories: NDArray[np.int8], people: ArrayLike | None) -> NDArray[np.int64]:
    """Return the categories with -1 for all who are not among `people`."""
    groups = categories.astype(np.int64)
    if people is None:
        return groups
    alone = np.full(len(groups), -1, np.int64)
    chosen = as_indices(people, len(groups))
    alone[chosen] = groups[chosen]
    return alone


def _prune(
    genotypes: Genotypes, chosen: SnpFilter, groups: NDArray[np.int64], passed: Indices, order: Indices
) -> tuple[Indices, list[FilterReport]]:
    """Return the order without SNPs that are too near to a better one, or in linkage disequilibrium with it."""
    outside = np.ones(len(genotypes.snps), np.bool_)
    outside[passed] = False
    only_pruning = replace(LOOSEST, distance=chosen.distance, linkage=chosen.linkage, window=chosen.window)
    kept, reports = filter_snps(genotypes, only_pruning, groups, passed[order])
    stays = np.zeros(len(genotypes.snps), np.bool_)
    stays[kept] = True
    return order[stays[passed[order]]], [replace(report, left=report.left - int(outside.sum())) for report in reports]
