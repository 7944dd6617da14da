"""Replay of a record: the position after each move, and the reason why a move cannot be played.

It uses the plain rules (`miai.go.rules.plain`), which are fast enough for one game, need no compilation and give reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, COLOR_NAMES, EMPTY, PASS, WHITE, Move, Point, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import REASONS, IllegalMove
from miai.go.rules.plain import PlainGame, chains


@dataclass(frozen=True)
class Step:
    """The effect of one node of a record: stones that are set up, then moves, then the player to move if it is given."""

    black: frozenset[Point] = frozenset()
    white: frozenset[Point] = frozenset()
    empty: frozenset[Point] = frozenset()
    moves: tuple[tuple[int, Move], ...] = ()
    to_play: int | None = None


@dataclass(frozen=True)
class Moment:
    """The board at one moment of a game."""

    number: int
    """Moves so far, passes included."""
    position: Position
    to_play: int
    captures: tuple[int, int]
    """Stones captured by Black, by White."""
    color: int | None = None
    """The colour of the last move; `None` at the start and after a set-up."""
    move: Move | None = None


class IllegalStep(ValueError):
    """A step that cannot be played. The message has the move and the reason."""


def replay(size: int, steps: Iterable[Step], to_play: int = BLACK, suicide: bool = False) -> Iterator[Moment]:
    """Yield the start, then the board after each move and each set-up. Raise `IllegalStep` at one that cannot be played.

    Colours need not alternate, because handicap stones are often recorded as moves. Only simple ko is checked, not superko.
    """
    game = PlainGame(Position.of(size), to_play, suicide)
    moment = Moment(0, game.position, to_play, (0, 0))
    yield moment
    for step in steps:
        if step.black or step.white or step.empty:
            game = set_up_stones(game, step)
            moment = _moment(game, moment.number)
            yield moment
        for color, move in step.moves:
            make_move(game, color, move, moment.number + 1)
            moment = _moment(game, moment.number + 1, color, move)
            yield moment
        if step.to_play is not None and step.to_play != game.to_play:
            game.to_play = step.to_play
            moment = _moment(game, moment.number, moment.color, moment.move)
            yield moment


def _moment(game: PlainGame, number: int, color: int | None = None, move: Move | None = None) -> Moment:
    return Moment(number, game.position, game.to_play, (game.captures[BLACK], game.captures[WHITE]), color, move)


def set_up_stones(game: PlainGame, step: Step) -> PlainGame:
    """Return a game that continues from changed stones. Its past is empty, so an earlier ko does not count."""
    for one, two in ((step.black, step.white), (step.black, step.empty), (step.white, step.empty)):
        if one & two:
            raise IllegalStep(f"{to_vertex(min(one & two))} is set up twice, in different colours")
    position = game.position.put(EMPTY, step.empty).put(BLACK, step.black).put(WHITE, step.white)
    for chain in chains(position):
        if not chain.liberties:
            raise IllegalStep(f"the stones set up leave a chain at {to_vertex(min(chain.stones))} without a liberty")
    return PlainGame(position, game.to_play, game.suicide, captures=game.captures)


def make_move(game: PlainGame, color: int, move: Move, number: int) -> None:
    """Play a move of a record. Raise `IllegalStep` with its number and the reason."""
    assert move == PASS or not isinstance(move, str)
    game.to_play = color
    try:
        game.play(move)
    except IllegalMove as error:
        who = COLOR_NAMES[color].capitalize()
        raise IllegalStep(f"move {number}, {who} {to_vertex(move)}: {REASONS[str(error.reason)]}") from error
    del game.history[:-2]  # enough for simple ko; a record may be long
