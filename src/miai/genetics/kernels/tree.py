"""Monte-Carlo tree search for panels: a tree of sets of SNPs, each written in increasing order of rank.

SNP number r is the candidate of rank r + 1, so a child adds a SNP with a higher number than its parent's. Children are made in the order
of their numbers, when they are first chosen: unvisited children differ by their prior value alone, which falls with the rank, so that
the first of them is always the best.

As published, a child has its prior value as one virtual visit. With closed paths (`closes`) that visit has the mean of the parent, and
progressive widening says when a node gets another child: a prior on the scale of random models is below that of a path of good SNPs,
and the search would change the last SNP of one path only.

| field of `PanelTree` | dtype, shape | meaning |
|---|---|---|
| `head` | one record | see `tree_t` |
| `priors` | float64, candidates | prior value of each SNP, on the scale of values, falling |
| `snp` | int32, nodes | the SNP that the node adds; -1 at the root |
| `parent` | int32, nodes | -1 at the root |
| `first_child`, `next_sibling` | int32, nodes | 0 for none |
| `next_snp` | int32, nodes | the SNP of the next child to be made; -1 before the node is expanded |
| `open_children` | int32, nodes | children that are not closed |
| `depth` | int16, nodes | SNPs in the node's set |
| `is_closed` | uint8, nodes | whether nothing is left to find below the node, or the beam has cut it off |
| `visits` | int64, nodes | simulations through the node |
| `total` | float64, nodes | sum of their values |
| `depth_visits` | int64, SNPs + 1 | visits of nodes of each depth; -1 once the beam has cut that depth |
| `model` | int32, SNPs | the model of this simulation |
| `stream` | one stream | random numbers of playouts |
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record
from miai.core.streams import next_float
from miai.genetics.kernels.record_keeping import count_evaluation, has_room, list_model, model_key, place_of
from miai.genetics.kernels.values import COUNTS, LOG_LOSS, value_of_model

_MOST_DRAWS = 32

tree_t = record(
    "panel_tree",
    [
        ("nodes", np.int64),  # nodes made; node 0 is the root
        ("exploration", np.float64),  # K of (5.44), on the scale of values
        ("penalty", np.float64),  # share of the value that a path without randomness loses
        ("closes", np.int64),  # 1: paths that are done are never taken again, and not penalised
        ("sharpness", np.float64),  # power of the draws: 1 is the published one, more prefers low ranks
        ("width", np.float64),  # children before a node may make more: width * visits ** growth; 0 for no limit
        ("growth", np.float64),
        ("beam_visits", np.int64),  # visits of a depth before the beam cuts it; 0 for no beam
        ("beam_width", np.int64),  # nodes of a depth that the beam keeps
        ("scale", np.float64),  # of values: they are divided by it before they enter the tree
    ],
)


class PanelTree(NamedTuple):
    """See the table above."""

    head: Any
    priors: Any
    snp: Any
    parent: Any
    first_child: Any
    next_sibling: Any
    next_snp: Any
    open_children: Any
    depth: Any
    is_closed: Any
    visits: Any
    total: Any
    depth_visits: Any
    model: Any
    stream: Any


@kernel
def advance_tree(cases, objective, tree, scratch, by_division, log, limit):
    """Run simulations until `log` counts `limit` evaluations, memory has to grow, or the whole tree is closed."""
    n = tree.model.size
    while log.counts.evaluations < limit and has_room(log) and tree.head.nodes + n < tree.snp.size and not tree.is_closed[0]:
        leaf = descend(tree)
        if leaf < 0:
            continue  # a node was closed on the way
        depth = tree.depth[leaf]
        if depth < n:
            draw_rest(tree, leaf)
        key = model_key(tree.model, n)
        place = place_of(log.seen, key)
        if tree.head.closes and log.seen[place] == key:
            value = log.seen_values[place]
            log.counts.recalled += 1
        else:
            value = value_of_model(cases, tree.model, n, objective, scratch, by_division)
            count_evaluation(log, key, value)
            list_model(log, tree.model, value, key)
        back_up(tree, leaf, scaled(tree, objective, value))
        if tree.head.beam_visits > 0:
            cut_by_beam(tree)


@kernel
def scaled(tree, objective, value):
    """Return a value as it enters the tree: from 0 to about 1."""
    if objective == LOG_LOSS:
        return 2.0**value  # the geometric mean of the probability of the true category
    if objective == COUNTS:
        return value / tree.head.scale
    return value


@kernel
def last_snp(tree, depth):
    """Return the highest SNP that a node of `depth` may add, which leaves room for the rest of the model."""
    return tree.priors.size - 1 - (tree.model.size - depth)


@kernel
def may_make_child(tree, node):
    """Whether `node` has a child to be made, and is allowed to."""
    depth = tree.depth[node] + 1
    if tree.next_snp[node] > last_snp(tree, depth) or tree.depth_visits[depth] < 0:
        return False
    if tree.head.width == 0.0:
        return True
    made = tree.next_snp[node] - tree.snp[node] - 1
    allowed = tree.head.width * (tree.visits[node] + 1.0) ** tree.head.growth
    return made < allowed or tree.open_children[node] == 0


@kernel
def descend(tree):
    """Go down to a leaf by (5.44), with its SNPs in `tree.model`. Returns -1 where a node on the way had to be closed."""
    node, n = 0, tree.model.size
    while tree.depth[node] < n:
        if tree.next_snp[node] < 0:
            if node > 0 and tree.visits[node] == 0:
                break
            tree.next_snp[node] = tree.snp[node] + 1
        child = best_child(tree, node)
        if child < 0:
            close(tree, node)
            return -1
        tree.model[tree.depth[node]] = tree.snp[child]
        node = child
    return node


@kernel
def best_child(tree, node):
    """Return the child with the highest score, which may be made now; -1 where all are closed and none is left to make."""
    logarithm = math.log(tree.visits[node] + 1.0)
    reach = tree.head.exploration * math.sqrt(logarithm)
    best, best_score = -1, -1e300
    mean = tree.total[node] / max(tree.visits[node], 1)
    child = tree.first_child[node]
    while child > 0:
        if not tree.is_closed[child]:
            count = tree.visits[child] + 1.0
            prior = mean if tree.head.closes else tree.priors[tree.snp[child]]
            score = (tree.total[child] + prior) / count + reach / math.sqrt(count)
            if score > best_score or (score == best_score and tree.snp[child] < tree.snp[best]):
                best, best_score = child, score
        child = tree.next_sibling[child]
    if may_make_child(tree, node) and (tree.head.closes or tree.priors[tree.next_snp[node]] + reach > best_score):
        return make_child(tree, node)
    return best


@kernel
def make_child(tree, node):
    """Add the next child of `node` to the tree."""
    child = tree.head.nodes
    tree.head.nodes += 1
    tree.snp[child] = tree.next_snp[node]
    tree.parent[child] = node
    tree.next_sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    tree.next_snp[child] = -1
    tree.depth[child] = tree.depth[node] + 1
    tree.next_snp[node] += 1
    tree.open_children[node] += 1
    return child


@kernel
def close(tree, node):
    """Close `node`, and every node above it that has nothing left."""
    while node >= 0 and not tree.is_closed[node]:
        tree.is_closed[node] = 1
        parent = tree.parent[node]
        if parent < 0:
            return
        tree.open_children[parent] -= 1
        depth = tree.depth[node]
        if tree.open_children[parent] > 0 or (tree.next_snp[parent] <= last_snp(tree, depth) and tree.depth_visits[depth] >= 0):
            return
        node = parent


@kernel
def draw_rest(tree, leaf):
    """Draw the missing SNPs behind the leaf's, without replacement, low ranks with preference."""
    n, candidates = tree.model.size, tree.priors.size
    first = tree.snp[leaf] + 1
    for place in range(tree.depth[leaf], n):
        snp, draws, is_new = first, 0, False
        while not is_new:
            if draws < _MOST_DRAWS or tree.head.sharpness == 1.0:
                snp = candidates - draw_weight(tree.stream, candidates - first, tree.head.sharpness)
            else:  # a sharp draw repeats itself where few SNPs are left
                snp = snp + 1 if snp + 1 < candidates else first
            draws += 1
            is_new = True
            for other in range(tree.depth[leaf], place):
                is_new = is_new and tree.model[other] != snp
        tree.model[place] = snp


