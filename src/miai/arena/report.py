"""The results of a contest in the terminal. `--json` has the same data with more digits."""

from __future__ import annotations

import os
from typing import Any

from rich.markup import escape
from rich.table import Table

from miai.core.console import ReportConsole

MOST_TROUBLES = 15
"""Problems that are shown; `--json` has all."""


WIDTH_OF_FILES = 160
"""Width in characters for files and pipes, so that tables are not folded at 80."""


def new_console() -> ReportConsole:
    """Return the console for reports, as wide as the terminal or COLUMNS."""
    console = ReportConsole(highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = WIDTH_OF_FILES
    return console


def print_match(console: ReportConsole, data: dict[str, Any]) -> None:
    """Print a match: score, Elo, test, both sides, colours, problems."""
    console.print(f"[bold]{escape(data['a'])}[/] against [bold]{escape(data['b'])}[/]: {_conditions(data)}")
    if not data["games"]:
        console.print("no games yet")
        return
    for line in match_lines(data):
        console.print(line)
    console.print(_sides_table(data))
    _print_troubles(console, [data])
    _print_failed(console, data["failed"])


def _conditions(data: dict[str, Any]) -> str:
    conditions = data["conditions"]
    time = f", time {conditions['time']}" if conditions["time"] else ""
    size = f"{conditions['size']}x{conditions['size']}"
    games = f"{data['games']} of {data['planned']} games, seed {data['seed']}"
    return f"{size}, {conditions['rules']} rules, komi {conditions['komi']:g}{time}, {games}"


def match_lines(data: dict[str, Any]) -> list[str]:
    """Return the figures of a pairing as lines of text."""
    lines = [
        f"  {data['wins']} won, {data['losses']} lost, {data['draws']} drawn: "
        f"[bold]{data['win_rate']:.1%}[/] [{data['low']:.1%}, {data['high']:.1%}]",
        f"  Elo [bold]{elo(data['elo'], data['win_rate'])}[/] [{elo(data['elo_low'], 0.0)}, {elo(data['elo_high'], 1.0)}], "
        f"likelihood of superiority {data['superiority']:.1%}",
        f"  pairs with 0, 1/2, 1, 3/2, 2 points: {', '.join(map(str, data['pairs']))}",
    ]
    if data["sprt"]:
        lines.append("  " + sprt_line(data["sprt"]))
    black, length = data["colors"]["black"], data["length"]
    lines.append(f"  Black wins {share(black)}; {length['mean']:.0f} moves per game ({length['shortest']} to {length['longest']})")
    if data["judged_by"]:
        judges = ", ".join(f"{count} by {escape(name)}" for name, count in data["judged_by"].items())
        lines.append(f"  dead stones: {judges}; {data['disagreements']} disagreements")
    if data["time_ratio"]:
        equal = data["elo_at_equal_time"]
        more = f"; at equal time about Elo {equal:+.0f}" if equal is not None else ""
        lines.append(f"  {escape(data['a'])} used {data['time_ratio']:.2f} times the processor time of {escape(data['b'])}{more}")
    return lines


def sprt_line(test: dict[str, Any]) -> str:
    """Return the state of the sequential test."""
    verdict = {"elo0": f"Elo {test['elo0']:g} accepted", "elo1": f"Elo {test['elo1']:g} accepted", None: "undecided"}[
        test["decision"]
    ]
    limits = f"[{test['lower']:.2f}, {test['upper']:.2f}]"
    return f"SPRT of Elo {test['elo0']:g} against {test['elo1']:g}: LLR {test['llr']:.2f} {limits} after {test['pairs']} pairs: {verdict}"


def elo(value: float | None, clean: float) -> str:
    """Return an Elo number; `None` is infinite, with the sign that the score `clean` gives it."""
    if value is None:
        return "+inf" if clean >= 0.5 else "-inf"
    return f"{value:+.0f}"


def share(data: dict[str, Any]) -> str:
    """Return a share with its interval."""
    return f"{data['win_rate']:.1%} [{data['low']:.1%}, {data['high']:.1%}]" if data["games"] else "-"


def _sides_table(data: dict[str, Any]) -> Table:
    table = _new_table("", "as Black", "as White", "s/move", "CPU s/move", "playouts/s", "MiB", "faults", title="")
    colors = data["colors"]
    for side in ("a", "b"):
        used = data["sides"][side]
        rates = [colors["a_as_black"], colors["a_as_white"]]
        wins = [f"{each['points'] if side == 'a' else each['games'] - each['points']:g} of {each['games']}" for each in rates]
        faults = ", ".join(f"{count} {kind}" for kind, count in used["faults"].items())
        cells = [number(used[name]) for name in ("seconds_per_move", "cpu_seconds_per_move", "playouts_per_second", "memory_mib")]
        version = f" [dim]({escape(used['version'])})[/]" if used["version"] else ""
        table.add_row(escape(used["engine"]) + version, *(wins if side == "a" else wins[::-1]), *cells, faults or "none")
    return table


def number(value: float | None) -> str:
    """Return a number with three digits, or a dash for `None`."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _new_table(*columns: str, title: str) -> Table:
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", header_style="dim")
    return table


def _print_troubles(console: ReportConsole, pairings: list[dict[str, Any]]) -> None:
    rows = [(pairing, trouble) for pairing in pairings for trouble in pairing["troubles"]]
    identical = sum(pairing["identical_games"] for pairing in pairings)
    if identical:
        repeats, add = ("games repeat", "add") if identical != 1 else ("game repeats", "adds")
        console.print(f"[yellow]{identical} {repeats} an earlier game move for move and {add} no information[/]")
    if not rows:
        return
    table = Table(
        title=f"problems: {len(rows)}", title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for column in ("game", "engine", "kind", "detail"):
        table.add_column(column, header_style="dim", overflow="fold")
    for pairing, trouble in rows[:MOST_TROUBLES]:
        engine = pairing[trouble["side"]] if trouble["side"] else "both"
        table.add_row(trouble["game"], escape(engine), trouble["kind"], escape(trouble["detail"]))
    console.print(table)
    if len(rows) > MOST_TROUBLES:
        console.print(f"[dim]and {len(rows) - MOST_TROUBLES} more; --json has all[/]")


def _print_failed(console: ReportConsole, failed: list[dict[str, Any]]) -> None:
    if failed:
        console.print(
            f"[red]{len(failed)} games could not be played ({escape(failed[0]['error'])}); run the same command to try again[/]"
        )


def print_tournament(console: ReportConsole, data: dict[str, Any]) -> None:
    """Print a tournament: ratings and crosstable of each board, then problems."""
    games = sum(pairing["games"] for pairing in data["pairings"])
    console.print(f"[bold]{escape(data['name'])}[/]: {games} of {data['planned']} games, seed {data['seed']}")
    for board in data["boards"]:
        pairings = [pairing for pairing in data["pairings"] if pairing["group"] == board["board"]]
        if board["ratings"]:
            console.print(_ratings_table(board))
        if any(pairing["games"] for pairing in pairings):
            console.print(crosstable(pairings, [row["name"] for row in board["ratings"]]))
            console.print(_pairings_table(pairings))
    _print_troubles(console, data["pairings"])
    _print_failed(console, data["failed"])


def _ratings_table(board: dict[str, Any]) -> Table:
    note = "; one draw was added to each pairing, since an engine won or lost all its games" if board["is_regularised"] else ""
    table = _new_table("", "Elo", "interval", "games", "points", title=f"{board['board']} ratings{note}".strip())
    for row in board["ratings"]:
        table.add_row(
            escape(row["name"]),
            elo(row["elo"], 0),
            f"[{row['low']:+.0f}, {row['high']:+.0f}]",
            f"{row['games']:g}",
            f"{row['points']:g}",
        )
    return table


def crosstable(pairings: list[dict[str, Any]], order: list[str]) -> Table:
    """Return the table of points of the row's engine against the column's."""
    names = order or list(dict.fromkeys(name for pairing in pairings for name in (pairing["a"], pairing["b"])))
    won: dict[tuple[str, str], str] = {}
    for pairing in pairings:
        mine = pairing["wins"] + pairing["draws"] / 2
        won[pairing["a"], pairing["b"]] = f"{mine:g}/{pairing['games']}"
        won[pairing["b"], pairing["a"]] = f"{pairing['games'] - mine:g}/{pairing['games']}"
    table = _new_table("points", *(str(place) for place in range(1, len(names) + 1)), title="")
    for place, name in enumerate(names, 1):
        table.add_row(f"{place} {escape(name)}", *(won.get((name, other), "") for other in names))
    return table


def _pairings_table(pairings: list[dict[str, Any]]) -> Table:
    table = _new_table("pairing", "games", "win rate", "Elo", "CPU ratio", "Elo at equal time", title="")
    for each in pairings:
        if each["games"]:
            difference = f"{elo(each['elo'], each['win_rate'])} [{elo(each['elo_low'], 0.0)}, {elo(each['elo_high'], 1.0)}]"
            equal = "-" if each["elo_at_equal_time"] is None else f"{each['elo_at_equal_time']:+.0f}"
            table.add_row(
                f"{escape(each['a'])} - {escape(each['b'])}",
                str(each["games"]),
                share(each),
                difference,
                number(each["time_ratio"]),
                equal,
            )
    return table
