"""`miai bench playouts`: Go playouts per second from the empty board, compared with uniformly random games in C."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from miai.bench.frame import Contender, contest, machine, rounds_for, timed
from miai.bench.yardsticks import go_games
from miai.core.errors import UserError, unknown_name
from miai.core.records import new_array
from miai.core.streams import new_stream
from miai.go.board.board import board_dtype, clear_board
from miai.go.board.eyes import COMPLETE, POTENTIAL
from miai.go.playouts.game import policy_games
from miai.go.playouts.settings import PlayoutSettings, policy_settings
from miai.go.rules.random_game import random_games

EYES = {"uniform": POTENTIAL, "uniform-complete-eyes": COMPLETE}
"""Uniformly random games, by the definition of an eye: potential eyes, or complete eyes only."""

POLICIES = (*EYES, "base")
"""The policies that can be measured."""

KOMI = 7.5
ROUND_SECONDS = 0.1


class _Games:
    """Playouts from the empty board, with counts of moves and wins."""

    def __init__(self, size: int, policy: str, settings: PlayoutSettings, seed: int) -> None:
        self.eye_version = EYES.get(policy)
        self.policy = settings.as_record()
        self.boards = new_array(board_dtype(size), 2)
        clear_board(self.boards[0])
        self.stream = new_stream(seed)
        self.played = self.moves = self.black_wins = 0

    def play(self, games: int) -> int:
        """Play `games` games and return that number."""
        if self.eye_version is None:
            moves, black_wins, _ = policy_games(self.boards, self.policy, self.stream, games, KOMI, self.policy)
        else:
            moves, black_wins = random_games(self.boards, self.stream, games, KOMI, self.eye_version)
        self.played, self.moves, self.black_wins = self.played + games, self.moves + int(moves), self.black_wins + int(black_wins)
        return games

    def games_in(self, seconds: float) -> int:
        """Return about how many games take `seconds`. Compiles the kernels first."""
        self.play(1)
        games = 16
        while True:
            began = time.process_time()
            self.play(games)
            taken = time.process_time() - began
            if taken > seconds / 4:
                return max(1, round(games * seconds / taken))
            games *= 2


def measure_playouts(
    size: int = 9, policy: str = "uniform", seconds: float = 4.0, seed: int = 1, settings: Iterable[str] = ()
) -> dict[str, Any]:
    """Return speeds, the ratio to C, and statistics of the games. Raise `UserError` for an unknown policy or setting."""
    if policy not in POLICIES:
        raise unknown_name("policy", policy, POLICIES)
    words = list(settings)
    if words and policy != "base":
        raise UserError(f"bench playouts: policy {policy} has no settings; use --set with --policy base")
    ours = _Games(size, policy, policy_settings("base", words), seed)
    games = ours.games_in(ROUND_SECONDS)
    contenders: dict[str, Contender] = {"miai": timed(lambda: ours.play(games))}
    yardstick_games = go_games(size, max(1, games // 2))
    if yardstick_games:
        contenders["C"] = yardstick_games
    best = contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
    yardstick = best.get("C")
    return {
        "size": size,
        "policy": " ".join([policy, *words]),
        "playouts": ours.played,
        "playouts_per_second": best["miai"],
        "moves_per_playout": ours.moves / ours.played,
        "black_wins": ours.black_wins / ours.played,
        "yardstick": "random Go games in C" if yardstick else None,
        "yardstick_per_second": yardstick,
        "ratio": best["miai"] / yardstick if yardstick else None,
        "seed": seed,
        "machine": machine(),
    }
