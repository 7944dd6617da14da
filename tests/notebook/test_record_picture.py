"""Pictures of positions of a record: their stones, marks and numbers, and the same as pixels."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from miai.cli.main import main
from miai.go.records.sgf import parse_record
from miai.notebook.raster import path_points, png_of_svg
from miai.notebook.record_picture import picture_of_moment
from miai.web.drawing.geometry import place, width_of

LEGAL = b"(;SZ[9]KM[7];B[ee];W[ba];B[aa];W[ab]TR[ee]LB[gg:A]CR[ca]AR[aa:cc])"
"""White captures A9 with move 4."""


def moment(number=None):
    record = parse_record(LEGAL)
    return record, record.last_moment() if number is None else record.moment_after(number)


def classes(svg, name):
    elements = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}" + name)
    return [element.attrib.get("class", "") for element in elements]


def pixel(image, point, scale, shift=(0, 0)):
    x, y = place(point, 9, True)
    return image.getpixel((round((x + shift[0]) * scale), round((y + shift[1]) * scale)))


def test_a_picture_has_the_stones_and_the_marks_of_its_moment():
    svg = picture_of_moment(*moment()).svg
    found = classes(svg, "circle")
    assert (found.count("b"), found.count("w")) == (1, 2)
    assert "mark on-b" in classes(svg, "path") and "mark-head" in classes(svg, "path") and "label on-wood" in classes(svg, "text")
    earlier = picture_of_moment(*moment(3)).svg
    assert "mark on-b" not in classes(earlier, "path") and classes(earlier, "circle").count("b") == 2
    plain = picture_of_moment(*moment(), coordinates=False, marks=False).svg
    assert "label on-wood" not in classes(plain, "text") and "A" not in "".join(ElementTree.fromstring(plain).itertext())[-60:]


def test_numbers_are_on_their_stones_and_captured_ones_are_named():
    made = picture_of_moment(*moment(), first_number=2)
    texts = [
        element.text
        for element in ElementTree.fromstring(made.svg).iter("{http://www.w3.org/2000/svg}text")
        if element.attrib.get("class", "").startswith("number")
    ]
    assert sorted(texts) == ["2", "4"] and made.hidden == [(3, (0, 8))]


@pytest.mark.parametrize("width", [200, 451])
def test_pixels_are_those_of_the_drawing(width):
    svg = picture_of_moment(*moment(), marks=False).svg
    image = Image.open(io.BytesIO(png_of_svg(svg, width)))
    assert image.size == (width, width)
    scale = width / width_of(9, True)
    assert max(pixel(image, (4, 4), scale, (10, 10))) < 90, "a black stone"
    assert min(pixel(image, (1, 8), scale)) > 200, "a white stone"
    wood = pixel(image, (6, 5), scale, (12, 12))
    assert wood[0] > wood[2] + 60, "wood is yellow"
    assert pixel(image, (0, 8), scale, (12, 12)) == wood, "a captured stone is gone"


def test_a_path_is_read_as_the_points_of_its_lines():
    assert list(path_points("M1 2H4M3 3v2l-1 1z")) == [[(1, 2), (4, 2)], [(3, 3), (3, 5), (2, 6), (3, 3)]]
    (circle,) = path_points("M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0Z")
    assert all(abs((x * x + y * y) ** 0.5 - 9.5) < 1e-9 for x, y in circle)
    assert {round(y, 6) for _, y in circle} >= {9.5, -9.5}


def test_the_command_writes_both_files_and_reports_errors_in_one_line(tmp_path, capsys):
    record = tmp_path / "game.sgf"
    record.write_bytes(LEGAL)
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    assert main(["go", "show", str(record), "--svg", str(svg), "--png", str(png), "--numbers", "1", "--width", "300"]) == 0
    assert "3 at A9" in capsys.readouterr().err
    assert (
        Image.open(io.BytesIO(png.read_bytes())).size == (300, 300)
        and ElementTree.fromstring(svg.read_text()).attrib["width"] == "300"
    )
    for words in (["--svg", str(tmp_path / "no" / "a.svg")], ["--png", str(tmp_path / "b.png"), "--move", "9"]):
        assert main(["go", "show", str(record), *words]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    record.write_bytes(LEGAL[:40])
    assert main(["go", "show", str(record), "--svg", str(svg)]) == 2
    assert not (tmp_path / "b.png").exists()
