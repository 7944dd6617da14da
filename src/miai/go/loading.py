"""A game record as a game that can be played on."""

from __future__ import annotations

from miai.core.errors import UserError
from miai.go.coordinates import BLACK, COLOR_NAMES, EMPTY, WHITE, to_vertex
from miai.go.game import Game, IllegalMove
from miai.go.position import Position
from miai.go.replay import Step
from miai.go.rules import Rules
from miai.go.sgf import GameRecord


def game_of_record(record: GameRecord, rules: Rules, moves: int | None = None) -> Game:
    """The main line of `record` by `rules`, its komi included if it has one; only the first `moves` moves if that is given.

    Raises `UserError` for a move that the rules forbid. Stones set up in the middle of a game make a new beginning.
    """
    try:
        chosen = rules if record.komi is None else rules.with_komi(record.komi)
    except ValueError as error:
        raise UserError(str(error)) from None
    game = Game(record.size, chosen)
    game.board.to_play = record.first_player
    made = 0
    for node in record.main_line():
        step = record.step(node)
        if step.black or step.white or step.empty:
            game = _set_up(game, step)
        for color, move in step.moves:
            if made == moves:
                return game
            try:
                game.play(move, color)
            except IllegalMove as error:
                raise UserError(f"move {made + 1}, {COLOR_NAMES[color]} {to_vertex(move)}, is illegal: {error.reason}") from None
            made += 1
        if step.to_play is not None:
            game.board.to_play = step.to_play
    return game


def _set_up(game: Game, step: Step) -> Game:
    """The game going on from changed stones. Black stones alone on an empty board are handicap."""
    before = game.position
    position = before.put(EMPTY, step.empty).put(BLACK, step.black).put(WHITE, step.white)
    is_handicap = not game.moves and before == Position.of(game.size) and len(step.black) >= 2 and not step.white
    made = Game.from_position(position, WHITE if is_handicap else game.to_play, game.rules)
    made.handicap = len(step.black) if is_handicap else game.handicap
    return made
