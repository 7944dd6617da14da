"""Statistics of one SNP from its genotype counts by category.

All kernels take the counts of one SNP, `row[category, genotype]` with genotypes RR, RA, AA, or the allele frequencies made of it.
Categories without a call take no part. A statistic that is undefined is 0.
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up


@kernel
def fill_frequencies(row, frequencies, calls):
    """Write the frequency of the alternative allele and the number of calls of each category; return the categories with a call.

    The frequency is (AA + RA / 2) / (RR + RA + AA), NaN without a call.
    """
    present = 0
    for category in range(len(row)):
        n = int(row[category, 0]) + int(row[category, 1]) + int(row[category, 2])
        calls[category] = n
        if n > 0:
            frequencies[category] = (row[category, 2] + 0.5 * row[category, 1]) / n
            present += 1
        else:
            frequencies[category] = np.nan
    return present


@kernel
def times_log(x):
    """Return x log x, and 0 for x = 0."""
    return x * math.log(x) if x > 0.0 else 0.0


@kernel
def informativeness(frequencies, calls, present):
    """Rosenberg's informativeness of assignment I_n in nats, with the unweighted mean of categories."""
    if present < 2:
        return 0.0
    mean, inner = 0.0, 0.0
    for category in range(len(calls)):
        if calls[category] > 0:
            p = frequencies[category]
            mean += p
            inner += times_log(p) + times_log(1.0 - p)
    mean /= present
    return max(inner / present - times_log(mean) - times_log(1.0 - mean), 0.0)


@kernel
def mean_difference(frequencies, calls, present):
    """Delta: the mean over all pairs of categories of the absolute difference of their frequencies."""
    if present < 2:
        return 0.0
    total = 0.0
    for first in range(len(calls)):
        for second in range(first):
            if calls[first] > 0 and calls[second] > 0:
                total += abs(frequencies[first] - frequencies[second])
    return 2.0 * total / (present * (present - 1))


@kernel
def theta_large_sample(frequencies, calls, present):
    """theta_ST of Weir and Cockerham for large samples: the variance between categories over p (1 - p)."""
    people, mean = weighted_mean(frequencies, calls)
    variance = mean * (1.0 - mean)
    if present < 2 or variance <= 0.0:
        return 0.0
    between = spread_around(frequencies, calls, mean) / ((present - 1) * (people / present))
    return between / variance


@kernel
def theta_full(row, frequencies, calls, present):
    """theta of Weir and Cockerham (1984) for one locus, a / (a + b + c), with the corrections for sample size and heterozygosity."""
    people, mean = weighted_mean(frequencies, calls)
    size = people / max(present, 1)
    if present < 2 or size <= 1.0:
        return 0.0
    squares, heterozygous = 0.0, 0.0
    for category in range(len(calls)):
        squares += float(calls[category]) * calls[category]
        heterozygous += row[category, 1]
    heterozygosity = heterozygous / people
    size_c = (people - squares / people) / (present - 1)
    spread = spread_around(frequencies, calls, mean) / ((present - 1) * size)
    within = mean * (1.0 - mean) - (present - 1) / present * spread
    a = size / size_c * (spread - (within - heterozygosity / 4.0) / (size - 1.0))
    b = size / (size - 1.0) * (within - (2.0 * size - 1.0) / (4.0 * size) * heterozygosity)
    total = a + b + heterozygosity / 2.0
    return a / total if total > 0.0 else 0.0


@kernel
def weighted_mean(frequencies, calls):
    """Return the number of people with a call, and the frequency among all of them (0 without any)."""
    people, total = 0, 0.0
    for category in range(len(calls)):
        if calls[category] > 0:
            people += calls[category]
            total += calls[category] * frequencies[category]
    return people, total / max(people, 1)


@kernel
def spread_around(frequencies, calls, mean):
    """Return the sum over people of the squared difference between their category's frequency and `mean`."""
    total = 0.0
    for category in range(len(calls)):
        if calls[category] > 0:
            total += calls[category] * (frequencies[category] - mean) ** 2
    return total


@kernel
def trend(row, t0, t1, t2):
    """Return the statistic T / sqrt(Var T) of the Cochran-Armitage test of the first category against the second, with weights t."""
    r1 = float(row[0, 0] + row[0, 1] + row[0, 2])
    r2 = float(row[1, 0] + row[1, 1] + row[1, 2])
    total = r1 + r2
    c0, c1, c2 = float(row[0, 0] + row[1, 0]), float(row[0, 1] + row[1, 1]), float(row[0, 2] + row[1, 2])
    value = t0 * (row[0, 0] * r2 - row[1, 0] * r1) + t1 * (row[0, 1] * r2 - row[1, 1] * r1) + t2 * (row[0, 2] * r2 - row[1, 2] * r1)
    squares = t0 * t0 * c0 * (total - c0) + t1 * t1 * c1 * (total - c1) + t2 * t2 * c2 * (total - c2)
    products = t0 * t1 * c0 * c1 + t0 * t2 * c0 * c2 + t1 * t2 * c1 * c2
    variance = r1 * r2 / max(total, 1.0) * (squares - 2.0 * products)
    return value / math.sqrt(variance) if variance > 0.0 else 0.0


@kernel
def fill_statistics(counts, calls_buffer, frequencies, values):
    """Write frequencies and I_n, theta (large sample), theta (full) and Delta of each SNP into `values[snp, 4]`."""
    for snp in range(len(counts)):
        row, share = counts[snp], frequencies[snp]
        present = fill_frequencies(row, share, calls_buffer)
        values[snp, 0] = informativeness(share, calls_buffer, present)
        values[snp, 1] = theta_large_sample(share, calls_buffer, present)
        values[snp, 2] = theta_full(row, share, calls_buffer, present)
        values[snp, 3] = mean_difference(share, calls_buffer, present)


@kernel
def fill_trends(counts, trends):
    """Write the trend statistics of each SNP, R dominant, additive and R recessive, into `trends[snp, 3]`."""
    for snp in range(len(counts)):
        row = counts[snp]
        trends[snp, 0] = trend(row, 1.0, 1.0, 0.0)
        trends[snp, 1] = trend(row, 0.0, 1.0, 2.0)
        trends[snp, 2] = trend(row, 1.0, 0.0, 0.0)


@warms_up("snp-statistics")
def _call_each_kernel_once() -> None:
    counts = np.ones((1, 2, 3), np.int32)
    fill_statistics(counts, np.zeros(2, np.int64), np.zeros((1, 2)), np.zeros((1, 4)))
    fill_trends(counts, np.zeros((1, 3)))
