"""Is a playout a random walk, whose win rate follows from the lead and the length of the playout?

Basaldúa (2013), section 4.1.1, models the errors of a playout's moves as a Wiener process: the score at the end is the value v of the
position plus W, which has mean 0 and a variance c t, proportional to the length t of the playout. Then a lead v wins with probability
Phi(v / sqrt(c t)). The source does not measure it.

Positions are taken from short self-play games at several stages; the later, the more settled. Their value v is the mean score of playouts
with Go knowledge. Uniform playouts from the same position have the score v + W. A lead is varied by shifting the komi. The constant c is
fitted in two ways: to the variances (equation 4.26), and to the win rates, which is the best that the model can do. One c is fitted to
all positions, and one for each board size: if that grows with the board, a larger board is harder than its longer playouts explain.

Near an even score a lead of one point changes the win rate by some slope s, so 1 / (4 s^2) playouts have a standard error as large as the
effect of that point. In the model this number is (pi / 2) c t: it grows with the length of the playouts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import OPEN, decided_by, is_above, is_below
from miai.experiments.published import BASALDUA

LEADS = (2, 5, 10, 20, 40)
SMALL_LEAD = 5
"""The lead from which the effect of one point is taken."""
CONSTANTS = np.geomspace(0.01, 10_000, 1401)
"""The constants that are tried, in steps of 1 %."""
CLOSE = 0.05
"""Mean distance of the observed and the predicted win rate below which the model is said to fit."""


@dataclass(frozen=True)
class Parameters:
    sizes: tuple[int, ...] = parameter((9, 13, 19), "board sizes", low=5, high=19)
    games: int = parameter(20, "self-play games on each board", low=2)
    stages: tuple[float, ...] = parameter((0.6, 0.8, 1.0), "places in each game, as shares of its moves", low=0, high=1)
    playouts: int = parameter(500, "playouts of each kind from each position", low=10)
    thinking: int = parameter(60, "playouts of each move of the games", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    return [{"size": size, "game": game} for size in parameters.sizes for game in range(parameters.games)]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.experiments.shared.go_games import LONGEST, own_game, random_opening
    from miai.go.player import Player
    from miai.go.player.presets import preset_named
    from miai.go.player.settings import change_all
    from miai.go.rules.rulesets import rules_named

    size = int(job["size"])
    settings = change_all(preset_named("default"), [f"playouts={parameters.thinking}", f"seed={seed % 2**31}", "memory=32"])
    player = Player(size, rules_named("chinese"), settings)
    game = own_game(player, LONGEST * size * size, random_opening(size, seed % 2**31))
    cells = []
    for stage in parameters.stages:
        found = walk(game_after(game, round(stage * len(game.moves))), parameters.playouts, seed % 2**31)
        cells += [Cell({**job, "stage": stage, **labels}, measure_, value) for labels, measure_, value in found]
    return cells


def game_after(game: Any, moves: int) -> Any:
    """Return the game after its first `moves` moves."""
    from miai.go.rules.game import Game

    shorter = Game(game.size, game.rules)
    for color, move in game.moves[:moves]:
        shorter.board.to_play = color
        shorter.play(move)
    return shorter


def walk(game: Any, playouts: int, seed: int) -> list[tuple[dict[str, Scalar], str, float]]:
    """Return (labels, measure, value) of one position: its value, the length, bias and variance of playouts, and the win rate of leads."""
    from miai.go.playouts import POLICIES

    value = scores(game, POLICIES["base"], playouts, seed)[0].mean()
    ends, lengths = scores(game, POLICIES["uniform"], playouts, seed + 1)
    errors = ends - value
    found: list[tuple[dict[str, Scalar], str, float]] = [
        ({}, "length", float(lengths.mean())),
        ({}, "bias", float(errors.mean())),
        ({}, "variance", float(errors.var(ddof=1))),
    ]
    for lead in LEADS:  # of either colour: a bias for one of them cancels
        won = ((errors > -lead).mean() + (errors < lead).mean()) / 2
        found.append(({"lead": lead}, "won", float(won)))
    return found


def scores(game: Any, policy: Any, playouts: int, seed: int) -> tuple[Any, Any]:
    """Return Black's points and the lengths of playouts from the position of `game`."""
    from miai.core.records import copy_record
    from miai.go.problem import go_problem, state_of
    from miai.search.problem import is_terminal, play_out
    from miai.search.settings import Settings
    from miai.search.worker import new_workers

    state = state_of(game, policy=policy)
    state.board.passes = 0
    worker = new_workers(go_problem(game.size), Settings(), seed, 1)[0]
    ends, lengths = np.empty(playouts), np.empty(playouts)
    for number in range(playouts):
        here = copy_record(state)
        assert not is_terminal(here)
        play_out(here, worker)
        ends[number], lengths[number] = int(here.points), int(here.board.moves) - int(state.board.moves)
    return ends, lengths


