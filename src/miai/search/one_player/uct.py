"""Tree search for one player: UCT (Kocsis and Szepesvari 2006) that looks for the best play, not for the best action.

Scores are used as they are. Whenever edges are compared, they are scaled by the lowest and highest seen so far, or by quantiles
(`scale`). The value of a node is the mean of its scores, the best of them, or a mixture (`best_weight`). Rules to choose an edge, n being
visits of the child and N of the node, K the exploration weight:

- `ucb1`: value + K sqrt(ln(N + 1) / n); an untried edge comes first.
- `variance`: the same + sqrt((sum of squares - n mean^2 + D) / n) (Schadd, Winands, van den Herik, Chaslot and Uiterwijk,
  *Single-Player Monte-Carlo Tree Search*, 2008).
- `prior`: (n value + prior) / (n + 1) + K sqrt(ln(N + 1) / (n + 1)): the prior counts as one visit (Basaldúa 2013, equation 5.44). With
  ranked actions, whose priors fall, only the first untried one can win, so that the others need not be made.

`repeats` decides about plays that lie in the tree from start to end, which would be repeated for ever: `close` removes them from the
tree, `penalty` lowers their score by 2 % (Basaldúa 2013, 5.6), `fade` by 2 % more at each repeat, `allow` does nothing. Beam search follows
Baier and Winands, *Beam Monte-Carlo Tree Search*, 2012: once a depth has had `beam_after` visits, only its `beam_width` most visited
nodes stay open.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, new_array, record
from miai.core.settings import fill_record, record_fields
from miai.core.streams import shuffle
from miai.search.one_player.engines import RolloutEngine
from miai.search.one_player.settings import CLOSE, FADE, PENALTY, PRIOR, SCALES, VARIANCE, OnePlayerSettings
from miai.search.one_player.tree import (
    NONE,
    append_edge,
    clear_tree,
    cut_depth,
    edge_at,
    find_or_make_node,
    is_exhausted_node,
    new_tree,
    node_at,
)
from miai.search.one_player.worker import best_score, finish_play, must_stop
from miai.search.problem import (
    Problem,
    action_prior,
    apply_action,
    is_allowed,
    is_terminal,
    list_actions,
    play_out,
    ranked_action,
)

PENALTY_SHARE = 0.02
SPREAD = 1.0
"""The exploration weight is this times the standard deviation of the sample's scaled scores."""
UNTRIED = np.inf

settings_t = record("solo_settings", [*record_fields(OnePlayerSettings), ("exploration", np.float64), ("ranked", np.int8)])


@kernel
def run_uct(tree, settings, states, worker, path, depth_visits):
    """Run simulations from state 1 of `states` in state 0, until the worker has to stop or the tree is exhausted."""
    while not must_stop(worker) and not tree.exhausted:
        if tree.node_count == 0 or (settings.restart > 0 and worker.simulations - tree.began >= settings.restart):
            plant_root(tree, settings, states, worker, depth_visits)
        simulate(tree, settings, states, worker, path, depth_visits)


@kernel
def plant_root(tree, settings, states, worker, depth_visits):
    """Begin with an empty tree."""
    clear_tree(tree)
    depth_visits[:] = 0
    tree.cut = 0
    tree.began = worker.simulations
    root = states[1]
    find_or_make_node(tree, settings, root, worker, 0)


@kernel
def sample_playouts(states, worker, count):
    """Play `count` times from state 1 of `states`. Returns the standard deviation of the scores on the scale of the search."""
    done, total, squares = 0, 0.0, 0.0
    while done < count and not must_stop(worker):
        states[0] = states[1]
        state = states[0]
        worker.path_length = worker.played_count = 0
        play_out(state, worker)
        score = finish_play(worker, state)
        total += score
        squares += score * score
        done += 1
    if done == 0 or worker.high <= worker.low:
        return 1.0
    mean = total / done
    return math.sqrt(max(0.0, squares / done - mean * mean)) / (worker.high - worker.low)


