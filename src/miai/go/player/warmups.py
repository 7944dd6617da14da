"""What is compiled ahead for a player on the usual boards: a move."""

from __future__ import annotations

from functools import partial

from miai.core.warmup import warms_up
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.go.warmups import SIZES


def warm_up_player(size: int) -> None:
    """Make a move on a board of `size`, and judge the position."""
    player = Player(size, settings=PlayerSettings(playouts=1, judge_playouts=2, memory=4))
    player.genmove(1)
    player.ending()


for _size in SIZES:
    warms_up(f"player{_size}")(partial(warm_up_player, _size))
