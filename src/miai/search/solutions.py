"""The best complete plays of a search for one player: a list in each worker, filled by kernels, read by Python.

A **score** is the reward, or minus the reward where the problem minimises: large is good. Solutions are distinct by the key of their
last position, so that a set of actions is listed once, in whatever order it was found.

| field of `solutions_dtype` | dtype, shape | meaning |
|---|---|---|
| `kept`, `wanted` | int64 | number of solutions; the most to keep |
| `scores`, `lengths` | float64, int64; MOST_SOLUTIONS | score and number of actions of each solution, the best first |
| `keys`, `found` | uint64, int64; MOST_SOLUTIONS | key of its last position, and the simulation that found it |
| `plays` | int32, (MOST_SOLUTIONS, steps) | its actions |
| `version` | int64 | odd while a kernel writes |
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.kernels import generic, kernel
from miai.core.records import copy_record, record
from miai.search.problem import CHANCE, Problem, apply_action, note_first_time, player_to_act, position_key, reward

MOST_SOLUTIONS = 16
LONGEST_PLAY = 1 << 15
"""Longer plays are searched, but not kept as solutions."""


@functools.cache
def solutions_dtype(steps: int) -> np.dtype[Any]:
    """Return the dtype of a list of solutions with at most `steps` actions each."""
    return record(
        "solutions",
        [
            ("kept", np.int64),
            ("wanted", np.int64),
            ("scores", np.float64, MOST_SOLUTIONS),
            ("lengths", np.int64, MOST_SOLUTIONS),
            ("keys", np.uint64, MOST_SOLUTIONS),
            ("found", np.int64, MOST_SOLUTIONS),
            ("plays", np.int32, (MOST_SOLUTIONS, steps)),
            ("version", np.int64),
        ],
    )


def rounded_steps(problem: Problem) -> int:
    """Return room for the plays of `problem`: one of a few sizes, since kernels are compiled for each."""
    needed = min(problem.longest + 1, LONGEST_PLAY)
    return next((size for size in (64, 512) if size >= needed), 1 << (needed - 1).bit_length())


def checked_solutions(count: int) -> int:
    """Return the number of solutions to keep. Raise `UserError` if there is no room for it."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 1 <= count <= MOST_SOLUTIONS:
        raise UserError(f"solutions must be a whole number from 1 to {MOST_SOLUTIONS}, not {count!r}")
    return int(count)


@generic(on="worker")
def record_play(graph, state, worker):
    """Note that the play of the worker has ended in `state`. Only workers for one player keep it."""


@record_play.default
@kernel
def record_nothing(graph, state, worker):
    pass


@kernel
def record_solution(graph, state, worker):
    """Keep the worker's play if it is among the best, and stop the search if it reaches the target."""
    if worker.played_count > worker.played.size:
        return
    score = worker.sign * reward(state, 0)
    if is_wanted(worker.best, score):
        keep_solution(
            worker.best, score, position_key(state), graph.simulations, worker.played, worker.played_count, worker.played, 0
        )
    if score >= worker.target:
        graph.stop = 1


@kernel
def note_in_play(worker, player, action):
    """Append `action` to the worker's play, and note it for all-moves-as-first statistics."""
    append_action(worker, action)
    note_first_time(worker, player, action)


@kernel(inline=True)
def append_action(worker, action):
    """Append `action` to `played`. Of a play that is too long only the length is counted."""
    if worker.played_count < worker.played.size:
        worker.played[worker.played_count] = action
    worker.played_count += 1


@kernel
def is_wanted(best, score):
    """Return whether a play with this score is among the best."""
    return best.kept < best.wanted or score > best.scores[best.kept - 1]


@kernel
def keep_solution(best, score, key, found, first, first_length, second, second_length):
    """Enter the play that consists of two parts, by its score. Of two plays with the same end only the better one stays."""
    last = best.kept
    for place in range(best.kept):
        if best.keys[place] == key:
            if best.scores[place] >= score:
                return
            last = place
    best.version += 1
    if last == best.kept and best.kept == best.wanted:
        last = best.kept - 1
    best.kept = max(best.kept, last + 1)
    place = last
    while place > 0 and best.scores[place - 1] < score:
        move_solution(best, place - 1, place)
        place -= 1
    best.scores[place], best.keys[place], best.found[place] = score, key, found
    best.lengths[place] = first_length + second_length
    for step in range(first_length):
        best.plays[place, step] = first[step]
    for step in range(second_length):
        best.plays[place, first_length + step] = second[step]
    best.version += 1


@kernel
def move_solution(best, source, target):
    """Copy the solution at `source` to `target`."""
    best.scores[target] = best.scores[source]
    best.keys[target] = best.keys[source]
    best.found[target] = best.found[source]
    best.lengths[target] = best.lengths[source]
    for step in range(best.lengths[source]):
        best.plays[target, step] = best.plays[source, step]


@dataclass(frozen=True)
class Solution:
    """A complete play from the start of the search."""

    actions: tuple[int, ...]
    texts: tuple[str, ...]
    """The actions as people write them."""
    reward: float
    """In the problem's units."""
    found_after: int
    """Simulations until it was found."""
    found_seconds: float | None = None
    """Seconds until it was noticed; kept for the best solution only."""


@dataclass(frozen=True)
class _Entry:
    """One row of a list of solutions."""

    key: int
    score: float
    actions: list[int]
    found: int


def merge_solutions(problem: Problem, start: Any, lists: Iterable[Any], most: int) -> tuple[Solution, ...]:
    """Return the best solutions of several lists with distinct ends, at most `most`, the best first. Their plays begin at `start`.

    There are none where chance takes part: a play that depends on luck is no solution.
    """
    found: dict[int, _Entry] = {}
    for best in lists:
        for entry in _read(best):
            if entry.key not in found or found[entry.key].score < entry.score:
                found[entry.key] = entry
    ordered = sorted(found.values(), key=lambda entry: -entry.score)[:most]
    described = (describe_solution(problem, start, entry.actions, entry.score, entry.found) for entry in ordered)
    return tuple(solution for solution in described if solution is not None)


def _read(best: Any) -> list[_Entry]:
    """Return the rows of a list as of one moment, while a kernel may write to it."""
    while True:
        version = int(best.version)
        rows = [
            _Entry(int(best.keys[i]), float(best.scores[i]), best.plays[i, : best.lengths[i]].tolist(), int(best.found[i]))
            for i in range(int(best.kept))
        ]
        if version % 2 == 0 and version == int(best.version):
            return rows


def describe_solution(problem: Problem, start: Any, actions: list[int], score: float, found_after: int) -> Solution | None:
    """Return the solution with the texts of its actions, played from a copy of `start`; `None` if chance takes part in it."""
    state, texts = copy_record(start), []
    for action in actions:
        if int(player_to_act(state)) == CHANCE:
            return None
        texts.append(problem.action_text(state, action))
        apply_action(state, np.int32(action))
    return Solution(tuple(actions), tuple(texts), -score if problem.goal == "minimise" else score, found_after)


def keep_after(best: Any, action: int) -> None:
    """Keep the solutions that begin with `action`, without it. No kernel may be running."""
    rows = [row for row in range(int(best.kept)) if best.lengths[row] > 1 and best.plays[row, 0] == action]
    best.version += 1
    for place, row in enumerate(rows):
        best.scores[place], best.keys[place], best.found[place] = best.scores[row], best.keys[row], best.found[row]
        length = int(best.lengths[row]) - 1
        best.lengths[place] = length
        best.plays[place, :length] = best.plays[row, 1 : length + 1].copy()
    best.kept = len(rows)
    best.version += 1
