"""Measurement of the cost of a random game on each rung and size, and of its growth.

Times are CPU time of one thread. All cells (a rung and a size) are measured in turn, in several rounds, so that a disturbance of the
machine affects all of them alike. The cost of a cell is the median of its rounds. In one round all cells play the same games; slow ones
play fewer of them.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.stats

from miai.core.streams import new_stream
from miai.experiments.go_board import claims, record_board
from miai.experiments.go_board.game import Rung, new_chooser, play_games
from miai.experiments.go_board.grid import new_grid
from miai.experiments.go_board.linked_lists import LINKED_LISTS
from miai.experiments.go_board.naive import NAIVE
from miai.experiments.go_board.pseudo_liberties import PSEUDO_LIBERTIES
from miai.experiments.go_board.union_find import UNION_FIND
from miai.experiments.go_board.union_find_delete import UNION_FIND_DELETE

Player = Callable[[Any, int], tuple[int, int]]
"""A function of a random stream and a number of games. It returns the number of moves and the number of games that Black won."""


@dataclass(frozen=True)
class Contestant:
    """A representation that is measured."""

    name: str
    player: Callable[[int], Player]
    """Return the player for a size."""


def _player_on(rung: Rung) -> Callable[[int], Player]:
    def player(size: int) -> Player:
        state, grid, chooser = rung.new_state(size), new_grid(size), new_chooser(size)
        return lambda stream, count: play_games(state, grid, chooser, stream, count)

    return player


CONTESTANTS = [
    Contestant(claims.NAIVE, _player_on(NAIVE)),
    Contestant(claims.UNION_FIND, _player_on(UNION_FIND)),
    Contestant(claims.LINKED_LISTS, _player_on(LINKED_LISTS)),
    Contestant(claims.UNION_FIND_DELETE, _player_on(UNION_FIND_DELETE)),
    Contestant(claims.PSEUDO_LIBERTIES, _player_on(PSEUDO_LIBERTIES)),
    Contestant(claims.RECORD, record_board.chosen_outside),
    Contestant(claims.RECORD_OWN_DRAW, record_board.chosen_inside),
]


def run_ladder(
    sizes: Sequence[int], seconds: float, seed: int, rounds: int, contestants: Sequence[Contestant] = tuple(CONTESTANTS)
) -> dict[str, Any]:
    """Measure all contestants on all sizes in about `seconds` (plus compilation), fit the growth, and return plain data.

    Raise `ValueError` for fewer than two sizes.
    """
    if len(set(sizes)) < 2:
        raise ValueError("growth needs at least two board sizes")
    cells = {(each.name, size): prepared(each, size) for each in contestants for size in sizes}
    share = seconds / (len(cells) * rounds)
    games = {cell: _games_in(share, play) for cell, play in cells.items()}
    costs: dict[tuple[str, int], list[float]] = {cell: [] for cell in cells}
    moves: dict[int, list[float]] = {size: [] for size in sizes}
    for number in range(rounds):
        for (name, size), play in cells.items():
            cost, length = _measure(play, new_stream(seed, number), games[name, size])
            costs[name, size].append(cost)
            moves[size].append(length)
    lengths = {size: statistics.fmean(moves[size]) for size in sizes}
    return {
        "moves_per_game": {"mean": lengths, "growth": growth(sizes, list(lengths.values()))},
        "contestants": [_result(each, sizes, costs) for each in contestants],
    }


def prepared(contestant: Contestant, size: int) -> Player:
    """Return the compiled player of a contestant."""
    play = contestant.player(size)
    play(new_stream(0), 1)
    return play


def _games_in(seconds: float, play: Player) -> int:
    """Return the number of games that take about `seconds`; at least one."""
    count = 1
    while True:
        cost, _ = _measure(play, new_stream(0), count)
        if cost * count > seconds / 4 or count >= 2**20:
            return max(1, round(seconds / cost))
        count *= 4


def _measure(play: Player, stream: Any, count: int) -> tuple[float, float]:
    """Return CPU seconds per game and moves per game."""
    start = time.process_time()
    moves, _ = play(stream, count)
    return max(1e-9, time.process_time() - start) / count, int(moves) / count


def _result(contestant: Contestant, sizes: Sequence[int], costs: Any) -> dict[str, Any]:
    of_size = {size: [1e6 * cost for cost in costs[contestant.name, size]] for size in sizes}
    medians = [statistics.median(of_size[size]) for size in sizes]
    return {"name": contestant.name, "rounds": of_size, "growth": growth(sizes, medians)}


def growth(sizes: Sequence[int], costs: Sequence[float]) -> dict[str, float | None]:
    """Return the exponent k in cost = c * size^k: by least squares on logarithms with a 95 % interval, and from the two largest sizes.

    The interval reflects how well one exponent fits all sizes, more than the noise of the clock. Two sizes give no interval.
    """
    x, y = np.log(np.asarray(sizes, float)), np.log(np.asarray(costs, float))
    fit = scipy.stats.linregress(x, y)
    width = float(scipy.stats.t.ppf(0.975, len(x) - 2) * fit.stderr) if len(x) > 2 else math.nan
    order = np.argsort(x)
    one, two = order[-2], order[-1]
    last = float((y[two] - y[one]) / (x[two] - x[one]))
    exponent = float(fit.slope)
    bounds = (None, None) if math.isnan(width) else (exponent - width, exponent + width)
    return {"exponent": exponent, "low": bounds[0], "high": bounds[1], "last_step": last}
