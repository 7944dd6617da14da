"""The sides of matches about openings: which knowledge the engine has."""

from __future__ import annotations

_PATTERNS = "joseki.on=true"
_BOOK = ("book=default", "book_memory=none")
SIDES: dict[str, tuple[str, ...]] = {
    "answers": (_PATTERNS, "joseki.visits=0"),
    "m-eval": (_PATTERNS, "joseki.answers=0", "joseki.visits=20"),
    "m-eval visits": (_PATTERNS, "joseki.answers=0", "joseki.visits=20", "joseki.combine=visits"),
    "both": (_PATTERNS, "joseki.visits=20"),
    "book": _BOOK,
    "book and answers": (*_BOOK, _PATTERNS, "joseki.visits=0"),
}
"""The settings of the engine with knowledge."""
COLORS = ("black", "white")
SIZE = 19
