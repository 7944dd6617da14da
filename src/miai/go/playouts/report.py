"""What the games of a policy are like: which steps choose the moves, how long they are, who wins, how fast they are played."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from miai.core.records import new, new_array
from miai.core.streams import new_stream
from miai.go.board import board_dtype, clear_board
from miai.go.playouts.game import policy_games
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

SLICE = 200
"""Games that are played between two looks at the keyboard."""


def report_policy(size: int, settings: PlayoutSettings, games: int, seed: int) -> dict[str, Any]:
    """Play games from the empty board and say what they were like. One seed gives one report, but for the speed."""
    boards, tally, policy = new_array(board_dtype(size), 2), new(tally_t), settings.as_record()
    clear_board(boards[0])
    policy_games(boards, policy, new_stream(seed, 1), 1, KOMI, new(tally_t))  # compiles
    stream = new_stream(seed)
    moves = black_wins = cut_off = 0
    began = time.process_time()
    for first in range(0, games, SLICE):
        found = policy_games(boards, policy, stream, min(SLICE, games - first), KOMI, tally)
        moves, black_wins, cut_off = moves + int(found[0]), black_wins + int(found[1]), cut_off + int(found[2])
    seconds = max(time.process_time() - began, 1e-9)
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
        "published": PUBLISHED,
    }
