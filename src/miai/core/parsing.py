"""Values of settings from words as people type them."""

from __future__ import annotations

from typing import Any

_SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def switch_from_text(text: str) -> bool | None:
    """True or false in the words that people use for them; `None` for any other word."""
    return _SWITCHES.get(text.strip().casefold())


def value_from_text(default: Any, text: str) -> Any:
    """What `text` says for a setting with this default; the text itself, which a check refuses, where it says nothing of the kind."""
    if isinstance(default, bool):
        switch = switch_from_text(text)
        return text if switch is None else switch
    if isinstance(default, str):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number == number and abs(number) < 2**53 and number == int(number) else number
