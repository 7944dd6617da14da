"""Forms of SGF that are wrong or of older versions, and their correction: rules for a node, each a generator of findings.

A rule changes the properties of a node to the form of FF[4] and yields a `NodeFault` for each change, or for what it cannot correct.
Properties are raw, as sgfmill keeps them: `{"B": [b"pd"]}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from miai.core.printable import printable_line
from miai.go.notation.coordinates import from_letters

ERROR, OLD, NOTE = "error", "old", "note"
"""Levels: against every version of the format, or the rules of Go; of an older version; worth knowing."""

Properties = dict[str, list[bytes]]


class NodeFault(NamedTuple):
    """A fault of a node, and whether it is corrected."""

    level: str
    reason: str
    is_fixed: bool


Rule = Callable[[Properties, int, bool], Iterator[NodeFault]]
"""A rule: it gets the properties of a node, the board size, and whether the node is the first."""

_ROOT = ("AP", "CA", "FF", "GM", "ST", "SZ")
_INFO = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU", "SO", "TM"),
    "US",
    "WR",
    "WT",
)
_POINTS = ("AB", "AE", "AW", "CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW")
_MARKS = tuple(name for name in _POINTS if name not in ("AB", "AE", "AW"))
_PAIRS = ("AR", "LN")
_SINGLE = (
    *_ROOT,
    *_INFO,
    "BL",
    "BM",
    "C",
    "DM",
    "DO",
    "FG",
    "GB",
    "GW",
    "HO",
    "IT",
    "KO",
    "MN",
    "N",
    "OB",
    "OW",
    "PL",
    "PM",
    "TE",
    "UC",
    "V",
    "WL",
)
_KNOWN = {*_SINGLE, *_POINTS, *_PAIRS, "B", "W", "LB", "KI"}
_OBSOLETE = {*("BS", "CH", "EL", "EX", "ID", "LT", "OM", "OP", "OV", "RG", "SC", "SE", "SI", "TC", "WS")}

_RESULT = re.compile(r"0|Draw|Void|\?|[BW]\+(R|Resign|T|Time|F|Forfeit|\d+(\.\d+)?)?")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_DAY = r"\d{4}(-\d{2}){0,2}"
_DATE = re.compile(rf"{_DAY}(,({_DAY}|\d{{2}}(-\d{{2}})?))*")


def small_letters(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Names with small letters, of versions 1 to 3; the reader has left them out already."""
    for spelled in getattr(properties, "spelled", ()):
        yield NodeFault(OLD, f"the property name {printable_line(spelled[:20])} has small letters", True)


