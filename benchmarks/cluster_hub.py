"""Measure the cost of one exchange with a worker for the process that decides, with many workers.

    python benchmarks/cluster_hub.py
    python benchmarks/cluster_hub.py --actions 82      # with RAVE counts, of Go on 9x9

No search and no network: a ledger with the rows of n workers takes a message of one of them, and makes the next message to it. The
yardstick is the same exchange where the sum is computed by adding the rows of all senders, as a check of the one that is kept.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import numpy as np

from miai.search.positions import RESULT_UNIT
from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.messages import Outbox, pack_message, unpack_message
from miai.search.sharing.statistics import RAVE_UNIT, RaveCounts, Statistics, add_statistics, no_links
from miai.search.sharing.top import MOST_RAVES

POSITIONS, ROWS, MESSAGE = 4000, 2000, 600
"""Positions in all, those that one worker has seen, and rows of a message."""
RAVE_POSITIONS = 400
"""Positions with RAVE counts in all."""


def rows_of(dice: np.random.Generator, count: int, age: int) -> Statistics:
    """Return statistics of random positions."""
    keys = np.sort(dice.choice(POSITIONS, count, replace=False)).astype(np.uint64)
    visits = dice.integers(1, 100, count) + 10 * age
    total = (visits[:, None] * RESULT_UNIT) // 2
    return Statistics(
        keys, np.ones(count, np.uint32), visits, total, np.zeros((count, 1)), np.ones((count, 1)), np.full(count, age)
    )


def raves_of(dice: np.random.Generator, count: int, actions: int, age: int) -> RaveCounts:
    """Return RAVE counts of random positions."""
    keys = np.sort(dice.choice(RAVE_POSITIONS, count if actions else 0, replace=False)).astype(np.uint64)
    counts = dice.integers(1, 100, (len(keys), actions)) + 10 * age
    return RaveCounts(keys, counts.sum(axis=1), counts, counts * RAVE_UNIT // 2, np.full(len(keys), age))


def measure(workers: int, rounds: int, actions: int = 0) -> tuple[float, float]:
    """Return processor milliseconds of an exchange, and of adding all senders."""
    dice, ledger = np.random.default_rng(1), Ledger(1, actions)
    for number in range(workers):
        ledger.receive(Message(f"w{number}", 1, 1, rows_of(dice, ROWS, 1), no_links(), raves_of(dice, MOST_RAVES, actions, 1)))
    outboxes = [Outbox("hub", f"w{number}") for number in range(workers)]
    packed = []
    for age in range(2, 2 + rounds):
        source = Ledger(1, actions)
        source.replace(Message("w", age, age, rows_of(dice, MESSAGE, age), no_links(), raves_of(dice, MOST_RAVES, actions, age)))
        packed.append(pack_message(Outbox("w", "hub").next_message(source)))
    began = time.process_time()
    for turn, data in enumerate(packed):
        message, number = unpack_message(data), turn % workers
        ledger.receive(replace(message, sender=f"w{number}", sequence=turn + 2, simulations=turn))
        pack_message(outboxes[number].next_message(ledger))
    kept = time.process_time() - began
    began = time.process_time()
    for _ in range(rounds):
        add_statistics([each.rows for each in ledger._accounts.values()], 1)
    return 1000 * kept / rounds, 1000 * (time.process_time() - began) / rounds


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=40)
    options.add_argument("--actions", type=int, default=0, help="share RAVE counts of a problem with this number of actions")
    options.add_argument("--workers", type=int, nargs="*", default=[4, 16, 64, 256])
    given = options.parse_args()
    measure(2, 4, given.actions)
    for workers in given.workers:
        kept, added = measure(workers, given.rounds, given.actions)
        print(f"{workers} workers: one exchange {kept:.2f} ms; adding all senders once {added:.2f} ms", flush=True)


if __name__ == "__main__":
    main()
