"""Values of settings from words as people type them."""

from __future__ import annotations

from typing import Any

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def value_from_text(default: Any, text: str) -> Any:
    """What `text` says for a setting with this default; the text itself, which a check refuses, where it says nothing of the kind."""
    if isinstance(default, bool):
        return _SWITCHES.get(text.casefold(), text)
    if isinstance(default, str):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number == number and abs(number) < 2**53 and number == int(number) else number
