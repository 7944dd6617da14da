"""Pairs of SNPs and pairs of people, from packed rows as 64-bit words.

Linkage disequilibrium is measured within categories, since two SNPs that both differ between populations are correlated over all people
without being linked. Each category's own means are subtracted; only people with both calls count.
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up
from miai.genetics.kernels.counting import count_pairs

_ONES = np.uint64(0x5555555555555555)
_1 = np.uint64(1)


@kernel
def squared_correlation(one, other, words, masks, categories, sums_buffer):
    """r^2 of two SNPs within categories. `one` and `other` are rows of words; the stretches are sorted by anything.

    `sums_buffer[category, 6]` receives people, sums, sums of squares and products. Returns 0 where a SNP does not vary.
    """
    sums_buffer[:, :] = 0.0
    for stretch in range(len(words)):
        a, b = one[words[stretch]], other[words[stretch]]
        people = masks[stretch] & _ONES
        low_a, high_a, low_b, high_b = a & people, (a >> _1) & people, b & people, (b >> _1) & people
        called = people ^ ((low_a & high_a) | (low_b & high_b))
        low_a, high_a, low_b, high_b = low_a & called, high_a & called, low_b & called, high_b & called
        sums = sums_buffer[categories[stretch]]
        het_a, hom_a, het_b, hom_b = count_pairs(low_a), count_pairs(high_a), count_pairs(low_b), count_pairs(high_b)
        sums[0] += count_pairs(called)
        sums[1] += het_a + 2 * hom_a
        sums[2] += het_b + 2 * hom_b
        sums[3] += het_a + 4 * hom_a
        sums[4] += het_b + 4 * hom_b
        mixed = count_pairs(low_a & high_b) + count_pairs(high_a & low_b)
        sums[5] += count_pairs(low_a & low_b) + 2 * mixed + 4 * count_pairs(high_a & high_b)
    return correlation_of(sums_buffer)


@kernel
def correlation_of(sums):
    """r^2 within categories from the sums of `squared_correlation`."""
    covariance, variance_a, variance_b = 0.0, 0.0, 0.0
    for category in range(len(sums)):
        n = sums[category, 0]
        if n > 1.0:
            covariance += sums[category, 5] - sums[category, 1] * sums[category, 2] / n
            variance_a += sums[category, 3] - sums[category, 1] ** 2 / n
            variance_b += sums[category, 4] - sums[category, 2] ** 2 / n
    if variance_a <= 1e-12 or variance_b <= 1e-12:
        return 0.0
    return min(covariance * covariance / (variance_a * variance_b), 1.0)


@kernel
def prune(rows, order, sorted_places, place_of, chromosome, position, window, limit, words, masks, categories, sums_buffer, state):
    """Keep SNPs in the order `order` unless a kept one within `window` base pairs has r^2 above `limit`; count those not kept.

    `sorted_places[i]` is the SNP at place i along the genome, `place_of` the inverse. `state[snp]` becomes 1 for kept and 2 for left
    out SNPs. With `limit` below 0 the distance alone decides.
    """
    left_out = 0
    for turn in range(len(order)):
        snp = order[turn]
        state[snp] = 1
        for direction in (-1, 1):
            place = place_of[snp] + direction
            while state[snp] == 1 and 0 <= place < len(sorted_places):
                other = sorted_places[place]
                if chromosome[other] != chromosome[snp] or abs(position[other] - position[snp]) > window:
                    break
                if state[other] == 1 and (
                    limit < 0.0 or squared_correlation(rows[snp], rows[other], words, masks, categories, sums_buffer) > limit
                ):
                    state[snp] = 2
                    left_out += 1
                place += direction
    return left_out


@kernel
def correlate_all(rows, words, masks, categories, sums_buffer, matrix):
    """Write r^2 within categories of all pairs of `rows` into the symmetric `matrix`."""
    for one in range(len(rows)):
        matrix[one, one] = 1.0
        for other in range(one):
            matrix[one, other] = squared_correlation(rows[one], rows[other], words, masks, categories, sums_buffer)
            matrix[other, one] = matrix[one, other]


@kernel
def correlate_one(row, rows, words, masks, categories, sums_buffer, values):
    """Write r^2 within categories of `row` with each of `rows` into `values`."""
    for other in range(len(rows)):
        values[other] = squared_correlation(row, rows[other], words, masks, categories, sums_buffer)


@kernel
def kinship(one, other):
    """KING-robust kinship of two people from their calls at the same SNPs, as rows of words; NaN without heterozygotes.

    About 0.5 for one person twice or twins, 0.25 for siblings and for parent and child, 0 or below for strangers. (Manichaikul and
    others, 2010, equation 11.) The bits behind the last SNP must be those of missing calls.
    """
    both, opposite, hets_a, hets_b = 0, 0, 0, 0
    for word in range(len(one)):
        a, b = one[word], other[word]
        low_a, high_a, low_b, high_b = a & _ONES, (a >> _1) & _ONES, b & _ONES, (b >> _1) & _ONES
        called = _ONES ^ ((low_a & high_a) | (low_b & high_b))
        het_a, het_b = low_a & called, low_b & called
        both += count_pairs(het_a & het_b)
        opposite += count_pairs((high_a ^ high_b) & (called ^ (het_a | het_b)))
        hets_a += count_pairs(het_a)
        hets_b += count_pairs(het_b)
    fewer = min(hets_a, hets_b)
    if fewer == 0:
        return math.nan
    return (both - 2.0 * opposite) / (2.0 * fewer) + 0.5 - 0.25 * (hets_a + hets_b) / fewer


@kernel
def find_kin(rows, least, pairs, values):
    """Write the pairs of people whose kinship is at least `least`; return their number. Stops when `pairs` is full."""
    found = 0
    for one in range(len(rows)):
        for other in range(one):
            value = kinship(rows[one], rows[other])
            if value >= least:
                if found == len(pairs):
                    return found
                pairs[found, 0], pairs[found, 1] = other, one
                values[found] = value
                found += 1
    return found


@warms_up("genotype-pairs")
def _call_each_kernel_once() -> None:
    rows = np.zeros((2, 1), np.uint64)
    index, stretch = np.arange(2), np.zeros(1, np.int32)
    mask, sums = np.zeros(1, np.uint64), np.zeros((1, 6))
    prune(rows, index, index, index, index, index, 0, 0.5, stretch, mask, stretch, sums, np.zeros(2, np.uint8))
    correlate_all(rows, stretch, mask, stretch, sums, np.zeros((2, 2)))
    correlate_one(rows[0], rows, stretch, mask, stretch, sums, np.zeros(2))
    find_kin(rows, 0.5, np.zeros((1, 2), np.int64), np.zeros(1))
