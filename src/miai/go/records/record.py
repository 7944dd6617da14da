"""A game record: the tree of a game with every property, through sgfmill, and the facts of its main line."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sgfmill import sgf as sgfmill
from sgfmill.sgf_grammar import simpletext_value, text_value

from miai.go.notation.coordinates import BLACK, LARGEST, SMALLEST, WHITE, Move, Point, check_size, from_letters, to_letters
from miai.go.notation.position import Position
from miai.go.records.grammar import SgfError, Source
from miai.go.records.replay import IllegalStep, Moment, Step, replay

MOST_STONES_OF_KOMI = 5
MOST_MOVES = 20_000
"""Most moves of a main line; a longer one is refused, because its replay would take long."""

SUICIDE_RULES = re.compile(r"nz|new ?zealand|goe|\bing\b|tromp", re.IGNORECASE)
"""Names of rules in records that allow suicide."""

_NUMBER = re.compile(r"\s*([-+]?\d+(?:[.,]\d*)?|[-+]?[.,]\d+)")


class GameRecord:
    """A game with all its variations and properties. `game` is sgfmill's tree, which callers may walk and change."""

    def __init__(self, game: Any, source: Source | None = None) -> None:
        self.game = game
        self._source = source

    @staticmethod
    def of_tree(tree: Any, source: Source) -> GameRecord:
        """Return the record of a parsed tree. Raise `SgfError` if it is not a game of Go on a supported board size."""
        root = tree.sequence[0]
        kind = root.get("GM", [b"1"])[0].strip()
        if kind not in (b"1", b""):
            raise source.error(f"a record of another game than Go (GM[{kind.decode(errors='replace')[:20]}])", root.place)
        root["SZ"] = [str(_size(root, source)).encode()]
        return GameRecord(sgfmill.Sgf_game.from_coarse_game_tree(tree, "utf-8"), source)

    @staticmethod
    def new(
        size: int,
        komi: float | None = None,
        rules: str = "",
        handicap: int = 0,
        setup: Position | None = None,
        to_play: int | None = None,
        black: str = "",
        white: str = "",
    ) -> GameRecord:
        """Return a record without moves. `setup` are the stones before the first move, handicap stones included."""
        record = GameRecord(sgfmill.Sgf_game(check_size(size)))
        values = {"KM": komi, "RU": rules, "HA": handicap, "PB": black, "PW": white}
        for name, value in values.items():
            if value or (name == "KM" and value is not None):
                record.root.set(name, value)
        if setup is not None:
            for name, points in (("AB", setup.black), ("AW", setup.white)):
                if points:
                    record.root.set_raw_list(name, [to_letters(point, size).encode() for point in sorted(points)])
        if to_play is not None:
            record.root.set("PL", "b" if to_play == BLACK else "w")
        return record

    @property
    def root(self) -> Any:
        """sgfmill's first node."""
        return self.game.get_root()

    @property
    def size(self) -> int:
        """Board size."""
        return int(self.game.get_size())

    def text(self, name: str) -> str:
        """Return a property of the first node in one line; nothing if it is missing."""
        values = self.root.get_raw_property_map().get(name)
        return simpletext_value(values[0]).decode("utf-8", "replace").strip() if values else ""

    @property
    def komi(self) -> float | None:
        """Komi in points; `None` if the record has none, or no number.

        Chinese servers write 3.75 or 375 for 3 3/4 stones, which are 7.5 points. Komi in points never ends in .25 or .75, and a komi of
        five stones does not occur.
        """
        found = _NUMBER.match(self.text("KM"))
        if found is None:
            return None
        value = float(found[1].replace(",", "."))
        if not math.isfinite(value):  # hundreds of digits
            return None
        if abs(value) >= 100:
            value /= 100
        return value * 2 if value * 4 % 2 == 1 and abs(value) < MOST_STONES_OF_KOMI else value

    @property
    def rules(self) -> str:
        """The name of the rules in the record."""
        return self.text("RU")

    @property
    def handicap(self) -> int:
        """The number of handicap stones; 0 if the record has no valid number."""
        found = re.match(r"\s*(\d{1,3})\s*$", self.text("HA"))
        return int(found[1]) if found else 0

    @property
    def players(self) -> dict[int, str]:
        """The names by colour; empty where the record has none."""
        return {BLACK: self.text("PB"), WHITE: self.text("PW")}

    @property
    def result(self) -> str:
        """The result as written, such as B+2.5 or W+R."""
        return self.text("RE")

    @property
    def winner(self) -> int | None:
        """The winner by the result; `None` for a draw or without a result."""
        return {"B": BLACK, "黑": BLACK, "黒": BLACK, "W": WHITE, "白": WHITE}.get(self.result[:1].upper())

    @property
    def allows_suicide(self) -> bool:
        """Whether the rules that the record names allow suicide."""
        return SUICIDE_RULES.search(self.rules) is not None

    def main_line(self) -> list[Any]:
        """Return the nodes of the main line, from the first."""
        return list(self.game.main_sequence_iter())

    def path_to(self, node: Any) -> list[Any]:
        """Return the nodes from the first to `node`."""
        return [*self.game.get_sequence_above(node), node]

    def moves(self) -> list[tuple[int, Move]]:
        """Return colours and moves of the main line. Raise `SgfError` for a move off the board."""
        return list(self.each_move())

    def each_move(self) -> Iterator[tuple[int, Move]]:
        """Yield the moves one at a time, so that errors further on do not matter to a caller who stops before."""
        return (move for node in self.main_line() for move in self.step(node).moves)

    def add_comment(self, node: Any, text: str) -> None:
        """Append `text` to the comment at `node`."""
        node.set("C", f"{self.comment(node)}\n{text}".strip())

    def add_labels(self, node: Any, labels: Iterable[tuple[Point, str]]) -> None:
        """Add labels to points at `node`; a point that has one keeps it."""
        known = list(node.get_raw_property_map().get("LB", []))
        taken = {value.partition(b":")[0] for value in known}
        new = [(to_letters(point, self.size).encode(), sign.encode()) for point, sign in labels]
        values = known + [letters + b":" + sign for letters, sign in new if letters not in taken]
        if values:
            node.set_raw_list("LB", values)

    def comment(self, node: Any) -> str:
        """Return the comment at `node`."""
        values = node.get_raw_property_map().get("C")
        return text_value(values[0]).decode("utf-8", "replace") if values else ""

    def step(self, node: Any) -> Step:
        """Return the effect of `node` on the board. Raise `SgfError` for points that do not exist."""
        properties = node.get_raw_property_map()
        setup = {name: self._points(properties, name) for name in ("AB", "AW", "AE")}
        moves = [(name, values) for name, values in properties.items() if name in ("B", "W")]
        played = tuple((BLACK if name == "B" else WHITE, self._move(properties, name, values)) for name, values in moves)
        to_play = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}.get(properties.get("PL", [b""])[0].strip().lower().decode()[:1])
        return Step(setup["AB"], setup["AW"], setup["AE"], played, to_play)

    def _move(self, properties: Any, name: str, values: list[bytes]) -> Move:
        if len(values) > 1:
            raise self._error(f"{name} with {len(values)} values; a move is one", properties)
        return self._read_letters(values[0], name, properties)

    def _points(self, properties: Any, name: str) -> frozenset[Point]:
        """Return the points of a list, in which aa:cc is the rectangle with these corners.

        A file can list the whole board a million times, so rows of points are bits of a number, and sets are made once.
        """
        found = [0] * self.size
        for value in dict.fromkeys(properties.get(name, ())):
            if value.strip():
                first, _, last = value.partition(b":")
                one, two = (self._read_letters(letters, name, properties) for letters in (first, last or first))
                if isinstance(one, str) or isinstance(two, str):
                    raise self._error(f"{name}[{value.decode(errors='replace')[:20]}] is not a point", properties)
                (left, right), (low, high) = (sorted(ends) for ends in zip(one, two, strict=True))
                columns = (1 << right + 1) - (1 << left)
                for row in range(low, high + 1):
                    found[row] |= columns
        return _points_of(tuple(found))

    def _read_letters(self, value: bytes, name: str, properties: Any) -> Move:
        try:
            return from_letters(value.decode("utf-8", "replace"), self.size)
        except ValueError as error:
            raise self._error(f"{name}: {error}", properties) from error

    def error_at(self, reason: str, node: Any) -> SgfError:
        """Return the error for `node`, with its place. The caller raises it."""
        return self._error(reason, node.get_raw_property_map())

    def _error(self, reason: str, properties: Any = None) -> SgfError:
        place = getattr(properties, "place", None)
        if self._source is not None:
            return self._source.error(reason, place)
        return SgfError(f"record: {reason}")

    def place_of(self, node: Any) -> str:
        """Return the place of `node` in its file: "line 3, byte 120"; empty for a node that was not read from one."""
        place = getattr(node.get_raw_property_map(), "place", None)
        return "" if self._source is None or place is None else self._source.place(place)

    @property
    def encoding(self) -> str:
        """The encoding of the file; utf-8 for a record that was not read from one."""
        return "utf-8" if self._source is None else self._source.encoding

    @property
    def first_player(self) -> int:
        """The player to move at the start: as the record says, else the player of the first move, else White after a handicap."""
        if (to_play := self.step(self.root).to_play) is not None:
            return to_play
        for node in self.main_line():
            if moves := self.step(node).moves:
                return moves[0][0]
        return WHITE if self.handicap >= 2 else BLACK

    def moments(self, node: Any = None) -> Iterator[Moment]:
        """Yield the board at the start and after each move and set-up of the main line, or of the path to `node`.

        Raise `SgfError` at a move that cannot be played: occupied, suicide, ko, off the board.
        """
        nodes = self.main_line() if node is None else self.path_to(node)
        at: list[Any] = [None]

        def steps() -> Iterator[Step]:
            for each in nodes:
                at[0] = each.get_raw_property_map()
                yield self.step(each)

        try:
            for moment in replay(self.size, steps(), self.first_player, self.allows_suicide):
                if moment.number > MOST_MOVES:
                    raise IllegalStep(f"more than {MOST_MOVES:,} moves")
                yield moment
        except IllegalStep as error:
            raise self._error(str(error), at[0]) from error

    def last_moment(self) -> Moment:
        """Return the board at the end of the main line. Raise `SgfError` like `moments`."""
        for moment in self.moments():
            last = moment
        return last

    def moment_after(self, number: int) -> Moment:
        """Return the board after `number` moves of the main line. Raise `SgfError` if there are fewer."""
        found = None
        for moment in self.moments():
            if moment.number > number:
                break
            found = moment
        if found is None or found.number != number:
            raise self._error(f"the game has {found.number if found else 0} moves; there is no move {number}")
        return found

    def add_move(self, color: int, move: Move, comment: str = "", after: Any = None) -> Any:
        """Add a move after the node `after` (as its last variation), or at the end of the main line. Return the new node."""
        node = (after if after is not None else self.game.get_last_node()).new_child()
        node.set_raw("B" if color == BLACK else "W", to_letters(move, self.size).encode())
        if comment:
            node.set("C", comment)
        return node

    def add_moves(self, moves: Iterable[tuple[int, Move]]) -> None:
        """Add moves at the end of the main line."""
        node = self.game.get_last_node()
        for color, move in moves:
            node = self.add_move(color, move, after=node)

    def to_bytes(self) -> bytes:
        """Return the record as an SGF file, in UTF-8."""
        return bytes(self.game.serialise())

    def write(self, path: str | Path) -> None:
        """Write the record to a file. Raise `SgfError` if that fails."""
        try:
            Path(path).write_bytes(self.to_bytes())
        except OSError as error:
            raise SgfError(f"{path}: {error.strerror or error}") from error


@functools.lru_cache(maxsize=256)
def _points_of(rows: tuple[int, ...]) -> frozenset[Point]:
    """Return the points of rows, whose bits are columns."""
    columns = range(len(rows))
    return frozenset((column, row) for row, bits in enumerate(rows) if bits for column in columns if bits >> column & 1)


def _size(root: Any, source: Source) -> int:
    """Return the board size in the first node of a game; 19 if it has none."""
    text = root.get("SZ", [b""])[0].decode(errors="replace").strip()
    if not text:
        return LARGEST
    found = re.fullmatch(r"(\d{1,3})(?:\s*:\s*(\d{1,3}))?", text)
    if found is None:
        raise source.error(f"SZ[{text[:20]}] is not a board size", root.place)
    size = int(found[1])
    if found[2] and int(found[2]) != size:
        raise source.error(f"SZ[{text}]: a board of {size} by {found[2]}; only square ones are supported", root.place)
    if not SMALLEST <= size <= LARGEST:
        raise source.error(f"SZ[{text}]: a board of {size}x{size}; sizes {SMALLEST} to {LARGEST} are supported", root.place)
    return size
