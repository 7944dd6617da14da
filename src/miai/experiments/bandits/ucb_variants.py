"""How much regret does each selection rule of the search have on bandits, beside what theory says?

Lai and Robbins (1985): the regret of every rule that is good on all bandits grows at least like k ln n, with a constant k that follows from
the payoffs. Auer, Cesa-Bianchi and Fischer (2002): UCB1 with c = sqrt 2 stays below 8 sum(ln n / gap) + (1 + pi^2 / 3) sum(gap), and a
well chosen epsilon-greedy, UCB1-tuned and UCB2 are logarithmic too. And the constant matters (Van Eyck and Müller 2011): a c that is too
small never finds out, so that regret grows like n; a large one pays for it with more regret at every n.

How fast regret grows is told by its growth when n doubles: a straight line has 2, a logarithm hardly more than 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.bandits.cells import PAPER, PAYOFFS, checkpoints_up_to, names_of, of, rate_cells, regret_cells, value_of
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
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
"""Sets of arms: those of the paper on groups, and distributions 1, 11 and 14 of Auer et al."""
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
"""Every rule of the search, with constants as published where there are some; first plays are infinite, as published."""
CONSTANTS = (0.0, 0.1, 0.2, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 5.0, 10.0, 100.0)
LINEAR, LOGARITHMIC = 1.7, 1.35
"""Growth at a doubling: above the first we call it linear, below the second logarithmic. Conventions of ours, not of the theory."""
LATE = 0.2
"""Theory speaks of late times: a set of arms counts if Lai and Robbins' line is below this share of what random pulls lose."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(1000, "trials of each rule", low=2)
    simulations: int = parameter(16384, "simulations of a trial", low=64)
    arms: tuple[str, ...] = parameter(("nine", "hard", "two", "ten", "close"), "sets of arms", choices=tuple(ARMS))
    constants: tuple[float, ...] = parameter(CONSTANTS, "constants of ucb1, for the verification that it matters", low=0)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    by_rule: list[dict[str, Scalar]] = [{"arms": arms, "rule": rule} for arms in parameters.arms for rule in VARIANTS]
    by_constant: list[dict[str, Scalar]] = [
        {"arms": arms, "constant": constant} for arms in parameters.arms for constant in parameters.constants
    ]
    return [*by_rule, *by_constant]


def cost(parameters: Parameters, job: Mapping[str, Scalar]) -> float:
    """Rules that compute more take longer."""
    return {"ucb2": 20.0, "thompson": 20.0, "objective": 5.0}.get(str(job.get("rule")), 2.0 if "rule" in job else 1.0)


def prepare(parameters: Parameters) -> None:
    """Compile before the workers begin."""
    from miai.problems.bandit.rules import Contest, play_by_rule

    play_by_rule(Contest(Bandit(checkpoints=(1,)), Settings()), 1, seed=1)


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.problems.bandit.rules import Contest, play_by_rule

    bandit = Bandit(ARMS[str(job["arms"])], checkpoints=checkpoints_up_to(parameters.simulations))
    settings = VARIANTS[str(job["rule"])] if "rule" in job else Settings(select="ucb1", exploration=float(job["constant"]))
    outcome = play_by_rule(Contest(bandit, settings), parameters.trials, seed)
    return rate_cells(outcome, job) + regret_cells(outcome, job)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Regret beside Lai and Robbins' line, and its growth in the last doubling."""
    made = []
    for arms in parameters.arms:
        line = lai_robbins_constant(ARMS[arms]) * math.log(parameters.simulations)
        for key in ("rule", "constant"):
            for which in names_of(of(cells, "regret", arms=arms), key):
                where: dict[str, Scalar] = {"arms": arms, key: which}
                made += _beside_theory(where, of(cells, "regret", **where), line)
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
    """Theorem 1 of Auer et al., at every number of simulations."""
    broken, shown = 0, []
    for arms in parameters.arms:
        for cell in of(cells, "regret", arms=arms, rule="ucb1"):
            broken += (cell.low or 0.0) > ucb1_bound(ARMS[arms], int(cell.parameters["simulations"]))
        last = value_of(cells, "regret", arms=arms, rule="ucb1", simulations=parameters.simulations)
        shown.append(f"{arms} {last:.0f} of {ucb1_bound(ARMS[arms], parameters.simulations):.0f}")
    verdict = "does not hold" if broken else "holds"
    return Finding("the regret of UCB1 with c = sqrt 2 stays below the bound of Auer et al.", verdict, "; ".join(shown))


