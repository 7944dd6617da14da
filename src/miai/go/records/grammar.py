"""The grammar of SGF: from text to sgfmill's tree, with the place of everything that goes wrong.

sgfmill has a parser, but it does not say where a file is broken, and it holds every token of a hostile file in memory at once. This
one builds the same tree (`sgf_grammar.Coarse_game_tree`) in one pass, without recursion, and gives up at stated limits.
"""

from __future__ import annotations

import re
from typing import Any

from sgfmill.sgf_grammar import Coarse_game_tree

from miai.core.errors import UserError
from miai.go.records.encoding import Text, decode

MOST_BYTES = 64 * 2**20
"""A larger file is refused before it is read."""
MOST_NODES = 400_000
"""A game with more nodes is refused. The largest joseki dictionaries have about a quarter of that."""
MOST_VALUES = 1_000_000
DEEPEST = 20_000
"""A game with variations inside each other more often than that is refused."""

_START = re.compile(r"\(\s*;")
# The quantifiers are possessive (*+): nothing is remembered for going back, however long a value is.
_TOKEN = re.compile(
    r"\s*+(?:\[(?P<value>[^\\\]]*+(?:\\.[^\\\]]*+)*+)\]|(?P<name>[A-Za-z][A-Za-z0-9]*+)|(?P<sign>[;()]))", re.DOTALL
)
_BLANKS = re.compile(r"\s*+")


class SgfError(UserError):
    """A record that cannot be used. The message says file, place and reason."""


class Source:
    """The text of a file, with its name, and where in the file a place of the text is."""

    def __init__(self, data: bytes, name: str, text: Text | None = None) -> None:
        self.data = data
        self.name = name
        self._decoded = text or decode(data)
        self.text, self.encoding, self._mark = self._decoded

    def named(self, name: str) -> Source:
        """The same text under another name."""
        return Source(self.data, name, self._decoded)

    def place(self, index: int) -> str:
        """Where the character `index` stands: "line 3, byte 120", the byte counted from 0 in the file as it is."""
        before = self.text[:index]
        line = before.count("\n") or before.count("\r")
        return f"line {line + 1}, byte {self._mark + len(before.encode(self.encoding, 'replace'))}"

    def error(self, reason: str, index: int | None = None) -> SgfError:
        """The error for `reason` at the character `index`."""
        return SgfError(f"{self.name}: {reason}" if index is None else f"{self.name}: {self.place(index)}: {reason}")


class Properties(dict[str, list[bytes]]):
    """The raw properties of a node, and the character of the source at which the node begins."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


def find_game(source: Source, start: int) -> int | None:
    """Where the next game begins; what stands before it (mail headers, notes) is not read."""
    found = _START.search(source.text, start)
    return found.start() if found else None


def parse_game(source: Source, start: int) -> tuple[Any, int]:
    """The tree of the game that begins at `start`, and where it ends. Raises `SgfError` where it is broken or beyond the limits."""
    builder = _Builder(source)
    index = start
    while True:
        found = _TOKEN.match(source.text, index)
        if found is None:
            raise builder.nothing_fits(index)
        index = found.end()
        kind = found.lastgroup or ""
        place = found.start(kind)
        if kind == "value":
            builder.add_value(found["value"], place - 1)
        elif kind == "name":
            builder.add_name(found["name"], place)
        elif found["sign"] == ";":
            builder.add_node(place)
        elif found["sign"] == "(":
            builder.open(place)
        elif builder.close(place):
            return builder.game, index


class _Builder:
    """Takes the tokens of one game and keeps sgfmill's tree of it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.game: Any = None
        self._open: list[tuple[Any, int]] = []
        """The trees that are not closed yet, from the outermost, and where each begins."""
        self._properties: Properties | None = None
        self._values: list[bytes] | None = None
        self._name_at = 0
        self._nodes = self._count = 0

    def open(self, place: int) -> None:
        """A parenthesis opens a game or a variation."""
        self._end_node(place, "a variation begins")
        if len(self._open) >= DEEPEST:
            raise self.source.error(f"variations inside each other more than {DEEPEST} times", place)
        self._open.append((Coarse_game_tree(), place))

    def close(self, place: int) -> bool:
        """A parenthesis closes a game or a variation; returns whether it was the game."""
        self._end_node(place, "a parenthesis closes")
        tree, _ = self._open.pop()
        if not self._open:
            self.game = tree
            return True
        self._open[-1][0].children.append(tree)
        return False

    def _end_node(self, place: int, event: str) -> None:
        self._end_property(place)
        self._properties = None
        if self._open and not self._open[-1][0].sequence:
            raise self.source.error(f"{event} where a node (;) was expected", place)

    def add_node(self, place: int) -> None:
        """A semicolon begins a node."""
        self._end_property(place)
        tree = self._open[-1][0]
        if tree.children:
            raise self.source.error("a node after a variation; only another variation or ) may follow", place)
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise self.source.error(f"a game of more than {MOST_NODES:,} nodes", place)
        self._properties = Properties(place)
        tree.sequence.append(self._properties)

    def add_name(self, name: str, place: int) -> None:
        """The name of a property. Old files have small letters in it, which do not count: AddBlack is AB."""
        self._end_property(place)
        if self._properties is None:
            raise self.source.error(f"the property {name[:20]} stands outside a node", place)
        if len(name) > 64:
            raise self.source.error(f"a property name of {len(name):,} letters, {name[:10]}...", place)
        name = "".join(letter for letter in name if not letter.islower()) or name.upper()
        self._name_at = place
        self._values = self._properties.setdefault(name, [])

    def add_value(self, value: str, place: int) -> None:
        """A value in brackets."""
        if self._values is None:
            raise self.source.error(f"the value [{value[:20]}] has no property before it", place)
        self._count += 1
        if self._count > MOST_VALUES:
            raise self.source.error(f"a game of more than {MOST_VALUES:,} values", place)
        self._values.append(value.encode("utf-8", "replace"))

    def _end_property(self, place: int) -> None:
        if self._values is not None and not self._values:
            raise self.source.error("a property without a value", self._name_at)
        self._values = None

    def nothing_fits(self, index: int) -> SgfError:
        """The error for text that is no token at `index`, or for the end of the text."""
        blanks = _BLANKS.match(self.source.text, index)
        at = blanks.end() if blanks else index
        if at >= len(self.source.text):
            _, opened = self._open[-1]
            where = self.source.place(opened)
            return self.source.error(f"the file ends inside a game; the parenthesis opened at {where} is not closed", at)
        if self.source.text[at] == "[":
            return self.source.error("the value that begins here is never closed (no ] follows)", at)
        return self.source.error(f"unexpected {self.source.text[at]!r}", at)
