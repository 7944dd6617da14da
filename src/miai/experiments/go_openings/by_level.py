"""Do the qualities of openings differ between levels of play?

The eight qualities of M-eval are measured in two positions of each game, at random between moves 16 and 62, and both players' and both
positions' means make one row: positions of one game are not independent. The games of one source are divided by rank, those of others are
groups as they are. A multivariate analysis of variance (Wilks' lambda) compares each group with the lower ranks, by sets of qualities;
means are shown in standard deviations of all games. Basaldúa (2013), figures 3.3 and 3.4, compares professionals with dan players: they
have more territory, influence and strength at once, and smaller margins in semeai, by other qualities (version 1), which are not published.

Without tables the games are random ones, by two kinds of players: that shows only that the experiment runs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import HOLDS, OPEN, decided_by, difference, is_above, is_below
from miai.experiments.published import BASALDUA
from miai.experiments.shared.manova import wilks

SETS: dict[str, tuple[str, ...]] = {
    "territory and speed": ("terriCorner", "terriInSide", "speedRows34", "speedHigher"),
    "strength": ("strenLibert",),
    "semeai": ("strenAdjLib",),
    "all": ("terriCorner", "terriInSide", "speedRows34", "speedHigher", "strenLibert", "strenAdjLib"),
}
"""Sets of qualities that are tested at once. Stones are left out: they count moves and captures."""
CLAIMS = {"terriCorner": "more", "terriInSide": "more", "speedHigher": "more", "strenLibert": "more", "strenAdjLib": "less"}
"""The findings of the source about better players, in the words of these qualities: territory, influence, strength; margins in semeai."""
SAMPLE_FROM, SAMPLE_TO, SAMPLES = 16, 62, 2
SIZE, OWN_GAMES, OWN_MOVES = 19, 12, 70
_RANK = re.compile(r"(\d+)d")

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Parameters:
    tables: str = parameter("", "tables of games on 19x19 (.tsv.gz), separated by commas; empty: random games")
    games: int = parameter(2000, "most games of a group", low=8)
    source: str = parameter("kgs6d", "source of the games that are divided by rank, as the tables name it")
    high: int = parameter(
        8, "dan from which both players belong to the upper group of that source; lower ones to the lower group", low=2
    )


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    return [{}]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    from miai.go.joseki.tables import QUALITIES

    groups = {name: rows for name, rows in _measured(parameters, seed).items() if len(rows) >= len(QUALITIES) + 1}
    every = np.concatenate(list(groups.values()))
    means, deviations = every.mean(axis=0), np.maximum(1e-12, every.std(axis=0))
    cells = []
    for name, rows in groups.items():
        for at, quality in enumerate(QUALITIES):
            if every[:, at].std() > 0:
                mean = mean_with_interval((rows[:, at] - means[at]) / deviations[at])
                cells.append(Cell({"group": name, "quality": quality}, "mean", mean.mean, mean.low, mean.high, len(rows)))
    lower = lower_group(parameters)
    for name, rows in groups.items():
        for qualities, chosen in SETS.items():
            if name != lower and lower in groups:
                columns = [QUALITIES.index(quality) for quality in chosen]
                found = wilks([rows[:, columns], groups[lower][:, columns]])
                labels: dict[str, Scalar] = {"group": name, "qualities": qualities}
                for measure, value in (("lambda", found.value), ("F", found.f), ("p", found.p)):
                    cells.append(Cell(labels, measure, value, count=len(rows) + len(groups[lower])))
    return cells


def _measured(parameters: Parameters, seed: int) -> dict[str, Array]:
    """Return the rows of each group: means of both players and of the sampled positions."""
    from miai.go.board.board import clear_board
    from miai.go.joseki.desk import new_desks
    from miai.go.joseki.learning.replaying import measure_at_moves
    from miai.go.joseki.memory import memory_for
    from miai.go.joseki.settings import JosekiSettings
    from miai.go.joseki.tables import QUALITIES
    from miai.go.records.fast_replay import cells_of

    memory, (desks, plies) = memory_for(JosekiSettings(on=True), SIZE), new_desks(1)
    assert memory is not None
    source, rows = np.random.default_rng(seed), np.zeros((SAMPLES, 2, len(QUALITIES)))
    found: dict[str, list[Array]] = {}
    for group, moves in _games(parameters, seed):
        if len(found.setdefault(group, [])) == parameters.games:
            continue
        wanted = np.sort(source.choice(np.arange(SAMPLE_FROM, SAMPLE_TO + 1), SAMPLES, replace=False))
        colors, cells = cells_of(moves, SIZE)
        clear_board(plies[0][0].board)
        if int(measure_at_moves(memory.record, desks[0], colors, cells, wanted, rows)) == SAMPLES:
            found[group].append(rows.mean(axis=(0, 1)))
    return {name: np.array(measured) for name, measured in found.items() if measured}


def _games(parameters: Parameters, seed: int) -> Iterator[tuple[str, Sequence[tuple[int, Any]]]]:
    if not parameters.tables:
        dice = random.Random(seed)
        for number in range(2 * OWN_GAMES):
            edge = 2 if number % 2 else 4
            points = [(x, y) for x in range(edge, SIZE - edge) for y in range(edge, SIZE - edge)]
            moves = [(1 + index % 2, point) for index, point in enumerate(dice.sample(points, OWN_MOVES))]
            yield (upper_group(parameters) if number % 2 else lower_group(parameters)), moves
        return
    from miai.go.records.tsv import read_games

    for name in parameters.tables.split(","):
        for game in read_games(Path(name.strip()), SIZE):
            group = group_of(parameters, game.source, game.ranks)
            if group is not None:
                yield group, game.moves


def lower_group(parameters: Parameters) -> str:
    return f"{parameters.source} below {parameters.high}d"


def upper_group(parameters: Parameters) -> str:
    return f"{parameters.source} from {parameters.high}d"


def group_of(parameters: Parameters, source: str, ranks: tuple[str, str]) -> str | None:
    """Return the group of a game: its source, or that with the ranks, which both players must have; `None` if they do not."""
    if source != parameters.source:
        return source
    found = [_RANK.fullmatch(rank.strip()) for rank in ranks]
    if None in found:
        return None
    dan = [int(match[1]) for match in found if match is not None]
    if max(dan) < parameters.high:
        return lower_group(parameters)
    return upper_group(parameters) if min(dan) >= parameters.high else None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    lower, upper = lower_group(parameters), upper_group(parameters)
    tests = [cell for cell in cells if cell.measure == "p"]
    made = [
        Finding(
            f"{cell.parameters['qualities']}: {cell.parameters['group']} and {lower} differ",
            HOLDS if (cell.value or 0.0) < 0.05 / len(tests) else OPEN,
            f"p = {cell.value or 0.0:.2g}, {cell.count:,} games",
            f"Wilks' lambda, {len(tests)} comparisons at 5 % together",
        )
        for cell in tests
    ]
    means = {(cell.parameters["group"], cell.parameters["quality"]): cell for cell in cells if cell.measure == "mean"}
    for quality, direction in CLAIMS.items():
        own, other = means.get((upper, quality)), means.get((lower, quality))
        if own is not None and other is not None:
            gap = difference(own, other)
            made.append(
                Finding(
                    f"{upper} have {direction} {quality} than {lower}",
                    is_above(gap) if direction == "more" else is_below(gap),
                    f"{own.value or 0.0:+.2f} and {other.value or 0.0:+.2f} standard deviations",
                    decided_by("95 % interval of the difference", len(CLAIMS)),
                )
            )
    return made


EXPERIMENT = Experiment(
    name="opening-levels",
    question="Do the qualities of openings differ between levels of play?",
    source=f"{BASALDUA}, figures 3.3 and 3.4",
    parameters=Parameters,
    presets={"smoke": {"games": 12}, "quick": {"games": 400}, "paper": {"games": 20_000}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    tables=[
        Table("Mean per position, in standard deviations of all games", "mean", rows="quality", columns="group", digits=3),
        Table("Compared with the lower ranks: Wilks' lambda, F and p", ("lambda", "F", "p"), rows=("group", "qualities"), digits=4),
    ],
)
