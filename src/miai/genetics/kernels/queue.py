"""Greedy queued search: the kernel. A heap holds, for every evaluated model, its best child that was not evaluated yet.

All children of a model wait with the priority V(parent) + slope * prior. Priors fall with the rank, so that of one parent only the next
child can be the highest; entering it when the one before is taken out evaluates models in the order of a queue of unlimited size.

| field of `Queue` | dtype, shape | meaning |
|---|---|---|
| `head` | one record | see `queue_t` |
| `priors` | float64, candidates | prior value of each SNP, falling |
| `slopes` | float64, SNPs | expected gain of one SNP more for each unit of its prior, by the size of the parent |
| `snp`, `parent`, `depth` | int32, models | evaluated models of fewer than n SNPs as a tree; 0 is the empty one |
| `value` | float64, models | their values |
| `heap_priority` | float64, entries | a binary heap, the highest first; of equal ones the one entered first |
| `heap_number` | int64, entries | when it was entered |
| `heap_model`, `heap_snp` | int32, entries | the model, and the SNP that its child adds |
| `model` | int32, SNPs | the model that is being evaluated |
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record
from miai.genetics.kernels.record_keeping import count_evaluation, has_room, list_model, model_key
from miai.genetics.kernels.values import value_of_model

queue_t = record(
    "panel_queue",
    [
        ("models", np.int64),
        ("entries", np.int64),
        ("entered", np.int64),  # entries ever made
        ("first_change", np.int64),  # the evaluation of the first complete model with another first SNP than the first one's
        ("first_snp", np.int64),  # first SNP of the first complete model; -1 before
    ],
)


class Queue(NamedTuple):
    """See the table above."""

    head: Any
    priors: Any
    slopes: Any
    snp: Any
    parent: Any
    depth: Any
    value: Any
    heap_priority: Any
    heap_number: Any
    heap_model: Any
    heap_snp: Any
    model: Any


@kernel
def advance_queue(cases, objective, queue, scratch, by_division, log, limit):
    """Evaluate models in the order of their priority until `log` counts `limit` evaluations, memory must grow, or none is left."""
    head, n = queue.head, queue.model.size
    while log.counts.evaluations < limit and has_room(log) and head.entries > 0 and head.models < queue.snp.size:
        parent, snp = queue.heap_model[0], queue.heap_snp[0]
        pop_entry(queue)
        push_child(queue, parent, snp + 1)
        count = read_model(queue, parent)
        queue.model[count] = snp
        count += 1
        value = value_of_model(cases, queue.model, count, objective, scratch, by_division)
        key = model_key(queue.model, count)
        count_evaluation(log, key, value)
        if count == n:
            list_model(log, queue.model, value, key)
            note_first_snp(head, queue.model[0], log.counts.evaluations)
        else:
            push_child(queue, add_model(queue, parent, snp, value), snp + 1)


@kernel
def note_first_snp(head, snp, evaluations):
    """Note when complete models first had another first SNP: the source's sign of how much is explored."""
    if head.first_snp < 0:
        head.first_snp = snp
    elif head.first_change == 0 and snp != head.first_snp:
        head.first_change = evaluations


@kernel
def read_model(queue, index):
    """Write the SNPs of an evaluated model to `queue.model`, in increasing order. Returns their number."""
    count = queue.depth[index]
    for place in range(count - 1, -1, -1):
        queue.model[place] = queue.snp[index]
        index = queue.parent[index]
    return count


@kernel
def add_model(queue, parent, snp, value):
    """Keep an evaluated model. Returns its number."""
    index = queue.head.models
    queue.snp[index] = snp
    queue.parent[index] = parent
    queue.depth[index] = queue.depth[parent] + 1
    queue.value[index] = value
    queue.head.models += 1
    return index


@kernel
def push_child(queue, model, snp):
    """Enter the child of `model` that adds `snp`, if that leaves room for a complete model."""
    depth = queue.depth[model]
    if snp > queue.priors.size - (queue.model.size - depth):
        return
    head = queue.head
    priority = queue.value[model] + queue.slopes[depth] * queue.priors[snp]
    place = head.entries
    head.entries += 1
    head.entered += 1
    while place > 0 and queue.heap_priority[(place - 1) // 2] < priority:
        move_entry(queue, (place - 1) // 2, place)
        place = (place - 1) // 2
    queue.heap_priority[place] = priority
    queue.heap_number[place] = head.entered
    queue.heap_model[place] = model
    queue.heap_snp[place] = snp


@kernel
def move_entry(queue, source, target):
    """Copy one entry of the heap to another place."""
    queue.heap_priority[target] = queue.heap_priority[source]
    queue.heap_number[target] = queue.heap_number[source]
    queue.heap_model[target] = queue.heap_model[source]
    queue.heap_snp[target] = queue.heap_snp[source]


@kernel
def is_before(queue, first, second):
    """Whether the entry at place `first` is taken before the one at `second`."""
    if queue.heap_priority[first] != queue.heap_priority[second]:
        return queue.heap_priority[first] > queue.heap_priority[second]
    return queue.heap_number[first] < queue.heap_number[second]


@kernel
def pop_entry(queue):
    """Remove the first entry."""
    head = queue.head
    head.entries -= 1
    last, place = head.entries, 0
    while 2 * place + 1 < last:
        child = 2 * place + 1
        if child + 1 < last and is_before(queue, child + 1, child):
            child += 1
        if is_before(queue, last, child):
            break
        move_entry(queue, child, place)
        place = child
    if place != last:
        move_entry(queue, last, place)
