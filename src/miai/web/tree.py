"""A game with its variations: numbered nodes with parent and children, and the position at each node.

Node 0 is the start. A node is a move or set-up stones. Nodes keep their numbers; the number of a removed node is not used again. The rules
are those of `miai.go.rules.plain`, which need no compilation and are fast enough for clicks.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, Move, Point, all_points, neighbours, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import REASONS, IllegalMove
from miai.go.rules.plain import PlainGame, chains
from miai.go.rules.rulesets import Rules

MOST_NODES = 20_000
"""Largest accepted number of nodes in a game."""
LONGEST_LINE = 2_000
KEPT_POSITIONS = 600


@dataclass
class GameNode:
    """A move or set-up stones, with notes."""

    number: int
    parent: int | None = None
    color: int | None = None
    """The player who moved; `None` for set-up stones and at the start."""
    move: Move | None = None
    black: tuple[Point, ...] = ()
    white: tuple[Point, ...] = ()
    empty: tuple[Point, ...] = ()
    """Stones that are set up or removed here, before the move."""
    to_play: int | None = None
    """The player to move, if it is not simply the opponent."""
    children: list[int] = field(default_factory=list)
    properties: dict[str, list[str]] = field(default_factory=dict)
    """Other SGF properties, kept as they are."""
    analysis: dict[str, Any] | None = None
    """The summary of the latest analysis of the position after this node; see `game_analysis.keep_summary`."""


class GameTree:
    """A game with its variations, and the current node, which the board shows."""

    def __init__(self, size: int, rules: Rules, handicap: int = 0) -> None:
        self.size, self.rules, self.handicap = size, rules, handicap
        self.nodes: dict[int, GameNode] = {0: GameNode(0)}
        self.current = 0
        self.next_number = 1
        self._games: dict[int, PlainGame] = {}

    # --- navigation ---------------------------------------------------------------------------------------------------------------

    @property
    def node(self) -> GameNode:
        """The current node."""
        return self.nodes[self.current]

    def path(self, number: int | None = None) -> list[int]:
        """Return the nodes from the start to `number`, by default the current node."""
        found: list[int] = []
        at: int | None = self.current if number is None else number
        while at is not None:
            found.append(at)
            at = self.nodes[at].parent
        return found[::-1]

    def line(self) -> list[int]:
        """Return the nodes from the start through the current one to the end of its first variation."""
        found = self.path()
        while children := self.nodes[found[-1]].children:
            found.append(children[0])
        return found

    def moves_to(self, number: int | None = None) -> int:
        """Return the number of moves up to a node, passes included."""
        return sum(self.nodes[each].move is not None for each in self.path(number))

    def go_to(self, number: int) -> None:
        """Make a node the current one; ignore a node that does not exist."""
        if number in self.nodes:
            self.current = number

    def step(self, count: int) -> None:
        """Go forward along the line, or back if `count` is negative, at most to its end."""
        line = self.line()
        place = line.index(self.current) + count
        self.current = line[min(max(place, 0), len(line) - 1)]

    def turn(self, count: int) -> None:
        """Go to another variation of the current move."""
        parent = self.node.parent
        if parent is not None:
            siblings = self.nodes[parent].children
            self.current = siblings[(siblings.index(self.current) + count) % len(siblings)]

    def has_header(self) -> bool:
        """Return whether the first node describes the game, as in a record from a file."""
        return any(name in self.nodes[0].properties for name in ("PB", "PW", "RE", "EV", "DT", "GN"))

    # --- playing ------------------------------------------------------------------------------------------------------------------

    def game(self, number: int | None = None) -> PlainGame:
        """Return the game at a node; it must not be changed. Raise `IllegalMove` if the record breaks the rules."""
        number = self.current if number is None else number
        missing: list[int] = []
        at: int | None = number
        while at is not None and at not in self._games:
            missing.append(at)
            at = self.nodes[at].parent
        for each in reversed(missing):
            parent = self.nodes[each].parent
            self._keep(each, self._after(self.nodes[each], None if parent is None else self._games[parent]))
        return self._games[number]

    def _keep(self, number: int, game: PlainGame) -> None:
        if len(self._games) > KEPT_POSITIONS + LONGEST_LINE:
            for old in list(self._games)[:KEPT_POSITIONS]:
                del self._games[old]
        self._games[number] = game

    def _after(self, node: GameNode, before: PlainGame | None) -> PlainGame:
        if before is None:
            game = PlainGame(Position.of(self.size), BLACK, self.rules.suicide, self.rules.ko)
        else:
            game = copy.copy(before)
            game.captures, game.history = dict(before.captures), list(before.history)
        if node.black or node.white or node.empty:
            game = _set_up(game, node)
        if node.move is not None and node.color is not None:
            game.to_play = node.color
            reason = why_illegal(game, node.move)
            if reason is not None:
                number = self.moves_to(node.number)
                raise IllegalMove(f"move {number}, {to_vertex(node.move)}: {reason}")
            game.play(_turn(node.move))
        if node.to_play is not None:
            game.to_play = node.to_play
            game.history[-1] = (game.position, node.to_play)
        return game

    def why_illegal(self, move: Move) -> str | None:
        """Return why `move` is illegal here, in words; `None` if it is legal."""
        return why_illegal(self.game(), move)

    def why_illegal_at(self, number: int, move: Move) -> str | None:
        """Return why `move` is illegal at another node, in words; `None` if it is legal."""
        return why_illegal(self.game(number), move)

    def play(self, move: Move) -> GameNode:
        """Play a move at the current node, as a new variation or along an existing one. Raise `IllegalMove`."""
        game = self.game()
        reason = why_illegal(game, move)
        if reason is not None:
            raise IllegalMove(reason)
        for child in self.node.children:
            if (self.nodes[child].color, self.nodes[child].move) == (game.to_play, move):
                self.current = child
                return self.node
        if len(self.nodes) >= MOST_NODES or len(self.path()) > LONGEST_LINE:
            raise IllegalMove("the game is too long; start a new one")
        node = self.add(self.current, GameNode(0, color=game.to_play, move=move))
        self.current = node.number
        return node

    def add(self, parent: int, node: GameNode) -> GameNode:
        """Add a node below `parent`, as its last variation."""
        node.number, node.parent = self.next_number, parent
        self.next_number += 1
        self.nodes[node.number] = node
        self.nodes[parent].children.append(node.number)
        return node

    def take_back(self) -> bool:
        """Remove the current node with all nodes below it, and go to its parent. Return `False` at the start."""
        parent = self.node.parent
        if parent is None:
            return False
        gone = self.current
        self.nodes[parent].children.remove(gone)
        for each in list(self.below(gone)):
            self._games.pop(each, None)
            del self.nodes[each]
        self.current = parent
        return True

    def below(self, number: int) -> Iterator[int]:
        """Yield a node and all nodes below it."""
        waiting = [number]
        while waiting:
            each = waiting.pop()
            yield each
            waiting += self.nodes[each].children


def _turn(move: Move) -> Any:
    return PASS if isinstance(move, str) else move


def why_illegal(game: PlainGame, move: Move) -> str | None:
    """Return why `move` is illegal for the player to move in `game`, in words; `None` if it is legal."""
    if isinstance(move, str):
        return None if move == PASS else "that is not a move"
    reason = game.why_illegal(move)
    return None if reason is None else REASONS[reason]


def barred_points(game: PlainGame) -> list[Point]:
    """Return the empty points where the player to move may not play: suicide, and repetitions by a capture.

    For speed only two kinds of points are checked: those without an empty neighbour, and the last liberties of enemy chains. Repetitions
    without a capture are rare and left to `why_illegal`.
    """
    position = game.position
    last_liberties = {
        min(chain.liberties) for chain in chains(position) if chain.color != game.to_play and len(chain.liberties) == 1
    }
    found = []
    for point in all_points(position.size):
        if position.color_at(point) == EMPTY:
            is_open = any(position.color_at(near) == EMPTY for near in neighbours(point, position.size))
            if (not is_open or point in last_liberties) and not game.is_legal(point):
                found.append(point)
    return found


def _set_up(game: PlainGame, node: GameNode) -> PlainGame:
    """Return the game after stones are set up; earlier positions do not count for ko."""
    position = game.position.put(EMPTY, node.empty).put(BLACK, node.black).put(WHITE, node.white)
    for chain in chains(position):
        if not chain.liberties:
            raise IllegalMove(f"the set-up stones leave the chain at {to_vertex(min(chain.stones))} without a liberty")
    return PlainGame(position, game.to_play, game.suicide, game.ko, captures=game.captures)
