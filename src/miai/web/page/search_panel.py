"""The search panel: the growing graph, the parts of each value, move groups, learned moves, patterns of the opening, and settings."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from miai.web.drawing.board import short
from miai.web.drawing.graph import draw_graph, find_transposition
from miai.web.game_session import GameSession
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.page.opening_card import opening_table
from miai.web.page.texts import describe_memory, graph_legend, parts_legend
from miai.web.page.widgets import HtmlBlock, text_button
from miai.web.visitor_settings import is_allowed

MODES = {
    "uct-dag": mark("graph (UCT-DAG)"),
    "path-mean": mark("graph, mean of the path"),
    "tree": mark("tree"),
    "shared": mark("shared"),
}
RAVES = {"mse": mark("on"), "off": mark("off")}
GROUPINGS = {
    "off": mark("no groups"),
    "enemy-distance,friendly-distance,else": mark("near the last moves"),
    "kills,saves,many-liberties,else": mark("kills, saves, liberties"),
    "border,enemy-distance,else": mark("border, near, elsewhere"),
}
NO_GROUPS = mark("The search selects among all moves. With move groups (see settings) it first selects a group, then a move in it.")
NO_LEARNING = mark("Playouts do not learn. To change that, set learning.on to true below.")
PARTS_TITLE = mark("Parts of each move's value")
POLICIES = {"base": mark("Go knowledge"), "uniform": mark("uniformly random")}


class SearchPanel:
    """Graph, parts of values, groups, learned moves and settings."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self._is_drawing = False
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Search graph')}</h3>", sanitize=False)
            self.memory = HtmlBlock("note")
            self.facts = HtmlBlock()
            self.graph = HtmlBlock()
            self.transposition = HtmlBlock("note")
            ui.html(graph_legend(), sanitize=False)
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_(PARTS_TITLE)}</h3>", sanitize=False)
            self.parts = HtmlBlock()
            ui.html(parts_legend(), sanitize=False)
        with ui.element("div").classes("details") as self.details:
            self.groups = _card(_("Move groups"))
            self.learned = _card(_("Moves that playouts have learned"))
            self.opening = _card(_("Corners and sides"))
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Search settings')}</h3>", sanitize=False)
            self._build_settings()

    def _build_settings(self) -> None:
        with ui.element("div").classes("line-up"):
            self.mode = self._select(_("mode"), MODES, lambda value: [f"mode={value}"])
            self.rave = self._select("RAVE", RAVES, lambda value: [f"rave={value}"])
            self.policy = self._select(_("playouts"), POLICIES, lambda value: [f"playout.policy={value}"])
            self.grouping = self._select(_("groups"), GROUPINGS, _grouping_assignments)
        with ui.element("div").classes("line-up").style("margin-top:.6rem"):
            self.name = ui.select([], label=_("any setting"), with_input=True, on_change=self._describe).props(
                "dense outlined options-dense"
            )
            self.name.style("width:12rem")
            self.value = ui.input(_("new value")).props("dense outlined").style("width:7rem")
            text_button(_("Set"), self._on_set)
            text_button(_("Reset to defaults"), lambda: self._change([], "default"), "restart_alt")
        self.meaning = HtmlBlock("note")

    def _select(self, label: str, options: dict[str, str], assignments: Any) -> Any:
        def on_change(event: Any) -> None:
            if not self._is_drawing and event.value is not None:
                self._change(assignments(event.value))

        made = ui.select(
            {key: _(name) for key, name in options.items()}, value=next(iter(options)), label=label, on_change=on_change
        ).props("dense outlined options-dense")
        return made.style("width:11.5rem")

    def _change(self, assignments: list[str], preset: str | None = None) -> None:
        self.session.controller.change_settings(assignments, preset)

    def _describe(self) -> None:
        row = self._row(str(self.name.value))
        if row is not None and not self._is_drawing:
            self.value.value = row[1]
            self.meaning.show(_("{meaning}; accepted: {range}").format(meaning=escape(row[3]), range=escape(row[2])))

    def _row(self, name: str) -> list[str] | None:
        return next((row for row in self.session.controller.setting_rows if row[0] == name), None)

    def _on_set(self) -> None:
        if self.name.value:
            self._change([f"{self.name.value}={self.value.value}"])

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def draw_settings(self) -> None:
        """Show the settings of the engine."""
        rows = self.session.controller.setting_rows
        if not rows:
            return
        now = {row[0]: row[1] for row in rows}
        self._is_drawing = True
        self.name.set_options([row[0] for row in rows if is_allowed(row[0])])
        grouping = now.get("group.groups", "") if now.get("grouping") == "given" else "off"
        for element, value, options in (
            (self.mode, now.get("mode"), MODES),
            (self.rave, now.get("rave"), RAVES),
            (self.grouping, grouping, GROUPINGS),
        ):
            element.value = value if value in options else None
        policy = next(
            (
                each.partition("=")[2]
                for each in reversed(self.session.controller.assignments)
                if each.startswith("playout.policy=")
            ),
            "base",
        )
        self.policy.value = policy
        self._is_drawing = False

    def draw(self) -> None:
        """Draw the latest graph, parts and groups."""
        graph = self.session.analysis.graph
        self.memory.show(describe_memory(self.session.controller.memory))
        self.details.set_visibility(graph is not None)
        if graph is None:
            self.facts.show(note(_("Switch analysis on, or let the engine play: the search graph appears here.")))
            for block in (self.graph, self.transposition, self.parts):
                block.show("")
            return
        self.facts.show(facts(graph))
        self.graph.show(draw_graph(graph))
        self.transposition.show(describe_transposition(graph))
        self.parts.show(parts_table(graph["parts"]))
        self.groups.show(groups_table(graph["groups"]))
        self.learned.show(learned_table(graph.get("learned")))
        self.opening.show(opening_table(graph.get("opening")))


