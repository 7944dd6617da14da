"""The panel that shows the search: the graph as it grows, what a value is made of, move groups, and settings to change live."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from miai.web.drawing.board import short
from miai.web.drawing.graph import draw_graph, joined_pair
from miai.web.page.pieces import Picture, text_button
from miai.web.page.texts import graph_legend, memory_in_words, parts_legend
from miai.web.session import Session

MODES = {"graph": "graph", "uct-dag": "UCT-DAG", "tree": "tree", "shared": "shared"}
RAVES = {"mse": "RAVE", "off": "no RAVE"}
GROUPINGS = {
    "off": "no groups",
    "enemy-distance,friendly-distance,else": "near the last moves",
    "kills,saves,many-liberties,else": "kills, saves, liberties",
    "border,enemy-distance,else": "border, near, elsewhere",
}
NO_GROUPS = (
    '<div class="note">The search takes every move for itself. Choose groups below: '
    "then it first chooses a group, then a move in it.</div>"
)
NO_LEARNING = '<div class="note">Playouts do not learn. Set learning.on to true below: then they do.</div>'
POLICIES = {"base": "playouts know Go", "uniform": "uniform playouts"}


class SearchPanel:
    """Everything about the search itself."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._is_drawing = False
        with ui.element("div").classes("card"):
            ui.html("<h3>The search graph</h3>", sanitize=False)
            self.memory = Picture("note")
            self.facts = Picture()
            self.graph = Picture()
            self.pair = Picture("note")
            ui.html(graph_legend(), sanitize=False)
        with ui.element("div").classes("card"):
            ui.html("<h3>What a move's value is made of</h3>", sanitize=False)
            self.parts = Picture()
            ui.html(parts_legend(), sanitize=False)
        with ui.element("div").classes("card"):
            ui.html("<h3>Move groups and the attention they get</h3>", sanitize=False)
            self.groups = Picture()
        with ui.element("div").classes("card"):
            ui.html("<h3>What playouts have learned near the last move</h3>", sanitize=False)
            self.learned = Picture()
        with ui.element("div").classes("card"):
            ui.html("<h3>Change the search while it runs</h3>", sanitize=False)
            self._build_settings()

    def _build_settings(self) -> None:
        with ui.element("div").classes("line-up"):
            self.mode = self._select("mode", MODES, lambda value: [f"mode={value}"])
            self.rave = self._select("RAVE", RAVES, lambda value: [f"rave={value}"])
            self.policy = self._select("playouts", POLICIES, lambda value: [f"playout.policy={value}"])
            self.grouping = self._select("groups", GROUPINGS, _grouping_words)
        with ui.element("div").classes("line-up").style("margin-top:.6rem"):
            self.name = ui.select([], label="any setting", with_input=True, on_change=self._describe).props(
                "dense outlined options-dense"
            )
            self.name.style("width:12rem")
            self.value = ui.input("value").props("dense outlined").style("width:7rem")
            text_button("Set", self._on_set)
            text_button("As at first", lambda: self._change([], "default"), "restart_alt")
        self.meaning = Picture("note")

    def _select(self, label: str, options: dict[str, str], words: Any) -> Any:
        def on_change(event: Any) -> None:
            if not self._is_drawing and event.value is not None:
                self._change(words(event.value))

        made = ui.select(options, value=next(iter(options)), label=label, on_change=on_change).props("dense outlined options-dense")
        return made.style("width:11.5rem")

    def _change(self, words: list[str], preset: str | None = None) -> None:
        self.session.mind.change(words, preset)

    def _describe(self) -> None:
        row = self._row(str(self.name.value))
        if row is not None and not self._is_drawing:
            self.value.value = row[1]
            self.meaning.show(f"{escape(row[3])}; accepted: {escape(row[2])}")

    def _row(self, name: str) -> list[str] | None:
        return next((row for row in self.session.mind.parameters if row[0] == name), None)

    def _on_set(self) -> None:
        if self.name.value:
            self._change([f"{self.name.value}={self.value.value}"])

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def draw_settings(self) -> None:
        """The settings as the engine has them."""
        rows = self.session.mind.parameters
        if not rows:
            return
        now = {row[0]: row[1] for row in rows}
        self._is_drawing = True
        self.name.set_options([row[0] for row in rows if row[0] not in ("threads", "memory")])
        grouping = now.get("group.groups", "") if now.get("grouping") == "given" else "off"
        for element, value, options in (
            (self.mode, now.get("mode"), MODES),
            (self.rave, now.get("rave"), RAVES),
            (self.grouping, grouping, GROUPINGS),
        ):
            element.value = value if value in options else None
        policy = next(
            (word.partition("=")[2] for word in reversed(self.session.mind.words) if word.startswith("playout.policy=")), "base"
        )
        self.policy.value = policy
        self._is_drawing = False

    def draw(self) -> None:
        """The graph, the parts and the groups as they were told last."""
        graph = self.session.mind.graph
        self.memory.show(memory_in_words(self.session.mind.memory))
        if graph is None:
            self.facts.show(
                '<div class="note">Switch analysis on, or let the engine think about a move: the graph grows here.</div>'
            )
            for picture in (self.graph, self.pair, self.parts, self.groups, self.learned):
                picture.show("")
            return
        self.facts.show(facts(graph))
        self.graph.show(draw_graph(graph))
        self.pair.show(pair_in_words(graph))
        self.parts.show(parts_table(graph["parts"]))
        self.groups.show(groups_table(graph["groups"]))
        self.learned.show(learned_table(graph.get("learned")))


