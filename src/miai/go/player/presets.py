"""Presets of a player: the default, plain ones for comparison, and the six of the project report *UCT-DAG and grouping*, table 3.1.

The six are based on LibEGO: UCT with uniform playouts and no other knowledge, which returns the move with the best value (section 1.3).
Their transposition tables have 500,000 entries, or 50,000 in `man-group-small` (mode `table`). Childs, Brodeur and Kocsis (2008),
*Transpositions and move groups in Monte Carlo tree search*, is the published form of the report.

| preset | published name | meaning |
|---|---|---|
| `libego` | Base | UCT on a tree, nothing kept between moves |
| `no-group` | NoGroup | a tree with a table of values, kept between moves |
| `man-group` | ManGroup | with groups by Manhattan distance to the enemy's and to one's own last move |
| `man-group-small` | ManGroupSmall | the same with a tenth of the entries |
| `james-group` | JamesGroup | with groups: near either last move, kills, saves, many liberties |
| `james-group-no-man` | JamesGroupNoMan | the same without the distance |
"""

from __future__ import annotations

import dataclasses

from miai.core.errors import unknown_name
from miai.go.knowledge.grouping import SAITO, GroupingSettings
from miai.go.knowledge.priors import BY_HAND
from miai.go.player.settings import GO_SEARCH, PlayerSettings
from miai.go.playouts import POLICIES
from miai.go.playouts.learning.settings import LearningSettings
from miai.search.settings import Settings

_UCT = Settings(mode="tree", exploration=0.5, solver=False, final="max")
_DAG = dataclasses.replace(_UCT, mode="table", table_entries=500_000)
_GROUPED = dataclasses.replace(_DAG, grouping="given")
_LIBEGO = PlayerSettings(search=_UCT, playout=POLICIES["uniform"], reuse=False, margin_weight=0.0)
_SMALL = dataclasses.replace(_GROUPED, table_entries=50_000)
_MEMORY = 512.0

_ISGO = PlayerSettings(
    search=dataclasses.replace(GO_SEARCH, mode="tree", exploration=0.1, rave_bias=1 / 3000, prior="horizon", widening="medium"),
    playout=dataclasses.replace(POLICIES["base"], nakade=0.0, low_liberties=0.0, skipped_patterns=True),
    prior=dataclasses.replace(BY_HAND, ladder=0, long_ladder=0),
    early_stop=False,
    ladders=False,
    margin_weight=0.0,
)
"""isGO as far as Basaldúa (2013) describes it; exploration, the constant of RAVE and the weights of priors are not published."""


def _with_groups(search: Settings, *groups: str) -> PlayerSettings:
    grouping = GroupingSettings((*groups, "else"))
    return dataclasses.replace(_LIBEGO, search=search, reuse=True, memory=_MEMORY, group=grouping)


PRESETS = {
    "default": PlayerSettings(),
    "learning": PlayerSettings(learning=LearningSettings(on=True)),
    "learning-draws": PlayerSettings(
        learning=LearningSettings(on=True, context_moves=False, reply_moves=False, draws=4, context=8)
    ),
    "isgo-base": _ISGO,
    "isgo-learning": dataclasses.replace(_ISGO, learning=LearningSettings(on=True)),
    "uniform": PlayerSettings(playout=POLICIES["uniform"]),
    "by-hand": PlayerSettings(prior=BY_HAND),
    "libego": _LIBEGO,
    "no-group": dataclasses.replace(_LIBEGO, search=_DAG, reuse=True, memory=_MEMORY),
    "man-group": _with_groups(_GROUPED, "enemy-distance", "friendly-distance"),
    "man-group-small": _with_groups(_SMALL, "enemy-distance", "friendly-distance"),
    "james-group": _with_groups(_GROUPED, "total-distance", "kills", "saves", "many-liberties"),
    "james-group-no-man": _with_groups(_GROUPED, "kills", "saves", "many-liberties"),
    "saito": dataclasses.replace(_LIBEGO, search=_GROUPED, reuse=True, memory=_MEMORY, group=SAITO),
}
"""The presets by name."""


def preset_named(name: str) -> PlayerSettings:
    """Return the preset called `name`. Raise `UserError` for an unknown name."""
    key = name.strip().lower().replace("_", "-")
    if key not in PRESETS:
        raise unknown_name("preset", key, PRESETS)
    return PRESETS[key]