def _card(title: str) -> HtmlBlock:
    """Build a card with a title and return what is below it."""
    with ui.element("div").classes("card"):
        ui.html(f"<h3>{title}</h3>", sanitize=False)
        return HtmlBlock()


def facts(graph: dict[str, Any]) -> str:
    """Return the figures above the graph."""
    saved = graph["tree"] - graph["positions"]
    share = f" ({saved / graph['tree']:.1%})" if graph["tree"] else ""
    used, limit = graph["memory"]
    rows = (
        (f"{graph['positions']:,}", _("positions in the graph")),
        (f"{graph['joined']:,}", _("reached by several paths")),
        (f"{saved:,}{share}", _("nodes fewer than in a tree, at least")),
        (f"{graph['speed']:,}", _("playouts per second, threads: {count}").format(count=graph["threads"])),
        (f"{graph['depth']}", _("moves deep")),
        (_("{used} of {limit}").format(used=f"{used / 2**20:.1f}", limit=f"{limit / 2**20:.0f}"), _("MiB of memory")),
        *([(f"{graph['recalled']:,}", _("positions recalled from disk"))] if graph.get("recalled") is not None else ()),
    )
    return '<div class="facts">' + "".join(f"<div><b>{number}</b><span>{text}</span></div>" for number, text in rows) + "</div>"


def describe_transposition(graph: dict[str, Any]) -> str:
    """Return two move orders in the picture that lead to the same position, if there are any."""
    if graph["mode"] == "tree":
        return _("In mode tree positions are not shared: every move order is searched separately.")
    found = find_transposition(graph)
    if found is None:
        return _("The picture contains no transposition yet.")
    one, two, visits = found
    first, second = (f"<b>{escape(' '.join(path))}</b>" for path in (one, two))
    same = _("{first} and {second} lead to the same position, which has one node with {visits} visits.")
    return same.format(first=first, second=second, visits=short(visits))


def parts_table(parts: list[dict[str, Any]]) -> str:
    """Return the shares and values of playouts, RAVE and prior for each move."""
    if not parts:
        return note(_("Nothing yet."))
    rows = "".join(_parts_row(part) for part in parts)
    numbers = "".join(f'<th class="num">{name}</th>' for name in (_("playouts"), "RAVE", _("prior")))
    head = f"<tr><th>{_('move')}</th><th>{_('shares')}</th>{numbers}</tr>"
    return f'<table class="list">{head}{rows}</table>'


def _parts_row(part: dict[str, Any]) -> str:
    names = ("playouts", "rave", "prior")
    bars = "".join(f'<i class="p-{name}" style="width:{100 * part[name][1]:.1f}%"></i>' for name in names)
    cells = "".join(f'<td class="num">{_value(*part[name])}</td>' for name in names)
    return f'<tr><td>{escape(part["move"])}</td><td><div class="parts">{bars}</div></td>{cells}</tr>'


def _value(value: float, share: float) -> str:
    return f"{value:.0%}" if share > 0.0005 else "–"


def groups_table(groups: list[list[Any]]) -> str:
    """Return the groups at the root with their shares of the visits."""
    if not groups:
        return note(_(NO_GROUPS))
    total = sum(visits for *_rest, visits, _value_of in groups) or 1
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="num">{moves}</td><td>{_bar(visits / total)}</td>'
        f'<td class="num">{visits / total:.0%}</td><td class="num">{"–" if value is None else f"{value:.0%}"}</td></tr>'
        for name, moves, visits, value in groups[:10]
    )
    head = (
        f'<tr><th>{_("group")}</th><th class="num">{_("moves")}</th><th>{_("visits")}</th><th></th>'
        f'<th class="num">{_("wins")}</th></tr>'
    )
    return f'<table class="list">{head}{rows}</table>'


def learned_table(learned: dict[str, list[list[Any]]] | None) -> str:
    """Return the results of context moves and reply moves; those in bold would be suggested to a playout now."""
    if learned is None:
        return note(_(NO_LEARNING))
    names = {"nearby": _("near the last move"), "answers": _("reply to the last move")}
    rows = "".join(
        f"<tr><td>{names[kind]}</td><td>{_strong(escape(point), is_suggested)}</td>"
        f'<td>{_bar(wins / updates)}</td><td class="num">{wins / updates:.0%}</td><td class="num">{updates}</td></tr>'
        for kind, found in learned.items()
        for point, wins, updates, is_suggested in found
    )
    head = f'<tr><th></th><th>{_("move")}</th><th>{_("won")}</th><th></th><th class="num">{_("updates")}</th></tr>'
    return f'<table class="list">{head}{rows}</table>' if rows else note(_("Nothing yet."))


def note(text: str) -> str:
    """Return a remark in small letters."""
    return f'<div class="note">{text}</div>'


def _strong(text: str, is_strong: bool) -> str:
    return f"<b>{text}</b>" if is_strong else text


def _bar(share: float) -> str:
    return f'<div class="parts"><i class="p-playouts" style="width:{100 * share:.1f}%"></i></div>'


def _grouping_assignments(value: str) -> list[str]:
    return ["grouping=off"] if value == "off" else ["grouping=given", f"group.groups={value}"]
