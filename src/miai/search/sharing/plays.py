"""The best complete play of a search for one player, as searches exchange it. `solutions.py` has the lists in which a search keeps its own.

A play that arrives is played again from the root before it is believed: a wrong one is ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.records import copy_record
from miai.search.problem import CHANCE, apply_action, is_legal_action, is_terminal, player_to_act, position_key, reward
from miai.search.solutions import is_wanted, keep_solution

if TYPE_CHECKING:
    from miai.search.driver import Search


@dataclass(frozen=True)
class Play:
    """A complete play. `root` is the key of the position where it begins, `score` the reward, negative where the problem minimises."""

    root: int
    score: float
    actions: tuple[int, ...]


def better_play(first: Play | None, second: Play | None) -> Play | None:
    """Return the play with the higher score; of equal ones the first."""
    if first is None or (second is not None and second.score > first.score):
        return second
    return first


def best_play_of(search: Search) -> Play | None:
    """Return the best play that a search has found or heard of; `None` if there is none."""
    if search.problem.players != 1:
        return None
    lists = [worker.best for worker in search.workers if worker.best.kept > 0]
    if not lists:
        return None
    best = max(lists, key=lambda each: float(each.scores[0]))
    return Play(_root_key(search), float(best.scores[0]), tuple(best.plays[0, : best.lengths[0]].tolist()))


def enter_play(search: Search, play: Play) -> bool:
    """Enter a play of another search among the solutions of this one; return whether that was done. No simulation may be under way.

    A play that reaches the target of the search ends it.
    """
    if search.problem.players != 1 or play.root != _root_key(search) or not is_wanted(search.workers[0].best, play.score):
        return False
    end = _end_of(search, play)
    if end is None:
        return False
    worker, actions = search.workers[0], np.array(play.actions, np.int32)
    keep_solution(worker.best, play.score, np.uint64(position_key(end)), search.simulations, actions, len(actions), actions, 0)
    if play.score >= worker.target:
        search.stop()
    return True


def _root_key(search: Search) -> int:
    return int(search.graph.nodes[search.graph.head.root].key)


def _end_of(search: Search, play: Play) -> Any:
    """Return the state at the end of a play; `None` if it is not a complete legal play without chance, or its score is another."""
    state, worker = copy_record(search.states[0]), search.workers[0]
    if not 0 < len(play.actions) <= worker.best.plays.shape[1]:
        return None
    for action in play.actions:
        if is_terminal(state) or int(player_to_act(state)) == CHANCE or not is_legal_action(state, action):
            return None
        apply_action(state, np.int32(action))
    return state if is_terminal(state) and worker.sign * float(reward(state, 0)) == play.score else None
