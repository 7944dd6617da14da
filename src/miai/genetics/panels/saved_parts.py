"""Whether the numbers in the saved parts of a search can be those of a search.

Kernels check no bounds: a place outside of an array would let them write elsewhere, and a link that leads back, a width of nothing or a
random stream of zeros would keep them busy for ever. So every number that is used as a place, a count or a link is checked here, what
never changes must be as in a new search, and the values of models that are shown are computed again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from miai.genetics.kernels.exchange import DONE, GROW, KICK, REPLACE, Exchange
from miai.genetics.kernels.queue import Queue
from miai.genetics.kernels.record_keeping import Record, model_key
from miai.genetics.kernels.tree import PanelTree
from miai.genetics.kernels.values import add_snp, set_model
from miai.genetics.methods import grqs, mcts
from miai.genetics.methods.interface import MOST_SEEN, PanelTask

MOST = 2**53
"""More than any count can be."""
NEARLY = 1e-6
"""Relative difference of numbers that another processor or version of NumPy may have computed."""


FIXED = -1
"""The group of arrays that never grow."""


def growth_group(part: Any, name: str) -> int:
    """Return a number that arrays of `part` share if they grow together, or `FIXED`.

    In a part of an unknown type, arrays that begin with the same length grow together.
    """
    value = getattr(part, name)
    if isinstance(value, np.record):
        return FIXED
    if type(part) not in _CHECKS:
        return int(np.size(value))
    return 0 if name in _GROWING.get(type(part), ()) else FIXED


def check_part(part: Any, fresh: Any, task: PanelTask) -> None:
    """Raise `ValueError` if a saved part cannot be that of a search for `task`. `fresh` is the same part of a new search.

    A part of another type, which belongs to a method outside of this package, is not checked.
    """
    if type(part) in _CHECKS:
        _CHECKS[type(part)](part, fresh, task)


def _check_record(log: Record, fresh: Record, task: PanelTask) -> None:
    counts = log.counts
    _require(all(0 <= counts[field] < MOST for field in _COUNTS), "log.counts")
    evaluations, listed, seen = int(counts.evaluations), int(counts.listed), int(counts.seen)
    distinct = evaluations - int(counts.repeated)
    _require(seen == distinct or (seen < distinct and log.seen.size >= MOST_SEEN), "log.counts.seen")  # a full table is cleared
    _require(seen == int(np.count_nonzero(log.seen)) < log.seen.size, "log.seen")
    _require(np.isfinite(log.seen_values).all(), "log.seen_values")
    _require(listed <= min(log.values.size, evaluations), "log.counts.listed")
    _require(
        not any(array[listed:].any() for array in (log.models, log.values, log.found, log.keys)), "log: places without a model"
    )
    models, values = log.models[:listed], log.values[:listed]
    _require(_are_within(models, 0, task.evaluator.snps) and (np.diff(models, axis=1) > 0).all(), "log.models")
    _require(_are_within(log.found[:listed], 1, evaluations + 1), "log.found")
    _require(all(key == model_key(model, model.size) for key, model in zip(log.keys, models, strict=False)), "log.keys")
    _require((np.diff(values) <= 0).all(), "log.values")
    _require(all(_has_value(task, model, value) for model, value in zip(models, values, strict=True)), "log.values")


_COUNTS = ("evaluations", "repeated", "listed", "seen", "recalled")


def _check_exchange(exchange: Exchange, fresh: Exchange, task: PanelTask) -> None:
    head, size, snps = exchange.head, task.size, task.evaluator.snps
    _check_constants(head, fresh.head, ("recalls", "first_width", "most_kicks", "kick_size"), "exchange.head")
    _require(head.phase in (GROW, REPLACE, KICK, DONE) and head.is_stuck in (0, 1), "exchange.head.phase")
    is_busy = head.phase in (GROW, REPLACE)
    _require(0 <= head.length <= size, "exchange.head.length")
    _require((head.length < size) if head.phase == GROW else (head.length == size or head.phase == DONE), "exchange.head.length")
    _require(0 <= head.banned <= size - head.length, "exchange.head.banned")
    _require(0 <= head.tried <= head.candidate <= head.width <= snps, "exchange.head.candidate")
    _require(head.width >= head.first_width or head.phase == DONE, "exchange.head.width")
    _require(-1 <= head.best_candidate < max(int(head.candidate), 1), "exchange.head.best_candidate")
    _require(all(0 <= head[field] < MOST for field in ("failures", "idle", "kicks")), "exchange.head")
    _require(all(np.isfinite(head[field]) for field in _VALUES_OF_EXCHANGE), "exchange.head")
    _require(exchange.stream.s.any(), "exchange.stream")
    used = exchange.model[: int(head.length + head.banned)]
    _require(_are_within(exchange.model, 0, snps) and _are_different(used), "exchange.model")
    _require(_are_within(exchange.incumbent, 0, snps), "exchange.incumbent")
    if head.kicks > 0 or head.phase == KICK:
        _require(_are_different(exchange.incumbent), "exchange.incumbent")
        _require(_has_value(task, exchange.incumbent, head.incumbent_value), "exchange.head.incumbent_value")
    if is_busy:
        _check_scan(exchange, task)


_VALUES_OF_EXCHANGE = ("best_value", "value", "incumbent_value", "best_before")


def _check_scan(exchange: Exchange, task: PanelTask) -> None:
    """Check the model that is being completed or exchanged, and the best candidate for it so far."""
    head, model = exchange.head, exchange.model[: int(exchange.head.length)]
    kept = model[1:] if head.phase == REPLACE else model
    sums = np.zeros_like(exchange.sums)
    set_model(task.evaluator.cases, model, np.int64(model.size), sums)
    if head.phase == REPLACE:
        add_snp(task.evaluator.cases, model[0], -1, sums)
        _require(_has_value(task, model, head.value), "exchange.head.value")
    _require(np.array_equal(sums, exchange.sums), "exchange.sums")
    if head.best_candidate >= 0:
        _require(head.best_candidate not in model, "exchange.head.best_candidate")
        _require(_has_value(task, np.append(kept, head.best_candidate), head.best_value), "exchange.head.best_value")


def _check_queue(queue: Queue, fresh: Queue, task: PanelTask) -> None:
    head, snps, size = queue.head, task.evaluator.snps, task.size
    for name in ("priors", "slopes"):
        _require(_are_close(getattr(queue, name), getattr(fresh, name)), f"queue.{name}")
    models, entries = int(head.models), int(head.entries)
    _require(1 <= models <= queue.snp.size and 0 <= entries <= models <= head.entered + 1 < MOST, "queue.head")
    _require(head.first_change >= 0 and -1 <= head.first_snp < snps, "queue.head")
    snp, parent, depth = (array[:models].astype(np.int64) for array in (queue.snp, queue.parent, queue.depth))
    snp[0] = -1  # the empty model adds none
    _check_sets(snp, parent, depth, snps, "queue")
    _require(_are_within(depth, 0, size), "queue.depth")
    _require(np.isfinite(queue.value[:models]).all() and _are_close(queue.value[0], fresh.value[0]), "queue.value")
    waiting, added = queue.heap_model[:entries].astype(np.int64), queue.heap_snp[:entries].astype(np.int64)
    _require(_are_within(waiting, 0, models), "queue.heap_model")
    highest = snps - (size - depth[waiting])  # so that a complete model is left
    _require(((added > snp[waiting]) & (added <= highest)).all(), "queue.heap_snp")
    priority = queue.heap_priority[:entries]
    _require(_are_close(priority, queue.value[waiting] + queue.slopes[depth[waiting]] * queue.priors[added]), "queue.heap_priority")
    _require((priority[1:] <= priority[(np.arange(1, entries) - 1) // 2]).all(), "queue.heap_priority")
    _require(_are_within(queue.heap_number[:entries], 1, head.entered + 1), "queue.heap_number")


def _check_tree(tree: PanelTree, fresh: PanelTree, task: PanelTask) -> None:
    snps, size, nodes = task.evaluator.snps, task.size, int(tree.head.nodes)
    _check_constants(tree.head, fresh.head, _CONSTANTS_OF_TREE, "tree.head")
    _require(_are_close(tree.priors, fresh.priors), "tree.priors")
    _require(1 <= nodes <= tree.snp.size, "tree.head.nodes")
    _require(not any(array[nodes:].any() for array in _arrays_of_nodes(tree)), "tree: places without a node")
    snp, parent, depth = (array[:nodes].astype(np.int64) for array in (tree.snp, tree.parent, tree.depth))
    _require(snp[0] == -1 and parent[0] == -1, "tree.snp")
    _check_sets(snp, parent, depth, snps, "tree")
    _require(_are_within(depth, 0, size + 1) and (snp <= snps - 1 - (size - depth)).all(), "tree.depth")
    _check_children(tree, snp, parent)
    _check_visits(tree, parent, depth)
    _require(_are_within(tree.model, 0, snps), "tree.model")
    _require(tree.stream.s.any(), "tree.stream")


_CONSTANTS_OF_TREE = ("exploration", "penalty", "closes", "sharpness", "width", "growth", "beam_visits", "beam_width", "scale")


def _arrays_of_nodes(tree: PanelTree) -> list[Any]:
    others = ("head", "priors", "depth_visits", "model", "stream")
    return [getattr(tree, name) for name in tree._fields if name not in others]


def _check_sets(snp: Any, parent: Any, depth: Any, snps: int, what: str) -> None:
    """Check a tree of sets: every one but the first adds a later SNP to the set of its parent, which was made before it."""
    numbers = np.arange(1, snp.size)
    _require(depth[0] == 0, f"{what}.depth")
    _require(((parent[1:] >= 0) & (parent[1:] < numbers)).all(), f"{what}.parent")
    _require((depth[1:] == depth[parent[1:]] + 1).all(), f"{what}.depth")
    _require(((snp[1:] > snp[parent[1:]]) & (snp[1:] < snps)).all(), f"{what}.snp")


def _check_children(tree: PanelTree, snp: Any, parent: Any) -> None:
    """Check the lists of children: the SNPs behind the parent's in turn, each listed before the one that was made before it."""
    nodes = snp.size
    order = np.argsort(parent[1:], kind="stable") + 1
    owners = parent[order]
    follows = np.append(False, owners[1:] == owners[:-1])[: nodes - 1]
    before = np.where(follows, np.append(0, order[:-1])[: nodes - 1], 0)
    _require((snp[order] == np.where(follows, snp[before], snp[owners]) + 1).all(), "tree.snp")
    _require(tree.next_sibling[0] == 0 and (tree.next_sibling[order] == before).all(), "tree.next_sibling")
    last = np.zeros(nodes, np.int64)
    last[owners] = order  # of several children the last one stays
    _require((tree.first_child[:nodes] == last).all(), "tree.first_child")
    made = np.bincount(owners, minlength=nodes)
    following, is_untouched = tree.next_snp[:nodes], made == 0
    _require(((following == snp + 1 + made) | ((following == -1) & is_untouched)).all(), "tree.next_snp")
    closed = tree.is_closed[:nodes]
    _require(_are_within(closed, 0, 2), "tree.is_closed")
    _require((tree.open_children[:nodes] == np.bincount(owners[closed[order] == 0], minlength=nodes)).all(), "tree.open_children")


