"""Brings the player to the game of a request; its search is kept if moves were only added."""

from __future__ import annotations

from typing import Any

from miai.go.notation.coordinates import BLACK, WHITE, Move, Point, from_vertex
from miai.go.notation.position import Position
from miai.go.player import Player
from miai.go.rules.game import Game
from miai.go.rules.rulesets import rules_named


def set_position(player: Player, data: dict[str, Any]) -> None:
    """Set the game of `player` to that of a request (`data`). Raise `ValueError` for an invalid game."""
    start, moves = _start(data), _moves(data)
    made = player.game.moves
    if _is_same_start(player.game, start) and made == moves[: len(made)]:
        for color, move in moves[len(made) :]:
            player.play(color, move)
    else:
        for color, move in moves:
            start.play(move, color)
        player.set_game(start)
    if data.get("to_play") in (BLACK, WHITE):
        player.game.board.to_play = data["to_play"]


def _start(data: dict[str, Any]) -> Game:
    size = int(data["size"])
    rules = rules_named(data["rules"]).with_komi(float(data["komi"]))
    position = Position.of(size, _points(data["black"], size), _points(data["white"], size))
    start = Game.from_position(position, int(data["first"]), rules)
    start.handicap = int(data["handicap"])
    return start


def _points(words: list[str], size: int) -> list[Point]:
    return [point for word in words if not isinstance(point := from_vertex(word, size), str)]


def _moves(data: dict[str, Any]) -> list[tuple[int, Move]]:
    size = int(data["size"])
    return [({"b": BLACK, "w": WHITE}[word[0]], from_vertex(word[1:], size)) for word in data["moves"]]


def _is_same_start(game: Game, start: Game) -> bool:
    same_rules = (game.rules, game.handicap) == (start.rules, start.handicap)
    return same_rules and game.size == start.size and game.first_position == start.first_position
