"""Fitting the weights of features: known weights are recovered, and the command learns from tables."""

from __future__ import annotations

import gzip
import json
import random

import numpy as np
import pytest

from miai.go.knowledge.learned.features import COUNT, KINDS, STARTS
from miai.go.knowledge.learned.fitting import Choices, fit
from miai.go.knowledge.learned.weights import load_weights
from miai.go.notation.coordinates import to_letters
from miai.go.records.tsv import COLUMNS
from miai.go.rules.game import Game
from tests.cli.terminal import run_miai, the_one_line_of_error

SIZE = 7


def test_the_fit_recovers_the_weights_that_made_the_choices():
    source = np.random.default_rng(1)
    truth = np.zeros(COUNT)
    truth[:6] = (2.0, 1.0, 0.0, -1.0, 0.5, -0.5)
    moves, positions = 5, 4000
    rows = np.full((moves * positions, len(KINDS)), COUNT - 1, np.uint32)
    rows[:, 0], rows[:, 1] = source.integers(0, 4, len(rows)), source.integers(4, 6, len(rows))
    odds = np.exp(truth[rows].sum(axis=1)).reshape(positions, moves)
    played = [i * moves + source.choice(moves, p=row / row.sum()) for i, row in enumerate(odds)]
    choices = Choices(rows, np.arange(0, len(rows) + 1, moves), np.array(played), 1)
    found = fit(lambda: [choices], seed=1, rounds=4)
    assert found[:4] - found[2] == pytest.approx(truth[:4], abs=0.2)
    assert found[4] - found[5] == pytest.approx(1.0, abs=0.2)


def table(path, splits=("train", "valid")):
    """A table of two random games."""
    lines = []
    for number, split in enumerate(splits):
        game, source, letters = Game(SIZE), random.Random(number), ""
        for _ in range(30):
            point = source.choice(game.legal_points())
            game.play(point)
            letters += to_letters(point, SIZE)
        lines.append(f"{number}\tx\t{split}\t2001\t6.5\tW+R\t\t\t\tb\t{letters}")
    with gzip.open(path, "wt") as stream:
        stream.write("\n".join(["\t".join(COLUMNS), *lines]) + "\n")
    return str(path)


def test_the_command_learns_from_a_table_and_writes_the_weights(tmp_path):
    games, out = table(tmp_path / "games_7x7.tsv.gz"), tmp_path / "weights.npy"
    found = json.loads(run_miai("go", "learn", games, "--out", str(out), "--rounds", "2", "--json").stdout)
    assert (found["size"], found["train"]["games"], found["valid"]["games"]) == (SIZE, 1, 1)
    assert found["train"]["loss"] < found["valid"]["loss"]
    assert np.abs(load_weights(out)[0]).max() > 0


def test_a_kind_that_is_left_out_is_not_learned_and_an_unknown_kind_is_rejected(tmp_path):
    games, out = table(tmp_path / "games_7x7.tsv.gz"), tmp_path / "weights.npy"
    run_miai("go", "learn", games, "--out", str(out), "--rounds", "1", "--without", "square")
    weights, begin = load_weights(out)[0], int(STARTS["square"])
    assert np.abs(weights[:begin]).max() > 0
    assert np.count_nonzero(weights[begin + 1 : begin + KINDS["square"]]) == 0
    wrong = run_miai("go", "learn", games, "--without", "squares")
    assert "did you mean 'square'" in the_one_line_of_error(wrong)


def test_the_command_rejects_tables_without_a_split_or_of_several_sizes(tmp_path):
    only = table(tmp_path / "games_7x7.tsv.gz", ("train",))
    assert "no game marked 'valid'" in the_one_line_of_error(run_miai("go", "learn", only))
    both = run_miai("go", "learn", only, table(tmp_path / "games_9x9.tsv.gz"))
    assert "7, 9; give tables of one size" in the_one_line_of_error(both)
    assert "none_7x7.tsv.gz" in the_one_line_of_error(run_miai("go", "learn", str(tmp_path / "none_7x7.tsv.gz")))
