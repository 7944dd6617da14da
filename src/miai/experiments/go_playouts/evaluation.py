"""How well do playouts evaluate positions, with and without learning?

Playouts from positions of the player's own games estimate Black's chance. A side with learning plays some playouts to learn from, then as
many that count; the sides `searched`, `tree` and `both` learn in a search with as many playouts instead. The judge is a longer search with
other playouts, those of the player. The better the playouts, the smaller the root mean square of estimate minus judgement (RMSE); the slope
of judgements over estimates is 1 if estimates are neither too bold nor too timid; and Spearman's correlation compares the order of
positions alone.

All sides have the preset `isgo-learning`, changed as `SIDES` says. Intervals are bootstrapped over positions, and the gain is paired: the
RMSE of base minus that of the side in the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.statistics import rank_correlation
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import bounds, decided_by, is_above
from miai.experiments.go_playouts.moves import KOMI
from miai.experiments.published import BASALDUA
from miai.experiments.shared.choices import JUDGE_MEMORY, open_position

if TYPE_CHECKING:
    from miai.go.player import PlayerSettings
    from miai.go.playouts.learning.knowledge import Knowledge
    from miai.go.rules.game import Game

BASE = "base"
SIDES: dict[str, tuple[str, ...]] = {
    BASE: ("learning.on=false",),
    "learning": (),
    "z-1.96": ("learning.z=1.96",),
    "all-skipped": ("playout.skipped_patterns=off",),
    "as-before": ("learning.z=1.96", "playout.skipped_patterns=off"),
    "start-1/1": ("learning.start=1/1",),
    "start-1/2": ("learning.start=1/2",),
    "fresh": ("learning.fresh=true",),
    "fresh-1/1": ("learning.fresh=true", "learning.start=1/1"),
    "balance-8": ("learning.balance_step=8",),
    "no-balance": ("learning.balance=false",),
    "k-16": ("learning.replies=16",),
    "context-24": ("learning.context=24",),
    "64-mib": ("learning.memory=64",),
    "bits-12-7": ("learning.context_bits=12", "learning.reply_bits=7"),
    "bits-16-13": ("learning.context_bits=16", "learning.reply_bits=13"),
    "nodes-only": ("learning.reply_moves=false",),
    "edges-only": ("learning.context_moves=false",),
    "edges-only-64": ("learning.context_moves=false", "learning.memory=64"),
    "searched": (),
    "tree": ("learning.teacher=tree",),
    "both": ("learning.teacher=both",),
}
"""Settings of each side that differ from the preset `isgo-learning`."""
IN_SEARCH = ("searched", "tree", "both")
"""The sides that learn in a search."""
SAMPLES = 1000
"""Samples of the bootstrap."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    sides: tuple[str, ...] = parameter(tuple(SIDES), f"sides compared with base: {', '.join(SIDES)}")
    playouts: tuple[int, ...] = parameter((2000,), "playouts to learn from, and as many that count", low=1)
    positions: int = parameter(40, "positions, from games of the player with itself", low=4)
    repeats: int = parameter(2, "estimates of each side in a position, with different seeds", low=1)
    judge: int = parameter(16000, "playouts of the judge's search", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        look_up("side", side, SIDES)  # reports a wrong name before any playout
    return [{"position": number} for number in range(parameters.positions)]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    game = open_position(parameters.size, min(parameters.judge, 2000), seed)
    cells = [Cell({"position": job["position"]}, "judged", judged(game, parameters.judge, seed))]
    for side in dict.fromkeys((BASE, *parameters.sides)):
        for playouts in parameters.playouts:
            for repeat in range(parameters.repeats):
                labels: dict[str, Scalar] = {"side": side, "playouts": playouts, "position": job["position"], "repeat": repeat}
                cells.append(Cell(labels, "estimate", estimate(game, side, playouts, seed + repeat)))
    return cells


def judged(game: Game, playouts: int, seed: int) -> float:
    """Return Black's chance by a search with the playouts of the player."""
    from miai.go.player.settings import GO_PLAYOUTS, GO_SEARCH
    from miai.go.problem import go_problem, state_of
    from miai.search import Search

    go_problem(game.size)
    value = Search(state_of(game, policy=GO_PLAYOUTS), GO_SEARCH, seed=seed % 2**62, memory=JUDGE_MEMORY).run(playouts).value
    return value if game.to_play == 1 else 1 - value


def estimate(game: Game, side: str, playouts: int, seed: int) -> float:
    """Return the share of playouts that Black wins, after as many to learn from."""
    from miai.core.records import new, new_array
    from miai.core.streams import new_stream
    from miai.go.board.board import board_dtype
    from miai.go.player import preset_named
    from miai.go.player.settings import change_all
    from miai.go.playouts.game import policy_games
    from miai.go.playouts.learning.knowledge import Knowledge
    from miai.go.playouts.learning.learner import learning_games
    from miai.go.playouts.observers import tally_t

    settings = change_all(preset_named("isgo-learning"), SIDES[side])
    policy, boards = settings.playout.as_record(), new_array(board_dtype(game.size), 2)
    boards[0] = game.board
    if not settings.learning.on:
        _, won, _ = policy_games(boards, policy, new_stream(seed), playouts, KOMI, new(tally_t))
        return float(won) / playouts
    knowledge = searched(game, settings, playouts, seed) if side in IN_SEARCH else Knowledge(game.size, settings.learning)
    [learner] = knowledge.learners(1)
    if side not in IN_SEARCH:
        learning_games(boards, policy, new_stream(seed, 1), playouts, KOMI, new(tally_t), learner)
    _, won, _ = learning_games(boards, policy, new_stream(seed), playouts, KOMI, new(tally_t), learner)
    return float(won) / playouts


def searched(game: Game, settings: PlayerSettings, playouts: int, seed: int) -> Knowledge:
    """Return what a search of the position has learned, in its playouts, from its tree, or both."""
    from miai.go.player.thinking import Thinker
    from miai.search.slicing import Limit

    thinker = Thinker(replace(settings, seed=seed % 2**62, memory=JUDGE_MEMORY))
    thinker.prepare(game, game.to_play)
    thinker.think(Limit(playouts))
    assert thinker.knowledge is not None
    return thinker.knowledge


# --- how good the estimates are: rows are positions, columns repeats ---


def rmse(estimates: Numbers, truth: Numbers) -> float:
    """Return the root mean square of estimate minus judgement."""
    return float(np.sqrt(np.mean((estimates - truth[:, None]) ** 2)))


def slope(estimates: Numbers, truth: Numbers) -> float:
    """Return the slope of judgements over estimates by least squares; 0 if all estimates are the same."""
    x, y = estimates.ravel(), np.repeat(truth, estimates.shape[1])
    spread = float(np.mean((x - x.mean()) ** 2))
    return float(np.mean((x - x.mean()) * (y - y.mean()))) / spread if spread > 0 else 0.0


def spearman(estimates: Numbers, truth: Numbers) -> float:
    """Return Spearman's correlation of mean estimates and judgements; 0 if all of either are the same."""
    means = estimates.mean(axis=1)
    if np.ptp(means) == 0 or np.ptp(truth) == 0:
        return 0.0
    return rank_correlation(means, truth)[0]


def interval(count: int, value: Callable[[Any], float]) -> tuple[float, float]:
    """Return the 95 % interval of `value(rows)` over samples of `count` positions, drawn with replacement; the same in every run."""
    dice = np.random.default_rng(1)
    low, high = np.percentile([value(dice.integers(0, count, count)) for _ in range(SAMPLES)], [2.5, 97.5])
    return float(low), float(high)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return RMSE, slope and correlation of each side, and the RMSE of base minus its own, over positions that all sides have."""
    truths = {cell.parameters["position"]: cell.value or 0.0 for cell in cells if cell.measure == "judged"}
    if len(truths) < 4:
        return []
    found: dict[tuple[Scalar, Scalar], dict[Scalar, list[float]]] = {}
    for cell in cells:
        if cell.measure == "estimate":
            of = found.setdefault((cell.parameters["playouts"], cell.parameters["side"]), {})
            of.setdefault(cell.parameters["position"], []).append(cell.value or 0.0)
    truth, made = np.array(list(truths.values())), []
    tables = {key: np.array([of[position] for position in truths]) for key, of in found.items()}
    for (playouts, side), table in tables.items():
        made += _of_side({"side": side, "playouts": playouts}, table, tables[playouts, BASE], truth)
    return made


def _of_side(labels: dict[str, Scalar], table: Numbers, base: Numbers, truth: Numbers) -> list[Cell]:
    count, made = len(truth), []
    for name, value in (("rmse", rmse), ("slope", slope), ("spearman", spearman)):
        low, high = interval(count, lambda rows, value=value: value(table[rows], truth[rows]))  # type: ignore[misc]
        made.append(Cell(labels, name, value(table, truth), low, high, count))
    if labels["side"] != BASE:
        low, high = interval(count, lambda rows: rmse(base[rows], truth[rows]) - rmse(table[rows], truth[rows]))
        made.append(Cell(labels, "gain", rmse(base, truth) - rmse(table, truth), low, high, count))
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    gains = [cell for cell in cells if cell.measure == "gain"]
    return [_judged(cell, len(gains)) for cell in gains]


def _judged(cell: Cell, comparisons: int) -> Finding:
    low, high = bounds(cell)
    claim = f"{str(cell.parameters['side']).capitalize()} evaluates better than base with {cell.parameters['playouts']} playouts"
    evidence = f"its RMSE is less by {cell.value or 0.0:+.4f} ({low:+.4f} to {high:+.4f})"
    return Finding(claim, is_above((low, high)), evidence, decided_by("95 % bootstrap interval over positions", comparisons))


_ROWS = ("side", "playouts")

EXPERIMENT = Experiment(
    name="learning-evaluation",
    question="How well do playouts evaluate positions, with and without learning?",
    source=f"{BASALDUA}, section 4.7 (which reports games only)",
    parameters=Parameters,
    presets={
        "smoke": {"size": 5, "sides": ("learning",), "playouts": (4,), "positions": 4, "repeats": 1, "judge": 4},
        "quick": {},
        "paper": {"playouts": (500, 2000, 8000, 32000), "positions": 400, "repeats": 4, "judge": 100_000},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    tables=[
        Table("Root mean square of estimate minus judgement", "rmse", rows=_ROWS, digits=4),
        Table("RMSE of base minus that of the side", "gain", rows=_ROWS, digits=4),
        Table("Slope of judgements over estimates", "slope", rows=_ROWS, digits=2),
        Table("Spearman's correlation of estimates and judgements", "spearman", rows=_ROWS, digits=3),
    ],
    plots=[Curve("rmse", "rmse", x="playouts", line="side", title="Error of playouts against a longer search")],
)
