"""Every setting of the search, each with one sentence and its default: the only place where such numbers stand.

`Settings` is what people write; `settings_t` is the record that kernels read, made from it field by field. A choice is a word in
Python and its place in the list of choices in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import record
from miai.core.settings import Checked, Row, as_record, choice, describe, find_name, number, parse, record_fields, switch, whole
from miai.search.graph import MOST_GROUPS
from miai.search.problem import Problem, is_allowed
from miai.search.root_tables import point_to_tables

MODES = ("tree", "shared", "uct-dag", "graph", "multipath")
TREE, SHARED, UCT_DAG, GRAPH, MULTIPATH = range(5)

RULES = ("ucb1", "ucb1-tuned", "ucb2", "epsilon-greedy", "bast", "objective", "puct", "thompson")
UCB1, UCB1_TUNED, UCB2, EPSILON_GREEDY, BAST, OBJECTIVE, PUCT, THOMPSON = range(8)

FIRST_PLAYS = ("infinite", "value", "value-explored")
FPU_INFINITE, FPU_VALUE, FPU_EXPLORED = range(3)

RAVES = ("off", "mse", "aya", "hand")
RAVE_OFF, RAVE_MSE, RAVE_AYA, RAVE_HAND = range(4)

PRIORS = ("off", "horizon", "virtual", "bias")
PRIOR_OFF, PRIOR_HORIZON, PRIOR_VIRTUAL, PRIOR_BIAS = range(4)

WIDENINGS = ("off", "log")
WIDENING_OFF, WIDENING_LOG = range(2)

GROUPINGS = ("off", "given", "made")
GROUPING_OFF, GROUPING_GIVEN, GROUPING_MADE = range(3)

RELEASES = ("threshold", "first-come", "ageing")
RELEASE_THRESHOLD, RELEASE_FIRST_COME, RELEASE_AGEING = range(3)

FINALS = ("robust", "max", "robust-max", "secure")


_INFINITY = float("inf")


@dataclass(frozen=True)
class Settings(Checked):
    """How to search. `dataclasses.replace` makes a changed copy; wrong values raise `UserError` at once."""

    mode: str = choice(MODES, "graph", "what positions reached on several paths share (see the page on graphs)")
    select: str = choice(RULES, "ucb1", "the rule that chooses the next edge on the way down")
    exploration: float = number(0.7, 0, _INFINITY, "weight of the exploration term of the ucb rules, bast and puct")
    first_play: str = choice(
        FIRST_PLAYS, "infinite", "an untried edge is worth: infinity; a value; a value and the term of one visit"
    )
    first_play_value: float = number(
        0.5, -_INFINITY, _INFINITY, "the value of an untried edge where `first_play` is not infinite; always with puct"
    )
    ucb2_alpha: float = number(0.001, 1e-9, 1, "ucb2: growth of the epochs")
    epsilon: float = number(0.1, 0, 1, "epsilon-greedy: probability of a random edge")
    epsilon_decay: float = number(0.0, 0, _INFINITY, "epsilon-greedy: if positive, epsilon is at most this number over the visits")
    smoothness: float = number(0.5, 0, _INFINITY, "bast: how far the value of a node at depth 0 may be from its best child's")
    smoothness_decay: float = number(0.5, 0, 1, "bast: factor on the smoothness for each level down")
    confidence: float = number(0.05, 1e-12, 1, "bast: probability with which a bound may fail")
    maturity: int = whole(1, 0, 2**30, "own visits of a node before it is expanded; 0 descends to the end without playouts")
    rave: str = choice(RAVES, "off", "weight of all-moves-as-first values: off, least squared error, Aya's, or set by hand")
    rave_bias: float = number(1 / 3000, 0, _INFINITY, "rave mse: squared bias over q(1-q), the constant of equation 3.13")
    rave_equivalence: float = number(1000, 0, _INFINITY, "rave hand: visits at which rave and playouts weigh about the same")
    grave: int = whole(0, 0, 2**30, "take rave values from the nearest node above with at least so many visits; 0: from the node")
    prior: str = choice(PRIORS, "off", "use of prior values: off, until a horizon, as virtual playouts, or as a fading bias")
    prior_horizon: float = number(1.0, 0, _INFINITY, "prior horizon: visits at which the prior is forgotten, times its weight")
    prior_bias: float = number(1.0, 0, _INFINITY, "prior bias: factor on prior x its weight / (visits + 1)")
    widening: str = choice(WIDENINGS, "off", "progressive widening: off, or as many edges as equation 3.4 allows, best prior first")
    widening_slope: float = number(2.972, 0, _INFINITY, "widening: K_s of equation 3.4 (Aya: 1 / log 1.4)")
    widening_scale: float = number(0.025, 0, _INFINITY, "widening: K_f of equation 3.4 (Aya: 1 / 40)")
    widening_least: int = whole(2, 1, 2**30, "widening: edges that are always looked at (Aya: 2)")
    solver: bool = switch(True, "carry proven values and bounds up the graph and do not search what is proven")
    virtual_loss: float = number(1.0, 0, _INFINITY, "losses that count for each simulation on its way below an edge")
    batch: int = whole(16, 1, 1024, "with threads: simulations that go through the much visited nodes near the root together")
    grouping: str = choice(
        GROUPINGS, "off", "two choices a turn, a group and an action in it: off, the problem's, or made by value"
    )
    group_after: int = whole(0, 0, 2**30, "visits of a node at which its groups are made; 0: when it is expanded")
    group_every: int = whole(0, 0, 2**30, "visits after which groups are made anew; 0: never")
    group_count: int = whole(3, 2, MOST_GROUPS, "grouping made: number of groups, from the best actions to the worst")
    group_of_all: bool = switch(False, "add a group of all actions")
    group_exploration: float = number(-1.0, -1, _INFINITY, "exploration where a group is chosen; -1: as elsewhere")
    group_bias: float = number(0.0, 0, _INFINITY, "weight, in visits, of what the group won elsewhere in the search")
    present_weight: float = number(
        1.0, 1e-6, _INFINITY, "with a store: m, how many visits of earlier searches one visit of this search outweighs"
    )
    past_decay: float = number(
        1.0, 0, 1, "with a store: n, what is left of earlier visits when new ones are added to them", in_kernels=False
    )
    release: str = choice(
        RELEASES, "threshold", "what goes when memory is full: seldom visited, newest, or longest unvisited nodes"
    )
    release_target: float = number(0.5, 0.05, 0.95, "share of the memory that a release leaves in use at most")
    final: str = choice(FINALS, "robust", "the action played: most visits, best value, both, or best lower bound", in_kernels=False)
    secure: float = number(1.0, 0, _INFINITY, "final secure: width of the bound, in units of 1 / sqrt(visits)", in_kernels=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.group_of_all and self.group_count == MOST_GROUPS:
            raise UserError(f"with group_of_all, group_count is at most {MOST_GROUPS - 1}: the group of all takes the last")

    def as_record(self, problem: Problem, threads: int = 1) -> Any:
        """The settings as kernels read them."""
        made = as_record(self, settings_t)
        made.atomic = made.looks_closer = threads > 1
        made.plain_ucb1 = self._is_plain_ucb1()
        made.needs_squares = self.select in ("ucb1-tuned", "objective")
        if threads == 1 or self.rave != "off" or made.needs_squares or problem.repeats:
            made.batch = 1  # what these need of each simulation, a batch does not keep
        has_history = is_allowed.is_implemented(problem.state_t)
        made.repeats, made.has_circles = problem.repeats, problem.repeats or has_history
        if self.mode != "tree" and has_history:
            made.solver = False  # what is proven with one history need not hold with another
        point_to_tables(made)
        low, high = problem.rewards
        made.reward_low, made.reward_range = low, high - low
        return made

    def _is_plain_ucb1(self) -> bool:
        off = self.rave == self.prior == self.widening == "off" and self.group_bias == 0 and not self.solver
        return off and self.select == "ucb1" and self.first_play == "infinite" and self.mode != "shared"


settings_t = record(
    "settings",
    [
        *record_fields(Settings),
        ("atomic", np.int8),  # several threads share the graph
        ("needs_squares", np.int8),  # the rule looks at the variance of results
        ("plain_ucb1", np.int8),  # ucb1 and nothing else: selection may take its short cut
        ("recalls", np.int8),  # there is history (`history.py`)
        ("looks_closer", np.int8),  # edges may have simulations in flight or history: the short cut of selection must look
        ("repeats", np.int8),  # plays can come back to a position
        ("has_circles", np.int8),  # the graph can have circles: also where history keeps a single play from running in one
        ("root_logs_at", np.int64),  # addresses of tables, and their length (`roots.py`)
        ("spreads_at", np.int64),
        ("known_roots", np.int64),
        ("reward_low", np.float64),  # the problem's lowest reward, which the search calls 0
        ("reward_range", np.float64),  # highest - lowest
    ],
)


def parse_settings(pairs: Mapping[str, str], base: Settings | None = None) -> Settings:
    """Settings from words as people type them (`{"select": "puct", "exploration": "1.2"}`). Raises `UserError` with what is accepted."""
    return parse(base or Settings(), pairs)


def split_settings(words: Iterable[str], base: Settings | None = None) -> tuple[Settings, list[str]]:
    """Settings from words `name=value`, and the words that are not settings of the search: options of the problem, then."""
    pairs: dict[str, str] = {}
    rest: list[str] = []
    for word in words:
        name, _, value = word.partition("=")
        found = find_name(Settings, name)
        if found is not None:
            pairs[found] = value.strip()
        else:
            rest.append(word)
    return parse_settings(pairs, base), rest


def describe_settings() -> list[Row]:
    """Return (name, default, accepted, meaning) of every setting, for help and docs."""
    return describe(Settings)
