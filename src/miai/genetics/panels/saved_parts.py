"""Whether the numbers in the saved parts of a search can be those of a search.

Kernels check no bounds: a place outside of an array would let them write elsewhere, and a link that leads back would keep them busy for
ever. So every number that is used as a place, a count or a link is checked here, and what never changes must be as in a new search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from miai.genetics.kernels.exchange import DONE, GROW, KICK, REPLACE, Exchange
from miai.genetics.kernels.queue import Queue
from miai.genetics.kernels.record_keeping import Record
from miai.genetics.kernels.tree import PanelTree
from miai.genetics.kernels.values import add_snp, set_model
from miai.genetics.methods.interface import PanelTask

MOST = 2**53
"""More than any count can be."""
CONSTANT = {
    "tree": ("exploration", "penalty", "closes", "sharpness", "width", "growth", "beam_visits", "beam_width", "scale"),
    "exchange": ("recalls", "first_width", "most_kicks", "kick_size"),
}
"""Fields of the heads of parts that a search never changes."""


def check_part(name: str, part: Any, fresh: Any, task: PanelTask) -> None:
    """Raise `ValueError` if a saved part cannot be that of a search for `task`. `fresh` is the same part of a new search."""
    for field in CONSTANT.get(name, ()):
        _require(part.head[field] == fresh.head[field], f"{name}.head.{field}")
    _CHECKS[name](part, fresh, task)


def _check_record(log: Record, fresh: Record, task: PanelTask) -> None:
    counts = log.counts
    _require(all(0 <= int(counts[field]) < MOST for field in counts.dtype.names), "log.counts")
    _require(int(counts.listed) <= log.values.size, "log.counts.listed")
    filled = int(np.count_nonzero(log.seen))
    _require(int(counts.seen) == filled < log.seen.size, "log.seen")
    _require(_are_within(log.models, 0, task.evaluator.snps), "log.models")
    listed = log.models[: int(counts.listed)]
    _require(bool((np.diff(listed, axis=1) > 0).all()), "log.models")


def _check_exchange(exchange: Exchange, fresh: Exchange, task: PanelTask) -> None:
    head, snps = exchange.head, task.evaluator.snps
    _require(head.phase in (GROW, REPLACE, KICK, DONE), "exchange.head.phase")
    _require(0 <= head.length <= task.size, "exchange.head.length")
    _require(head.length < task.size or head.phase != GROW, "exchange.head.length")
    _require(head.length == task.size or head.phase != REPLACE, "exchange.head.length")
    _require(0 <= head.banned <= task.size - head.length, "exchange.head.banned")
    _require(0 <= head.width <= snps, "exchange.head.width")
    _require(0 <= head.candidate <= snps and 0 <= head.tried <= snps, "exchange.head.candidate")
    _require(-1 <= head.best_candidate < snps, "exchange.head.best_candidate")
    _require(all(0 <= int(head[field]) < MOST for field in ("failures", "idle", "kicks")), "exchange.head")
    _require(_are_within(exchange.model, 0, snps) and _are_within(exchange.incumbent, 0, snps), "exchange.model")
    if head.phase in (GROW, REPLACE):
        sums = np.zeros_like(exchange.sums)
        set_model(task.evaluator.cases, exchange.model, np.int64(head.length), sums)
        if head.phase == REPLACE:
            add_snp(task.evaluator.cases, exchange.model[0], -1, sums)
        _require(np.array_equal(sums, exchange.sums), "exchange.sums")


def _check_queue(queue: Queue, fresh: Queue, task: PanelTask) -> None:
    head, snps, size = queue.head, task.evaluator.snps, task.size
    _require(np.array_equal(queue.priors, fresh.priors) and np.array_equal(queue.slopes, fresh.slopes), "queue.priors")
    models, entries = int(head.models), int(head.entries)
    _require(1 <= models <= queue.snp.size and 0 <= entries <= models, "queue.head")
    snp, parent, depth = (array[:models].astype(np.int64) for array in (queue.snp, queue.parent, queue.depth))
    _check_sets(np.where(np.arange(models) == 0, -1, snp), parent, depth, snps, "queue")
    _require(_are_within(depth, 0, size), "queue.depth")
    waiting, added = queue.heap_model[:entries].astype(np.int64), queue.heap_snp[:entries].astype(np.int64)
    _require(_are_within(waiting, 0, models), "queue.heap_model")
    highest = snps - (size - depth[waiting])  # so that a complete model is left
    before = np.where(waiting == 0, -1, snp[waiting])
    _require(bool(((added > before) & (added <= highest)).all()), "queue.heap_snp")


def _check_tree(tree: PanelTree, fresh: PanelTree, task: PanelTask) -> None:
    snps, size, nodes = task.evaluator.snps, task.size, int(tree.head.nodes)
    _require(np.array_equal(tree.priors, fresh.priors), "tree.priors")
    _require(1 <= nodes <= tree.snp.size, "tree.head.nodes")
    _require(all(not array[nodes:].any() for array in _arrays_of_nodes(tree)), "tree: places without a node")
    snp, parent, depth, made = (array[:nodes].astype(np.int64) for array in (tree.snp, tree.parent, tree.depth, tree.next_snp))
    _require(snp[0] == -1 and parent[0] == -1, "tree.snp")
    _check_sets(snp, parent, depth, snps, "tree")
    _require(_are_within(depth, 0, size + 1), "tree.depth")
    _require(bool((snp <= snps - 1 - (size - depth)).all()), "tree.snp")
    _require(bool(((made == -1) | ((made > snp) & (made <= snps))).all()), "tree.next_snp")
    _require(bool((snp[1:] < made[parent[1:]]).all()), "tree.next_snp")
    _check_siblings(tree.first_child[:nodes], tree.next_sibling[:nodes], parent)
    _require(_are_within(tree.visits[:nodes], 0, MOST) and _are_within(tree.depth_visits, -1, MOST), "tree.visits")
    children = np.bincount(parent[1:], minlength=nodes)
    _require(bool(((tree.open_children[:nodes] >= 0) & (tree.open_children[:nodes] <= children)).all()), "tree.open_children")
    _require(_are_within(tree.is_closed, 0, 2), "tree.is_closed")
    _require(_are_within(tree.model, 0, snps), "tree.model")


def _arrays_of_nodes(tree: PanelTree) -> list[Any]:
    others = ("head", "priors", "depth_visits", "model", "stream")
    return [getattr(tree, name) for name in tree._fields if name not in others]


def _check_sets(snp: Any, parent: Any, depth: Any, snps: int, what: str) -> None:
    """Check a tree of sets: every one but the first adds a later SNP to the set of its parent, which was made before it."""
    numbers = np.arange(1, snp.size)
    _require(depth[0] == 0, f"{what}.depth")
    _require(bool(((parent[1:] >= 0) & (parent[1:] < numbers)).all()), f"{what}.parent")
    _require(bool((depth[1:] == depth[parent[1:]] + 1).all()), f"{what}.depth")
    _require(bool(((snp[1:] > snp[parent[1:]]) & (snp[1:] < snps)).all()), f"{what}.snp")


def _check_siblings(first: Any, following: Any, parent: Any) -> None:
    """Check the lists of children: each leads to nodes of one parent that were made earlier and earlier, so that it ends."""
    heads = np.flatnonzero(first)
    _require(_are_within(first, 0, parent.size) and bool((parent[first[heads]] == heads).all()), "tree.first_child")
    rest = np.flatnonzero(following)
    _require(bool(((following[rest] > 0) & (following[rest] < rest)).all()), "tree.next_sibling")
    _require(bool((parent[following[rest]] == parent[rest]).all()), "tree.next_sibling")


def _are_within(array: Any, low: int, high: int) -> bool:
    """Return whether all numbers are at least `low` and below `high`."""
    return bool(((array >= low) & (array < high)).all())


def _require(holds: Any, what: str) -> None:
    if not holds:
        raise ValueError(f"{what} has impossible numbers")


_CHECKS: dict[str, Callable[[Any, Any, PanelTask], None]] = {
    "log": _check_record,
    "exchange": _check_exchange,
    "queue": _check_queue,
    "tree": _check_tree,
}
