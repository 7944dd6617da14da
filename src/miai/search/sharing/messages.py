"""The messages from one search to another: the statistics that have changed, and in turn those that have not.

A message has at most `rows` rows. Those that changed most come first; the rest of the room is for the rows that were sent longest ago,
so that what a lost message said arrives with a later one. Links go with the first messages that have their target, and again with rows
whose turn it is. RAVE counts are sent in the same way, of fewer positions: one has a pair of numbers for each action.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np

from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.plays import Play
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.statistics import Column, Links, RaveCounts, SharedRows, Statistics, places_in

LEAST_CHANGE = 1 / 32
"""A row is sent again when its visits have grown by this share, before its turn comes."""
TURN = 1 / 4
"""Share of a message that is for rows whose turn it is."""
LEAST_PART = 1 / 64
RECOVERY = 1.1
"""Most growth of the next message after a short one."""
HEAD = 10
"""Numbers at the head of a message."""


class Turns:
    """The rows of a table that were sent to one receiver, with their visits at that time."""

    def __init__(self) -> None:
        self._keys = np.zeros(0, np.uint64)
        self._sent_visits = np.zeros(0, np.int64)
        self._sent_in = np.zeros(0, np.int64)
        self._had_news = np.zeros(0, bool)

    def next_rows(self, known: SharedRows, news: Column, most: int, sequence: int) -> tuple[Column, Column]:
        """Return the rows of message number `sequence`, at most `most`, and those of them whose links the receiver may not know.

        Rows with `news` that was not sent yet come first, then those that changed, by visits; then those that were sent longest ago.
        """
        place, was_sent = places_in(self._keys, known.keys)
        visits = np.where(was_sent, _at(self._sent_visits, place), -1)
        sent_in = np.where(was_sent, _at(self._sent_in, place), 0)
        unsent_news = news & ~(was_sent & _at(self._had_news, place))
        changed = (known.visits - visits > LEAST_CHANGE * known.visits) | (known.visits < visits) | unsent_news
        by_visits = np.argsort(np.where(changed, -known.visits - np.where(unsent_news, 2**40, 0), 1), kind="stable")
        first = by_visits[: min(int(changed.sum()), int(np.ceil(most * (1 - TURN))))]
        left = np.ones(len(known), bool)
        left[first] = False
        rest = np.flatnonzero(left)
        in_turn = rest[np.argsort(sent_in[rest], kind="stable")][: most - len(first)]
        chosen = np.concatenate([first, in_turn])
        visits[chosen], sent_in[chosen] = known.visits[chosen], sequence
        had_news = news & ~unsent_news
        had_news[chosen] = news[chosen]
        self._keys, self._sent_visits, self._sent_in, self._had_news = known.keys, visits, sent_in, had_news
        return np.sort(chosen), np.concatenate([first[~was_sent[first]], in_turn])


class Outbox:
    """The messages from one ledger to one receiver."""

    def __init__(self, sender: str, receiver: str, settings: SharingSettings | None = None) -> None:
        self.sender, self.receiver, self.settings = sender, receiver, settings or SharingSettings()
        self.sequence = 0
        self._rows, self._raves = Turns(), Turns()
        self._part = 1.0
        """Part of the usual number of rows that a message has, so that messages are not longer than `most_bytes` on average."""

    def next_bytes(self, ledger: Ledger) -> bytes:
        """Return the next message as bytes. After a long one the next has fewer rows: the others follow in turn."""
        data = pack_message(self.next_message(ledger))
        self._part = min(1.0, max(LEAST_PART, self._part * min(RECOVERY, self.settings.most_bytes / len(data))))
        return data

    def next_message(self, ledger: Ledger, everything: bool = False) -> Message:
        """Return the next message: all but what the receiver told us. With `everything` it has all rows, however many."""
        self.sequence += 1
        known, raves = ledger.sum_without(self.receiver), ledger.raves_without(self.receiver)
        most = len(known) if everything else max(1, round(self._part * self.settings.rows))
        most_raves = len(raves) if everything else -(-round(self._part * self.settings.rave_counts) // max(1, ledger.actions))
        chosen, new = self._rows.next_rows(known, known.has_bounds, most, self.sequence)
        chosen_raves, _ = self._raves.next_rows(raves, np.zeros(len(raves), bool), most_raves, self.sequence)
        return Message(
            self.sender,
            self.sequence,
            ledger.simulations_without(self.receiver),
            replace(known.take(chosen), ages=np.full(len(chosen), self.sequence)),
            _links_to(known.keys[new], ledger.links),
            replace(raves.take(chosen_raves), ages=np.full(len(chosen_raves), self.sequence)),
            ledger.play,
        )


def _at(column: Column, place: Column) -> Column:
    return column[place] if len(column) else np.zeros(len(place), column.dtype)


def _links_to(keys: Column, links: Links) -> Links:
    """Return the links whose target is among `keys`."""
    _, is_wanted = places_in(np.sort(keys), links.targets)
    return links.take(np.flatnonzero(is_wanted))


def pack_message(message: Message) -> bytes:
    """Return the message as bytes."""
    rows, links, raves = message.rows, message.links, message.raves
    bound = np.flatnonzero(rows.has_bounds)
    name = message.sender.encode()
    play = message.play or Play(0, 0.0, ())
    counts = [
        len(rows),
        rows.total.shape[1],
        len(bound),
        len(links),
        len(raves),
        raves.counts.shape[1],
        len(play.actions),
        len(name),
    ]
    head = np.array([message.sequence, message.simulations, *counts], np.int64)
    parts = [
        *(rows.keys, rows.checks, rows.visits, rows.total),
        *(bound.astype(np.uint32), rows.low[bound], rows.high[bound]),
        *(links.sources, links.actions, links.targets),
        *(raves.keys, raves.counts, raves.total),
        *(np.array([play.root], np.uint64), np.array([play.score]), np.array(play.actions, np.int32)),
    ]
    return head.tobytes() + name + zlib.compress(b"".join(map(_by_place, parts)), 1)


def _by_place(column: Column) -> bytes:
    """Return the bytes of a column: the first of all numbers, then the second and so on. The last are mostly 0 and take no room."""
    return bytes(np.ascontiguousarray(column).view(np.uint8).reshape(-1, column.itemsize).T.tobytes())


def unpack_message(data: bytes) -> Message:
    """Return the message in `data`. Raise `ValueError` if it is not one."""
    try:
        head = np.frombuffer(data, np.int64, HEAD)
        sequence, simulations, count, values, bounded, linked, raved, actions, played, named = (int(each) for each in head)
        name, body = data[8 * HEAD : 8 * HEAD + named].decode(), zlib.decompress(data[8 * HEAD + named :])
    except (ValueError, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"not a message of a search: {error}") from None
    place = 0

    def read(dtype: type, *shape: int) -> Column:
        nonlocal place
        kind, size = np.dtype(dtype), int(np.prod(shape))
        planes = np.frombuffer(body, np.uint8, size * kind.itemsize, place).reshape(kind.itemsize, size)
        place += planes.size
        return np.ascontiguousarray(planes.T).view(kind).reshape(shape)

    keys, checks, visits = read(np.uint64, count), read(np.uint32, count), read(np.int64, count)
    total, bound = read(np.int64, count, values), read(np.uint32, bounded)
    low, high = np.zeros((count, values)), np.ones((count, values))
    low[bound], high[bound] = read(np.float64, bounded, values), read(np.float64, bounded, values)
    rows = Statistics(keys, checks, visits, total, low, high, np.full(count, sequence))
    links = Links(read(np.uint64, linked), read(np.int32, linked), read(np.uint64, linked))
    rave_keys, counts, sums = read(np.uint64, raved), read(np.int64, raved, actions), read(np.int64, raved, actions)
    raves = RaveCounts(rave_keys, counts.sum(axis=1), counts, sums, np.full(raved, sequence))
    root, score, steps = read(np.uint64, 1), read(np.float64, 1), read(np.int32, played)
    play = Play(int(root[0]), float(score[0]), tuple(steps.tolist())) if played else None
    return Message(name, sequence, simulations, rows, links, raves, play)
