"""The scale of an experiment on artificial games: kinds of games, in blocks, and the contenders that search them.

A **kind** of game has labels, such as {"size": "2x20", "combination": 0.2}. A **contender** is a kind of search. All contenders search the
same games with the same streams of random numbers. A job is one block of games of one kind.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from miai.core.errors import UserError
from miai.experiments.frame import Scalar, parameter

CHECKPOINTS = tuple(factor * 10**power for power in range(1, 7) for factor in (1, 2, 3, 5))
SMOKE = {"games": 4, "repetitions": 1, "iterations": 50, "blocks": 2}

Labels = Mapping[str, Scalar]


@dataclass(frozen=True)
class Contender:
    """A kind of search: the labels of its cells, the settings that it changes, and the move groups of its games."""

    labels: Labels
    changes: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, Any] = field(default_factory=dict)
    algorithm: str = "uct"


@dataclass(frozen=True)
class Scale:
    """The parameters that all these experiments share, with the published scale as default.

    An experiment adds its kinds of games and its contenders.
    """

    games: int = parameter(200, "games of each kind", low=2)
    repetitions: int = parameter(200, "searches of each game by each contender", low=1)
    iterations: int = parameter(10_000, "iterations of each search", low=10, high=5_000_000)
    blocks: int = parameter(10, "blocks of games, whose differences give the intervals; a job is a block", low=2)
    exploration: float = parameter(1.0, "constant C of UCB1", low=0)

    def __post_init__(self) -> None:
        if self.blocks > self.games:
            raise UserError(f"parameter blocks is at most the number of games, {self.games}, not {self.blocks}")
        from miai.problems.pgame.game import check_shape

        for labels in self.kinds():
            size, combination = self.shape(labels)
            check_shape(*breadth_and_depth(size), combination)

    def kinds(self) -> Iterable[Labels]:
        """Return the labels of all kinds of games, in the order of the jobs."""
        raise NotImplementedError

    def shape(self, labels: Labels) -> tuple[str, float]:
        """Return (size, combination) of the games with these labels. Raise `UserError` for labels that are no shape."""
        return str(labels["size"]), float(labels.get("combination", 0.0))

    @property
    def has_random_places(self) -> bool:
        """Whether combinations join random places instead of places of nearly equal totals."""
        return False

    def contenders(self, labels: Labels) -> Sequence[Contender]:
        """Return the contenders that search the games with these labels, the base included."""
        raise NotImplementedError


@dataclass(frozen=True)
class TreeScale(Scale):
    """Games of several sizes, without combined places."""

    sizes: tuple[str, ...] = parameter(("2x20", "6x8", "10x6"), "breadth x depth of the games")

    def kinds(self) -> Iterable[Labels]:
        return [{"size": size} for size in self.sizes]


@dataclass(frozen=True)
class GraphScale(Scale):
    """Games of several sizes, with several shares of places combined."""

    sizes: tuple[str, ...] = parameter(("2x20", "4x10", "6x8", "10x6"), "breadth x depth of the games")
    combinations: tuple[float, ...] = parameter((0.0,), "shares of places that are combined", low=0, high=0.95)
    random_places: bool = parameter(False, "combine random places, as the source does, instead of places of nearly equal totals")

    def kinds(self) -> Iterable[Labels]:
        return [{"size": size, "combination": share} for size, share in itertools.product(self.sizes, self.combinations)]

    @property
    def has_random_places(self) -> bool:
        return self.random_places


def by_mode(modes: Iterable[str]) -> list[Contender]:
    """Return a contender for UCT on the tree, then one for each other mode of the graph."""
    return [Contender({"mode": mode}, {"mode": mode}) for mode in dict.fromkeys(("tree", *modes))]


def checkpoints(scale: Scale) -> list[int]:
    """Return the numbers of iterations at which the choice of a search is recorded."""
    return [each for each in CHECKPOINTS if each <= scale.iterations]


def breadth_and_depth(size: str) -> tuple[int, int]:
    """Return breadth and depth of a size such as 2x20. Raise `UserError` for another text."""
    breadth, cross, depth = size.partition("x")
    if not (cross and breadth.isdigit() and depth.isdigit()):
        raise UserError(f"a size is breadth x depth, such as 2x20; not {size!r}")
    return int(breadth), int(depth)


def jobs(scale: Scale) -> Iterable[Labels]:
    """Return a job for each block of each kind of game."""
    return [{**labels, "block": block} for labels in scale.kinds() for block in range(scale.blocks)]


def games_of(scale: Scale, block: int) -> range:
    """Return the numbers of the games in a block."""
    return range(block * scale.games // scale.blocks, (block + 1) * scale.games // scale.blocks)
