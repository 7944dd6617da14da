"""The record that every search keeps: evaluations, repeated evaluations, and the best models with when they were found.

| field of `Record` | dtype, shape | meaning |
|---|---|---|
| `counts` | one record | see `counts_t` |
| `models` | int32, places x SNPs | the best models, the best first; SNPs in increasing order |
| `values` | float64, places | their values |
| `found` | int64, places | the number of the evaluation that found each |
| `keys` | uint64, places | their keys |
| `seen` | uint64, a power of two | keys of the models that were evaluated, a hash table; 0 is an empty place |
| `seen_values` | float64, the same | their values |
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.records import record

counts_t = record(
    "panel_counts",
    [
        ("evaluations", np.int64),  # of complete and of smaller models
        ("repeated", np.int64),  # of them, those of a set that had been evaluated before
        ("listed", np.int64),  # models in the list of the best
        ("seen", np.int64),  # keys in the hash table
        ("recalled", np.int64),  # values that were looked up instead of evaluated again
    ],
)


class Record(NamedTuple):
    """See the table above."""

    counts: Any
    models: Any
    values: Any
    found: Any
    keys: Any
    seen: Any
    seen_values: Any


@kernel
def snp_key(snp):
    """Return a random key of one SNP. The key of a set is the exclusive or of its SNPs' keys."""
    return mix64(np.uint64(snp) + np.uint64(0x9E3779B97F4A7C15))


@kernel
def model_key(model, count):
    """Return the key of the first `count` SNPs of `model`, in any order."""
    key = np.uint64(0)
    for place in range(count):
        key ^= snp_key(model[place])
    return key


@kernel
def has_room(log):
    """Whether the hash table is less than five eighths full; searches stop for a larger one otherwise."""
    return log.counts.seen * 8 < log.seen.size * 5


@kernel
def count_evaluation(log, key, value):
    """Count an evaluation of the model of `key`, and whether it is repeated; keep its value."""
    log.counts.evaluations += 1
    place = place_of(log.seen, key)
    if log.seen[place] == key:
        log.counts.repeated += 1
        return
    log.seen[place] = key
    log.seen_values[place] = value
    log.counts.seen += 1


@kernel
def place_of(seen, key):
    """Return the place of `key` in a hash table with room, or the empty place where it belongs."""
    mask = np.uint64(seen.size - 1)
    place = mix64(key) & mask
    while seen[place] != 0 and seen[place] != key:
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def copy_keys(old, new):
    """Enter all keys and values of a record into the larger hash table of another one."""
    for place in range(old.seen.size):
        if old.seen[place] != 0:
            target = place_of(new.seen, old.seen[place])
            new.seen[target] = old.seen[place]
            new.seen_values[target] = old.seen_values[place]


@kernel
def list_model(log, model, value, key):
    """Enter a complete model into the list of the best, if it is better than the worst there and not in it."""
    places, listed = log.values.size, log.counts.listed
    if listed == places and value <= log.values[places - 1]:
        return
    for place in range(listed):
        if log.keys[place] == key:
            return
    place = min(listed, places - 1)
    while place > 0 and log.values[place - 1] < value:
        log.values[place] = log.values[place - 1]
        log.found[place] = log.found[place - 1]
        log.keys[place] = log.keys[place - 1]
        log.models[place, :] = log.models[place - 1, :]
        place -= 1
    log.values[place] = value
    log.found[place] = log.counts.evaluations
    log.keys[place] = key
    for index in range(log.models.shape[1]):
        log.models[place, index] = model[index]
    sort_model(log.models[place], log.models.shape[1])
    if listed < places:
        log.counts.listed = listed + 1


@kernel
def sort_model(model, count):
    """Bring the first `count` SNPs of `model` into increasing order."""
    for place in range(1, count):
        snp, other = model[place], place - 1
        while other >= 0 and model[other] > snp:
            model[other + 1] = model[other]
            other -= 1
        model[other + 1] = snp
