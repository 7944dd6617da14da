"""The experiment on urgent patterns: a smoke run, a table of games, and the numbers of the source."""

from __future__ import annotations

import gzip

import pytest

from miai.experiments.frame import Cell, run_here
from miai.experiments.go_engine.urgency import EXPERIMENT, published
from miai.go.records.tsv import COLUMNS


@pytest.fixture(scope="module")
def smoke():
    return run_here(EXPERIMENT, "smoke")


def values(cells, measure, **labels):
    return [cell.value for cell in cells if cell.measure == measure and labels.items() <= cell.parameters.items()]


def test_a_smoke_run_has_every_number_for_each_size(smoke):
    for places in (8, 40):
        assert values(smoke, "patterns", places=places)[0] > 0
        for urgency in ("frequency", "strength"):
            (known,) = values(smoke, "known", places=places, urgency=urgency)
            (five,) = values(smoke, "first 5", places=places, urgency=urgency)
            (all_,) = values(smoke, "first 99", places=places, urgency=urgency)
            assert (places == 40 or known > 0) and known <= 100 and 0 <= five <= all_ <= 100
    assert values(smoke, "known", places=8) > values(smoke, "known", places=40), "small patterns are seen again more often"


def test_the_games_of_a_table_are_used_by_their_split(tmp_path):
    path = tmp_path / "games_9x9.tsv.gz"
    rows = ["\t".join(COLUMNS)]
    line = "eecgggcccffd"
    for number, split in enumerate(("train", "train", "valid")):
        rows.append("\t".join([str(number), "x", split, "", "7", "B+R", "", "", "", "b", line if split == "train" else line[:8]]))
    with gzip.open(path, "wt") as file:
        file.write("\n".join(rows) + "\n")
    cells = run_here(EXPERIMENT, "smoke", tables=str(path), places="40", least=2)
    assert values(cells, "known", urgency="strength") == [100.0]
    assert [cell.count for cell in cells if cell.measure == "known"] == [4, 4]


def test_published_numbers_belong_to_forty_points():
    assert published(Cell({"places": 40, "urgency": "strength"}, "first", 50.0)).value == 40.9
    assert published(Cell({"places": 40, "urgency": "frequency"}, "first", 50.0)) is None
    assert published(Cell({"places": 8, "urgency": "strength"}, "first", 50.0)) is None
