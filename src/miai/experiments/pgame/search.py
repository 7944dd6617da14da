"""How soon do UCT, plain Monte Carlo and alpha-beta find the right move of an artificial game?

An iteration is one play to the end: a simulation of UCT and plain Monte Carlo, a leaf of alpha-beta. Alpha-beta looks at moves in random
order and chooses at random until it has finished, as in Kocsis and Szepesvári (2006). It runs with two goals: who wins, which is the goal
of the others too, and by how many points.

Brodeur and Childs (2008) show UCT and alpha-beta on trees of 8x8 and report: UCT approaches an error of zero after less than 10,000
iterations, alpha-beta is poor until then and converges only after 10,000.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from miai.experiments.frame import Cell, Finding, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, bounds, decided_by, is_below
from miai.experiments.pgame.comparisons import alone
from miai.experiments.pgame.declaring import declare, errors_plot
from miai.experiments.pgame.scale import Contender, Labels, TreeScale, checkpoints
from miai.experiments.pgame.summary import find, in_words
from miai.experiments.published import BRODEUR_CHILDS

BASE = {"search": "UCT"}
CONTENDERS = [
    Contender({"search": "UCT"}),
    Contender({"search": "Monte Carlo"}, algorithm="monte carlo"),
    Contender({"search": "alpha-beta, who wins"}, algorithm="alpha-beta"),
    Contender({"search": "alpha-beta, points"}, algorithm="alpha-beta on scores"),
]
NEARLY_ZERO = 0.05
APART = decided_by("95 % jackknife intervals of both searches do not overlap")


@dataclass(frozen=True)
class Parameters(TreeScale):
    iterations: int = parameter(100_000, "iterations of each search", low=10, high=5_000_000)
    sizes: tuple[str, ...] = parameter(("8x8", "2x20"), "breadth x depth of the games")

    def contenders(self, labels: Labels) -> list[Contender]:
        return CONTENDERS


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    if "8x8" not in parameters.sizes or parameters.iterations < 10_000:
        return []
    found = [
        uct_is_nearly_right(parameters, cells),
        alpha_beta_is_late(cells, "alpha-beta, who wins"),
        alpha_beta_is_late(cells, "alpha-beta, points"),
    ]
    return [*found, monte_carlo_stays_wrong(parameters, cells)]


def at(cells: Sequence[Cell], search: str, iterations: int) -> Cell:
    return find(cells, "error", size="8x8", search=search, iterations=iterations)[0]


def uct_is_nearly_right(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    cell = at(cells, "UCT", 10_000)
    claim = f"on 8x8 the error of UCT is below {NEARLY_ZERO:.0%} after 10,000 iterations"
    evidence = f"error after 1,000 iterations {in_words(at(cells, 'UCT', 1000), 3)}, after 10,000 {in_words(cell, 3)}"
    return Finding(claim, is_below(bounds(cell), NEARLY_ZERO), evidence, alone(parameters))


def alpha_beta_is_late(cells: Sequence[Cell], search: str) -> Finding:
    first, last, uct = at(cells, search, 10), at(cells, search, 10_000), at(cells, "UCT", 10_000)
    verdict = HOLDS if bounds(last)[0] > bounds(uct)[1] else FAILS if bounds(last)[1] < bounds(uct)[0] else OPEN
    evidence = f"error after 10 leaves {in_words(first, 3)}, after 10,000 {in_words(last, 3)}; UCT then {in_words(uct, 3)}"
    return Finding(f"on 8x8 alpha-beta ({search.split(', ')[1]}) is behind UCT up to 10,000 leaves", verdict, evidence, APART)


def monte_carlo_stays_wrong(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    most = checkpoints(parameters)[-1]
    cell, uct = at(cells, "Monte Carlo", most), at(cells, "UCT", most)
    verdict = HOLDS if bounds(cell)[0] > bounds(uct)[1] else FAILS if bounds(cell)[1] <= bounds(uct)[0] else OPEN
    evidence = f"error after {most:,} iterations {in_words(cell, 3)}; UCT {in_words(uct, 3)}"
    return Finding("on 8x8 plain Monte Carlo does not converge to the right move", verdict, evidence, APART)


EXPERIMENT = declare(
    name="pgame-search",
    question="How soon do UCT, plain Monte Carlo and alpha-beta find the right move of an artificial game?",
    source=f"{BRODEUR_CHILDS}, section 1.3, figure 1.2",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("4x4",)},
        "quick": {"games": 100, "repetitions": 1, "iterations": 30_000},
    },
    base=BASE,
    findings=findings,
    tables=[
        Table(f"Share of wrong choices on {size}", "error", rows="iterations", columns="search", where={"size": size})
        for size in ("8x8", "2x20")
    ],
    plots=[errors_plot("error", "Three kinds of search", "search", "size")],  # figure 1.2
)
