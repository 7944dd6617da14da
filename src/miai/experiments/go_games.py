"""Games of Go between two players of one process, for experiments: no engines to start, so that short games are cheap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.go.player import Player

LONGEST = 4
"""Games are ended after so many moves a point, and counted as they are."""

Move = Any
Opening = Sequence[Move]


def wins(player: Player, other: Player, color: int, opening: Opening = ()) -> bool:
    """Whether `player`, which plays Black if `color` is 0, wins a game."""
    black, white = (player, other) if color == 0 else (other, player)
    return (play_game(black, white, opening) > 0) == (color == 0)


def play_game(black: Player, white: Player, opening: Opening = ()) -> float:
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
        if player.game.is_over:
            break
    return black.ending().score
