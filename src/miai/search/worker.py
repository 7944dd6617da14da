"""The record of one thread: its random stream, its path, and buffers.

| field | dtype, shape | meaning |
|---|---|---|
| `stream` | stream_t | the thread's random numbers |
| `actions` | int32, actions | buffer for a list of legal actions |
| `weights` | float64, actions + groups | buffer for a number per action or group |
| `path_nodes` | int32, steps + 1 | the nodes of this simulation, the root first |
| `path_edges` | int32, steps | the edges between them |
| `path_length` | int64 | number of edges on the path |
| `result` | float64, values | the result of this simulation, 0 to 1, from the viewpoint of nodes |
| `keeps_trace` | int8 | whether `note_action` records actions |
| `first_played` | int64, (players, actions) | when a player first played an action: `trace_base` + time; below it: not at all |
| `trace_base`, `trace_length` | int64 | where this simulation's times begin, and how many actions it has so far |
| `edge_times` | int64, steps | the time at which each edge of the path was played |
| `spare_node` | int32 | a node that was made and then found to exist already; used for the next one |
| `masks` | uint64, actions | buffer for the move groups of each action |
| `rave_edges` | int32, (players, actions) | for each player's action the edge whose all-moves-as-first counts are used (GRAVE) |
| `repeated_node` | int32 | a node of the path that the last action has led back to, or `NONE` |
| `number` | int32 | number of this thread: 0, 1, ... |
| `slot` | int32 | the state in `states` that belongs to this thread |
| `common_slot` | int32 | the state where the simulations of a batch part (`loop.py`) |
| `common_steps` | int64 | number of edges that all simulations of the batch have in common |
| `batch_result` | float64, values | sum of the results of the batch |
| `next_node`, `reserved_nodes`, `next_edge`, `reserved_edges` | int64 | memory that this thread has in reserve (`allocator.py`) |
| `deepest` | int64 | the longest path so far |
| `transpositions` | int64 | edges whose child another path had reached before |
| `played_count` | int64 | actions of this simulation, in the graph and in the playout; counted for one player only |
| `common_played` | int64 | how many of them all simulations of the batch have in common |

Workers for one player have these too:

| field | dtype, shape | meaning |
|---|---|---|
| `played` | int32, play | the actions of this simulation |
| `best` | solutions_dtype | the best plays so far (`solutions.py`) |
| `sign` | float64 | 1 to maximise, -1 to minimise |
| `target` | float64 | a score that ends the search |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.records import new_array, record
from miai.core.streams import seed_stream, stream_t
from miai.search.graph import CACHE_LINE, MOST_GROUPS, NONE
from miai.search.problem import Problem, note_action
from miai.search.settings import Settings
from miai.search.solutions import note_in_play, record_play, record_solution, rounded_steps, solutions_dtype

LONGEST_PATH = 4096
"""No path is longer than this, whatever `Problem.longest` is."""


def values_of(problem: Problem) -> int:
    """Return the number of values of a node of this problem's graph."""
    return 1 if problem.players == 1 or (problem.players == 2 and problem.zero_sum) else problem.players


def _rounded(count: int, *steps: int) -> int:
    """Return the next of `steps` that is large enough, else the next power of two.

    Kernels are compiled for the lengths of these arrays. With few different lengths, most problems share the compiled search.
    """
    return next((step for step in steps if step >= count), 1 << (count - 1).bit_length())


@functools.cache
def worker_dtype(actions: int, players: int, values: int, steps: int, play: int) -> np.dtype[Any]:
    """Return the dtype of the workers of a problem; `steps` is the longest path, `play` the longest solution, 0 to keep none."""
    dtype = record(
        "worker",
        [
            ("stream", stream_t),
            ("actions", np.int32, actions),
            ("weights", np.float64, actions + MOST_GROUPS),
            ("path_nodes", np.int32, steps + 1),
            ("path_edges", np.int32, steps),
            ("edge_times", np.int64, steps),
            ("path_length", np.int64),
            ("result", np.float64, values),
            ("first_played", np.int64, (players, actions)),
            ("masks", np.uint64, actions),
            ("rave_edges", np.int32, (players, actions)),
            ("trace_base", np.int64),
            ("trace_length", np.int64),
            ("keeps_trace", np.int8),
            ("spare_node", np.int32),
            ("repeated_node", np.int32),
            ("number", np.int32),
            ("slot", np.int32),
            ("common_slot", np.int32),
            ("common_steps", np.int64),
            ("batch_result", np.float64, values),
            ("next_node", np.int64),
            ("reserved_nodes", np.int64),
            ("next_edge", np.int64),
            ("reserved_edges", np.int64),
            ("deepest", np.int64),
            ("transpositions", np.int64),
            ("played_count", np.int64),
            ("common_played", np.int64),
            *(_solution_fields(play) if play else ()),
            ("gap", np.uint8, 2 * CACHE_LINE),  # so that the next thread's stream is on another cache line
        ],
    )
    if play:
        note_action.implement(dtype)(note_in_play)
        record_play.implement(dtype)(record_solution)
    return dtype


def _solution_fields(play: int) -> list[tuple[Any, ...]]:
    return [("played", np.int32, play), ("best", solutions_dtype(play)), ("sign", np.float64), ("target", np.float64)]


def slot_of(problem: Problem, number: int) -> int:
    """Return the index of the states of thread `number` in `states`, on other cache lines than those of other threads."""
    return (number + 1) * (2 * CACHE_LINE // problem.state_t.itemsize + 2)


def new_workers(problem: Problem, settings: Settings, seed: int, count: int, first_stream: int = 0) -> Any:
    """Workers for `count` threads, each with its own stream of `seed`, numbered from `first_stream`."""
    steps = _rounded(2 * min(problem.longest, LONGEST_PATH) + 1, 256, 2048)  # twice: there may be groups in between
    actions, players = _rounded(problem.actions, 64, 512), _rounded(problem.players, 2)
    play = rounded_steps(problem) if problem.players == 1 else 0
    workers = new_array(worker_dtype(actions, players, values_of(problem), steps, play), count)
    for number in range(count):
        worker = workers[number]
        seed_stream(worker.stream, np.uint64(seed % 2**64), np.uint64(first_stream + number))
        worker.spare_node = NONE
        worker.trace_base = 1
        worker.keeps_trace = settings.rave != "off"
        worker.number = number
        worker.slot = slot_of(problem, number)
        worker.common_slot = worker.slot + 1
        if play:
            worker.best.wanted, worker.target = 1, np.inf
            worker.sign = -1.0 if problem.goal == "minimise" else 1.0
    return workers
