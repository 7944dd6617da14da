"""Does knowledge of openings win more games on 19x19?

The engine with knowledge plays whole games against the engine without, with equal playouts or equal time per move. Two games of a job have
the same seeds, with colours exchanged; no stones are set up, since the opening is the question. Basaldúa (2013), table 3.4, has 250 games
at each of three numbers of playouts, of another program: 55 %, 63 % and 61 % were won by the side with M-eval.

The sides are those of `opening-knowledge`. A game ends when both pass, or one resigns. Matches in equal time depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import decided_by
from miai.experiments.go_openings.sides import COLORS, SIDES, SIZE
from miai.experiments.published import BASALDUA
from miai.experiments.shared.go_games import limits_of_moves, settings_of_limit, wins
from miai.experiments.shared.match_scores import elo_cells, is_above_half, score_cell, score_in_words

if TYPE_CHECKING:
    from miai.go.player import Player


@dataclass(frozen=True)
class Parameters:
    sides: tuple[str, ...] = parameter(("answers",), "knowledge of one side: " + ", ".join(SIDES))
    table: str = parameter("default", "patterns: default, or a file of `miai go joseki learn`")
    playouts: tuple[int, ...] = parameter((400,), "playouts per move, for matches at equal playouts", low=2)
    seconds: tuple[float, ...] = parameter((0.0,), "seconds per move, for matches in equal time; 0: none", low=0, high=3600)
    games: int = parameter(100, "games of each match, both colours in turn", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        look_up("side", side, SIDES)  # reports a wrong name before any game is played
    for block in range(-(-parameters.games // 2)):
        for limit in limits_of_moves(parameters.playouts, parameters.seconds):
            for side in parameters.sides:
                yield {"side": side, "limit": limit, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    """Return for each colour whether the side with knowledge won, and the moves of the game."""
    cells = []
    for number, color in enumerate(COLORS):
        knowing = new_player(str(job["limit"]), (f"joseki.table={parameters.table}", *SIDES[str(job["side"])]), 2 * seed)
        plain = new_player(str(job["limit"]), (), 2 * seed + 1)
        labels: dict[str, Scalar] = {**job, "color": color}
        cells.append(Cell(labels, "won", float(wins(knowing, plain, number))))
        cells.append(Cell(labels, "moves", float(len(knowing.game.moves))))
    return cells


def new_player(limit: str, words: Sequence[str], seed: int) -> Player:
    from miai.go.player import Player, PlayerSettings
    from miai.go.player.settings import change_all

    settings = replace(change_all(PlayerSettings(), words), seed=seed % 2**62, memory=128.0, early_stop=False)
    return Player(SIZE, settings=replace(settings, **settings_of_limit(limit)))


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return score, Elo and mean length of the games of each side, limit by limit."""
    games: dict[tuple[Scalar, Scalar, str], list[float]] = {}
    for cell in cells:
        games.setdefault((cell.parameters["side"], cell.parameters["limit"], cell.measure), []).append(cell.value or 0.0)
    made = []
    for (side, limit, measure), values in games.items():
        labels: dict[str, Scalar] = {"side": side, "limit": limit}
        if measure == "moves":
            made.append(Cell(labels, "mean moves", sum(values) / len(values), count=len(values)))
        else:
            score = score_cell(labels, sum(values), len(values))
            made += [score, *elo_cells(score)]
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    scores = [cell for cell in cells if cell.measure == "score"]
    return [
        Finding(
            f"{cell.parameters['side']}: wins most games, at {cell.parameters['limit']} per move",
            is_above_half(cell),
            score_in_words(cell),
            decided_by("95 % Wilson interval", len(scores)),
        )
        for cell in scores
    ]


EXPERIMENT = Experiment(
    name="opening-games",
    question="Does knowledge of openings win more games on 19x19?",
    source=f"{BASALDUA}, section 3.4.10, table 3.4",
    parameters=Parameters,
    presets={
        "smoke": {"playouts": (2,), "games": 2},
        "quick": {"playouts": (100,), "games": 20},
        "paper": {"playouts": (2000,), "games": 250, "sides": ("answers", "m-eval", "book and answers")},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    tables=[
        Table("Share of games won", "score", rows="side", columns="limit"),
        Table("Elo", "elo", rows="side", columns="limit", digits=0),
        Table("Moves of a game", "mean moves", rows="side", columns="limit", digits=0),
    ],
)
