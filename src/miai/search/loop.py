"""The loop of the search: descend, expand, play out, back up. Nothing else happens here.

A path is a row of nodes with an edge between each two. It begins at the root and ends at a leaf, at a terminal node or at a proven node.
"""

from __future__ import annotations

import numpy as np

from miai.core.atomics import atomic_add, load_acquire
from miai.core.kernels import kernel
from miai.core.streams import next_weighted
from miai.search.backup import back_up, back_up_batch
from miai.search.expansion import child_of, expand_node, take_expansion
from miai.search.graph import EXPANDED, LEAF, NONE, edge_at, is_proven, node_at
from miai.search.groups import groups_are_due, regroup
from miai.search.history import history_at
from miai.search.problem import CHANCE, apply_action, is_allowed, is_terminal, note_action, play_out, reward
from miai.search.proof import prove_path, refresh_bounds, set_exact
from miai.search.rave import lend_rave, update_rave
from miai.search.selection.choose import pick_plainly, score_edges
from miai.search.selection.picking import exclude, pick_edge
from miai.search.settings import PRUNE_FIRST_COME, RAVE_OFF
from miai.search.solutions import record_play
from miai.search.value_table import refresh_children, refresh_root

TICKETS_AT_ONCE = 64
MUCH_VISITED = 64
"""A batch passes a node together if the node has at least this number of visits for each of its simulations."""


@kernel
def run_simulations(graph, settings, states, worker):
    """Run simulations from state 0 of `states` while there are tickets; return how many this worker has run.

    Ends early if memory is full, the root is proven, or `stop` is set. The worker writes to the states of its own slots.
    """
    done = 0
    tickets = take_tickets(graph, settings)
    while tickets > 0 and not must_pause(graph, settings):
        run = run_batch(graph, settings, states, worker, min(tickets, np.int64(settings.batch)))
        done += run
        tickets -= run
        if tickets == 0:
            tickets = take_tickets(graph, settings)
    give_back_tickets(graph, settings, tickets)
    refresh_root(graph, settings)
    return done


@kernel(inline=True)
def run_batch(graph, settings, states, worker, planned):
    """Run `planned` simulations; return how many were run: fewer if the node where they part is proven meanwhile.

    Threads contend for the nodes near the root. So a thread passes these with several simulations at once: they part at the first
    node that is not much visited, and continue from there one by one. With one simulation per batch, this is plain search.
    """
    state = states[worker.slot]
    states[worker.slot] = states[0]
    begin_path(graph, settings, worker)
    is_open_end = True
    if planned > 1:
        is_open_end = descend(graph, settings, state, worker, MUCH_VISITED * planned)
        states[worker.common_slot] = states[worker.slot]
    begin_batch(worker)
    done = np.int64(0)
    while done < planned:
        if is_open_end:
            descend(graph, settings, state, worker, 0)
        evaluate(graph, settings, state, worker)
        learn(graph, settings, worker)
        add_to_batch(worker)
        done += 1
        if planned > 1:
            if not is_open_end or is_interrupted(graph, settings) or is_settled(graph, settings, worker):
                break
            worker.path_length, worker.played_count = worker.common_steps, worker.common_played
            states[worker.slot] = states[worker.common_slot]
    back_up_batch(graph, settings, worker, done)
    return done


@kernel(inline=True)
def begin_batch(worker):
    """Let the simulations of a batch part at the present end of the path."""
    worker.common_steps, worker.common_played = worker.path_length, worker.played_count
    for v in range(worker.result.size):
        worker.batch_result[v] = 0.0


@kernel(inline=True)
def add_to_batch(worker):
    """Add the worker's result to the sum of its batch."""
    for v in range(worker.result.size):
        worker.batch_result[v] += worker.result[v]


@kernel(inline=True)
def is_settled(graph, settings, worker):
    """Return whether the node where the simulations of this batch part is proven: then the batch ends."""
    return settings.solver and is_proven(node_at(graph, worker.path_nodes[worker.common_steps]))


@kernel(inline=True)
def must_pause(graph, settings):
    """Return whether no batch may begin now."""
    return is_interrupted(graph, settings) or (settings.solver and is_proven(node_at(graph, graph.root)))


@kernel(inline=True)
def is_interrupted(graph, settings):
    """Return whether `stop` is set, or the graph must be pruned first."""
    if load_acquire(graph, "stop") != 0:
        return True
    return settings.prune != PRUNE_FIRST_COME and load_acquire(graph, "full") != 0


