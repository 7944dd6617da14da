"""How much regret does each selection rule of the search have on bandits, compared with theory?

Lai and Robbins (1985), theorem 1: the regret of every rule that is good on all bandits grows at least like k ln n; the constant k follows
from the payoffs. Auer, Cesa-Bianchi and Fischer (2002), theorem 1: the regret of UCB1 with c = sqrt 2 is at most
8 sum(ln n / gap) + (1 + pi^2 / 3) sum(gap). They show that UCB2 and a well chosen epsilon-greedy are logarithmic too, and measure the same
for UCB1-tuned. The constant matters (Van Eyck and Müller, 2011): with a small c the search may never find the best arm, so that regret
grows like n; a large c explores more and has more regret at every n.

The growth of the regret when n doubles shows its order: 2 for a linear function, little more than 1 for a logarithm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.bandits.arms import PAYOFFS, checkpoints_up_to
from miai.experiments.bandits.cells import Z, cell_of, cells_of, names_of, rate_cells, regret_cells, value_of
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, Interval, all_of, bounds, decided_by, is_above, is_below
from miai.experiments.published import AUER, LAI_ROBBINS, VAN_EYCK_MUELLER
from miai.problems.bandit.play import Bandit
from miai.problems.bandit.theory import lai_robbins_constant, ucb1_bound
from miai.search.settings import Settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ARMS = {
    **PAYOFFS,
    "two": (0.6, 0.9),
    "ten": (*(0.6,) * 9, 0.9),
    "close": (*(0.45,) * 9, 0.55),
}
"""Sets of arms: those of Van Eyck and Müller (2011), and distributions 1, 11 and 14 of Auer, Cesa-Bianchi and Fischer (2002)."""
SQRT_2 = math.sqrt(2.0)
VARIANTS: dict[str, Settings] = {
    "ucb1": Settings(select="ucb1", exploration=SQRT_2),
    "ucb1 c=0.1": Settings(select="ucb1", exploration=0.1),
    "ucb1 c=0.5": Settings(select="ucb1", exploration=0.5),
    "ucb1 c=0.71": Settings(select="ucb1", exploration=1 / SQRT_2),
    "ucb1 c=5": Settings(select="ucb1", exploration=5.0),
    "ucb1-tuned": Settings(select="ucb1-tuned", exploration=1.0),
    "ucb2": Settings(select="ucb2", exploration=1.0),
    "epsilon 0.1": Settings(select="epsilon-greedy", epsilon=0.1),
    "epsilon falling": Settings(select="epsilon-greedy", epsilon=1.0, epsilon_decay=30.0),
    "bast": Settings(select="bast", exploration=1.0),
    "objective": Settings(select="objective"),
    "puct": Settings(select="puct", exploration=1.0),
    "thompson": Settings(select="thompson"),
}
"""All rules of the search, with published constants where there are any; first-play urgency is infinite, as published."""
CONSTANTS = (0.0, 0.1, 0.2, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 5.0, 10.0, 100.0)
LINEAR, LOGARITHMIC = 1.7, 1.35
"""Growth at a doubling that we call linear (above the first) and logarithmic (below the second). Theory sets no such limits."""
LATE = 0.2
"""Theory is about large n: a set of arms counts if Lai and Robbins' line is below this share of the regret of random pulls."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(1000, "trials of each rule", low=2)
    simulations: int = parameter(16384, "simulations of a trial", low=64)
    arms: tuple[str, ...] = parameter(("nine", "hard", "two", "ten", "close"), "sets of arms", choices=tuple(ARMS))
    constants: tuple[float, ...] = parameter(CONSTANTS, "constants of ucb1, to show that the constant matters", low=0)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    by_rule: list[dict[str, Scalar]] = [{"arms": arms, "rule": rule} for arms in parameters.arms for rule in VARIANTS]
    by_constant: list[dict[str, Scalar]] = [
        {"arms": arms, "constant": constant} for arms in parameters.arms for constant in parameters.constants
    ]
    return [*by_rule, *by_constant]


def cost(parameters: Parameters, job: Mapping[str, Scalar]) -> float:
    """Return about how long a job takes: rules with more arithmetic take longer."""
    return {"ucb2": 20.0, "thompson": 20.0, "objective": 5.0}.get(str(job.get("rule")), 2.0 if "rule" in job else 1.0)


def prepare(parameters: Parameters) -> None:
    """Compile the kernels before the workers start."""
    from miai.problems.bandit.rules import RuledBandit, play_by_rule

    play_by_rule(RuledBandit(Bandit(checkpoints=(1,)), Settings()), 1, seed=1)


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.problems.bandit.rules import RuledBandit, play_by_rule

    bandit = Bandit(ARMS[str(job["arms"])], checkpoints=checkpoints_up_to(parameters.simulations))
    settings = VARIANTS[str(job["rule"])] if "rule" in job else Settings(select="ucb1", exploration=float(job["constant"]))
    results = play_by_rule(RuledBandit(bandit, settings), parameters.trials, seed)
    return rate_cells(results, job) + regret_cells(results, job)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Return the regret as a multiple of Lai and Robbins' line, and its growth in the last doubling."""
    made = []
    for arms in parameters.arms:
        line = lai_robbins_constant(ARMS[arms]) * math.log(parameters.simulations)
        for key in ("rule", "constant"):
            for which in names_of(cells_of(cells, "regret", arms=arms), key):
                where: dict[str, Scalar] = {"arms": arms, key: which}
                made += _beside_theory(where, cells_of(cells, "regret", **where), line)
    return made


