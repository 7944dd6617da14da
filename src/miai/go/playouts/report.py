"""A report on the games of a policy: steps that choose the moves, length, winners, speed."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from miai.core.records import new, new_array
from miai.core.streams import new_stream
from miai.go.board.board import board_dtype, clear_board
from miai.go.playouts.game import policy_games
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.learner import learning_games
from miai.go.playouts.learning.settings import LearningSettings
from miai.go.playouts.observers import STEPS, tally_t
from miai.go.playouts.settings import PlayoutSettings

KOMI = 7.5

PUBLISHED = {
    "atari tactics": 0.0760,
    "patterns": 0.1766,
    "skipped": 0.1904,
    "random": 0.4796,
    "eye shape": 0.0440,
    "pass": 0.0335,
}
"""Shares of the moves of isGO's base policy, the mean over 9x9, 13x13 and 19x19 in the search of 60 games: Basaldúa (2013), *Monte-Carlo
Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*, table 4.8. That policy has no nakade and no
two-liberty step."""

PUBLISHED_LEARNING = {
    "atari tactics": 0.0672,
    "reply moves": 0.0398,
    "patterns": 0.1743,
    "context moves": 0.3341,
    "skipped": 0.0472,
    "random": 0.2869,
    "eye shape": 0.0153,
    "pass": 0.0353,
}
"""The same shares of isGO's learning policy."""

SLICE = 200
"""Games between two checks for Ctrl-C."""


def report_policy(
    size: int, settings: PlayoutSettings, games: int, seed: int, learning: LearningSettings | None = None
) -> dict[str, Any]:
    """Play games from the empty board and return a report. One seed gives one report, except for the speed.

    With `learning` the games learn from each other, and the report also has the offsets of the thresholds.
    """
    knowledge = Knowledge(size, learning) if learning is not None else None
    played = _Games(size, settings, seed, knowledge)
    began = time.process_time()
    for first in range(0, games, SLICE):
        played.play(min(SLICE, games - first))
    seconds = max(time.process_time() - began, 1e-9)
    learned = {} if knowledge is None else {"learning": dataclasses.asdict(knowledge.settings), "balance": played.balance}
    return {
        "size": size,
        "settings": dataclasses.asdict(settings),
        "games": games,
        "seed": seed,
        "komi": KOMI,
        "moves_per_game": played.moves / games,
        "black_wins": played.black_wins / games,
        "cut_off": played.cut_off,
        "games_per_second": games / seconds,
        "nanoseconds_per_move": 1e9 * seconds / played.moves,
        "steps": {step: int(played.tally.steps[i]) / played.moves for i, step in enumerate(STEPS)},
        "published": PUBLISHED if knowledge is None else PUBLISHED_LEARNING,
        **learned,
    }


class _Games:
    """Games from the empty board, and their totals. Learning games keep their tables from one to the next."""

    def __init__(self, size: int, settings: PlayoutSettings, seed: int, knowledge: Knowledge | None) -> None:
        self.boards, self.tally, self.policy = new_array(board_dtype(size), 2), new(tally_t), settings.as_record()
        clear_board(self.boards[0])
        self.knowledge, self.stream = knowledge, new_stream(seed)
        self.learners = knowledge.learners(1) if knowledge is not None else None
        self.played = self.moves = self.black_wins = self.cut_off = 0
        self.balance: list[dict[str, int]] = []
        self._play(1, new_stream(seed, 1), new(tally_t))  # compiles
        if knowledge is not None:
            knowledge.forget()

    def _play(self, games: int, stream: Any, tally: Any) -> Any:
        if self.learners is None:
            return policy_games(self.boards, self.policy, stream, games, KOMI, tally)
        return learning_games(self.boards, self.policy, stream, games, KOMI, tally, self.learners[0])

    def play(self, games: int) -> None:
        """Play `games` more games."""
        moves, black_wins, cut_off = self._play(games, self.stream, self.tally)
        self.played += games
        self.moves, self.black_wins = self.moves + int(moves), self.black_wins + int(black_wins)
        self.cut_off += int(cut_off)
        if self.knowledge is not None:
            contexts, replies = map(int, self.knowledge.shared[0].offset)
            self.balance.append({"games": self.played, "context_moves": contexts, "reply_moves": replies})
