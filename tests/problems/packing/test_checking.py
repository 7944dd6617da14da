"""The independent check finds each kind of fault; pictures show all placements."""

from __future__ import annotations

from xml.etree import ElementTree

from miai.problems.packing import Placement, faults_of, make_instance
from miai.problems.packing.drawing import draw_blocks, draw_svg, draw_text, write_png

INSTANCE = make_instance(4, [(2, 3), (2, 1, 2)])
GOOD = [Placement(0, 0, 2, 3), Placement(2, 0, 2, 1), Placement(2, 1, 2, 1)]


def test_a_valid_packing_has_no_faults():
    assert faults_of(INSTANCE, GOOD) == []


def test_a_turned_rectangle_is_the_same_where_rotation_is_allowed():
    turned = [Placement(0, 0, 3, 2), Placement(3, 0, 1, 2), Placement(0, 2, 2, 1)]
    assert faults_of(INSTANCE, turned) == []
    fixed = make_instance(4, [(2, 3), (2, 1, 2)], rotate=False)
    assert any("are placed, not" in fault for fault in faults_of(fixed, turned))


def test_each_fault_is_found():
    assert "outside" in faults_of(INSTANCE, [*GOOD[:2], Placement(3, 1, 2, 1)])[0]
    assert "outside" in faults_of(INSTANCE, [*GOOD[:2], Placement(2, -1, 2, 1)])[0]
    assert "1 rectangles of 1 x 2 are placed, not 2" in faults_of(INSTANCE, GOOD[:2])[0]
    assert "1 rectangles of 1 x 1 are placed, not 0" in faults_of(INSTANCE, [*GOOD, Placement(0, 3, 1, 1)])[0]
    assert "overlap" in faults_of(INSTANCE, [*GOOD[:2], Placement(1, 2, 2, 1)])[0]


def test_the_text_shows_each_rectangle_where_it_lies():
    assert draw_text(GOOD, 4) == "|AA..|\n|AACC|\n|AABB|\n+----+ width 4, height 3"


def test_the_svg_has_one_rectangle_each():
    root = ElementTree.fromstring(draw_svg(GOOD, 4, "a < b"))
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == 1 + len(GOOD)


def test_blocks_have_one_character_a_column():
    assert {len(line) for line in draw_blocks(GOOD, 4).plain.splitlines()} == {4}


def test_the_png_is_written(tmp_path):
    write_png(tmp_path / "packing.png", GOOD, 4, "three")
    assert (tmp_path / "packing.png").read_bytes().startswith(b"\x89PNG")
