"""A picture of a board as PNG: the part of SVG and CSS that the drawings use, drawn with Pillow.

shapes   svg, g, rect, circle, path (M L H V A Z, absolute and relative, with straight lines and round arcs), text
style    rules of classes and elements; fill, stroke, stroke-width, opacity; colours #rgb, #rrggbb, #rgba; gradients of stones
"""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from miai.core import extras

FINER = 3
"""Pixels are drawn this much finer and then averaged, so that edges are smooth."""
RINGS = 28
"""Circles of one colour that a gradient is drawn with."""

Element = ElementTree.Element
Style = dict[str, str]
Place = tuple[float, float, float]
"""The origin of an element in the picture, and its rotation in degrees."""


def png_of_svg(svg: str, width: int) -> bytes:
    """Return an SVG picture as PNG with `width` pixels. Raise `UserError` where Pillow is missing."""
    extras.need("web", "PNG pictures")
    from PIL import Image

    root = ElementTree.fromstring(svg)
    _, _, wide, high = (float(word) for word in root.attrib["viewBox"].split())
    scale = width / wide
    image = Image.new("RGB", (round(wide * scale) * FINER, round(high * scale) * FINER), "white")
    _Painter(root, image, scale * FINER).paint(root, (0.0, 0.0, 0.0), {})
    image = image.resize((round(wide * scale), round(high * scale)), Image.Resampling.LANCZOS)
    packed = io.BytesIO()
    image.save(packed, "PNG", optimize=True)
    return packed.getvalue()


class _Painter:
    """One picture while it is drawn."""

    def __init__(self, root: Element, image: Any, scale: float) -> None:
        self.image, self.scale = image, scale
        self.rules = [rule for style in _all(root, "style") for rule in _rules(style.text or "")]
        self.parents = {child: parent for parent in root.iter() for child in parent}
        self.gradients = {each.attrib["id"]: each for name in ("radialGradient", "linearGradient") for each in _all(root, name)}

    def paint(self, element: Element, place: Place, above: Style) -> None:
        """Draw an element and those in it."""
        name = _name(element)
        if name in ("defs", "style"):
            return
        place = _moved(place, element.attrib.get("transform", ""))
        style = {key: value for key, value in above.items() if key not in ("opacity",)} | self._style(element)
        draw = {"rect": self._rect, "circle": self._circle, "path": self._path, "text": self._text}.get(name)
        if draw is not None:
            draw(element, place, style)
        for child in element:
            self.paint(child, place, style)

    def _style(self, element: Element) -> Style:
        found = {
            key: value
            for key, value in element.attrib.items()
            if key in ("fill", "stroke", "stroke-width", "opacity", "font-size", "fill-opacity")
        }
        for selector, declared in self.rules:
            if self._fits(element, selector):
                found |= declared
        return found

    def _fits(self, element: Element, selector: list[str]) -> bool:
        """Return whether an element is what a selector says, such as `.letters text`."""
        if not _is(element, selector[-1]):
            return False
        if len(selector) == 1:
            return True
        parent = self.parents.get(element)
        while parent is not None:
            if self._fits(parent, selector[:-1]):
                return True
            parent = self.parents.get(parent)
        return False

    # --- shapes -------------------------------------------------------------------------------------------------------------------

    def _rect(self, element: Element, place: Place, style: Style) -> None:
        x, y, width, height = (float(element.attrib.get(key, 0)) for key in ("x", "y", "width", "height"))
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self._area([[_turned(corner, place) for corner in corners]], style, closed=True)

    def _circle(self, element: Element, place: Place, style: Style) -> None:
        centre = _turned((float(element.attrib["cx"]), float(element.attrib["cy"])), place)
        radius = float(element.attrib["r"])
        gradient = re.fullmatch(r"url\(#(.+)\)", style.get("fill", "black"))
        if gradient:
            self._shaded(centre, radius, self.gradients[gradient[1]])
            style = {**style, "fill": "none"}
        steps = 72
        ring = [
            (centre[0] + radius * math.cos(2 * math.pi * step / steps), centre[1] + radius * math.sin(2 * math.pi * step / steps))
            for step in range(steps)
        ]
        self._area([ring], style, closed=True)

    def _shaded(self, centre: tuple[float, float], radius: float, gradient: Element) -> None:
        """Draw a stone: circles that become smaller towards the light."""
        stops = self._stops(gradient)
        light = tuple(float(gradient.attrib.get(key, 0.5)) - 0.5 for key in ("cx", "cy"))
        reach = float(gradient.attrib.get("r", 0.5))
        for ring in range(RINGS):
            share = 1 - ring / RINGS
            x, y = (centre[axis] + 2 * radius * light[axis] * (1 - share) for axis in (0, 1))
            self._disc((x, y), radius * share, _between(stops, share / (2 * reach) * 1.1))

    def _disc(self, centre: tuple[float, float], radius: float, color: tuple[int, int, int]) -> None:
        x, y, r = (self.scale * part for part in (*centre, radius))
        self._draw().ellipse((x - r, y - r, x + r, y + r), fill=color)

    def _path(self, element: Element, place: Place, style: Style) -> None:
        lines = [[_turned(point, place) for point in line] for line in path_points(element.attrib["d"])]
        self._area(lines, style, closed="z" in element.attrib["d"].lower())

    def _text(self, element: Element, place: Place, style: Style) -> None:
        from PIL import ImageFont

        size = float(re.sub("px", "", style.get("font-size", "13"))) * self.scale
        at = _turned((float(element.attrib["x"]), float(element.attrib["y"])), place)
        color = self._color(style.get("fill", "black")) or (0, 0, 0)
        font = ImageFont.load_default(size)
        self._draw().text((at[0] * self.scale, at[1] * self.scale), element.text or "", fill=color, font=font, anchor="mm")

    def _area(self, lines: list[list[tuple[float, float]]], style: Style, closed: bool) -> None:
        """Fill and outline polygons."""
        opacity = float(style.get("opacity", 1)) * float(style.get("fill-opacity", 1))
        fill, stroke = self._color(style.get("fill", "black")), self._color(style.get("stroke", "none"))
        width = max(1, round(float(style.get("stroke-width", 1)) * self.scale))
        for line in lines:
            scaled = [(x * self.scale, y * self.scale) for x, y in line]
            if fill is not None and len(scaled) > 2:
                self._filled(scaled, fill, opacity)
            if stroke is not None:
                self._draw().line([*scaled, *scaled[: 2 if closed else 0]], fill=stroke, width=width, joint="curve")

    def _filled(self, points: list[tuple[float, float]], color: tuple[int, int, int], opacity: float) -> None:
        if opacity >= 1:
            self._draw().polygon(points, fill=color)
            return
        from PIL import Image, ImageDraw

        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon(points, fill=round(255 * opacity))
        self.image.paste(color, mask=mask)

    def _draw(self) -> Any:
        from PIL import ImageDraw

        return ImageDraw.Draw(self.image)

    # --- colours ------------------------------------------------------------------------------------------------------------------

    def _color(self, text: str) -> tuple[int, int, int] | None:
        """Return a colour; `None` for none. A gradient of an area is its middle."""
        if text == "none":
            return None
        gradient = re.fullmatch(r"url\(#(.+)\)", text)
        if gradient:
            return _between(self._stops(self.gradients[gradient[1]]), 0.5)
        from PIL import ImageColor

        red, green, blue = ImageColor.getrgb(text)[:3]
        return red, green, blue

    def _stops(self, gradient: Element) -> list[tuple[float, tuple[int, int, int]]]:
        found = []
        for stop in gradient:
            text = stop.attrib.get("stop-color") or self._style_of_stop(stop)
            found.append((float(stop.attrib["offset"]), self._color(text) or (0, 0, 0)))
        return found

    def _style_of_stop(self, stop: Element) -> str:
        declared = [style for selector, style in self.rules if self._fits(stop, selector) and "stop-color" in style]
        return declared[-1]["stop-color"] if declared else "#000"