def predicted(lead: float, length: float, constant: float) -> float:
    """Return Phi(lead / sqrt(c t)), the probability that a lead wins after a walk of this length."""
    return 0.5 * math.erfc(-lead / math.sqrt(2.0 * constant * max(length, 1.0)))


def fitted(cells: Sequence[Cell]) -> float:
    """Return c: the sum of variances over the sum of lengths."""
    total = {name: sum(cell.value or 0.0 for cell in cells if cell.measure == name) for name in ("variance", "length")}
    return total["variance"] / max(total["length"], 1e-9)


def fitted_to_win_rates(cells: Sequence[Cell]) -> float:
    """Return the c with the least squared distance of observed and predicted win rates."""
    from scipy import special

    won = [cell for cell in cells if cell.measure == "won"]
    seen, leads = np.array([cell.value for cell in won]), np.array([cell.parameters["lead"] for cell in won], float)
    lengths = np.maximum([length_of(cells, cell) for cell in won], 1.0)
    model = special.ndtr(leads / np.sqrt(np.outer(CONSTANTS, lengths)))
    return float(CONSTANTS[((model - seen) ** 2).sum(axis=1).argmin()])


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    best = fitted_to_win_rates(cells)
    made = [Cell({"boards": "all"}, "c of all", fitted(cells)), Cell({"boards": "all"}, "c of all by win rates", best)]
    for size in parameters.sizes:
        here = [cell for cell in cells if cell.parameters["size"] == size]
        by_game = [[cell for cell in here if cell.parameters["game"] == game] for game in range(parameters.games)]
        for name, values in (
            ("c", [fitted(each) for each in by_game]),
            ("c by win rates", [fitted_to_win_rates(each) for each in by_game]),
            ("misfit", [misfit(each, best) for each in by_game]),
        ):
            made.append(mean_cell({"size": size}, name, values))
        for lead in LEADS:
            won = [cell for cell in here if cell.measure == "won" and cell.parameters["lead"] == lead]
            made.append(mean_cell({"size": size, "lead": lead}, "win rate", means_of_games(won)))
            model = [predicted(lead, length_of(cells, cell), best) for cell in won]
            made.append(Cell({"size": size, "lead": lead}, "model", float(np.mean(model)), count=len(model)))
        for stage in parameters.stages:
            made += effect_of_a_point(size, stage, [cell for cell in here if cell.parameters["stage"] == stage])
    return made


def effect_of_a_point(size: int, stage: float, cells: Sequence[Cell]) -> list[Cell]:
    """Return the mean length at a stage of the games, and the playouts whose standard error is the effect of one point."""
    lengths = [cell.value or 0.0 for cell in cells if cell.measure == "length"]
    won = [cell.value or 0.0 for cell in cells if cell.measure == "won" and cell.parameters["lead"] == SMALL_LEAD]
    slope = (float(np.mean(won)) - 0.5) / SMALL_LEAD
    needed = 0.25 / slope**2 if slope > 0 else math.inf
    where = {"size": size, "stage": stage}
    return [mean_cell(where, "mean length", lengths), Cell(where, "playouts for one point", needed, count=len(won))]


def means_of_games(cells: Sequence[Cell]) -> list[float]:
    """Return the mean of the cells of each game: positions of one game are not independent."""
    by_game: dict[Scalar, list[float]] = {}
    for cell in cells:
        by_game.setdefault(cell.parameters["game"], []).append(cell.value or 0.0)
    return [float(np.mean(values)) for values in by_game.values()]


