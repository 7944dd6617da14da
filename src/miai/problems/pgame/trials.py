"""Curves of errors: how often a search chooses a wrong first move, by the number of its iterations.

One search gives a whole curve: it stops at each checkpoint, its choice is recorded, and it continues. All repetitions on all games of one
shape reuse the memory of one `Search`, because creating a search takes as long as hundreds of iterations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import new_stream
from miai.core.warmup import warms_up
from miai.problems.pgame.alphabeta import OUTCOMES, AlphaBeta
from miai.problems.pgame.game import ArtificialGame, make_game
from miai.problems.pgame.montecarlo import MonteCarlo
from miai.search.driver import Search
from miai.search.graph import NONE, SMALLEST_MIB, edge_at, node_at, seen_by
from miai.search.settings import Settings
from miai.search.value_table import table_mib

BYTES_PER_ITERATION = 4096
"""Memory for the graph. Without groups a quarter of it is used. A search whose memory is full prunes the least visited nodes."""

Wrong = np.ndarray[Any, np.dtype[np.float64]]
"""For each checkpoint, the number of repetitions with a wrong choice."""


@kernel
def best_by_value(graph):
    """Return the action at the root with the best value; of equal ones the most visited, then the first; `NONE` if none was tried.

    Also reads group nodes at the root, if no action is in two groups.
    """
    best, best_value, best_visits = np.int64(NONE), -1.0, 0
    root = node_at(graph, graph.root)
    for e in range(root.first_edge, root.first_edge + root.edge_count):
        group = edge_at(graph, e).child if edge_at(graph, e).action < 0 else graph.root
        if group == NONE:
            continue
        chooser = node_at(graph, group)
        first, last = (chooser.first_edge, chooser.first_edge + chooser.edge_count) if group != graph.root else (e, e + 1)
        for i in range(first, last):
            edge = edge_at(graph, i)
            if edge.visits == 0:
                continue
            value = seen_by(node_at(graph, edge.child).value, root.player)
            if value > best_value or (value == best_value and edge.visits > best_visits):
                best, best_value, best_visits = np.int64(edge.action), value, edge.visits
    return best


class Curves:
    """A runner of one kind of search on many games of one shape."""

    def __init__(self, settings: Settings, checkpoints: Sequence[int], repetitions: int, seed: int) -> None:
        self.settings, self.checkpoints, self.repetitions, self.seed = settings, sorted(checkpoints), repetitions, seed
        self.searches = self.nodes = 0  # number of searches, and of the nodes of their graphs at the end
        self._search: Search | None = None

    def wrong_choices(self, game: ArtificialGame, state: Any, number: int) -> Wrong:
        """Return the wrong choices of searches from `state`, the root of `game`. `number` selects the random numbers of this game."""
        wrong = np.zeros(len(self.checkpoints))
        right = game.right_moves
        if right.all():
            return wrong
        for repetition in range(self.repetitions):
            search = self._restart(state, number * self.repetitions + repetition)
            done = 0
            for place, checkpoint in enumerate(self.checkpoints):
                search.advance(checkpoint - done)
                done = checkpoint
                wrong[place] += not right[best_by_value(search.graph.head)]
            self.searches += 1
            self.nodes += int(search.graph.head.node_count)
        return wrong

    def _restart(self, state: Any, stream: int) -> Search:
        if self._search is None:
            memory = max(SMALLEST_MIB, self.checkpoints[-1] * BYTES_PER_ITERATION / 2**20)
            if self.settings.mode == "table":
                memory += 4 * table_mib(self.settings.table_entries, 1)
            self._search = Search(state, self.settings, seed=self.seed, memory=memory)
        self._search.restart(state, stream)
        return self._search


def monte_carlo_curve(game: ArtificialGame, checkpoints: Sequence[int], repetitions: int, seed: int, number: int) -> Wrong:
    """Return the wrong choices of plain Monte Carlo."""
    wrong, right = np.zeros(len(checkpoints)), game.right_moves
    for repetition in range(0 if right.all() else repetitions):
        searcher, done = MonteCarlo(game.start(), new_stream(seed, number * repetitions + repetition)), 0
        for place, checkpoint in enumerate(checkpoints):
            searcher.advance(checkpoint - done)
            done = checkpoint
            wrong[place] += not right[searcher.best_move()]
    return wrong


def alpha_beta_curve(game: ArtificialGame, checkpoints: Sequence[int], repetitions: int, seed: int, goal: int = OUTCOMES) -> Wrong:
    """Return the wrong choices of alpha-beta, whose iterations are leaves.

    Until it has finished it chooses at random, as in Kocsis and Szepesvári (2006), and the expected number of wrong choices is counted.
    After that it is right.
    """
    right, searcher = game.right_moves, AlphaBeta(seed)
    if right.all():
        return np.zeros(len(checkpoints))
    leaves = np.array([searcher.search(game.start(), goal)[1] for _ in range(repetitions)])
    return np.array([(leaves > checkpoint).sum() * (1 - right.mean()) for checkpoint in checkpoints])


@warms_up("pgame-curves")
def make_short_curves() -> None:
    """Run a few iterations of everything, which compiles the kernels for all games."""
    games = (make_game(3, 3, 0.3, seed) for seed in range(100))
    game = next(each for each in games if not each.right_moves.all())
    make_game(2, 2, solved=True)
    Curves(Settings(expand_threshold=0), (2,), 1, seed=0).wrong_choices(game, game.start(), 0)
    monte_carlo_curve(game, (2,), 1, seed=0, number=0)
    alpha_beta_curve(game, (2,), 1, seed=0)
