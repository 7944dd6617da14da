"""Does low regret of UCB with move groups go with finding the best arm?

Regret is the loss compared with pulling the best arm every time. Figures 1 to 3 of the paper show its range over all 280 groupings, with
basic UCB as a cross, by the constant C. The paper finds that C = 0.5 has the least regret at any number of simulations, although larger
constants find the best arm more often. Simple regret, the loss of the arm that would be taken now, is the measure that fits the purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from miai.experiments.bandits.arms import BIASES, PAYOFFS, checkpoints_up_to, play_groupings, prepare
from miai.experiments.bandits.cells import cells_of, mean_cell
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, decided_by, most_of
from miai.experiments.published import VAN_EYCK_MUELLER
from miai.problems.bandit.play import TrialResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROUND_NUMBERS = [digit * 10**power for power in range(-1, 5) for digit in (1, 2, 5)]
FIGURES = (("nine", 512), ("nine", 8192), ("hard", 512))
"""Arms and simulations of figures 1, 2 and 3 of the paper."""
CLAIMED = 0.5
"""The constant that the paper finds to have the least regret."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each grouping and constant", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: tuple[str, ...] = parameter(("nine", "hard"), "sets of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    groupings: int = parameter(280, "number of the 280 groupings, evenly spread", low=1, high=280)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"payoffs": payoffs, "bias": bias} for payoffs in parameters.payoffs for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    scale = (parameters.groupings, parameters.trials, parameters.simulations)
    results = [each for _, each in play_groupings(str(job["payoffs"]), float(job["bias"]), *scale, seed)]
    cells = []
    for row, simulations in enumerate(checkpoints_up_to(parameters.simulations)):
        where = {**job, "simulations": simulations}
        cells += _cells("regret", where, row, results) + _cells("simple regret", where, row, results)
    return cells


def _cells(kind: str, where: Mapping[str, Scalar], row: int, results: Sequence[TrialResults]) -> list[Cell]:
    """Return the regret of basic UCB, and the least and greatest of the groupings, each with the interval of its own trials."""
    name = kind.replace(" ", "_")
    pairs = [(float(getattr(each, name)[row]), float(getattr(each, f"{name}_error")[row])) for each in results]
    shown = {"basic": pairs[0], "least": min(pairs[1:]), "greatest": max(pairs[1:])}
    return [mean_cell(f"{which} {kind}", where, *pair, results[0].trials) for which, pair in shown.items()]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    for payoffs in parameters.payoffs:
        found.append(_least_regret(payoffs, cells))
        found.append(_least_simple_regret(payoffs, cells))
    return found


def _least_regret(payoffs: str, cells: Sequence[Cell]) -> Finding:
    """Judge "a bias term of 0.5 has the least regret throughout the simulations": at every checkpoint, by the intervals."""
    best = _best_constants(cells, payoffs, "basic regret")
    grouped = _best_constants(cells, payoffs, "least regret")
    verdicts = [_has_least(cells_of(cells, "basic regret", payoffs=payoffs, simulations=n)) for n in best]
    return Finding(
        f"payoffs {payoffs}: C = {CLAIMED:g} has the least regret throughout",
        all_of(verdicts) if max(best, default=0) >= 512 else OPEN,
        f"C of least regret by simulations: basic {_shown(best)}; best grouping {_shown(grouped)}",
        decided_by("95 % intervals of mean regret do not overlap", len(verdicts)),
    )


def _has_least(cells: Sequence[Cell]) -> str:
    """Return the verdict on the claim that the cell of the constant `CLAIMED` has the lowest value."""
    mine = next((bounds(cell) for cell in cells if cell.parameters["bias"] == CLAIMED), None)
    others = [bounds(cell) for cell in cells if cell.parameters["bias"] != CLAIMED]
    if mine is None:
        return OPEN
    return FAILS if any(high < mine[0] for _, high in others) else HOLDS if all(low > mine[1] for low, _ in others) else OPEN


def _least_simple_regret(payoffs: str, cells: Sequence[Cell]) -> Finding:
    """Judge the paper's claim that the constants that find the best arm are larger than those of least regret."""
    simple, regret = (_best_constants(cells, payoffs, f"least {kind}") for kind in ("simple regret", "regret"))
    last = max(simple, default=0)
    larger = sum(simple[n] > regret[n] for n in simple)
    verdicts = [
        _larger_is_better(cells_of(cells, "least simple regret", payoffs=payoffs, simulations=n), regret[n]) for n in simple
    ]
    return Finding(
        f"payoffs {payoffs}: with groups, a larger C than that of least regret has the least simple regret",
        most_of(verdicts),
        f"C of least simple regret by simulations: {_shown(simple)}; larger in {larger} of {len(simple)}, at {last}: "
        f"{simple.get(last, 0):g} against {regret.get(last, 0):g}",
        decided_by("95 % intervals of mean simple regret do not overlap, in most checkpoints", len(verdicts)),
    )


def _larger_is_better(cells: Sequence[Cell], constant: float) -> str:
    """Return the verdict on the claim that a larger constant has a lower value than all constants up to `constant`."""
    lower, larger = (
        [bounds(cell) for cell in cells if (float(cell.parameters["bias"]) > constant) == is_larger] for is_larger in (False, True)
    )
    if not larger:
        return OPEN
    if min(high for _, high in larger) < min(low for low, _ in lower):
        return HOLDS
    return FAILS if min(high for _, high in lower) < min(low for low, _ in larger) else OPEN


def _best_constants(cells: Sequence[Cell], payoffs: str, measure: str) -> dict[int, float]:
    """Return the constant with the lowest value, by simulations."""
    found: dict[int, Cell] = {}
    for cell in cells_of(cells, measure, payoffs=payoffs):
        n = int(cell.parameters["simulations"])
        if n not in found or (cell.value or 0.0) < (found[n].value or 0.0):
            found[n] = cell
    return {n: float(cell.parameters["bias"]) for n, cell in found.items()}


def _shown(constants: Mapping[int, float]) -> str:
    return ", ".join(f"{n}: {bias:g}" for n, bias in constants.items())


def regret_range(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Draw figures 1 to 3: the range over all groupings as bars, basic UCB as crosses."""
    from miai.experiments.frame.style import new_figure, write_out_numbers

    wanted = [each for each in FIGURES if cells_of(cells, "basic regret", payoffs=each[0], simulations=each[1])]
    wanted = wanted or [(parameters.payoffs[0], parameters.simulations)]
    title = f"Regret of {parameters.groupings} groupings (bars: their range) and of basic UCB (crosses)"
    figure, axes = new_figure(len(wanted), title, is_y_shared=False)
    for panel, (payoffs, simulations) in zip(axes, wanted, strict=True):
        _draw_range(panel, cells_of(cells, "basic regret", payoffs=payoffs, simulations=simulations), cells)
        panel.set_title(f"payoffs {payoffs}, {simulations:,} simulations")
        panel.set_xlabel("C")
        low, high = panel.get_ylim()
        write_out_numbers(panel.yaxis, [tick for tick in ROUND_NUMBERS if low <= tick <= high], is_log=True)
    axes[0].set_ylabel("cumulative regret")
    return figure


def _draw_range(panel: Any, basic: Sequence[Cell], cells: Sequence[Cell]) -> None:
    for place, cell in enumerate(basic):
        low, high = ((cells_of(cells, f"{which} regret", **cell.parameters)[0].value or 0.0) for which in ("least", "greatest"))
        panel.vlines(place, low, high, color="#0072B2", linewidth=5, alpha=0.7)
        panel.plot(place, cell.value, "x", color="#000000", markersize=7, markeredgewidth=1.6, zorder=3)
    panel.set_xticks(range(len(basic)), [f"{cell.parameters['bias']:g}" for cell in basic])
    panel.set_yscale("log")


EXPERIMENT = Experiment(
    name="bandit-regret",
    question="Does low regret of UCB with move groups go with finding the best arm?",
    source=f"{VAN_EYCK_MUELLER}, section 5.4, figures 1 to 3",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 20, "simulations": 64, "biases": (0.0, 0.5, 5.0), "groupings": 4},
        "quick": {"trials": 200, "groupings": 40},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    prepare=prepare,
    tables=[
        Table(
            "Figure 1: regret at 512 simulations, payoffs 0.1 to 0.9",
            ("basic regret", "least regret", "greatest regret"),
            "bias",
            where={"payoffs": "nine", "simulations": 512},
            digits=1,
        ),
        Table(
            "Figure 2: regret at 8,192 simulations, payoffs 0.1 to 0.9",
            ("basic regret", "least regret", "greatest regret"),
            "bias",
            where={"payoffs": "nine", "simulations": 8192},
            digits=1,
        ),
        Table(
            "Figure 3: regret at 512 simulations, best payoff 0.81",
            ("basic regret", "least regret", "greatest regret"),
            "bias",
            where={"payoffs": "hard", "simulations": 512},
            digits=1,
        ),
        Table(
            "Simple regret of basic UCB, payoffs 0.1 to 0.9", "basic simple regret", "bias", "simulations", {"payoffs": "nine"}, 4
        ),
    ],
    plots=[
        regret_range,
        Curve(
            "simple-regret",
            "basic simple regret",
            x="simulations",
            line="bias",
            panel="payoffs",
            log_x=True,
            title="Simple regret of basic UCB",
            y_label="simple regret",
            line_label="C",
        ),
    ],
)
