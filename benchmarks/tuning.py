"""Regret of the samplers of `miai tune` on problems with known optima, for docs/results/tuning.md.

python -m benchmarks.tuning regret      mean regret after 100, 300, 1,000 and 3,000 games, in 1, 2 and 5 dimensions
python -m benchmarks.tuning intervals   how often the reported intervals contain the optimum
python -m benchmarks.tuning regret --seeds 20 --most 10000 --dimensions 1

The win rate at place x is sigmoid(1 - 3 |x - 0.3|^2) in the cube from -1 to 1; the regret is the best win rate minus that at the estimate.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.tuning.clop import fit_clop, refit_after
from miai.tuning.regression import Results, sigmoid
from miai.tuning.report import optimum_interval
from miai.tuning.spsa import Gains, trial_place, walk

BEST = 0.3
CHECKPOINTS = (100, 300, 1000, 3000, 10_000)


def win_rate(place: Any) -> float:
    return float(sigmoid(1 - 3 * np.sum((np.asarray(place) - BEST) ** 2)))


def regret(place: Any) -> float:
    return float(sigmoid(np.array(1.0))) - win_rate(place)


def play_clop(dimensions: int, games: int, seed: int, *, is_uniform: bool = False) -> Results:
    """Return the games of CLOP, or of places drawn at random everywhere."""
    random = np.random.default_rng(seed)
    places, wins = np.zeros((games, dimensions)), np.zeros(games)
    model, used = None, -1
    for number in range(games):
        if not is_uniform and refit_after(number) != used:
            used = refit_after(number)
            model = fit_clop(Results(places[:used], wins[:used], np.ones(used)))
        places[number] = random.uniform(-1, 1, dimensions) if model is None else model.draw(random)
        wins[number] = random.random() < win_rate(places[number])
    return Results(places, wins, np.ones(games))


def play_spsa(dimensions: int, games: int, seed: int) -> list[tuple[int, Any]]:
    """Return the place of SPSA after each of the checkpoints."""
    random, gains = np.random.default_rng(seed), Gains(stability=max(1.0, games / 20))
    theta, steps, found = np.zeros(dimensions), [], []
    for step in range(games // 2):
        both = (trial_place(theta, step, is_plus, seed, gains) for is_plus in (True, False))
        steps.append((step, *(float(random.random() < win_rate(place)) for place in both)))
        theta = walk_one(theta, steps[-1], seed, gains)
        if 2 * (step + 1) in CHECKPOINTS:
            found.append((2 * (step + 1), theta))
    return found


def walk_one(theta: Any, step: tuple[int, float, float], seed: int, gains: Gains) -> Any:
    """Return theta after one more step."""
    moved = walk(len(theta), [step], seed, gains)
    return np.clip(theta + moved, -1.0, 1.0)


def measure_regret(dimensions: Sequence[int], most: int, seeds: int) -> None:
    print("| dimensions | games | clop | spsa | uniform draws, local fit |\n|---:|---:|---:|---:|---:|")
    for each in dimensions:
        counts = [count for count in CHECKPOINTS if count <= most]
        rows: dict[int, dict[str, list[float]]] = {count: {"clop": [], "spsa": [], "uniform": []} for count in counts}
        for seed in range(1, seeds + 1):
            for name, is_uniform in (("clop", False), ("uniform", True)):
                played = play_clop(each, max(counts), seed, is_uniform=is_uniform)
                for count in counts:
                    rows[count][name].append(regret(fit_clop(played.first(count)).optimum()))
            for count, theta in play_spsa(each, max(counts), seed):
                if count in rows:
                    rows[count]["spsa"].append(regret(theta))
        for count, found in rows.items():
            print(f"| {each} | {count:,} | {' | '.join(shown(found[name]) for name in ('clop', 'spsa', 'uniform'))} |", flush=True)


def shown(values: list[float]) -> str:
    return f"{statistics.mean(values):.4f} ± {1.96 * statistics.stdev(values) / math.sqrt(len(values)):.4f}"


def measure_intervals(dimensions: Sequence[int], games: int, seeds: int) -> None:
    print("| dimensions | games | intervals that contain the optimum |\n|---:|---:|---:|")
    for each in dimensions:
        inside = 0
        for seed in range(1, seeds + 1):
            model = fit_clop(play_clop(each, games, seed))
            low, high = optimum_interval(model, model.local_fit(), seed)
            inside += int(np.sum((low <= BEST) & (high >= BEST)))
        print(f"| {each} | {games:,} | {inside} of {each * seeds} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("regret", "intervals"))
    parser.add_argument("--dimensions", type=int, nargs="+", default=[1, 2, 5])
    parser.add_argument("--most", type=int, default=3000, help="number of games")
    parser.add_argument("--seeds", type=int, default=20)
    given = parser.parse_args()
    (measure_regret if given.what == "regret" else measure_intervals)(given.dimensions, given.most, given.seeds)


if __name__ == "__main__":
    main()
