"""Every setting of the search, each with its default, its range and one sentence.

This file only declares. `core/settings.py` parses, checks and describes; `kernel_settings.py` makes the record that kernels read, in
which a choice is its index in the tuples below.

"Basaldúa (2013)" is Santiago Basaldúa Lemarchand, *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and
Human Genetics*, doctoral dissertation, Universidad de La Laguna, 2013.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from miai.core.errors import UserError
from miai.core.settings import Checked, Row, choice, describe, find_name, number, parse, switch, whole
from miai.search.graph import MOST_GROUPS

MODES = ("tree", "shared", "path-mean", "uct-dag", "multipath", "table")
TREE, SHARED, PATH_MEAN, UCT_DAG, MULTIPATH, TABLE = range(6)
PATH_MODES = ("tree", "table")
"""Modes whose nodes are paths, not positions."""
OLD_MODES = {"graph": "uct-dag"}
"""The mode that was called `graph` is the published equation of UCT-DAG; `path-mean` is the other reading, once called `uct-dag`."""

RULES = ("ucb1", "ucb1-tuned", "ucb2", "epsilon-greedy", "bast", "objective", "puct", "thompson")
UCB1, UCB1_TUNED, UCB2, EPSILON_GREEDY, BAST, OBJECTIVE, PUCT, THOMPSON = range(8)

FPUS = ("infinite", "value", "value-explored")
FPU_INFINITE, FPU_VALUE, FPU_EXPLORED = range(3)

RAVES = ("off", "mse", "aya", "hand")
RAVE_OFF, RAVE_MSE, RAVE_AYA, RAVE_HAND = range(4)

PRIORS = ("off", "horizon", "virtual", "bias")
PRIOR_OFF, PRIOR_HORIZON, PRIOR_VIRTUAL, PRIOR_BIAS = range(4)

WIDTHS = {
    "narrowest": (0.5 / math.log(1.4), 1 / 40, 2),
    "narrow": (0.75 / math.log(1.4), 1 / 40, 3),
    "medium": (1 / math.log(1.4), 1 / 40, 4),
    "wide": (1.5 / math.log(1.4), 1 / 40, 6),
    "widest": (2 / math.log(1.4), 1 / 40, 8),
}
"""K_s, K_f and N_min of the named widths. Basaldúa (2013), section 3.1.3, has five, and gives the numbers of the middle one only."""
WIDENINGS = ("off", "log", *WIDTHS)
WIDENING_OFF, WIDENING_LOG = range(2)

GROUPINGS = ("off", "given", "made")
GROUPING_OFF, GROUPING_GIVEN, GROUPING_MADE = range(3)

GROUP_ORDERS = ("value", "prior")
BY_VALUE, BY_PRIOR = range(2)

GROUP_LAYOUTS = ("together", "split")
TOGETHER, SPLIT = range(2)

PRUNE_POLICIES = ("threshold", "first-come", "ageing")
PRUNE_THRESHOLD, PRUNE_FIRST_COME, PRUNE_AGEING = range(3)

FINALS = ("robust", "max", "robust-max", "secure")

_INFINITY = float("inf")


@dataclass(frozen=True)
class Settings(Checked):
    """The settings of a search.

    Every field has a default; `docs/search/settings.md` lists them all. A wrong value raises `UserError` at once. Use
    `dataclasses.replace` to make a changed copy.

    See Also
    --------
    parse_settings : make settings from texts as people type them.

    Examples
    --------
    >>> settings = Settings(select="puct", exploration=1.2)
    >>> settings.select, settings.mode
    ('puct', 'uct-dag')
    >>> Settings(exploration=-1)
    Traceback (most recent call last):
        ...
    miai.core.errors.UserError: setting exploration must be a number of at least 0, not -1
    """

    mode: str = choice(
        MODES, "uct-dag", "sharing of positions that several paths reach (see the page on graphs)", renamed=OLD_MODES
    )
    table_entries: int = whole(
        50_000, 1, 2**27, "mode table: most positions in the table, which takes at most a quarter of the memory"
    )
    table_threshold: int = whole(
        2, 0, 2**30, "mode table: references below which an entry is dropped when a move is played", in_kernels=False
    )
    select: str = choice(RULES, "ucb1", "rule that chooses the next edge on the way down")
    exploration: float = number(0.7, 0, _INFINITY, "weight of the exploration term of the ucb rules, bast and puct")
    fpu: str = choice(
        FPUS,
        "infinite",
        "first-play urgency, the score of an untried edge: infinity; a value; a value plus the term of one visit",
        old="first_play",
    )
    fpu_value: float = number(
        0.5,
        -_INFINITY,
        _INFINITY,
        "value of an untried edge where `fpu` is not infinite; always with puct",
        old="first_play_value",
    )
    ucb2_alpha: float = number(0.001, 1e-9, 1, "ucb2: growth of the epochs")
    epsilon: float = number(0.1, 0, 1, "epsilon-greedy: probability of a random edge")
    epsilon_decay: float = number(0.0, 0, _INFINITY, "epsilon-greedy: if positive, epsilon is at most this number over the visits")
    smoothness: float = number(0.5, 0, _INFINITY, "bast: largest distance of the root's value from its best child's")
    smoothness_decay: float = number(0.5, 0, 1, "bast: factor on the smoothness for each level down")
    confidence: float = number(0.05, 1e-12, 1, "bast: probability with which a bound may fail")
    expand_threshold: int = whole(
        1, 0, 2**30, "own visits of a node before its edges are made; 0 descends to the end without playouts", old="maturity"
    )
    rave: str = choice(RAVES, "off", "weight of all-moves-as-first values: off, least squared error, Aya's, or set by hand")
    rave_bias: float = number(
        1 / 3000, 0, _INFINITY, "rave mse: squared bias over q(1-q), the constant of Basaldúa (2013), equation 3.13"
    )
    rave_equivalence: float = number(1000, 0, _INFINITY, "rave hand: visits at which rave and playouts weigh about the same")
    rave_exploration: float = number(
        0.0, 0, _INFINITY, "weight of RAVE's own exploration term, K_r of Basaldúa (2013), equation 3.10 (Aya: 0.31)"
    )
    shared_confidence: bool = switch(
        True, "multiply the exploration term by the playouts' share of the value, as in Basaldúa (2013), equation 3.15"
    )
    grave: int = whole(
        0, 0, 2**30, "least visits of the node above from which rave values are taken; 0: they are taken from the node itself"
    )
    prior: str = choice(PRIORS, "off", "use of prior values: off, until a horizon, as virtual playouts, or as a fading bias")
    prior_horizon: float = number(
        1.0, 0, _INFINITY, "prior horizon: visits at which the prior has no weight left, per unit of its weight"
    )
    prior_bias: float = number(1.0, 0, _INFINITY, "prior bias: factor on prior x its weight / (visits + 1)")
    widening: str = choice(
        WIDENINGS,
        "off",
        "progressive widening by Basaldúa (2013), equation 3.4: off, with the constants below, or one of five widths",
    )
    widening_slope: float = number(2.972, 0, _INFINITY, "widening: K_s of Basaldúa (2013), equation 3.4 (Aya: 1 / log 1.4)")
    widening_scale: float = number(0.025, 0, _INFINITY, "widening: K_f of Basaldúa (2013), equation 3.4 (Aya: 1 / 40)")
    widening_least: int = whole(2, 1, 2**30, "widening: edges that are always considered (Aya: 2)")
    widening_by_rave: bool = switch(True, "widening: let RAVE values help to choose the next edge, where there are any")
    solver: bool = switch(True, "carry proven values and bounds up the graph and do not search proven nodes")
    virtual_loss: float = number(1.0, 0, _INFINITY, "losses counted for each simulation in flight below an edge")
    batch: int = whole(16, 1, 1024, "with threads: simulations that pass much visited nodes near the root together")
    grouping: str = choice(
        GROUPINGS, "off", "two choices a turn, a group and an action in it: off, the problem's, or made by value"
    )
    group_after: int = whole(0, 0, 2**30, "visits of a node at which its groups are made; 0: when it is expanded")
    group_every: int = whole(0, 0, 2**30, "visits after which groups are rebuilt; 0: never")
    group_count: int = whole(3, 2, MOST_GROUPS, "grouping made: number of groups, from the best actions to the worst")
    group_by: str = choice(GROUP_ORDERS, "value", "grouping made: rank the actions by the values found so far, or by their priors")
    group_layout: str = choice(
        GROUP_LAYOUTS, "together", "grouping made: the best actions together in one group, or split among the groups"
    )
    group_of_all: bool = switch(False, "add a group of all actions")
    group_exploration: float = number(-1.0, -1, _INFINITY, "exploration where a group is chosen; -1: as elsewhere")
    group_growth: float = number(
        1.0, 1, 10, "factor on the exploration where a group is chosen, for each doubling of the node's visits beyond 32"
    )
    group_bias: float = number(0.0, 0, _INFINITY, "weight, in visits, of the group's results elsewhere in the search")
    present_weight: float = number(
        1.0, 1e-6, _INFINITY, "with a store: m, the number of earlier visits that one visit of this search outweighs"
    )
    past_decay: float = number(
        1.0, 0, 1, "with a store: n, the share of earlier visits that is kept when new ones are added", in_kernels=False
    )
    prune: str = choice(
        PRUNE_POLICIES,
        "threshold",
        "nodes to remove when memory is full: seldom visited, newest, or longest unvisited",
        old="release",
    )
    prune_target: float = number(0.5, 0.05, 0.95, "largest share of the memory in use after pruning", old="release_target")
    final: str = choice(FINALS, "robust", "action to play: most visits, best value, both, or best lower bound", in_kernels=False)
    secure: float = number(1.0, 0, _INFINITY, "final secure: width of the bound, in units of 1 / sqrt(visits)", in_kernels=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.group_of_all and self.group_count == MOST_GROUPS:
            raise UserError(f"with group_of_all, group_count must be at most {MOST_GROUPS - 1}: the group of all takes the last")


def parse_settings(pairs: Mapping[str, str], base: Settings | None = None) -> Settings:
    """Return `base` with changes as people type them: `{"select": "puct", "exploration": "1.2"}`. Raise `UserError`."""
    return parse(base or Settings(), pairs)


def split_settings(words: Iterable[str], base: Settings | None = None) -> tuple[Settings, list[str]]:
    """Return `base` changed by the words `name=value` that are settings of the search, and all other words."""
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
    """Return (name, default, accepted, meaning) of every setting, for help and pages."""
    return describe(Settings)
