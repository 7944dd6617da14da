"""Kill -9 at a random moment while a process saves: the graph opens, is clean, and has every batch that was acknowledged, whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

from miai.store.graph import GraphFile, GraphStore
from miai.store.graph.upkeep import take_census
from tests.core.processes import SOURCE
from tests.nightly import repetitions
from tests.store.graph.made import GAME, make_positions

KILLS = repetitions("tests/store/graph/test_killed.py")
BATCH = 400

WRITER = """
import sys
from miai.store.graph import GraphStore
from tests.store.graph.made import GAME, make_positions
with GraphStore(sys.argv[1]) as store:
    for number in range(int(sys.argv[2]), 10**9):
        store.add_positions(GAME, make_positions(400, number))
        print(number, flush=True)
"""


def test_a_killed_writer_leaves_a_clean_graph_with_every_acknowledged_batch(tmp_path):
    path, chance = tmp_path / "g", random.Random(1)
    acknowledged = -1
    for _ in range(KILLS):
        acknowledged = max(acknowledged, _write_and_be_killed(path, acknowledged + 1, chance.uniform(0.0, 0.06)))
        with GraphFile(path) as file:
            (row,) = take_census(file)
            assert row.is_clean
            # the batch that was being written may be there too, whole; no key is in two batches
            assert row.positions in ((acknowledged + 1) * BATCH, (acknowledged + 2) * BATCH)
            acknowledged = row.positions // BATCH - 1
    assert acknowledged > KILLS // 2
    with GraphStore(path, writes=False) as store:
        for number in range(0, acknowledged + 1, max(1, acknowledged // 5)):
            batch = make_positions(BATCH, number)
            assert len(store.load_history(GAME, int(batch.keys[0]), 1)) == 1


def _write_and_be_killed(path, first, moment):
    """Let a process write batches from `first`, kill it a `moment` after its first answer; the last batch that it acknowledged."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(SOURCE.parent)])}
    command = [sys.executable, "-c", WRITER, str(path), str(first)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        answers = [writer.stdout.readline()]
        time.sleep(moment)
        writer.send_signal(signal.SIGKILL)
        answers += writer.stdout.readlines()
    return max(int(answer) for answer in answers if answer.endswith("\n"))
