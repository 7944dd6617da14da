"""Playouts: games that a policy plays to the end, from uniformly random moves to moves with knowledge of Go.

Start reading at `game.play_policy_game` (a whole game), then `choice.choose_move` (one move: the steps in their order), then the
steps, one file each: `atari`, `nakade`, `patterns`, `low_liberties`, `sensible` (random moves, eye shape, self-atari).
"""

from __future__ import annotations

from miai.go.playouts.game import play_policy_game, watch_policy_game
from miai.go.playouts.observers import note_move
from miai.go.playouts.settings import POLICIES, PlayoutSettings, policy_settings, policy_t

__all__ = [
    "POLICIES",
    "PlayoutSettings",
    "note_move",
    "play_policy_game",
    "policy_settings",
    "policy_t",
    "watch_policy_game",
]
