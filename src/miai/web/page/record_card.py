"""The header of a record: what its first node says about the game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from miai.go.notation.coordinates import BLACK
from miai.web.game_session import GameSession
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.markup import plain_text

FACTS = {
    "GN": mark("game"),
    "EV": mark("event"),
    "RO": mark("round"),
    "DT": mark("date"),
    "PC": mark("place"),
    "RE": mark("result"),
    "HA": mark("handicap"),
    "RU": mark("rules"),
    "TM": mark("main time"),
    "OT": mark("overtime"),
    "BT": mark("Black's team"),
    "WT": mark("White's team"),
    "ON": mark("opening"),
    "GC": mark("about the game"),
    "AN": mark("annotated by"),
    "SO": mark("source"),
    "US": mark("entered by"),
    "CP": mark("copyright"),
}
"""The properties of the header that are shown, in this order. Names, ranks and komi are beside the board."""
LONGEST_FACT = 300


def root_text(properties: Mapping[str, list[str]], name: str, longest: int = LONGEST_FACT) -> str:
    """Return a property of the first node in one line, or nothing."""
    return " ".join(plain_text(properties.get(name, [""])[0]).split())[:longest]


def record_facts(session: GameSession) -> list[tuple[str, str]]:
    """Return the facts about the game that the record has: name and text, not escaped."""
    properties = session.tree.nodes[0].properties
    found = []
    for name, title in FACTS.items():
        text = root_text(properties, name)
        if name == "RE":
            text = describe_result(session.result or text)
        elif name == "TM":
            text = describe_seconds(text)
        elif name == "HA" and session.tree.handicap >= 2:
            text = _("{count} stones").format(count=session.tree.handicap)
        if text:
            found.append((_(title), text))
    return found


def record_table(session: GameSession) -> str:
    """Return the header of a record as a table; nothing if the game is not from a record."""
    if not session.tree.has_header():
        return ""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in record_facts(session))
    return f'<dl class="facts-list">{rows}</dl>' if rows else ""


def rank_of(session: GameSession, color: int) -> str:
    """Return the rank of a player as the record writes it."""
    return root_text(session.tree.nodes[0].properties, "BR" if color == BLACK else "WR", 12)


def describe_seconds(text: str) -> str:
    """Return a main time in seconds as minutes and hours; another text as it is."""
    try:
        seconds = float(text)
    except ValueError:
        return text
    if not 0 < seconds < 10**6:
        return ""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes) if minutes else _("{hours} h").format(hours=hours)
    return _("{minutes} min").format(minutes=minutes) if minutes else _("{seconds} s").format(seconds=f"{seconds:g}")


def describe_result(result: str) -> str:
    """Return a result such as B+3.5 in words; another text as it is."""
    word = result.strip()
    plain = word.upper()
    if plain in ("0", "DRAW", "JIGO"):
        return _("a draw")
    if plain == "VOID":
        return _("no result")
    if plain == "?":
        return _("unknown")
    names = {"B": _("Black"), "W": _("White")}
    if plain[:1] not in names or "+" not in plain:
        return word
    winner, how = names[plain[0]], plain.partition("+")[2].strip()
    texts = {"R": _("{winner} wins by resignation"), "T": _("{winner} wins on time"), "F": _("{winner} wins by forfeit")}
    if how[:1] in texts:
        return texts[how[0]].format(winner=winner)
    if how == "1":
        return _("{winner} wins by 1 point").format(winner=winner)
    return (
        _("{winner} wins by {points} points").format(winner=winner, points=how) if how else _("{winner} wins").format(winner=winner)
    )
