"""The grammar of SGF: a parser from text to sgfmill's tree that reports the place of each error.

sgfmill has a parser, but it does not report where a file is broken, and it holds every token of a hostile file in memory at once. This
one builds the same tree (`sgf_grammar.Coarse_game_tree`) in one pass, without recursion, and within fixed limits.
"""

from __future__ import annotations

import re
from typing import Any

from sgfmill.sgf_grammar import Coarse_game_tree

from miai.core.errors import UserError
from miai.core.printable import printable_line
from miai.go.records.encoding import Text, decode

MOST_BYTES = 64 * 2**20
"""Largest file in bytes; a larger one is refused before it is read."""
MOST_NODES = 400_000
"""Most nodes of a game. The largest joseki dictionaries have about a quarter of that."""
MOST_VALUES = 1_000_000
DEEPEST = 20_000
"""Deepest nesting of variations."""

_START = re.compile(r"\(\s*;")
# The quantifiers are possessive (*+): the matcher stores no backtracking points, however long a value is.
_TOKEN = re.compile(
    r"\s*+(?:\[(?P<value>[^\\\]]*+(?:\\.[^\\\]]*+)*+)\]|(?P<name>[A-Za-z][A-Za-z0-9]*+)|(?P<sign>[;()]))", re.DOTALL
)
_BLANKS = re.compile(r"\s*+")


class SgfError(UserError):
    """An error in a game record. The message has file, place and reason."""


class Source:
    """The text of a file with its name. It finds the place in the file of a character in the text."""

    def __init__(self, data: bytes, name: str, text: Text | None = None) -> None:
        self.data = data
        self.name = name
        self._decoded = text or decode(data)
        self.text, self.encoding, self._mark = self._decoded

    def named(self, name: str) -> Source:
        """Return the same text under another name."""
        return Source(self.data, name, self._decoded)

    def place(self, index: int) -> str:
        """Return the place of the character `index`: "line 3, byte 120", with bytes of the original file counted from 0."""
        before = self.text[:index]
        line = before.count("\n") or before.count("\r")
        return f"line {line + 1}, byte {self._mark + len(before.encode(self.encoding, 'replace'))}"

    def error(self, reason: str, index: int | None = None) -> SgfError:
        """Return the error for `reason` at the character `index`."""
        return SgfError(f"{self.name}: {reason}" if index is None else f"{self.name}: {self.place(index)}: {reason}")


class Properties(dict[str, list[bytes]]):
    """The raw properties of a node, the character of the source at which the node begins, and names as written if they differ."""

    __slots__ = ("place", "spelled")

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place
        self.spelled: tuple[str, ...] = ()


def find_game(source: Source, start: int) -> int | None:
    """Return the start of the next game; text before it (mail headers, notes) is skipped. `None` if there is none."""
    found = _START.search(source.text, start)
    return found.start() if found else None


def parse_game(source: Source, start: int) -> tuple[Any, int]:
    """Return the tree of the game that begins at `start`, and its end. Raise `SgfError` if it is broken or exceeds the limits."""
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
    """A builder of sgfmill's tree from the tokens of one game."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.game: Any = None
        self._open: list[tuple[Any, int]] = []
        """The trees that are not closed yet, outermost first, each with its start."""
        self._properties: Properties | None = None
        self._values: list[bytes] | None = None
        self._name_at = 0
        self._nodes = self._count = 0

    def open(self, place: int) -> None:
        """Open a game or a variation at a parenthesis."""
        self._end_node(place, "a variation begins")
        if len(self._open) >= DEEPEST:
            raise self.source.error(f"more than {DEEPEST:,} variations inside each other", place)
        self._open.append((Coarse_game_tree(), place))

    def close(self, place: int) -> bool:
        """Close a game or a variation at a parenthesis. Return whether it was the game."""
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
        """Begin a node at a semicolon."""
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
        """Begin a property. Small letters in its name, which old files have, do not count: AddBlack is AB."""
        self._end_property(place)
        if self._properties is None:
            raise self.source.error(f"the property {name[:20]} stands outside a node", place)
        if len(name) > 64:
            raise self.source.error(f"a property name of {len(name):,} letters, {name[:10]}...", place)
        spelled = name
        name = "".join(letter for letter in name if not letter.islower()) or name.upper()
        if name != spelled:
            self._properties.spelled += (spelled,)
        self._name_at = place
        self._values = self._properties.setdefault(name, [])

    def add_value(self, value: str, place: int) -> None:
        """Add a value in brackets to the present property."""
        if self._values is None:
            raise self.source.error(f"the value [{printable_line(value[:20])}] has no property before it", place)
        self._count += 1
        if self._count > MOST_VALUES:
            raise self.source.error(f"a game of more than {MOST_VALUES:,} values", place)
        self._values.append(value.encode("utf-8", "replace"))

    def _end_property(self, place: int) -> None:
        if self._values is not None and not self._values:
            raise self.source.error("a property without a value", self._name_at)
        self._values = None

    def nothing_fits(self, index: int) -> SgfError:
        """Return the error for text that is no token at `index`, or for the end of the text."""
        blanks = _BLANKS.match(self.source.text, index)
        at = blanks.end() if blanks else index
        if at >= len(self.source.text):
            _, opened = self._open[-1]
            where = self.source.place(opened)
            return self.source.error(f"the file ends inside a game; the parenthesis opened at {where} is not closed", at)
        if self.source.text[at] == "[":
            return self.source.error("the value that begins here is never closed (no ] follows)", at)
        return self.source.error(f"unexpected {self.source.text[at]!r}", at)
