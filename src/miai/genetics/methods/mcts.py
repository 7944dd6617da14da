"""Monte-Carlo tree search for panels.

`mcts-published` is the method of section 5.6: K = 40 on the scale of 380, Bradley-Terry draws by rank, and 2 % off the value of a path
without randomness. `mcts` has what was learned since: paths that are done are closed instead of penalised, K follows from the spread of
values, draws prefer the best ranks more, and periods of the search take turns with the exchange of single SNPs in the best model.
`beam` is `mcts` that cuts all but the most visited nodes of a depth off, for large panels.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.records import new
from miai.core.settings import Checked, number, whole
from miai.core.streams import new_stream
from miai.genetics.kernels import exchange as exchanges
from miai.genetics.kernels.tree import PanelTree, advance_tree, enter_model, scaled, tree_t
from miai.genetics.methods.greedy import MOST, NO_VALUE, UNLIMITED, new_exchange
from miai.genetics.methods.grqs import draw_model
from miai.genetics.methods.interface import PanelSearch, PanelTask, grown

PUBLISHED_EXPLORATION = 40 / 380
PUBLISHED_PENALTY = 0.02
SAMPLES = 100
"""Random models by whose spread K is chosen, and by whose mean priors are scaled."""
FIRST_NODES = 1 << 14
NODE_FIELDS = {
    **dict.fromkeys(("snp", "parent", "first_child", "next_sibling", "next_snp", "open_children"), np.int32),
    "depth": np.int16,
    "is_closed": np.uint8,
    "visits": np.int64,
    "total": np.float64,
}
"""The arrays of the tree that have one element a node."""


@dataclass(frozen=True)
class TreeSettings(Checked):
    """Settings of the method `mcts-published`."""

    exploration: float = number(PUBLISHED_EXPLORATION, 0, math.inf, "K of the selection formula, for values from 0 to 1")
    penalty: float = number(PUBLISHED_PENALTY, 0, 1, "share of its value that a path without randomness loses")
    sharpness: float = number(1.0, 1, math.inf, "power of the draws by rank; 1 is the published one")
    width: float = number(0.0, 0, math.inf, "children of a node: width * visits ^ growth; 0 for no limit")
    growth: float = number(0.5, 0, 1, "power by which the width grows with visits")
    prior_scale: float = number(0.0, 0, 1, "value of the best prior, from 0 to 1; 0 for the mean of random models")
    most_nodes: int = whole(10_000_000, 1000, MOST, "nodes of the tree at most")


class PublishedMcts(PanelSearch):
    """Section 5.6. Children are made when they are first chosen, which gives the same search with little memory."""

    name = "mcts-published"
    summary = "Monte-Carlo tree search as published"
    Settings = TreeSettings

    def __init__(self, task: PanelTask, seed: int = 1, settings: Any = None) -> None:
        super().__init__(task, seed, settings)
        self.tree: PanelTree | None = None

    def advance(self, evaluations: int) -> None:
        self.prepare()
        self._advance_tree(evaluations)

    def prepare(self) -> None:
        if self.tree is None:
            self.tree = self._new_tree()

    def _advance_tree(self, evaluations: int) -> None:
        task = self.task.evaluator
        while self.evaluations < evaluations and not self.is_finished:
            self.make_room()
            assert self.tree is not None
            advance_tree(task.cases, task.code, self.tree, task.scratch, task.by_division, self.log, evaluations)
            self.is_finished = self._is_exhausted()
            if self._is_full_for_good() or self.tree.is_closed[0]:
                break

    def _is_exhausted(self) -> bool:
        """Whether all models were evaluated."""
        assert self.tree is not None
        return bool(self.tree.is_closed[0]) and self.tree.head.beam_visits == 0

    def _is_full_for_good(self) -> bool:
        """Whether the tree has as many nodes as it may have."""
        assert self.tree is not None
        return bool(self.tree.head.nodes + self.task.size >= self.tree.snp.size >= self.settings.most_nodes)

    def make_room(self) -> None:
        super().make_room()
        assert self.tree is not None
        if self.tree.head.nodes + self.task.size >= self.tree.snp.size and self.tree.snp.size < self.settings.most_nodes:
            self.tree = grown(self.tree, tuple(NODE_FIELDS))

    def _new_tree(self) -> PanelTree:
        nodes = max(FIRST_NODES, 4 * self.task.size)
        arrays: dict[str, Any] = {name: np.zeros(nodes, kind) for name, kind in NODE_FIELDS.items()}
        tree = PanelTree(
            head=new(tree_t),
            priors=self._scaled_priors(),
            depth_visits=np.zeros(self.task.size + 1, np.int64),
            model=np.zeros(self.task.size, np.int32),
            stream=new_stream(self.seed, 0x3C),
            **arrays,
        )
        tree.snp[0] = tree.parent[0] = tree.next_snp[0] = -1
        head, settings = tree.head, self.settings
        head.nodes = 1
        head.scale = max(self.task.evaluator.classified, 1.0)
        head.penalty, head.sharpness = settings.penalty, settings.sharpness
        head.width, head.growth = settings.width, settings.growth
        self._set_up(tree)
        return tree

    def _set_up(self, tree: PanelTree) -> None:
        tree.head.exploration = self.settings.exploration

    def _scaled_priors(self) -> Any:
        """Return the priors on the scale of values: an unvisited child of the best prior looks like one average visit."""
        return self.task.priors * (self.settings.prior_scale or float(np.mean(self.samples)))

    @functools.cached_property
    def samples(self) -> list[float]:
        """The values of random complete models, scaled, by Bradley-Terry draws."""
        stream = new_stream(self.seed, 0x3D)
        models = [draw_model(stream, self.task.evaluator.snps, self.task.size) for _ in range(SAMPLES)]
        return [self._scaled(self.evaluate(model)) for model in models]

    def _scaled(self, value: float) -> float:
        evaluator = self.task.evaluator
        if evaluator.objective == "counts":
            return value / max(evaluator.classified, 1.0)
        return float(2.0**value) if evaluator.objective == "log-loss" else value

    def parts(self) -> dict[str, Any]:
        return {"log": self.log} | ({"tree": self.tree} if self.tree is not None else {})

    def replace_part(self, name: str, part: Any) -> None:
        setattr(self, name, part)

    def notes(self) -> dict[str, Any]:
        if self.tree is None:
            return {}
        return {"nodes": int(self.tree.head.nodes), "exploration": float(self.tree.head.exploration)}


@dataclass(frozen=True)
class MctsSettings(TreeSettings, Checked):
    """Settings of the method `mcts`."""

    exploration: float = number(
        0.0, 0, math.inf, "K of the selection formula, for values from 0 to 1; 0 for the spread of random models"
    )
    sharpness: float = number(4.0, 1, math.inf, "power of the draws by rank; 1 is the published one")
    width: float = number(1.0, 0, math.inf, "children of a node: width * visits ^ growth; 0 for no limit")
    exchange: float = number(0.9, 0, 1, "share of the evaluations that exchange SNPs of the best model")
    period: int = whole(5000, 10, MOST, "evaluations in which tree and exchange take turns")
    exchange_width: int = whole(200, 0, MOST, "candidates that the exchange tries first, doubled when none helps; 0 for all")
    kick_size: int = whole(0, 0, MOST, "SNPs that are taken out of a model that no exchange improves; 0 for a third, at least two")
    beam_visits: int = whole(0, 0, MOST, "visits of a depth before the beam cuts it; 0 for no beam")
    beam_width: int = whole(20, 1, MOST, "nodes of a depth that the beam keeps")


class Mcts(PublishedMcts):
    """The tree with closed paths and automatic K, in turns with the exchange of SNPs in the best model."""

    name = "mcts"
    summary = "Monte-Carlo tree search with closed paths, automatic K and exchange"
    Settings = MctsSettings

    def __init__(self, task: PanelTask, seed: int = 1, settings: Any = None) -> None:
        super().__init__(task, seed, settings)
        self.exchange = new_exchange(task, seed, self.settings.exchange_width, UNLIMITED, self.settings.kick_size, True)
        self.exchange.head.phase = exchanges.DONE

    def advance(self, evaluations: int) -> None:
        """Go on. What happens next follows from the number of evaluations alone, so that slices do not matter."""
        self.prepare()
        period = self.settings.period
        for_tree = period - int(self.settings.exchange * period)
        while self.evaluations < evaluations and not self.is_finished:
            turn, done = divmod(self.evaluations, period)
            has_tree, has_exchange = self._has_tree(), not self.exchange.head.is_stuck
            if has_tree and (done < for_tree or not has_exchange):
                self._advance_tree(min(evaluations, turn * period + for_tree) if has_exchange else evaluations)
            elif has_exchange:
                self._advance_exchange(turn, min(evaluations, (turn + 1) * period))
            else:
                self.is_finished = True

    def _has_tree(self) -> bool:
        """Whether the tree has something left to do and room for it."""
        assert self.tree is not None
        return not self.tree.is_closed[0] and not self._is_full_for_good()

    def _advance_exchange(self, turn: int, evaluations: int) -> None:
        task, head = self.task.evaluator, self.exchange.head
        if head.phase == exchanges.DONE:
            exchanges.start_exchange(task.cases, self.exchange, self.exchange.model, 0, NO_VALUE)
        elif head.turn != turn and self.log.values[0] > head.best_before:  # the tree has found a better model meanwhile
            exchanges.start_exchange(task.cases, self.exchange, self.log.models[0], self.task.size, self.log.values[0])
        head.turn = turn
        while self.evaluations < evaluations and not head.is_stuck:
            self.make_room()
            exchanges.advance_exchange(task.cases, task.code, self.exchange, task.scratch, task.by_division, self.log, evaluations)
        if self.evaluations % self.settings.period == 0:
            self._end_turn()

    def _end_turn(self) -> None:
        """Count the best model in the tree, if it is a new one, so that the tree looks at its surroundings."""
        head, best = self.exchange.head, self.log.values[0]
        if best > head.best_before and self.tree is not None:
            enter_model(self.tree, self.log.models[0], scaled(self.tree, self.task.evaluator.code, best))
        head.best_before = best

    def _set_up(self, tree: PanelTree) -> None:
        head, settings = tree.head, self.settings
        head.closes = 1
        head.beam_visits, head.beam_width = settings.beam_visits, settings.beam_width
        head.exploration = settings.exploration or float(np.std(self.samples))

    def parts(self) -> dict[str, Any]:
        return super().parts() | {"exchange": self.exchange}

    def notes(self) -> dict[str, Any]:
        return super().notes() | {"kicks": int(self.exchange.head.kicks)}


@dataclass(frozen=True)
class BeamSettings(MctsSettings, Checked):
    """Settings of the method `beam`."""

    beam_visits: int = whole(1000, 0, MOST, "visits of a depth before the beam cuts it; 0 for no beam")


class Beam(Mcts):
    """Beam MCTS: when a depth has had its visits, only its most visited nodes stay."""

    name = "beam"
    summary = "mcts that keeps only the most visited nodes of each depth, for large panels"
    Settings = BeamSettings
