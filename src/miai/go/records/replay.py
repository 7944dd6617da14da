"""A record played through: the position after each move, and what is wrong with a move that cannot be played.

Uses the plain rules of `miai.go.rules.plain`: it is quick enough for one game, needs no compiling and gives reasons.
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
    """What one node of a record does: stones set up (first), then the moves in it, then who is to play if it says so."""

    black: frozenset[Point] = frozenset()
    white: frozenset[Point] = frozenset()
    empty: frozenset[Point] = frozenset()
    moves: tuple[tuple[int, Move], ...] = ()
    to_play: int | None = None


@dataclass(frozen=True)
class Moment:
    """The board at one time of a game."""

    number: int
    """Moves made so far, passes included."""
    position: Position
    to_play: int
    captures: tuple[int, int]
    """Stones taken off by Black, by White."""
    color: int | None = None
    """Who made the last move; `None` at the start and where stones were set up since."""
    move: Move | None = None


class IllegalStep(ValueError):
    """A step that cannot be played; says which move and why."""


def replay(size: int, steps: Iterable[Step], to_play: int = BLACK, suicide: bool = False) -> Iterator[Moment]:
    """The start, then the board after each move and each set-up. Raises `IllegalStep` when it comes to one that cannot be played.

    Colours need not alternate, as handicap stones are often recorded as moves. Of the ko rules only the simple one is checked.
    """
    game = PlainGame(Position.of(size), to_play, suicide)
    moment = Moment(0, game.position, to_play, (0, 0))
    yield moment
    for step in steps:
        if step.black or step.white or step.empty:
            game = _set_up(game, step)
            moment = _moment(game, moment.number)
            yield moment
        for color, move in step.moves:
            _make(game, color, move, moment.number + 1)
            moment = _moment(game, moment.number + 1, color, move)
            yield moment
        if step.to_play is not None and step.to_play != game.to_play:
            game.to_play = step.to_play
            moment = _moment(game, moment.number, moment.color, moment.move)
            yield moment


def _moment(game: PlainGame, number: int, color: int | None = None, move: Move | None = None) -> Moment:
    return Moment(number, game.position, game.to_play, (game.captures[BLACK], game.captures[WHITE]), color, move)


def _set_up(game: PlainGame, step: Step) -> PlainGame:
    """The game going on from changed stones: they overwrite what was there, and the past no longer counts for ko."""
    for one, two in ((step.black, step.white), (step.black, step.empty), (step.white, step.empty)):
        if one & two:
            raise IllegalStep(f"{to_vertex(min(one & two))} is set up twice, in different colours")
    position = game.position.put(EMPTY, step.empty).put(BLACK, step.black).put(WHITE, step.white)
    for chain in chains(position):
        if not chain.liberties:
            raise IllegalStep(f"the stones set up leave a chain at {to_vertex(min(chain.stones))} without a liberty")
    return PlainGame(position, game.to_play, game.suicide, captures=game.captures)


def _make(game: PlainGame, color: int, move: Move, number: int) -> None:
    assert move == PASS or not isinstance(move, str)
    game.to_play = color
    try:
        game.play(move)
    except IllegalMove as error:
        who = COLOR_NAMES[color].capitalize()
        raise IllegalStep(f"move {number}, {who} {to_vertex(move)}: {REASONS[str(error.reason)]}") from error
    del game.history[:-2]  # all that simple ko looks at; a record may be long
