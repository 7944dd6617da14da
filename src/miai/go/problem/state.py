"""The state of Go in the search: a board, and the data that rules and search need besides it.

An action is the cell of a move, and 0, `PASS_CELL`, is a pass. Player 0 is Black.

| field | dtype, shape | meaning |
|---|---|---|
| `board` | board_dtype(size) | the position |
| `past` | uint64, 256 | keys of the last positions, for superko, in a ring |
| `past_count` | uint64 | positions so far; the last is at (`past_count` - 1) % 256 |
| `superko` | uint64 | `POSITIONAL` or `SITUATIONAL`: the kind of keys in `past` |
| `komi` | float64 | White's points, those for handicap included |
| `by_territory` | uint8 | whether territory and prisoners count, and not area |
| `margin_weight` | float64 | share of the reward that depends on by how much a game is won |
| `margin_center`, `margin_scale` | float64 | the margin around which that share varies most, and how widely; scale 0: it is linear |
| `dead` | uint8, cells | not 0: the stone here at the root is dead if the players pass now |
| `dead_color` | uint8, cells | its colour; a stone of another colour on that point is alive |
| `forbidden`, `forbidden_until` | uint8, cells; uint32 | colours that may not play here as long as `board.moves` is below the number |
| `played_out` | uint8 | whether `points` holds the result of a playout |
| `points` | int64 | Black's points minus White's, without komi, at the end of a playout |
| `reach` | uint8, cells | scratch of `scoring.area_score` |
| `marks` | uint8, cells | scratch: the dead stones of a finished game |
| `tallies_at`, `tally_limit` | int64 | address and number of the records that count owners of points; 0: none |
| `root_moves` | uint32 | `board.moves` of the position that is searched |
| `first` | uint16 | the move that this simulation made there; 0: a pass, or none yet |
| `policy` | policy_t | the policy of playouts |
| `prior` | prior_t | weights of the features that give prior values |
| `prior_key`, `has_priors` | uint64, uint8 | key of the position of `prior_value` and `prior_weight`, if they are filled |
| `prior_value`, `prior_weight` | float32, cells | prior of each action there |
| `fate` | fate_dtype(size) | scratch: distances in the common fate graph |
| `chance`, `row` | float32, cells; description_t | scratch: chances of moves by the learned weights |
| `weights_at`, `weights_limit` | int64 | address and number (1) of the learned weights |
| `readers_at`, `reader_limit` | int64 | address and number of the ladder readers that threads share; 0: ladders are not read |
| `grouping` | grouping_t | the groups of moves in use |
| `group_key`, `has_groups` | uint64, uint8 | key of the position of `group_mask`, if it is filled |
| `group_mask` | uint64, cells | the groups of each action there |

With learning playouts there are two more, `learners_at` and `learner_limit` (int64): address and number of the learners of threads.
With knowledge of joseki (`miai.go.joseki`) there are more: `joseki`, its settings; `direction` (float64, 2), the weights of both
components of the evaluation; `tables_at`, `tables_limit` and `desks_at`, `desk_limit` (int64), addresses and numbers of the tables and of
the desks that threads share. A state without either is another type, so its search pays nothing.

The past has at most 256 positions, so that a copy is short; `Game` finds longer cycles before the player moves.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.pointers import accessor
from miai.core.records import record
from miai.go.board.board import board_dtype, cell_count
from miai.go.joseki.desk import desk_t
from miai.go.joseki.memory import joseki_t
from miai.go.joseki.settings import joseki_settings_t
from miai.go.joseki.tables import COMPONENTS
from miai.go.knowledge.grouping import grouping_t
from miai.go.knowledge.learned.features import description_t
from miai.go.knowledge.learned.weights import weights_t
from miai.go.knowledge.priors import prior_t
from miai.go.playouts.learning.learner import learner_dtype
from miai.go.playouts.settings import policy_t
from miai.go.tactics.common_fate import fate_dtype
from miai.go.tactics.ladders import reader_dtype

PAST = 256
"""Number of past positions that superko compares."""


_JOSEKI_FIELDS = (
    *((name, np.int64) for name in ("tables_at", "tables_limit", "desks_at", "desk_limit")),
    ("joseki", joseki_settings_t),
    ("direction", np.float64, COMPONENTS),
)


@functools.cache
def state_dtype(size: int, learns: bool = False, knows: bool = False) -> np.dtype[Any]:
    """Return the dtype of the state on a board of `size`; those for learning playouts and with knowledge of joseki are other types."""
    cells = cell_count(size)
    return record(
        f"go{size}",
        [
            *((("learners_at", np.int64), ("learner_limit", np.int64)) if learns else ()),
            *(_JOSEKI_FIELDS if knows else ()),
            ("board", board_dtype(size)),
            ("past", np.uint64, PAST),
            ("past_count", np.uint64),
            ("superko", np.uint64),
            ("komi", np.float64),
            ("margin_weight", np.float64),
            ("margin_center", np.float64),
            ("margin_scale", np.float64),
            ("points", np.int64),
            ("tallies_at", np.int64),
            ("tally_limit", np.int64),
            *((name, np.uint8, cells) for name in ("dead", "dead_color", "forbidden", "reach", "marks")),
            ("forbidden_until", np.uint32),
            ("root_moves", np.uint32),
            ("first", np.uint16),
            ("by_territory", np.uint8),
            ("played_out", np.uint8),
            ("policy", policy_t),
            ("prior", prior_t),
            ("prior_key", np.uint64),
            ("prior_value", np.float32, cells),
            ("prior_weight", np.float32, cells),
            ("fate", fate_dtype(size)),
            ("chance", np.float32, cells),
            ("row", description_t),
            ("weights_at", np.int64),
            ("weights_limit", np.int64),
            ("readers_at", np.int64),
            ("reader_limit", np.int64),
            ("grouping", grouping_t),
            ("group_key", np.uint64),
            ("group_mask", np.uint64, cells),
            ("has_priors", np.uint8),
            ("has_groups", np.uint8),
        ],
    )


@functools.cache
def tally_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of the counts of one thread at the ends of playouts.

    `owned` is, for every cell, the number of playouts in which Black owned it minus those in which White did; `won` those that its owner
    won minus those that the owner lost; `balance` Black's wins minus White's. `tried` is the number of playouts that began with a move at
    the root, and `points` Black's points minus White's in them, without komi.
    """
    cells = cell_count(size)
    return record(
        "tally",
        [
            ("owned", np.int32, cells),
            ("won", np.int32, cells),
            ("tried", np.int64, cells),
            ("points", np.int64, cells),
            ("playouts", np.int64),
            ("balance", np.int64),
            ("gap", np.uint8, 128),  # so that two threads never write to one cache line
        ],
    )