def mean_cell(labels: Mapping[str, Scalar], name: str, values: Sequence[float]) -> Cell:
    mean = mean_with_interval(values)
    return Cell(labels, name, mean.mean, mean.low, mean.high, len(values))


def length_of(cells: Sequence[Cell], cell: Cell) -> float:
    """Return the length of the playouts of the position to which `cell` belongs."""
    place = {name: cell.parameters[name] for name in ("size", "game", "stage")}
    return next(each.value or 0.0 for each in cells if each.measure == "length" and place.items() <= each.parameters.items())


def misfit(cells: Sequence[Cell], constant: float) -> float:
    """Return the mean distance of observed and predicted win rates."""
    won = [cell for cell in cells if cell.measure == "won"]
    return float(
        np.mean(
            [abs((cell.value or 0.0) - predicted(float(cell.parameters["lead"]), length_of(cells, cell), constant)) for cell in won]
        )
    )


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    misfits = [cell for cell in cells if cell.measure == "misfit"]
    return [*(_fits(cell, len(misfits)) for cell in misfits), *_larger_boards(parameters, cells)]


def _fits(cell: Cell, comparisons: int) -> Finding:
    size, low, high = cell.parameters["size"], cell.low or 0.0, cell.high if cell.high is not None else math.inf
    claim = f"on {size}x{size} win rates follow Phi(v / sqrt(c t)) with one c for all boards, within {CLOSE:g} on average"
    evidence = f"mean distance {cell.value:.3f} ({low:.3f} to {high:.3f})"
    return Finding(claim, is_below((low, high), CLOSE), evidence, decided_by("95 % t interval over games", comparisons))


def _larger_boards(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    by_size = {int(cell.parameters["size"]): cell for cell in cells if cell.measure == "c"}
    if len(by_size) < 2:
        return []
    small, large = by_size[min(by_size)], by_size[max(by_size)]
    known = None not in (small.low, small.high, large.low, large.high)
    gap = (float(large.low or 0.0) - float(small.high or 0.0), float(large.high or 0.0) - float(small.low or 0.0))
    shown = "; ".join(f"{size}x{size}: {cell.value:.2f} ({cell.low:.2f} to {cell.high:.2f})" for size, cell in by_size.items())
    claim = (
        f"c is larger on {max(by_size)}x{max(by_size)} than on {min(by_size)}x{min(by_size)}: longer playouts do not explain all"
    )
    verdict = is_above(gap) if known else OPEN
    return [Finding(claim, verdict, f"c by board: {shown}", decided_by("95 % t intervals over games do not overlap"))]


def prepare(parameters: Parameters) -> None:
    """Compile once, not in every worker."""
    for size in parameters.sizes:
        measure(Parameters(sizes=(size,), stages=(1.0,), playouts=10, thinking=2), {"size": size, "game": 0}, 1)


EXPERIMENT = Experiment(
    name="playout-model",
    question="Is a playout a random walk, whose win rate follows from the lead and the length of the playout?",
    source=f"{BASALDUA}, section 4.1.1, equations 4.24 to 4.27",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": (5,), "games": 2, "stages": (1.0,), "playouts": 20, "thinking": 2},
        "quick": {"sizes": (9, 13), "games": 6, "playouts": 200, "thinking": 30},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    cost=lambda parameters, job: float(job["size"]) ** 4,
    tables=[
        Table(
            "Constant c by variances and by win rates, and mean distance of win rates from the model",
            ("c", "c by win rates", "misfit"),
            rows="size",
            digits=3,
        ),
        Table("Win rate of a lead, observed and by the model", ("win rate", "model"), rows=("size", "lead")),
        Table(
            "Length of playouts, and playouts whose standard error is the effect of one point",
            ("mean length", "playouts for one point"),
            rows=("size", "stage"),
            digits=0,
        ),
        Table("Playouts from each position", ("length", "bias", "variance"), rows=("size", "game", "stage"), digits=1),
    ],
    plots=[Curve("win-rate", "win rate", x="lead", line="size", title="Win rate of a lead after a uniform playout")],
)
