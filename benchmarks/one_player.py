"""Measurements of one-player searches for docs/results/one-player.md.

python -m benchmarks.one_player trap     repeated evaluations of plain UCT and of each remedy, on a small wide problem
python -m benchmarks.one_player wide     ten million simulations where 100,000 actions are legal, and the memory they need
python -m benchmarks.one_player methods  the methods side by side on knapsack, packing, SameGame and Morpion solitaire
python -m benchmarks.one_player samegame ten boards of SameGame: single-player UCT, nested search, NRPA
python -m benchmarks.one_player standard the twenty boards of SameGame that the literature uses, without and with a tabu colour
python -m benchmarks.one_player morpion  ten searches of level 3 on Morpion solitaire 5D
"""

from __future__ import annotations

import itertools
import resource
import statistics
import sys
from typing import Any

from miai.problems import load, start_state
from miai.search.one_player import OnePlayerResult, search_solution
from tests.search.one_player import wide

METHODS: dict[str, dict[str, Any]] = {
    "uct": {},
    "uct, half best": dict(best_weight=0.5),
    "uct, variance": dict(select="variance"),
    "uct, quantiles": dict(scale="quantiles"),
    "uct, restarts": dict(restart=2_000),
    "uct, beam of 100": dict(beam_width=100, beam_after=1_000),
    "nested, level 1": dict(method="nested", level=1),
    "nested, level 2": dict(method="nested", level=2),
    "nrpa, level 2": dict(method="nrpa", level=2),
}
PROBLEMS = {
    "knapsack": ("knapsack", ["things=30"]),
    "packing": ("packing", ["pieces=20", "width=40", "height=40"]),
    "SameGame": ("samegame", []),
    "Morpion 5D": ("morpion", []),
}
SIMULATIONS = 10_000
SEEDS = range(1, 11)
STUDENT_95 = 2.262
"""Quantile of the t distribution for the 95 % interval of the mean of ten values."""
ON_STANDARD = 30_000
ON_SAMEGAME: dict[str, dict[str, Any]] = {
    "SP-MCTS": dict(select="variance", restart=20_000),
    "nested, level 2": dict(method="nested", level=2),
    "nrpa, level 2": dict(method="nrpa", level=2),
}


def trap() -> None:
    """Print how often each way to handle repeats evaluates a position again, and what it finds."""
    print("| noise | repeats | evaluations | repeated | best reward |\n|---:|---|---:|---:|---:|")
    for noise, repeats in itertools.product((0.02, 0.5), ("allow", "penalty", "fade", "close")):
        result = search_solution(wide.start(60, noise), 20_000, repeats=repeats, select="prior", exploration=0.02, seed=3)
        print(_row(noise, repeats, f"{result.simulations:,}", f"{result.repeated:,}", f"{_reward(result):.4f}"), flush=True)


def wide_nodes() -> None:
    """Print what ten million simulations of a very wide problem need."""
    result = search_solution(wide.start(), 10_000_000, exploration=0.2, width=1.0, memory=256, seed=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("| simulations | seconds | nodes | tree, MiB | whole process, MiB | best reward |\n|---:|---:|---:|---:|---:|---:|")
    memory = f"{result.memory_used / 2**20:.0f}"
    print(
        _row(
            f"{result.simulations:,}", f"{result.seconds:.0f}", f"{result.nodes:,}", memory, f"{peak:.0f}", f"{_reward(result):.4f}"
        )
    )


def methods() -> None:
    """Print the mean of the best reward after the same number of simulations, with its 95 % interval."""
    print(_row("method", *PROBLEMS))
    print("|---|" + "---:|" * len(PROBLEMS))
    for name, options in METHODS.items():
        cells = []
        for problem, given in PROBLEMS.values():
            state = start_state(load(problem), given)
            cells.append(_mean([_reward(search_solution(state, SIMULATIONS, seed=seed, **options)) for seed in SEEDS]))
        print(_row(name, *cells), flush=True)


def samegame() -> None:
    """Print the score of each method on seeded boards."""
    print(_row("board", *ON_SAMEGAME))
    print("|---:|" + "---:|" * len(ON_SAMEGAME))
    columns: dict[str, list[float]] = {name: [] for name in ON_SAMEGAME}
    for board in SEEDS:
        state = start_state(load("samegame"), [f"seed={board}"])
        for name, options in ON_SAMEGAME.items():
            columns[name].append(_reward(search_solution(state, 100_000, seed=1, **options)))
        print(_row(board, *(f"{rewards[-1]:,.0f}" for rewards in columns.values())), flush=True)
    print(_row("mean", *map(_mean, columns.values())))


def standard() -> None:
    """Print the score of each method on the boards of the literature, and the totals."""
    names = [f"{name}{', tabu colour' * tabu}" for name, tabu in itertools.product(ON_SAMEGAME, (False, True))]
    print(_row("board", *names))
    print("|---:|" + "---:|" * len(names))
    columns: dict[str, list[float]] = {name: [] for name in names}
    for board in range(1, 21):
        for name in names:
            state = start_state(load("samegame"), [f"standard={board}", f"tabu={name.endswith('tabu colour')}"])
            options = ON_SAMEGAME[name.removesuffix(", tabu colour")]
            columns[name].append(_reward(search_solution(state, ON_STANDARD, seed=1, **options)))
        print(_row(board, *(f"{rewards[-1]:,.0f}" for rewards in columns.values())), flush=True)
    print(_row("total", *(f"{sum(rewards):,.0f}" for rewards in columns.values())))


def _mean(values: list[float]) -> str:
    """Return the mean with half the width of its 95 % interval."""
    half = STUDENT_95 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.1f} ± {half:.1f}"


def morpion() -> None:
    """Print the results of ten searches of level 3."""
    print("| seed | lines | found after | seconds |\n|---:|---:|---:|---:|")
    for seed in range(1, 11):
        result = search_solution(load("morpion").start(), 1_000_000, method="nrpa", level=3, seed=seed)
        found = result.solution.found_after if result.solution else 0
        print(_row(seed, f"{_reward(result):.0f}", f"{found:,}", f"{result.seconds:.0f}"), flush=True)


def _reward(result: OnePlayerResult) -> float:
    return result.solution.reward if result.solution else float("nan")


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


PARTS = {"trap": trap, "wide": wide_nodes, "methods": methods, "samegame": samegame, "standard": standard, "morpion": morpion}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
