"""Games as SGF with all variations and analysis, as JSON for our own files, and in the format of engine requests.

A node's analysis is written to SGF in three forms: a line of the comment that begins with `miai:`, for people; `SBKV`, Black's win rate
in percent, which Sabaki draws as a curve; and `MIAI`, JSON, which is read back.
"""

from __future__ import annotations

import json
import math
from typing import Any

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, LARGEST, PASS, SMALLEST, WHITE, Move, Point, from_vertex, to_letters, to_vertex
from miai.go.notation.position import Position
from miai.go.records.sgf import GameRecord
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.rulesets import Rules, rules_named
from miai.go.rules.tally import preset_for
from miai.web.tree import LONGEST_LINE, MOST_NODES, GameNode, GameTree

OURS = "miai: "
"""The beginning of our line in a comment."""
MOST_OPTIONS = 10
_REWRITTEN = {"B", "W", "AB", "AW", "AE", "PL", "SZ", "KM", "RU", "HA", "GM", "FF", "CA", "AP", "MIAI", "SBKV"}
"""Properties that are read into fields and written from them."""


# --- from SGF -------------------------------------------------------------------------------------------------------------------------


def tree_of_record(record: GameRecord, name: str) -> GameTree:
    """Return the game of a record with all variations. Raise `UserError` if its main line breaks the rules."""
    rules = rules_named(preset_for(record.rules) or "chinese")
    try:
        rules = rules if record.komi is None else rules.with_komi(record.komi)
    except ValueError as error:
        raise UserError(f"{name}: {error}") from None
    tree = GameTree(record.size, rules, record.handicap)
    waiting: list[tuple[Any, int | None]] = [(record.root, None)]
    while waiting:
        found, parent = waiting.pop()
        number = _add_node(tree, record, found, parent)
        if len(tree.nodes) > MOST_NODES:
            raise UserError(f"{name}: more than {MOST_NODES:,} nodes, the limit of the board")
        waiting += [(child, number) for child in reversed(list(found))]
    if record.first_player != BLACK and tree.nodes[0].to_play is None:
        tree.nodes[0].to_play = record.first_player
    _check_main_line(tree, name)
    return tree


def _add_node(tree: GameTree, record: GameRecord, found: Any, parent: int | None) -> int:
    """Add a node of a record to the tree. Return the number of the (last) node made from it."""
    step = record.step(found)
    raw = found.get_raw_property_map()
    made = GameNode(0, black=tuple(sorted(step.black)), white=tuple(sorted(step.white)), empty=tuple(sorted(step.empty)))
    made.properties = {key: [value.decode("utf-8", "replace") for value in raw[key]] for key in raw if key not in _REWRITTEN}
    if "MIAI" in raw:
        made.analysis = read_analysis(raw["MIAI"][0].decode("utf-8", "replace"), tree.size)
        _strip_comment(made.properties)
    moves = list(step.moves)
    if parent is None:
        tree.nodes[0] = made
    else:
        if moves:
            made.color, made.move = moves.pop(0)
        made = tree.add(parent, made)
    for color, move in moves:
        made = tree.add(made.number, GameNode(0, color=color, move=move))
    made.to_play = step.to_play
    return made.number


def _strip_comment(properties: dict[str, list[str]]) -> None:
    """Remove our line from a comment; it is written again from the analysis."""
    if "C" in properties:
        lines = [line for line in properties["C"][0].splitlines() if not line.startswith(OURS)]
        properties["C"] = ["\n".join(lines)]
        if not properties["C"][0].strip():
            del properties["C"]


def _check_main_line(tree: GameTree, name: str) -> None:
    line = tree.line()
    if len(line) > LONGEST_LINE:
        raise UserError(f"{name}: a line of {len(line):,} moves; at most {LONGEST_LINE:,} are accepted")
    try:
        tree.game(line[-1])
    except (IllegalMove, ValueError) as error:
        raise UserError(f"{name}: {error}") from None


