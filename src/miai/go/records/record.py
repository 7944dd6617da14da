"""A game record: the whole tree of a game with every property, through sgfmill, and what its main line says of the game."""

from __future__ import annotations

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
"""A main line with more moves is refused: it is no game, and would take long to play through."""

SUICIDE_RULES = re.compile(r"nz|new ?zealand|goe|\bing\b|tromp", re.IGNORECASE)
"""Rules, as records name them, under which a move may take off its own stones."""

_NUMBER = re.compile(r"\s*([-+]?\d+(?:[.,]\d*)?|[-+]?[.,]\d+)")


class GameRecord:
    """A game with all its variations and properties. `game` is sgfmill's tree of it, free to be walked and changed."""

    def __init__(self, game: Any, source: Source | None = None) -> None:
        self.game = game
        self._source = source

    @staticmethod
    def of_tree(tree: Any, source: Source) -> GameRecord:
        """The record of a parsed tree. Raises `SgfError` if it is not a game of Go on a board of 2 to 19."""
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
        """A record without moves. `setup` are the stones on the board before the first one, those of a handicap included."""
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
        """The number of rows, and of columns."""
        return int(self.game.get_size())

    def text(self, name: str) -> str:
        """What a property of the first node says, in one line; nothing if it is missing."""
        values = self.root.get_raw_property_map().get(name)
        return simpletext_value(values[0]).decode("utf-8", "replace").strip() if values else ""

    @property
    def komi(self) -> float | None:
        """Points that White is given; `None` if the record does not say, or not in a number.

        Chinese servers write 3.75 or 375 for 3 3/4 stones of difference, which are 7.5 points; none in points ends on .25 or .75, and
        five stones would be too many.
        """
        found = _NUMBER.match(self.text("KM"))
        if found is None:
            return None
        value = float(found[1].replace(",", "."))
        if abs(value) >= 100:
            value /= 100
        return value * 2 if value * 4 % 2 == 1 and abs(value) < MOST_STONES_OF_KOMI else value

    @property
    def rules(self) -> str:
        """The rules as the record names them."""
        return self.text("RU")

    @property
    def handicap(self) -> int:
        """The number of handicap stones; 0 if the record names none, or nonsense."""
        found = re.match(r"\s*(\d{1,3})\s*$", self.text("HA"))
        return int(found[1]) if found else 0

    @property
    def players(self) -> dict[int, str]:
        """The names by colour; empty where the record does not say."""
        return {BLACK: self.text("PB"), WHITE: self.text("PW")}

    @property
    def result(self) -> str:
        """The result as it is written, such as B+2.5 or W+R."""
        return self.text("RE")

    @property
    def winner(self) -> int | None:
        """Who has won by the result; `None` for a draw, and where it does not say."""
        return {"B": BLACK, "黑": BLACK, "黒": BLACK, "W": WHITE, "白": WHITE}.get(self.result[:1].upper())

    @property
    def allows_suicide(self) -> bool:
        """Whether the rules that the record names do."""
        return SUICIDE_RULES.search(self.rules) is not None

    def main_line(self) -> list[Any]:
        """The nodes of the main line, from the first."""
        return list(self.game.main_sequence_iter())

    def path_to(self, node: Any) -> list[Any]:
        """The nodes from the first to `node`."""
        return [*self.game.get_sequence_above(node), node]

    def moves(self) -> list[tuple[int, Move]]:
        """Colours and moves of the main line. Raises `SgfError` where one is not on the board."""
        return list(self.each_move())

    def each_move(self) -> Iterator[tuple[int, Move]]:
        """As `moves`, one at a time: what is wrong further on does not matter to who stops before."""
        return (move for node in self.main_line() for move in self.step(node).moves)

    def add_comment(self, node: Any, text: str) -> None:
        """Put `text` below the comment at `node`."""
        node.set("C", f"{self.comment(node)}\n{text}".strip())

    def add_labels(self, node: Any, labels: Iterable[tuple[Point, str]]) -> None:
        """Put labels on points at `node`; a point that has one keeps it."""
        known = list(node.get_raw_property_map().get("LB", []))
        taken = {value.partition(b":")[0] for value in known}
        new = [(to_letters(point, self.size).encode(), sign.encode()) for point, sign in labels]
        values = known + [letters + b":" + sign for letters, sign in new if letters not in taken]
        if values:
            node.set_raw_list("LB", values)

    def comment(self, node: Any) -> str:
        """The comment at `node`."""
        values = node.get_raw_property_map().get("C")
        return text_value(values[0]).decode("utf-8", "replace") if values else ""

    def step(self, node: Any) -> Step:
        """What `node` does on the board. Raises `SgfError` where it names points that do not exist."""
        properties = node.get_raw_property_map()
        setup = {name: frozenset(self._points(properties, name)) for name in ("AB", "AW", "AE")}
        moves = [(name, values) for name, values in properties.items() if name in ("B", "W")]
        played = tuple((BLACK if name == "B" else WHITE, self._move(properties, name, values)) for name, values in moves)
        to_play = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}.get(properties.get("PL", [b""])[0].strip().lower().decode()[:1])
        return Step(setup["AB"], setup["AW"], setup["AE"], played, to_play)

    def _move(self, properties: Any, name: str, values: list[bytes]) -> Move:
        if len(values) > 1:
            raise self._error(f"{name} with {len(values)} values; a move is one", properties)
        return self._read_letters(values[0], name, properties)

    def _points(self, properties: Any, name: str) -> Iterator[Point]:
        """The points of a list, in which aa:cc is the rectangle with these corners."""
        for value in properties.get(name, ()):
            first, _, last = value.partition(b":")
            if not value.strip():
                continue
            one, two = (self._read_letters(letters, name, properties) for letters in (first, last or first))
            if isinstance(one, str) or isinstance(two, str):
                raise self._error(f"{name}[{value.decode(errors='replace')[:20]}] is not a point", properties)
            columns, rows = (range(min(ends), max(ends) + 1) for ends in zip(one, two, strict=True))
            yield from ((column, row) for column in columns for row in rows)

    def _read_letters(self, value: bytes, name: str, properties: Any) -> Move:
        try:
            return from_letters(value.decode("utf-8", "replace"), self.size)
        except ValueError as error:
            raise self._error(f"{name}: {error}", properties) from error

    def error_at(self, reason: str, node: Any) -> SgfError:
        """What is wrong at `node`, with the place; to be raised."""
        return self._error(reason, node.get_raw_property_map())

    def _error(self, reason: str, properties: Any = None) -> SgfError:
        place = getattr(properties, "place", None)
        if self._source is not None:
            return self._source.error(reason, place)
        return SgfError(f"record: {reason}")

    @property
    def first_player(self) -> int:
        """Who is to play at the start: as the record says, else who makes the first move, else White after a handicap."""
        if (to_play := self.step(self.root).to_play) is not None:
            return to_play
        for node in self.main_line():
            if moves := self.step(node).moves:
                return moves[0][0]
        return WHITE if self.handicap >= 2 else BLACK

    def moments(self, node: Any = None) -> Iterator[Moment]:
        """The board at the start and after each move and set-up of the main line, or of the way to `node`.

        Raises `SgfError` when it comes to a move that cannot be played: on a stone, suicide, ko, off the board.
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
        """The board at the end of the main line. Raises `SgfError` as `moments` does."""
        for moment in self.moments():
            last = moment
        return last

    def moment_after(self, number: int) -> Moment:
        """The board when `number` moves of the main line have been made. Raises `SgfError` if there are not so many."""
        found = None
        for moment in self.moments():
            if moment.number > number:
                break
            found = moment
        if found is None or found.number != number:
            raise self._error(f"the game has {found.number if found else 0} moves; there is no move {number}")
        return found

    def add_move(self, color: int, move: Move, comment: str = "", after: Any = None) -> Any:
        """Add a move after the node `after` (as its last variation), or at the end of the main line; returns the new node."""
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
        """The record as an SGF file, in UTF-8."""
        return bytes(self.game.serialise())

    def write(self, path: str | Path) -> None:
        """Write the record to a file. Raises `SgfError` where that cannot be done."""
        try:
            Path(path).write_bytes(self.to_bytes())
        except OSError as error:
            raise SgfError(f"{path}: {error.strerror or error}") from error


def _size(root: Any, source: Source) -> int:
    """The size that the first node of a game gives; 19 if it gives none."""
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
