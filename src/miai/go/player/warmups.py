"""Compiled ahead by `miai warmup`: a game of a player on the usual board sizes."""

from __future__ import annotations

from functools import partial

from miai.core.warmup import warms_up
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.go.playouts.warmups import SIZES


def warm_up_player(size: int) -> None:
    """Compile everything that a game on a board of `size` needs."""
    Player(size, settings=PlayerSettings(memory=4)).prepare()


for _size in SIZES:
    warms_up(f"player{_size}")(partial(warm_up_player, _size))