def _beside_theory(where: Mapping[str, Scalar], regrets: Sequence[Cell], line: float) -> list[Cell]:
    *_, before, last = sorted(regrets, key=lambda cell: cell.parameters["simulations"])
    growth = (last.value or 0.0) / before.value if before.value else None
    low, high, value = ((each or 0.0) / line for each in (last.low, last.high, last.value))
    return [
        Cell(where, "regret over line", value, low, high, last.count),
        Cell(where, "growth at a doubling", growth, count=last.count),
    ]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = [_bound_of_ucb1(parameters, cells)]
    for rule in ("ucb1", "ucb1-tuned", "ucb2", "thompson", "epsilon falling", "bast", "objective", "puct"):
        found.append(_growth(f"the regret of {rule} grows like ln n", rule, parameters, cells))
    return [
        *found,
        _epsilon_is_linear(parameters, cells),
        *(_constant_matters(arms, parameters, cells) for arms in parameters.arms),
    ]


def _bound_of_ucb1(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Judge Auer, Cesa-Bianchi and Fischer (2002), theorem 1, at every number of simulations."""
    verdicts, shown = [], []
    for arms in parameters.arms:
        for cell in cells_of(cells, "regret", arms=arms, rule="ucb1"):
            verdicts.append(is_below(bounds(cell), ucb1_bound(ARMS[arms], int(cell.parameters["simulations"]))))
        last = value_of(cells, "regret", arms=arms, rule="ucb1", simulations=parameters.simulations)
        shown.append(f"{arms} {last:.0f}, bound {ucb1_bound(ARMS[arms], parameters.simulations):.0f}")
    claim = "the regret of UCB1 with c = sqrt 2 stays below the bound of Auer, Cesa-Bianchi and Fischer"
    return Finding(
        claim,
        all_of(verdicts),
        f"regret at {parameters.simulations} simulations: {'; '.join(shown)}",
        decided_by("95 % interval of the mean", len(verdicts)),
    )


def _late_arms(parameters: Parameters) -> list[str]:
    """Return the sets of arms for which the number of simulations is large enough for the theory to apply."""
    late = []
    for arms in parameters.arms:
        payoffs = ARMS[arms]
        at_random = (max(payoffs) - sum(payoffs) / len(payoffs)) * parameters.simulations
        if lai_robbins_constant(payoffs) * math.log(parameters.simulations) < LATE * at_random:
            late.append(arms)
    return late


def _growth_interval(cells: Sequence[Cell], **where: Scalar) -> Interval:
    """Return the interval of the growth of the regret in the last doubling.

    Both regrets come from the same trials. If regrets of the first and the second half are not negatively correlated, their correlation is
    at least the ratio of their standard deviations, which is used here. Where the halves are correlated the interval is too wide.
    """
    *_, before, last = sorted(cells_of(cells, "regret", **where), key=lambda cell: cell.parameters["simulations"])
    if not before.value or not last.value:
        return -math.inf, math.inf
    errors = [((cell.high or 0.0) - (cell.value or 0.0)) / (Z * (cell.value or 1.0)) for cell in (before, last)]
    deviations = [((cell.high or 0.0) - (cell.value or 0.0)) for cell in (before, last)]
    correlation = min(1.0, deviations[0] / deviations[1]) if deviations[1] > 0 else 1.0
    variance = errors[0] ** 2 + errors[1] ** 2 - 2 * correlation * errors[0] * errors[1]
    reach = math.exp(Z * math.sqrt(max(0.0, variance)))
    return last.value / before.value / reach, last.value / before.value * reach


def _growths(rule: str, parameters: Parameters, cells: Sequence[Cell]) -> tuple[list[Interval], str]:
    """Return the intervals of growth for the sets of arms that count, and the growth for all sets in words."""
    late, counted, shown = _late_arms(parameters), [], []
    for arms in parameters.arms:
        growth = value_of(cells, "growth at a doubling", arms=arms, rule=rule)
        over = value_of(cells, "regret over line", arms=arms, rule=rule)
        counted += [_growth_interval(cells, arms=arms, rule=rule)] if arms in late else []
        shown.append(f"{arms} {growth:.2f} ({over:.1f}{'' if arms in late else ', too early'})")
    return counted, f"growth when n doubles (and regret over Lai and Robbins' line): {', '.join(shown)}"


GROWTH = "95 % interval of the growth of mean regret"


def _growth(claim: str, rule: str, parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    growths, shown = _growths(rule, parameters, cells)
    if any(is_above(growth, LINEAR) == HOLDS for growth in growths):
        return Finding(claim, FAILS, shown, decided_by(GROWTH, len(growths)))
    verdict = HOLDS if growths and all(high < LOGARITHMIC for _, high in growths) else OPEN
    return Finding(claim, verdict, shown, decided_by(GROWTH, len(growths)))


def _epsilon_is_linear(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    growths, shown = _growths("epsilon 0.1", parameters, cells)
    verdict = all_of(is_above(growth, LINEAR) for growth in growths)
    return Finding("epsilon-greedy with a fixed epsilon has linear regret", verdict, shown, decided_by(GROWTH, len(growths)))


def _constant_matters(arms: str, parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Judge that a small constant is linear, that a large one has more than twice the least regret, and that the best lies between."""
    ends = {
        constant: cell_of(cells, "regret", arms=arms, constant=constant, simulations=parameters.simulations)
        for constant in parameters.constants
    }
    growths = {constant: value_of(cells, "growth at a doubling", arms=arms, constant=constant) for constant in ends}
    best = min(ends, key=lambda constant: ends[constant].value or 0.0)
    smallest, largest = min(ends), max(ends)
    verdicts = [
        is_above(_growth_interval(cells, arms=arms, constant=smallest), LINEAR),
        _lies_between(ends[smallest], [ends[each] for each in ends if smallest < each < largest], ends[largest]),
        is_above(bounds(ends[largest]), 2 * (ends[best].value or 0.0)),
    ]
    shown = ", ".join(f"{constant:g}: {cell.value:.0f} (x{growths[constant]:.2f})" for constant, cell in ends.items())
    return Finding(
        f"arms {arms}: the constant of UCB1 matters: too small is linear, too large wasteful",
        all_of(verdicts),
        f"regret at {parameters.simulations} (growth when n doubles) by c: {shown}; best {best:g}",
        decided_by("95 % intervals of growth and of mean regret", len(verdicts)),
    )


def _lies_between(smallest: Cell, middle: Sequence[Cell], largest: Cell) -> str:
    """Return the verdict on the claim that a constant in the middle has less regret than both ends."""
    highest = [bounds(cell)[1] for cell in middle]
    if middle and min(highest) < min(bounds(end)[0] for end in (smallest, largest)):
        return HOLDS
    ends_are_better = all(bounds(cell)[0] > min(bounds(end)[1] for end in (smallest, largest)) for cell in middle)
    return FAILS if middle and ends_are_better else OPEN


DRAWN = ("ucb1", "ucb1-tuned", "ucb2", "epsilon 0.1", "epsilon falling", "bast", "objective", "puct", "thompson")
"""The rules in the plot. UCB1 with other constants has its own plot."""
MORE_COLOURS = ("#999999", "#8B4513")


def regret(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Draw the regret of every rule against n, with Lai and Robbins' line."""
    from miai.experiments.frame.style import MARKERS, OKABE_ITO, legend_outside, new_figure, write_out_numbers

    checkpoints = checkpoints_up_to(parameters.simulations)
    figure, axes = new_figure(len(parameters.arms), "Regret of the selection rules, and the line of Lai and Robbins")
    for panel, arms in zip(axes, parameters.arms, strict=True):
        for rule, colour, marker in zip(DRAWN, (*OKABE_ITO, *MORE_COLOURS), MARKERS, strict=False):
            found = [cell.value for cell in cells_of(cells, "regret", arms=arms, rule=rule)]
            panel.plot(checkpoints, found, color=colour, marker=marker, markersize=3.5, label=rule)
        line = [lai_robbins_constant(ARMS[arms]) * math.log(n) for n in checkpoints]
        panel.plot(checkpoints, line, color="black", linestyle="--", label="Lai and Robbins")
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_title(f"arms {arms}")
        panel.set_xlabel("simulations")
        write_out_numbers(panel.xaxis, checkpoints, is_log=True)
        write_out_numbers(panel.yaxis, [1, 10, 100, 1000], is_log=True)
    axes[0].set_ylabel("cumulative regret")
    legend_outside(figure, "rule")
    return figure


EXPERIMENT = Experiment(
    name="ucb-variants",
    question="How much regret does each selection rule of the search have on bandits, compared with theory?",
    source=f"{LAI_ROBBINS}; {AUER}; {VAN_EYCK_MUELLER}",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 5, "simulations": 128, "arms": ("nine", "two"), "constants": (0.0, 0.5, 100.0)},
        "quick": {"trials": 50, "simulations": 4096},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    cost=cost,
    prepare=prepare,
    tables=[
        Table("Regret at the end, as a multiple of Lai and Robbins' line", "regret over line", "rule", "arms", digits=2),
        Table("Growth of the regret in the last doubling of n", "growth at a doubling", "rule", "arms", digits=2),
        Table("UCB1 by its constant: regret as a multiple of the line", "regret over line", "constant", "arms", digits=2),
        Table("UCB1 by its constant: growth in the last doubling of n", "growth at a doubling", "constant", "arms", digits=2),
    ],
    plots=[
        regret,
        Curve(
            "constants",
            "regret",
            x="simulations",
            line="constant",
            panel="arms",
            log_x=True,
            log_y=True,
            title="Regret of UCB1 by its constant",
            line_label="c",
        ),
    ],
)
