"""How often a search chooses a wrong first move, against the number of its iterations.

One search gives the whole curve: it is stopped at each checkpoint, its choice noted, and run on. All repetitions on all games of one
shape run in the memory of one `Search`, which makes a difference: making one takes as long as hundreds of iterations.
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

BYTES_PER_ITERATION = 4096
"""Memory for the graph. Without groups a quarter of it is used; where it is full, the search releases what it visits least."""

Wrong = np.ndarray[Any, np.dtype[np.float64]]
"""For each checkpoint, in how many of the repetitions the choice was wrong."""


@kernel
def best_by_value(graph):
    """The action at the root with the best value, of equal ones that with more visits, then the first; `NONE` if none was tried.

    Reads group nodes at the root too, if no action is in two groups.
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
    """Runs one kind of search on many games of one shape."""

    def __init__(self, settings: Settings, checkpoints: Sequence[int], repetitions: int, seed: int) -> None:
        self.settings, self.checkpoints, self.repetitions, self.seed = settings, sorted(checkpoints), repetitions, seed
        self.searches = self.nodes = 0  # that were run, and of their graphs at the end
        self._search: Search | None = None

    def wrong_choices(self, game: ArtificialGame, state: Any, number: int) -> Wrong:
        """Search from `state`, the root of `game`, which is number `number` of the games: its random numbers follow from that."""
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
            self._search = Search(state, self.settings, seed=self.seed, memory=memory)
        self._search.restart(state, stream)
        return self._search


def monte_carlo_curve(game: ArtificialGame, checkpoints: Sequence[int], repetitions: int, seed: int, number: int) -> Wrong:
    """The same for plain Monte Carlo."""
    wrong, right = np.zeros(len(checkpoints)), game.right_moves
    for repetition in range(0 if right.all() else repetitions):
        searcher, done = MonteCarlo(game.start(), new_stream(seed, number * repetitions + repetition)), 0
        for place, checkpoint in enumerate(checkpoints):
            searcher.advance(checkpoint - done)
            done = checkpoint
            wrong[place] += not right[searcher.best_move()]
    return wrong


def alpha_beta_curve(game: ArtificialGame, checkpoints: Sequence[int], repetitions: int, seed: int, goal: int = OUTCOMES) -> Wrong:
    """The same for alpha-beta, whose iterations are leaves: until it is done it chooses at random, as in the source, then it is right.

    What is counted before it is done is the expected number of wrong choices.
    """
    right, searcher = game.right_moves, AlphaBeta(seed)
    if right.all():
        return np.zeros(len(checkpoints))
    leaves = np.array([searcher.search(game.start(), goal)[1] for _ in range(repetitions)])
    return np.array([(leaves > checkpoint).sum() * (1 - right.mean()) for checkpoint in checkpoints])


@warms_up("pgame-curves")
def make_short_curves() -> None:
    """Run one iteration or two of everything: what is compiled then is compiled for all games."""
    games = (make_game(3, 3, 0.3, seed) for seed in range(100))
    game = next(each for each in games if not each.right_moves.all())
    make_game(2, 2, solved=True)
    Curves(Settings(expand_threshold=0), (2,), 1, seed=0).wrong_choices(game, game.start(), 0)
    monte_carlo_curve(game, (2,), 1, seed=0, number=0)
    alpha_beta_curve(game, (2,), 1, seed=0)
