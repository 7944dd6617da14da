"""Illegal moves: the one exception for them, and the reasons, in a word for programs and in a sentence for people."""

from __future__ import annotations

from miai.go.notation.coordinates import COLOR_NAMES, Move, to_vertex

REASONS = {
    "occupied": "there is a stone already",
    "suicide": "the stone would have no liberty, and these rules forbid suicide",
    "ko": "it takes back a ko at once",
    "superko": "it would bring back an earlier position (superko)",
}
"""The sentence for each reason. Simple ko is "ko" under every rule; "superko" is any other repetition."""


class IllegalMove(ValueError):
    """A move, or a set-up of stones, that the rules forbid.

    `reason` is a key of `REASONS` where a rule of the game forbids the move, and `None` where something else does.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    @staticmethod
    def of(color: int, move: Move, reason: str) -> IllegalMove:
        """Return the exception for a move that breaks the rule `reason`: "black C5 is illegal: ko"."""
        return IllegalMove(f"{COLOR_NAMES[color]} {to_vertex(move)} is illegal: {reason}", reason)