def _check_visits(tree: PanelTree, parent: Any, depth: Any) -> None:
    """Check counts: those of children are among their parent's, and those of all nodes of a depth are the depth's."""
    visits, total = tree.visits[: parent.size], tree.total[: parent.size]
    _require(_are_within(visits, 0, MOST), "tree.visits")
    _require((np.bincount(parent[1:], visits[1:], minlength=parent.size) <= visits).all(), "tree.visits")
    _require(((total >= 0) & (total <= visits * (1 + NEARLY))).all(), "tree.total")  # values are from 0 to 1
    depths = np.arange(tree.depth_visits.size)
    may_be_cut = (tree.head.beam_visits > 0) & (depths > 0) & (depths < depths[-1])
    counted = np.bincount(depth, visits, minlength=depths.size)
    _require(((tree.depth_visits == counted) | ((tree.depth_visits == -1) & may_be_cut)).all(), "tree.depth_visits")


def _check_constants(head: Any, fresh: Any, fields: tuple[str, ...], what: str) -> None:
    """Check the fields that a search never changes."""
    for field in fields:
        _require(_are_close(head[field], fresh[field]), f"{what}.{field}")


def _has_value(task: PanelTask, model: Any, value: float) -> bool:
    """Return whether `value` is that of `model`."""
    return _are_close(task.evaluator.value(model), value)


def _are_close(one: Any, other: Any) -> bool:
    return bool(np.allclose(one, other, rtol=NEARLY, atol=NEARLY * 1e-3))


def _are_different(model: Any) -> bool:
    """Return whether no SNP is twice in a model."""
    return bool(np.unique(model).size == model.size)


def _are_within(array: Any, low: int, high: int) -> bool:
    """Return whether all numbers are at least `low` and below `high`."""
    return bool(((array >= low) & (array < high)).all())


def _require(holds: Any, what: str) -> None:
    if not holds:
        raise ValueError(f"{what} has impossible numbers")


_GROWING: dict[type, tuple[str, ...]] = {
    Record: ("seen", "seen_values"),
    Queue: grqs.GROWING_FIELDS,
    PanelTree: tuple(mcts.NODE_FIELDS),
}
_CHECKS: dict[type, Callable[[Any, Any, PanelTask], None]] = {
    Record: _check_record,
    Exchange: _check_exchange,
    Queue: _check_queue,
    PanelTree: _check_tree,
}
