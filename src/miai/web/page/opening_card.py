"""The card about the opening: frequent answers in games, the qualities of the position, and the moves that M-eval prefers."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.web.languages import mark
from miai.web.languages import text as _

REGIONS = {
    "small corner": mark("small corner"),
    "big corner": mark("big corner"),
    "side": mark("side"),
    "lower left": mark("lower left"),
    "lower right": mark("lower right"),
    "upper right": mark("upper right"),
    "upper left": mark("upper left"),
    "bottom": mark("at the bottom"),
    "right": mark("on the right"),
    "top": mark("at the top"),
    "left": mark("on the left"),
}
QUALITIES = {
    "terriCorner": mark("territory in corners"),
    "terriInSide": mark("territory on sides"),
    "strenStones": mark("stones"),
    "strenLibert": mark("liberties"),
    "strenAdjLib": mark("lead in liberties of touching chains"),
    "speedRows34": mark("reach on lines 3 and 4"),
    "speedHigher": mark("reach above line 4"),
}
NO_OPENING = mark("Patterns of corners and sides are not in use. To change that on 19x19, set joseki.on to true.")


def opening_table(opening: dict[str, Any] | None) -> str:
    """Return the tables of the card, from the report of the engine."""
    if opening is None:
        return f'<div class="note">{_(NO_OPENING)}</div>'
    return _answers(opening["answers"]) + _preferred(opening["candidates"]) + _qualities(opening)


def _answers(answers: list[list[Any]]) -> str:
    """Return the frequent answers in games: why a move is preferred."""
    if not answers:
        return f'<div class="note">{_("No pattern of a corner or side is known.")}</div>'
    rows = "".join(
        f'<tr><td>{escape(move)}</td><td>{_region(region)}</td><td class="num">{games:,}</td><td class="num">{total:,}</td></tr>'
        for move, region, games, total in answers
    )
    head = f"<tr><th>{_('move')}</th><th>{_('answer to the pattern')}</th>"
    head += f'<th class="num">{_("played")}</th><th class="num">{_("games")}</th></tr>'
    return f'<table class="list">{head}{rows}</table>'


def _preferred(candidates: list[list[Any]]) -> str:
    """Return the moves that the evaluation prefers, in standard deviations from their mean."""
    rows = "".join(
        f'<tr><td>{escape(move)}</td><td class="num">{value:+.2f}</td><td class="num">{first:+.2f}</td>'
        f'<td class="num">{second:+.2f}</td></tr>'
        for move, value, first, second in candidates[:5]
    )
    head = f'<tr><th>{_("move")}</th><th class="num">M-eval</th><th class="num">{_("strength and speed")}</th>'
    return f'<table class="list">{head}<th class="num">{_("territory")}</th></tr>{rows}</table>' if rows else ""


def _qualities(opening: dict[str, Any]) -> str:
    rows = "".join(
        f'<tr><td>{_(text)}</td><td class="num">{opening["qualities"][name][0]:.1f}</td>'
        f'<td class="num">{opening["qualities"][name][1]:.1f}</td></tr>'
        for name, text in QUALITIES.items()
    )
    head = f'<tr><th>{_("quality")}</th><th class="num">{_("Black")}</th><th class="num">{_("White")}</th></tr>'
    return f'<table class="list">{head}{rows}</table>'


def _region(name: str) -> str:
    return ", ".join(escape(_(REGIONS[word])) for word in name.split(", "))