@kernel
def draw_weight(stream, count, sharpness):
    """Return a place from the end of a list of `count`, from 1 to `count`, with a probability proportional to the place (Bradley-Terry).

    The cumulative weight of the places up to j is j (j + 1) / 2, which a root inverts. A `sharpness` above 1 prefers the beginning of
    the list more: the density is then a higher power of the place.
    """
    share = 1.0 - next_float(stream)
    if sharpness == 1.0:
        place = math.ceil((math.sqrt(1.0 + 4.0 * share * count * (count + 1.0)) - 1.0) / 2.0)
    else:
        place = math.ceil(share ** (0.5 / sharpness) * count)
    return min(max(int(place), 1), count)


@kernel
def enter_model(tree, model, value):
    """Count a model that was found elsewhere, its SNPs in increasing order, as a simulation through the nodes that there are."""
    node, n = 0, tree.model.size
    while tree.depth[node] < n - 1:
        child = tree.first_child[node]
        while child > 0 and tree.snp[child] != model[tree.depth[node]]:
            child = tree.next_sibling[child]
        if child <= 0:
            break
        node = child
    back_up(tree, node, value)


@kernel
def back_up(tree, leaf, value):
    """Enter a value into the leaf and all nodes above it. A complete path is closed, or its value is penalised."""
    is_complete = tree.depth[leaf] == tree.model.size
    if is_complete and not tree.head.closes:
        value -= tree.head.penalty * value
    node = leaf
    while node >= 0:
        tree.visits[node] += 1
        tree.total[node] += value
        if tree.depth_visits[tree.depth[node]] >= 0:
            tree.depth_visits[tree.depth[node]] += 1
        node = tree.parent[node]
    if is_complete and tree.head.closes:
        close(tree, leaf)


@kernel
def cut_by_beam(tree):
    """Keep only the most visited nodes of each depth that has had enough visits, and add no more there."""
    n = tree.model.size
    for depth in range(1, n):
        if tree.depth_visits[depth] < tree.head.beam_visits:
            continue
        tree.depth_visits[depth] = -1
        least = visits_to_keep(tree, depth)
        kept = 0
        for node in range(1, tree.head.nodes):
            if tree.depth[node] == depth and not tree.is_closed[node]:
                if tree.visits[node] >= least and kept < tree.head.beam_width:
                    kept += 1
                else:
                    close(tree, node)
        for node in range(tree.head.nodes):  # those that were to get their first child there
            if tree.depth[node] == depth - 1 and tree.open_children[node] == 0:
                close(tree, node)


@kernel
def visits_to_keep(tree, depth):
    """Return the most visits that at least `beam_width` open nodes of `depth` have; 0 where there are fewer nodes."""
    low, high = 0, tree.visits[0] + 1  # `beam_width` nodes or more have `low` visits, fewer have `high`
    while high - low > 1:
        middle = (low + high) // 2
        count = 0
        for node in range(1, tree.head.nodes):
            if tree.depth[node] == depth and not tree.is_closed[node] and tree.visits[node] >= middle:
                count += 1
        if count >= tree.head.beam_width:
            low = middle
        else:
            high = middle
    return low
