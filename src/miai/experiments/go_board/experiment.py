"""How much time does a random game of Go take on different representations of the board, and how does it grow with the board size?

All cells are measured in turn within one job, round after round, so that a disturbance of the machine affects all of them alike. The cells
are timings: the games follow from the seed, the numbers do not. Run this experiment on an otherwise idle machine.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.style import MARKERS, colours, legend_outside, new_figure, write_out_numbers
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, decided_by
from miai.experiments.go_board.claims import CLAIMED_EXPONENTS
from miai.experiments.published import VANDERMOSTEN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOVES = "moves in a game"
"""A label instead of the name of a representation: the length of a game grows too."""
WIDEST = 0.5
"""The largest half-width of the interval of an exponent that can confirm a claim."""


@dataclass(frozen=True)
class Parameters:
    sizes: tuple[int, ...] = parameter((5, 7, 9, 13, 19), "board sizes, at least two", low=2, high=19)
    seconds: float = parameter(90.0, "time of the measurement in seconds, without compilation", low=0.001)
    rounds: int = parameter(9, "measurements of each cell; their median is taken", low=1)

    def __post_init__(self) -> None:
        if len(set(self.sizes)) < 2:
            raise UserError("go-ladder: parameter sizes needs at least two different sizes, since growth is fitted to them")


def jobs(parameters: Parameters) -> list[dict[str, Scalar]]:
    return [{"part": "all"}]


def prepare(parameters: Parameters) -> None:
    from miai.experiments.go_board.measure import CONTESTANTS, prepared

    for contestant in CONTESTANTS:
        for size in parameters.sizes:
            prepared(contestant, size)


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.experiments.go_board.measure import CONTESTANTS, run_ladder

    result = run_ladder(parameters.sizes, parameters.seconds, seed, parameters.rounds, CONTESTANTS)
    cells = [cell for each in result["contestants"] for cell in _cells_of(each)]
    moves = result["moves_per_game"]
    cells += [Cell({"board": MOVES, "size": size}, "moves", mean) for size, mean in moves["mean"].items()]
    return [*cells, *_growth_cells(MOVES, moves["growth"])]


def _cells_of(contestant: Mapping[str, Any]) -> list[Cell]:
    name = contestant["name"]
    found = []
    for size, rounds in contestant["rounds"].items():
        low, high = interval_of_median(rounds)
        found.append(Cell({"board": name, "size": size}, "microseconds", statistics.median(rounds), low, high, len(rounds)))
    return [*found, *_growth_cells(name, contestant["growth"])]


def _growth_cells(name: str, growth: Mapping[str, Any]) -> list[Cell]:
    return [
        Cell({"board": name}, "exponent", growth["exponent"], growth["low"], growth["high"]),
        Cell({"board": name}, "last step", growth["last_step"]),
    ]


def interval_of_median(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the 95 % interval of the median by the sign test; (None, None) for fewer than six values, which cannot have one."""
    from scipy.stats import binom

    ordered = sorted(values)
    outside = int(binom.ppf(0.025, len(ordered), 0.5))
    if binom.cdf(outside, len(ordered), 0.5) > 0.025:
        outside -= 1
    return (None, None) if outside < 0 else (ordered[outside], ordered[-1 - outside])


def published(cell: Cell) -> Published | None:
    exponent = CLAIMED_EXPONENTS.get(str(cell.parameters.get("board")))
    return Published(exponent) if cell.measure == "exponent" and exponent is not None else None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    growth = {str(cell.parameters["board"]): cell for cell in cells if cell.measure == "exponent"}
    return [_finding(name, growth[name], claimed) for name, claimed in CLAIMED_EXPONENTS.items() if name in growth]


TEST = decided_by("95 % interval of the fitted exponent, which must contain the claimed one")


def _finding(name: str, cell: Cell, claimed: float) -> Finding:
    claim = f"The cost of a game on {name} grows like n^{claimed:g}."
    if cell.value is None or cell.low is None or cell.high is None:
        return Finding(claim, OPEN, f"n^{cell.value:.2f}; two sizes give no interval", TEST)
    contained, narrow = cell.low <= claimed <= cell.high, cell.high - cell.low <= 2 * WIDEST
    verdict = FAILS if not contained else HOLDS if narrow else OPEN
    return Finding(claim, verdict, f"n^{cell.value:.2f}, from {cell.low:.2f} to {cell.high:.2f}", TEST)


def go_board_ladder(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Draw cost against size on logarithmic axes, with dotted lines of slope 2, 4 and 6."""
    costs = [cell for cell in cells if cell.measure == "microseconds"]
    names = list(dict.fromkeys(str(cell.parameters["board"]) for cell in costs))
    figure, (axes,) = new_figure(title="The same random games on different boards")
    for name, colour, marker in zip(names, colours(len(names)), MARKERS, strict=False):
        mine = [cell for cell in costs if cell.parameters["board"] == name]
        axes.plot(
            [cell.parameters["size"] for cell in mine], [cell.value for cell in mine], color=colour, marker=marker, label=name
        )
    _draw_slopes(axes, parameters.sizes, min(cell.value for cell in costs if cell.value is not None))
    axes.set(xscale="log", yscale="log", xlabel="board size n", ylabel="CPU time of a random game, microseconds")
    write_out_numbers(axes.xaxis, parameters.sizes, is_log=True)
    write_out_numbers(axes.yaxis, [], is_log=True)
    legend_outside(figure)
    return figure


def _draw_slopes(axes: Any, sizes: Sequence[int], lowest: float) -> None:
    for slope in (2, 4, 6):
        guide = [0.6 * lowest * (size / min(sizes)) ** slope for size in sorted(sizes)]
        axes.plot(sorted(sizes), guide, color="gray", linestyle=":", linewidth=1)
        axes.annotate(f"$n^{slope}$", (max(sizes), guide[-1]), color="gray", textcoords="offset points", xytext=(4, -3))


EXPERIMENT = Experiment(
    name="go-ladder",
    question="How much time does a random game of Go take on different representations of the board, and how does it grow with the size?",
    source=f"{VANDERMOSTEN}, chapters 4 and 5",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": (3, 5), "seconds": 0.5, "rounds": 2},
        "quick": {"seconds": 20.0},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    published=published,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Microseconds of CPU time per game", measure="microseconds", rows="board", columns="size", digits=1),
        Table("Moves per game", measure="moves", rows="board", columns="size", digits=0),
        Table(
            "Exponent of growth: over all sizes, and over the last two", measure=("exponent", "last step"), rows="board", digits=2
        ),
    ],
    plots=[go_board_ladder],
)