@kernel
def take_tickets(graph, settings):
    """Take simulations that this worker may begin now, and return how many. They count as done. Threads take several at a time."""
    if not settings.atomic:
        taken = min(graph.tickets, 1)
        graph.tickets -= taken
        graph.simulations += taken
        return taken
    left = atomic_add(graph, "tickets", -TICKETS_AT_ONCE)
    taken = min(max(left, 0), TICKETS_AT_ONCE)
    if taken < TICKETS_AT_ONCE:
        atomic_add(graph, "tickets", TICKETS_AT_ONCE - taken)
    atomic_add(graph, "simulations", taken)
    return taken


@kernel
def give_back_tickets(graph, settings, tickets):
    """Put back tickets whose simulations were not begun."""
    if tickets > 0:
        atomic_add(graph, "tickets", tickets)
        atomic_add(graph, "simulations", -tickets)


@kernel(inline=True)
def learn(graph, settings, worker):
    """Enter the worker's result in the graph: proofs, values, counts and RAVE."""
    if settings.solver:
        prove_path(graph, worker)
    back_up(graph, settings, worker)
    if settings.rave != RAVE_OFF:
        update_rave(graph, settings, worker)
    worker.deepest = max(worker.deepest, worker.path_length)


@kernel(inline=True)
def begin_path(graph, settings, worker):
    """Put the worker at the root."""
    worker.path_nodes[0] = graph.root
    worker.path_length = worker.played_count = 0
    worker.repeated_node = NONE
    worker.trace_base += worker.trace_length
    worker.trace_length = 0
    if settings.grave > 0:
        worker.rave_edges[:, :] = NONE


@kernel
def descend(graph, settings, state, worker, least_visits):
    """Extend the worker's path until a leaf, a terminal or proven node, or a node with fewer than `least_visits` visits.

    Leaves `state` at the end of the path. Returns false if the last action led to no node: then `state` is one step further than the
    path, which cannot be extended.
    """
    index = np.int64(worker.path_nodes[worker.path_length])
    while worker.path_length < worker.path_edges.size and node_at(graph, index).visits >= least_visits:
        if node_at(graph, index).terminal or (settings.solver and is_proven(node_at(graph, index))):
            return True
        if not is_open(graph, settings, state, worker, index):
            return True
        edge = choose_edge(graph, settings, state, worker, index)
        if edge == NONE:
            return True
        index = follow(graph, settings, state, worker, edge)
        if index == NONE:
            return False
        is_new = node_at(graph, index).visits == 0 and node_at(graph, index).group == NONE
        if is_new and settings.expand_threshold > 0 and not is_known_elsewhere(graph, settings, worker):
            return True
    return True


@kernel(inline=True)
def is_open(graph, settings, state, worker, index):
    """Return whether node `index` has edges to choose from. Expands a leaf that has reached the expansion threshold."""
    if load_acquire(node_at(graph, index), "phase") == LEAF:
        is_due = node_at(graph, index).own_visits >= settings.expand_threshold or is_known_elsewhere(graph, settings, worker)
        if not is_due or not take_expansion(graph, settings, index):
            return False
        expand_node(graph, settings, state, worker, index)
    if not settings.atomic and groups_are_due(graph, settings, index):
        regroup(graph, settings, state, worker, index)
    return load_acquire(node_at(graph, index), "phase") == EXPANDED


@kernel
def is_known_elsewhere(graph, settings, worker):
    """Return whether other searches that run now (`sharing`) have visited the end of the path often enough to expand it.

    Without this, each search would play out every position once before it uses what the others know of the positions behind it.
    """
    if not settings.counts_history or worker.path_length == 0:
        return False
    found = edge_at(graph, worker.path_edges[worker.path_length - 1]).history
    return found != NONE and history_at(graph, found).visits >= settings.expand_threshold


@kernel(inline=True)
def choose_edge(graph, settings, state, worker, index):
    """Return the edge to follow from node `index`, or `NONE` if none may be followed."""
    node = node_at(graph, index)
    if node.player == CHANCE:
        return node.first_edge + draw_outcome(graph, worker, node)
    edge = first_allowed(graph, settings, state, worker, index, first_choice(graph, settings, worker, index))
    if edge == NONE and settings.solver and not is_proven(node):
        # all open edges are excluded, but the node is not proven: several are equally good, or the past forbids the open ones
        score_edges(graph, settings, worker, index, True)
        edge = first_allowed(graph, settings, state, worker, index, pick_edge(graph, settings, worker, index))
    return edge


@kernel
def first_allowed(graph, settings, state, worker, index, place):
    """Return the edge at `place` of node `index` or, if the path may not take it, the next best that it may take; else `NONE`."""
    while place != NONE:
        edge = np.int64(node_at(graph, index).first_edge + place)
        if edge_at(graph, edge).action < 0 or may_take(graph, settings, state, worker, edge):
            return edge
        exclude(worker, place)
        place = pick_edge(graph, settings, worker, index)
    return np.int64(NONE)


