"""The worker of a one-player search: its random stream, the play under way, and the best solutions so far.

A play is `path`, the actions that the search has chosen, followed by `played`, those of a playout. `finish_play` compares its reward
with the best solutions; these are distinct by the key of their last position, so that a set of actions is listed once, in whatever order
it was found. Inside the search a **score** is the reward, or minus the reward where the problem minimises: large is good.

| field | dtype, shape | meaning |
|---|---|---|
| `stream` | stream_t | the thread's random numbers |
| `actions`, `weights` | int32, float64; actions | room for legal actions, and for a number for each |
| `path`, `path_length` | int32, steps; int64 | actions chosen so far |
| `played`, `played_count` | int32, steps; int64 | actions of the playout |
| `sign` | float64 | 1 to maximise, -1 to minimise |
| `simulations`, `limit` | int64 | plays finished, and how many may be |
| `target` | float64 | a score that ends the search |
| `stop` | int64 | not 0: the search ends at the next play |
| `kept` | int64 | number of solutions |
| `wanted` | int64 | most solutions to keep |
| `scores`, `lengths` | MOST_SOLUTIONS | score and number of actions of each solution, the best first |
| `keys`, `found` | MOST_SOLUTIONS | key of its last position, and the simulation that found it |
| `solutions` | int32, (MOST_SOLUTIONS, steps) | its actions |
| `version` | int64 | odd while solutions are written |
| `lowest`, `highest` | float64 | the scores seen so far lie between them |
| `total`, `squares` | float64 | sum of all scores, and of their squares |
| `repeated` | int64 | plays that ended in a position that was evaluated before, as far as `seen` shows |
| `seen` | uint64, SEEN | keys of evaluated positions, in a table where a new one replaces an old one |
| `number` | int32 | of the thread |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.atomics import load_acquire
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import seed_stream, stream_t
from miai.search.problem import Problem, note_action, position_key, reward

MOST_SOLUTIONS = 16
SEEN = 1 << 16
LONGEST_PLAY = 1 << 15
_MASK = np.uint64(SEEN - 1)


@functools.cache
def solo_dtype(actions: int, steps: int) -> np.dtype[Any]:
    """Return the dtype of workers for a number of actions and a length of plays, with `note_action` for it."""
    dtype = record(
        "solo_worker",
        [
            ("stream", stream_t),
            ("actions", np.int32, actions),
            ("weights", np.float64, actions),
            ("path", np.int32, steps),
            ("path_length", np.int64),
            ("played", np.int32, steps),
            ("played_count", np.int64),
            ("sign", np.float64),
            ("simulations", np.int64),
            ("limit", np.int64),
            ("target", np.float64),
            ("stop", np.int64),
            ("kept", np.int64),
            ("wanted", np.int64),
            ("scores", np.float64, MOST_SOLUTIONS),
            ("keys", np.uint64, MOST_SOLUTIONS),
            ("found", np.int64, MOST_SOLUTIONS),
            ("lengths", np.int64, MOST_SOLUTIONS),
            ("solutions", np.int32, (MOST_SOLUTIONS, steps)),
            ("version", np.int64),
            ("lowest", np.float64),
            ("highest", np.float64),
            ("total", np.float64),
            ("squares", np.float64),
            ("repeated", np.int64),
            ("seen", np.uint64, SEEN),
            ("number", np.int32),
        ],
    )
    note_action.implement(dtype)(note_played)
    return dtype


def rounded(count: int) -> int:
    """Return the next of a few sizes: kernels are compiled for the sizes of a worker's arrays, and few sizes are shared by many."""
    return next((size for size in (64, 512) if size >= count), 1 << (count - 1).bit_length())


def new_solo_worker(problem: Problem, seed: int, number: int = 0, solutions: int = 1) -> Any:
    """Return a worker that keeps `solutions` solutions."""
    worker = new(solo_dtype(rounded(problem.actions), rounded(min(problem.longest + 1, LONGEST_PLAY))))
    seed_stream(worker.stream, np.uint64(seed % 2**64), np.uint64(number))
    worker.number, worker.wanted = number, solutions
    worker.sign = -1.0 if problem.goal == "minimise" else 1.0
    worker.lowest, worker.highest = np.inf, -np.inf
    worker.limit, worker.target = 2**62, np.inf
    return worker


@kernel
def note_played(worker, player, action):
    """Append `action` to the play under way."""
    worker.played[worker.played_count] = action
    worker.played_count += 1


@kernel
def must_stop(worker):
    """Return whether the search has to end."""
    return load_acquire(worker, "stop") != 0


@kernel
def finish_play(worker, state):
    """Evaluate `state`, the end of the play in `path` and `played`, and keep the play if it is among the best. Returns its score."""
    score = worker.sign * reward(state, 0)
    key = position_key(state)
    worker.simulations += 1
    place = np.int64(key & _MASK)
    worker.repeated += int(worker.seen[place] == key)
    worker.seen[place] = key
    worker.lowest = min(worker.lowest, score)
    worker.highest = max(worker.highest, score)
    worker.total += score
    worker.squares += score * score
    if worker.kept < worker.wanted or score > worker.scores[worker.kept - 1]:
        keep_solution(worker, score, key)
    if worker.simulations >= worker.limit or score >= worker.target:
        worker.stop = 1
    return score


@kernel
def best_score(worker):
    """Return the best score so far; minus infinity before the first play."""
    return worker.scores[0] if worker.kept > 0 else -np.inf


@kernel
def keep_solution(worker, score, key):
    """Enter the play into the solutions, by score; one with the same end is replaced if it is worse, else the new one is dropped."""
    last = worker.kept
    for place in range(worker.kept):
        if worker.keys[place] == key:
            if worker.scores[place] >= score:
                return
            last = place
    worker.version += 1
    if last == worker.kept and worker.kept == worker.wanted:
        last = worker.kept - 1
    worker.kept = max(worker.kept, last + 1)
    place = last
    while place > 0 and worker.scores[place - 1] < score:
        move_solution(worker, place - 1, place)
        place -= 1
    write_solution(worker, place, score, key)
    worker.version += 1


@kernel
def move_solution(worker, source, target):
    """Copy the solution at `source` to `target`."""
    worker.scores[target] = worker.scores[source]
    worker.keys[target] = worker.keys[source]
    worker.found[target] = worker.found[source]
    worker.lengths[target] = worker.lengths[source]
    for step in range(worker.lengths[source]):
        worker.solutions[target, step] = worker.solutions[source, step]


@kernel
def write_solution(worker, place, score, key):
    """Write the play under way into the solution at `place`."""
    worker.scores[place] = score
    worker.keys[place] = key
    worker.found[place] = worker.simulations
    worker.lengths[place] = worker.path_length + worker.played_count
    for step in range(worker.path_length):
        worker.solutions[place, step] = worker.path[step]
    for step in range(worker.played_count):
        worker.solutions[place, worker.path_length + step] = worker.played[step]
