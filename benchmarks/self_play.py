"""Endurance test: an hour of self-play over board sizes and time systems, to find crashes, stalls, losses on time and illegal moves.

    python benchmarks/self_play.py [--minutes 60] [--seed 1] [--out FILE.jsonl]

Two engines, one of them pondering, run for the whole test and play a game of each kind in turn. Every move is checked by the rules of
`miai.go.rules.plain`, this program keeps the clocks, and after two passes both engines must report the same score. Memory is measured after
each game: it must not grow from one round over all kinds to the next.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from miai.arena.gtp_client import EngineFailure, GtpClient
from miai.bench.frame import machine
from miai.go.notation.coordinates import BLACK, from_vertex
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.plain import PlainGame
from miai.go.rules.rulesets import rules_named

PATIENCE = 600.0
"""Time limit in seconds for answers without a clock; the first ones compile."""
LAG = 0.2
"""Tolerance in seconds for the time of a move, because of pipes and a busy machine."""
ENGINES = ({}, {"ponder": "on"})
SIZES = (9, 13, 7, 19, 5)
RULES = ("chinese", "japanese", "aga")


@dataclass
class Clock:
    """The clock of one side: `main` seconds, then `periods` of `byo` seconds, or `byo` seconds for each `stones`; or `increment`."""

    system: str
    main: float
    byo: float = 0.0
    count: int = 0
    increment: float = 0.0

    def __post_init__(self) -> None:
        self.left, self.in_byo, self.count_left = self.main, self.main == 0, self.count
        if self.in_byo:
            self.left = self.byo

    @property
    def command(self) -> str:
        """Return the GTP command that sets the time system."""
        numbers = {
            "absolute": (self.main,),
            "canadian": (self.main, self.byo, self.count),
            "byoyomi": (self.main, self.byo, self.count),
            "fischer": (self.main, self.increment),
        }[self.system]
        return f"kata-time_settings {self.system} {' '.join(f'{number:g}' for number in numbers)}"

    def left_command(self, color: str) -> str:
        """Return the GTP command that reports the time left."""
        return f"time_left {color} {int(self.left)} {self.count_left if self.in_byo else 0}"

    def spend(self, seconds: float) -> float:
        """Subtract the seconds of a move, and return the seconds by which it was late; 0 if it was in time."""
        over = seconds - self.left
        if over > 0 and self.byo > 0 and not self.in_byo:
            self.in_byo, over = True, over - self.byo
        while over > 0 and self.system == "byoyomi" and self.in_byo and self.count_left > 1:
            self.count_left, over = self.count_left - 1, over - self.byo
        if over > LAG:
            return over
        self.left = max(0.0, -over)
        self._end_move()
        return 0.0

    def _end_move(self) -> None:
        self.left += self.increment
        if not self.in_byo:
            return
        if self.system == "byoyomi":
            self.left = self.byo
            return
        self.count_left -= 1
        if self.count_left == 0:
            self.left, self.count_left = self.byo, self.count


def time_systems(size: int) -> list[dict[str, Any]]:
    """Return all four time systems, such that a game takes half a minute on 9x9 and proportionally longer on larger boards."""
    scale = (size / 9) ** 1.5
    return [
        {"system": "absolute", "main": round(15 * scale, 1)},
        {"system": "canadian", "main": round(3 * scale, 1), "byo": 5.0, "count": 10},
        {"system": "byoyomi", "main": round(3 * scale, 1), "byo": 1.0, "count": 3},
        {"system": "fischer", "main": round(5 * scale, 1), "increment": 0.5},
    ]


def kinds() -> Iterator[tuple[int, dict[str, Any], str]]:
    """Yield (size, time system, rules) without end; 20 of them are a round over sizes and systems."""
    rules = itertools.cycle(RULES)
    while True:
        for index in range(4):
            for size in SIZES:
                yield size, time_systems(size)[index], next(rules)


def start_engine(options: dict[str, str], seed: int) -> GtpClient:
    command = [sys.executable, "-m", "miai", "gtp", "--seed", str(seed)]
    for key, value in options.items():
        command += ["--set", f"{key}={value}"]
    return GtpClient(command)


class Fault(Exception):
    """A fault of an engine in a game."""


def play_game(engines: list[GtpClient], size: int, system: dict[str, Any], rules: str, source: random.Random) -> dict[str, Any]:
    """Play one game; the first engine is Black. Raise `Fault` or `EngineFailure`."""
    ruleset = rules_named(rules)
    game = PlainGame(Position.of(size), suicide=ruleset.suicide, ko=ruleset.ko)
    clocks = [Clock(**system), Clock(**system)]
    for engine in engines:
        for command in (f"boardsize {size}", "clear_board", f"kgs-rules {rules}", clocks[0].command):
            engine.ask(command, PATIENCE)
    slowest, moves, resigned = 0.0, 0, False
    while not game.is_terminal() and moves < 3 * size * size:
        turn = 0 if game.to_play == BLACK else 1
        color = "bw"[turn]
        engines[turn].ask(clocks[turn].left_command(color), PATIENCE)
        began = time.monotonic()
        answer = engines[turn].ask(f"genmove {color}", PATIENCE)
        taken = time.monotonic() - began
        slowest = max(slowest, taken)
        late = clocks[turn].spend(taken)
        if late:
            raise Fault(f"time: {taken:.2f} s for move {moves + 1}, {late:.2f} s too many")
        if answer.lower() == "resign":
            resigned = True
            break
        play_checked(game, answer, size)
        engines[1 - turn].ask(f"play {color} {answer}", PATIENCE)
        moves += 1
    scores = [] if resigned else [engine.ask("final_score", PATIENCE) for engine in engines]
    if source.random() < 0.2:  # a client may undo at any time
        engines[0].ask("undo", PATIENCE)
    return {"moves": moves, "ended": "resigned" if resigned else "passed" if game.is_terminal() else "cut off", "scores": scores,
            "slowest": round(slowest, 2), "left": [round(clock.left, 1) for clock in clocks]}  # fmt: skip


def play_checked(game: PlainGame, answer: str, size: int) -> None:
    try:
        move = from_vertex(answer, size)
        game.play(move)
    except (ValueError, IllegalMove) as error:
        raise Fault(f"illegal: {answer} for {'Black' if game.to_play == BLACK else 'White'} ({error})") from error


def summary(games: list[dict[str, Any]], minutes: float) -> dict[str, Any]:
    """Return the summary of a run. Memory is compared between rounds over all kinds, by the maximum of each side."""
    played = [game for game in games if "fault" not in game]
    rounds = [games[begin : begin + 20] for begin in range(0, len(games), 20)]
    return {
        "minutes": round(minutes, 1),
        "games": len(games),
        "moves": sum(game.get("moves", 0) for game in games),
        "faults": [game["fault"] for game in games if "fault" in game],
        "ended": {how: sum(game["ended"] == how for game in played) for how in ("passed", "resigned", "cut off")},
        "scores_agree": sum(len(set(game["scores"])) == 1 for game in played if game["scores"]),
        "scores": sum(bool(game["scores"]) for game in played),
        "memory_mib_by_round": [[max(game["memory_mib"][side] for game in each) for side in (0, 1)] for each in rounds],
        "machine": machine(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file for one line of JSON per game")
    chosen = parser.parse_args()
    source, began, games = random.Random(chosen.seed), time.monotonic(), []
    engines = [start_engine(options, chosen.seed + index) for index, options in enumerate(ENGINES)]
    for number, (size, system, rules) in enumerate(kinds()):
        if time.monotonic() - began > 60 * chosen.minutes:
            break
        row: dict[str, Any] = {"size": size, "rules": rules, **system}
        try:
            row |= play_game(engines[:: 1 if number % 2 == 0 else -1], size, system, rules, source)
        except (Fault, EngineFailure) as error:
            row["fault"] = f"{size}x{size}, {system['system']}, {rules}: {getattr(error, 'kind', 'fault')}: {error}"
        row["memory_mib"] = [round(engine.usage().memory_mib) for engine in engines]
        games.append(row)
        print(json.dumps(row), flush=True, file=sys.stderr)
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    for engine in engines:
        engine.close()
    print(json.dumps(summary(games, (time.monotonic() - began) / 60), indent=2))


if __name__ == "__main__":
    main()
