"""Do playouts that draw their moves by learned strength choose better moves?

The moves of such playouts are likely moves of strong players, but the source gave them up: good prediction does not make good playouts.
Here a player that searches one move deep (UCB1 over the moves of a position) plays against the same player with other playouts, with equal
numbers of playouts per move. Kinds of playouts: **strength** draws every move by the strength of the pattern around it, learned from games;
**random** draws all moves with equal probability; **base** chooses by the steps of the policy `base`. No kind fills its own eyes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import decided_by
from miai.experiments.published import BASALDUA
from miai.experiments.shared.learned_from import TABLES, games_to_learn_from
from miai.experiments.shared.match_scores import elo_cells, is_above_half, is_below_half, score_cell, score_in_words

STRENGTH, RANDOM, BASE = "strength", "random", "base"
CLAIMS = {
    (STRENGTH, BASE): ("playouts drawn by strength are weaker than those of base", is_below_half),
    (STRENGTH, RANDOM): ("playouts drawn by strength are stronger than random ones", is_above_half),
    (RANDOM, BASE): ("random playouts are weaker than those of base", is_below_half),
}
"""The matches, as (kind, opponent), with what is expected."""


@dataclass(frozen=True)
class Parameters:
    tables: str = parameter("", TABLES)
    places: int = parameter(12, "points of a pattern", low=4, high=40)
    learn: int = parameter(1000, "most games to learn from", low=2)
    least: int = parameter(3, "how often a known pattern was played", low=1)
    rounds: int = parameter(2, "rounds of Bradley-Terry", low=1, high=1000)
    playouts: int = parameter(300, "playouts per move", low=2)
    games: int = parameter(20, "games of each match, half of them with each colour", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    pairs = range(-(-parameters.games // 2))
    return [{"kind": kind, "opponent": opponent, "pair": pair} for pair in pairs for kind, opponent in CLAIMS]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    from miai.experiments.shared.go_games import random_opening
    from miai.go.knowledge.urgency.playouts import winner_of_game
    from miai.go.rules.game import Game
    from miai.go.rules.rulesets import rules_named

    size = _learned(parameters, seed).size
    rules = replace(
        rules_named("chinese"), ko="simple"
    )  # the players know no superko; a game is cut off after three moves per point
    won = 0
    for color in (1, 2):
        players = {color: _player(parameters, str(job["kind"]), seed, 2 * seed + color)}
        players[3 - color] = _player(parameters, str(job["opponent"]), seed, 2 * seed + 5 - color)
        won += winner_of_game(players[1], players[2], Game(size, rules), random_opening(size, int(job["pair"]))) == color
    return [Cell(dict(job), "won", won, count=2)]


def _player(parameters: Parameters, kind: str, seed: int, own_seed: int) -> Any:
    from miai.go.knowledge.urgency.playouts import FlatPlayer, drawing_of
    from miai.go.playouts import POLICIES

    table = _learned(parameters, seed)
    drawing = drawing_of(table if kind == STRENGTH else None, kind != BASE)
    return FlatPlayer(table.size, drawing, parameters.places, POLICIES["base"], parameters.playouts, own_seed % 2**62)


def _learned(parameters: Parameters, seed: int) -> Any:
    return _learned_once(parameters, seed if not parameters.tables else 0)


@functools.lru_cache(maxsize=2)
def _learned_once(parameters: Parameters, seed: int) -> Any:
    from miai.go.knowledge.urgency.learning import learn_urgencies

    size, train, _ = games_to_learn_from(parameters.tables, parameters.learn, seed)
    return learn_urgencies(lambda: train, size, parameters.places, parameters.least, parameters.rounds)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return score and Elo of each match."""
    made = []
    for kind, opponent in CLAIMS:
        found = [cell for cell in cells if (cell.parameters["kind"], cell.parameters["opponent"]) == (kind, opponent)]
        score = score_cell(
            {"kind": kind, "opponent": opponent}, sum(cell.value or 0.0 for cell in found), sum(c.count for c in found)
        )
        made += [score, *elo_cells(score)]
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    made = []
    for cell in (cell for cell in cells if cell.measure == "score"):
        claim, judged = CLAIMS[str(cell.parameters["kind"]), str(cell.parameters["opponent"])]
        by = decided_by("95 % Wilson interval", len(CLAIMS))
        made.append(Finding(f"{claim}, at {parameters.playouts} playouts per move", judged(cell), score_in_words(cell), by))
    return made


EXPERIMENT = Experiment(
    name="drawn-playouts",
    question="Do playouts that draw their moves by learned strength choose better moves?",
    source=f"{BASALDUA}, sections 6.1.1 and 6.1.3",
    parameters=Parameters,
    presets={
        "smoke": {"learn": 2, "least": 1, "playouts": 4, "games": 2},
        "quick": {"learn": 20, "least": 1, "playouts": 50, "games": 4},
        "paper": {"playouts": 1000, "games": 200},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    tables=[
        Table("Share of games won", "score", rows="kind", columns="opponent"),
        Table("The same in Elo", "elo", rows="kind", columns="opponent", digits=0),
    ],
)
