"""The registry of commands: a function for each name. It takes the engine and the words after the name, and returns the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from miai.go.notation.coordinates import Move, Point, color_from_text, from_vertex
from miai.gtp.protocol import Failure

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

Action = Callable[["GtpEngine", tuple[str, ...]], str]

COMMANDS: dict[str, Action] = {}
"""All commands by name, in the order of registration."""


def command(*names: str, least: int = 0, most: int | None = 0) -> Callable[[Action], Action]:
    """Return a decorator that registers a function for commands with `least` to `most` words (`None`: any number).

    Another number of words is a syntax error.
    """

    def register(action: Action) -> Action:
        def checked(engine: GtpEngine, words: tuple[str, ...]) -> str:
            if len(words) < least or (most is not None and len(words) > most):
                raise Failure("syntax error")
            return action(engine, words)

        for name in names:
            COMMANDS[name] = checked
        return action

    return register


def read_color(word: str) -> int:
    """Return the colour that `word` names. Raise `Failure`."""
    try:
        return color_from_text(word)
    except ValueError:
        raise Failure("syntax error") from None


def read_move(word: str, size: int) -> Move:
    """Return the move that `word` names: a point, a pass or a resignation. Raise `Failure`."""
    try:
        return from_vertex(word, size)
    except ValueError:
        raise Failure("syntax error") from None


def read_point(word: str, size: int) -> Point:
    """Return the point that `word` names. Raise `Failure`."""
    move = read_move(word, size)
    if isinstance(move, str):
        raise Failure("syntax error")
    return move


def read_int(word: str, low: int = -(2**31), high: int = 2**31 - 1) -> int:
    """Return the whole number in `word`. Raise `Failure` if it is none, or not from `low` to `high`."""
    try:
        number = int(word)
    except ValueError:
        raise Failure("syntax error") from None
    if not (word.isascii() and low <= number <= high):
        raise Failure("syntax error")
    return number


def read_float(word: str, low: float = -1e9, high: float = 1e9) -> float:
    """Return the number in `word`. Raise `Failure` if it is none, or not from `low` to `high`."""
    try:
        number = float(word)
    except ValueError:
        raise Failure("syntax error") from None
    if not low <= number <= high:  # also rejects nan
        raise Failure("syntax error")
    return number


def read_bool(word: str) -> bool:
    """Return the truth value in `word`: true, false, 1 or 0. Raise `Failure`."""
    if word.lower() not in ("true", "false", "1", "0"):
        raise Failure("syntax error")
    return word.lower() in ("true", "1")
