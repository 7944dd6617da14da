"""The record of settings that kernels read: the user's settings, and flags that follow from them, the problem and the threads.

| flag | dtype | meaning |
|---|---|---|
| `atomic` | int8 | several threads share the graph |
| `needs_squares` | int8 | the selection rule reads the variance of results |
| `plain_ucb1` | int8 | UCB1 and nothing else: selection takes its short loop |
| `has_history` | int8 | the search has statistics from a store (`history.py`) |
| `counts_history` | int8 | visits in the history count in the exploration term: it comes from searches that run now (`sharing`) |
| `checks_edges` | int8 | edges may have simulations in flight or history: the short loop of selection reads both |
| `repeats` | int8 | plays can come back to a position |
| `has_paths` | int8 | nodes are paths, not positions |
| `has_table` | int8 | values come from a table of positions (`value_table.py`) |
| `has_cycles` | int8 | the graph can have cycles; also where rules on history keep every single play from running in one |
| `root_logs_at`, `spreads_at`, `known_roots` | int64 | addresses and length of the tables in `root_tables.py` |
| `reward_low` | float64 | the worst reward of the problem, which the search counts as 0 |
| `reward_range` | float64 | best - worst reward; negative where the problem minimises |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.records import record
from miai.core.settings import as_record, record_fields
from miai.search.problem import Problem, is_allowed
from miai.search.root_tables import point_to_tables
from miai.search.settings import PATH_MODES, WIDENING_LOG, WIDTHS, Settings

_FLAGS = (
    *("atomic", "needs_squares", "plain_ucb1", "has_history", "counts_history", "checks_edges"),
    *("repeats", "has_cycles", "has_paths", "has_table"),
)
_FIELDS = [
    *record_fields(Settings),
    *((name, np.int8) for name in _FLAGS),
    *((name, np.int64) for name in ("root_logs_at", "spreads_at", "known_roots")),
    *((name, np.float64) for name in ("reward_low", "reward_range")),
]

settings_t = record("settings", _FIELDS)
table_settings_t = record("table_settings", _FIELDS)
"""The settings in mode `table`: another type, so that what only this mode needs is compiled for it alone."""


def make_kernel_settings(settings: Settings, problem: Problem, threads: int = 1) -> Any:
    """Return the record of `settings` for a search of `problem` on `threads` threads. It has no history yet."""
    made = as_record(settings, table_settings_t if settings.mode == "table" else settings_t)
    made.has_paths, made.has_table = settings.mode in PATH_MODES, settings.mode == "table"
    made.atomic = made.checks_edges = threads > 1
    made.plain_ucb1 = _is_plain_ucb1(settings)
    made.needs_squares = settings.select in ("ucb1-tuned", "objective")
    if threads == 1 or settings.rave != "off" or made.needs_squares or problem.repeats:
        made.batch = 1  # a batch does not keep what these need of each simulation
    has_past = is_allowed.is_implemented(problem.state_t)
    made.repeats, made.has_cycles = problem.repeats, problem.repeats or has_past
    if settings.mode not in PATH_MODES and has_past:
        made.solver = False  # a proof with one past need not hold with another
    if settings.widening in WIDTHS:
        made.widening = WIDENING_LOG
        made.widening_slope, made.widening_scale, made.widening_least = WIDTHS[settings.widening]
    point_to_tables(made)
    set_rewards(made, problem.rewards)
    return made


def set_rewards(settings: Any, rewards: tuple[float, float]) -> None:
    """Let the search count the first of `rewards` as 0 and the second, which may be lower, as 1."""
    settings.reward_low, settings.reward_range = rewards[0], rewards[1] - rewards[0]


def _is_plain_ucb1(settings: Settings) -> bool:
    off = settings.rave == settings.prior == settings.widening == "off" and settings.group_bias == 0 and not settings.solver
    return off and settings.select == "ucb1" and settings.fpu == "infinite" and settings.mode != "shared"