def _late_arms(parameters: Parameters) -> list[str]:
    """The sets of arms on which so many simulations are enough for theory to say anything."""
    late = []
    for arms in parameters.arms:
        payoffs = ARMS[arms]
        at_random = (max(payoffs) - sum(payoffs) / len(payoffs)) * parameters.simulations
        if lai_robbins_constant(payoffs) * math.log(parameters.simulations) < LATE * at_random:
            late.append(arms)
    return late


def _growths(rule: str, parameters: Parameters, cells: Sequence[Cell]) -> tuple[list[float], str]:
    """Growth on the sets that count, and all of them in words."""
    late, counted, shown = _late_arms(parameters), [], []
    for arms in parameters.arms:
        growth = value_of(cells, "growth at a doubling", arms=arms, rule=rule)
        over = value_of(cells, "regret over line", arms=arms, rule=rule)
        counted += [growth] if arms in late else []
        shown.append(f"{arms} {growth:.2f} ({over:.1f}{'' if arms in late else ', too early'})")
    return counted, f"growth when n doubles (and regret over Lai and Robbins' line): {', '.join(shown)}"


def _growth(claim: str, rule: str, parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    growths, shown = _growths(rule, parameters, cells)
    worst = max(growths, default=math.nan)
    verdict = "holds" if worst < LOGARITHMIC else "does not hold" if worst > LINEAR else "undecided"
    return Finding(claim, verdict, shown)


def _epsilon_is_linear(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    growths, shown = _growths("epsilon 0.1", parameters, cells)
    verdict = "undecided" if not growths else "holds" if min(growths) > LINEAR else "does not hold"
    return Finding("epsilon-greedy with a fixed epsilon has linear regret", verdict, shown)


def _constant_matters(arms: str, parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Too small is linear, too large is more at every n, and the best lies between."""
    ends = {
        constant: value_of(cells, "regret", arms=arms, constant=constant, simulations=parameters.simulations)
        for constant in parameters.constants
    }
    growths = {
        float(cell.parameters["constant"]): cell.value or 0.0
        for cell in of(cells, "growth at a doubling", arms=arms)
        if "constant" in cell.parameters
    }
    best = min(ends, key=ends.__getitem__)
    smallest, largest = min(ends), max(ends)
    holds = growths[smallest] > LINEAR and smallest < best < largest and ends[largest] > 2 * ends[best]
    shown = ", ".join(f"{constant:g}: {regret:.0f} (x{growths[constant]:.2f})" for constant, regret in ends.items())
    return Finding(
        f"arms {arms}: the constant of UCB1 matters, too small being linear and too large wasteful",
        "holds" if holds else "does not hold",
        f"regret at {parameters.simulations} (growth when n doubles) by c: {shown}; best {best:g}",
    )


DRAWN = ("ucb1", "ucb1-tuned", "ucb2", "epsilon 0.1", "epsilon falling", "bast", "objective", "puct", "thompson")
"""The rules of the plot: ucb1 with other constants has one of its own."""
MORE_COLOURS = ("#999999", "#8B4513")


def regret(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Regret of every rule against n, with Lai and Robbins' line."""
    from miai.experiments.frame.style import MARKERS, OKABE_ITO, legend_outside, new_figure, write_out_numbers

    checkpoints = checkpoints_up_to(parameters.simulations)
    figure, axes = new_figure(len(parameters.arms), "Regret of the selection rules, and the line of Lai and Robbins")
    for panel, arms in zip(axes, parameters.arms, strict=True):
        for rule, colour, marker in zip(DRAWN, (*OKABE_ITO, *MORE_COLOURS), MARKERS, strict=False):
            found = [cell.value for cell in of(cells, "regret", arms=arms, rule=rule)]
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
    question="How much regret does each selection rule of the search have on bandits, beside what theory says?",
    source=f"Lai and Robbins 1985; Auer, Cesa-Bianchi and Fischer 2002; {PAPER}",
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
        Table("Growth of the regret when n doubles for the last time", "growth at a doubling", "rule", "arms", digits=2),
        Table("UCB1 by its constant: regret as a multiple of the line", "regret over line", "constant", "arms", digits=2),
        Table(
            "UCB1 by its constant: growth when n doubles for the last time", "growth at a doubling", "constant", "arms", digits=2
        ),
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
