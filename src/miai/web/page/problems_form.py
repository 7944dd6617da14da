"""The settings of a search as a form: the rule and its numbers first, the rest on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.problems.offers import CHOICES, FIRST, NUMBERS

NAMES = {
    "select": mark("selection rule"),
    "exploration": mark("exploration c"),
    "mode": mark("graph mode"),
    "fpu": mark("first-play urgency"),
    "fpu_value": mark("value of an untried edge"),
    "expand_threshold": mark("expansion threshold"),
    "solver": mark("prove values (solver)"),
    "rave": mark("RAVE"),
    "prior": mark("priors"),
    "epsilon": mark("epsilon"),
    "ucb2_alpha": mark("alpha of UCB2"),
    "final": mark("action to play"),
}
BASIC = ("select", "exploration", "mode")
MORE = ("fpu", "fpu_value", "expand_threshold", "rave", "prior", "epsilon", "ucb2_alpha", "final")


class SettingsForm:
    """Fields for the settings of one search. `on_change` is called after a person has changed one."""

    def __init__(self, values: dict[str, str], on_change: Callable[[], None]) -> None:
        self._on_change, self._is_drawing = on_change, False
        self.fields: dict[str, Any] = {}
        with ui.element("div").classes("fields"):
            for name in BASIC:
                self.fields[name] = self._field(name)
            self.fields["solver"] = ui.switch(_(NAMES["solver"]), on_change=self._changed)
        with ui.expansion(_("More settings")).props("dense"), ui.element("div").classes("fields"):
            for name in MORE:
                self.fields[name] = self._field(name)
        self.draw(values)

    def _field(self, name: str) -> Any:
        label = _(NAMES[name])
        if name in CHOICES:
            return ui.select(list(CHOICES[name]), value=FIRST[name], label=label, on_change=self._changed).props(
                "dense options-dense"
            )
        default, low, high = NUMBERS[name]
        made = ui.number(label, value=float(default), min=low, max=high, step="any", on_change=self._changed)
        return made.props("dense debounce=500")

    def _changed(self) -> None:
        if not self._is_drawing:
            self._on_change()

    def values(self) -> dict[str, str]:
        """Return the settings that differ from those of `miai solve`."""
        found = {} if self.fields["solver"].value else {"solver": "no"}
        for name, default in FIRST.items():
            if self.fields[name].value not in (None, default):
                found[name] = str(self.fields[name].value)
        for name, (default, _low, _high) in NUMBERS.items():
            value = self.fields[name].value
            if value is not None and float(value) != float(default):
                found[name] = f"{value:g}"
        return found

    def draw(self, values: dict[str, str]) -> None:
        """Show these settings."""
        self._is_drawing = True
        self.fields["solver"].value = values.get("solver", "yes") != "no"
        for name, default in FIRST.items():
            self.fields[name].value = values.get(name, default)
        for name, (default, _low, _high) in NUMBERS.items():
            self.fields[name].value = float(values.get(name, default))
        self._is_drawing = False


def settings_text(values: dict[str, str]) -> str:
    """Return settings in one line: the rule, its constant, and what else differs from the defaults."""
    first = f"{values.get('select', FIRST['select'])}, c = {values.get('exploration', NUMBERS['exploration'][0])}"
    rest = [f"{name} {value}" for name, value in values.items() if name not in ("select", "exploration", "solver")]
    return ", ".join([first, *rest, *([_("solver")] if values.get("solver") != "no" else [])])
