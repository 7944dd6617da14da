"""The worker of a one-player search: its random stream, the play under way, and the best solutions so far.

A play is `path`, the actions that the search has chosen, followed by `played`, those of a playout. `finish_play` compares its reward
with the best solutions (`solutions.py`). A **score** is the reward, or minus the reward where the problem minimises: large is good.

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
| `best` | solutions_dtype | the best plays so far |
| `lowest`, `highest` | float64 | the scores seen so far lie between them |
| `low`, `high` | float64 | the scores that count as 0 and as 1 |
| `scale` | int64 | how they are chosen: `RANGE` or `QUANTILES` |
| `sample`, `sampled` | float64, SAMPLE; int64 | scores drawn from all so far, in rising order, and how many; for `QUANTILES` only |
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
from miai.core.streams import next_below, seed_stream, stream_t
from miai.search.one_player.settings import QUANTILES
from miai.search.problem import Problem, note_action, position_key, reward
from miai.search.solutions import append_action, is_wanted, keep_solution, rounded_steps, solutions_dtype

SEEN = 1 << 16
SAMPLE = 256
"""Scores from which quantiles are estimated."""
TAIL = 20
"""One score of this number lies below the lower quantile, and one above the upper: 5 % each."""
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
            ("best", solutions_dtype(steps)),
            ("lowest", np.float64),
            ("highest", np.float64),
            ("low", np.float64),
            ("high", np.float64),
            ("scale", np.int64),
            ("sample", np.float64, SAMPLE),
            ("sampled", np.int64),
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
    worker = new(solo_dtype(rounded(problem.actions), rounded_steps(problem)))
    seed_stream(worker.stream, np.uint64(seed % 2**64), np.uint64(number))
    worker.number, worker.best.wanted = number, solutions
    worker.sign = -1.0 if problem.goal == "minimise" else 1.0
    worker.lowest = worker.low = np.inf
    worker.highest = worker.high = -np.inf
    worker.limit, worker.target = 2**62, np.inf
    return worker


@kernel
def note_played(worker, player, action):
    """Append `action` to the play under way."""
    append_action(worker, action)


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
    update_scale(worker, score)
    worker.total += score
    worker.squares += score * score
    if is_wanted(worker.best, score) and worker.path_length + worker.played_count <= worker.played.size:
        keep_solution(
            worker.best, score, key, worker.simulations, worker.path, worker.path_length, worker.played, worker.played_count
        )
    if worker.simulations >= worker.limit or score >= worker.target:
        worker.stop = 1
    return score


@kernel
def update_scale(worker, score):
    """Let `low` and `high` be the range of the scores so far, or their quantiles if these differ."""
    worker.low, worker.high = worker.lowest, worker.highest
    if worker.scale != QUANTILES:
        return
    sample_score(worker, score)
    tail = worker.sampled // TAIL
    if worker.sample[tail] < worker.sample[worker.sampled - 1 - tail]:
        worker.low, worker.high = worker.sample[tail], worker.sample[worker.sampled - 1 - tail]


@kernel
def sample_score(worker, score):
    """Draw a uniform sample of all scores, one by one (reservoir sampling: Vitter, 1985), and keep it in order."""
    hole = worker.sampled
    if worker.sampled < worker.sample.size:
        worker.sampled += 1
    else:
        hole = np.int64(next_below(worker.stream, min(worker.simulations, 1 << 32)))
        if hole >= worker.sample.size:
            return
    while hole > 0 and worker.sample[hole - 1] > score:
        worker.sample[hole] = worker.sample[hole - 1]
        hole -= 1
    while hole + 1 < worker.sampled and worker.sample[hole + 1] < score:
        worker.sample[hole] = worker.sample[hole + 1]
        hole += 1
    worker.sample[hole] = score


@kernel
def best_score(worker):
    """Return the best score so far; minus infinity before the first play."""
    return worker.best.scores[0] if worker.best.kept > 0 else -np.inf
