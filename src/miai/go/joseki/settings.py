"""Settings of the knowledge of joseki and territory, and the record that kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from miai.core.records import record
from miai.core.settings import Checked, as_record, choice, number, record_fields, switch, text, whole

ENCODINGS = ("learned", "published")
COMBINATIONS = ("wins", "visits")
VISITS = COMBINATIONS.index("visits")


@dataclass(frozen=True)
class JosekiSettings(Checked):
    """How patterns of corners and sides guide the search on 19x19; on other boards they do nothing."""

    noun = "joseki setting"

    on: bool = switch(False, "whether patterns of corners and sides, learned from games, give priors on 19x19", in_kernels=False)
    table: str = text("default", "patterns: default (those that come with miai), or a file of `miai go joseki learn`")
    answers: float = number(
        0.7,
        0,
        1,
        "answers to patterns: share of the chance of moves in a region that is distributed by the answers in games; 0: off",
    )
    answers_known: float = number(10, 0, 10**6, "answers: moves in games at which an answer's share has half of its weight")
    visits: float = number(0, 0, 10**4, "M-eval: virtual visits of a move that is better than the mean of its kind; 0: off")
    intensity: float = number(0.15, 0, 10, "M-eval: win rate above 1/2 of virtual visits, per standard deviation of the evaluation")
    combine: str = choice(
        COMBINATIONS,
        "wins",
        "M-eval: virtual visits of which only the part above 1/2 counts, as wins; or visits with their win rate, as published",
    )
    depth: int = whole(4, 0, 6, "M-eval: moves of its search at the root, one fewer at each level of the tree")
    tree_depth: int = whole(4, 0, 100, "M-eval: deepest level of the tree where it is asked")
    width: int = whole(4, 1, 16, "M-eval: most answers of a pattern that are tried")
    encoding: str = choice(
        ENCODINGS, "learned", "M-eval: weights of the qualities, learned from games or published", in_kernels=False
    )
    learn: bool = switch(False, "M-eval: whether the weights of strength and territory are learned during a game", in_kernels=False)
    learn_step: float = number(0.1, 0, 10, "M-eval: step of that learning", in_kernels=False)
    learn_visits: int = whole(10, 1, 10**9, "M-eval: least visits of a move to learn from", in_kernels=False)

    def as_record(self) -> Any:
        """Return the settings as the record that kernels read."""
        return as_record(self, joseki_settings_t)


joseki_settings_t = record("joseki_settings", record_fields(JosekiSettings))
