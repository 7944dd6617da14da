"""The check of a game record: faults of the format, old forms, and moves against the rules, each with its place.

`check_record` corrects what it can while it looks: the record it was given is then one of version 4 (FF[4], UTF-8), which `to_bytes`
writes. Illegal moves and points off the board stay as they are, since only a person can say what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import miai
from miai.go.notation.position import Position
from miai.go.records.grammar import SgfError
from miai.go.records.old_forms import ERROR, OLD, RULES, NodeFault, is_number
from miai.go.records.record import MOST_MOVES, GameRecord
from miai.go.records.replay import IllegalStep, make_move, set_up_stones
from miai.go.rules.plain import PlainGame

_PLACE = re.compile(r"(?:.*: )?(?P<place>line \d+, byte \d+): (?P<reason>.*)", re.DOTALL)

_BEFORE_MOVES = ("AB", "AW", "AE", "PL")
"""Properties that stay in a node whose moves are put into nodes of their own, beside those of the game."""


@dataclass(frozen=True)
class RecordFault:
    """A fault of a record."""

    place: str
    """Where it is: "line 3, byte 120"."""
    level: str
    """error, old or note."""
    reason: str
    is_fixed: bool
    """Whether the record no longer has it."""


def check_record(record: GameRecord) -> list[RecordFault]:
    """Return the problems of a record, in its order, and correct those that can be corrected. The record is changed."""
    found = [RecordFault(record.place_of(record.root), *finding) for finding in _first_node(record)]
    for node in _nodes(record):
        place = record.place_of(node)
        properties = node.get_raw_property_map()
        for rule in RULES:
            found += [RecordFault(place, *finding) for finding in rule(properties, record.size, node is record.root)]
        found += [RecordFault(place, *finding) for finding in _one_move_a_node(node)]
    return [*found, *_illegal_moves(record)]


def _nodes(record: GameRecord) -> Iterator[Any]:
    """Yield all nodes, those of the main line first. Children that are added meanwhile are not visited."""
    waiting = [record.root]
    while waiting:
        node = waiting.pop()
        waiting += reversed(list(node))
        yield node


def _first_node(record: GameRecord) -> Iterator[NodeFault]:
    """Correct what the first node says about file and komi."""
    properties = record.root.get_raw_property_map()
    version = properties.get("FF", [b""])[0].decode("utf-8", "replace").strip()
    if version != "4":
        is_old = version in ("", "1", "2", "3")
        text = f"FF[{version[:20]}]" if version else "no FF"
        yield NodeFault(
            OLD if is_old else ERROR, f"{text}: {'an old version of the format' if is_old else 'no version of the format'}", True
        )
    declared = properties.get("CA", [b""])[0].decode("utf-8", "replace").strip()
    if record.encoding not in ("ascii", "utf-8"):
        yield NodeFault(OLD, f"the text is encoded as {record.encoding}" + ("" if declared else ", and does not say so (CA)"), True)
    if "KM" in properties and not is_number(record.text("KM")):
        komi = record.komi
        yield NodeFault(OLD if komi is not None else ERROR, f"KM[{record.text('KM')[:20]}] is no number", komi is not None)
    elif "KM" in properties and record.komi != float(record.text("KM")):
        yield NodeFault(OLD, f"KM[{record.text('KM')}] is in stones; in points it is {record.komi:g}", True)
    if record.komi is not None:
        properties["KM"] = [f"{record.komi:g}".encode()]
    properties |= {"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "AP": [f"miai:{miai.__version__}".encode()]}


def _one_move_a_node(node: Any) -> Iterator[NodeFault]:
    """Put the moves of a node into nodes of their own if it has several, or stones that are set up as well."""
    properties = node.get_raw_property_map()
    moves = [(name, value) for name in list(properties) if name in ("B", "W") for value in properties[name]]
    is_set_up = any(name in properties for name in ("AB", "AW", "AE"))
    if len(moves) <= 1 and not (moves and is_set_up):
        return
    reason = f"{len(moves)} moves in one node" if len(moves) > 1 else "a move in a node in which stones are set up"
    yield NodeFault(ERROR, reason, True)
    children = list(node)
    names = [name for name in properties if name not in _BEFORE_MOVES and (node.parent is not None or name in ("B", "W", "C", "N"))]
    moved = {name: properties.pop(name) for name in names if name not in ("B", "W")}
    for name in ("B", "W"):
        properties.pop(name, None)
    if node.parent is not None and not properties:
        name, value = moves.pop(0)
        properties[name] = [value]
    last = node
    for name, value in moves:
        last = last.new_child(0 if last is node else None)
        last.set_raw_list(name, [value])
    last.get_raw_property_map().update(moved)
    for child in children:
        child.reparent(last)


def _illegal_moves(record: GameRecord) -> Iterator[RecordFault]:
    """Yield the first illegal move of each line, the main line first."""
    try:
        first = record.first_player
    except SgfError as error:
        place = record.place_of(record.root)
        yield _fault_of(error, place)
        return
    start = PlainGame(Position.of(record.size), first, record.allows_suicide)
    waiting: list[tuple[Any, PlainGame, int]] = [(record.root, start, 0)]
    while waiting:
        node, game, number = waiting.pop()
        try:
            game, number = _apply(record, node, game, number)
        except (IllegalStep, SgfError) as error:
            place = record.place_of(node) or record.place_of(node.parent)  # a move that was put into a node of its own
            yield _fault_of(error, place)
            continue
        children = list(node)
        waiting += [(child, game if len(children) == 1 else _copy(game), number) for child in reversed(children)]


def _apply(record: GameRecord, node: Any, game: PlainGame, number: int) -> tuple[PlainGame, int]:
    step = record.step(node)
    if step.black or step.white or step.empty:
        game = set_up_stones(game, step)
    for color, move in step.moves:
        number += 1
        if number > MOST_MOVES:
            raise IllegalStep(f"more than {MOST_MOVES:,} moves")
        make_move(game, color, move, number)
    if step.to_play is not None:
        game.to_play = step.to_play
    return game, number


def _copy(game: PlainGame) -> PlainGame:
    made = PlainGame(game.position, game.to_play, game.suicide, captures=dict(game.captures))
    made.history = list(game.history)
    return made


def _fault_of(error: Exception, place: str) -> RecordFault:
    """Return an error as a fault, at the place that it names, else at `place`. The reason has neither the file nor the place."""
    named = _PLACE.fullmatch(str(error))
    return RecordFault(named["place"], ERROR, named["reason"], False) if named else RecordFault(place, ERROR, str(error), False)


def count_moves(record: GameRecord) -> int:
    """Return the number of moves of the main line, whether they are legal or not."""
    return sum(name in ("B", "W") for node in record.main_line() for name in node.get_raw_property_map())
