"""The link of a search to a ledger: its own statistics go there, and those of others come back as history (`history.py`).

Others' visits are counted apart from the search's own, as history is: selection reads the mean of both, and counts both in its
exploration term (`counts_history`); counts, values of nodes and backup are those of this search alone. So what this search sends on is its
own, and nothing is counted twice. The same holds for RAVE counts (`shared_rave.py`).

The row of a position in the history stays the same from its first message until a move is played: edges refer to it by number.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new_array
from miai.search.history import (
    History,
    bounds_dtype,
    fill_places,
    history_dtype,
    history_move_t,
    history_place_t,
    link_history,
    relink_history,
)
from miai.search.positions import RESULT_UNIT
from miai.search.settings import PATH_MODES
from miai.search.shared_rave import SharedRave, make_shared_rave
from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.plays import best_play_of, enter_play
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.statistics import RAVE_UNIT, Column, Links, Statistics, no_raves, places_in
from miai.search.sharing.top import TopBuffers, raves_of, top_of

if TYPE_CHECKING:
    from miai.search.driver import Search
    from miai.search.slicing import Limit


GONE = 1e-6
"""Visits of a row without statistics: not 0, because values are divided by them."""
LEAST_PAUSE = 1 / 4
"""Least time between two looks at others' statistics, as a share of the interval."""
MOST_COST = 0.04
"""Most processor time for sharing, as a share of the clock: a team calls workers less often where it costs more."""
MOST_IN_SEARCH = 0.03
"""The part of it for exchanges in the search: after one that took long the next comes later, however many others send."""
LEAD = 1 / 8
"""A search is ready for a call this share of the interval before it is due: calls are not exactly on time."""


