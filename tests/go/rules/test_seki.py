"""Seki by filling dame on paper, and close fights by reading, on positions that were counted by hand."""

from __future__ import annotations

import pytest

from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.rules.local_life import read_fights
from miai.go.rules.plain import territory
from miai.go.rules.seki import find_seki
from miai.go.rules.tally import whole_chains
from tests.go.player.japanese_positions import POSITIONS

pytestmark = pytest.mark.plain

EACH = pytest.mark.parametrize("given", POSITIONS, ids=lambda given: given.name)


@EACH
def test_seki_and_score_are_those_that_were_found_by_hand(given):
    position = given.position
    dead, seki = (whole_chains(position, given.points(words)) for words in (given.dead, given.seki))
    assert find_seki(position, dead) == seki
    black, white = territory(position, {BLACK: 0, WHITE: 0}, dead, seki)
    assert black - white == given.margin


@EACH
def test_close_fights_are_read_as_by_hand(given):
    dead = whole_chains(given.position, given.points(given.dead))
    read = read_fights(given.position)
    assert {point for point, lives in read.items() if not lives} == {point for point in read if point in dead}
    assert whole_chains(given.position, given.points(given.seki)) <= read.keys()


def test_bent_four_in_the_corner_is_read_as_dead():
    given = next(each for each in POSITIONS if each.name == "bent four in the corner")
    read = read_fights(given.position)
    assert {point for point, lives in read.items() if not lives} == whole_chains(given.position, given.points("A3"))
