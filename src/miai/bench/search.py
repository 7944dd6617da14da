"""`miai bench search`: simulations per second of the search on a problem, from its start, with random playouts."""

from __future__ import annotations

import functools
import time
from collections.abc import Sequence
from typing import Any

from miai.bench import yardsticks
from miai.bench.frame import Contender, contest, machine, rounds_for, timed
from miai.core.errors import UserError, unknown_name
from miai.problems import open_problem, start_state
from miai.search.driver import Search
from miai.search.settings import Settings

PLAIN = Settings(mode="tree", solver=False)
"""Plain UCT, for comparison with other programs."""
ROUND_SECONDS = 0.3
MOST_MEMORY = 1024.0
LEARNING = "learning"
"""The name of base playouts that learn."""


def measure_search(
    problem: str = "connect4",
    seconds: float = 5.0,
    settings: Settings = PLAIN,
    options: Sequence[str] = (),
    against: str | None = None,
    threads: int = 1,
    seed: int = 1,
    size: int | None = None,
    policy: str | None = None,
) -> dict[str, Any]:
    """Return speeds and ratios of the search. Raise `UserError` for an unknown problem or yardstick.

    `size` and `policy` are for the problem `go`; the yardstick then runs on the same board.
    """
    if against not in (None, "openspiel"):
        raise unknown_name("yardstick", str(against), ["openspiel"])
    if problem != "go" and (size is not None or policy is not None):
        raise UserError(f"--size and --policy are options of the problem go, not of {problem!r}")
    size = size or 9
    state = go_state(size, policy or "base") if problem == "go" else start_state(open_problem(problem), options)
    learners = lent_learners(state, size, threads) if policy == LEARNING else None
    simulations, searches = _round_of(state, settings, seed, threads)

    def run() -> int:
        new_search = functools.partial(Search, state, settings, seed=seed, memory=MOST_MEMORY, threads=threads)
        return sum(new_search().run(simulations).simulations for _ in range(searches))

    contenders: dict[str, Contender] = {"miai": timed(run) if threads == 1 else _by_wall_clock(run)}
    go = yardsticks.go_games(size, 4000 * 81 // size**2)
    if go:
        contenders["go games in C"] = go
    if against:
        contenders["openspiel"] = yardsticks.openspiel(problem, simulations, settings.exploration)
    best = (
        contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
        if threads == 1
        else _unpinned(contenders, seconds)
    )
    del learners  # kept until here, because the state has only their address
    yardstick = best.get("go games in C")
    result = {
        "problem": problem if problem != "go" else f"go {size}x{size}, {policy or 'base'} playouts",
        "mode": settings.mode,
        "select": settings.select,
        "solver": settings.solver,
        "threads": threads,
        "simulations": simulations,
        "searches": searches,
        "simulations_per_second": best["miai"],
        "yardstick": f"random {size}x{size} Go games in C" if yardstick else None,
        "yardstick_per_second": yardstick,
        "ratio": best["miai"] / yardstick if yardstick else None,
        "seed": seed,
        "machine": machine(),
    }
    if against:
        result |= {"openspiel_per_second": best["openspiel"], "ratio_to_openspiel": best["miai"] / best["openspiel"]}
    return result


def go_state(size: int, policy: str) -> Any:
    """Return an empty board with playouts by `policy`. Learning playouts need learners (`lent_learners`)."""
    from miai.go.playouts import policy_settings
    from miai.go.problem import go_problem, learning_problem, state_of
    from miai.go.rules.game import Game

    learns = policy == LEARNING
    (learning_problem if learns else go_problem)(size)
    return state_of(Game(size), policy=policy_settings("base" if learns else policy), learns=learns)


def lent_learners(state: Any, size: int, threads: int) -> Any:
    """Return new learners for the playouts of `state`. Keep them as long as the state is searched."""
    from miai.go.playouts.learning.knowledge import Knowledge
    from miai.go.playouts.learning.settings import LearningSettings
    from miai.go.problem import lend_learners

    knowledge = Knowledge(size, LearningSettings(on=True))
    learners = knowledge.learners(threads)
    lend_learners(state, learners)
    return knowledge, learners


def _round_of(state: Any, settings: Settings, seed: int, threads: int) -> tuple[int, int]:
    """Return how many simulations a search runs in a round, and how many searches a round has. Compiles first.

    A round is one long search. Where the search proves the root and stops early, it is many searches, each up to the proof.
    """
    Search(state, settings, seed=seed, threads=threads).run(64)
    count = 1024
    while True:
        began = time.perf_counter()
        done = Search(state, settings, seed=seed, memory=MOST_MEMORY, threads=threads).run(count).simulations
        taken = time.perf_counter() - began
        if done < count:
            return count, max(1, round(ROUND_SECONDS / max(taken, 1e-4)))
        if taken > ROUND_SECONDS / 4:
            return max(1, round(count * ROUND_SECONDS / taken)), 1
        count *= 2


def _by_wall_clock(run: Any) -> Contender:
    def measured() -> float:
        began = time.perf_counter()
        return float(run()) / max(time.perf_counter() - began, 1e-9)

    return measured


def _unpinned(contenders: dict[str, Contender], seconds: float) -> dict[str, float]:
    """Return the best speed of each contender as `contest` does, but on all cores, for searches with threads."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds_for(seconds, ROUND_SECONDS * len(contenders))):
        for name, run in contenders.items():
            best[name] = max(best[name], run())
    return best