def facts(graph: dict[str, Any]) -> str:
    """The numbers above the graph."""
    saved = graph["tree"] - graph["positions"]
    share = f" ({saved / graph['tree']:.1%})" if graph["tree"] else ""
    used, limit = graph["memory"]
    rows = (
        (f"{graph['positions']:,}", "positions in the graph"),
        (f"{graph['joined']:,}", "found by more than one path"),
        (f"{saved:,}{share}", "nodes saved against a tree, at least"),
        (f"{graph['speed']:,}", f"playouts per second, {graph['threads']} thread{'s' * (graph['threads'] != 1)}"),
        (f"{graph['depth']}", "moves deep"),
        (f"{used / 2**20:.1f} of {limit / 2**20:.0f}", "MiB of memory"),
        *([(f"{graph['recalled']:,}", "positions known from earlier searches")] if graph.get("recalled") is not None else ()),
    )
    return '<div class="facts">' + "".join(f"<div><b>{number}</b><span>{text}</span></div>" for number, text in rows) + "</div>"


def pair_in_words(graph: dict[str, Any]) -> str:
    """Two orders of moves that lead to one position, if the picture has such."""
    if graph["mode"] == "tree":
        return "In mode <b>tree</b> nothing is shared: every order of moves is searched on its own."
    pair = joined_pair(graph)
    if pair is None:
        return "No two paths of this picture meet yet."
    one, two, visits = pair
    paths = f"<b>{escape(' '.join(one))}</b> and <b>{escape(' '.join(two))}</b>"
    return f"{paths} lead to one position: what is learned on one path ({short(visits)} visits in all) serves both."


def parts_table(parts: list[dict[str, Any]]) -> str:
    """For each move: how much playouts, RAVE and prior count, and what each says."""
    if not parts:
        return '<div class="note">Nothing yet.</div>'
    rows = "".join(_parts_row(part) for part in parts)
    head = '<tr><th>move</th><th>shares</th><th class="num">playouts</th><th class="num">RAVE</th><th class="num">prior</th></tr>'
    return f'<table class="list">{head}{rows}</table>'


def _parts_row(part: dict[str, Any]) -> str:
    names = ("playouts", "rave", "prior")
    bars = "".join(f'<i class="p-{name}" style="width:{100 * part[name][1]:.1f}%"></i>' for name in names)
    cells = "".join(f'<td class="num">{_said(*part[name])}</td>' for name in names)
    return f'<tr><td>{escape(part["move"])}</td><td><div class="parts">{bars}</div></td>{cells}</tr>'


def _said(value: float, share: float) -> str:
    return f"{value:.0%}" if share > 0.0005 else "–"


def groups_table(groups: list[list[Any]]) -> str:
    """The groups at the root by the visits they get."""
    if not groups:
        return NO_GROUPS
    total = sum(visits for _, _, visits, _ in groups) or 1
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="num">{moves}</td><td>{_bar(visits / total)}</td>'
        f'<td class="num">{visits / total:.0%}</td><td class="num">{"–" if value is None else f"{value:.0%}"}</td></tr>'
        for name, moves, visits, value in groups[:10]
    )
    head = '<tr><th>group</th><th class="num">moves</th><th>attention</th><th></th><th class="num">wins</th></tr>'
    return f'<table class="list">{head}{rows}</table>'


def learned_table(learned: dict[str, list[list[Any]]] | None) -> str:
    """How node moves and edge moves have done; what is in bold would be suggested to a playout now."""
    if learned is None:
        return NO_LEARNING
    names = {"nearby": "near the last move", "answers": "answers to it"}
    rows = "".join(
        f"<tr><td>{names[kind]}</td><td>{_strong(escape(point), is_suggested)}</td>"
        f'<td>{_bar(wins / updates)}</td><td class="num">{wins / updates:.0%}</td><td class="num">{updates}</td></tr>'
        for kind, found in learned.items()
        for point, wins, updates, is_suggested in found
    )
    head = '<tr><th></th><th>move</th><th>won</th><th></th><th class="num">of the last</th></tr>'
    return f'<table class="list">{head}{rows}</table>' if rows else '<div class="note">Nothing yet.</div>'


def _strong(text: str, is_strong: bool) -> str:
    return f"<b>{text}</b>" if is_strong else text


def _bar(share: float) -> str:
    return f'<div class="parts"><i class="p-playouts" style="width:{100 * share:.1f}%"></i></div>'


def _grouping_words(value: str) -> list[str]:
    return ["grouping=off"] if value == "off" else ["grouping=given", f"group.groups={value}"]
