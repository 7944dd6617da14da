"""Nested rollout policy adaptation (C. Rosin, *Nested Rollout Policy Adaptation for Monte Carlo Tree Search*, IJCAI 2011).

A policy has a weight for each action code. A search of level 0 plays at random, each legal action with probability proportional to the
exponential of its weight. A search of level n starts with the policy of the level above, calls the level below `iterations` times, and
after each moves its policy towards the best play it has: along that play the weight of each action taken grows by `step`, and those of
all legal actions shrink by `step` times their probability.

| argument | dtype, shape | meaning |
|---|---|---|
| `policies` | float64, (levels + 1, codes) | the policy of each level |
| `plays`, `lengths`, `scores` | rows of each level | its best play so far |
| `change`, `touched`, `mark` | of each code | how the weight changes; the codes that change; whether a code is among them |
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import next_weighted
from miai.search.one_player.worker import finish_play, must_stop, note_played
from miai.search.problem import action_code, apply_action, is_allowed, is_terminal, list_actions


@kernel
def run_policy(states, room, plays, lengths, worker, level, iterations, step):
    """Repeat searches of `level` from state 1 of `states`, each with a new policy, until the worker has to stop."""
    policies = room[0]
    while not must_stop(worker):
        policies[level, :] = 0.0
        adapt_nested(states, room, plays, lengths, worker, level, iterations, step)


@kernel
def adapt_nested(states, room, plays, lengths, worker, level, iterations, step):
    """Search with `level` and the policy that stands in its row. Returns the score of the best play, which is in `plays`."""
    policies = room[0]
    if level == 0:
        return play_by_policy(states, policies[0], plays, lengths, worker)
    best = -np.inf
    for _ in range(iterations):
        policies[level - 1, :] = policies[level, :]
        score = adapt_nested(states, room, plays, lengths, worker, level - 1, iterations, step)
        if score >= best:
            best = score
            lengths[level] = lengths[level - 1]
            for place in range(lengths[level]):
                plays[level, place] = plays[level - 1, place]
        if must_stop(worker):
            break
        adapt_policy(states, policies[level], room, plays[level], lengths[level], worker, step)
    return best


@kernel
def play_by_policy(states, policy, plays, lengths, worker):
    """Play from state 1 to the end in state 0, by `policy`. Returns the score."""
    states[0] = states[1]
    state = states[0]
    worker.path_length = 0
    worker.played_count = 0
    while not is_terminal(state):
        count = weigh_actions(state, policy, worker)
        total = 0.0
        for place in range(count):
            total += worker.weights[place]
        action = worker.actions[next_weighted(worker.stream, worker.weights, count, total)]
        note_played(worker, 0, action)
        apply_action(state, action)
    lengths[0] = min(worker.played_count, worker.played.size)
    for place in range(lengths[0]):
        plays[0, place] = worker.played[place]
    return finish_play(worker, state)


@kernel
def weigh_actions(state, policy, worker):
    """Write the legal actions and the exponentials of their weights into the worker's rooms; returns how many there are."""
    listed = list_actions(state, worker.actions)
    count = 0
    for place in range(listed):
        action = worker.actions[place]
        if is_allowed(state, action):
            worker.actions[count] = action
            worker.weights[count] = math.exp(policy[code_index(state, action, policy.size)])
            count += 1
    return count


@kernel(inline=True)
def code_index(state, action, size):
    """Return the place of an action's code in a policy of `size` weights, a power of two."""
    return np.int64(np.uint64(action_code(state, action)) & np.uint64(size - 1))


@kernel
def adapt_policy(states, policy, room, play, length, worker, step):
    """Move `policy` towards `play`: all changes are those of the policy as it was."""
    change, touched, mark = room[1], room[2], room[3]
    states[0] = states[1]
    state = states[0]
    marked = 0
    for place in range(length):
        count = weigh_actions(state, policy, worker)
        total = 0.0
        for other in range(count):
            total += worker.weights[other]
        for other in range(count):
            code = code_index(state, worker.actions[other], policy.size)
            if not mark[code]:
                mark[code] = True
                touched[marked] = code
                marked += 1
            change[code] -= step * worker.weights[other] / total
        change[code_index(state, play[place], policy.size)] += step
        apply_action(state, play[place])
    for place in range(marked):
        code = touched[place]
        policy[code] += change[code]
        change[code] = 0.0
        mark[code] = False
