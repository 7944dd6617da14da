"""Move groups: a turn as two choices, first a group, then an action in it.

A group is a node between a position and its children. It has the position's key and player, and its edges are the actions of the
group, each with its own count. So every mode, rule and proof applies to groups without special cases:

          position                    a position without groups has its actions as edges;
         /        \\                   with groups it has one edge to each group node
      group 0    group 1
      /    \\     /     \\
     a      b   b       c             b is in both: two edges with counts of their own, one child

Groups are given by the problem (`action_groups`, a bit mask for each action) or made from the values that the actions have so far. They
are made when a node is expanded, or at a number of visits, or repeatedly. The statistics of the actions are kept: visits of an action
that is in several new groups go to the first of them.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.search.allocator import allocate_edges, allocate_node
from miai.search.graph import (
    EXPANDED,
    GROUP_ACTION,
    MOST_GROUPS,
    NONE,
    clear_edge,
    clear_node,
    edge_at,
    link_in,
    node_at,
    seen_by,
)
from miai.search.problem import CHANCE, action_groups
from miai.search.settings import BY_PRIOR, GROUPING_GIVEN, GROUPING_OFF, SPLIT

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(MOST_GROUPS - 1)


@kernel(inline=True)
def groups_are_due(graph, settings, index):
    """Return whether the groups of node `index` are to be made now."""
    node = node_at(graph, index)
    if settings.grouping == GROUPING_OFF or node.group != NONE or node.player == CHANCE or node.edge_count == 0:
        return False
    if node.grouped_at == 0:
        return node.visits >= settings.group_after
    return settings.group_every > 0 and node.visits >= node.grouped_at + settings.group_every


@kernel
def regroup(graph, settings, state, worker, index):
    """Make the groups of node `index` from its actions. Does nothing if memory is full.

    Not for several threads on one graph, except on a node that no other thread can see expanded.
    """
    if node_at(graph, index).grouped_at > 0 and not ungroup(graph, settings, worker, index):
        return
    first, count = np.int64(node_at(graph, index).first_edge), np.int64(node_at(graph, index).edge_count)
    if settings.grouping == GROUPING_GIVEN:
        for i in range(count):
            worker.masks[i] = action_groups(state, edge_at(graph, first + i).action)
    else:
        rank_groups(graph, settings, worker, index)
    if settings.group_of_all:
        for i in range(count):
            worker.masks[i] |= _ONE << _ALL
    split_into_groups(graph, settings, worker, index)


@kernel
def rank_groups(graph, settings, worker, index):
    """Write masks of groups of equal size by rank. By value, untried actions come last; equal ones are in order.

    `together`: the best actions in group 0. `split`: the best in group 0, the second in group 1, and so on, then again from group 0.
    Van Eyck and Müller (2011), section 6: splitting the best worked with priors and much exploration, keeping them together worked after
    many simulations.
    """
    masks, values = worker.masks, worker.weights
    node = node_at(graph, index)
    for i in range(node.edge_count):
        edge = edge_at(graph, node.first_edge + i)
        values[i] = -1.0
        if settings.group_by == BY_PRIOR:
            values[i] = edge.prior
        elif edge.visits > 0 and edge.child != NONE:
            values[i] = seen_by(node_at(graph, edge.child).value, node.player)
    for i in range(node.edge_count):
        rank = 0
        for j in range(node.edge_count):
            rank += values[j] > values[i] or (values[j] == values[i] and j < i)
        group = rank % settings.group_count if settings.group_layout == SPLIT else rank * settings.group_count // node.edge_count
        masks[i] = _ONE << np.uint64(group)


@kernel
def split_into_groups(graph, settings, worker, index):
    """Put group nodes between node `index` and its children, by the bit mask of each of its edges."""
    masks, count = worker.masks, node_at(graph, index).edge_count
    every = _ZERO
    for i in range(count):
        every |= masks[i]
    groups = 0
    for group in range(MOST_GROUPS):
        groups += (every >> np.uint64(group)) & _ONE != _ZERO
    block = allocate_edges(graph, settings, worker, groups)
    if block == NONE:
        return
    place = block
    for group in range(MOST_GROUPS):
        if (every >> np.uint64(group)) & _ONE != _ZERO:
            clear_edge(edge_at(graph, place), index, GROUP_ACTION - group, 0.5, 0.0)
            place += 1
    for place in range(block, block + groups):
        if not make_group(graph, settings, worker, index, GROUP_ACTION - edge_at(graph, place).action, place):
            undo_groups(graph, block, groups)
            return
    abandon_edges(graph, node_at(graph, index).first_edge, node_at(graph, index).edge_count)
    node_at(graph, index).first_edge = block
    node_at(graph, index).edge_count = groups
    node_at(graph, index).grouped_at = max(1, node_at(graph, index).visits)


@kernel
def make_group(graph, settings, worker, index, group, place):
    """Make the node of one group of node `index`, with its edges, below the edge `place`; return whether there was memory for it."""
    node, masks = node_at(graph, index), worker.masks
    members = 0
    for i in range(node.edge_count):
        members += (masks[i] >> np.uint64(group)) & _ONE != _ZERO
    made = allocate_node(graph, settings, worker)
    if made == NONE:
        return False
    clear_node(node_at(graph, made), node.key, node.player, 0, group)
    first = allocate_edges(graph, settings, worker, members)
    if first == NONE:
        return False
    target = first
    for i in range(node.edge_count):
        if (masks[i] >> np.uint64(group)) & _ONE != _ZERO:
            owns = masks[i] & ((_ONE << np.uint64(group)) - _ONE) == _ZERO  # the first group of an action takes its visits
            inherit_edge(graph, settings, edge_at(graph, node.first_edge + i), target, made, owns)
            target += 1
    node_at(graph, made).first_edge = first
    node_at(graph, made).edge_count = members
    node_at(graph, made).phase = EXPANDED
    edge_at(graph, place).child = made
    edge_at(graph, place).visits = node_at(graph, made).visits
    link_in(graph, place, made, settings.atomic)
    for v in range(node_at(graph, made).value.size):
        node_at(graph, made).value[v] = node_at(graph, made).total[v] / max(1, node_at(graph, made).visits)
    return True


@kernel
def inherit_edge(graph, settings, old, target, parent, owns):
    """Copy `old` to edge `target` of node `parent`; its visits and their results only if it `owns` them."""
    clear_edge(edge_at(graph, target), parent, old.action, old.prior, old.prior_weight)
    edge = edge_at(graph, target)
    edge.rave_visits = old.rave_visits
    edge.rave_sum = old.rave_sum
    edge.history = old.history
    if old.child == NONE:
        return
    edge.child = old.child
    link_in(graph, target, np.int64(old.child), settings.atomic)
    if owns:
        edge.visits = old.visits
        add_results(node_at(graph, parent), node_at(graph, old.child), old.visits)


@kernel
def add_results(parent, child, visits):
    """Count `visits` of `child` as simulations through `parent`."""
    parent.visits += visits
    for v in range(parent.total.size):
        parent.total[v] += visits * child.value[v]
        parent.squares[v] += visits * child.squares[v] / max(1, child.visits)


@kernel
def ungroup(graph, settings, worker, index):
    """Replace the groups of node `index` by its actions, with the visits added up over the groups. Return false if memory is full."""
    node = node_at(graph, index)
    total = 0
    for g in range(node.first_edge, node.first_edge + node.edge_count):
        total += node_at(graph, edge_at(graph, g).child).edge_count
    first = allocate_edges(graph, settings, worker, total)
    if first == NONE:
        return False
    count = np.int64(0)
    for g in range(node.first_edge, node.first_edge + node.edge_count):
        group = node_at(graph, edge_at(graph, g).child)
        node.own_visits += group.own_visits
        for v in range(node.own_sum.size):
            node.own_sum[v] += group.own_sum[v]
        for e in range(group.first_edge, group.first_edge + group.edge_count):
            count = merge_edge(graph, settings, first, count, e, index)
        abandon_edges(graph, group.first_edge, group.edge_count)
    for spare in range(first + count, first + total):
        edge_at(graph, spare).parent = NONE
    abandon_edges(graph, node.first_edge, node.edge_count)
    node.first_edge = first
    node.edge_count = count
    node.grouped_at = 0
    return True


@kernel
def merge_edge(graph, settings, first, count, source, parent):
    """Add edge `source` to the `count` edges from `first`, or to the one with its action; return the new count."""
    for e in range(first, first + count):
        if edge_at(graph, e).action == edge_at(graph, source).action:
            edge_at(graph, e).visits += edge_at(graph, source).visits
            if edge_at(graph, e).child == NONE and edge_at(graph, source).child != NONE:
                edge_at(graph, e).child = edge_at(graph, source).child
                link_in(graph, e, np.int64(edge_at(graph, e).child), settings.atomic)
            return count
    clear_edge(
        edge_at(graph, first + count),
        parent,
        edge_at(graph, source).action,
        edge_at(graph, source).prior,
        edge_at(graph, source).prior_weight,
    )
    edge = edge_at(graph, first + count)
    edge.visits = edge_at(graph, source).visits
    edge.rave_visits = edge_at(graph, source).rave_visits
    edge.rave_sum = edge_at(graph, source).rave_sum
    edge.history = edge_at(graph, source).history
    if edge_at(graph, source).child != NONE:
        edge.child = edge_at(graph, source).child
        link_in(graph, first + count, np.int64(edge.child), settings.atomic)
    return count + 1


@kernel
def abandon_edges(graph, first, count):
    """Mark edges as not in use; the next pruning frees their memory."""
    for e in range(first, first + count):
        edge_at(graph, e).parent = NONE


@kernel
def undo_groups(graph, block, groups):
    """Abandon groups that were made before memory ran out. The node keeps the edges it had."""
    for place in range(block, block + groups):
        made = edge_at(graph, place).child
        if made != NONE:
            abandon_edges(graph, node_at(graph, made).first_edge, node_at(graph, made).edge_count)
    abandon_edges(graph, block, groups)
