"""Can groups be made on the way, from what the search has seen so far, or from what was known before it?

The arms are those of table 3, the best at 0.81. Groups are made once, or again and again, from the means so far; either the three best arms
are split among the groups and C grows with the simulations, or the three best are put together with C = 0.5. The paper does not say how
C grows: the steps here are ours, between the constants that it names as best for groups (0.5 at 32 simulations, 5 at 512, 10 at 8,192).

And with prior knowledge: the three best arms are known from the start, split or together, for each C. The paper does not say either where
the other six arms go: split, they are dealt like cards, and besides the grouping that the paper gives as an example is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.bandits.cells import PAPER, PAYOFFS, checkpoints_up_to, names_of, of, prepare, rate_cells, regret_cells
from miai.experiments.bandits.groups import EXAMPLE
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.problems.bandit.groupings import distributed, grouping_from_text, in_order
from miai.problems.bandit.play import Bandit, Regroup, play

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASIC = "basic"
ONCE, EVERY, AT_ENDS = (64, 128, 512), (50, 100, 200), "at checkpoints"
SPLIT, TOGETHER, AS_EXAMPLE = "split", "together", "example"
CONSTANT = 0.5
GROWING = {64: 0.5, 128: 1.0, 256: 2.0, 2048: 5.0}
"""The constant for split groups up to so many simulations; `LAST` after that."""
LAST = 10.0


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each way to make groups", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: str = parameter("hard", "the set of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter((0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0), "values of C with prior knowledge", low=0)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    made: list[dict[str, Scalar]] = [{"made": BASIC, "arms": BASIC}]
    for manner in (SPLIT, TOGETHER):
        for when in (*(f"once at {n}" for n in ONCE), *(f"every {n}" for n in EVERY), AT_ENDS):
            made.append({"made": when, "arms": manner})
    known: list[dict[str, Scalar]] = [
        {"known": manner, "bias": bias} for manner in (SPLIT, TOGETHER, AS_EXAMPLE) for bias in parameters.biases
    ]
    return [*made, *known]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    checkpoints = checkpoints_up_to(parameters.simulations)
    payoffs = PAYOFFS[parameters.payoffs]
    if "known" in job:
        bandit = Bandit(payoffs, _known(str(job["known"]), payoffs), float(job["bias"]), checkpoints=checkpoints)
    else:
        split = job["arms"] == SPLIT
        constants = [_grown(n) if split else CONSTANT for n in checkpoints]
        bandit = Bandit(
            payoffs,
            exploration=CONSTANT,
            group_exploration=constants,
            checkpoints=checkpoints,
            regroup=_regroup(str(job["made"]), split),
        )
    outcome = play(bandit, parameters.trials, seed)
    second = sorted(range(len(payoffs)), key=lambda arm: -payoffs[arm])[1]
    last = {**job, "simulations": checkpoints[-1]}
    return [
        *rate_cells(outcome, job),
        *(cell for cell in regret_cells(outcome, job) if cell.measure == "simple regret"),
        Cell(last, "second best", float(outcome.chosen[-1, second]) / outcome.trials, count=outcome.trials),
    ]


def _grown(simulations: int) -> float:
    return next((constant for end, constant in GROWING.items() if simulations <= end), LAST)


def _regroup(when: str, split: bool) -> Regroup | None:
    if when == BASIC:
        return None
    if when == AT_ENDS:
        return Regroup(at_ends=True, split=split)
    number = int(when.rpartition(" ")[2])
    return Regroup(first=number, every=number if when.startswith("every") else 0, split=split)


def _known(manner: str, payoffs: Sequence[float]) -> tuple[tuple[int, ...], ...]:
    """The groups of somebody who knows the arms."""
    if manner == AS_EXAMPLE:
        return grouping_from_text(EXAMPLE)
    return distributed(payoffs, 3) if manner == SPLIT else in_order(payoffs, 3)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    last = parameters.simulations
    (basic,) = of(cells, "best arm", made=BASIC, simulations=last)
    return [
        _made("split: all ways to make groups on the way do 7 to 12 points worse than basic UCB", SPLIT, 7, 12, basic, cells),
        _made(
            "together: once at 512 within the error of basic UCB, the others 6 to 10 points worse", TOGETHER, 6, 10, basic, cells
        ),
        *(_split_ahead(manner, basic, cells) for manner in (SPLIT, AS_EXAMPLE)),
        _together_ahead(basic, cells),
    ]


def _made(claim: str, manner: str, least: float, most: float, basic: Cell, cells: Sequence[Cell]) -> Finding:
    """Whether all are `least` to `most` points worse than basic UCB, give or take two; together, those made at 512 are within two."""
    found = of(cells, "best arm", arms=manner, simulations=basic.parameters["simulations"])
    changes = {str(cell.parameters["made"]): 100 * ((cell.value or 0.0) - (basic.value or 0.0)) for cell in found}
    exempt = f"once at {ONCE[-1]}" if manner == TOGETHER else ""
    fits = [abs(change) < 2 if name == exempt else least - 2 <= -change <= most + 2 for name, change in changes.items()]
    shown = ", ".join(f"{name} {change:+.1f}" for name, change in changes.items())
    verdict = "holds" if all(fits) else "does not hold"
    return Finding(claim, verdict, f"basic {100 * (basic.value or 0.0):.1f} %; points against it: {shown}")


def _split_ahead(manner: str, basic: Cell, cells: Sequence[Cell]) -> Finding:
    """The paper: 2, 5 and 10 are best; all better than basic UCB after 64 simulations; 10 reaches 99.8 % at 2,048."""
    last = int(basic.parameters["simulations"])
    shown = []
    for cell in of(cells, "best arm", known=manner, simulations=last):
        second = of(cells, "second best", known=manner, bias=cell.parameters["bias"])[0]
        shown.append(
            f"C={cell.parameters['bias']:g} {100 * (cell.value or 0.0):.1f} % (second {100 * (second.value or 0.0):.1f} %)"
        )
    ahead = [
        int(cell.parameters["simulations"])
        for cell in of(cells, "best arm", known=manner, bias=10.0)
        if (cell.low or 0.0) > (of(cells, "best arm", made=BASIC, simulations=cell.parameters["simulations"])[0].high or 0.0)
    ]
    wanted = {n for n in names_of(of(cells, "best arm", made=BASIC), "simulations") if int(n) > 64}
    return Finding(
        f"the three best known and apart ({manner}): C = 10 is better than basic UCB after 64 simulations",
        "holds" if wanted <= set(ahead) else "does not hold",
        f"better at {', '.join(map(str, ahead)) or 'none'}; at {last}: {', '.join(shown)}",
    )


def _together_ahead(basic: Cell, cells: Sequence[Cell]) -> Finding:
    """The paper: never better than basic UCB; 0.5, 1 and 2 within its error bounds."""
    found = of(cells, "best arm", known=TOGETHER, simulations=basic.parameters["simulations"])
    better = [cell for cell in found if (cell.low or 0.0) > (basic.high or 0.0)]
    shown = ", ".join(f"C={cell.parameters['bias']:g} {100 * (cell.value or 0.0):.1f} %" for cell in found)
    verdict = "does not hold" if better else "holds"
    return Finding(
        "the three best known and together: never better than basic UCB with C = 0.5",
        verdict,
        f"basic {100 * (basic.value or 0.0):.1f} %; {shown}",
    )


def made(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """The rate against simulations for every way to make groups, with basic UCB beside them."""
    from miai.experiments.frame.style import MARKERS, colours, legend_outside, new_figure, write_out_numbers

    checkpoints = checkpoints_up_to(parameters.simulations)
    figure, axes = new_figure(2, "The best arm is taken, groups made on the way")
    for panel, manner in zip(axes, (SPLIT, TOGETHER), strict=True):
        basic = [cell.value for cell in of(cells, "best arm", made=BASIC)]
        panel.plot(checkpoints, basic, color="black", linestyle="--", label="basic UCB", zorder=3)
        ways = names_of(of(cells, "best arm", arms=manner), "made")
        for way, colour, marker in zip(ways, colours(len(ways)), MARKERS, strict=False):
            rates = [cell.value for cell in of(cells, "best arm", arms=manner, made=way)]
            panel.plot(checkpoints, rates, color=colour, marker=marker, label=str(way))
        panel.set_xscale("log")
        panel.set_title(f"best arms {manner}")
        panel.set_xlabel("simulations")
        write_out_numbers(panel.xaxis, checkpoints, is_log=True)
    axes[0].set_ylabel("share of trials")
    legend_outside(figure, "groups made")
    return figure


EXPERIMENT = Experiment(
    name="bandit-online-groups",
    question="Can groups be made on the way, from what the search has seen so far, or from what was known before it?",
    source=f"{PAPER}, section 5.5",
    parameters=Parameters,
    presets={"smoke": {"trials": 10, "simulations": 256, "biases": (0.5, 10.0)}, "quick": {"trials": 1000}, "paper": {}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("The best arm is taken, groups made on the way", "best arm", ("made", "arms"), "simulations"),
        Table("The best arm is taken, the three best known and apart", "best arm", "bias", "simulations", {"known": SPLIT}),
        Table("The same, grouped as in the paper's example", "best arm", "bias", "simulations", {"known": AS_EXAMPLE}),
        Table("The best arm is taken, the three best known and together", "best arm", "bias", "simulations", {"known": TOGETHER}),
    ],
    plots=[
        Curve(
            "known",
            "best arm",
            x="simulations",
            line="bias",
            panel="known",
            log_x=True,
            title="The best arm is taken, the three best known",
            y_label="share of trials",
            line_label="C",
        ),
        made,
    ],
)
