"""Games of Go between two players of one process, for experiments: no engines to start, so that short games are cheap."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.go.rules.game import Game

LONGEST = 4
"""Games are ended after so many moves a point, and counted as they are."""

Move = Any
Opening = Sequence[Move]


class Costed:
    """A player that notes what its moves cost: processor time, and playouts of the last search of each."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.play, self.ending = player.play, player.ending
        self.cpu_seconds, self.playouts = 0.0, 0

    @property
    def game(self) -> Any:
        return self.player.game

    def genmove(self, color: int) -> Move:
        began = time.process_time()
        move = self.player.genmove(color)
        self.cpu_seconds += time.process_time() - began
        self.playouts += self.player.thinker.playouts
        return move


def random_opening(size: int, seed: int) -> Opening:
    """Two stones away from the edge, so that games differ: the same for one seed."""
    edge = min(2, (size - 2) // 2)
    inner = range(edge, size - edge)
    return random.Random(seed).sample([(x, y) for x in inner for y in inner], 2)


def own_game(player: Player, moves: int, opening: Opening = ()) -> Game:
    """So many moves of a game of `player` with itself, those of `opening` first; fewer, if it would pass before."""
    for number in range(moves):
        color = 1 + number % 2
        move = opening[number] if number < len(opening) else player.choose(color, may_resign=False)
        if isinstance(move, str):
            break
        player.play(color, move)
    return player.game


def wins(player: Player | Costed, other: Player | Costed, color: int, opening: Opening = ()) -> bool:
    """Whether `player`, which plays Black if `color` is 0, wins a game."""
    black, white = (player, other) if color == 0 else (other, player)
    return (play_game(black, white, opening) > 0) == (color == 0)


def play_game(black: Player | Costed, white: Player | Costed, opening: Opening = ()) -> float:
    """Black's points less White's; by resignation the whole board."""
    size = black.game.size
    for number in range(LONGEST * size * size):
        color = 1 + number % 2
        player, other = (black, white) if color == 1 else (white, black)
        if number < len(opening):
            move = opening[number]
            player.play(color, move)
        else:
            move = player.genmove(color)
        if move == "resign":
            return float(-(size**2) if color == 1 else size**2)
        if other is not player:
            other.play(color, move)
        if player.game.is_terminal:
            break
    return black.ending().score
