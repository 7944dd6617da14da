"""Measurement of one block of games. Its cells, "block error" and "block nodes", are the raw data of `summary.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from miai.experiments.frame import Cell
from miai.experiments.pgame.scale import Contender, Labels, Scale, breadth_and_depth, checkpoints, games_of

RAW, RAW_NODES = "block error", "block nodes"


def measure(scale: Scale, job: Labels, seed: int) -> list[Cell]:
    """Return the error of every contender on one block of games, at each checkpoint, and the size of its graphs."""
    from miai.problems.pgame import make_game

    size, combination = scale.shape(job)
    breadth, depth = breadth_and_depth(size)
    contenders = scale.contenders(job)
    runs = [_runner(scale, contender, seed) for contender in contenders]
    needs_groups = any(contender.groups for contender in contenders)
    wrong = np.zeros((len(contenders), len(checkpoints(scale))))
    numbers = games_of(scale, int(job["block"]))
    for number in numbers:
        game = make_game(breadth, depth, combination, seed + number, needs_groups, scale.has_random_places)
        for place, run in enumerate(runs):
            wrong[place] += run(game, number)
    searches = len(numbers) * scale.repetitions
    return [
        Cell({**job, **contender.labels, "iterations": iterations}, RAW, each / searches, count=searches)
        for contender, curve in zip(contenders, wrong, strict=True)
        for iterations, each in zip(checkpoints(scale), curve, strict=True)
    ] + [
        Cell({**job, **contender.labels}, RAW_NODES, run.nodes / run.searches, count=run.searches)
        for contender, run in zip(contenders, runs, strict=True)
        if isinstance(run, _Uct) and run.searches
    ]


def _runner(scale: Scale, contender: Contender, seed: int) -> Callable[[Any, int], Any]:
    """Return a function of a game and its number that returns the number of wrong searches at each checkpoint."""
    from miai.problems.pgame.alphabeta import OUTCOMES, SCORES
    from miai.problems.pgame.trials import alpha_beta_curve, monte_carlo_curve

    points, repetitions = checkpoints(scale), scale.repetitions
    if contender.algorithm == "uct":
        return _Uct(scale, contender, seed)
    if contender.algorithm == "monte carlo":
        return lambda game, number: monte_carlo_curve(game, points, repetitions, seed, number)
    goal = SCORES if contender.algorithm == "alpha-beta on scores" else OUTCOMES
    return lambda game, number: alpha_beta_curve(game, points, repetitions, seed + number, goal)


class _Uct:
    """A runner of miai's search, which also counts the nodes of its graphs."""

    def __init__(self, scale: Scale, contender: Contender, seed: int) -> None:
        from miai.problems.pgame.trials import Curves
        from miai.search.settings import Settings

        plain = {"mode": "tree", "expand_threshold": 0, "solver": False, "exploration": scale.exploration}
        grouping = {"grouping": "given"} if contender.groups else {}
        settings = Settings(**{**plain, **grouping, **contender.changes})
        self._curves, self._groups = Curves(settings, checkpoints(scale), scale.repetitions, seed), contender.groups

    def __call__(self, game: Any, number: int) -> Any:
        return self._curves.wrong_choices(game, game.start(**self._groups), number)

    @property
    def searches(self) -> int:
        """The number of searches. A game in which every move is right is not searched."""
        return self._curves.searches

    @property
    def nodes(self) -> int:
        """The total number of nodes of all graphs, after the last iteration."""
        return self._curves.nodes


def compile_all(scale: Scale) -> None:
    """Compile the kernels that the jobs need, once for all workers."""
    from miai.problems.pgame.trials import make_short_curves

    make_short_curves()
