"""How far apart are the levels of the Go engine?

Each level plays against the next one of the list. The two games of a pair begin with the same two random stones, with colours exchanged.
Elo differences add up along the list; so do their errors. The rating of a level is relative to the first one of the list.

A rank in kyu needs an opponent whose rank is known: docs/results/levels.md takes it from games with GNU Go (`miai match miai:12 gnugo`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import bounds, decided_by, is_above
from miai.experiments.shared.go_games import random_opening, wins
from miai.experiments.shared.match_scores import elo_cells, score_cell, score_in_words

if TYPE_CHECKING:
    from miai.go.player import Player

PAIRS_OF_A_JOB = 2


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    levels: tuple[int, ...] = parameter(
        (1, 3, 5, 7, 9, 11, 13, 15, 17, 19), "levels from weak to strong, each plays the next", low=1
    )
    games: int = parameter(100, "games of each match, a multiple of 4", low=4)


def matches(parameters: Parameters) -> list[tuple[int, int]]:
    """Return the pairs of levels that play, weaker first."""
    return list(zip(parameters.levels, parameters.levels[1:], strict=False))


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for block in range(-(-parameters.games // (2 * PAIRS_OF_A_JOB))):
        for weak, strong in matches(parameters):
            yield {"weak": weak, "strong": strong, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    won, games = 0, 2 * PAIRS_OF_A_JOB
    for game in range(games):
        opening = random_opening(parameters.size, seed + game // 2)
        strong, weak = (
            new_player(parameters.size, int(job[side]), 2 * (seed + game) + number)
            for number, side in enumerate(("strong", "weak"))
        )
        won += wins(strong, weak, game % 2, opening)
    return [Cell(dict(job), "won", won, count=games)]


def new_player(size: int, level: int, seed: int) -> Player:
    from miai.go.player import Player, PlayerSettings

    return Player(size, settings=PlayerSettings(level=level, seed=seed % 2**62, memory=128.0))


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return score and Elo of the stronger level of each match, and the rating of each level relative to the first."""
    made: list[Cell] = []
    rating, variance = 0.0, 0.0
    for weak, strong in matches(parameters):
        blocks = [cell for cell in cells if (cell.parameters["weak"], cell.parameters["strong"]) == (weak, strong)]
        if not blocks:
            break
        won = sum(block.value or 0.0 for block in blocks)
        score = score_cell({"weak": weak, "strong": strong}, won, sum(block.count for block in blocks))
        elo = elo_cells(score)
        made += [score, *elo]
        if not elo or elo[0].value is None:
            break
        low, high = bounds(elo[0])
        rating += elo[0].value
        variance += ((high - low) / 2) ** 2
        half = math.sqrt(variance)
        made.append(Cell({"level": strong}, "rating", rating, rating - half, rating + half, score.count))
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    scores = [cell for cell in cells if cell.measure == "score"]
    return [
        Finding(
            f"level {cell.parameters['strong']} is stronger than level {cell.parameters['weak']}",
            is_above(bounds(cell), 0.5),
            f"the stronger level has {score_in_words(cell)}",
            decided_by("95 % Wilson interval", len(scores)),
        )
        for cell in scores
    ]


def prepare(parameters: Parameters) -> None:
    new_player(parameters.size, 1, 0).prepare()


EXPERIMENT = Experiment(
    name="engine-levels",
    question="How far apart are the levels of the Go engine?",
    source="a question of our own",
    parameters=Parameters,
    presets={
        "smoke": {"levels": (1, 10), "games": 4},
        "quick": {"levels": (1, 3, 5, 7, 9, 11, 13), "games": 20},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of games that the stronger level wins", "score", rows=("weak", "strong")),
        Table("The same in Elo", "elo", rows=("weak", "strong"), digits=0),
        Table("Elo above the first level", "rating", rows=("level",), digits=0),
    ],
    plots=[],
)
