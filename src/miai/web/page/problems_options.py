"""The options of a problem as fields of a form, as the worker describes them."""

from __future__ import annotations

from typing import Any

from nicegui import ui


class OptionsForm:
    """Fields for the options of the present problem."""

    def __init__(self) -> None:
        self.box = ui.element("div").classes("fields options")
        self.fields: dict[str, tuple[Any, str]] = {}
        self._drawn: tuple[str, str] = ("", "")

    def draw(self, problem: str, options: list[dict[str, Any]], chosen: dict[str, str]) -> None:
        """Show the options of a problem; the fields are made again only if the problem or its options have changed."""
        wanted = (problem, repr(options) + repr(chosen))
        if wanted == self._drawn:
            return
        self._drawn = wanted
        self.box.clear()
        with self.box:
            self.fields = {
                each["name"]: (_field(each, chosen.get(each["name"], each["default"])), each["default"]) for each in options
            }

    def values(self) -> dict[str, str]:
        """Return the options that differ from their defaults."""
        found = {}
        for name, (field, default) in self.fields.items():
            value = field.value
            words = (
                ("yes" if value else "no")
                if isinstance(value, bool)
                else f"{value:g}"
                if isinstance(value, float)
                else str(value or "")
            )
            if words and words != default:
                found[name] = words
        return found


def _field(option: dict[str, Any], value: str) -> Any:
    if option["kind"] == "switch":
        return ui.switch(option["name"], value=value == "yes")
    if option["kind"] in ("number", "whole") and option["range"]:
        low, high = option["range"]
        step = 1 if option["kind"] == "whole" else "any"
        return ui.number(option["name"], value=float(value), min=low, max=high, step=step).props("dense")
    return ui.input(option["name"], value=value).props("dense maxlength=200")
