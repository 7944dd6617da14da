"""Regression tests: GTP test files in the format of GNU Go and GoGui.

    # a comment
    loadsgf games/one.sgf 24
    10 reg_genmove black
    #? [C4|D5]          the answer must be C4 or D5: a regular expression that matches the whole answer
    20 reg_genmove white
    #? [!A1]*           anything but A1; the star marks a known failure

| after the bracket | meaning |
|---|---|
| nothing | an answer that does not match is a **failure** |
| `*` | known failure: an answer that matches is an **unexpected pass** |
| `&` | shown, but not counted |

A pattern belongs to the command before it. All other lines are commands that are sent unchanged; only the file of `loadsgf` is looked for
beside the test file.
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
"""Commands that set up or change the position: if one fails, the tests after it are meaningless. Other commands may be refused."""

_PATTERN = re.compile(r"#\?\s*\[(?P<pattern>.*)\](?P<flags>[*&]*)\s*(?:#.*)?$")


@dataclass(frozen=True)
class RegressionStep:
    """A command of a test file, with the expected answer if it is a test."""

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
    """The answer of an engine to a test, and its outcome."""

    file: str
    line: int
    id: str
    command: str
    expected: str
    answer: str
    outcome: str
    seconds: float


def read_tests(path: Path) -> list[RegressionStep]:
    """Return the steps of a test file. Raise `UserError` with file and line."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    steps: list[RegressionStep] = []
    for number, text in enumerate(lines, 1):
        line = text.strip()
        if line.startswith("#?"):
            if not steps:
                raise UserError(f"{path}, line {number}: expected answer before the first command")
            steps[-1] = _with_pattern(steps[-1], line, f"{path}, line {number}")
        elif line and not line.startswith("#"):
            steps.append(_step(line.partition("#")[0].strip(), number))
    if not any(step.is_test for step in steps):
        raise UserError(f"{path}: no tests found; a test is a command with a line such as #? [D4] below it")
    return steps


def _step(line: str, number: int) -> RegressionStep:
    found = re.fullmatch(r"(\d+)\s+(.*)", line)
    return RegressionStep(number, found[2], found[1]) if found else RegressionStep(number, line)


def _with_pattern(step: RegressionStep, line: str, where: str) -> RegressionStep:
    found = _PATTERN.fullmatch(line)
    if found is None:
        raise UserError(f"{where}: invalid expected answer {line[:60]!r}; write #? [answer], followed by * for a known failure")
    pattern, flags = found["pattern"], found["flags"]
    try:
        re.compile(pattern.removeprefix("!"))
    except re.error as error:
        raise UserError(f"{where}: invalid regular expression {pattern!r}: {error}") from error
    return replace(
        step, pattern=pattern.removeprefix("!"), negated=pattern.startswith("!"), known_to_fail="*" in flags, ignored="&" in flags
    )


def judge_answer(step: RegressionStep, answer: str | None) -> str:
    """Return the outcome, one of OUTCOMES. `None` is a missing answer, which never matches."""
    if step.ignored:
        return "ignored"
    matches = answer is not None and re.fullmatch(step.pattern, answer, re.IGNORECASE) is not None
    fits = answer is not None and matches != step.negated
    if step.known_to_fail:
        return "unexpected pass" if fits else "known failure"
    return "passed" if fits else "failed"


class RegressionEngine:
    """An engine that runs a test file. If it fails, it is restarted and its position is set up again."""

    def __init__(self, start: Callable[[], GtpClient], patience: float) -> None:
        self._start = start
        self._patience = patience
        self._client: GtpClient | None = None
        self._position: list[str] = []
        """The commands that led to the position."""
        self._trouble = ""
        """Why the position could not be set up; tests then fail with this reason."""

    def send(self, command: str) -> None:
        """Send a command that is not a test."""
        name = command.split(maxsplit=1)[0]
        answer = self._ask(command)
        if name in NEW_POSITION:
            self._trouble = ""
            self._position = [each for each in self._position if name == "clear_board" and each.startswith(("boardsize", "komi"))]
        if _is_failure(answer) and name in (*NEW_POSITION, *CHANGES):
            self._trouble = self._trouble or answer
        elif name in (*NEW_POSITION, *CHANGES, "komi"):
            self._position.append(command)

    def answer(self, command: str) -> str:
        """Return the answer to a test, or in angle brackets the reason why there is none."""
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
    """Run a test file with a new engine."""
    engine = RegressionEngine(start, patience)
    answers = []
    try:
        for step in read_tests(path):
            command = with_path(step.command, path)
            began = time.monotonic()
            if step.is_test:
                answers.append(_answer(path, step, engine.answer(command), time.monotonic() - began))
            else:
                engine.send(command)
    finally:
        engine.close()
    return answers


def _is_failure(answer: str) -> bool:
    return answer.startswith("<")


def _ask(client: GtpClient, command: str, patience: float) -> tuple[str, bool]:
    """Return the answer, or the failure in angle brackets, and whether the engine still runs."""
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
    """Return the command; in `loadsgf`, the path of a file beside the test file is made absolute."""
    words = command.split()
    if words[:1] != ["loadsgf"] or len(words) < 2:
        return command
    beside = (test_file.parent / words[1]).absolute()
    return " ".join(["loadsgf", str(beside) if beside.exists() else words[1], *words[2:]])


def counts(answers: list[RegressionAnswer]) -> dict[str, int]:
    """Return the number of tests and of each outcome."""
    found = Counter(answer.outcome for answer in answers)
    return {"tests": len(answers)} | {outcome.replace(" ", "_"): found[outcome] for outcome in OUTCOMES}


def as_data(engine: str, files: dict[str, list[RegressionAnswer]]) -> dict[str, Any]:
    """Return the data for `--json`: all answers by file, with counts per file and in total."""
    everything = [answer for answers in files.values() for answer in answers]
    return {
        "engine": engine,
        **counts(everything),
        "seconds": round(sum(answer.seconds for answer in everything), 3),
        "files": [
            {"file": name, **counts(answers), "answers": [asdict(answer) for answer in answers]} for name, answers in files.items()
        ],
    }