def read_analysis(text: str, size: int) -> dict[str, Any] | None:
    """Return the analysis in a `MIAI` property; `None` if it is invalid."""
    try:
        return checked_analysis(json.loads(text.replace("\\]", "]").replace("\\\\", "\\")), size)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def checked_analysis(data: Any, size: int) -> dict[str, Any]:
    """Return an analysis with all values checked. Raise `ValueError`, `TypeError` or `KeyError` if it is invalid."""
    options = []
    for move, win, visits, line, *lead in list(data["options"])[:MOST_OPTIONS]:
        words = [to_vertex(from_vertex(str(word), size)) for word in list(line)[:20]]
        options.append([to_vertex(from_vertex(str(move), size)), _share(win), _whole(visits), words, *map(_points, lead[:1])])
    return {"win": _share(data["win"]), "lead": _points(float(data["lead"])), "visits": _whole(data["visits"]), "options": options}


def _share(value: Any) -> float:
    number = float(value)
    if not 0.0 <= number <= 1.0:
        raise ValueError("not a share")
    return round(number, 4)


def _points(value: Any) -> float | None:
    """Return a lead in points; `None` stays."""
    if value is None:
        return None
    number = float(value)
    if not math.isfinite(number) or abs(number) > 1000:
        raise ValueError("lead")
    return round(number, 2)


def _whole(value: Any) -> int:
    number = int(value)
    if not 0 <= number < 2**53:
        raise ValueError("not a count")
    return number


# --- to SGF ---------------------------------------------------------------------------------------------------------------------------


def to_sgf(tree: GameTree, result: str = "", names: tuple[str, str] = ("", ""), with_analysis: bool = True) -> bytes:
    """Return the game with all variations as SGF."""
    root = tree.nodes[0]
    setup = Position.of(tree.size, root.black, root.white)
    record = GameRecord.new(
        tree.size, tree.rules.komi, tree.rules.name.capitalize(), tree.handicap, setup, root.to_play, names[0], names[1]
    )
    if result:
        record.root.set("RE", result)
    _write_notes(record.root, root, with_analysis)
    waiting = [(number, record.root) for number in reversed(root.children)]
    while waiting:
        number, above = waiting.pop()
        node = tree.nodes[number]
        made = above.new_child()
        _write_step(made, node, tree.size)
        _write_notes(made, node, with_analysis)
        waiting += [(child, made) for child in reversed(node.children)]
    return record.to_bytes()


def _write_step(made: Any, node: GameNode, size: int) -> None:
    for name, points in (("AB", node.black), ("AW", node.white), ("AE", node.empty)):
        if points:
            made.set_raw_list(name, [to_letters(point, size).encode() for point in points])
    if node.move is not None:
        made.set_raw("B" if node.color == BLACK else "W", to_letters(node.move, size).encode())
    if node.to_play is not None:
        made.set("PL", "b" if node.to_play == BLACK else "w")


def _write_notes(made: Any, node: GameNode, with_analysis: bool) -> None:
    for name, values in node.properties.items():
        if name == "RE" and "RE" in made.get_raw_property_map():
            continue
        made.set_raw_list(name, [value.encode() for value in values])
    if with_analysis and node.analysis is not None:
        text = json.dumps(node.analysis, separators=(",", ":"))
        made.set_raw("MIAI", text.replace("\\", "\\\\").replace("]", "\\]").encode())
        made.set_raw("SBKV", f"{100 * node.analysis['win']:.1f}".encode())
        before = node.properties.get("C", [""])[0]
        made.set_raw("C", f"{before}\n{OURS}{_summary(node.analysis)}".strip().encode())


def _summary(analysis: dict[str, Any]) -> str:
    best = ", ".join(f"{move} {win:.0%}" for move, win, *_ in analysis["options"][:3])
    ahead = "Black" if analysis["lead"] >= 0 else "White"
    text = f"Black wins {analysis['win']:.1%}, {ahead} leads by {abs(analysis['lead']):.1f}, {analysis['visits']:,} visits"
    return f"{text}; best: {best}" if best else text


# --- for engines ----------------------------------------------------------------------------------------------------------------------


