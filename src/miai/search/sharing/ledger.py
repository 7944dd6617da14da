"""A ledger: what a search has learned of all others. Each sender's statistics are kept apart, beside the sum over all of them.

A row of a message is a *total* since the sender's search began, not a difference, and has the number of its message. The row with the
highest number counts. So a message that is doubled or comes late changes nothing, and what a lost one said is in the next that has
the same row: no count can become too high, and none stays too low once a later message arrives.

The sum is kept up to date: a change of one sender's rows adds the new ones and takes the old ones away, and so does a sum without one
sender. So the cost of a message does not grow with the number of senders. Counts and results are whole numbers, so nothing is lost by this.
Bounds cannot be taken away and need not be: what is proven stays true, whoever proved it.

A sender is a name for one search. One that starts again, with empty memory, has another name; what it did before still counts.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np

from miai.search.sharing.plays import Play, better_play
from miai.search.sharing.statistics import (
    Column,
    Links,
    RaveCounts,
    Statistics,
    T,
    added,
    join_links,
    newest,
    no_links,
    no_raves,
    no_statistics,
    reachable,
)

MOST_ROWS = 50_000
"""Most positions of one sender that are kept: those with the fewest visits are dropped."""
MOST_RAVES = 512
"""The same for positions with RAVE counts, which are much larger."""


@dataclass(frozen=True)
class Message:
    """The knowledge of one search. `sequence` counts its messages to one receiver; no RAVE counts means that nothing is said of them."""

    sender: str
    sequence: int
    simulations: int
    rows: Statistics
    links: Links
    raves: RaveCounts = field(default_factory=lambda: no_raves(0))
    play: Play | None = None


@dataclass
class Account:
    """The latest known statistics of one sender."""

    rows: Statistics
    raves: RaveCounts
    simulations: int = 0
    age: int = 0
    """Number of the newest message."""


class Ledger:
    """The statistics of all senders, of positions with `values` values. Its methods may be called from any thread.

    `actions` is the number of actions of the problem where RAVE counts are shared.
    """

    def __init__(self, values: int, actions: int = 0) -> None:
        self.values, self.actions = values, actions
        self.links = no_links()
        self.root: int | None = None
        """The key of the position at the root, once it is known."""
        self.play: Play | None = None
        """The best play of all from the root, where there is one player."""
        self.version = 0
        """Rises with every change."""
        self._accounts: dict[str, Account] = {}
        self._sum, self._raves = no_statistics(values), no_raves(actions)
        self._lock = threading.Lock()

    def receive(self, message: Message) -> None:
        """Enter a message: what it has are totals of its sender, and the best play that the sender knows."""
        with self._lock:
            account = self._account(message.sender)
            self._sum, account.rows = _enter(self._sum, account.rows, message.rows, MOST_ROWS)
            if len(message.raves):
                self._raves, account.raves = _enter(self._raves, account.raves, message.raves, MOST_RAVES)
            if message.sequence > account.age:
                account.age, account.simulations = message.sequence, message.simulations
            self._take_links_and_play(message)

    def replace(self, message: Message) -> None:
        """Make the rows and RAVE counts of `message` all that is known of its sender: for statistics that did not travel."""
        with self._lock:
            before = self._account(message.sender)
            rows, raves = message.rows, message.raves if len(message.raves) else no_raves(self.actions)
            self._accounts[message.sender] = Account(rows, raves, message.simulations, message.sequence)
            self._sum = added(added(self._sum, before.rows.negated()), rows).visited()
            self._raves = added(added(self._raves, before.raves.negated()), raves).visited()
            self._take_links_and_play(message)

    def _take_links_and_play(self, message: Message) -> None:
        """Enter links, and the play if it is the best. A late message may have one that begins before the last move."""
        self.links = join_links(self.links, message.links)
        play = message.play
        if play is not None and (self.root is None or play.root == self.root):
            self.play = better_play(self.play, play)
        self.version += 1

    def _account(self, sender: str) -> Account:
        return self._accounts.setdefault(sender, Account(no_statistics(self.values), no_raves(self.actions)))

    def sum_without(self, *names: str) -> Statistics:
        """Return the sums over all senders but these."""
        with self._lock:
            left_out = [self._accounts[name].rows for name in names if name in self._accounts]
            return _without(self._sum, left_out)

    def raves_without(self, *names: str) -> RaveCounts:
        """Return the sums of the RAVE counts over all senders but these."""
        with self._lock:
            left_out = [self._accounts[name].raves for name in names if name in self._accounts]
            return _without(self._raves, left_out)

    def simulations_without(self, *names: str) -> int:
        """Return the simulations of all senders but these."""
        with self._lock:
            return sum(each.simulations for name, each in self._accounts.items() if name not in names)

    def age_of(self, sender: str) -> int:
        """Return the number of the newest message of `sender`; 0 before the first."""
        with self._lock:
            return self._accounts[sender].age if sender in self._accounts else 0

    def senders(self) -> list[str]:
        """Return the names of all senders."""
        with self._lock:
            return list(self._accounts)

    def keep_below(self, root: int) -> None:
        """Drop all positions that the one with key `root` does not lead to."""
        with self._lock:
            keys = reachable(self.links, root)
            self.links = self.links.take(np.flatnonzero(np.isin(self.links.sources, keys)))
            for account in self._accounts.values():
                account.rows, account.raves = _among(account.rows, keys), _among(account.raves, keys)
            self._sum, self._raves = _among(self._sum, keys), _among(self._raves, keys)
            self.root, self.play = root, None  # the play began at another root
            self.version += 1


def _enter(total: T, known: T, rows: T, most: int) -> tuple[T, T]:
    """Return the sum over all senders and the rows of one of them, after a message of that one with `rows`."""
    place, is_known = known.places_of(rows.keys)
    before = known.take(place[is_known])
    after = newest(known, rows)
    changed = after.take(after.places_of(rows.keys)[0])
    total = added(added(total, before.negated()), changed).visited()
    if len(after) <= most:
        return total, after
    kept = np.sort(np.argsort(-after.visits, kind="stable")[: most // 2])
    dropped = np.setdiff1d(np.arange(len(after)), kept)
    return added(total, after.take(dropped).negated()).visited(), after.take(kept)


def _without(total: T, left_out: list[T]) -> T:
    for rows in left_out:
        total = added(total, rows.negated())
    return total.visited() if left_out else total


def _among(rows: T, keys: Column) -> T:
    return rows.take(np.flatnonzero(np.isin(rows.keys, keys)))
