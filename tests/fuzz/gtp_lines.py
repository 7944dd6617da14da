"""Random lines for the GTP engine, and a check that every one of them has exactly one answer.

Lines are sent in batches, each to a process of its own. A batch ends with `quit`. Every line has a number, which its answer repeats: an
answer that is missing, doubled or out of step is found at once.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field

NAMES_LEFT_OUT = frozenset({"quit", "printsgf"})
"""Commands that a batch does not send: the end, and files written under random names."""
SIZES = (5, 9)
"""Board sizes that are compiled; others are sent where they are refused."""

WORDS = [
    "b",
    "w",
    "B",
    "W",
    "black",
    "white",
    "Black",
    "c",
    "x",
    "A1",
    "E5",
    "J9",
    "T19",
    "a0",
    "Z1",
    "I5",
    "pass",
    "PASS",
    "resign",
    "-1",
    "0",
    "1",
    "2",
    "5",
    "9",
    "19",
    "26",
    "1e9",
    "-0.5",
    "6.5",
    "375",
    "1e400",
    "nan",
    "inf",
    "0x10",
    "²3",
    "true",
    "false",
    "dead",
    "seki",
    "alive",
    "dame",
    "black_territory",
    "japanese",
    "chinese",
    "aga",
    "tromp-taylor",
    "none",
    "interval",
    "minmoves",
    "maxmoves",
    "avoid",
    "allow",
    "ownership",
    "rootInfo",
    "pvVisits",
    "A1,B2,C3",
    "A1,,B2",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "/",
    "../x",
    "/dev/null",
    "/nonexistent",
    "%s",
    "{}",
    "[]",
    "\\",
    "'",
    '"',
    ";",
    '{"scoring":"TERRITORY"}',
    '{"ko":1}',
    '{"scoring":',
    "playouts",
    "seconds",
    "rave",
    "exploration",
    "10%",
    "日本",
    "́",
    "\u202e",
    "\ufeff",
    "#",
    "#x",
]
GARBAGE = ("", " ", "\t", "\x00", "\x0b", "\x1b[2J", "\x7f", "\x9b", "\r", "\u2028", "\x85")


@dataclass
class GtpCount:
    """The totals of a run. `faults` has one text for each batch that went wrong."""

    lines: int = 0
    answers: int = 0
    failures: int = 0
    internal_errors: int = 0
    faults: list[str] = field(default_factory=list)


def make_lines(source: random.Random, count: int, names: list[str]) -> list[str]:
    """Return `count` numbered lines: moves, other commands with random words, and garbage."""
    return [f"{number} {_line(source, names)}" for number in range(1, count + 1)]


def _line(source: random.Random, names: list[str]) -> str:
    kind = source.random()
    if kind < 0.5:
        point = f"{source.choice('ABCDEFGHJ')}{source.randint(1, 9)}"
        return source.choice([f"play {source.choice('bw')} {point}"] * 20 + ["undo", "clear_board", "genmove b", "genmove w"])
    if kind < 0.55:
        return source.choice(
            [f"boardsize {source.choice([*SIZES, 0, 1, 20, -5])}", "final_score", "showboard", "kgs-rules japanese"]
        )
    if kind < 0.9:
        words = source.choices(WORDS, k=source.randrange(5))
        name = source.choice(names)
        if name == "boardsize":
            words = [str(source.choice(SIZES))]
        elif name in (
            "miai-param",
            "loadsgf",
        ):  # a time or memory limit at random would only slow the run down; files come elsewhere
            words = words[:1]
        return " ".join([name, *words])
    text = "".join(source.choice([*GARBAGE, *WORDS, " "]) for _ in range(source.randrange(12)))
    return f"x{text}".replace("\n", "")


def check_answers(lines: list[str], output: str, count: GtpCount) -> str | None:
    """Add the answers in `output` to `count`; return a description of the first fault, or `None`."""
    count.lines += len(lines)
    *answers, rest = re.split(r"\n\n", output)
    if rest:
        return f"unfinished answer {rest[-80:]!r}"
    for number, (line, answer) in enumerate(zip(lines, answers, strict=False), start=1):
        match = re.match(r"([=?])(\d+)(?=[ \n]|$)", answer)
        if match is None or int(match[2]) != number:
            return f"answer {answer[:80]!r} to line {line!r}"
        count.answers += 1
        count.failures += match[1] == "?"
        count.internal_errors += "internal error" in answer
        if "internal error" in answer:
            return f"{answer[:200]!r} to line {line!r}"
    return (
        None
        if len(answers) == len(lines)
        else f"{len(answers)} answers to {len(lines)} lines; last line {lines[len(answers) - 1]!r}"
    )


def run_batch(seed: int, length: int, names: list[str], seconds: float = 600.0) -> tuple[list[str], str, str | None]:
    """Send one batch to a new engine; return the lines, the output, and what went wrong with the process, or `None`."""
    source = random.Random(seed)
    lines = [*make_lines(source, length - 1, names), f"{length} quit"]
    command = [sys.executable, "-m", "miai", "gtp", "--size", str(source.choice(SIZES)), "--playouts", "2", "--memory", "16"]
    command += ["--set", "judge_playouts=2", "--seed", str(seed)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    output, _ = process.communicate("\n".join(lines).encode() + b"\n")
    is_late = not timer.is_alive()
    timer.cancel()
    fault = f"no end after {seconds:g} s" if is_late else f"exit code {process.returncode}" if process.returncode else None
    return lines, output.decode("utf-8", "replace"), fault


def fuzz(total: int, seed: int, batch: int = 2000, on_batch=lambda count: None) -> GtpCount:
    """Send `total` lines in batches; return the counts and faults."""
    import miai.gtp.engine  # noqa: F401  (registers the commands)
    from miai.gtp.registry import COMMANDS

    names = sorted(set(COMMANDS) - NAMES_LEFT_OUT)
    count = GtpCount()
    while count.lines < total:
        number = seed + count.lines
        lines, output, fault = run_batch(number, min(batch, total - count.lines), names)
        fault = check_answers(lines, output, count) or fault
        if fault:
            count.faults.append(f"batch with seed {number}: {fault}")
        on_batch(count)
    return count
