"""Does it still pay to recognise transpositions in games that are wide and deep?

Brodeur and Childs (2008) found a smaller gain on broad games. They could not say whether breadth or lack of depth was the reason, and could
not afford games that are both broad and deep. Generation in linear time makes them possible: the shape 10x20:0.88 is breadth 10 and depth
20 with 88 % of the places combined, about 200,000 places and 10**20 plays. The combinations are chosen so that all shapes have 60,000 to
500,000 places. Run it on many machines: `miai experiment run pgame-large --preset paper --cluster ADDRESS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Finding, parameter
from miai.experiments.frame.verdicts import is_below
from miai.experiments.pgame.comparisons import tested, widened
from miai.experiments.pgame.declaring import comparison_tables, declare, errors_plot, gains_plot, old_names
from miai.experiments.pgame.scale import Contender, Labels, Scale, by_mode
from miai.experiments.pgame.summary import find
from miai.experiments.published import BRODEUR_CHILDS
from miai.search.settings import MODES

BASE = {"mode": "tree"}


@dataclass(frozen=True)
class Parameters(Scale):
    repetitions: int = parameter(20, "searches of each game by each mode", low=1)
    iterations: int = parameter(100_000, "iterations of each search", low=10, high=5_000_000)
    shapes: tuple[str, ...] = parameter(
        ("4x20:0.6", "6x12:0.6", "6x20:0.8", "10x12:0.8", "10x20:0.88"), "breadth x depth : share of places that are combined"
    )
    random_places: bool = parameter(False, "combine random places, as the source does, instead of places of nearly equal totals")
    modes: tuple[str, ...] = parameter(("tree", "path-mean", "uct-dag"), "modes of the graph; tree is the base", choices=MODES)

    def kinds(self) -> Iterable[Labels]:
        return [{"shape": shape} for shape in self.shapes]

    def shape(self, labels: Labels) -> tuple[str, float]:
        size, colon, share = str(labels["shape"]).partition(":")
        try:
            return size, float(share) if colon else 0.0
        except ValueError:
            raise UserError(f"a shape is breadth x depth : combination, such as 10x20:0.88; not {labels['shape']!r}") from None

    @property
    def has_random_places(self) -> bool:
        return self.random_places

    def contenders(self, labels: Labels) -> list[Contender]:
        return by_mode(self.modes)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    excesses = find(cells, "late excess")
    for cell in excesses:
        low, high = widened(cell, len(excesses), parameters.blocks)
        base = find(cells, "late error", shape=cell.parameters["shape"], **BASE)[0].value
        claim = f"on {cell.parameters['shape']}, `{cell.parameters['mode']}` is better than UCT on the tree"
        difference = f"{cell.value:+.4f} ({low:+.4f} to {high:+.4f})"
        evidence = f"second half of the checkpoints: mean error minus that of UCT {difference}, UCT has {base:.4f}"
        found.append(Finding(claim, is_below((low, high)), evidence, tested(len(excesses))))
    return found


EXPERIMENT = declare(
    name="pgame-large",
    question="Does it still pay to recognise transpositions in games that are wide and deep?",
    source=f"suggested by {BRODEUR_CHILDS}, section 3.1.1",
    parameters=Parameters,
    presets={
        "smoke": {"shapes": ("4x6:0.5",)},
        "quick": {"games": 60, "repetitions": 1, "iterations": 10_000, "shapes": ("6x12:0.6", "10x20:0.88")},
    },
    base=BASE,
    outdated=old_names,
    findings=findings,
    tables=comparison_tables("shape", "mode", "UCT on the tree"),
    plots=[
        errors_plot("error", "Wide and deep games", "mode", "shape"),
        gains_plot("gain", "Wide and deep games, compared with UCT on the tree", "mode", "shape"),
    ],
)