@kernel
def simulate(tree, settings, states, worker, path, depth_visits):
    """Walk down, evaluate, and enter the score along the path. Nothing is evaluated if the walk ends at a node found to be exhausted."""
    states[0] = states[1]
    state = states[0]
    worker.path_length = worker.played_count = 0
    index = np.int64(0)
    nodes = 1
    path[0] = 0
    while not node_at(tree, index).terminal and nodes < path.size - 1 and is_expanded(tree, settings, state, worker, index):
        edge = choose_edge(tree, settings, state, worker, index)
        if edge == NONE:
            close_upwards(tree, path, nodes - 1)
            return
        apply_action(state, edge_at(tree, edge).action)
        child = np.int64(edge_at(tree, edge).child)
        is_new = child == NONE
        if is_new:
            child = find_or_make_node(tree, settings, state, worker, worker.path_length + 1)
            edge_at(tree, edge).child = child
        worker.path[worker.path_length] = edge_at(tree, edge).action
        worker.path_length += 1
        if child == NONE:  # memory is full: the play continues without the tree
            break
        path[nodes] = child
        nodes += 1
        index = child
        if is_new and node_at(tree, child).visits == 0:
            break
    evaluate(tree, settings, state, worker, path, nodes, depth_visits)


@kernel
def evaluate(tree, settings, state, worker, path, nodes, depth_visits):
    """Play `state` out and back the score up through the `nodes` nodes of the path; the last action may have led to none."""
    index = path[nodes - 1]
    in_tree = node_at(tree, index).terminal and nodes == worker.path_length + 1
    if not is_terminal(state):
        play_out(state, worker)
    score = finish_play(worker, state)
    if in_tree and settings.repeats == PENALTY:
        score -= PENALTY_SHARE * abs(score)
    if in_tree and settings.repeats == FADE:
        score -= (1.0 - (1.0 - PENALTY_SHARE) ** node_at(tree, index).visits) * abs(score)
    for step in range(nodes):
        node = node_at(tree, path[step])
        node.visits += 1
        node.total += score
        node.squares += score * score
        node.best = max(node.best, score)
        if settings.beam_width > 0:
            count_depth(tree, settings, depth_visits, step)
    if in_tree and settings.repeats == CLOSE:
        node_at(tree, index).closed = 1
        close_upwards(tree, path, nodes - 1)


@kernel
def count_depth(tree, settings, depth_visits, depth):
    """Count a visit of a depth, and cut it to the beam when it has had enough."""
    depth_visits[depth] += 1
    if depth > 0 and depth_visits[depth] == settings.beam_after:
        cut_depth(tree, depth, settings.beam_width)


@kernel
def close_upwards(tree, path, last):
    """Close the nodes of the path, from the place `last` up, as long as all their actions are closed."""
    step = last
    while step >= 0:
        if not node_at(tree, path[step]).closed and not is_exhausted_node(tree, path[step]):
            return
        node_at(tree, path[step]).closed = 1
        step -= 1
    tree.exhausted = 1


@kernel
def is_expanded(tree, settings, state, worker, index):
    """Return whether the node has edges to choose from; gives it edges if it has had enough visits."""
    node = node_at(tree, index)
    if node.expanded:
        return True
    if (node.visits < settings.expand_threshold and index > 0) or tree.full:
        return False
    node.expanded = 1
    if not settings.ranked:
        expand_all(tree, settings, state, worker, index)
    return True


@kernel
def expand_all(tree, settings, state, worker, index):
    """Give a node all its edges: in random order, or in the order of the list where priors decide."""
    count = list_actions(state, worker.actions)
    if settings.select != PRIOR:
        shuffle(worker.stream, worker.actions, count)
    for place in range(count):
        action = worker.actions[place]
        if is_allowed(state, action):
            prior = action_prior(state, action)[0] if settings.select == PRIOR else 0.0
            if append_edge(tree, index, action, prior) == NONE:
                return
    node_at(tree, index).complete = 1


