"""What the games of a policy are like: which steps choose the moves, how long they are, who wins, how fast they are played."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any

from miai.core.records import new, new_array
from miai.core.streams import new_stream
from miai.go.board import board_dtype, clear_board
from miai.go.playouts.game import policy_games
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.learner import learning_games
from miai.go.playouts.learning.settings import LearningSettings
from miai.go.playouts.settings import PlayoutSettings
from miai.go.playouts.watching import STEPS, tally_t

KOMI = 7.5

PUBLISHED = {
    "atari tactics": 0.0760,
    "patterns": 0.1766,
    "skipped": 0.1904,
    "random": 0.4796,
    "eye shape": 0.0440,
    "pass": 0.0335,
}
"""Shares of the moves of isGO's base policy, the mean over 9x9, 13x13 and 19x19 in the search of 60 games: table 4.8 of J. Basaldúa's
thesis "Monte-Carlo tree search using expert knowledge". It has no nakade and no two-liberty step."""

PUBLISHED_LEARNING = {
    "atari tactics": 0.0672,
    "edge moves": 0.0398,
    "patterns": 0.1743,
    "node moves": 0.3341,
    "skipped": 0.0472,
    "random": 0.2869,
    "eye shape": 0.0153,
    "pass": 0.0353,
}
"""The same of its learning policy."""

SLICE = 200
"""Games that are played between two looks at the keyboard."""


def report_policy(
    size: int, settings: PlayoutSettings, games: int, seed: int, learning: LearningSettings | None = None
) -> dict[str, Any]:
    """Play games from the empty board and say what they were like. One seed gives one report, but for the speed.

    With `learning` the games learn from each other, and the report also says how the thresholds were balanced.
    """
    boards, tally, policy = new_array(board_dtype(size), 2), new(tally_t), settings.as_record()
    clear_board(boards[0])
    knowledge = Knowledge(size, learning) if learning is not None else None
    play = _player_of(knowledge)
    play(boards, policy, new_stream(seed, 1), 1, KOMI, new(tally_t))  # compiles
    if knowledge is not None:
        knowledge.forget()
    stream = new_stream(seed)
    moves = black_wins = cut_off = 0
    offsets: list[dict[str, int]] = []
    began = time.process_time()
    for first in range(0, games, SLICE):
        found = play(boards, policy, stream, min(SLICE, games - first), KOMI, tally)
        moves, black_wins, cut_off = moves + int(found[0]), black_wins + int(found[1]), cut_off + int(found[2])
        if knowledge is not None:
            nodes, edges = map(int, knowledge.shared[0].offset)
            offsets.append({"games": min(games, first + SLICE), "node_moves": nodes, "edge_moves": edges})
    seconds = max(time.process_time() - began, 1e-9)
    learned = {} if knowledge is None else {"learning": dataclasses.asdict(knowledge.settings), "balance": offsets}
    return {
        "size": size,
        "settings": dataclasses.asdict(settings),
        "games": games,
        "seed": seed,
        "komi": KOMI,
        "moves_per_game": moves / games,
        "black_wins": black_wins / games,
        "cut_off": cut_off,
        "games_per_second": games / seconds,
        "nanoseconds_per_move": 1e9 * seconds / moves,
        "steps": {step: int(tally.steps[i]) / moves for i, step in enumerate(STEPS)},
        "published": PUBLISHED if knowledge is None else PUBLISHED_LEARNING,
        **learned,
    }


def _player_of(knowledge: Knowledge | None) -> Callable[..., Any]:
    """What plays games: `policy_games`, or the same with a learner."""
    if knowledge is None:
        return policy_games
    [learner] = knowledge.learners(1)
    return lambda *arguments: learning_games(*arguments, learner)
