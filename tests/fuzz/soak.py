"""One engine that plays for as long as wanted, with a graph on disk, checked by the plain rules after every move.

Between the moves come what clients send: take-backs, analyses that the next command interrupts, records written and read again, scores,
other settings. Every command has a number, which its answer must repeat. Memory, open files and threads are measured after each game: they
must not grow.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from miai.go.notation.coordinates import from_vertex, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame
from miai.go.rules.rulesets import rules_named

SIZES = (9, 5, 13)
RULES = ("chinese", "japanese", "aga")
PATIENCE = 600.0
"""Time limit of an answer in seconds, on a busy machine and with compilation."""


class Fault(Exception):
    """An engine's wrong answer, or none."""


@dataclass
class SoakCount:
    """The totals of a run. `rounds` has the greatest memory of engine and compiler (MiB), open files and threads of twelve games."""

    games: int = 0
    moves: int = 0
    commands: int = 0
    minutes: float = 0.0
    rounds: list[dict[str, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class NumberedEngine:
    """An engine process whose answers must repeat the number of their command."""

    def __init__(self, options: list[str]) -> None:
        command = [sys.executable, "-m", "miai", "gtp", *options]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8", start_new_session=True
        )
        self.number = 0

    def send(self, command: str) -> None:
        """Send a command without waiting for its answer."""
        assert self.process.stdin
        self.number += 1
        self.process.stdin.write(f"{self.number} {command}\n")
        self.process.stdin.flush()

    def answer(self, command: str, number: int) -> str:
        """Return the answer to command `number`. Raise `Fault` for another number, an error or no answer."""
        assert self.process.stdout
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        text = ""
        while not text.endswith("\n\n"):
            line = self.process.stdout.readline()
            if not line:
                raise Fault(f"no answer to {command!r}, exit code {self.process.poll()}")
            text += line
        timer.cancel()
        if not text.startswith(f"={number}") or text[1 + len(str(number))] not in " \n":
            raise Fault(f"answer {text[:80]!r} to {number} {command!r}")
        return text.split(None, 1)[1].strip() if len(text.split(None, 1)) > 1 else ""

    def ask(self, command: str) -> str:
        """Send a command and return its answer."""
        self.send(command)
        return self.answer(command, self.number)

    def resources(self) -> dict[str, float]:
        """Return memory in MiB, open files and threads of the process, and the memory of the child that compiles for it."""
        home = Path("/proc") / str(self.process.pid)
        return {
            "memory": _memory_of(home),
            "compiler": sum(_memory_of(Path("/proc") / child) for child in _children_of(home)),
            "files": len(list((home / "fd").iterdir())),
            "threads": len(list((home / "task").iterdir())),
        }

    def close(self) -> None:
        """Ask the engine to quit, and wait for its end. Raise `Fault` for an exit code."""
        self.ask("quit")
        if self.process.wait(PATIENCE):
            raise Fault(f"exit code {self.process.returncode}")


class SoakGame:
    """One game of the engine against itself, with other commands between the moves."""

    def __init__(self, engine: NumberedEngine, source: random.Random, folder: Path) -> None:
        self.engine, self.source, self.folder = engine, source, folder
        self.size, rules = source.choice(SIZES), source.choice(RULES)
        ruleset = rules_named(rules)
        self.game = PlainGame(Position.of(self.size), suicide=ruleset.suicide, ko=ruleset.ko)
        for line in (f"boardsize {self.size}", "clear_board", f"kgs-rules {rules}"):
            engine.ask(line)

    @property
    def color(self) -> str:
        return "bw"[self.game.to_play - 1]

    def play(self) -> int:
        """Play to the end and return the number of moves."""
        moves = 0
        while not self.game.is_terminal() and moves < 2 * self.size**2:
            self.disturb()
            command = self.source.choice(["genmove", "genmove", "lz-genmove_analyze", "kata-genmove_analyze"])
            answer = self.engine.ask(f"{command} {self.color}" + (" 20" if "_" in command else ""))
            word = answer.split("play ")[-1].strip()
            if word.lower() == "resign":
                break
            try:
                self.game.play(from_vertex(word, self.size))
            except ValueError as error:
                raise Fault(f"{word!r} by {command}: {error}") from error
            moves += 1
        self.engine.ask("final_score")
        return moves

    def disturb(self) -> None:
        """Send one other command, most often none."""
        kind = self.source.randrange(16)
        if kind == 0:
            self.compare_legal_moves()
        elif kind == 1:
            self.engine.send(f"kata-analyze {self.color} 5 ownership true")
            number = self.engine.number
            time.sleep(self.source.random() * 0.2)
            self.engine.send("name")
            self.engine.answer("kata-analyze", number)
            self.engine.answer("name", self.engine.number)
        elif kind == 2:
            word = self.engine.ask(f"genmove {self.color}")
            if word.lower() != "resign":
                self.engine.ask("undo")
        elif kind == 3:
            self.engine.ask(f"final_status_list {self.source.choice(['dead', 'alive', 'seki'])}")
        elif kind == 4:
            file = self.folder / "game.sgf"
            self.engine.ask(f"printsgf {file}")
            self.engine.ask(f"loadsgf {file}")
            self.compare_legal_moves()
        elif kind == 5:
            self.engine.ask(f"miai-param playouts {self.source.randrange(20, 80)}")
        elif kind == 6:
            self.engine.ask(f"reg_genmove {self.color}")

    def compare_legal_moves(self) -> None:
        """Raise `Fault` unless the engine lists the legal moves of the plain rules."""
        listed = set(self.engine.ask(f"all_legal {self.color}").split()) - {"PASS", "pass"}
        wanted = {to_vertex(point) for point in self.game.legal_points()}
        if listed != wanted:
            raise Fault(f"legal moves differ: {sorted(listed ^ wanted)}")


def _memory_of(home: Path) -> float:
    """Return the memory of a process in MiB. Pages that it shares with others, such as those of a fork, are divided among them."""
    with suppress(OSError, StopIteration):
        lines = (home / "smaps_rollup").read_text().splitlines()
        return round(int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024)
    return 0.0


def _children_of(home: Path) -> list[str]:
    with suppress(OSError):
        return [child for task in (home / "task").iterdir() for child in (task / "children").read_text().split()]
    return []


def soak(minutes: int, seed: int, on_batch: Callable[[SoakCount], None] = lambda totals: None) -> SoakCount:
    """Play for `minutes`; a fault ends the run."""
    totals, began, source = SoakCount(), time.monotonic(), random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        options = ["--graph", f"{name}/soak.graph", "--playouts", "40", "--memory", "32", "--seed", str(seed)]
        engine = NumberedEngine([*options, "--graph-limit", "64", "--set", "judge_playouts=40"])
        try:
            while time.monotonic() - began < 60 * minutes:
                totals.moves += SoakGame(engine, source, Path(name)).play()
                _add_resources(totals, engine.resources())
                totals.games, totals.commands = totals.games + 1, engine.number
                totals.minutes = round((time.monotonic() - began) / 60, 1)
                on_batch(totals)
            engine.close()
        except (Fault, BrokenPipeError) as error:
            totals.faults.append(f"game {totals.games + 1}: {error}")
            engine.process.kill()
    return totals


def _add_resources(totals: SoakCount, found: dict[str, float]) -> None:
    if totals.games % 12 == 0:
        totals.rounds.append(found)
    last = totals.rounds[-1]
    last.update({name: max(value, last[name]) for name, value in found.items()})
