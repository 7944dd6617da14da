"""Moves valued by a longer search: a cheaper measure of strength than games."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from miai.experiments.shared.go_games import own_game, random_opening

if TYPE_CHECKING:
    from miai.go.rules.game import Game

THINKING = 200
"""Playouts per move in the games that lead to the positions."""
FEWEST_MOVES, MOST_MOVES = 0.1, 0.6
"""Moves before a position, per point of the board."""
UNDECIDED = 0.85
"""Positions in which a player wins more than this are left out: all moves there are worth about the same."""
TRIES = 40
"""Games that are played to find an undecided position."""
JUDGE_MEMORY = 128.0
"""Memory of the judge's search in MiB."""


def open_position(size: int, judge_playouts: int, seed: int) -> Game:
    """Return an undecided position of a game of the player with itself; after `TRIES` games, the last position."""
    from miai.go.player import Player
    from miai.go.player.settings import PlayerSettings

    dice = random.Random(seed)
    for _ in range(TRIES):
        settings = PlayerSettings(playouts=min(THINKING, judge_playouts), seed=dice.randrange(2**62))
        moves = round(dice.uniform(FEWEST_MOVES, MOST_MOVES) * size * size)
        game = own_game(Player(size, settings=settings), moves, random_opening(size, dice.randrange(2**62)))
        if 1 - UNDECIDED <= value_of(game, judge_playouts, seed) <= UNDECIDED:
            break
    return game


def worth(game: Game, move: Any, playouts: int, seed: int) -> float:
    """Return the value of `move` for the player to move, by a search without learning."""
    after = game.copy()
    after.play(move)
    return 1 - value_of(after, playouts, seed)


def move_values(game: Game, moves: Iterable[Any], playouts: int, seed: int) -> dict[Any, float]:
    """Return the value of each of `moves` and of the judge's own choice, each by a search behind it."""
    from miai.go.player import Player
    from miai.go.player.settings import PlayerSettings

    judge = Player(game.size, settings=PlayerSettings(playouts=playouts, seed=seed % 2**62, memory=JUDGE_MEMORY))
    for color, move in game.moves:
        judge.play(color, move)
    best = judge.choose(game.to_play, may_resign=False).move
    return {move: worth(game, move, playouts, seed) for move in {*moves, best}}


def value_of(game: Game, playouts: int, seed: int) -> float:
    """Return the value of a position for the player to move."""
    from miai.go.player.settings import PlayerSettings
    from miai.go.problem import go_problem, state_of
    from miai.search import Search

    go_problem(game.size)
    search = Search(state_of(game), PlayerSettings().search, seed=seed % 2**62, memory=JUDGE_MEMORY)
    return search.run(playouts).value
