"""The form of a search for a panel."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.page import panels_texts as texts
from miai.web.page.widgets import HtmlBlock
from miai.web.panels.session import PanelSession
from miai.web.panels.wishes import LIMITS, METHODS, OBJECTIVES, PRESETS, PRIORS, Wish

LABELS = {
    "snps": mark("SNPs"),
    "seconds": mark("seconds"),
    "seed": mark("random seed"),
    "splits": mark("splits of held-out people"),
    "curve": mark("accuracy curve up to"),
    "call_rate": mark("minimum call rate"),
    "maf": mark("minimum rarer allele"),
    "ld": mark("maximum r²"),
    "distance": mark("minimum distance, bp"),
}


class SearchForm:
    """The fields of a `Wish`."""

    def __init__(self, session: PanelSession) -> None:
        self.session = session
        wish = session.state.wish
        self.fields: dict[str, Any] = {}
        self.grouping = ui.select({}, label=_("grouping"), on_change=self._describe).props("dense options-dense")
        self.categories = HtmlBlock()
        self._choice("method", METHODS, wish, _("method"))
        self._numbers(("snps", "seconds", "splits", "seed"), wish)
        with ui.expansion(_("Filters and valuation")).props("dense"):
            self._numbers(("call_rate", "maf", "ld", "distance"), wish)
            self._choice("preset", PRESETS, wish, _("valuation"))
            self._choice("prior", PRIORS, wish, _("prior of categories"))
            self._choice("objective", OBJECTIVES, wish, _("what the search maximises"))
            self._numbers(("curve",), wish)

    def _numbers(self, names: tuple[str, ...], wish: Wish) -> None:
        with ui.element("div").classes("pair"):
            for name in names:
                low, high, words = LIMITS[name]
                field = ui.number(_(LABELS[name]), value=getattr(wish, name), min=low, max=high, format="%g").props("dense")
                field.tooltip(_(words))
                self.fields[name] = field

    def _choice(self, name: str, options: dict[str, str], wish: Wish, label: str) -> None:
        translated = {value: _(words) for value, words in options.items()}
        self.fields[name] = ui.select(translated, value=getattr(wish, name), label=label).props("dense options-dense")

    def wish(self) -> Wish:
        """Return the wish of the form, unchecked."""
        values = {name: field.value for name, field in self.fields.items()}
        return Wish(grouping=str(self.grouping.value or ""), **values)

    def draw(self) -> None:
        """Show the groupings that fit the data."""
        options = texts.grouping_names(self.session.state.facts)
        if self.grouping.options != options:
            wanted = self.session.state.wish.grouping
            best = wanted if wanted in options else next((name for name in ("file", "world7", *options) if name in options), None)
            self.grouping.set_options(options, value=best)
        self._describe()

    def _describe(self) -> None:
        self.categories.show(texts.grouping_text(self.session, str(self.grouping.value or "")))
