"""The review of a game: an analysis of each of its positions."""

from __future__ import annotations

from collections.abc import Iterator

from miai.go.analysis import PositionAnalysis
from miai.go.notation.coordinates import to_vertex
from miai.go.player.describing import AnalysisDetail, describe_position
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game

DETAIL = AnalysisDetail(candidates=10, variation=12, prior_quality=True, opening=True)


def analyse_position(player: Player, played: str | None = None) -> PositionAnalysis:
    """Search the position of `player` by its settings and return the analysis. `played` is only noted."""
    player.look(player.game.to_play)
    return describe_position(player.thinker, player.game, DETAIL, played)


def analyse_game(game: Game, settings: PlayerSettings) -> Iterator[PositionAnalysis]:
    """Yield the analysis of each position of `game`, the first and the last included."""
    start = Game.from_position(game.first_position, game.moves[0][0] if game.moves else game.to_play, game.rules)
    start.handicap = game.handicap
    player = Player(game.size, game.rules, settings)
    player.set_game(start)
    for color, move in game.moves:
        player.game.board.to_play = color
        yield analyse_position(player, to_vertex(move))
        player.play(color, move)
    yield analyse_position(player)
