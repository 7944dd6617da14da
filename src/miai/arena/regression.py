"""Regression positions: GTP test files as GNU Go and GoGui write them.

    # a comment
    loadsgf games/one.sgf 24
    10 reg_genmove black
    #? [C4|D5]          the answer must be C4 or D5: a regular expression that has to match the whole answer
    20 reg_genmove white
    #? [!A1]*           anything but A1; the star says that this is known to fail

| after the bracket | meaning |
|---|---|
| nothing | has to pass: an answer that does not fit is a **failure** |
| `*` | known to fail: an answer that fits is an **unexpected pass** |
| `&` | shown, and counted neither way |

A pattern belongs to the last command before it. All other lines are commands that are sent as they are, but that the file which
`loadsgf` names is looked for beside the test file.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from miai.arena.gtp_client import EngineFailure, GtpClient, Refused
from miai.core.errors import UserError

OUTCOMES = ("passed", "failed", "unexpected pass", "known failure", "ignored")
NEW_POSITION = ("loadsgf", "boardsize", "clear_board")
CHANGES = ("play", "undo", "gg-undo", "fixed_handicap", "place_free_handicap", "set_free_handicap")
"""Commands that set up a position or change it: without them a test is another one. An engine may refuse any other."""

_PATTERN = re.compile(r"#\?\s*\[(?P<pattern>.*)\](?P<flags>[*&]*)\s*(?:#.*)?$")


@dataclass(frozen=True)
class RegressionStep:
    """A line of a test file: a command, with what is expected of its answer if it is a test."""

    line: int
    command: str
    id: str = ""
    pattern: str = ""
    negated: bool = False
    known_to_fail: bool = False
    ignored: bool = False

    @property
    def is_test(self) -> bool:
        return bool(self.pattern)


@dataclass(frozen=True)
class RegressionAnswer:
    """What an engine made of a test."""

    file: str
    line: int
    id: str
    command: str
    expected: str
    answer: str
    outcome: str
    seconds: float


def read_tests(path: Path) -> list[RegressionStep]:
    """The steps of a test file. Raises `UserError` with file and line."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    steps: list[RegressionStep] = []
    for number, text in enumerate(lines, 1):
        line = text.strip()
        if line.startswith("#?"):
            if not steps:
                raise UserError(f"{path}, line {number}: an expected answer before the first command")
            steps[-1] = _with_pattern(steps[-1], line, f"{path}, line {number}")
        elif line and not line.startswith("#"):
            steps.append(_step(line.partition("#")[0].strip(), number))
    if not any(step.is_test for step in steps):
        raise UserError(f"{path}: has no tests; a test is a command with a line such as #? [D4] below it")
    return steps


def _step(line: str, number: int) -> RegressionStep:
    found = re.fullmatch(r"(\d+)\s+(.*)", line)
    return RegressionStep(number, found[2], found[1]) if found else RegressionStep(number, line)


def _with_pattern(step: RegressionStep, line: str, where: str) -> RegressionStep:
    found = _PATTERN.fullmatch(line)
    if found is None:
        raise UserError(
            f"{where}: {line[:60]!r} is not an expected answer; write #? [answer], with a * behind it if it is known to fail"
        )
    pattern, flags = found["pattern"], found["flags"]
    try:
        re.compile(pattern.removeprefix("!"))
    except re.error as error:
        raise UserError(f"{where}: {pattern!r} is not a regular expression: {error}") from error
    return replace(
        step, pattern=pattern.removeprefix("!"), negated=pattern.startswith("!"), known_to_fail="*" in flags, ignored="&" in flags
    )


def judge_answer(step: RegressionStep, answer: str | None) -> str:
    """One of OUTCOMES; `None` stands for an engine that gave no answer, which never fits."""
    if step.ignored:
        return "ignored"
    matches = answer is not None and re.fullmatch(step.pattern, answer, re.IGNORECASE) is not None
    fits = answer is not None and matches != step.negated
    if step.known_to_fail:
        return "unexpected pass" if fits else "known failure"
    return "passed" if fits else "failed"


