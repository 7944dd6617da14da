"""`miai bench pgame`: iterations per second on an artificial game, as in the experiments, and the speed of making games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from miai.bench import yardsticks
from miai.bench.frame import Contender, contest, machine, rounds_for, timed
from miai.problems import load, start_state
from miai.problems.pgame import make_game
from miai.search.driver import Search
from miai.search.settings import Settings

PUBLISHED = Settings(mode="tree", expand_threshold=0, solver=False, exploration=1.0)
"""UCT of Brodeur and Childs (2008): it descends to the end in the tree, without playouts."""
SHAPE = ("breadth=10", "depth=6")
ITERATIONS = 10_000
"""Iterations of one search. The next search reuses its memory."""
MEMORY = 64.0
SEARCHES = 10
MADE, COMBINATION = (10, 6), 0.2
"""The game whose generation is measured; it has 400,000 places."""
ROUND_SECONDS = 0.15


def measure_pgame(
    seconds: float = 4.0, settings: Settings = PUBLISHED, options: Sequence[str] = (), seed: int = 1
) -> dict[str, Any]:
    """Return speeds and the ratio to the yardstick. `options` are options of the problem `pgame`; by default a tree of 10x6."""
    state = start_state(load("pgame"), [*SHAPE, *options])
    search = Search(state, settings, seed=seed, memory=MEMORY)
    search.run(1)

    def iterate() -> int:
        for number in range(SEARCHES):
            search.restart(state, stream=number)
            search.advance(ITERATIONS)
        return SEARCHES * ITERATIONS

    def make() -> int:
        return int(make_game(*MADE, COMBINATION, seed).level_starts[-1])

    make()
    contenders: dict[str, Contender] = {"miai": timed(iterate), "games": timed(make)}
    go = yardsticks.go_games()
    if go:
        contenders["go games in C"] = go
    best = contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
    yardstick = best.get("go games in C")
    return {
        "game": f"{state.breadth}x{state.depth}",
        "mode": settings.mode,
        "expand_threshold": settings.expand_threshold,
        "iterations_per_search": ITERATIONS,
        "iterations_per_second": best["miai"],
        "yardstick": "random 9x9 Go games in C" if yardstick else None,
        "yardstick_per_second": yardstick,
        "ratio": best["miai"] / yardstick if yardstick else None,
        "places_made_per_second": best["games"],
        "seed": seed,
        "machine": machine(),
    }
