"""Editing the notes of a node: its comment, and signs and labels on points. The record keeps them as SGF properties."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator

from miai.go.notation.coordinates import Point, to_letters
from miai.web.markup import Markup, plain_text, read_markup
from miai.web.tree import GameNode

EXCLUSIVE = ("TR", "SQ", "CR", "MA", "SL")
"""Signs of which a point has at most one, as SGF demands."""
LONGEST_COMMENT = 20_000


def raw_text(text: str) -> str:
    """Return a text as a raw SGF value: with its escapes."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def comment_of(node: GameNode) -> str:
    """Return the comment of a node."""
    return plain_text(node.properties.get("C", [""])[0])


def set_comment(node: GameNode, text: str) -> None:
    """Change the comment of a node; an empty text removes it."""
    text = text.replace("\r\n", "\n")[:LONGEST_COMMENT]
    if text.strip():
        node.properties["C"] = [raw_text(text)]
    else:
        node.properties.pop("C", None)


def toggle_sign(node: GameNode, sign: str, point: Point, size: int) -> None:
    """Put a sign on a point in the place of others, or remove it if it is there."""
    markup = read_markup(node.properties, size)
    had = point in markup.signs.get(sign, ())
    _remove(markup, point)
    if not had:
        markup.signs.setdefault(sign, []).append(point)
    _write(node, markup, size)


def put_label(node: GameNode, point: Point, size: int, numbers: bool = False) -> None:
    """Put the next letter or number on a point, or remove its label if it has one."""
    markup = read_markup(node.properties, size)
    had = point in markup.labels
    _remove(markup, point)
    if not had:
        used = set(markup.labels.values())
        markup.labels[point] = next(label for label in (_numbers() if numbers else _letters()) if label not in used)
    _write(node, markup, size)


def erase_marks(node: GameNode, point: Point, size: int) -> None:
    """Remove the sign and the label of a point."""
    markup = read_markup(node.properties, size)
    _remove(markup, point)
    _write(node, markup, size)


def _numbers() -> Iterator[str]:
    return map(str, itertools.count(1))


def _letters() -> Iterator[str]:
    """Yield A, B, ..., Z, a, ..., z, A1, B1, ..."""
    yield from string.ascii_letters[26:] + string.ascii_letters[:26]
    yield from (f"{letter}{number}" for number in itertools.count(1) for letter in string.ascii_uppercase)


def _remove(markup: Markup, point: Point) -> None:
    markup.labels.pop(point, None)
    for sign in EXCLUSIVE:
        if point in markup.signs.get(sign, ()):
            markup.signs[sign] = [each for each in markup.signs[sign] if each != point]


def _write(node: GameNode, markup: Markup, size: int) -> None:
    """Write signs and labels into the properties; arrows, lines and territory stay as they are."""
    for sign in EXCLUSIVE:
        _set(node, sign, [to_letters(point, size) for point in markup.signs.get(sign, ())])
    _set(node, "LB", [f"{to_letters(point, size)}:{_raw_label(label)}" for point, label in markup.labels.items()])


def _raw_label(label: str) -> str:
    return raw_text(label).replace(":", "\\:")


def _set(node: GameNode, name: str, values: list[str]) -> None:
    if values:
        node.properties[name] = values
    else:
        node.properties.pop(name, None)
