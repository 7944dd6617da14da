"""Read strip packing instances from files.

| format | content |
|---|---|
| CSV, TSV | a heading with `width` and `height`; it may have `count`, `instance`, `strip_width` and `optimal_height` |
| JSON | `{"width": 20, "rectangles": [[7, 12], [2, 12, 3], {"width": 4, "height": 5, "count": 2}]}`; or a list of those |
| text | the number of rectangles; the strip width; then one line for each: `w h`, `number w h`, or `number w h count` |

Other columns of a CSV file are ignored, and so are a height after the strip width and numbers after the count of a text file. An
instance in JSON may have a `name`, and a list of instances may be the value of `instances`.
An error names the file and the row, counted from 1 with the heading.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from miai.core.errors import UserError, unknown_name
from miai.problems.packing.instance import (
    LONGEST_SIDE,
    Instance,
    check_count,
    check_rectangle,
    check_strip_width,
    make_instance,
)

LARGEST_FILE = 16 * 2**20
"""Bytes; a file of many instances with thousands of rectangles each has less."""


@dataclass
class _Draft:
    """An instance while its rows are read."""

    width: int
    optimal_height: int | None = None
    sizes: list[tuple[int, int, int]] = field(default_factory=list)
    count: int = 0

    def add(self, size: tuple[int, int, int], rotate: bool) -> None:
        check_rectangle(*size, self.width, rotate)
        self.count += size[2]
        check_count(self.count)
        self.sizes.append(size)


def read_instances(file: Path, strip_width: int | None = None, rotate: bool = True) -> list[Instance]:
    """Return the instances of `file` in order. `strip_width` takes the place of the file's, or gives it where the file has none.

    Raises `UserError` with the file, the row and what is accepted.
    """
    if strip_width is not None:
        check_strip_width(strip_width)
    text = _read_text(file)
    suffix = file.suffix.lower()
    if suffix == ".json" or text.lstrip()[:1] in ("{", "["):
        found = _from_json(file, text, strip_width, rotate)
    elif suffix in (".csv", ".tsv") or _has_heading(text):
        found = _from_csv(file, text, strip_width, rotate)
    else:
        found = _from_numbers(file, text, strip_width, rotate)
    if not found:
        raise UserError(f"{file}: there are no rectangles in this file")
    return found


def choose_instance(instances: list[Instance], name: str, file: Path) -> Instance:
    """Return the instance called `name`. Raises `UserError` with the names there are."""
    for each in instances:
        if each.name.casefold() == name.casefold():
            return each
    raise unknown_name("instance", name, [each.name for each in instances], where=str(file))


def _read_text(file: Path) -> str:
    try:
        if file.is_file() and file.stat().st_size > LARGEST_FILE:
            raise UserError(f"{file}: the file has {file.stat().st_size / 2**20:.0f} MiB; at most {LARGEST_FILE >> 20} are read")
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{file}: this is not a text file; accepted are CSV, JSON and text with numbers") from None
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror or error}") from None
    if not text.strip():
        raise UserError(f"{file}: the file is empty; accepted are CSV (width,height,count), JSON and text with numbers")
    return text


def _whole_number(name: str, value: Any) -> int:
    """Return `value` as an int. Raises `UserError` if it is anything but a whole number."""
    if value is None or value == "":
        raise UserError(f"{name} is missing; it must be a whole number from 1 to {LONGEST_SIDE:,}")
    try:
        number = float(value) if not isinstance(value, bool) else None
    except (TypeError, ValueError):
        number = None
    if number is None or number != number or abs(number) > 2**53 or number != int(number):
        raise UserError(f"{name} is {str(value)[:40]!r}; it must be a whole number from 1 to {LONGEST_SIDE:,}")
    return int(number)


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Put `place` in front of the message of a `UserError`."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{place}: {error}") from None


def _finish(drafts: dict[str, _Draft], file: Path, rotate: bool) -> list[Instance]:
    made = []
    for name, draft in drafts.items():
        if draft.sizes:
            shown = name or file.stem
            with _at(f"{file}, instance {shown}"):
                made.append(make_instance(draft.width, draft.sizes, name=shown, rotate=rotate, optimal_height=draft.optimal_height))
    return made


# --- CSV -------------------------------------------------------------------------------------------------------------------------


def _has_heading(text: str) -> bool:
    first = text.lstrip().splitlines()[0].casefold()
    return "width" in first and "height" in first


def _from_csv(file: Path, text: str, strip_width: int | None, rotate: bool) -> list[Instance]:
    first = text.splitlines()[0]
    delimiter = "\t" if "\t" in first else ";" if ";" in first else ","
    reader = csv.DictReader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    reader.fieldnames = [str(name).strip().casefold() for name in reader.fieldnames or ()]
    missing = [name for name in ("width", "height") if name not in reader.fieldnames]
    if missing:
        raise UserError(f"{file}, row 1: the heading has no column {missing[0]!r}; it needs width,height and may have count")
    drafts: dict[str, _Draft] = {}
    for row in _rows(file, reader):
        if any(isinstance(value, str) and value.strip() for value in row.values()):
            with _at(f"{file}, row {reader.line_num}"):
                _add_csv_row(drafts, row, strip_width, rotate)
    return _finish(drafts, file, rotate)


def _rows(file: Path, reader: csv.DictReader[str]) -> Iterator[dict[Any, Any]]:
    try:
        yield from reader
    except csv.Error as error:
        raise UserError(f"{file}, row {reader.line_num + 1}: {error}") from None


def _add_csv_row(drafts: dict[str, _Draft], row: dict[Any, Any], strip_width: int | None, rotate: bool) -> None:
    if any(value.strip() for value in row.get(None) or ()):
        raise UserError(f"the row has {len(row) - 1 + len(row[None])} values, but the heading names {len(row) - 1} columns")
    name = (row.get("instance") or "").strip()
    width = strip_width
    if width is None:
        if not (row.get("strip_width") or "").strip():
            raise UserError("the strip width is missing: give --width, or a column strip_width")
        width = _whole_number("strip_width", row["strip_width"])
        check_strip_width(width)
    optimum = (row.get("optimal_height") or "").strip()
    draft = drafts.setdefault(name, _Draft(width, _whole_number("optimal_height", optimum) if optimum else None))
    if draft.width != width:
        raise UserError(f"strip_width is {width:,}, but an earlier row of the same instance has {draft.width:,}")
    size = tuple(_whole_number(key, (row.get(key) or "").strip()) for key in ("width", "height"))
    draft.add((*size, _whole_number("count", row.get("count") or 1)), rotate)  # type: ignore[arg-type]


# --- JSON ------------------------------------------------------------------------------------------------------------------------


def _from_json(file: Path, text: str, strip_width: int | None, rotate: bool) -> list[Instance]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise UserError(f"{file}, row {line}: this is not JSON: {getattr(error, 'msg', 'it is nested too deeply')}") from None
    if isinstance(data, dict) and "instances" in data:
        data = data["instances"]
    if isinstance(data, list) and data and not (isinstance(data[0], dict) and "rectangles" in data[0]):
        data = {"rectangles": data}
    made = []
    for number, each in enumerate(data if isinstance(data, list) else [data], start=1):
        where = f"{file}, instance {number}" if isinstance(data, list) else str(file)
        drafts = {str(each.get("name", "")) if isinstance(each, dict) else "": _json_draft(where, each, strip_width, rotate)}
        if isinstance(data, list) and "" in drafts:
            drafts = {f"{file.stem}{number}": drafts[""]}
        made += _finish(drafts, file, rotate)
    return made


def _json_draft(where: str, data: Any, strip_width: int | None, rotate: bool) -> _Draft:
    if not isinstance(data, dict) or not isinstance(data.get("rectangles"), list):
        raise UserError(f"{where}: an instance has the keys width and rectangles (a list)")
    given = data.get("strip_width", data.get("width")) if strip_width is None else strip_width
    if given is None:
        raise UserError(f"{where}: the strip width is missing: give --width, or a key width")
    with _at(where):
        draft = _Draft(_whole_number("width", given))
        check_strip_width(draft.width)
        if data.get("optimal_height") is not None:
            draft.optimal_height = _whole_number("optimal_height", data["optimal_height"])
    for number, each in enumerate(data["rectangles"], start=1):
        with _at(f"{where}, rectangle {number}"):
            draft.add(_json_size(each), rotate)
    return draft


def _json_size(each: Any) -> tuple[int, int, int]:
    if isinstance(each, dict):
        each = [each.get("width"), each.get("height"), each.get("count", 1)]
    if not isinstance(each, list) or len(each) not in (2, 3):
        raise UserError("a rectangle is [width, height], [width, height, count], or an object with these keys")
    wide, high, count = (*each, 1)[:3]
    return _whole_number("width", wide), _whole_number("height", high), _whole_number("count", count)


# --- text with numbers -----------------------------------------------------------------------------------------------------------


def _from_numbers(file: Path, text: str, strip_width: int | None, rotate: bool) -> list[Instance]:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.replace(",", " ").replace(";", " ").split("#")[0].split()
        with _at(f"{file}, row {number}"):
            if words:
                rows.append((number, [_whole_number("a value", word) for word in words]))
    if not rows:
        return []
    count, width, items = _split_head(file, rows, strip_width)
    draft = _Draft(width)
    with _at(f"{file}, row {rows[0][0]}"):
        check_strip_width(width)
    for number, values in items:
        with _at(f"{file}, row {number}"):
            draft.add(_text_size(values), rotate)
    if len(items) != count:
        raise UserError(f"{file}: the first row announces {count:,} rectangles, but {len(items):,} rows follow")
    return _finish({"": draft}, file, rotate)


def _split_head(file: Path, rows: list[tuple[int, list[int]]], strip_width: int | None) -> tuple[int, int, Any]:
    """Return the number of rectangles, the strip width and the rows of rectangles. Without a head, `strip_width` is needed."""
    first = rows[0][1]
    if len(first) == 1 and len(rows) > 1 and len(rows[1][1]) <= 2 and len(rows) - 2 == first[0]:
        return first[0], strip_width or rows[1][1][0], rows[2:]
    if len(first) in (2, 3) and len(rows) - 1 == first[0]:
        return first[0], strip_width or first[1], rows[1:]
    if strip_width is not None and len(first) >= 2:
        return len(rows), strip_width, rows
    raise UserError(
        f"{file}, row {rows[0][0]}: expected the number of rectangles, then the strip width, then one row a rectangle; "
        f"{first[0]:,} rectangles are announced and {max(0, len(rows) - 2):,} rows follow"
    )


def _text_size(values: list[int]) -> tuple[int, int, int]:
    """Return (width, height, count) of a row: `w h`, `number w h`, or `number w h count ...`."""
    if len(values) == 2:
        return values[0], values[1], 1
    if len(values) == 3:
        return values[1], values[2], 1
    if len(values) > 3:
        return values[1], values[2], values[3]
    raise UserError("a row has a width and a height, or a number, a width and a height")
