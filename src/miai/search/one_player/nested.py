"""Nested Monte-Carlo search (T. Cazenave, *Nested Monte-Carlo Search*, IJCAI 2009).

A search of level 0 is a playout. A search of level n goes through a play step by step: it tries every action with a search of level
n - 1, and plays the action that begins the best play found so far, which may be one of an earlier step. When a search of the highest level
is done and there is time, another begins.

Each level has a state, a list of actions, and the best play of its present search: the rows of `states`, `lists` and `plays`.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.search.one_player.worker import finish_play, must_stop
from miai.search.problem import apply_action, is_allowed, is_terminal, list_actions, play_out


@kernel
def run_nested(states, lists, plays, lengths, worker, level):
    """Repeat searches of `level` from the last of `states` until the worker has to stop."""
    root = states.size - 1
    while not must_stop(worker):
        states[level] = states[root]
        worker.path_length = 0
        search_nested(states, lists, plays, lengths, worker, level)


@kernel
def search_nested(states, lists, plays, lengths, worker, level):
    """Search with `level` from state `level` of `states`, which is used up. Returns the score of the best play, which is in `plays`."""
    if level == 0:
        return search_by_playout(states, plays, lengths, worker)
    best = -np.inf
    start = worker.path_length
    state = states[level]
    while not is_terminal(state) and worker.path_length < worker.path.size:
        count = list_actions(state, lists[level])
        for place in range(count):
            action = lists[level, place]
            if not is_allowed(state, action):
                continue
            states[level - 1] = states[level]
            below = states[level - 1]
            apply_action(below, action)
            step = worker.path_length
            worker.path[step] = action
            worker.path_length = step + 1
            score = search_nested(states, lists, plays, lengths, worker, level - 1)
            worker.path_length = step
            if score > best:
                best = score
                keep_play(plays, lengths, level, step - start, action)
            if must_stop(worker):
                return best
        chosen = plays[level, worker.path_length - start]
        apply_action(state, chosen)
        worker.path[worker.path_length] = chosen
        worker.path_length += 1
    if best == -np.inf:  # there was nothing to choose: the play ended in the level above
        best = search_by_playout_of(states, plays, lengths, worker, level)
    worker.path_length = start
    return best


@kernel
def search_by_playout(states, plays, lengths, worker):
    """Play state 0 out. Returns the score; the actions are in the first row of `plays`."""
    return search_by_playout_of(states, plays, lengths, worker, 0)


@kernel
def search_by_playout_of(states, plays, lengths, worker, level):
    """Play a state of `states` out; its actions become the play of its level."""
    state = states[level]
    worker.played_count = 0
    if not is_terminal(state):
        play_out(state, worker)
    lengths[level] = min(worker.played_count, plays.shape[1])
    for step in range(lengths[level]):
        plays[level, step] = worker.played[step]
    return finish_play(worker, state)


@kernel
def keep_play(plays, lengths, level, step, action):
    """Replace the best play of `level` from `step` on by `action` and the play of the level below."""
    plays[level, step] = action
    count = min(lengths[level - 1], plays.shape[1] - step - 1)
    for place in range(count):
        plays[level, step + 1 + place] = plays[level - 1, place]
    lengths[level] = step + 1 + count
