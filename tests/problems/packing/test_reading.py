"""Files of instances: each format, and one line for each thing that may be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.problems.packing import choose_instance, make_instance, read_instances
from tests.problems.packing.instances import FILE

WANTED = make_instance(20, [(12, 7), (12, 2), (8, 9, 2)])


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.csv", "width,height,count\n12,7,1\n12,2,1\n8,9,2\n"),
        ("a.csv", "width,height,count\n12,7,1,\n12,2,,\n8,9,2\n"),
        ("a.csv", "\ufeffWidth; Height\n12;7\n12;2\n\n8;9\n9;8\n"),
        ("a.tsv", "height\twidth\tcolour\n7\t12\tred\n2\t12\tred\n9\t8\t\n9\t8\t\n"),
        ("a.json", '{"width": 99, "rectangles": [[12, 7], [12, 2], {"width": 8, "height": 9, "count": 2}]}'),
        ("a.json", "[[12, 7], [12, 2], [8, 9, 2]]"),
        ("a.txt", "4\n20\n12 7\n12 2\n8 9\n8 9\n"),
        ("a.txt", "4\n20 50\n1 12 7\n2 12 2\n3 8 9\n4 8 9\n"),
        ("a.ins2D", "3\n20\n1 12 7 1 1 84\n2 12 2 1 1 24\n3 8 9 2 2 72\n"),
        ("a.txt", "12 7\n12 2\n8 9\n8 9  # the last\n"),
    ],
)
def test_formats_say_the_same(tmp_path, name, text):
    (found,) = read_instances(write(tmp_path, name, text), strip_width=20)
    assert (found.width, found.rectangles) == (WANTED.width, WANTED.rectangles)
    assert found.name == "a"


def test_a_file_may_hold_several_instances():
    found = read_instances(FILE)
    assert len(found) == 34
    assert (found[0].name, found[0].width, found[0].count, found[0].optimal_height) == ("C1_1", 20, 16, 20)
    assert choose_instance(found, "n13", FILE).count == 3152
    with pytest.raises(UserError, match="unknown instance 'C8_1'; did you mean 'C"):
        choose_instance(found, "C8_1", FILE)


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("a.csv", "", "a.csv: the file is empty"),
        ("a.csv", "width,height\n", "a.csv: there are no rectangles"),
        ("a.csv", "width,count\n3,4\n", "row 1: the heading has no column 'height'"),
        ("a.csv", "width,height\n3,4\n30,40\n", "row 3: a rectangle of 30 x 40 does not fit"),
        ("a.csv", "width,height\n3,-4\n", "row 2: height is -4"),
        ("a.csv", "width,height\n3,4\nthree,4\n", "row 3: width is 'three'"),
        ("a.csv", "width,height\n3,4.5\n", "row 2: height is '4.5'"),
        ("a.csv", "width,height\n3\n", "row 2: height is missing"),
        ("a.csv", "width,height\n3,4\n3,5,4\n", "row 3: the row has 3 values, but the heading names 2 columns"),
        ("a.csv", "width,height,count\n3,4,1000000\n", "row 2: there are at least 1,000,000 rectangles"),
        ("a.csv", "width,height,count\n3,4,0\n", "row 2: count is 0"),
        ("a.csv", "width,height\n3,nan\n", "row 2: height is 'nan'"),
        ("a.json", '{"width": 20}', "an instance has the keys"),
        ("a.json", '{"width": 20, "rectangles": [[3, 4], [1]]}', "rectangle 2: a rectangle is"),
        ("a.json", '{"width": 20,\n', "row 2: this is not JSON"),
        ("a.txt", "3\n20\n1 2\n", "row 1: expected the number of rectangles"),
        ("a.txt", "2\n20\n1 2\n1 x\n", "row 4: a value is 'x'"),
    ],
)
def test_faults_are_reported_with_file_and_row(tmp_path, name, text, message):
    with pytest.raises(UserError) as caught:
        read_instances(write(tmp_path, name, text), strip_width=20)
    assert message in str(caught.value) and "\n" not in str(caught.value) and "a." in str(caught.value)


def test_the_strip_width_is_needed(tmp_path):
    with pytest.raises(UserError, match="the strip width is missing: give --width"):
        read_instances(write(tmp_path, "a.csv", "width,height\n3,4\n"))


def test_a_million_rows_are_refused(tmp_path):
    with pytest.raises(UserError, match="row 10002: there are at least 10,001 rectangles"):
        read_instances(write(tmp_path, "a.csv", "width,height\n" + "3,4\n" * 1_000_000), strip_width=20)
