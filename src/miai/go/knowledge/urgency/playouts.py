"""Playouts that draw every move by the strength of its pattern, and a search one move deep that compares such playouts with others.

In a playout each legal move that fills no own eye is drawn with a probability proportional to the strength of the pattern around it; a
pattern that is not known has the strength `unknown`. The search plays its playouts after the moves of a position, the next one after the
move with the highest upper confidence bound (UCB1), and chooses the move with the most playouts. It has no tree, so that a match between
two kinds of playouts shows their worth alone.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.core.streams import new_stream, next_float
from miai.go.board.board import BLACK, PASS_CELL, TWO, U64, board_dtype, point_at
from miai.go.knowledge.urgency.choices import Array, find_key, index_of_keys
from miai.go.knowledge.urgency.learning import Urgencies
from miai.go.knowledge.urgency.patterns import new_pattern_map, pattern_key, play_and_note, read_patterns
from miai.go.notation.coordinates import PASS, Move
from miai.go.playouts import play_policy_game
from miai.go.playouts.candidates import is_playable
from miai.go.playouts.settings import PlayoutSettings
from miai.go.rules.game import Game
from miai.go.rules.random_game import move_limit
from miai.go.rules.scoring import final_score


class Drawing(NamedTuple):
    """How a playout draws its moves."""

    keys: Array
    slots: Array
    strengths: Array
    unknown: float
    """Strength of a pattern that is not in the table; all moves are equally likely where the table is empty."""
    by_strength: bool
    """Whether moves are drawn by strength at all; else the steps of the policy choose them."""


def drawing_of(table: Urgencies | None, by_strength: bool = True) -> Drawing:
    """Return the drawing by a table; equally likely moves without one, and the steps of the policy where it is not by strength.

    An unknown pattern is as strong as the weakest of those that are known.
    """
    index = table.known if table is not None else index_of_keys(np.zeros(0, np.uint64))
    strengths = table.strengths if table is not None else np.zeros(0)
    return Drawing(index.keys, index.slots, strengths, float(strengths.min()) if len(strengths) else 1.0, by_strength)


class FlatPlayer:
    """A player that searches one move deep by playouts."""

    def __init__(self, size: int, drawing: Drawing, places: int, policy: PlayoutSettings, playouts: int, seed: int) -> None:
        self.drawing, self.policy, self.playouts = drawing, policy.as_record(), playouts
        self.stream = new_stream(seed)
        self._boards = new_array(board_dtype(size), 1)
        self._patterns = [new_pattern_map(size, places) for _ in range(2)]
        self._weights, self._counts = np.zeros(size * size), np.zeros((2, size * size))

    def choose(self, game: Game) -> Move:
        """Return a move for the player to move; a pass where no other move is left."""
        self._counts[:] = 0
        read_patterns(self._patterns[0], game.board)
        cell = search_flat(
            game.board,
            self._boards,
            *self._patterns,
            self.drawing,
            self.policy,
            self.stream,
            np.int64(self.playouts),
            float(game.rules.komi),
            self._weights,
            self._counts,
        )
        return point_at(int(cell), game.size) if cell != PASS_CELL else PASS


@kernel
def search_flat(board, boards, patterns, copy, drawing, policy, stream, playouts, komi, weights, counts):
    """Return the move with the most playouts. `boards`, `copy`, `weights` and `counts` (wins, visits) are scratch space."""
    color = U64(board.to_play)
    best = PASS_CELL
    for number in range(playouts):
        place = pick_place(board, policy, color, counts, number)
        if place < 0:
            return PASS_CELL
        boards[0] = board
        copy.hashes[:] = patterns.hashes
        play_and_note(boards[0], copy, U64(board.empties[U64(place)]), color)
        if drawing.by_strength:
            play_by_strength(boards[0], copy, drawing, policy, stream, weights)
        else:
            play_policy_game(boards[0], policy, stream)
        black_won = final_score(boards[0]) > komi
        counts[0, place] += 1.0 if black_won == (color == BLACK) else 0.0
        counts[1, place] += 1.0
    most = 0.0
    for place in range(board.empty_count):
        if counts[1, place] > most:
            best, most = U64(board.empties[U64(place)]), counts[1, place]
    return best


@kernel
def pick_place(board, policy, color, counts, total):
    """Return the place among the empty points with the highest bound, those without playouts first; -1 if no move is left."""
    best, found = -1.0, np.int64(-1)
    for place in range(board.empty_count):
        if not is_playable(board, policy, U64(board.empties[U64(place)]), color):
            continue
        visits = counts[1, place]
        if visits == 0.0:
            return np.int64(place)
        bound = counts[0, place] / visits + np.sqrt(0.5 * np.log(total + 1.0) / visits)
        if bound > best:
            best, found = bound, np.int64(place)
    return found


@kernel
def play_by_strength(board, patterns, drawing, policy, stream, weights):
    """Play `board` to the end, or up to the limit of moves, and return the number of moves. `patterns` follow the board."""
    limit, moves = move_limit(board), 0
    while board.passes < TWO and moves < limit:
        cell = draw_by_strength(board, patterns, drawing, policy, stream, weights)
        play_and_note(board, patterns, cell, U64(board.to_play))
        moves += 1
    return moves


@kernel
def draw_by_strength(board, patterns, drawing, policy, stream, weights):
    """Return a move, drawn by the strengths of all that are legal and fill no own eye; PASS_CELL if there is none."""
    color, total = U64(board.to_play), 0.0
    for place in range(board.empty_count):
        cell = U64(board.empties[U64(place)])
        weights[place] = 0.0
        if is_playable(board, policy, cell, color):
            weights[place] = strength_at(drawing, patterns, cell, color)
            total += weights[place]
    chosen, left = PASS_CELL, next_float(stream) * total
    for at in range(board.empty_count):
        if weights[at] > 0.0:
            chosen = U64(board.empties[U64(at)])
            left -= weights[at]
            if left < 0.0:
                break
    return chosen


@kernel
def strength_at(drawing, patterns, cell, color):
    """Return the strength of the pattern around an empty point."""
    if drawing.strengths.size == 0:
        return drawing.unknown
    found = find_key(drawing.keys, drawing.slots, pattern_key(patterns, cell, color))
    return drawing.strengths[found] if found >= 0 else drawing.unknown


def winner_of_game(black: Any, white: Any, game: Game, opening: Any = ()) -> int:
    """Play `game` to its end, the moves of `opening` first, and return the colour that wins by area."""
    players = {1: black, 2: white}
    for number in range(3 * game.size**2):
        color = 1 + number % 2
        move = opening[number] if number < len(opening) else players[color].choose(game)
        game.play(move, color)
        if game.is_terminal:
            break
    return 1 if game.score() > 0 else 2
