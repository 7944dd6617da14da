"""Seki by filling dame on paper, and close fights by reading, on positions that were counted by hand."""

from __future__ import annotations

import pytest

from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.notation.diagram import read_diagram
from miai.go.notation.position import Position
from miai.go.rules.local_life import read_fights
from miai.go.rules.open_boundary import groups_beside_open_boundaries
from miai.go.rules.plain import territory
from miai.go.rules.seki import find_seki
from miai.go.rules.tally import whole_chains
from tests.go.player.japanese_positions import POSITIONS

pytestmark = pytest.mark.plain


def each_but(name: str) -> pytest.MarkDecorator:
    """Return a mark for all positions but one (with its colours exchanged), which only the whole judgement gets right: `test_judging`."""
    return pytest.mark.parametrize(
        "given", [given for given in POSITIONS if not given.name.startswith(name)], ids=lambda given: given.name
    )


@each_but("a group dies around a dying fight")
def test_seki_and_score_are_those_that_were_found_by_hand(given):
    position = given.position
    dead, seki = (whole_chains(position, given.points(words)) for words in (given.dead, given.seki))
    assert find_seki(position, dead) == seki
    black, white = territory(position, {BLACK: 0, WHITE: 0}, dead, seki)
    assert black - white == given.margin


@each_but("seki of two groups with an eye each and two stones between")
def test_close_fights_are_read_as_by_hand(given):
    dead = whole_chains(given.position, given.points(given.dead))
    read = read_fights(given.position)
    assert {point for point, lives in read.items() if not lives} == {point for point in read if point in dead}
    assert whole_chains(given.position, given.points(given.seki)) <= read.keys()


def test_bent_four_in_the_corner_is_read_as_dead():
    given = next(each for each in POSITIONS if each.name == "bent four in the corner")
    read = read_fights(given.position)
    assert {point for point, lives in read.items() if not lives} == whole_chains(given.position, given.points("A3"))


def walls(row: str) -> Position:
    """Return a boundary of Black's E line and White's F line on 9x9, with `row` in the middle."""
    return read_diagram("\n".join([*["....XO..."] * 3, "....XOOO.", row, "....XOOO.", *["....XO..."] * 3]))


@pytest.mark.parametrize(
    ("row", "is_open"), [("....XOO..", False), ("....X.O..", False), ("....X..O.", False), ("....X...O", True)]
)
def test_a_boundary_is_open_where_a_point_is_sure_whoever_moves(row, is_open):
    """A notch of two points is worth one to who moves first; of three points, White keeps one even if Black moves first."""
    position = walls(row)
    assert bool(groups_beside_open_boundaries(position)) == is_open
    if is_open:
        assert groups_beside_open_boundaries(position) == position.black | position.white


def test_points_of_both_colours_leave_a_wide_boundary_to_be_filled():
    assert not groups_beside_open_boundaries(read_diagram("\n".join(["...X...O."] * 9)))


def test_a_group_away_from_the_open_boundary_keeps_its_territory():
    """White's corner touches no stone or territory of the groups beside the notch on the right."""
    position = read_diagram(".O.OX....\nOOOOX....\nXXXXX....\n....X....\n....XXXXX\n....XOOOO\n....X...O\n....XOOOO\n....XO...")
    assert groups_beside_open_boundaries(position) == (position.black | position.white) - whole_chains(position, {(0, 7)})
