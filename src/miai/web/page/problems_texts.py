"""The texts and tables of the page *Problems*: pure functions from a session to HTML."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from miai.web.drawing.comparison import PALETTE, draw_curves, most_visited
from miai.web.drawing.search_tree import draw_growth
from miai.web.languages import capitalized, mark, translate_message
from miai.web.languages import text as _
from miai.web.problems.session import CHANCE, ENGINE, PHASES, ProblemSession, Task

FORMULAS = {
    "ucb1": "value + c · √(ln N / n)",
    "ucb1-tuned": "value + c · √(ln N / n · min(1/4, variance + √(2 ln N / n)))",
    "ucb2": "value + c · √((1 + α) ln(e N / τ) / (2 τ)),  τ = ⌈(1 + α)^r⌉",
    "epsilon-greedy": "value;  a random edge with probability ε",
    "bast": "min(value + confidence + smoothness, bound of the children)",
    "objective": "drawn by fairness: N · urgency / (n · sum of urgencies)",
    "puct": "value + c · P · √N / (1 + n)",
    "thompson": "a draw from Beta(1 + wins, 1 + losses)",
}
"""The score of each selection rule. N is the visits of all edges of the node, n those of the edge, c the exploration constant."""
PHASE_NAMES = {
    "descend": mark("Descend"),
    "expand": mark("Expand"),
    "playout": mark("Play out"),
    "backup": mark("Back up"),
}
PHASE_TEXTS = {
    "descend": mark(
        "From the root, the rule chooses an edge at every node: the one with the best score. Untried edges come first."
    ),
    "expand": mark(
        "The path ends at a position that is new to the graph, or at one that has not been expanded. It becomes a node."
    ),
    "playout": mark("From there the game is played to its end by random moves. Its result is the evidence of this simulation."),
    "backup": mark("The result is carried back along the path: every node has one visit more, and a new mean value."),
}
TASK_NAMES = {
    Task.SHOW: mark("Loading the problem"),
    Task.PREPARE: mark("Preparing the search"),
    Task.SEARCH: mark("Searching"),
    Task.STEP: mark("One simulation"),
    Task.RESET: mark("Preparing the search"),
    Task.MOVE: mark("The engine thinks"),
    Task.ROLL: mark("Chance decides"),
    Task.COMPARE: mark("Comparing"),
}
ORIGINS = {
    "playout": mark("result of the playout"),
    "terminal": mark("the path ends at the end of the game"),
    "proven": mark("the value is proven: no playout is needed"),
    "repeated": mark("the path would come back to a position: its value counts"),
}
LABEL = re.compile(r'aria-label="([^"]*)"')
"""The label of a picture for screen readers, the first one in it. Problems draw in English, in another process."""
PICTURE_LABELS = (mark("the board"), mark("the choices"), mark("the position"))
"""The labels of the drawing kit, `problems.drawing`, which pages may not import."""
PLAYER_CLASSES = ("first", "second", "third")


def player_name(player: int) -> str:
    """Return the name of a player, or of chance."""
    return _("chance") if player == CHANCE else _("player {number}").format(number=player + 1)


def status_text(session: ProblemSession) -> str:
    """Return the line about the worker: a lamp and a sentence."""
    lamp, words = _status(session)
    return f'<div class="status" role="status"><span class="lamp {lamp}"></span><span>{escape(words)}</span></div>'


def _status(session: ProblemSession) -> tuple[str, str]:
    if session.trouble:
        return "bad", translate_message(session.trouble)
    if session.compiling is not None:
        words = _("Compiling, once for this version of the problem: {count} functions, {seconds} s")
        return "on", words.format(count=session.compiling["count"], seconds=round(session.compiling["seconds"]))
    if session.task is not None:
        words = _(TASK_NAMES[session.task])
        done = session.report["simulations"] if session.report and session.task in (Task.SEARCH, Task.MOVE) else None
        return "on", words + (f": {done:,}" if done else " …")
    if session.note:
        return "ready", session.note
    return "ready", _("Ready.") if session.position is not None else ""


def turn_text(session: ProblemSession) -> str:
    """Return who acts, or the result."""
    position = session.position
    if position is None:
        return ""
    if position["terminal"]:
        return result_text(position)
    if position["player"] == CHANCE:
        return _("Chance acts: choose an outcome, or let it be drawn.")
    who = player_name(position["player"])
    return (_("{player}, the engine, acts.") if session.turn == ENGINE else _("{player} acts.")).format(player=capitalized(who))


def result_text(position: dict[str, Any]) -> str:
    """Return the result of a game that has ended."""
    rewards = position["rewards"]
    if position["players"] == 1:
        return _("The end. Result: {result}").format(result=f"{rewards[0]:g}")
    if position["zero_sum"] and position["players"] == 2:
        if rewards[0] == rewards[1]:
            return _("The end: a draw.")
        return _("The end: {player} wins.").format(player=player_name(0 if rewards[0] > rewards[1] else 1))
    return _("The end.") + " " + ", ".join(f"{player_name(k)}: {each:g}" for k, each in enumerate(rewards))


def moves_text(session: ProblemSession) -> str:
    """Return the actions so far."""
    played = session.position["played"] if session.position else []
    if not played:
        return f'<span class="note">{escape(_("No action yet."))}</span>'
    rows = [f'<li class="{_player_class(each["player"])}">{escape(each["text"])}</li>' for each in played]
    return f'<ol class="moves">{"".join(rows)}</ol>'


def _player_class(player: int) -> str:
    return PLAYER_CLASSES[player] if 0 <= player < len(PLAYER_CLASSES) else "chance"


def board_text(session: ProblemSession) -> str:
    """Return the position: the picture of the problem, or its text."""
    position = session.position
    if position is None:
        return '<div class="waiting"></div>'
    fault = f'<p class="fault">{escape(position["fault"])}</p>' if position.get("fault") else ""
    return f'<div class="position">{fault}{_picture(position)}</div>'


def _picture(shown: dict[str, Any]) -> str:
    return LABEL.sub(_translated_label, shown["svg"], count=1) if "svg" in shown else f"<pre>{escape(shown['text'])}</pre>"


def _translated_label(found: re.Match[str]) -> str:
    return f'aria-label="{escape(_(unescape(found[1])))}"'


def facts_text(session: ProblemSession) -> str:
    """Return the figures of the search."""
    report = session.report
    if report is None:
        return ""
    facts = [
        (f"{report['simulations']:,}", _("simulations")),
        (
            f"{report['value']:.3f}" + (" ✓" if report["proven"] else ""),
            _("value for {player}").format(player=player_name(report["player"])),
        ),
        (f"{report['nodes']:,}", _("positions")),
        (f"{report['transpositions']:,}", _("transpositions")),
        (f"{report['depth']}", _("longest path")),
    ]
    if report["speed"]:
        facts.append((f"{report['speed']:,.0f}", _("simulations per second")))
    return '<div class="facts">' + "".join(f"<div><b>{a}</b><span>{escape(b)}</span></div>" for a, b in facts) + "</div>"


def actions_text(session: ProblemSession) -> str:
    """Return the table of all actions: value, visits, principal variation."""
    report = session.report
    if report is None or not report["actions"]:
        return ""
    most = max(1, *(row["visits"] for row in report["actions"]))
    rows = []
    for row in report["actions"]:
        value = "–" if row["value"] is None else f"{row['value']:.3f}"
        interval = f' title="{row["low"]:.3f} – {row["high"]:.3f}"' if row["low"] is not None else ""
        best = ' class="best"' if row["action"] == report["best"] and row["visits"] else ""
        rows.append(
            f'<tr data-play="{row["action"]}"{best}><th scope="row">{escape(row["text"])}</th>'
            f'<td class="num"{interval}>{value}{" ✓" if row["proven"] else ""}</td><td class="num">{row["visits"]:,}</td>'
            f'<td class="share"><i style="width:{100 * row["visits"] / most:.0f}%"></i></td>'
            f'<td class="wide">{escape(" ".join(row["line"]))}</td></tr>'
        )
    head = "".join(
        f'<th scope="col"{" class=num" if k in (1, 2) else ""}>{escape(each)}</th>'
        for k, each in enumerate((_("action"), _("value"), _("visits"), _("share"), _("principal variation")))
    )
    return f'<table class="list actions"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def graph_text(session: ProblemSession) -> str:
    """Return the picture of the graph, as it is at the phase that is shown."""
    report = session.report
    if report is None or not report["simulations"]:
        return f'<p class="note">{escape(_("The graph has its root only. Run a simulation."))}</p>'
    graph, trace = report["graph"], session.trace
    shown, fresh = None, None
    if trace is not None and graph["path"]:
        fresh = graph["path"][-1] if trace["changes"][-1]["is_new"] else None
        if session.phase < len(PHASES) - 1:
            graph = _before_backup(graph, trace, hide=fresh if session.phase == 0 else None)
        shown = len(graph["path"]) - (1 if session.phase == 0 and fresh is not None else 0)
    return draw_growth(graph, shown, fresh if session.phase > 0 else None)


def _before_backup(graph: dict[str, Any], trace: dict[str, Any], hide: int | None) -> dict[str, Any]:
    """Return the graph with the numbers before the backup of the last simulation, without the node `hide`."""
    old = {each["node"]: each for each in trace["changes"]}
    choosers = [trace["choices"][0]["player"] if trace["choices"] else 0, *(each["player"] for each in trace["choices"])]
    players = {each["node"]: player for each, player in zip(trace["changes"], choosers, strict=False)}
    nodes = []
    for row in graph["nodes"]:
        now, (index, depth, _visits, value, player, terminal) = row, row
        if index in old:
            before = old[index]["value"][0]
            seen = value if before is None else 1 - before if players.get(index) == 1 else before
            now = [index, depth, old[index]["visits"][0], seen, player, terminal]
        if index != hide:
            nodes.append(now)
    return {"nodes": nodes, "links": [link for link in graph["links"] if link[1] != hide], "path": graph["path"]}


# --- one simulation ---------------------------------------------------------------------------------------------------------------


def phases_text(session: ProblemSession) -> str:
    """Return the four phases, the present one marked, with a sentence about it."""
    now = session.phase if session.trace is not None else -1
    steps = "".join(
        f'<li class="{"now" if place == now else "done" if place < now else ""}"{" aria-current=step" if place == now else ""}>'
        f"{escape(_(PHASE_NAMES[name]))}</li>"
        for place, name in enumerate(PHASES)
    )
    number = session.report["simulations"] if session.report else 0
    title = _("Simulation {number}").format(number=f"{number:,}") if session.trace is not None else _("No simulation yet")
    words = _(PHASE_TEXTS[PHASES[now]]) if now >= 0 else _("A simulation has four phases. Press a button to run one.")
    return f'<h2>{escape(title)}</h2><ol class="phases">{steps}</ol><p class="note">{escape(words)}</p>'


def trace_text(session: ProblemSession) -> str:
    """Return the simulation that was run last, as far as the present phase."""
    trace = session.trace
    if trace is None:
        return ""
    parts = [_descent_text(session, trace)]
    if session.phase >= 1:
        parts.append(_expansion_text(trace))
    if session.phase >= 2:
        parts.append(_playout_text(trace))
    if session.phase >= 3:
        parts.append(_backup_text(trace))
    return "".join(parts)


def _descent_text(session: ProblemSession, trace: dict[str, Any]) -> str:
    if not trace["choices"]:
        return f'<p class="note">{escape(_("The root has no edges yet: the simulation ends where it began."))}</p>'
    rule = session.settings.get("select", "ucb1")
    formula = f'<p class="formula"><b>{escape(rule)}</b> {escape(FORMULAS[rule])}</p>'
    tables = [_choice_text(session, choice, depth) for depth, choice in enumerate(trace["choices"])]
    return formula + "".join(tables)


def _choice_text(session: ProblemSession, choice: dict[str, Any], depth: int) -> str:
    chosen = choice["edges"][choice["place"]]
    who = player_name(choice["player"])
    c = session.settings.get("exploration", "0.7")
    where = _("Step {depth}: {player} chooses {action}").format(depth=depth + 1, player=who, action=chosen["text"])
    counts = f'<span class="counts">N = <b data-total="{choice["total"]}">{choice["total"]:,}</b>, c = {escape(c)}</span>'
    is_chance = choice["player"] == CHANCE
    names = (
        (_("outcome"), "n", _("value"), _("probability"))
        if is_chance
        else (_("action"), "n", _("value"), _("exploration"), _("score"))
    )
    head = "".join(f'<th scope="col"{" class=num" if k else ""}>{escape(each)}</th>' for k, each in enumerate(names))
    rows = "".join(_edge_row(edge, place == choice["place"], is_chance) for place, edge in enumerate(choice["edges"]))
    table = f'<table class="list scores" data-depth="{depth}"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    opened = " open" if depth == 0 else ""
    note = f' <span class="tag">{escape(_("expanded now"))}</span>' if choice["was_expanded"] else ""
    return f"<details{opened}><summary>{escape(where)}{note} {'' if is_chance else counts}</summary>{table}</details>"


def _edge_row(edge: dict[str, Any], is_chosen: bool, is_chance: bool) -> str:
    value = "–" if edge["value"] is None else f"{edge['value']:.4f}"
    term = "–" if edge["exploration"] is None else f"{edge['exploration']:.4f}"
    if edge["is_excluded"]:
        score = _("closed")
    else:
        score = "∞" if edge["score"] is None else f"{edge['score']:.4f}"
    cells = [value, score] if is_chance else [value, term, score]
    numbers = "".join(f'<td class="num">{escape(each)}</td>' for each in (f"{edge['visits']:,}", *cells))
    mark_of = ' class="chosen" aria-selected="true"' if is_chosen else ""
    return f'<tr data-action-row="{edge["action"]}"{mark_of}><th scope="row">{escape(edge["text"])}</th>{numbers}</tr>'


def _expansion_text(trace: dict[str, Any]) -> str:
    last = trace["changes"][-1]
    path = " → ".join(each["text"] for each in trace["changes"][1:]) or _("the root")
    words = (_("New node after {path}.") if last["is_new"] and last["text"] else _("No new node: the path ends at {path}.")).format(
        path=path
    )
    return f"<h2>{escape(_('Expand'))}</h2><p>{escape(words)}</p>"


def _playout_text(trace: dict[str, Any]) -> str:
    results = ", ".join(f"{each:g}" for each in trace["result"])
    words = _("{origin}: {result} for the first player (0 is lost, 1 is won)").format(
        origin=_(ORIGINS[trace["end"]]), result=results
    )
    leaf = f"<figure>{_picture(trace['leaf'])}<figcaption>{escape(_('end of the path'))}</figcaption></figure>"
    end = f"<figure>{_picture(trace['last'])}<figcaption>{escape(_('end of the playout'))}</figcaption></figure>"
    both = leaf + (end if trace["end"] == "playout" else "")
    return f'<h2>{escape(_("Play out"))}</h2><p>{escape(words)}</p><div class="frames" inert>{both}</div>'


def _backup_text(trace: dict[str, Any]) -> str:
    head = "".join(
        f'<th scope="col"{" class=num" if k else ""}>{escape(each)}</th>'
        for k, each in enumerate((_("node"), _("visits"), _("value for who chose")))
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(each["text"] or _("root"))}</th><td class="num">{each["visits"][0]:,} → {each["visits"][1]:,}</td>'
        f'<td class="num">{"–" if each["value"][0] is None else format(each["value"][0], ".4f")} → {each["value"][1]:.4f}</td></tr>'
        for each in reversed(trace["changes"])
    )
    return f'<h2>{escape(_("Back up"))}</h2><table class="list backup"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


# --- comparison -------------------------------------------------------------------------------------------------------------------


def comparison_text(session: ProblemSession, names: tuple[str, str]) -> str:
    """Return both sides of a comparison: figures, table of actions, curves."""
    if session.comparison is None or len(session.comparison) < 2:
        return ""
    shown = most_visited(session.comparison)
    return (
        '<div class="sides">'
        + "".join(_side_text(side, name, shown) for side, name in zip(session.comparison, names, strict=True))
        + "</div>"
    )


def _side_text(side: dict[str, Any], name: str, shown: list[int]) -> str:
    texts = {int(each["action"]): each["text"] for each in side["actions"]}
    rows = []
    for place, action in enumerate(shown):
        visits, value = side["visits"].get(str(action), [0])[-1], side["values"].get(str(action), [None])[-1]
        best = ' class="best"' if action == side["best"] else ""
        swatch = f'<i class="swatch" style="background:{PALETTE[place % len(PALETTE)]}"></i>'
        rows.append(
            f'<tr{best}><th scope="row">{swatch}{escape(texts.get(action, str(action)))}</th><td class="num">{visits:,}</td>'
            f'<td class="num">{"–" if value is None else format(value, ".3f")}</td></tr>'
        )
    head = "".join(
        f'<th scope="col"{" class=num" if k else ""}>{escape(each)}</th>'
        for k, each in enumerate((_("action"), _("visits"), _("value")))
    )
    best = _("Best: {action}, value {value}").format(action=side["best_text"], value=f"{side['value']:.3f}")
    proven = f" ({_('proven')})" if side["proven"] else ""
    counts = _("{count} simulations, {nodes} positions").format(count=f"{side['simulations']:,}", nodes=f"{side['nodes']:,}")
    return (
        f'<section><h2>{escape(name)}</h2><p><b>{escape(best)}</b>{escape(proven)}<br><span class="note">{escape(counts)}</span></p>'
        f'<table class="list"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
        f'<p class="note">{escape(_("Share of the visits"))}</p>{draw_curves(side, shown, "visits", _("Share of the visits"))}'
        f'<p class="note">{escape(_("Value"))}</p>{draw_curves(side, shown, "values", _("Value"))}</section>'
    )