class StatisticsExchange:
    """The link of one search, called `name`, to a ledger.

    The search calls it between slices of simulations, from its own thread; it never waits for anybody.
    """

    def __init__(self, name: str, search: Search, settings: SharingSettings | None = None) -> None:
        if search.settings.mode in PATH_MODES:
            raise UserError(f"a cluster needs a mode that shares positions, such as uct-dag: mode {search.settings.mode} has paths")
        if search.link is not None:
            raise UserError("a search uses a store or a cluster, not both")
        self.name, self.settings = name, settings or SharingSettings()
        self._shares_rave = search.settings.rave != "off" and self.settings.rave_counts > 0
        actions = search.problem.actions if self._shares_rave else 0
        self.ledger = Ledger(len(search.graph.head.viewpoints), actions)
        self.seconds = 0.0
        """Processor time that was spent here: the overhead of sharing."""
        self.rounds = 0
        """Number of exchanges so far; also the age of the search's own rows."""
        self._buffers = TopBuffers(actions=actions)
        self._keys = np.zeros(0, np.uint64)
        """Keys of the rows of the history, in their order."""
        self._version = -1
        self._next = self._next_look = self._rested = 0.0
        self._before = 0
        self._interval = self.settings.interval
        self._raves: SharedRave | None = None
        search.kernel_settings.counts_history = 1

    def compile(self, search: Search) -> None:
        """Compile the kernels of sharing, before a clock runs."""
        if self.rounds == 0:
            self.publish(search)
            self._point_to(search, self.ledger.sum_without(self.name))
            link_history(search.graph.head, search.kernel_settings)
            relink_history(search.graph.head, search.kernel_settings)

    def begin(self, search: Search, limit: Limit) -> None:
        """Prepare for a run of the search."""
        self._before = self.simulations
        self._interval = self.settings.interval
        if limit.seconds is not None:
            self._interval = max(0.005, min(self._interval, limit.seconds / 8))
        self._next = time.perf_counter() + self._interval / 2

    def allowed(self, count: int) -> int:
        """Return how many of `count` simulations that are left for all searches this one may run before it looks again."""
        return count

    def after_slice(self, search: Search) -> None:
        """Exchange statistics, if it is time for it. What has arrived is used soon: it is worth most while it is new."""
        now = time.perf_counter()
        is_due = now >= self._next
        has_news = self.ledger.version != self._version and now >= self._next_look and self.settings.share != "end"
        if now < self._rested or not (is_due or has_news):
            return
        began = time.thread_time()
        if is_due:
            self.exchange(search)
            self._next = time.perf_counter() + self._interval
        else:
            self.use_others(search)
        spent = time.thread_time() - began
        self.seconds += spent
        now = time.perf_counter()
        self._next_look, self._rested = now + LEAST_PAUSE * self._interval, now + spent / MOST_IN_SEARCH

    def be_ready_in(self, seconds: float) -> None:
        """Enter the search's statistics in the ledger shortly before `seconds` have passed. May be called from any thread."""
        self._interval = seconds
        self._next = time.perf_counter() + (1 - LEAD) * seconds

    def end(self, search: Search) -> None:
        """Take in what has arrived until the end of a run."""
        self.exchange(search, at_end=True)

    def leave(self) -> None:
        """End the link. Other kinds of links free here what they hold."""

    def exchange(self, search: Search, at_end: bool = False) -> None:
        """Enter the search's statistics in the ledger, and use those of others as history."""
        self.publish(search)
        if self.settings.share != "end" or at_end:
            self.use_others(search)

    def publish(self, search: Search) -> None:
        """Enter the search's own statistics in the ledger."""
        head, settings = search.graph.head, self.settings
        self.rounds += 1
        visits = int(search.graph.nodes[head.root].visits)
        least = max(settings.least_visits, int(settings.least_share * visits))
        depth = settings.depth if settings.share == "nodes" else 1
        rows, links = top_of(search.graph, self._buffers, least, depth, self.rounds)
        raves = raves_of(search.graph, self._buffers, least, self.rounds) if self._shares_rave else no_raves(0)
        self.ledger.replace(Message(self.name, self.rounds, search.simulations, rows, links, raves, best_play_of(search)))
        self._version += self.ledger.version == self._version + 1  # nothing came from others in between

    @property
    def simulations(self) -> int:
        """Simulations of all others, as far as is known."""
        return self.ledger.simulations_without(self.name)

    @property
    def simulations_of_run(self) -> int:
        """Simulations of all others since the present run began, as far as is known."""
        return max(0, self.simulations - self._before)

    def value_with_others(self, node: Any) -> Any:
        """Return the value of a node, the mean over all searches."""
        others = self.ledger.sum_without(self.name)
        place, is_there = others.places_of(np.array([node.key], np.uint64))
        if not is_there[0] or (node.low == node.high).all():
            return node.value
        visits, total = others.visits[place[0]], others.total[place[0]] / RESULT_UNIT
        return (node.value * node.visits + total) / (node.visits + visits)

    def use_others(self, search: Search) -> None:
        """Use what is known of others as history."""
        if self.ledger.version == self._version:
            return
        self._version = self.ledger.version
        if self.ledger.play is not None:
            enter_play(search, self.ledger.play)
        others = self.ledger.sum_without(self.name)
        if len(others):
            _, is_old = places_in(np.sort(self._keys), others.keys)
            self._keys = np.concatenate([self._keys, others.keys[~is_old]])
            self._point_to(search, others)
            link_history(search.graph.head, search.kernel_settings)

    def relink(self, search: Search) -> None:
        """Attach history again after nodes were removed because memory was full."""
        if len(self._keys):
            relink_history(search.graph.head, search.kernel_settings)

    def move(self, search: Search, action: int | None = None) -> None:
        """Follow a search to a new root, by an action if there is one.

        What cannot be reached from there is dropped, and the rows of the history are numbered again.
        """
        self.ledger.keep_below(int(search.graph.nodes[search.graph.head.root].key))
        others = self.ledger.sum_without(self.name)
        self._keys, self._version = others.keys, self.ledger.version
        self._point_to(search, others)
        relink_history(search.graph.head, search.kernel_settings)

    def _point_to(self, search: Search, others: Statistics) -> None:
        """Let the search read `others` as history, in the order of `_keys`. Those that are gone keep their place, without visits."""
        count, values = len(self._keys), self.ledger.values
        place, is_there = others.places_of(self._keys)
        histories, bounds = new_array(history_dtype(values), count + (count > 0)), new_array(bounds_dtype(values), count)
        if count:
            _fill(histories[:count], bounds, self._keys, others, np.where(is_there, place, 0), is_there)
        moves = _moves(self._keys, self.ledger.links, histories)
        places = new_array(history_place_t, 1 << (2 * count).bit_length())
        history = History(histories, bounds, moves, places)
        history.point_from(search.graph.head)
        fill_places(search.graph.head)
        search.use_history(history)
        if self._shares_rave:
            self._point_to_raves(search)

    def _point_to_raves(self, search: Search) -> None:
        """Let the search read others' RAVE counts of the positions in `_keys`."""
        raves = self.ledger.raves_without(self.name)
        place, is_there = raves.places_of(self._keys)
        rows = place[is_there]
        self._raves = make_shared_rave(
            raves.counts[rows], raves.total[rows] / RAVE_UNIT, np.flatnonzero(is_there), len(self._keys) + 1
        )
        self._raves.point_from(search.graph.head)


def _fill(own: Any, bounds: Any, keys: Column, others: Statistics, place: Column, is_there: Column) -> None:
    """Fill the histories of `keys` from the rows at `place`."""
    visits = np.where(is_there, others.visits[place], GONE)
    own.key, own.check, own.visits = keys, others.checks[place], visits
    own.worth = others.total[place] / RESULT_UNIT / np.maximum(1, others.visits[place])[:, None]
    own.mixed = own.worth
    low, high = others.low[place], others.high[place]
    sound = (low <= high).all(axis=1)[:, None] & is_there[:, None]
    bounds.low, bounds.high = np.where(sound, low, 0.0), np.where(sound, high, 1.0)


def _moves(keys: Column, links: Links, histories: Any) -> Any:
    """Return the moves between positions of `keys`; write into `histories` where those of each begin."""
    order = np.argsort(keys, kind="stable")
    source, has_source = places_in(keys[order], links.sources)
    target, has_target = places_in(keys[order], links.targets)
    known = np.flatnonzero(has_source & has_target)
    rows, after = order[source[known]], order[target[known]]
    by_row = np.lexsort((links.actions[known], rows))
    moves = new_array(history_move_t, len(known))
    if len(known):
        moves.action, moves.after = links.actions[known][by_row], after[by_row]
    if len(histories):
        histories.first_move = np.searchsorted(rows[by_row], np.arange(len(histories)))
    return moves