def for_engine(tree: GameTree, number: int) -> dict[str, Any]:
    """Return the game up to a node in the format of engine requests, from the last node with set-up stones."""
    path = tree.path(number)
    start = max(
        place for place, each in enumerate(path) if place == 0 or tree.nodes[each].move is None or _sets_up(tree.nodes[each])
    )
    first = tree.game(path[start])
    made = [tree.nodes[each] for each in path[start + 1 :]]
    return {
        "size": tree.size,
        "rules": tree.rules.name,
        "komi": tree.rules.komi,
        "handicap": tree.handicap,
        "black": [to_vertex(point) for point in sorted(first.position.black)],
        "white": [to_vertex(point) for point in sorted(first.position.white)],
        "first": first.to_play,
        "moves": [("b" if node.color == BLACK else "w") + to_vertex(node.move or PASS) for node in made],
        "to_play": tree.game(number).to_play,
    }


def _sets_up(node: GameNode) -> bool:
    return bool(node.black or node.white or node.empty)


# --- as JSON -------------------------------------------------------------------------------------------------------------------------


def tree_as_data(tree: GameTree) -> dict[str, Any]:
    """Return the game as data for JSON."""
    nodes = []
    for number in sorted(tree.nodes):
        node = tree.nodes[number]
        row: dict[str, Any] = {"n": number, "p": node.parent}
        if node.move is not None:
            row["m"] = ["", "b", "w"][node.color or 0] + to_vertex(node.move)
        for key, points in (("ab", node.black), ("aw", node.white), ("ae", node.empty)):
            if points:
                row[key] = [to_vertex(point) for point in points]
        row |= {"t": node.to_play} if node.to_play is not None else {}
        row |= {"x": node.properties} if node.properties else {}
        row |= {"a": node.analysis} if node.analysis is not None else {}
        row |= {"c": node.children} if len(node.children) > 1 else {}
        nodes.append(row)
    rules = {"name": tree.rules.name, "komi": tree.rules.komi}
    return {"size": tree.size, "rules": rules, "handicap": tree.handicap, "current": tree.current, "nodes": nodes}


def tree_from_data(data: dict[str, Any]) -> GameTree:
    """Return the game from `tree_as_data`. Raise `ValueError`, `TypeError` or `KeyError` for other data."""
    size = int(data["size"])
    if not SMALLEST <= size <= LARGEST:
        raise ValueError("size")
    tree = GameTree(size, _rules_from(data["rules"]), int(data["handicap"]))
    for row in data["nodes"]:
        node = GameNode(int(row["n"]), row["p"])
        if "m" in row:
            node.color, node.move = {"b": BLACK, "w": WHITE}[row["m"][0]], from_vertex(row["m"][1:], size)
        node.black, node.white, node.empty = (points_from(row.get(key, ()), size) for key in ("ab", "aw", "ae"))
        node.to_play = row.get("t")
        node.properties = {str(key): [str(value) for value in values] for key, values in row.get("x", {}).items()}
        node.analysis = checked_analysis(row["a"], size) if "a" in row else None
        tree.nodes[node.number] = node
        if node.parent is not None:
            tree.nodes[node.parent].children.append(node.number)
    for row in data["nodes"]:
        if "c" in row and sorted(row["c"]) == sorted(tree.nodes[row["n"]].children):
            tree.nodes[row["n"]].children = list(row["c"])  # keeps the order of variations
    tree.next_number = max(tree.nodes) + 1
    tree.go_to(int(data["current"]))
    tree.game()
    return tree


def _rules_from(data: dict[str, Any]) -> Rules:
    return rules_named(str(data["name"])).with_komi(float(data["komi"]))


def points_from(words: Any, size: int) -> tuple[Point, ...]:
    """Return the points of a list of vertices, without passes. Raise `ValueError` for an invalid vertex."""
    found: list[Move] = [from_vertex(str(word), size) for word in words]
    return tuple(point for point in found if not isinstance(point, str))


def new_tree(size: int, rules: Rules, stones: list[Point]) -> GameTree:
    """Return a tree with an empty board, or with handicap stones and White to play."""
    tree = GameTree(size, rules, len(stones))
    if stones:
        tree.nodes[0].black, tree.nodes[0].to_play = tuple(stones), WHITE
    return tree
