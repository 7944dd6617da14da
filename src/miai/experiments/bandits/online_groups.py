"""Can groups be made during the search from the means so far, or before it from prior knowledge?

The arms are those of table 3, with the best at 0.81. Groups are made once or repeatedly from the means so far. Either the three best arms
are split among the groups and C grows with the simulations, or the three best are put together with C = 0.5. The paper does not say how
C grows. The steps here are ours: they interpolate the constants that it names as best for groups (0.5 at 32 simulations, 5 at 512, 10 at
8,192).

With prior knowledge, the three best arms are known from the start, split or together, for each C. The paper does not say where the other
six arms go. Split, they are dealt out like cards; the paper's example grouping is tried as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.bandits.arms import EXAMPLE, PAYOFFS, checkpoints_up_to, prepare
from miai.experiments.bandits.cells import cell_of, cells_of, names_of, rate_cells, regret_cells
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import HOLDS, all_of, decided_by, difference, is_above, is_not_above_zero, is_within
from miai.experiments.published import VAN_EYCK_MUELLER
from miai.problems.bandit.groupings import distributed, grouping_from_text, in_order
from miai.problems.bandit.play import Bandit, Regroup, play

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASIC = "basic"
ONCE, EVERY, AT_ENDS = (64, 128, 512), (50, 100, 200), "at checkpoints"
SPLIT, TOGETHER, AS_EXAMPLE = "split", "together", "example"
CONSTANT = 0.5
GROWING = {64: 0.5, 128: 1.0, 256: 2.0, 2048: 5.0}
"""The constant for split groups up to each number of simulations; `LAST` after that."""
LAST = 10.0
MARGIN = 0.02
"""Differences of up to two points count as none."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each way to make groups", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: str = parameter("hard", "set of arms", choices=tuple(PAYOFFS))
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
    results = play(bandit, parameters.trials, seed)
    second = sorted(range(len(payoffs)), key=lambda arm: -payoffs[arm])[1]
    last = {**job, "simulations": checkpoints[-1]}
    return [
        *rate_cells(results, job),
        *(cell for cell in regret_cells(results, job) if cell.measure == "simple regret"),
        Cell(last, "second best", float(results.chosen[-1, second]) / results.trials, count=results.trials),
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
    """Return the groups that follow from prior knowledge of the arms."""
    if manner == AS_EXAMPLE:
        return grouping_from_text(EXAMPLE)
    return distributed(payoffs, 3) if manner == SPLIT else in_order(payoffs, 3)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    last = parameters.simulations
    (basic,) = cells_of(cells, "best arm", made=BASIC, simulations=last)
    return [
        _made(
            "split: all ways to make groups during the search are 7 to 12 points worse than basic UCB", SPLIT, 7, 12, basic, cells
        ),
        _made(
            "together: once at 512 is within the error of basic UCB, the others are 6 to 10 points worse",
            TOGETHER,
            6,
            10,
            basic,
            cells,
        ),
        *(_split_ahead(manner, basic, cells) for manner in (SPLIT, AS_EXAMPLE)),
        _together_ahead(basic, cells),
    ]


def _made(claim: str, manner: str, least: float, most: float, basic: Cell, cells: Sequence[Cell]) -> Finding:
    """Judge whether all are `least` to `most` points worse than basic UCB, give or take `MARGIN`; together, once at 512 is equal."""
    found = cells_of(cells, "best arm", arms=manner, simulations=basic.parameters["simulations"])
    changes = {str(cell.parameters["made"]): 100 * ((cell.value or 0.0) - (basic.value or 0.0)) for cell in found}
    exempt = f"once at {ONCE[-1]}" if manner == TOGETHER else ""
    verdicts = [
        is_within(difference(cell, basic), -MARGIN, MARGIN)
        if cell.parameters["made"] == exempt
        else is_within(difference(cell, basic), -most / 100 - MARGIN, -least / 100 + MARGIN)
        for cell in found
    ]
    shown = ", ".join(f"{name} {change:+.1f}" for name, change in changes.items())
    evidence = f"basic {100 * (basic.value or 0.0):.1f} %; difference in points: {shown}"
    return Finding(claim, all_of(verdicts), evidence, decided_by("95 % interval of the difference of two rates", len(verdicts)))


def _split_ahead(manner: str, basic: Cell, cells: Sequence[Cell]) -> Finding:
    """Judge C = 10. The paper: 2, 5 and 10 are best, all better than basic UCB after 64 simulations; 10 reaches 99.8 % at 2,048."""
    last = int(basic.parameters["simulations"])
    shown = []
    for cell in cells_of(cells, "best arm", known=manner, simulations=last):
        second = cells_of(cells, "second best", known=manner, bias=cell.parameters["bias"])[0]
        shown.append(
            f"C={cell.parameters['bias']:g} {100 * (cell.value or 0.0):.1f} % (second {100 * (second.value or 0.0):.1f} %)"
        )
    verdicts = {
        int(cell.parameters["simulations"]): is_above(
            difference(cell, cell_of(cells, "best arm", made=BASIC, simulations=cell.parameters["simulations"]))
        )
        for cell in cells_of(cells, "best arm", known=manner, bias=10.0)
    }
    better = [str(n) for n, verdict in verdicts.items() if verdict == HOLDS]
    return Finding(
        f"the three best known and apart ({manner}): C = 10 is better than basic UCB after 64 simulations",
        all_of(verdict for n, verdict in verdicts.items() if n > 64),
        f"better at {', '.join(better) or 'none'}; at {last}: {', '.join(shown)}",
        decided_by("95 % interval of the difference of two rates", sum(n > 64 for n in verdicts)),
    )


def _together_ahead(basic: Cell, cells: Sequence[Cell]) -> Finding:
    """Judge the paper's claim: never better than basic UCB; 0.5, 1 and 2 within its error bounds."""
    found = cells_of(cells, "best arm", known=TOGETHER, simulations=basic.parameters["simulations"])
    shown = ", ".join(f"C={cell.parameters['bias']:g} {100 * (cell.value or 0.0):.1f} %" for cell in found)
    return Finding(
        f"the three best known and together: never better than basic UCB with C = 0.5 (up to {100 * MARGIN:g} points count as equal)",
        all_of(is_not_above_zero(difference(cell, basic), MARGIN) for cell in found),
        f"basic {100 * (basic.value or 0.0):.1f} %; {shown}",
        decided_by("95 % interval of the difference of two rates", len(found)),
    )


def made(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Draw the rate against simulations for every way to make groups, with basic UCB."""
    from miai.experiments.frame.style import MARKERS, colours, legend_outside, new_figure, write_out_numbers

    checkpoints = checkpoints_up_to(parameters.simulations)
    figure, axes = new_figure(2, "Trials that take the best arm, groups made during the search")
    for panel, manner in zip(axes, (SPLIT, TOGETHER), strict=True):
        basic = [cell.value for cell in cells_of(cells, "best arm", made=BASIC)]
        panel.plot(checkpoints, basic, color="black", linestyle="--", label="basic UCB", zorder=3)
        ways = names_of(cells_of(cells, "best arm", arms=manner), "made")
        for way, colour, marker in zip(ways, colours(len(ways)), MARKERS, strict=False):
            rates = [cell.value for cell in cells_of(cells, "best arm", arms=manner, made=way)]
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
    question="Can groups be made during the search from the means so far, or before it from prior knowledge?",
    source=f"{VAN_EYCK_MUELLER}, section 5.5",
    parameters=Parameters,
    presets={"smoke": {"trials": 10, "simulations": 256, "biases": (0.5, 10.0)}, "quick": {"trials": 1000}, "paper": {}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of trials that take the best arm, groups made during the search", "best arm", ("made", "arms"), "simulations"),
        Table("The same, the three best arms known and apart", "best arm", "bias", "simulations", {"known": SPLIT}),
        Table("The same, grouped as in the paper's example", "best arm", "bias", "simulations", {"known": AS_EXAMPLE}),
        Table("The same, the three best arms known and together", "best arm", "bias", "simulations", {"known": TOGETHER}),
    ],
    plots=[
        Curve(
            "known",
            "best arm",
            x="simulations",
            line="bias",
            panel="known",
            log_x=True,
            title="Trials that take the best arm, the three best known",
            y_label="share of trials",
            line_label="C",
        ),
        made,
    ],
)
