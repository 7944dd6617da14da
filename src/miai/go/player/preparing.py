"""The kernels that a game of a player needs, in the order of need."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, get_args

from miai.core.compile_ahead import Part
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.player.settings import PlayerSettings
from miai.go.playouts.learning.knowledge import memory_for
from miai.go.rules.rulesets import Counting, Rules

if TYPE_CHECKING:
    from miai.go.player.player import Player

SMALL_MEMORY = 32.0
"""Memory limit of a short search in MiB."""
FIRST_MOVE = 700.0
"""Work of compiling what a first move needs, for the estimate of the time left (see `miai.core.compile_ahead`)."""


def preparations(size: int, rules: Rules, settings: PlayerSettings) -> list[Part]:
    """Return the parts: the first move on a board of `size`, the rest of a game by `rules`, and games by other rules of counting."""
    others = [replace(rules, counting=counting) for counting in get_args(Counting) if counting != rules.counting]
    return [
        Part("the first move", lambda: _new_player(size, rules, settings).genmove(BLACK), FIRST_MOVE),
        Part("the game and its score", partial(_play_and_score, size, rules, settings)),
        *(Part(f"{each.counting} scoring", partial(_play_and_score, size, each, settings)) for each in others),
    ]


def small_settings(size: int, settings: PlayerSettings) -> PlayerSettings:
    """Return settings for a short search, with little memory: clearing it must not take longer than the search."""
    tables = min(memory_for(size, settings.learning), SMALL_MEMORY)
    learning = replace(settings.learning, memory=tables, context_bits=0, reply_bits=0)
    return replace(settings, memory=min(settings.memory, SMALL_MEMORY), learning=learning)


def _new_player(size: int, rules: Rules, settings: PlayerSettings) -> Player:
    from miai.go.player.player import Player

    return Player(size, rules, replace(small_settings(size, settings), playouts=2, seconds=None, judge_playouts=2))


def _play_and_score(size: int, rules: Rules, settings: PlayerSettings) -> None:
    player = _new_player(size, rules, settings)
    for color in (BLACK, WHITE):
        player.genmove(color)
    player.game.estimate(player.settings.seed, games=1)
    player.final_status()
