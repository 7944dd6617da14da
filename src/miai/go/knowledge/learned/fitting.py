"""Fitting the weights of features to games: the chance of a legal move is proportional to exp(sum of its weights).

This is the generalised Bradley-Terry model of Coulom (2007), *Computing Elo Ratings of Move Patterns in the Game of Go*: a move is a
team of features that competes with all other moves of its position, and the move that was played has won. The maximum-likelihood
weights are found by gradient steps, position by position in random order, with a step size per weight that shrinks with its updates
(Adagrad; Duchi, Hazan and Singer 2011).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new
from miai.go.board.board import PASS_CELL, THREE, U64, new_board
from miai.go.board.legality import LEGAL, is_legal, verdict
from miai.go.board.moves import play
from miai.go.knowledge.learned.features import COUNT, KINDS, STARTS, describe_move, description_t
from miai.go.records.fast_replay import cells_of
from miai.go.records.tsv import TableGame
from miai.go.tactics.common_fate import measure_from_last, new_fate
from miai.go.tactics.sensible import is_sensible


@dataclass(frozen=True)
class Choices:
    """Positions with all their moves, and the move that was played in each."""

    rows: np.ndarray[Any, np.dtype[np.uint32]]
    """The features of moves, (moves, kinds)."""
    starts: np.ndarray[Any, np.dtype[np.int64]]
    """The start of the moves of each position, and the end of the last."""
    played: np.ndarray[Any, np.dtype[np.int64]]
    """The move that was played, as an index of `rows`."""
    games: int
    """Number of games."""


def choices_of(games: Sequence[TableGame], size: int) -> Choices:
    """Return the choices that were made in games."""
    rows = np.empty((sum(size**2 * len(game.moves) for game in games), len(KINDS)), np.uint32)
    starts, played = [0], []
    for game in games:
        colors, cells = cells_of(game.moves, size)
        board = new_board(size)
        ends, chosen = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
        count = describe_game(board, new_fate(board), colors, cells, new(description_t), rows, starts[-1], ends, chosen)
        starts += list(ends[:count])
        played += list(chosen[:count])
    return Choices(rows[: starts[-1]], np.array(starts), np.array(played), len(games))


def leave_out(choices: Choices, kinds: Iterable[str]) -> None:
    """Give all moves the same value of these kinds of features, so that they have no effect. Changes the rows."""
    for kind in kinds:
        choices.rows[:, list(KINDS).index(kind)] = STARTS[kind]


@kernel
def describe_game(board, fate, colors, cells, row, rows, end, ends, chosen):
    """Replay a game and write the features of all moves of its positions. Return the number of positions kept.

    A position is left out if a pass was played in it, or a move that the search does not consider.
    """
    kept = 0
    for i in range(cells.size):
        if cells[i] != PASS_CELL:
            if verdict(board, cells[i], colors[i], True) != LEGAL:
                return kept
            board.to_play = colors[i]
            begin = end
            end, found = describe_position(board, fate, row, rows, begin, cells[i])
            if found >= begin:
                ends[kept], chosen[kept] = end, found
                kept += 1
            else:
                end = begin
        play(board, cells[i], colors[i])
    return kept


@kernel
def describe_position(board, fate, row, rows, begin, played):
    """Write the features of all moves of a position from `begin` on. Return the end, and the index of `played` (-1: none)."""
    color = U64(board.to_play)
    measure_from_last(fate, board, THREE)
    end, found = begin, -1
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        if is_sensible(board, cell, color) and is_legal(board, cell, color):
            describe_move(board, fate, cell, row)
            for kind in range(row.feature.size):
                rows[end, kind] = row.feature[kind]
            if cell == played:
                found = end
            end += 1
    return end, found


def fit(batches: Callable[[], Iterable[Choices]], seed: int, rounds: int = 6, rate: float = 0.1) -> np.ndarray[Any, Any]:
    """Return the weights that make the choices likely. `batches()` yields all choices, batch by batch; it is called for each round."""
    weights, squares = np.zeros(COUNT), np.full(COUNT, 1e-2)
    room = np.zeros(512)
    source = np.random.default_rng(seed)
    for _ in range(rounds):
        for choices in batches():
            order = source.permutation(len(choices.played))
            learn_positions(choices.rows, choices.starts, choices.played, order, weights, squares, room, rate)
    return weights


@kernel
def learn_positions(rows, starts, played, order, weights, squares, room, rate):
    """Make one round of steps: each raises the weights of the move that was played and lowers those of the others. Changes `weights`."""
    for position in order:
        begin, end = starts[position], starts[position + 1]
        chances(rows, begin, end, weights, room)
        for i in range(begin, end):
            error = room[i - begin] - (1.0 if i == played[position] else 0.0)
            if abs(error) < 1e-5:
                continue
            for kind in range(rows.shape[1]):
                f = rows[i, kind]
                squares[f] += error * error
                weights[f] -= rate * error / np.sqrt(squares[f])


@kernel
def chances(rows, begin, end, weights, room):
    """Write the chance of each move from `begin` to `end` into `room`."""
    best = -1e300
    for i in range(begin, end):
        total = 0.0
        for kind in range(rows.shape[1]):
            total += weights[rows[i, kind]]
        room[i - begin] = total
        best = max(best, total)
    total = 0.0
    for j in range(end - begin):
        room[j] = np.exp(room[j] - best)
        total += room[j]
    for j in range(end - begin):
        room[j] /= total


@kernel
def judge(rows, starts, played, weights, room, ranks):
    """Return the sum of -ln of the chances of the played moves. Counts in `ranks` how often it was the first, second, ... choice."""
    loss = 0.0
    for position in range(played.size):
        begin, end = starts[position], starts[position + 1]
        chances(rows, begin, end, weights, room)
        chance = room[played[position] - begin]
        loss -= np.log(chance)
        rank = 0
        for j in range(end - begin):
            rank += int(room[j] > chance)
        ranks[min(rank, ranks.size - 1)] += 1
    return loss
