"""Random records, damaged checkpoints and killed savers, briefly."""

from __future__ import annotations

import pytest

from tests.fuzz import files, kills, sgf_files


def test_random_records_are_read_or_refused_in_one_line():
    totals = sgf_files.fuzz(600, seed=1)
    assert totals.faults == []
    assert totals.read > 20 and totals.refused > 100


def test_damaged_checkpoints_are_refused_in_one_line():
    totals = files.fuzz("checkpoints", 20, seed=3, batch=20)
    assert (totals.files, totals.faults) == (20, [])


@pytest.mark.parametrize("kind", ["crafted", "crafted-panels"])
def test_crafted_checkpoints_are_refused_or_continued(kind):
    totals = files.fuzz(kind, 20, seed=5, batch=20)
    assert (totals.files, totals.faults) == (20, [])
    assert totals.reported > 5 and totals.unchanged > 2


@pytest.mark.parametrize("kind", ["studies", "books", "joseki", "struck", "databases"])
def test_other_damaged_files_are_refused_in_one_line(kind):
    totals = files.fuzz(kind, 40, seed=3, batch=40)
    assert (totals.files, totals.faults) == (40, [])
    assert totals.reported > 20


def test_killed_savers_lose_nothing_that_they_acknowledged():
    totals = kills.kill_savers(6, seed=1)
    assert totals.faults == []
    assert set(totals.kills) == set(kills.SAVERS)
