"""How well do the engine's priors predict the moves of strong players on 19x19, with and without patterns of corners and sides?

In the positions of games marked `valid` the moves are ordered by the prior that the engine would give them: by the learned chances alone,
with the answers of patterns, with M-eval, or with both. M-eval is a feature here: its virtual visits are won playouts of the prior. Noted
are the rank of the move that was played, and its probability. A prior of w won playouts stands for the probability that has it, w squared,
divided by the sum over all moves.

Without tables the games are random ones: that shows only that the experiment runs.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval, wilson
from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import bounds, decided_by, is_above
from miai.experiments.published import BASALDUA

SIZE = 19
PLAIN = "learned"
KNOWLEDGE: dict[str, tuple[str, ...]] = {
    PLAIN: ("joseki.answers=0",),
    "answers": (),
    "m-eval": ("joseki.answers=0", "joseki.visits=20"),
    "both": ("joseki.visits=20",),
}
"""The settings of each kind of knowledge, besides `joseki.on=true`."""
PHASES = {"1 to 20": 20, "21 to 50": 50, "51 to 100": 100, "101 on": 10_000}
"""Phases of a game by the number of its moves, and the last move of each."""
OWN_MOVES = 12

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Parameters:
    tables: str = parameter("", "tables of games on 19x19 (.tsv.gz), separated by commas; empty: random games")
    table: str = parameter("default", "patterns: default, or a file of `miai go joseki learn`")
    change: str = parameter("", "settings for all kinds of knowledge, separated by commas, such as joseki.answers_known=5")
    games: int = parameter(400, "most games", low=2)
    moves: int = parameter(100, "first moves of each game", low=1)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    return [{}]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    found: dict[tuple[str, str], list[Array]] = {}
    predictor = Predictor(parameters)
    for moves in _games(parameters, seed):
        rows = predictor.judge(moves[: parameters.moves])
        for phase, first, last in _bounds():
            inside = rows[(rows[:, 0] > first) & (rows[:, 0] <= last)]
            if len(inside):
                for number, name in enumerate(KNOWLEDGE):
                    found.setdefault((name, phase), []).append(inside[:, 1 + 2 * number : 3 + 2 * number])
    cells: list[Cell] = []
    for (name, phase), games in found.items():
        cells += _cells({"knowledge": name, "phase": phase}, games, found[PLAIN, phase])
    return cells


def _bounds() -> Iterator[tuple[str, int, int]]:
    first = 0
    for name, last in PHASES.items():
        yield name, first, last
        first = last


def _cells(labels: dict[str, Scalar], games: Sequence[Array], plain: Sequence[Array]) -> list[Cell]:
    """Return the numbers of one kind of knowledge in one phase; gains over `plain` by the means of games."""
    ranks = np.concatenate([game[:, 0] for game in games])
    cells = []
    for name, most in (("first", 1), ("first 5", 5)):
        share = wilson(int((ranks < most).sum()), len(ranks))
        cells.append(Cell(labels, name, 100 * share.share, 100 * share.low, 100 * share.high, len(ranks)))
    for name, value in (("loss", _loss), ("first gain", _first_gain), ("loss gain", _loss_gain)):
        if len(games) > 1 and not (name != "loss" and labels["knowledge"] == PLAIN):
            mean = mean_with_interval([value(game, other) for game, other in zip(games, plain, strict=True)])
            cells.append(Cell(labels, name, mean.mean, mean.low, mean.high, len(ranks)))
    return cells


def _loss(game: Array, plain: Array) -> float:
    return float(game[:, 1].mean())


def _first_gain(game: Array, plain: Array) -> float:
    return float(100 * ((game[:, 0] < 1).mean() - (plain[:, 0] < 1).mean()))


def _loss_gain(game: Array, plain: Array) -> float:
    return float((plain[:, 1] - game[:, 1]).mean())


class Predictor:
    """The priors of all kinds of knowledge in the positions of games."""

    def __init__(self, parameters: Parameters) -> None:
        from miai.core.errors import UserError
        from miai.go.joseki.memory import memory_for
        from miai.go.player import PlayerSettings
        from miai.go.player.settings import change_all
        from miai.go.problem import lend_joseki, problem_with, state_of
        from miai.go.rules.game import Game

        changes = [word for word in parameters.change.split(",") if word.strip()]
        words = ("joseki.on=true", f"joseki.table={parameters.table}", *changes)
        self.settings = [change_all(PlayerSettings(), (*words, *own)).joseki for own in KNOWLEDGE.values()]
        memory = memory_for(self.settings[0], SIZE)
        if memory is None:
            raise UserError(f"table: {parameters.table} cannot be used")
        problem_with(SIZE, False, True)
        self.state = state_of(Game(SIZE), joseki=self.settings[0])
        self._kept = memory, lend_joseki(self.state, memory, 1)

    def judge(self, moves: Sequence[tuple[int, Any]]) -> Array:
        """Return for each move on the board its number, then rank and -ln p by each kind of knowledge; moves up to an illegal one."""
        from miai.go.board.board import PASS_CELL, clear_board
        from miai.go.board.legality import LEGAL, verdict
        from miai.go.board.moves import play
        from miai.go.records.fast_replay import cells_of

        colors, cells = cells_of(moves, SIZE)
        board, rows = self.state.board, []
        clear_board(board)
        for number, (color, cell) in enumerate(zip(colors, cells, strict=True), 1):
            if cell != PASS_CELL:
                if verdict(board, cell, color, True) != LEGAL:
                    break
                if board.to_play == color:
                    rows.append([number, *itertools.chain.from_iterable(self._judge_move(int(cell)))])
            play(board, cell, color)
        return np.array(rows, float).reshape(-1, 1 + 2 * len(KNOWLEDGE))

    def _judge_move(self, cell: int) -> Iterator[tuple[float, float]]:
        from miai.go.problem.prior_joseki import fill_with_joseki

        state = self.state
        state.root_moves = state.board.moves
        empties = np.array(state.board.empties[: int(state.board.empty_count)], np.int64)
        for settings in self.settings:
            state.joseki = settings.as_record()
            fill_with_joseki(state)
            won = state.prior_value[empties] * state.prior_weight[empties] - 0.5 * state.prior.even
            own = float(won[empties == cell][0])
            rank = float((won > own).sum()) + ((won == own).sum() - 1) / 2
            strengths = np.maximum(0.0, won).astype(float) ** 2
            yield rank, float(np.log(strengths.sum()) - 2 * np.log(max(own, 1e-6)))


def _games(parameters: Parameters, seed: int) -> Iterator[Sequence[tuple[int, Any]]]:
    if not parameters.tables:
        dice = random.Random(seed)
        points = [(x, y) for x in range(2, SIZE - 2) for y in range(2, SIZE - 2)]
        for _ in range(parameters.games):
            yield [(1 + number % 2, point) for number, point in enumerate(dice.sample(points, OWN_MOVES))]
        return
    from miai.core.errors import UserError
    from miai.go.knowledge.learned.game_tables import open_tables

    opened = open_tables([Path(name.strip()) for name in parameters.tables.split(",")])
    if opened.size != SIZE:
        raise UserError(f"tables: games on {SIZE}x{SIZE} are needed, not on {opened.size}x{opened.size}")
    for game in itertools.islice(opened.games("valid"), parameters.games):
        yield game.moves


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    gains = [cell for cell in cells if cell.measure == "first gain"]
    made = []
    for cell in gains:
        low, high = bounds(cell)
        claim = f"moves {cell.parameters['phase']}: {cell.parameters['knowledge']} predicts the first choice more often"
        evidence = f"{cell.value or 0.0:+.2f} points in percent ({low:+.2f} to {high:+.2f}), {cell.count:,} positions"
        made.append(Finding(claim, is_above((low, high)), evidence, decided_by("95 % interval of games", len(gains))))
    return made


EXPERIMENT = Experiment(
    name="opening-prediction",
    question="Do patterns of corners and sides predict the moves of strong players on 19x19 better than the learned chances alone?",
    source=f"{BASALDUA}, section 3.4",
    parameters=Parameters,
    presets={"smoke": {"games": 2}, "quick": {"games": 100}, "paper": {"games": 1700, "moves": 300}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    tables=[
        Table("First choice, in percent", "first", rows="knowledge", columns="phase", digits=1),
        Table("Among the first five, in percent", "first 5", rows="knowledge", columns="phase", digits=1),
        Table("Mean of -ln p", "loss", rows="knowledge", columns="phase", digits=3),
        Table(
            "Gain in first choice over the learned chances, in percent",
            "first gain",
            rows="knowledge",
            columns="phase",
            digits=2,
        ),
        Table("Gain in -ln p", "loss gain", rows="knowledge", columns="phase", digits=4),
    ],
)