def renamed(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Properties that have another name since version 4: L is LB with letters, M is MA, KI is twice the komi."""
    if "L" in properties:
        points = properties.pop("L")
        labels = [point + b":" + chr(97 + number % 26).encode() for number, point in enumerate(points)]
        properties["LB"] = [*properties.get("LB", []), *labels]
        yield NodeFault(OLD, "L (letters on points) is LB now", True)
    if "M" in properties:
        properties["MA"] = [*properties.get("MA", []), *properties.pop("M")]
        yield NodeFault(OLD, "M (marks) is MA now", True)
    if "KI" in properties:
        text = properties["KI"][0].strip()
        can_fix = re.fullmatch(rb"[+-]?\d{1,4}", text) is not None and "KM" not in properties
        if can_fix:
            properties["KM"] = [f"{int(properties.pop('KI')[0]) / 2:g}".encode()]
        yield NodeFault(OLD, "KI (twice the komi) is KM now", can_fix)


def unknown(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Properties that version 4 does not have. They stay."""
    for name in properties:
        if name in _OBSOLETE:
            yield NodeFault(OLD, f"the property {name} is not in version 4", False)
        elif name not in _KNOWN:
            yield NodeFault(NOTE, f"the property {name[:20]} is of another program", False)


def misplaced(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Properties of the file that are not in the first node."""
    for name in _ROOT if not is_first else ():
        if name in properties:
            del properties[name]
            yield NodeFault(ERROR, f"{name} belongs in the first node only", True)


def repeated(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Several values of a property that has one: the first stays; comments are joined."""
    for name in _SINGLE:
        values = properties.get(name, ())
        if len(values) > 1:
            properties[name] = [b"\n".join(values)] if name == "C" else values[:1]
            yield NodeFault(ERROR, f"{name} has {len(values)} values instead of one", True)


def passes(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Passes written as tt, as up to version 3."""
    for name in ("B", "W"):
        values = properties.get(name, [])
        if any(value.strip() == b"tt" for value in values) and size <= 19:
            properties[name] = [b"" if value.strip() == b"tt" else value for value in values]
            yield NodeFault(OLD, f"{name}[tt] is a pass; it is {name}[] now", True)


def points(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Marks off the board, and points that are listed twice."""
    for name in _MARKS:
        values = properties.get(name)
        if values and values != [b""]:  # an empty list is allowed where it ends an earlier one
            yield from _without(properties, name, [value for value in values if _is_area(value, size)], "is no point of the board")
    for name in _POINTS:
        values = properties.get(name, [])
        if len(set(values)) < len(values):
            properties[name] = list(dict.fromkeys(values))
            yield NodeFault(ERROR, f"{name} has a point twice", True)


def labels(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Labels without a text or off the board, arrows and lines without two ends."""
    for name in ("LB", *_PAIRS):
        values = properties.get(name)
        if values:
            is_good = _is_label if name == "LB" else _is_link
            yield from _without(properties, name, [value for value in values if is_good(value, size)], "is not complete")


def _without(properties: Properties, name: str, good: list[bytes], why: str) -> Iterator[NodeFault]:
    left_out = [value for value in properties[name] if value not in good]
    if not left_out:
        return
    if good:
        properties[name] = good
    else:
        del properties[name]
    for value in left_out:
        yield NodeFault(ERROR, f"{name}[{_shown(value)}] {why}", True)


def _is_point(letters: bytes, size: int) -> bool:
    try:
        return not isinstance(from_letters(letters.decode("utf-8", "replace"), size), str)
    except ValueError:
        return False


def _is_area(value: bytes, size: int) -> bool:
    first, colon, last = value.partition(b":")
    return _is_point(first, size) and (not colon or _is_point(last, size))


def _is_label(value: bytes, size: int) -> bool:
    point, colon, label = value.partition(b":")
    return _is_point(point, size) and bool(colon) and bool(label.strip())


def _is_link(value: bytes, size: int) -> bool:
    first, _, last = value.partition(b":")
    return first != last and _is_point(first, size) and _is_point(last, size)


def result(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Results in other words than B+2.5, W+R, 0, Void or ?."""
    for text in _other_than(_RESULT, properties, "RE"):
        made = _plain_result(text)
        if made is not None:
            properties["RE"] = [made.encode()]
        yield NodeFault(
            OLD if made else NOTE, f"RE[{_shown(text)}] is not as in version 4" + (f": {made}" if made else ""), made is not None
        )


def _plain_result(text: str) -> str | None:
    winner = {"B": "B", "黑": "B", "黒": "B", "W": "W", "白": "W"}.get(text[:1].upper())
    if winner is None:
        return "0" if re.fullmatch(r"(?i)draw|jigo|持碁|和棋|和", text) else None
    if re.search(r"(?i)res|中押|中盘|中盤", text):
        return f"{winner}+R"
    if re.search(r"(?i)time|超时|時間", text):
        return f"{winner}+T"
    found = re.search(r"\d+([.,]\d+)?", text)
    return (
        f"{winner}+{found[0].replace(',', '.')}"
        if found and re.fullmatch(r"(?i)\w*\s*\+?\s*[\d.,]+(\s*(points?|目半?))?", text)
        else None
    )


def date(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Dates in other forms than 2013-07-01."""
    for text in _other_than(_DATE, properties, "DT"):
        found = re.fullmatch(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?", text)
        is_date = found is not None and 1 <= int(found[2]) <= 12 and 1 <= int(found[3]) <= 31
        if found is not None and is_date:
            properties["DT"] = [f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}".encode()]
        yield NodeFault(OLD if is_date else NOTE, f"DT[{_shown(text)}] is not YYYY-MM-DD", is_date)


def handicap(properties: Properties, size: int, is_first: bool) -> Iterator[NodeFault]:
    """Handicaps that are no number of stones."""
    for text in _other_than(re.compile(r"\d{1,3}"), properties, "HA"):
        yield NodeFault(ERROR, f"HA[{_shown(text)}] is no number of stones", False)


def _other_than(form: re.Pattern[str], properties: Properties, name: str) -> Iterator[str]:
    """Yield the text of a property that has one and whose form is another."""
    text = properties.get(name, [b""])[0].decode("utf-8", "replace").strip()
    if text and not form.fullmatch(text):
        yield text


def is_number(text: str) -> bool:
    """Return whether a text is a number as version 4 writes it."""
    return _NUMBER.fullmatch(text) is not None


def _shown(value: bytes | str) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return printable_line(text[:20])


RULES: tuple[Rule, ...] = (
    *(small_letters, renamed, misplaced, repeated, passes, points, labels, result, date, handicap),
    unknown,
)
"""All rules, in the order in which they are applied to a node."""
