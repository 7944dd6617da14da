"""Greedy construction and exchange: add the best SNP until the model is complete, then replace SNPs one by one.

Each step evaluates one model, so that a search can stop and continue anywhere:

    GROW     each candidate is tried as the next SNP; the best one is added
    REPLACE  one SNP is taken out; each candidate is tried in its place; the best one stays if it is better than the one taken out
    KICK     no exchange improves the model: some SNPs are taken out at random and others grow in their place
    DONE     the same, where kicks are not wanted

Only the first `width` candidates are tried. When no exchange among them helps, the width doubles, up to all candidates; after a kick
only if the model is the best so far.

| field of `Exchange` | dtype, shape | meaning |
|---|---|---|
| `head` | one record | see `exchange_t` |
| `model` | int32, SNPs | the model, `length` SNPs of it; the one to be replaced next stands first |
| `incumbent` | int32, SNPs | the best local optimum, which kicks start from |
| `sums` | int32, categories x cases | sums of the model, without the SNP that is being replaced |
| `stream` | one stream | random numbers of kicks |
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record
from miai.core.streams import next_below
from miai.genetics.kernels.record_keeping import count_evaluation, has_room, list_model, model_key, place_of, snp_key
from miai.genetics.kernels.values import add_snp, set_model, value_with

GROW, REPLACE, KICK, DONE = 0, 1, 2, 3
_NOTHING = -1e300
_MOST_IDLE = 20
"""Approximate number of kicks that lead to known models only, after which the search ends."""

exchange_t = record(
    "panel_exchange",
    [
        ("phase", np.int64),
        ("length", np.int64),  # SNPs in the model
        ("candidate", np.int64),  # the next to be tried
        ("best_candidate", np.int64),  # of those tried since the last change; -1 for none
        ("best_value", np.float64),  # the value with it
        ("value", np.float64),  # of the model when it is complete
        ("failures", np.int64),  # SNPs in a row that could not be replaced by a better one
        ("width", np.int64),  # candidates that are tried
        ("tried", np.int64),  # candidates that are known not to help in any place, as the width was theirs before
        ("recalls", np.int64),  # 1: values of models that were evaluated before are looked up
        ("idle", np.int64),  # values that were looked up since the last evaluation
        ("first_width", np.int64),
        ("banned", np.int64),  # SNPs behind the model's own that the next one may not be: those that a kick took out
        ("kicks", np.int64),  # kicks made
        ("most_kicks", np.int64),
        ("kick_size", np.int64),
        ("incumbent_value", np.float64),
        ("is_stuck", np.int64),  # 1: all models near the incumbent are known
        ("turn", np.int64),  # where it takes turns with another search: the number of its last turn
        ("best_before", np.float64),  # and the best value at the end of that turn
    ],
)


class Exchange(NamedTuple):
    """See the table above."""

    head: Any
    model: Any
    incumbent: Any
    sums: Any
    stream: Any


@kernel
def start_exchange(cases, search, start, size, value):
    """Begin with the first `size` SNPs of `start`: grow the rest, or, if they are a complete model of `value`, exchange at once."""
    head, n = search.head, search.model.size
    for place in range(size):
        search.model[place] = start[place]
    head.length = size
    head.width = head.first_width
    head.failures = 0
    head.tried = 0
    head.banned = 0
    head.value = value
    set_model(cases, search.model, size, search.sums)
    _start_scan(head)
    head.phase = GROW if size < n else REPLACE
    if size == n:
        add_snp(cases, search.model[0], -1, search.sums)


@kernel
def _start_scan(head):
    head.candidate = head.tried
    head.best_candidate = -1
    head.best_value = _NOTHING


@kernel
def advance_exchange(cases, objective, search, scratch, by_division, log, limit):
    """Evaluate models until `log` counts `limit` evaluations, its hash table is full, or nothing is left to do."""
    head = search.head
    while head.phase != DONE and log.counts.evaluations < limit and has_room(log):
        if head.phase == KICK:
            if head.idle > _MOST_IDLE * search.model.size * cases.codes.shape[0]:
                head.is_stuck = 1
                return
            kick(cases, search)
            continue
        if head.candidate >= head.width:
            _finish_scan(cases, search)
            continue
        _try_candidate(cases, objective, search, scratch, by_division, log)


@kernel
def _try_candidate(cases, objective, search, scratch, by_division, log):
    """Evaluate the model with the next candidate, unless the candidate is in it."""
    head, model = search.head, search.model
    snp = head.candidate
    head.candidate += 1
    first = 1 if head.phase == REPLACE else 0
    for place in range(head.length + head.banned):
        if model[place] == snp:
            return
    key = model_key(model[first:], head.length - first) ^ snp_key(snp)
    place = place_of(log.seen, key)
    if head.recalls and log.seen[place] == key:
        value = log.seen_values[place]
        log.counts.recalled += 1
        head.idle += 1
    else:
        value = value_with(cases, snp, search.sums, objective, scratch, by_division)
        count_evaluation(log, key, value)
        head.idle = 0
    if head.length - first + 1 == model.size and (log.counts.listed < log.values.size or value > log.values[-1]):
        _list_with(log, model, first, head.length, snp, value, key)
    if value > head.best_value:
        head.best_value = value
        head.best_candidate = snp


@kernel
def _list_with(log, model, first, size, snp, value, key):
    """Enter the model with `snp` into the list: in place of its first SNP, or behind its last."""
    if first == 1:
        kept, model[0] = model[0], snp
        list_model(log, model, value, key)
        model[0] = kept
    else:
        model[size] = snp
        list_model(log, model, value, key)


@kernel
def _finish_scan(cases, search):
    """Change the model after all candidates were tried, and begin with the next place."""
    head, model = search.head, search.model
    n = model.size
    if head.phase == GROW:
        _grow(cases, search)
        return
    if head.best_candidate >= 0 and head.best_value > head.value:
        model[0] = head.best_candidate
        head.value = head.best_value
        head.failures = 0
        head.tried = 0
    else:
        head.failures += 1
    add_snp(cases, model[0], 1, search.sums)
    first = model[0]
    for place in range(n - 1):
        model[place] = model[place + 1]
    model[n - 1] = first
    is_promising = head.kicks == 0 or head.value > head.incumbent_value  # others are not worth all candidates
    if head.failures >= n and head.width < cases.codes.shape[0] and is_promising:
        head.tried = head.width
        head.width = min(2 * head.width, cases.codes.shape[0])
        head.failures = 0
    if head.failures >= n:
        _leave_optimum(search)
        return
    add_snp(cases, model[0], -1, search.sums)
    _start_scan(head)


@kernel
def _grow(cases, search):
    """Add the best candidate; where none was left to try, try them all."""
    head, model = search.head, search.model
    if head.best_candidate < 0:
        if head.width < cases.codes.shape[0]:
            head.width = min(2 * head.width, cases.codes.shape[0])
            head.candidate = 0
        elif head.banned:
            head.banned = 0
            head.candidate = 0
        else:
            head.phase = DONE
        return
    model[head.length] = head.best_candidate
    head.length += 1
    head.banned = 0
    add_snp(cases, head.best_candidate, 1, search.sums)
    if head.length == model.size:
        head.value = head.best_value
        head.phase = REPLACE
        head.failures = 0
        add_snp(cases, model[0], -1, search.sums)
    _start_scan(head)


@kernel
def _leave_optimum(search):
    """Keep a local optimum if it is the best so far, and continue from the best by a kick."""
    head = search.head
    if head.kicks == 0 or head.value > head.incumbent_value:
        head.incumbent_value = head.value
        for place in range(search.model.size):
            search.incumbent[place] = search.model[place]
    head.phase = KICK if head.kicks < head.most_kicks else DONE


@kernel
def kick(cases, search):
    """Take `kick_size` random SNPs out of the incumbent, at most all but one; the model grows again from there."""
    head, model, n = search.head, search.model, search.model.size
    for place in range(n):
        model[place] = search.incumbent[place]
    keep = max(n - head.kick_size, min(n - 1, 1))
    for place in range(keep):  # the first places of a random order
        other = place + np.int64(next_below(search.stream, n - place))
        model[place], model[other] = model[other], model[place]
    head.kicks += 1
    head.banned = n - keep
    head.length = keep
    head.width = head.first_width
    head.failures = 0
    head.tried = 0
    head.value = _NOTHING
    set_model(cases, model, keep, search.sums)
    _start_scan(head)
    head.phase = GROW
