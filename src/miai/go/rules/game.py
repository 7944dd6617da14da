"""A game on the fast board, with rules and history, for use from Python.

    game = Game(9, "chinese")
    game.play("E5")
    game.play("pass")
    game.why_illegal("E5")        # "occupied"
    game.undo()
    game.score()                  # Black's points minus White's points and komi

For search, use the kernels on `game.board` and on copies of it: every call here costs microseconds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import numpy as np

from miai.go.board.board import U64, ZERO, cell_at, copy_board, new_board, point_at, size_of, to_position
from miai.go.board.hashing import position_hash
from miai.go.board.legality import LEGAL, VERDICT_NAMES
from miai.go.board.liberties import count_liberties
from miai.go.board.moves import play
from miai.go.board.set_up import set_up
from miai.go.board.superko import NO_SUPERKO, POSITIONAL, SITUATIONAL, fill_verdicts, full_verdict, repetition_key
from miai.go.notation.coordinates import BLACK, EMPTY, PASS, WHITE, Move, Point, all_points, from_vertex, to_vertex
from miai.go.notation.position import Position
from miai.go.rules import handicap
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.rulesets import Rules, rules_named
from miai.go.rules.scoring import area_score, territory_score
from miai.go.rules.status import ESTIMATE_GAMES, StatusEstimate, estimate_status

_SUPERKO = {"simple": NO_SUPERKO, "positional": POSITIONAL, "situational": SITUATIONAL}
_ALL_LIBERTIES = U64(19 * 19)


class Game:
    """A game that can be played, taken back, copied and scored.

    A move is a point (column, row), "pass", or a point as GTP writes it: "D4". Colours are BLACK (1) and WHITE (2). Moves need
    not alternate: after a move the other colour is to play. Moves after the end of the game are accepted.
    """

    def __init__(self, size: int = 19, rules: Rules | str = "chinese", komi: float | None = None) -> None:
        """Start with an empty board. `rules` are `Rules` or the name of a preset; `komi` replaces that of the rules."""
        rules = rules_named(rules) if isinstance(rules, str) else rules
        self.rules = rules if komi is None else rules.with_komi(komi)
        self.board: Any = new_board(size)
        self.moves: list[tuple[int, Move]] = []
        """The moves made, each with its colour."""
        self.handicap = 0
        """Handicap stones that were placed."""
        self._begin()

    @staticmethod
    def from_position(position: Position, to_play: int = BLACK, rules: Rules | str = "chinese", komi: float | None = None) -> Game:
        """Return a game that starts from `position`. Raise `ValueError` where a chain in it has no liberty."""
        game = Game(position.size, rules, komi)
        set_up(game.board, position, to_play)
        game._begin()
        return game

    def _begin(self) -> None:
        """Make the present position the first of the game."""
        self.moves.clear()
        self._boards: list[Any] = []
        self._past = np.zeros(64, np.uint64)
        self._past_count = 0
        self._remember()

    def _remember(self) -> None:
        """Add the present position to the past."""
        if self._past_count == len(self._past):
            self._past = np.concatenate([self._past, np.zeros_like(self._past)])
        self._past[self._past_count] = repetition_key(self.board, self._superko)
        self._past_count += 1

    @property
    def _superko(self) -> np.uint64:
        return _SUPERKO[self.rules.ko]

    def change_rules(self, rules: Rules) -> None:
        """Continue by other rules. The position and the moves stay, even if the new rules would have forbidden them."""
        is_other_ko = rules.ko != self.rules.ko
        self.rules = rules
        if is_other_ko:
            self._past = np.array(self.past_keys(self._superko, len(self._boards) + 1), np.uint64)
            self._past_count = len(self._past)

    # --- the board ----------------------------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Points on a side."""
        return size_of(self.board)

    @property
    def to_play(self) -> int:
        """BLACK or WHITE."""
        return int(self.board.to_play)

    @property
    def position(self) -> Position:
        """The stones as plain data."""
        return to_position(self.board)

    @property
    def first_position(self) -> Position:
        """The stones before the first move: none, handicap, or a set-up."""
        return to_position(self._boards[0] if self._boards else self.board)

    @property
    def first_player(self) -> int:
        """The player to move before the first move."""
        return int((self._boards[0] if self._boards else self.board).to_play)

    @property
    def prisoners(self) -> dict[int, int]:
        """Stones that each colour has captured."""
        return {color: int(self.board.prisoners[color]) for color in (BLACK, WHITE)}

    @property
    def ko(self) -> Point | None:
        """The point where the player to move may not retake at once."""
        return point_at(self.board.ko, self.size) if self.board.ko else None

    @property
    def hash(self) -> int:
        """Hash of the stones, the ko point and the player to move."""
        return int(position_hash(self.board))

    @property
    def is_terminal(self) -> bool:
        """Whether the last two moves were passes."""
        return int(self.board.passes) >= 2

    def color_at(self, point: Point) -> int:
        """EMPTY, BLACK or WHITE."""
        return int(self.board.color[cell_at(self._on_board(point), self.size)])

    def chain_at(self, point: Point) -> int:
        """Return a number that identifies the chain on `point`; 0 where there is none."""
        cell = cell_at(self._on_board(point), self.size)
        return int(self.board.chain[cell]) if self.board.color[cell] else 0

    def liberties_at(self, point: Point) -> int:
        """Return the number of liberties of the chain on `point`; 0 where there is none."""
        cell = cell_at(self._on_board(point), self.size)
        return int(count_liberties(self.board, cell, _ALL_LIBERTIES)) if self.board.color[cell] else 0

    # --- moves --------------------------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, color: int | None = None) -> None:
        """Make a move for `color` (default: the player to move). Raise `IllegalMove` if it is forbidden, `ValueError` if it is no move."""
        color = self.to_play if color is None else color
        move = self._read(move)
        reason = self.why_illegal(move, color)
        if reason is not None:
            raise IllegalMove.of(color, move, reason)
        self._boards.append(copy_board(self.board))
        play(self.board, self._cell(move), U64(color))
        self.moves.append((color, move))
        self._remember()

    def undo(self) -> None:
        """Take back the last move. Raise `ValueError` if there is none."""
        if not self._boards:
            raise ValueError("there is no move to take back")
        self.board = self._boards.pop()
        self.moves.pop()
        self._past_count -= 1

    def why_illegal(self, move: Move | str, color: int | None = None) -> str | None:
        """Return the rule that the move breaks: "occupied", "ko", "superko" or "suicide"; `None` if it is legal."""
        move = self._read(move)
        if move == PASS:
            return None
        player = U64(self.to_play if color is None else color)
        found = full_verdict(self.board, self._cell(move), player, self.rules.suicide, self._superko, self._past, self._past_count)
        return None if found == LEGAL else VERDICT_NAMES[int(found)]

    def is_legal(self, move: Move | str, color: int | None = None) -> bool:
        """Return whether the rules allow the move."""
        return self.why_illegal(move, color) is None

    def legal_points(self, color: int | None = None) -> list[Point]:
        """Return all points where `color` (the player to move) may play, row by row from the top."""
        player = U64(self.to_play if color is None else color)
        verdicts = np.zeros(self.board.color.size, np.uint8)
        fill_verdicts(self.board, player, self.rules.suicide, self._superko, self._past, self._past_count, verdicts)
        return [point for point in all_points(self.size) if verdicts[int(cell_at(point, self.size))] == LEGAL]

    def place_handicap(self, points: Iterable[Point]) -> None:
        """Place Black's handicap stones on an empty board; White plays next. Raise `ValueError` if that is impossible."""
        stones = [self._on_board(point) for point in points]
        if self.moves or self.board.empty_count != self.size**2:
            raise ValueError("handicap stones are placed on an empty board, before the first move")
        if len(set(stones)) != len(stones):
            raise ValueError("two handicap stones on one point")
        handicap.check_free_handicap(self.size, len(stones))
        set_up(self.board, Position.of(self.size, black=stones), WHITE)
        self.handicap = len(stones)
        self._begin()

    def place_fixed_handicap(self, count: int) -> list[Point]:
        """Place `count` handicap stones on the points that GTP prescribes, and return these. Raise `ValueError` if it has none."""
        stones = handicap.fixed_handicap(self.size, count)
        self.place_handicap(stones)
        return stones

    def past_keys(self, superko: np.uint64, most: int) -> list[int]:
        """Return the keys of the last positions, at most `most` of them, the present one last, as `superko` compares them."""
        return [int(repetition_key(board, superko)) for board in [*self._boards, self.board][-most:]]

    # --- the end ------------------------------------------------------------------------------------------------------------------

    def estimate(self, seed: int, games: int = ESTIMATE_GAMES) -> StatusEstimate:
        """Return an estimate of the stones that are alive, dead and in seki, by random games; see `miai.go.rules.status`."""
        return estimate_status(self.board, seed, games)

    def score(self, dead: Iterable[Point] = (), seki: Iterable[Point] = ()) -> float:
        """Return Black's points minus White's, komi and White's points for handicap included.

        `dead` stones are taken off first, if the rules allow that; `seki` matters for territory scoring only.
        """
        dead_cells = self._marks(dead if self.rules.dead_stones else ())
        reach = np.zeros_like(dead_cells)
        if self.rules.counting == "area":
            points = area_score(self.board, dead_cells, reach)
        else:
            points = territory_score(self.board, dead_cells, self._marks(seki), reach)
        return float(points - self.rules.komi - self.rules.points_for_handicap(self.handicap))

    def result(self, dead: Iterable[Point] = (), seki: Iterable[Point] = ()) -> str:
        """Return the score as records write it: B+3.5, W+0.5, 0."""
        score = self.score(dead, seki)
        return f"{'B' if score > 0 else 'W'}+{abs(score):g}" if score else "0"

    # --- the rest -----------------------------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        twin = copy.copy(self)
        twin.board = copy_board(self.board)
        twin.moves, twin._boards, twin._past = list(self.moves), list(self._boards), self._past.copy()
        return twin

    def _read(self, move: Move | str) -> Move:
        """Return the move as a point or "pass"."""
        if not isinstance(move, str):
            return self._on_board(move)
        found = from_vertex(move, self.size)
        if isinstance(found, str) and found != PASS:
            raise ValueError(f"{move!r} is not a move on the board")
        return found

    def _on_board(self, point: Point) -> Point:
        column, row = point
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise ValueError(f"point {point} is not on a board of {self.size}x{self.size}")
        return int(column), int(row)

    def _cell(self, move: Move) -> np.uint64:
        return ZERO if isinstance(move, str) else cell_at(move, self.size)

    def _marks(self, points: Iterable[Point]) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return an array with 1 at the cells of `points`, all of which must have a stone."""
        marks = np.zeros(self.board.color.size, np.uint8)
        for point in points:
            if self.color_at(point) == EMPTY:
                raise ValueError(f"there is no stone at {to_vertex(point)} that could be dead or in seki")
            marks[int(cell_at(point, self.size))] = 1
        return marks