@kernel(inline=True)
def first_choice(graph, settings, worker, index):
    """Return the place of the best edge of node `index`, or `NONE`. Leaves the scores in the worker's weights."""
    refresh_children(graph, settings, index)
    if settings.plain_ucb1:
        return pick_plainly(graph, settings, worker, index)
    if settings.grave > 0:
        lend_rave(graph, settings, worker, index)
    node = node_at(graph, index)
    open_edges = score_edges(graph, settings, worker, index, False)
    if settings.solver and open_edges < node.edge_count and refresh_bounds(graph, index) and is_proven(node):
        return np.int64(NONE)
    return pick_edge(graph, settings, worker, index)


@kernel
def draw_outcome(graph, worker, node):
    """Return the place of a random outcome of a chance node, by the weights. Proven ones are drawn too, to keep the mean right."""
    total = 0.0
    for i in range(node.edge_count):
        worker.weights[i] = edge_at(graph, node.first_edge + i).prior_weight
        total += worker.weights[i]
    return next_weighted(worker.stream, worker.weights, node.edge_count, total)


@kernel(inline=True)
def may_take(graph, settings, state, worker, edge):
    """Return whether this path may take the edge: the problem allows it, and it does not lead back onto the path."""
    if not is_allowed(state, edge_at(graph, edge).action):
        return False
    child = edge_at(graph, edge).child
    return child == NONE or not (settings.repeats and is_on_path(worker, child))


@kernel
def is_on_path(worker, index):
    """Return whether node `index` is on the path."""
    for step in range(worker.path_length + 1):
        if worker.path_nodes[step] == index:
            return True
    return False


@kernel(inline=True)
def follow(graph, settings, state, worker, edge):
    """Play the edge's action, put its child on the path and return it.

    Returns `NONE` and leaves the path alone if memory is full or the child is on the path already: chance may lead back, and the child
    of an untried edge is not known beforehand. Then the simulation ends before the cycle closes, with the value of that child.
    """
    length = worker.path_length
    action = edge_at(graph, edge).action
    worker.edge_times[length] = worker.trace_length
    if action >= 0:
        player = node_at(graph, edge_at(graph, edge).parent).player
        if player != CHANCE:
            note_action(worker, player, action)
        apply_action(state, action)
    child = child_of(graph, settings, state, worker, edge)
    if child == NONE:
        return child
    if settings.repeats and is_on_path(worker, child):
        worker.repeated_node = child
        return np.int64(NONE)
    if settings.atomic:
        # 1 for a batch too: one loss for each of its simulations would drive other threads away
        atomic_add(edge_at(graph, edge), "in_flight", 1)
    worker.path_edges[length] = edge
    worker.path_nodes[length + 1] = child
    worker.path_length = length + 1
    return child


@kernel(inline=True)
def evaluate(graph, settings, state, worker):
    """Write the result of this simulation into `worker.result`: the exact value where it is known, else that of one playout."""
    if not has_result(graph, settings, worker):
        play_to_end(settings, state, worker)
        record_play(graph, state, worker)
        end = node_at(graph, worker.path_nodes[worker.path_length])
        if end.terminal and settings.solver:
            set_exact(end, worker.result)


@kernel(inline=True)
def has_result(graph, settings, worker):
    """Return whether the path's end needs no playout; if so, its result is in `worker.result`.

    Where the path would have closed a cycle, that is the value so far of the position that it came back to: a playout from there
    would rate the position by play that chance led back.
    """
    end = node_at(graph, worker.path_nodes[worker.path_length])
    if settings.solver and is_proven(end):
        set_result(worker, end.low)
        return True
    if worker.repeated_node != NONE and node_at(graph, worker.repeated_node).visits > 0:
        set_result(worker, node_at(graph, worker.repeated_node).value)
        return True
    return False


@kernel(inline=True)
def set_result(worker, values):
    """Copy `values` into `worker.result`. A loop compiles in a tenth of the time of a slice, which checks the shapes."""
    for v in range(worker.result.size):
        worker.result[v] = values[v]


@kernel(inline=True)
def play_to_end(settings, state, worker):
    """Play `state` out, if it is not terminal, and write its rewards into `worker.result`, scaled to 0 to 1."""
    if not is_terminal(state):
        play_out(state, worker)
    for v in range(worker.result.size):
        share = (reward(state, v) - settings.reward_low) / settings.reward_range
        worker.result[v] = min(1.0, max(0.0, share))
