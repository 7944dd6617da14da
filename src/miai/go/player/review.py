"""A game looked through: what each position is worth, what should have been played, and where the game was lost.

Win rates are Black's, from 0 to 1, so that a curve of them reads from the first move to the last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from miai.go.board import cell_at
from miai.go.coordinates import BLACK, COLOR_NAMES, to_vertex
from miai.go.game import Game
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.search.result import principal_variation

LONGEST_VARIATION = 12


@dataclass(frozen=True)
class Option:
    """A move that was thought about. `win_rate` is that of the player to move."""

    move: str
    win_rate: float
    visits: int
    prior: float
    variation: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """One position."""

    number: int
    """Moves made before it."""
    to_play: str
    win_rate: float
    """Black's."""
    options: tuple[Option, ...]
    ownership: tuple[tuple[float, ...], ...]
    """Rows from the top: 1 Black's, -1 White's."""
    played: str | None = None
    """The move that was made here."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Mistake:
    """A move that cost much."""

    number: int
    color: str
    played: str
    better: str
    cost: float
    """How much of the win rate it lost."""


def view_position(player: Player, played: str | None = None, most_options: int = 10) -> View:
    """Think about the position that `player` is in, by its settings, and say what was found. `played` is only noted."""
    game = player.game
    color = game.to_play
    player.look(color)
    search = player.thinker.search
    assert search is not None
    graph, root = search.view(), int(search.graph.head.root)
    result = search.result()
    rows = [row for row in result.actions if row.visits > 0 and row.value is not None][:most_options]
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


def review_game(game: Game, settings: PlayerSettings, progress: Callable[[int], None] | None = None) -> list[View]:
    """Think about every position of `game`, the first and the last included."""
    start = Game.from_position(game.first_position, game.moves[0][0] if game.moves else game.to_play, game.rules)
    start.handicap = game.handicap
    player = Player(game.size, game.rules, settings)
    player.set_game(start)
    views = []
    for color, move in game.moves:
        player.game.board.to_play = color
        views.append(view_position(player, to_vertex(move)))
        player.play(color, move)
        if progress is not None:
            progress(len(views))
    return [*views, view_position(player)]


def mistakes_in(views: list[View], most: int = 5, least_cost: float = 0.05) -> list[Mistake]:
    """The moves that lost most, the worst first: the win rate before them, less that after them, as their player sees it."""
    found = []
    for before, after in itertools.pairwise(views):
        sign = 1 if before.to_play == "black" else -1
        cost = sign * (before.win_rate - after.win_rate)
        better = before.options[0].move if before.options else "pass"
        if before.played is not None and cost >= least_cost and better != before.played:
            found.append(Mistake(before.number + 1, before.to_play, before.played, better, round(cost, 4)))
    return sorted(found, key=lambda mistake: -mistake.cost)[:most]


def ownership_picture(view: View) -> str:
    """The owners of the points as signs: # Black's, x rather Black's, O White's, o rather White's, . nobody's."""

    def sign(owner: float) -> str:
        if abs(owner) < 0.33:
            return "."
        return ("#" if owner > 0.75 else "x") if owner > 0 else ("O" if owner < -0.75 else "o")

    return "\n".join(" ".join(sign(owner) for owner in row) for row in view.ownership)
