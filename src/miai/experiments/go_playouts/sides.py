"""The sides of the experiments on learning playouts: named settings, and the player that has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from miai.go.player import Player

SIDES: dict[str, tuple[str, ...]] = {
    "learning": (),
    "same-time": (),
    "nodes-only": ("learning.reply_moves=false",),
    "nodes-8": ("learning.reply_moves=false", "learning.context=8", "learning.nearby=8"),
    "draws": ("learning.context_moves=false", "learning.reply_moves=false", "learning.context=8", "learning.draws=4"),
    "edges-only": ("learning.context_moves=false",),
    "no-balance": ("learning.balance=false",),
    "context-8": ("learning.context=8",),
    "context-24": ("learning.context=24",),
    "k-4": ("learning.replies=4",),
    "k-16": ("learning.replies=16",),
    "e-10": ("learning.end=10",),
    "z-1.96": ("learning.z=1.96",),
    "start-1/1": ("learning.start=1/1",),
    "fresh": ("learning.fresh=true",),
    "tree": ("learning.teacher=tree",),
    "both": ("learning.teacher=both",),
    "forget": ("learning.keep=false",),
    "base": ("learning.on=false",),
}
"""Settings of each side that differ from its preset."""
PRESETS = ("learning", "isgo-learning")
POLICIES: dict[str, tuple[str, ...]] = {
    "base": ("playout.policy=base",),
    "source": ("playout.policy=base", "playout.nakade=0", "playout.low_liberties=0", "playout.skipped_patterns=on"),
    "plain": (
        *(f"playout.{step}=0" for step in ("atari", "nakade", "pattern", "low_liberties")),
        *(f"playout.{step}=off" for step in ("skipped", "eye_shape")),
    ),
    "player": (),
}
"""Settings of the playouts of both sides: as published; only the steps of the source; almost no knowledge; as in the preset."""


def learning_player(words: Sequence[str], size: int, playouts: int, seed: int, preset: str = "learning") -> Player:
    """Return a player with a preset, changed by `words`."""
    from miai.go.player import Player, preset_named
    from miai.go.player.settings import change_all

    settings = change_all(preset_named(preset), words)
    return Player(size, settings=replace(settings, playouts=playouts, seed=seed % 2**62))
