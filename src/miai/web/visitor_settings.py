"""The settings that visitors of the web board may change. All others, such as memory and threads, belong to whoever starts the server.

A list of what is allowed, not of what is forbidden: a new setting is fixed until someone has decided that it costs a server nothing.
"""

from __future__ import annotations

PLAYER = frozenset("seed ponder reuse ladders early_stop resign_below resign_after margin_weight local".split())  # noqa: SIM905
PLAYER_GROUPS = frozenset({"group_values", "group_values_weight", "group_keep"})
SEARCH = frozenset(
    {
        "mode",
        "table_threshold",
        "select",
        "exploration",
        "fpu",
        "fpu_value",
        "ucb2_alpha",
        "epsilon",
        "epsilon_decay",
        "smoothness",
        "smoothness_decay",
        "confidence",
        "expand_threshold",
        "rave",
        "rave_bias",
        "rave_equivalence",
        "rave_exploration",
        "shared_confidence",
        "grave",
        "prior",
        "prior_horizon",
        "prior_bias",
        "widening",
        "widening_slope",
        "widening_scale",
        "widening_least",
        "widening_by_rave",
        "solver",
        "virtual_loss",
        "batch",
        "grouping",
        "group_after",
        "group_every",
        "group_count",
        "group_of_all",
        "group_exploration",
        "group_bias",
        "group_by",
        "group_layout",
        "group_growth",
        "present_weight",
        "past_decay",
        "prune",
        "prune_target",
        "final",
        "secure",
    }
)
JOSEKI = frozenset(
    {
        "joseki.on",
        "joseki.answers",
        "joseki.answers_known",
        "joseki.visits",
        "joseki.intensity",
        "joseki.combine",
        "joseki.encoding",
        "joseki.learn",
        "joseki.learn_step",
        "joseki.learn_visits",
    }
)
LEARNING = frozenset(
    {
        "learning.on",
        "learning.context_moves",
        "learning.reply_moves",
        "learning.draws",
        "learning.balance",
        "learning.balance_step",
        "learning.context_threshold",
        "learning.reply_threshold",
        "learning.nearby",
        "learning.context",
        "learning.replies",
        "learning.fresh",
        "learning.end",
        "learning.z",
        "learning.start",
        "learning.updates",
        "learning.outdated",
        "learning.keep",
    }
)
ALLOWED = PLAYER | PLAYER_GROUPS | SEARCH | LEARNING | JOSEKI
ALLOWED_PARTS = ("playout.", "prior.", "group.")
"""Parts all of whose settings are shares and weights."""
FIXED = frozenset(
    {"playouts", "seconds", "level", "threads", "memory", "lag", "judge_playouts", "table_entries"}
    | {"learning.memory", "learning.context_bits", "learning.reply_bits", "learning.teacher", "learning.tree_visits"}
    | {"joseki.table", "joseki.depth", "joseki.tree_depth", "joseki.width"}
    | {"book", "book_choice", "book_moves", "book_loss", "book_memory"}
)
"""Settings that the server decides: they cost memory or time of everyone, or name a file. Limits of a move come with each request."""


def is_allowed(name: str) -> bool:
    """Return whether a visitor may change the setting called `name`, with dashes or underscores."""
    plain = name.strip().replace("-", "_")
    return plain in ALLOWED or plain.startswith(ALLOWED_PARTS)
