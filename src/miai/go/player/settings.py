"""Settings of a player, and all settings by name: its own, and those of search, playouts, priors, learning, groups and joseki.

Settings of the search have their plain names (`rave`), the others a prefix: `playout.pattern`, `prior.even`, `learning.memory`,
`group.distance`, `joseki.answers`. `change` sets one as people type it, `parameters` lists all.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from miai.core.errors import UserError, closest_name, unknown_name
from miai.core.settings import (
    Checked,
    Row,
    Setting,
    choice,
    describe,
    find_name,
    number,
    parse,
    settings_of,
    split_word,
    switch,
    text,
    whole,
)
from miai.go.joseki.settings import JosekiSettings
from miai.go.knowledge.grouping import GroupingSettings
from miai.go.knowledge.priors import PriorSettings
from miai.go.levels import FULL, level_numbered
from miai.go.player.group_results import parse_win_rates
from miai.go.playouts import PlayoutSettings, policy_settings
from miai.go.playouts.learning.settings import LearningSettings
from miai.go.rules.clock import LAG
from miai.search.settings import Settings

DEFAULT_PLAYOUTS = 10_000
"""Playouts of a move where neither playouts nor time are given."""

GO_PLAYOUTS = PlayoutSettings(atari=0.9, pattern=0.9, low_liberties=0.8)
"""The default playouts of a player: the steps of `base`, with higher probabilities than the published ones."""

GO_SEARCH = Settings(
    mode="uct-dag",
    exploration=0.0,
    fpu="value",
    fpu_value=0.4,
    rave="mse",
    rave_bias=0.003,
    prior="virtual",
    solver=False,
)
"""The default search of a player; docs/results has the measured worth of each part."""


@dataclass(frozen=True)
class PlayerSettings(Checked):
    """Settings of a player: how it searches and decides. Wrong values raise `UserError`."""

    playouts: int | None = whole(None, 1, 10**9, "playouts of a move; none: by time")
    seconds: float | None = number(
        None, 0.001, 10**6, "seconds of a move where the controller sets no time limit; none: by playouts"
    )
    level: int = whole(FULL, 1, FULL, "strength: 20 is full, lower levels have fewer playouts, and up to 11 moves at first sight")
    threads: int = whole(1, 1, 64, "threads of the search")
    memory: float = number(256.0, 1, 1 << 20, "memory limit of the search graph in MiB")
    seed: int = whole(0, 0, 2**63 - 1, "random seed")
    ponder: bool = switch(False, "whether to search on the opponent's time")
    reuse: bool = switch(True, "whether the search below a move is kept after the move")
    ladders: bool = switch(True, "whether ladders are read when a node is expanded")
    early_stop: bool = switch(True, "whether to move as soon as no other move can catch up")
    lag: float = number(LAG, 0, 60, "seconds of each move that are reserved for network delay")
    resign_below: float = number(0.06, 0, 1, "win rate of the best move below which to resign; 0: never")
    resign_after: int = whole(3, 1, 1000, "consecutive own moves below that win rate before resigning")
    judge_playouts: int = whole(600, 2, 10**6, "playouts with each colour to move when the final position is judged")
    margin_weight: float = number(0.02, 0, 0.5, "share of the reward that depends on the margin")
    local: bool = switch(False, "whether to look for the best local result: points count around the expected score, whoever wins")
    group_values: str = text(
        "",
        "win rates of move groups set by hand, such as border:0.3,kills:0.6; needs grouping=given and `group_bias` above 0; empty: none",
    )
    group_values_weight: int = whole(
        1000, 1, 10**9, "choices of a group that a win rate set by hand counts as; the search adds its own", in_kernels=False
    )
    group_keep: bool = switch(False, "whether the win rates of move groups are kept from search to search and from game to game")
    book: str = text("none", "opening book: none, default (the one that comes with miai), or a file of `miai book build`")
    book_choice: str = choice(
        ("drawn", "most"), "drawn", "moves of the book: drawn by their games, or the most frequent", in_kernels=False
    )
    book_moves: int = whole(20, 0, 1000, "moves of a game after which the book is not asked", in_kernels=False)
    book_loss: float = number(
        0.35, 0, 1, "win rate after a move from the book below which the move is struck out", in_kernels=False
    )
    book_memory: str = text("", "file that remembers struck moves; empty: beside the book, or in the user's state; none: nowhere")
    search: Settings = GO_SEARCH
    playout: PlayoutSettings = GO_PLAYOUTS
    prior: PriorSettings = dataclasses.field(default_factory=PriorSettings)
    learning: LearningSettings = dataclasses.field(default_factory=LearningSettings)
    group: GroupingSettings = dataclasses.field(default_factory=GroupingSettings)
    joseki: JosekiSettings = dataclasses.field(default_factory=JosekiSettings)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_win_rates(self.group_values)

    def check_together(self) -> None:
        """Raise `UserError` for a setting that has no effect with the others. Settings may be typed one by one: check after the last."""
        grouping, bias = self.search.grouping, self.search.group_bias
        if parse_win_rates(self.group_values) and (grouping != "given" or bias == 0):
            now = f"here they are {grouping} and {bias:g}"
            raise UserError(
                f"setting group_values has no effect without grouping=given and group_bias above 0; {now}; set these first"
            )

    @property
    def most_playouts(self) -> int | None:
        """Most playouts of a move, by `playouts` and `level`; `None`: no limit."""
        limits = [limit for limit in (self.playouts, level_numbered(self.level).playouts) if limit is not None]
        return min(limits) if limits else None


_PARTS: dict[str, type[Checked]] = {
    "playout": PlayoutSettings,
    "prior": PriorSettings,
    "learning": LearningSettings,
    "group": GroupingSettings,
    "joseki": JosekiSettings,
}
"""The settings that have a prefix."""
_POLICY = "playout.policy"
"""A named policy in the place of all settings of the playouts."""


def parameters(settings: PlayerSettings) -> list[Row]:
    """Return all settings with their values."""
    rows = describe(settings) + describe(settings.search)
    for part in _PARTS:
        rows += describe(getattr(settings, part), f"{part}.")
    return rows


def declarations() -> dict[str, Setting]:
    """Return the declarations of all settings by their full names."""
    found = settings_of(PlayerSettings) | settings_of(Settings)
    for part, kind in _PARTS.items():
        found |= {f"{part}.{name}": setting for name, setting in settings_of(kind).items()}
    return found


def full_name(name: str) -> str:
    """Return the present full name of a setting, given with dashes or under an old name. Raise `UserError` for an unknown one."""
    part, _, inner = name.strip().partition(".")
    if inner and part in _PARTS:
        found = find_name(_PARTS[part], inner)
        if found is None:
            raise unknown_name("setting", name.strip(), [f"{part}.{each}" for each in settings_of(_PARTS[part])])
        return f"{part}.{found}"
    found = find_name(Settings, name) or find_name(PlayerSettings, name)
    if found is None:
        close = closest_name(name.strip().replace("-", "_"), declarations())
        advice = f"did you mean {close!r}?" if close else "miai gtp --list prints all settings"
        raise UserError(f"unknown setting {name.strip()!r}; {advice}")
    return found


def change(settings: PlayerSettings, name: str, typed: str) -> PlayerSettings:
    """Return `settings` with one setting changed to the value that `typed` denotes. Raise `UserError`."""
    typed = typed.strip()
    if name.strip() == _POLICY:
        return dataclasses.replace(settings, playout=policy_settings(typed))
    part, _, inner = full_name(name).rpartition(".")
    if part:
        return dataclasses.replace(settings, **{part: parse(getattr(settings, part), {inner: typed})})
    if inner in settings_of(Settings):
        return dataclasses.replace(settings, search=parse(settings.search, {inner: typed}))
    return parse(settings, {inner: typed})


def change_all(settings: PlayerSettings, words: Iterable[str]) -> PlayerSettings:
    """Return `settings` with changes typed as `name=value`. Raise `UserError`, also for one that has no effect with the others."""
    for word in words:
        settings = change(settings, *split_word(word))
    settings.check_together()
    return settings
