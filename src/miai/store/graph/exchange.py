"""Export and import of a graph as JSON lines, without loss: all numbers are whole, in the units of the head.

The first line is the head, `{"miai graph": 1, "count_unit": 65536, "result_unit": 4294967296}`. A line with `problem` begins the
positions of that problem. All others are positions, with the fields of `miai.search.positions`: `key` and the children's keys as 16
hexadecimal digits, `moves` as lists of action, visits and key. `visits` and `value` are for people.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.json_text import parse_json
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Positions, add_up
from miai.search.store_protocol import Identity
from miai.store.graph.file import GraphFile
from miai.store.graph.format import VERSION
from miai.store.graph.prune import read_batches
from miai.store.graph.store import put_positions
from miai.store.graph.upkeep import is_lawful

BATCH = 20_000
"""Lines that are read at a time."""
_IDENTITY = ("problem", "rules", "kind", "values")


def export_lines(file: GraphFile, least: float = 0.0) -> Iterator[str]:
    """Yield the graph line by line: positions with at least `least` visits."""
    yield json.dumps({"miai graph": VERSION, "count_unit": COUNT_UNIT, "result_unit": RESULT_UNIT})
    with file.transaction() as transaction:
        for identity in file.identities(transaction):
            yield json.dumps({name: getattr(identity, name) for name in _IDENTITY})
            database = file.positions_of(identity, transaction)
            for positions, _ in read_batches(transaction.cursor(db=database), identity.values):
                for row in np.flatnonzero(positions.visits >= least * COUNT_UNIT):
                    yield json.dumps(position_as_data(positions, int(row)))


def position_as_data(positions: Positions, row: int) -> dict[str, Any]:
    """Return one position as JSON data."""
    moves = slice(int(positions.first_moves[row]), int(positions.first_moves[row + 1]))
    visits = int(positions.visits[row])
    return {
        "key": f"{int(positions.keys[row]):016x}",
        "check": int(positions.checks[row]),
        "touched": int(positions.touched[row]),
        "player": int(positions.players[row]),
        "visits": visits / COUNT_UNIT,
        "value": [round(total / RESULT_UNIT / max(visits / COUNT_UNIT, 1e-9), 6) for total in positions.total[row].tolist()],
        "own_visits": int(positions.own_visits[row]),
        "own_sum": positions.own_sum[row].tolist(),
        "total": positions.total[row].tolist(),
        "low": positions.low[row].tolist(),
        "high": positions.high[row].tolist(),
        "moves": [
            [int(action), int(count), f"{int(child):016x}"]
            for action, count, child in zip(
                positions.actions[moves], positions.move_visits[moves], positions.children[moves], strict=True
            )
        ],
    }


def import_lines(file: GraphFile, lines: Iterable[str], name: str) -> int:
    """Add the positions in `lines` in one transaction and return how many; raise `UserError` and add none if a line is wrong."""
    added = 0
    with file.transaction(write=True) as transaction:
        for identity, positions in _parse(lines, name):
            database = file.positions_of(identity, transaction, create=True)
            put_positions(transaction.cursor(db=database), positions, 1.0)
            added += len(positions)
    return added


def _parse(lines: Iterable[str], name: str) -> Iterator[tuple[Identity, Positions]]:
    identity: Identity | None = None
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        data = _line_as_data(line, f"{name}, line {number}", number == 1)
        if "problem" in data or len(rows) == BATCH:
            if identity is not None and rows:
                yield identity, _as_positions(rows, identity, f"{name}, line {number - len(rows)} to {number - 1}")
            rows = []
        if "problem" in data:
            identity = _as_identity(data, f"{name}, line {number}")
        elif number > 1:
            if identity is None:
                raise UserError(f"{name}, line {number}: a position before the line with its problem")
            rows.append(data)
    if identity is not None and rows:
        yield identity, _as_positions(rows, identity, f"{name}, the last {len(rows)} lines")


def _line_as_data(line: str, place: str, is_head: bool) -> dict[str, Any]:
    try:
        data = parse_json(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise UserError(f"{place}: not a JSON object; `miai graph export` writes files for this command")
    if is_head and data.get("miai graph") != VERSION:
        raise UserError(f'{place}: not the export of a graph: the first line is {{"miai graph": {VERSION}, ...}}')
    return data


def _as_identity(data: dict[str, Any], place: str) -> Identity:
    values = data.get("values")
    if not all(isinstance(data.get(name), str) for name in _IDENTITY[:3]) or not isinstance(values, int) or not 1 <= values <= 64:
        raise UserError(f"{place}: a problem has {', '.join(_IDENTITY)}")
    return Identity(data["problem"], data["rules"], data["kind"], values)


def _as_positions(rows: list[dict[str, Any]], identity: Identity, place: str) -> Positions:
    try:
        made = _columns(rows, identity.values)
    except (KeyError, ValueError, TypeError, OverflowError, IndexError) as error:
        raise UserError(f"{place}: a position is not as `miai graph export` writes it: {type(error).__name__}: {error}") from None
    if not is_lawful(made).all():
        raise UserError(f"{place}: a position has counts, results or bounds that no search can have left")
    return add_up([made])


def _columns(rows: list[dict[str, Any]], values: int) -> Positions:
    moves = [move for row in rows for move in sorted(row["moves"])]
    counts = [len(row["moves"]) for row in rows]
    shape = (len(rows), values)
    return Positions(
        np.array([int(row["key"], 16) for row in rows], np.uint64),
        np.array([row["check"] for row in rows], np.uint32),
        np.array([row["touched"] for row in rows], np.uint32),
        np.array([row["player"] for row in rows], np.int8),
        np.array([row["own_visits"] for row in rows], np.int64),
        np.array([row["own_sum"] for row in rows], np.int64).reshape(shape),
        np.array([row["total"] for row in rows], np.int64).reshape(shape),
        np.array([row["low"] for row in rows], np.float64).reshape(shape),
        np.array([row["high"] for row in rows], np.float64).reshape(shape),
        np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)]),
        np.array([move[0] for move in moves], np.int32),
        np.array([move[1] for move in moves], np.int64),
        np.array([int(move[2], 16) for move in moves], np.uint64),
    )
