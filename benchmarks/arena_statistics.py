"""Coverage of the arena's intervals and error rates of its sequential test, by simulated matches, as plots and tables.

    python benchmarks/arena_statistics.py --out DIR [--runs 400] [--seed 1]

A match is simulated pair by pair: an opening favours Black by a random number of Elo points (normal, with the given spread), and each game
is decided at random. The truth is the mean score over openings, converted to Elo. Correct are a coverage at the dashed line, whatever the
spread, and errors of the test of at most 5 % at both of its hypotheses. The interval that treats all games as independent is shown for
comparison.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import brentq

from miai.arena.elo import score_of
from miai.arena.sprt import Bounds, sequential_test
from miai.core.statistics import score_from_elo, wilson
from miai.experiments.frame.style import OKABE_ITO, STYLE, legend_outside, new_figure, save

BOUNDS = Bounds(0, 50)
SPREADS = (0, 200)
MOST_PAIRS = 4000


def mean_score(elo: float, spread: float) -> float:
    """Return the expected score over all openings, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    return float(sum(w * score_from_elo(elo + spread * x) for x, w in zip(nodes, weights, strict=True)) / weights.sum())


@cache
def advantage_for(elo: float, spread: float) -> float:
    """Return the difference in strength in each game that gives an overall score of `elo`."""
    return float(brentq(lambda x: mean_score(x, spread) - score_from_elo(elo), elo - 500, elo + 500))


def simulate_pairs(source: np.random.Generator, elo: float, spread: float, pairs: int) -> list[list[float]]:
    """Return the points of player a in both games of each pair."""
    strength = advantage_for(elo, spread)
    bias = source.normal(0, 1, pairs) * spread
    chances = [1 / (1 + 10 ** (-(strength + sign * bias) / 400)) for sign in (1, -1)]
    return np.stack([(source.random(pairs) < chance).astype(float) for chance in chances], axis=1).tolist()


def measure_coverage(runs: int, seed: int) -> Iterator[dict[str, Any]]:
    for elo in (0, 100, 300):
        for spread in SPREADS:
            for pairs in (10, 25, 50, 100, 200):
                source = np.random.default_rng([seed, elo, spread, pairs])
                truth = score_from_elo(elo)
                paired = plain = 0
                for _ in range(runs):
                    found = simulate_pairs(source, elo, spread, pairs)
                    score = score_of(found)
                    naive = wilson(int(sum(map(sum, found))), 2 * pairs)
                    paired += score.low <= truth <= score.high
                    plain += naive.low <= truth <= naive.high
                row = {"elo": elo, "spread": spread, "games": 2 * pairs}
                yield row | {"paired": as_share(paired, runs), "independent": as_share(plain, runs)}


def measure_test(runs: int, seed: int) -> Iterator[dict[str, Any]]:
    for spread in SPREADS:
        for elo in (-25, 0, 12.5, 25, 37.5, 50, 75):
            source = np.random.default_rng([seed, int(1000 + 10 * elo), spread])
            tests = [sequential_test(simulate_pairs(source, elo, spread, MOST_PAIRS), BOUNDS) for _ in range(runs)]
            accepted = as_share(sum(test.decision == "elo1" for test in tests), runs)
            undecided = sum(test.decision is None for test in tests)
            pairs = [test.pairs for test in tests]
            row = {"elo": elo, "spread": spread, "elo1_accepted": accepted, "undecided": undecided}
            yield row | {"mean_games": 2 * float(np.mean(pairs)), "games_of_95_percent": 2 * float(np.quantile(pairs, 0.95))}


def as_share(count: int, runs: int) -> tuple[float, float, float]:
    found = wilson(count, runs)
    return found.share, found.low, found.high


def draw_coverage(rows: list[dict[str, Any]], out: Path) -> None:
    figure, panels = new_figure(len(SPREADS), "Coverage of 95 % intervals")
    for spread, axes in zip(SPREADS, panels, strict=True):
        for elo, colour in zip((0, 100, 300), OKABE_ITO, strict=False):
            chosen = [row for row in rows if row["spread"] == spread and row["elo"] == elo]
            for kind, style in (("paired", "o-"), ("independent", "s:")):
                draw_line(
                    axes, [row["games"] for row in chosen], [row[kind] for row in chosen], style, colour, f"{kind}, Elo {elo}"
                )
        axes.axhline(0.95, color="#777777", linestyle="--", linewidth=0.8)
        axes.set(
            xlabel="games",
            ylabel="share of intervals with the truth",
            title=f"openings with a spread of {spread} Elo",
            ylim=(0.88, 1.005),
        )
    legend_outside(figure)
    save(figure, out, "arena-coverage")


def draw_test(rows: list[dict[str, Any]], out: Path) -> None:
    figure, (left, right) = new_figure(
        2, f"SPRT of Elo {BOUNDS.elo0} against {BOUNDS.elo1}, alpha = beta = 0.05", is_y_shared=False
    )
    for spread, colour in zip(SPREADS, OKABE_ITO, strict=False):
        chosen = [row for row in rows if row["spread"] == spread]
        elos = [row["elo"] for row in chosen]
        draw_line(left, elos, [row["elo1_accepted"] for row in chosen], "o-", colour, f"spread of openings {spread} Elo")
        right.plot(elos, [row["mean_games"] for row in chosen], "o-", color=colour, label=f"spread of openings {spread} Elo")
    for rate in (BOUNDS.alpha, 1 - BOUNDS.beta):
        left.axhline(rate, color="#777777", linestyle="--", linewidth=0.8)
    left.set(xlabel="true Elo difference", ylabel=f"share of tests that accept Elo {BOUNDS.elo1}")
    right.set(xlabel="true Elo difference", ylabel="games until the decision, mean", ylim=(0, None))
    legend_outside(figure)
    save(figure, out, "arena-sprt")


def draw_line(axes: Any, x: list[float], shares: list[tuple[float, float, float]], style: str, colour: str, label: str) -> None:
    """Draw shares with their intervals."""
    value, low, high = (np.array([share[place] for share in shares]) for place in range(3))
    axes.errorbar(x, value, yerr=[value - low, high - value], fmt=style, color=colour, label=label, capsize=2, linewidth=1)


def in_words(share: tuple[float, float, float]) -> str:
    return f"{share[0]:.1%} [{share[1]:.1%}, {share[2]:.1%}]"


def print_tables(coverage: list[dict[str, Any]], tests: list[dict[str, Any]]) -> None:
    print("| Elo | spread | games | paired | independent |\n|---|---|---|---|---|")
    for row in coverage:
        print(f"| {row['elo']} | {row['spread']} | {row['games']} | {in_words(row['paired'])} | {in_words(row['independent'])} |")
    print("\n| Elo | spread | accepted Elo 50 | mean games | 95 % of tests within | undecided |\n|---|---|---|---|---|---|")
    for row in tests:
        print(
            f"| {row['elo']:g} | {row['spread']} | {in_words(row['elo1_accepted'])} | {row['mean_games']:.0f} "
            f"| {row['games_of_95_percent']:.0f} | {row['undecided']} |"
        )


def main() -> None:
    import matplotlib

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    coverage = list(measure_coverage(5 * arguments.runs, arguments.seed))
    tests = list(measure_test(arguments.runs, arguments.seed))
    with matplotlib.rc_context(STYLE):
        draw_coverage(coverage, arguments.out)
        draw_test(tests, arguments.out)
    (arguments.out / "arena-statistics.json").write_text(json.dumps({"coverage": coverage, "tests": tests}, indent=2))
    print_tables(coverage, tests)


if __name__ == "__main__":
    main()
