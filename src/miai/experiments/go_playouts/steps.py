"""Which steps choose the moves of playouts, with and without learning?

A player with the preset `isgo-learning` plays against itself, and every move of every playout is counted by the step that chose it.
Playouts without learning have a learner too; it suggests no moves and only counts. Table 4.8 of Basaldúa (2013) has the mean over three
board sizes. Intervals are over games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.verdicts import OPEN, decided_by, is_below
from miai.experiments.published import BASALDUA, published_rows
from miai.experiments.shared.go_games import play_game

if TYPE_CHECKING:
    from miai.go.player import Player

POLICIES = {"base": ("learning.context_moves=false", "learning.reply_moves=false", "learning.balance=false"), "learning": ()}


@dataclass(frozen=True)
class Parameters:
    sizes: tuple[int, ...] = parameter((9,), "board sizes", low=5, high=19)
    playouts: int = parameter(1000, "playouts per move", low=2)
    games: int = parameter(2, "games of each size", low=1)
    memory: float = parameter(0.0, "memory limit of the learned tables in MiB; 0: the default", low=0, high=1 << 16)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    return [
        {"policy": policy, "size": size, "game": game}
        for size in parameters.sizes
        for policy in POLICIES
        for game in range(parameters.games)
    ]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    from miai.go.playouts.observers import STEPS

    player = new_player(parameters, str(job["policy"]), int(job["size"]), seed)
    play_game(player, player)
    counts = player.thinker.steps().sum(axis=0)
    return [Cell({**job, "step": step}, "moves", float(count)) for step, count in zip(STEPS, counts, strict=True)]


def new_player(parameters: Parameters, policy: str, size: int, seed: int) -> Player:
    from miai.go.player import Player, preset_named
    from miai.go.player.settings import change_all

    words = [f"learning.memory={parameters.memory}", *POLICIES[policy]]
    settings = change_all(preset_named("isgo-learning"), words)
    own = replace(settings, playouts=parameters.playouts, seed=seed % 2**62, memory=64.0, judge_playouts=200)
    return Player(size, settings=own)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the share of each step: in each game, then the mean over the games of a size, then over sizes."""
    shares: dict[tuple[str, str], dict[int, list[float]]] = {}
    for (policy, size, _), of in _by_game(cells).items():
        for step, count in of.items():
            shares.setdefault((policy, step), {}).setdefault(size, []).append(count / max(1.0, sum(of.values())))
    return [
        Cell({"policy": policy, "step": step}, "share", *_mean(list(by_size.values())))
        for (policy, step), by_size in shares.items()
    ]


def _by_game(cells: Sequence[Cell]) -> dict[tuple[str, int, Scalar], dict[str, float]]:
    """Return the moves of each step in each game, by policy, size and game."""
    counts: dict[tuple[str, int, Scalar], dict[str, float]] = {}
    for cell in cells:
        if cell.measure == "moves":
            game = str(cell.parameters["policy"]), int(cell.parameters["size"]), cell.parameters["game"]
            counts.setdefault(game, {})[str(cell.parameters["step"])] = cell.value or 0.0
    return counts


def _mean(by_size: list[list[float]]) -> tuple[float, float | None, float | None]:
    """Return the mean over sizes and its 95 % t interval; no interval with one game of a size."""
    mean = sum(sum(games) / len(games) for games in by_size) / len(by_size)
    rows = list(zip(*by_size, strict=False))
    if len(rows) < 2:
        return mean, None, None
    found = mean_with_interval([sum(row) / len(row) for row in rows])
    return mean, found.low, found.high


def published(cell: Cell) -> Published | None:
    if cell.measure != "share":
        return None
    row = next((row for row in published_rows("playout_steps") if row["step"] == cell.parameters["step"]), None)
    return Published(float(row[str(cell.parameters["policy"])])) if row is not None else None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    share = {(c.parameters["policy"], c.parameters["step"]): c.value or 0.0 for c in cells if c.measure == "share"}
    if ("base", "random") not in share or ("learning", "random") not in share:
        return []
    before, after = share["base", "random"], share["learning", "random"]
    return [
        Finding(
            "Learning playouts play fewer random moves",
            _fewer_random_moves(cells),
            f"{before:.1%} without, {after:.1%} with learning; published 48.0 % and 28.7 %",
            decided_by("95 % t interval over pairs of games"),
        )
    ]


def _fewer_random_moves(cells: Sequence[Cell]) -> str:
    """Return the verdict from the differences between games of both policies; one game of each decides nothing."""
    counts: dict[tuple[Scalar, Scalar], dict[Scalar, list[float]]] = {}
    for cell in cells:
        if cell.measure == "moves":
            game = counts.setdefault((cell.parameters["size"], cell.parameters["game"]), {})
            random, total = game.get(cell.parameters["policy"], [0.0, 0.0])
            value = cell.value or 0.0
            game[cell.parameters["policy"]] = [random + value * (cell.parameters["step"] == "random"), total + value]
    changes = [game["learning"][0] / game["learning"][1] - game["base"][0] / game["base"][1] for game in counts.values()]
    if len(changes) < 2:
        return OPEN
    mean = mean_with_interval(changes)
    return is_below((mean.low, mean.high))


def prepare(parameters: Parameters) -> None:
    for size in parameters.sizes:
        new_player(parameters, "learning", size, 0).prepare()


EXPERIMENT = Experiment(
    name="learning-steps",
    question="Which steps choose the moves of playouts, with and without learning?",
    source=f"{BASALDUA}, table 4.8",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": (5,), "playouts": 4, "games": 1},
        "quick": {},
        "paper": {"sizes": (9, 13, 19), "playouts": 8000, "games": 20},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    published=published,
    findings=findings,
    prepare=prepare,
    cost=lambda parameters, job: float(job["size"]) ** 4,
    tables=[Table("Share of the moves of playouts, by step", "share", rows="step", columns="policy", digits=4)],
)
