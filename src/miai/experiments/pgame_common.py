"""What the experiments on artificial games have in common: games in blocks, contenders on the same games, curves with intervals.

A **contender** is a kind of search. All contenders of a job search the same games with the same streams of random numbers. A job is one
block of games of one shape. Its cells, "block error" and "block nodes", are the raw material; `summarise` makes of them:

| measure | meaning |
|---|---|
| `error` | share of searches that choose a wrong first move, after so many iterations |
| `gain` | base error / error: above 1 is better than the base |
| `mean error` | the error averaged over the checkpoints: one number for a curve |
| `nodes` | of a search's graph after its last iteration, on average; only of those searches that were run (`mean_nodes`) |
| `excess` | mean error minus that of the base, on the same games: below 0 is better than the base |
| `late error`, `late excess` | the same, over the second half of the checkpoints (300 to 10,000 iterations at the published scale) |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Scalar, parameter
from miai.experiments.pgame_statistics import Blocks, Estimate, error_at, excess, gain_at, mean_error

CHECKPOINTS = tuple(factor * 10**power for power in range(1, 7) for factor in (1, 2, 3, 5))
RAW, RAW_NODES = "block error", "block nodes"
NODES = "nodes"

SMOKE = {"games": 4, "repetitions": 1, "iterations": 50, "blocks": 2}


@dataclass(frozen=True)
class Scale:
    """How much is run: the published scale by default."""

    games: int = parameter(200, "games of each kind", low=2)
    repetitions: int = parameter(200, "searches of each game by each contender", low=1)
    iterations: int = parameter(10_000, "iterations of each search", low=10, high=5_000_000)
    blocks: int = parameter(10, "blocks of games, from whose differences the intervals come; a job is a block", low=2)
    exploration: float = parameter(1.0, "the constant C of UCB1", low=0)

    def __post_init__(self) -> None:
        if self.blocks > self.games:
            raise UserError(f"blocks is at most the number of games, {self.games}, not {self.blocks}")
        from miai.problems.pgame.game import check_shape

        for size, combination in self.kinds():
            check_shape(*shape_of(size), combination)

    def kinds(self) -> Iterable[tuple[str, float]]:
        """The (size, combination) of all games that are searched: checked before anything is run."""
        return ()


@dataclass(frozen=True)
class Contender:
    """A kind of search: what its cells are called, the settings that it changes, and the move groups of the game that it sees."""

    labels: Mapping[str, Scalar]
    changes: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, Any] = field(default_factory=dict)
    algorithm: str = "uct"


def checkpoints(scale: Scale) -> list[int]:
    """The numbers of iterations at which a search is looked at."""
    return [each for each in CHECKPOINTS if each <= scale.iterations]


def shape_of(size: str) -> tuple[int, int]:
    """(breadth, depth) of a size such as 2x20. Raises `UserError`."""
    breadth, cross, depth = size.partition("x")
    if not (cross and breadth.isdigit() and depth.isdigit()):
        raise UserError(f"a size is breadth x depth, such as 2x20; not {size!r}")
    return int(breadth), int(depth)


def blocks_of(scale: Scale) -> Iterable[int]:
    """The numbers of the blocks."""
    return range(scale.blocks)


def games_of(scale: Scale, block: int) -> range:
    """The numbers of the games of a block."""
    return range(block * scale.games // scale.blocks, (block + 1) * scale.games // scale.blocks)


def measure_block(
    scale: Scale,
    labels: Mapping[str, Scalar],
    block: int,
    seed: int,
    size: str,
    combination: float,
    contenders: Sequence[Contender],
) -> list[Cell]:
    """The error of every contender on one block of games, at each checkpoint, and how large its graphs were."""
    from miai.problems.pgame import make_game

    breadth, depth = shape_of(size)
    runs = [_runner(scale, contender, seed) for contender in contenders]
    needs_groups = any(contender.groups for contender in contenders)
    wrong = np.zeros((len(contenders), len(checkpoints(scale))))
    numbers = games_of(scale, block)
    for number in numbers:
        game = make_game(breadth, depth, combination, seed + number, solved=needs_groups)
        for place, run in enumerate(runs):
            wrong[place] += run(game, number)
    searches = len(numbers) * scale.repetitions
    return [
        Cell({**labels, **contender.labels, "iterations": iterations, "block": block}, RAW, each / searches, count=searches)
        for contender, curve in zip(contenders, wrong, strict=True)
        for iterations, each in zip(checkpoints(scale), curve, strict=True)
    ] + [
        Cell({**labels, **contender.labels, "block": block}, RAW_NODES, run.nodes / run.searches, count=run.searches)
        for contender, run in zip(contenders, runs, strict=True)
        if isinstance(run, _Uct) and run.searches
    ]


def _runner(scale: Scale, contender: Contender, seed: int) -> Callable[[Any, int], Any]:
    """A function of game and number that gives how many searches were wrong at each checkpoint."""
    from miai.problems.pgame.alphabeta import OUTCOMES, SCORES
    from miai.problems.pgame.trials import alpha_beta_curve, monte_carlo_curve

    points, repetitions = checkpoints(scale), scale.repetitions
    if contender.algorithm == "uct":
        return _Uct(scale, contender, seed)
    if contender.algorithm == "monte carlo":
        return lambda game, number: monte_carlo_curve(game, points, repetitions, seed, number)
    goal = SCORES if contender.algorithm == "alpha-beta on scores" else OUTCOMES
    return lambda game, number: alpha_beta_curve(game, points, repetitions, seed + number, goal)


class _Uct:
    """The search of this package as a runner, which also counts the nodes of its graphs."""

    def __init__(self, scale: Scale, contender: Contender, seed: int) -> None:
        from miai.problems.pgame.trials import Curves
        from miai.search.settings import Settings

        plain = {"mode": "tree", "maturity": 0, "solver": False, "exploration": scale.exploration}
        grouping = {"grouping": "given"} if contender.groups else {}
        settings = Settings(**{**plain, **grouping, **contender.changes})
        self._curves, self._groups = Curves(settings, checkpoints(scale), scale.repetitions, seed), contender.groups

    def __call__(self, game: Any, number: int) -> Any:
        return self._curves.wrong_choices(game, game.start(**self._groups), number)

    @property
    def searches(self) -> int:
        """How many searches were run: none where no move was wrong."""
        return self._curves.searches

    @property
    def nodes(self) -> int:
        """The nodes of all of them together, at their ends."""
        return self._curves.nodes


def compile_all(scale: Scale) -> None:
    """Compile what the jobs need, once for all workers."""
    from miai.problems.pgame.trials import make_short_curves

    make_short_curves()


Key = frozenset[tuple[str, Scalar]]


def blocks_by_contender(scale: Scale, cells: Iterable[Cell]) -> dict[Key, Blocks]:
    """The raw cells put together: for each contender on each kind of game its errors, blocks by checkpoints."""
    found: dict[Key, dict[int, dict[int, Cell]]] = {}
    for cell in cells:
        if cell.measure == RAW:
            rest = {name: value for name, value in cell.parameters.items() if name not in ("iterations", "block")}
            curves = found.setdefault(frozenset(rest.items()), {})
            curves.setdefault(int(cell.parameters["block"]), {})[int(cell.parameters["iterations"])] = cell
    return {key: _as_blocks(curves, scale.repetitions) for key, curves in found.items()}


def _as_blocks(curves: Mapping[int, Mapping[int, Cell]], repetitions: int) -> Blocks:
    lines = [[curve[iterations] for iterations in sorted(curve)] for _, curve in sorted(curves.items())]
    errors = np.array([[cell.value for cell in line] for line in lines], np.float64)
    return Blocks(errors, np.array([line[0].count / repetitions for line in lines], np.float64))


def labelled(labels: Mapping[str, Scalar]) -> Key:
    """The key of `blocks_by_contender` for the contender and games with these labels."""
    return frozenset(labels.items())


def summarise(scale: Scale, cells: Iterable[Cell], base: Mapping[str, Scalar]) -> list[Cell]:
    """The cells of the table in this module's docstring. The base of a contender has its labels, but for those in `base`."""
    found = blocks_by_contender(scale, cells)
    made = []
    for key, measured in found.items():
        labels = dict(sorted(key, key=lambda item: item[0]))
        standard = found[labelled({**labels, **base})]
        is_base = standard is measured
        made += _curve_cells(scale, labels, standard, measured, is_base)
        for first, word in ((0, ""), (len(checkpoints(scale)) // 2, "late ")):
            made.append(_cell(labels, f"{word or 'mean '}error", mean_error(measured, first), measured))
            if not is_base:
                made.append(_cell(labels, f"{word}excess", excess(standard, measured, first), measured))
    return made


def _curve_cells(scale: Scale, labels: dict[str, Scalar], base: Blocks, measured: Blocks, is_base: bool) -> list[Cell]:
    made = []
    for place, iterations in enumerate(checkpoints(scale)):
        at = {**labels, "iterations": iterations}
        made.append(_cell(at, "error", error_at(place, measured), measured))
        if not is_base:
            made.append(_cell(at, "gain", gain_at(place, base, measured), measured))
    return made


def _cell(labels: Mapping[str, Scalar], measure: str, estimate: Estimate, measured: Blocks) -> Cell:
    return Cell(labels, measure, *estimate, count=int(measured.games.sum()))


def mean_nodes(cells: Iterable[Cell]) -> list[Cell]:
    """The mean number of nodes of each contender's graphs."""
    found: dict[Key, list[Cell]] = {}
    for cell in cells:
        if cell.measure == RAW_NODES:
            labels = {name: value for name, value in cell.parameters.items() if name != "block"}
            found.setdefault(labelled(labels), []).append(cell)
    return [Cell(dict(sorted(key, key=lambda item: item[0])), NODES, *_weighted_mean(each)) for key, each in found.items()]


def _weighted_mean(cells: Sequence[Cell]) -> tuple[float, None, None, int]:
    count = sum(cell.count for cell in cells)
    return sum((cell.value or 0.0) * cell.count for cell in cells) / count, None, None, count


def find(cells: Iterable[Cell], measure: str, **labels: Scalar) -> list[Cell]:
    """The cells of `measure` that have these labels."""
    return [
        cell
        for cell in cells
        if cell.measure == measure and all(cell.parameters.get(name) == value for name, value in labels.items())
    ]


def in_words(cell: Cell, digits: int = 4) -> str:
    """The value with its interval."""
    if cell.value is None:
        return "no number"
    if cell.low is None or cell.high is None:
        return f"{cell.value:.{digits}f}"
    return f"{cell.value:.{digits}f} ({cell.low:.{digits}f} to {cell.high:.{digits}f})"
