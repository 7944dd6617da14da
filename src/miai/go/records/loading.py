"""From a game record to a game that can be continued, or to several where stones are set up on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, EMPTY, WHITE, Move, to_vertex
from miai.go.notation.position import Position
from miai.go.records.record import MOST_MOVES, GameRecord
from miai.go.records.replay import Step
from miai.go.rules.game import Game
from miai.go.rules.illegal_moves import REASONS, IllegalMove
from miai.go.rules.rulesets import Rules


@dataclass
class Segment:
    """A part of the main line in which stones are only played, and none are set up."""

    game: Game
    first: int
    """Moves of the record before this segment."""
    nodes: list[Any]
    """The nodes of its positions: that of the first, then one for each move."""

    @property
    def last(self) -> int:
        """Moves of the record up to the end of this segment."""
        return self.first + len(self.game.moves)


def game_of_record(record: GameRecord, rules: Rules, moves: int | None = None) -> Game:
    """Return the game of the last segment: stones set up in the middle of a record start a new game."""
    return segments_of_record(record, rules, moves)[-1].game


def segments_of_record(record: GameRecord, rules: Rules, moves: int | None = None) -> list[Segment]:
    """Return the main line of `record` by `rules`, with the komi of the record if it has one; only the first `moves` moves if given.

    Recorded moves are not checked for superko; it holds for later moves. Raise `UserError` for an impossible komi, and `SgfError` with
    the place for an illegal move or set-up.
    """
    chosen = _with_komi_of(record, rules)
    game = Game(record.size, replace(chosen, ko="simple", suicide=chosen.suicide or record.allows_suicide))
    game.board.to_play = record.first_player
    line = record.main_line()
    found = [Segment(game, 0, line[:1])]
    for node in line:
        step = record.step(node)
        if step.black or step.white or step.empty:
            begun = Segment(_set_up(record, node, found[-1].game, step), found[-1].last, [node])
            found = [*found, begun] if found[-1].game.moves else [*found[:-1], begun]
        for color, move in step.moves:
            if found[-1].last == moves:
                return _by_rules(record, found, chosen)
            _play(record, node, found[-1], color, move)
        if step.to_play is not None:
            found[-1].game.board.to_play = step.to_play
    return _by_rules(record, found, chosen)


def _with_komi_of(record: GameRecord, rules: Rules) -> Rules:
    try:
        return rules if record.komi is None else rules.with_komi(record.komi)
    except ValueError as error:
        raise UserError(str(error)) from None


def _play(record: GameRecord, node: Any, segment: Segment, color: int, move: Move) -> None:
    number = segment.last + 1
    if number > MOST_MOVES:
        raise record.error_at(f"more than {MOST_MOVES:,} moves", node)
    try:
        segment.game.play(move, color)
    except IllegalMove as error:
        who = COLOR_NAMES[color].capitalize()
        raise record.error_at(f"move {number}, {who} {to_vertex(move)}: {REASONS[str(error.reason)]}", node) from None
    segment.nodes.append(node)


def _set_up(record: GameRecord, node: Any, game: Game, step: Step) -> Game:
    """Return a game that continues from changed stones. Black stones alone on an empty board are handicap."""
    before = game.position
    position = before.put(EMPTY, step.empty).put(BLACK, step.black).put(WHITE, step.white)
    is_handicap = not game.moves and before == Position.of(game.size) and len(step.black) >= 2 and not step.white
    try:
        made = Game.from_position(position, WHITE if is_handicap else game.to_play, game.rules)
    except ValueError as error:
        raise record.error_at(str(error), node) from None
    made.handicap = len(step.black) if is_handicap else game.handicap
    return made


def _by_rules(record: GameRecord, found: list[Segment], rules: Rules) -> list[Segment]:
    """Set the rules of all segments and return them. Handicap stones that were recorded as moves count as handicap."""
    as_moves = _handicap_as_moves(record, found[0].game)
    for segment in found:
        segment.game.change_rules(rules)
        segment.game.handicap = segment.game.handicap or as_moves
    return found


def _handicap_as_moves(record: GameRecord, first: Game) -> int:
    """Return the handicap of the record if it begins with that many black moves on an empty board; else 0."""
    black = next((number for number, (color, _) in enumerate(first.moves) if color != BLACK), len(first.moves))
    is_declared = record.handicap >= 2 and first.first_position == Position.of(first.size)
    return record.handicap if is_declared and black >= record.handicap else 0
