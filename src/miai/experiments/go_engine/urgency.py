"""How well do urgent patterns predict the moves of strong players?

A pattern is the 4 to 40 points around a move. Patterns that were played often enough in the games marked `train` are known; each has a
frequency (played by seen) and a Bradley-Terry strength. In the positions of the games marked `valid`, the known patterns of the legal moves
are sorted by urgency, and the rank of the move that was played is noted. As in the source, ranks are those among the positions in which a
known pattern was played. The source tests other positions of the collection that it learned from, perhaps of the same games.
Without tables the games are those of players who hardly search: that shows only that the experiment runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.core.statistics import wilson
from miai.experiments.frame import Cell, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.verdicts import decided_by, is_above
from miai.experiments.published import BASALDUA
from miai.experiments.shared.learned_from import TABLES, games_to_learn_from

if TYPE_CHECKING:
    from miai.go.knowledge.urgency.prediction import Prediction

FREQUENCY, STRENGTH = "frequency", "strength"
FIRST = (5, 7, 15, 62, 99)
SHARES = (80, 85, 90)
SOURCE_POSITIONS = 1_381_595
_SOURCE = {
    "known": 27.8,
    "first": 40.9,
    "second": 11.5,
    "first 5": 66.5,
    "first 7": 71.6,
    "first 15": 80.0,
    "first 62": 85.0,
    "first 99": 90.0,
    "better than random": 17.0,
}
_HIT = ("first", "second", *(f"first {count}" for count in FIRST))


@dataclass(frozen=True)
class Parameters:
    tables: str = parameter("", TABLES)
    places: tuple[int, ...] = parameter((4, 8, 12, 20, 24, 28, 36, 40), "points of a pattern", low=4, high=40)
    games: int = parameter(4000, "most games to learn from", low=2)
    least: int = parameter(3, "how often a known pattern was played", low=1)
    rounds: int = parameter(2, "rounds of Bradley-Terry", low=1, high=1000)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    return [{"places": places} for places in parameters.places]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    from miai.go.knowledge.urgency.learning import learn_urgencies
    from miai.go.knowledge.urgency.prediction import predict

    size, train, valid = games_to_learn_from(parameters.tables, parameters.games, seed)
    learned = learn_urgencies(lambda: train, size, int(job["places"]), parameters.least, parameters.rounds)
    by_frequency = learned._replace(strengths=learned.played / learned.seen.clip(1))
    cells = [Cell(dict(job), "patterns", len(learned.played)), Cell(dict(job), "seen once or more", int((learned.seen > 0).sum()))]
    for urgency, table in ((FREQUENCY, by_frequency), (STRENGTH, learned)):
        cells += _cells({**job, "urgency": urgency}, predict(valid, table))
    return cells


def _cells(labels: Mapping[str, Scalar], found: Prediction) -> list[Cell]:
    """Return the numbers of the source's table in percent, and those of moves."""
    cells = [_percent(labels, "known", found.known, found.positions)]
    counts = {"first": found.ranks[0], "second": found.ranks[1], **{f"first {count}": found.ranks[:count].sum() for count in FIRST}}
    cells += [_percent(labels, name, float(count), found.known) for name, count in counts.items()]
    cells += [Cell(labels, f"moves for {share} %", found.moves_for(share / 100), count=found.known) for share in SHARES]
    cells.append(Cell(labels, "better than random", found.better_than_random, count=found.known))
    cells.append(_percent(labels, "first of all positions", float(found.ranks[0]), found.positions))
    return cells


def _percent(labels: Mapping[str, Scalar], name: str, count: float, total: int) -> Cell:
    share = wilson(round(count), max(1, total))
    return Cell(labels, name, 100 * share.share, 100 * share.low, 100 * share.high, total)


def published(cell: Cell) -> Published | None:
    """Return the number of the source, which is for 40 points and Bradley-Terry strengths."""
    if cell.parameters.get("places") != 40 or cell.parameters.get("urgency") != STRENGTH or cell.measure not in _SOURCE:
        return None
    value = _SOURCE[cell.measure]
    if cell.measure not in ("first", "second"):
        return Published(value)
    share = wilson(round(value / 100 * SOURCE_POSITIONS), SOURCE_POSITIONS)
    return Published(value, 100 * share.low, 100 * share.high)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = {(cell.parameters["places"], cell.parameters.get("urgency")): cell for cell in cells if cell.measure == "first"}
    made = []
    for places in parameters.places:
        strength, frequency = found.get((places, STRENGTH)), found.get((places, FREQUENCY))
        if strength is None or frequency is None or None in (strength.low, strength.high, frequency.low, frequency.high):
            continue
        gap = (float(strength.low or 0) - float(frequency.high or 0), float(strength.high or 0) - float(frequency.low or 0))
        claim = f"with {places} points, Bradley-Terry strengths predict the move more often than frequencies"
        evidence = f"first choice {strength.value:.1f} % and {frequency.value:.1f} % of {strength.count:,} positions"
        made.append(
            Finding(claim, is_above(gap), evidence, decided_by("95 % Wilson intervals do not overlap", len(parameters.places)))
        )
    return made


EXPERIMENT = Experiment(
    name="go-urgency",
    question="How well do the patterns of 4 to 40 points around a move predict the moves of strong players?",
    source=f"{BASALDUA}, section 6.1.3",
    parameters=Parameters,
    presets={
        "smoke": {"places": (8, 40), "games": 4, "least": 1},
        "quick": {"places": (40,), "games": 40, "least": 1},
        "paper": {"games": 30_000, "rounds": 4},
    },
    jobs=jobs,
    measure=measure,
    published=published,
    findings=findings,
    tables=[
        Table("Known patterns", "patterns", rows="places", digits=0),
        Table("Positions in which a known pattern was played, in percent", "known", rows="places", columns="urgency", digits=1),
        Table("Of these, the played move at a rank, in percent", _HIT, rows=("places", "urgency"), digits=1),
        Table(
            "First moves that contain the played one, and ranks better than a random legal move",
            (*(f"moves for {share} %" for share in SHARES), "better than random"),
            rows=("places", "urgency"),
            digits=0,
        ),
        Table("First choice, in percent of all positions", "first of all positions", rows="places", columns="urgency", digits=1),
    ],
)
