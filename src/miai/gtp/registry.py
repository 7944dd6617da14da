"""The table of commands: a function for each, registered by its name. It takes the engine and the words after the name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from miai.go.notation.coordinates import Move, Point, color_from_text, from_vertex
from miai.gtp.protocol import Failure

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

Action = Callable[["GtpEngine", tuple[str, ...]], str]

COMMANDS: dict[str, Action] = {}
"""By name, in the order of registration."""


def command(*names: str, least: int = 0, most: int | None = 0) -> Callable[[Action], Action]:
    """Decorator: register a function for commands with `least` to `most` words; others are a syntax error. `None`: any number."""

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
    """A colour. Raises `Failure`."""
    try:
        return color_from_text(word)
    except ValueError:
        raise Failure("syntax error") from None


def read_move(word: str, size: int) -> Move:
    """A point or a pass. Raises `Failure`."""
    try:
        return from_vertex(word, size)
    except ValueError:
        raise Failure("syntax error") from None


def read_point(word: str, size: int) -> Point:
    """A point of the board. Raises `Failure`."""
    move = read_move(word, size)
    if isinstance(move, str):
        raise Failure("syntax error")
    return move


def read_int(word: str, low: int = -(2**31), high: int = 2**31 - 1) -> int:
    """A whole number. Raises `Failure`."""
    try:
        number = int(word)
    except ValueError:
        raise Failure("syntax error") from None
    if not (word.isascii() and low <= number <= high):
        raise Failure("syntax error")
    return number


def read_float(word: str, low: float = -1e9, high: float = 1e9) -> float:
    """A number. Raises `Failure`."""
    try:
        number = float(word)
    except ValueError:
        raise Failure("syntax error") from None
    if not low <= number <= high:  # also refuses nan
        raise Failure("syntax error")
    return number


def read_bool(word: str) -> bool:
    """true or false. Raises `Failure`."""
    if word.lower() not in ("true", "false", "1", "0"):
        raise Failure("syntax error")
    return word.lower() in ("true", "1")
