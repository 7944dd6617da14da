"""The kernels of the classifier: sums of log-probabilities, the best two categories, values of models.

Log-probabilities are integers: base-2 logarithms in units of 2**-20, rounded. So a sum does not depend on the order of the SNPs, an
SNP can be added to and taken from a sum exactly, and a set of SNPs has one value however it was reached.

A **case** is one individual in the test part of one division. Cases stand in **blocks** that share a table of log-probabilities, and
blocks in **divisions** that drop their least confident cases together:

| field of `Cases` | dtype, shape | meaning |
|---|---|---|
| `codes` | uint8, SNPs x cases | genotype: 0 RR, 1 RA, 2 AA, 3 missing |
| `tables` | int32, SNPs x blocks x categories x 4 | log-probability of a genotype; 0 for a missing call |
| `block_starts` | int64, blocks + 1 | first case of each block |
| `division_starts` | int64, divisions + 1 | first case of each division |
| `drops` | int64, divisions | number of cases that a division drops |
| `categories` | int32, cases | true category of each case |
| `priors` | int32, categories | log-probability of a category before any SNP is seen; 0 without priors |

| field of `Scratch` | dtype, shape | meaning |
|---|---|---|
| `sums` | int32, categories x cases | log-probability of the model's genotypes in each category |
| `extended` | int32, categories x cases | the same with one SNP more |
| `best`, `second` | int32, cases | highest and second highest sum |
| `chosen` | int32, cases | category of the highest sum; of equal ones the lowest number |
| `lowest` | int32, most drops + 1 | the lowest differences of a division, in order |
| `lowest_right` | uint8, most drops + 1 | whether those cases are right |
| `shares` | float32, cases | sum over categories of 2 ** (sum - best) |
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel

LOG_BITS = 20
LOG_UNIT = 1 << LOG_BITS
"""One bit (a factor of two) of probability, in the units of the tables."""

COUNTS, LOG_LOSS, EXPECTED = 0, 1, 2
"""Objectives: right among the most confident; mean log-loss in bits, negative; mean probability of the true category."""

_LOWEST = np.int32(-(2**30))
_FRACTION = np.int32(LOG_UNIT - 1)
_FLOOR = np.int32(-(120 << LOG_BITS))
_PRODUCT = 64
"""Factors multiplied before a logarithm is taken: each is at most the number of categories, so that no double overflows."""

# 2**x on [0, 1] by a polynomial of degree 5, with an error below 2e-7: the accuracy of a float32
_C0, _C1, _C2 = np.float32(1.0), np.float32(0.69315297), np.float32(0.24014756)
_C3, _C4, _C5 = np.float32(0.05585335), np.float32(0.00895056), np.float32(0.00189556)
_TO_ONE = np.float32(1.0 / LOG_UNIT)


class Cases(NamedTuple):
    """The test cases of all divisions, with what is needed to evaluate any set of SNPs on them."""

    codes: Any
    tables: Any
    block_starts: Any
    division_starts: Any
    drops: Any
    categories: Any
    priors: Any


class Scratch(NamedTuple):
    """Room to compute in: one for each thread."""

    sums: Any
    extended: Any
    best: Any
    second: Any
    chosen: Any
    lowest: Any
    lowest_right: Any
    shares: Any


@kernel
def count_genotypes(codes, group_of, counts):
    """Count the genotypes of every SNP (row of `codes`) in every group into `counts`; people of group -1 are left out."""
    for snp in range(codes.shape[0]):
        for person in range(codes.shape[1]):
            code, group = codes[snp, person], group_of[person]
            if group >= 0 and code < 3:
                counts[snp, group, code] += 1


@kernel
def clear_sums(cases, sums):
    """Set `sums` to those of the empty model: the priors of the categories."""
    for category in range(sums.shape[0]):
        sums[category, :] = cases.priors[category]


@kernel
def add_snp(cases, snp, sign, sums):
    """Add `sign` (1 or -1) times the log-probabilities of `snp` to `sums`."""
    codes = cases.codes[snp]
    for block in range(cases.block_starts.size - 1):
        first, last = cases.block_starts[block], cases.block_starts[block + 1]
        for category in range(sums.shape[0]):
            row = cases.tables[snp, block, category]
            a, b, c = np.int32(sign * row[0]), np.int32(sign * row[1]), np.int32(sign * row[2])
            line = sums[category, first:last]
            calls = codes[first:last]
            for case in range(line.size):
                code = calls[case]
                line[case] += a if code == 0 else b if code == 1 else c if code == 2 else np.int32(0)


@kernel
def set_model(cases, model, count, sums):
    """Set `sums` to those of the first `count` SNPs of `model`."""
    clear_sums(cases, sums)
    for place in range(count):
        add_snp(cases, model[place], 1, sums)


@kernel
def extend_sums(cases, snp, sums, extended):
    """Set `extended` to `sums` with `snp` added."""
    codes = cases.codes[snp]
    for block in range(cases.block_starts.size - 1):
        first, last = cases.block_starts[block], cases.block_starts[block + 1]
        for category in range(sums.shape[0]):
            row = cases.tables[snp, block, category]
            a, b, c = row[0], row[1], row[2]
            line = sums[category, first:last]
            calls = codes[first:last]
            target = extended[category, first:last]
            for case in range(line.size):
                code = calls[case]
                target[case] = line[case] + (a if code == 0 else b if code == 1 else c if code == 2 else np.int32(0))


@kernel
def find_best_two(sums, scratch):
    """Set `best`, `second` and `chosen` of each case."""
    best, second, chosen = scratch.best, scratch.second, scratch.chosen
    first = sums[0]
    for case in range(best.size):
        best[case] = first[case]
        second[case] = _LOWEST
        chosen[case] = 0
    for category in range(1, sums.shape[0]):
        line = sums[category]
        number = np.int32(category)
        for case in range(best.size):
            value, top = line[case], best[case]
            is_better = value > top
            loser = top if is_better else value
            second[case] = loser if loser > second[case] else second[case]
            best[case] = value if is_better else top
            chosen[case] = number if is_better else chosen[case]


@kernel
def count_right(cases, scratch, division):
    """Return the number of cases of `division` that are right, without the least confident ones; of equal ones the first are dropped."""
    first, last = cases.division_starts[division], cases.division_starts[division + 1]
    drop = cases.drops[division]
    best, second, chosen = scratch.best[first:last], scratch.second[first:last], scratch.chosen[first:last]
    categories = cases.categories[first:last]
    right = 0
    for case in range(best.size):
        right += 1 if chosen[case] == categories[case] else 0
    if drop == 0:
        return right
    lowest, lowest_right = scratch.lowest, scratch.lowest_right
    held = 0
    worst = np.int32(2**31 - 1)
    for case in range(best.size):
        difference = best[case] - second[case]
        if difference >= worst:
            continue
        place = held if held < drop else held - 1
        while place > 0 and lowest[place - 1] > difference:
            lowest[place] = lowest[place - 1]
            lowest_right[place] = lowest_right[place - 1]
            place -= 1
        lowest[place] = difference
        lowest_right[place] = 1 if chosen[case] == categories[case] else 0
        if held < drop:
            held += 1
        if held == drop:
            worst = lowest[drop - 1]
    for place in range(held):
        right -= lowest_right[place]
    return right


@kernel
def power_of_two(units):
    """2 ** (units / 2**20) as float32, for `units` from -120 * 2**20 to 0."""
    whole = units >> np.int32(LOG_BITS)
    x = np.float32(units & _FRACTION) * _TO_ONE
    mantissa = _C0 + x * (_C1 + x * (_C2 + x * (_C3 + x * (_C4 + x * _C5))))
    scale = np.int32((whole + np.int32(127)) << np.int32(23)).view(np.float32)
    return mantissa * scale


@kernel
def add_shares(sums, scratch):
    """Set `shares` of each case: the sum over categories of the likelihood relative to the best one, from 1 to the categories."""
    best, shares = scratch.best, scratch.shares
    for case in range(best.size):
        shares[case] = np.float32(0.0)
    for category in range(sums.shape[0]):
        line = sums[category]
        for case in range(best.size):
            units = line[case] - best[case]
            shares[case] += power_of_two(units if units > _FLOOR else _FLOOR)


@kernel
def log_loss(cases, sums, scratch, first, last):
    """Return the sum over the cases from `first` to `last` of -log2 of the probability of the true category. Needs `shares`."""
    units = 0
    for case in range(first, last):
        units += scratch.best[case] - sums[cases.categories[case], case]
    bits = units / LOG_UNIT
    product, count = 1.0, 0
    for case in range(first, last):
        product *= scratch.shares[case]
        count += 1
        if count == _PRODUCT:
            bits += math.log2(product)
            product, count = 1.0, 0
    return bits + math.log2(product)


@kernel
def expected_right(cases, sums, scratch, first, last):
    """Return the sum over the cases from `first` to `last` of the probability of the true category. Needs `shares`."""
    total = 0.0
    for case in range(first, last):
        units = sums[cases.categories[case], case] - scratch.best[case]
        total += power_of_two(units if units > _FLOOR else _FLOOR) / scratch.shares[case]
    return total


@kernel
def value_of_sums(cases, sums, objective, scratch, by_division):
    """Return the value of a model by its `sums`, and that of each division in `by_division`: the higher the better.

    It is the mean over divisions of the number right, of minus the log-loss a case in bits, or of the expected share right.
    """
    find_best_two(sums, scratch)
    if objective != COUNTS:
        add_shares(sums, scratch)
    divisions = cases.division_starts.size - 1
    total = 0.0
    for division in range(divisions):
        first, last = cases.division_starts[division], cases.division_starts[division + 1]
        if objective == COUNTS:
            value = np.float64(count_right(cases, scratch, division))
        elif objective == LOG_LOSS:
            value = -log_loss(cases, sums, scratch, first, last) / (last - first)
        else:
            value = expected_right(cases, sums, scratch, first, last) / (last - first)
        by_division[division] = value
        total += value
    return total / divisions


@kernel
def value_of_model(cases, model, count, objective, scratch, by_division):
    """Return the value of the first `count` SNPs of `model`, from scratch; `scratch.sums` has its sums then."""
    set_model(cases, model, count, scratch.sums)
    return value_of_sums(cases, scratch.sums, objective, scratch, by_division)


@kernel
def value_with(cases, snp, sums, objective, scratch, by_division):
    """Return the value of the model of `sums` with `snp` added. Does not change `sums`."""
    extend_sums(cases, snp, sums, scratch.extended)
    return value_of_sums(cases, scratch.extended, objective, scratch, by_division)


@kernel
def values_of_models(cases, models, objective, scratch, by_division, values):
    """Set `values` to those of all rows of `models`."""
    for number in range(models.shape[0]):
        values[number] = value_of_model(cases, models[number], models.shape[1], objective, scratch, by_division)


@kernel
def values_with_each(cases, snps, sums, objective, scratch, by_division, values):
    """Set `values` to those of the model of `sums` with each of `snps` added."""
    for number in range(snps.size):
        values[number] = value_with(cases, snps[number], sums, objective, scratch, by_division)
