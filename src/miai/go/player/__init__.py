"""A player of Go: a game, clocks, and a search that is kept between moves. Start reading at `player.Player.genmove`."""

from __future__ import annotations

from miai.go.player.player import Player
from miai.go.player.presets import PRESETS, preset_named
from miai.go.player.settings import PlayerSettings, change, parameters

__all__ = ["PRESETS", "Player", "PlayerSettings", "change", "parameters", "preset_named"]
