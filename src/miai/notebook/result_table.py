"""A result as an HTML table: the actions with visits, value, interval and proven bounds. Durations are left out: runs can be compared."""

from __future__ import annotations

from html import escape

from miai.search.problem import CHANCE
from miai.search.result import ActionResult, Result

MOST_ROWS = 12
"""Actions that are shown, the best first."""

_BAR = "display:inline-block;height:.55em;border-radius:.3em;vertical-align:middle;"
_RIGHT = 'style="text-align:right"'
_LEFT = 'style="text-align:left"'


def table_of_result(result: Result, most: int = MOST_ROWS) -> str:
    """Return the result as HTML."""
    rows = result.actions[:most]
    heads = "".join(f"<th {_LEFT}>{word}</th>" for word in ("action", "visits", "", "value", "95 % interval", "proven"))
    body = "".join(_row(row, max(result.visits, 1), row.action == result.best_action) for row in rows)
    more = len(result.actions) - len(rows)
    rest = f'<tr><td colspan="6" {_LEFT}>and {more} more</td></tr>' if more > 0 else ""
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}{rest}</tbody></table>" if rows else ""
    return f'<div class="miai-result"><p>{_verdict(result)}</p>{table}<p><small>{_facts(result)}</small></p></div>'


def _verdict(result: Result) -> str:
    """Return the best action and its value in a sentence."""
    name = f"<b>{escape(result.problem)}</b>"
    if result.best_action is None:
        return f"{name}: the state is terminal"
    who = "chance" if result.player == CHANCE else f"player {result.player}"
    worth = f"worth exactly {result.value:.3f}" if result.proven else f"value {result.value:.3f}"
    return f"{name}: <b>{escape(result.best_text)}</b> is best for {who}, {worth} on the scale from 0 (lost) to 1 (won)"


def _row(row: ActionResult, visits: int, is_best: bool) -> str:
    share = 100 * min(1.0, row.visits / visits)
    bar = f'<span style="{_BAR}width:{0.06 * share:.2f}em;background:#7aa7c7"></span>'
    text = f"<b>{escape(row.text)}</b>" if is_best else escape(row.text)
    value = "" if row.value is None else f"{row.value:.3f}"
    return (
        f"<tr><td {_LEFT}>{text}</td><td {_RIGHT}>{row.visits:,}</td><td {_LEFT}>{bar}</td>"
        f"<td {_RIGHT}>{value}</td><td {_LEFT}>{_interval(row)}</td><td {_LEFT}>{_bounds(row)}</td></tr>"
    )


def _interval(row: ActionResult) -> str:
    """Return the interval as numbers and as a bar on the scale from 0 to 1."""
    if row.value_low is None or row.value_high is None:
        return ""
    left, width = 6 * row.value_low, max(6 * (row.value_high - row.value_low), 0.15)
    bar = f'<span style="{_BAR}margin-left:{left:.2f}em;width:{width:.2f}em;background:#0f766e"></span>'
    scale = f'<span style="display:inline-block;width:6em;background:#8884;line-height:.55em;margin-right:.6em">{bar}</span>'
    return f"{scale}{row.value_low:.3f} - {row.value_high:.3f}"


def _bounds(row: ActionResult) -> str:
    if row.proven:
        return f"{row.sure_low:.3f}"
    return "" if (row.sure_low, row.sure_high) == (0.0, 1.0) else f"{row.sure_low:.2f} - {row.sure_high:.2f}"


def _facts(result: Result) -> str:
    play = escape(" ".join(result.principal_variation[:12]))
    settings = result.settings
    return (
        f"Expected play: {play}<br>{result.visits:,} visits; {result.nodes:,} nodes and {result.edges:,} edges, "
        f"{result.transpositions:,} transpositions; mode {escape(settings.mode)}, {escape(settings.select)}, seed {result.seed}"
    )