@kernel
def choose_edge(tree, settings, state, worker, index):
    """Return the open edge with the highest score, made if necessary; `NONE` if there is none.

    Closes children whose bound is not better than the best solution.
    """
    node = node_at(tree, index)
    allowed = widest(settings, node.visits)
    least = best_score(worker)
    chosen, highest = np.int64(NONE), -np.inf
    place = np.int64(node.first_edge)
    seen, open_edges = 0, 0
    while place != NONE and (seen < allowed or open_edges == 0):
        edge = edge_at(tree, place)
        seen += 1
        score = UNTRIED
        if edge.child != NONE:
            child = node_at(tree, edge.child)
            if child.bound <= least:
                child.closed = 1
            if child.closed and settings.repeats == CLOSE:
                place = np.int64(edge.next)
                continue
            score = score_child(settings, worker, node.visits, child, edge.prior)
        elif settings.select == PRIOR:
            score = edge.prior + settings.exploration * math.sqrt(math.log(node.visits + 1.0))
        open_edges += 1
        if score > highest:
            chosen, highest = place, score
            if score == UNTRIED:
                break
        place = np.int64(edge.next)
    if settings.ranked and not node.complete and (seen < allowed or chosen == NONE) and highest < UNTRIED:
        made = next_ranked(tree, settings, state, index, highest)
        if made != NONE:
            return made
    return chosen


@kernel
def next_ranked(tree, settings, state, index, highest):
    """Make the edge of the next action by rank if it scores above `highest`; returns it, or `NONE`."""
    node = node_at(tree, index)
    action = np.int64(ranked_action(state, node.edge_count))
    if action < 0:
        node.complete = 1
        return np.int64(NONE)
    prior = action_prior(state, action)[0]
    score = UNTRIED
    if settings.select == PRIOR:
        score = prior + settings.exploration * math.sqrt(math.log(node.visits + 1.0))
    return append_edge(tree, index, action, prior) if score > highest else np.int64(NONE)


@kernel(inline=True)
def widest(settings, visits):
    """Return how many edges of a node with these visits are considered."""
    if settings.width == 0.0:
        return 1 << 40
    return int(max(1.0, settings.width * (visits + 1.0) ** settings.width_power))


@kernel(inline=True)
def score_child(settings, worker, parent_visits, child, prior):
    """Return the score of a child by the selection rule."""
    if child.visits == 0:
        return UNTRIED
    span = max(worker.high - worker.low, 1e-300)
    mean = child.total / child.visits
    value = ((1.0 - settings.best_weight) * mean + settings.best_weight * child.best - worker.low) / span
    if settings.select == PRIOR:
        count = child.visits + 1.0
        return (child.visits * value + prior) / count + settings.exploration * math.sqrt(math.log(parent_visits + 1.0) / count)
    score = value + settings.exploration * math.sqrt(math.log(parent_visits + 1.0) / child.visits)
    if settings.select == VARIANCE:
        spread = max(0.0, child.squares - child.visits * mean * mean) / (span * span)
        score += math.sqrt((spread + settings.doubt) / child.visits)
    return score


class TreeEngine(RolloutEngine):
    """One thread of the tree search: its tree, states and settings."""

    def __init__(
        self, problem: Problem, state: Any, settings: OnePlayerSettings, seed: int, number: int, solutions: int, memory: float
    ) -> None:
        super().__init__(problem, state, settings, seed, number, solutions)
        self.kernel_settings = new(settings_t)
        fill_record(settings, self.kernel_settings)
        ranked = ranked_action.is_implemented(problem.state_t)
        self.kernel_settings.ranked = ranked
        self.worker.scale = SCALES.index(settings.scale)
        self.kernel_settings.exploration = np.nan if settings.exploration is None else settings.exploration
        self.tree = new_tree(memory, 1.0 if ranked else min(float(problem.actions), 16.0))
        self.states = new_array(problem.state_t, 2)
        self.states[1] = state
        self.path, self.depth_visits = np.zeros(self.steps + 2, np.int32), np.zeros(self.steps + 2, np.int64)

    def run(self) -> None:
        if np.isnan(self.kernel_settings.exploration) and not self.worker.stop:
            spread = sample_playouts(self.states, self.worker, np.int64(self.settings.sample))
            self.kernel_settings.exploration = SPREAD * spread
        run_uct(self.tree.head, self.kernel_settings, self.states, self.worker, self.path, self.depth_visits)

    def is_exhausted(self) -> bool:
        return bool(self.tree.head.exhausted) and not self.tree.head.cut

    def node_count(self) -> int:
        return int(self.tree.head.node_count)

    def memory_used(self) -> int:
        return self.tree.memory_used

    def exploration(self) -> float | None:
        weight = float(self.kernel_settings.exploration)
        return None if np.isnan(weight) else weight