def path_points(text: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of a path as points; an arc is many short lines."""
    line: list[tuple[float, float]] = []
    at = start = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLHVAZmlhvaz])([^MLHVAZmlhvaz]*)", text):
        values = [float(word) for word in re.findall(r"-?\d*\.?\d+", numbers)]
        base = at if letter.islower() else (0.0, 0.0)
        kind = letter.upper()
        if kind == "M" and line:
            yield line
            line = []
        if kind == "Z":
            at = start
        elif kind == "H":
            at = (base[0] + values[0], at[1])
        elif kind == "V":
            at = (at[0], base[1] + values[0])
        elif kind == "A":
            after = (base[0] + values[5], base[1] + values[6])
            line += _half_circle(at, after, values[4] > 0)
            at = after
        else:
            pairs = zip(values[::2], values[1::2], strict=True)
            for x, y in pairs:
                at = (base[0] + x, base[1] + y)
                base = at if letter.islower() else base
                line.append(at)
            if kind == "M":
                start = line[0]
            continue
        line.append(at)
    if line:
        yield line


def _half_circle(one: tuple[float, float], two: tuple[float, float], clockwise: bool) -> list[tuple[float, float]]:
    """Return points of the half circle between two points: the only arcs that the drawings have."""
    centre = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    radius, begin = math.dist(one, two) / 2, math.atan2(one[1] - centre[1], one[0] - centre[0])
    turn = math.pi if clockwise else -math.pi
    return [
        (centre[0] + radius * math.cos(begin + turn * step / 24), centre[1] + radius * math.sin(begin + turn * step / 24))
        for step in range(1, 24)
    ]


def _rules(css: str) -> Iterator[tuple[list[str], Style]]:
    """Yield the rules of a style sheet: the words of the selector below the picture itself, and the declarations."""
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        words = [word for word in selector.split() if not word.startswith("svg.")]
        declared = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
        yield words, {key.strip(): value.strip() for key, value in declared.items()}


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _all(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if _name(element) == name]


def _is(element: Element, word: str) -> bool:
    """Return whether an element has the name and all classes of one word of a selector."""
    name, *classes = word.split(".")
    return (not name or name == _name(element)) and set(classes) <= set(element.attrib.get("class", "").split())


def _moved(place: Place, transform: str) -> Place:
    x, y, angle = place
    for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(word) for word in re.findall(r"-?\d*\.?\d+", numbers)]
        if kind == "translate":
            x, y = _turned((values[0], values[1]), (x, y, angle))
        elif kind == "rotate":
            angle += values[0]
    return x, y, angle


def _turned(point: tuple[float, float], place: Place) -> tuple[float, float]:
    x, y, angle = place
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x + cosine * point[0] - sine * point[1], y + sine * point[0] + cosine * point[1]


def _between(stops: list[tuple[float, tuple[int, int, int]]], share: float) -> tuple[int, int, int]:
    """Return the colour of a gradient at `share`."""
    share = min(max(share, stops[0][0]), stops[-1][0])
    for (low, one), (high, two) in itertools.pairwise(stops):
        if share <= high:
            part = 0.0 if high == low else (share - low) / (high - low)
            red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, two, strict=True))
            return red, green, blue
    return stops[-1][1]
