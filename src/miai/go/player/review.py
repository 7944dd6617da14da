"""A game looked through: what each position is worth, what should have been played, and where the game was lost.

Win rates are Black's, from 0 to 1, so that a curve of them reads from the first move to the last.
"""

from __future__ import annotations

from collections.abc import Iterator

from miai.go.analysis import Mistake, Option, View, mistakes_in, ownership_picture
from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, to_vertex
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game
from miai.search.result import principal_variation

__all__ = ["Mistake", "Option", "View", "analyse_game", "analyse_position", "mistakes_in", "ownership_picture"]

LONGEST_VARIATION = 12


def analyse_position(player: Player, played: str | None = None, most_options: int = 10) -> View:
    """Think about the position that `player` is in, by its settings, and say what was found. `played` is only noted."""
    game = player.game
    color = game.to_play
    player.look(color)
    search = player.thinker.search
    assert search is not None
    graph, root = search.view(), int(search.graph.head.root)
    result = search.result()
    rows = [row for row in result.actions if row.weight > 0 and row.value is not None][:most_options]
    options = tuple(
        Option(
            row.text,
            float(row.value or 0.0),
            row.visits,
            row.prior,
            principal_variation(graph, root, search.state, row.action, LONGEST_VARIATION),
        )
        for row in rows
    )
    best = options[0].win_rate if options else result.value
    owned = player.thinker.ownership()
    cells = [
        [round(float(owned[int(cell_at((column, row), game.size))]), 3) for column in range(game.size)] for row in range(game.size)
    ]
    return View(
        len(game.moves),
        COLOR_NAMES[color],
        best if color == BLACK else 1.0 - best,
        options,
        tuple(tuple(row) for row in reversed(cells)),
        played,
    )


def analyse_game(game: Game, settings: PlayerSettings) -> Iterator[View]:
    """What is thought of every position of `game`, the first and the last included. Thinks when it is asked for the next."""
    start = Game.from_position(game.first_position, game.moves[0][0] if game.moves else game.to_play, game.rules)
    start.handicap = game.handicap
    player = Player(game.size, game.rules, settings)
    player.set_game(start)
    for color, move in game.moves:
        player.game.board.to_play = color
        yield analyse_position(player, to_vertex(move))
        player.play(color, move)
    yield analyse_position(player)