class RegressionEngine:
    """An engine that goes through a test file. Where it fails it is started again and shown its position anew."""

    def __init__(self, start: Callable[[], GtpClient], patience: float) -> None:
        self._start = start
        self._patience = patience
        self._client: GtpClient | None = None
        self._position: list[str] = []
        """The commands that led to the position."""
        self._trouble = ""
        """Why the engine does not have the position of the file: an answer to a test would say nothing then."""

    def tell(self, command: str) -> None:
        """Send a command that is no test."""
        name = command.split(maxsplit=1)[0]
        answer = self._ask(command)
        if name in NEW_POSITION:
            self._trouble = ""
            self._position = [each for each in self._position if name == "clear_board" and each.startswith(("boardsize", "komi"))]
        if _is_failure(answer) and name in (*NEW_POSITION, *CHANGES):
            self._trouble = self._trouble or answer
        elif name in (*NEW_POSITION, *CHANGES, "komi"):
            self._position.append(command)

    def examine(self, command: str) -> str:
        """The answer to a test, or in angle brackets why there is none."""
        if not self._trouble:
            answer = self._ask(command)
        return self._trouble or answer

    def _ask(self, command: str) -> str:
        client = self._client = self._client or self._started()
        answer, is_alive = _ask(client, command, self._patience)
        if not is_alive:
            client.kill()
            self._client = None
        return answer

    def _started(self) -> GtpClient:
        client = self._start()
        for command in self._position:
            answer, is_alive = _ask(client, command, self._patience)
            self._trouble = self._trouble or (answer if _is_failure(answer) else "")
            if not is_alive:
                break
        return client

    def close(self) -> None:
        if self._client:
            self._client.close()


def run_file(path: Path, start: Callable[[], GtpClient], patience: float) -> list[RegressionAnswer]:
    """Run a test file with an engine of its own."""
    engine = RegressionEngine(start, patience)
    answers = []
    try:
        for step in read_tests(path):
            command = with_path(step.command, path)
            began = time.monotonic()
            if step.is_test:
                answers.append(_answer(path, step, engine.examine(command), time.monotonic() - began))
            else:
                engine.tell(command)
    finally:
        engine.close()
    return answers


def _is_failure(answer: str) -> bool:
    return answer.startswith("<")


def _ask(client: GtpClient, command: str, patience: float) -> tuple[str, bool]:
    """The answer, or the failure in angle brackets; and whether the engine is still there."""
    try:
        return client.ask(command, patience), True
    except Refused as failure:
        return f"<{failure.kind}: {failure}>", True
    except EngineFailure as failure:
        return f"<{failure.kind}: {failure}>", False


def _answer(path: Path, step: RegressionStep, answer: str, seconds: float) -> RegressionAnswer:
    outcome = judge_answer(step, None if _is_failure(answer) else answer)
    expected = ("!" if step.negated else "") + step.pattern
    return RegressionAnswer(str(path), step.line, step.id, step.command, expected, answer, outcome, round(seconds, 3))


def with_path(command: str, test_file: Path) -> str:
    """`loadsgf` with a path that leads to the file from anywhere; every other command as it is."""
    words = command.split()
    if words[:1] != ["loadsgf"] or len(words) < 2:
        return command
    beside = (test_file.parent / words[1]).absolute()
    return " ".join(["loadsgf", str(beside) if beside.exists() else words[1], *words[2:]])


def counts(answers: list[RegressionAnswer]) -> dict[str, int]:
    """How many tests there were, and how many had each outcome."""
    found = Counter(answer.outcome for answer in answers)
    return {"tests": len(answers)} | {outcome.replace(" ", "_"): found[outcome] for outcome in OUTCOMES}


def as_data(engine: str, files: dict[str, list[RegressionAnswer]]) -> dict[str, Any]:
    """For `--json`: every answer by file, with counts of each file and of all."""
    everything = [answer for answers in files.values() for answer in answers]
    return {
        "engine": engine,
        **counts(everything),
        "seconds": round(sum(answer.seconds for answer in everything), 3),
        "files": [
            {"file": name, **counts(answers), "answers": [asdict(answer) for answer in answers]} for name, answers in files.items()
        ],
    }
