"""Games of Go between two players in one process: no engines are started, so that short games are cheap."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.go.player.deciding import Decision
    from miai.go.rules.game import Game

LONGEST = 4
"""A game ends after this number of moves per point of the board, and is then scored as it stands."""

Move = Any
Opening = Sequence[Move]


class TimedPlayer:
    """A player that records the cost of its moves: processor time, and the playouts of the last search of each move."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.play, self.final_status = player.play, player.final_status
        self.cpu_seconds, self.playouts = 0.0, 0

    @property
    def game(self) -> Any:
        return self.player.game

    def genmove(self, color: int) -> Decision:
        began = time.process_time()
        decision = self.player.genmove(color)
        self.cpu_seconds += time.process_time() - began
        self.playouts += self.player.thinker.playouts
        return decision


def limits_of_moves(playouts: Sequence[int], seconds: Sequence[float]) -> list[str]:
    """Return the limits of a move as text, such as "400 playouts" and "0.1 s"; 0 seconds are none."""
    return [f"{count} playouts" for count in playouts] + [f"{time:g} s" for time in seconds if time]


def settings_of_limit(limit: str) -> dict[str, Any]:
    """Return the settings of a player that has a limit given as text."""
    number, unit = limit.split()
    return {"playouts": int(number)} if unit == "playouts" else {"seconds": float(number)}


def random_opening(size: int, seed: int) -> Opening:
    """Return two random points away from the edge, the first moves of a game. The same seed gives the same points."""
    edge = min(2, (size - 2) // 2)
    inner = range(edge, size - edge)
    return random.Random(seed).sample([(x, y) for x in inner for y in inner], 2)


def own_game(player: Player, moves: int, opening: Opening = ()) -> Game:
    """Return the game of `player` with itself after `moves` moves, those of `opening` first; fewer if it passes earlier."""
    for number in range(moves):
        color = 1 + number % 2
        move = opening[number] if number < len(opening) else player.choose(color, may_resign=False).move
        if isinstance(move, str):
            break
        player.play(color, move)
    return player.game


def wins(player: Player | TimedPlayer, other: Player | TimedPlayer, color: int, opening: Opening = ()) -> bool:
    """Play a game and return whether `player` wins. It plays Black if `color` is 0."""
    black, white = (player, other) if color == 0 else (other, player)
    return (play_game(black, white, opening) > 0) == (color == 0)


def play_game(black: Player | TimedPlayer, white: Player | TimedPlayer, opening: Opening = ()) -> float:
    """Play a game and return Black's points minus White's; after a resignation the points of the whole board."""
    size = black.game.size
    for number in range(LONGEST * size * size):
        color = 1 + number % 2
        player, other = (black, white) if color == 1 else (white, black)
        if number < len(opening):
            move = opening[number]
            player.play(color, move)
        else:
            move = player.genmove(color).move
        if move == "resign":
            return float(-(size**2) if color == 1 else size**2)
        if other is not player:
            other.play(color, move)
        if player.game.is_terminal:
            break
    return black.final_status().score