def _tally_of(state_t: Any) -> np.dtype[Any]:
    return tally_dtype(state_t["board"]["side"].shape[0])


tally_at = accessor(_tally_of, "tallies_at", "tally_limit")
"""The tally of a thread: `tally_at(state, number)`."""


@functools.cache
def lent_reader_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of a shared reader of ladders; `busy` is 1 while a thread uses it."""
    return record("lent_reader", [("busy", np.int32), ("reader", reader_dtype(size))])


def _lent_reader_of(state_t: Any) -> np.dtype[Any]:
    return lent_reader_dtype(state_t["board"]["side"].shape[0])


lent_reader_at = accessor(_lent_reader_of, "readers_at", "reader_limit")
"""A shared reader of ladders: `lent_reader_at(state, index)`."""


def _learner_of(state_t: Any) -> np.dtype[Any]:
    return learner_dtype(state_t["board"]["side"].shape[0])


learner_at = accessor(_learner_of, "learners_at", "learner_limit")
"""The learner of a thread: `learner_at(state, number)`, for a state with learners."""

weights_at = accessor(lambda state_t: weights_t, "weights_at", "weights_limit")
"""The learned weights: `weights_at(state, 0)`."""

tables_at = accessor(lambda state_t: joseki_t, "tables_at", "tables_limit")
"""The tables of joseki: `tables_at(state, 0)`, for a state with this knowledge."""
desk_at = accessor(lambda state_t: desk_t, "desks_at", "desk_limit")
"""A shared desk for the evaluation by joseki: `desk_at(state, index)`."""
