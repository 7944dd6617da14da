"""Plots of a contest: Elo over the games, win rates by colour, ratings; for a gauntlet, win rates on each board.

The last has the form of figures 3.12 to 3.14 of Brodeur and Childs (2008), Random Search Algorithms: one interval per configuration.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.arena.elo import score_of
from miai.arena.results import ContestResults
from miai.arena.summary import pairs_of, points, summarise_contest, summarise_pairing
from miai.core import extras
from miai.core.errors import warn_once
from miai.experiments.frame.style import OKABE_ITO, STYLE, new_figure, save, sign

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_POINTS = 200
"""Points of a curve; more would not be visible."""


def draw_plots(results: ContestResults) -> list[Path]:
    """Draw all plots into the directory `plots` of the results and return their files; none without games."""
    if not results.games:
        return []
    if extras.is_missing("matplotlib"):
        warn_once(f"no plots are drawn: matplotlib is not installed; install it with: {extras.install_command('experiments')}")
        return []
    import matplotlib

    files = []
    with matplotlib.rc_context(STYLE):
        for name, figure in _figures(results).items():
            version = results.sessions[-1]["version"] if results.sessions else ""
            share = f"{results.contest.confidence:.0%}".replace("%", " %")
            sign(figure, f"miai {version}, {len(results.games)} games, seed {results.contest.seed}; {share} intervals")
            files += save(figure, results.directory / "plots", name)
    return files


def _figures(results: ContestResults) -> dict[str, Figure]:
    if results.contest.kind == "match":
        data = summarise_pairing(results.contest, results.contest.pairings[0], results.games)
        return {"elo-over-games": elo_over_games(results, data), "win-rate-by-colour": win_rate_by_colour(data)}
    data = summarise_contest(results.contest, results.games)
    figures = {"ratings": ratings(data)} if any(board["ratings"] for board in data["boards"]) else {}
    if results.contest.subject:
        figures["win-rates"] = win_rates(data, results.contest.subject)
    return figures


def elo_over_games(results: ContestResults, data: dict[str, Any]) -> Figure:
    """Plot the estimate and its interval after each pair, in the order of the openings."""
    pairs = points(pairs_of(results.games, ""))
    step = max(1, len(pairs) // MOST_POINTS)
    counts = [*range(step, len(pairs), step), len(pairs)]
    scores = [score_of(pairs[:count], results.contest.confidence) for count in counts]
    games = [score.games for score in scores]
    figure, (axes,) = new_figure(title=f"{data['a']} against {data['b']}")
    low, high = [_bounded(score.elo_low) for score in scores], [_bounded(score.elo_high) for score in scores]
    axes.fill_between(games, low, high, color=OKABE_ITO[0], alpha=0.2, linewidth=0, label="interval")
    axes.plot(games, [_bounded(score.elo) for score in scores], color=OKABE_ITO[0], label="Elo")
    axes.axhline(0, color="#777777", linewidth=0.8)
    for name in ("elo0", "elo1") if data["sprt"] else ():
        axes.axhline(data["sprt"][name], color=OKABE_ITO[1], linewidth=0.8, linestyle="--")
        axes.annotate(
            name, (games[-1], data["sprt"][name]), xytext=(4, 0), textcoords="offset points", va="center", color=OKABE_ITO[1]
        )
    axes.xaxis.get_major_locator().set_params(integer=True)
    edge = max(50.0, *(abs(value) for value in (low[len(low) // 8], high[len(high) // 8], low[-1], high[-1])))
    axes.set(xlabel="games", ylabel=f"Elo of {data['a']} minus {data['b']}", ylim=(-edge * 1.15, edge * 1.15), xlim=(0, games[-1]))
    return figure


def _bounded(elo: float) -> float:
    """Return a finite value for a plot; an infinite Elo is drawn beyond its scale."""
    return min(5000.0, max(-5000.0, elo))


def win_rate_by_colour(data: dict[str, Any]) -> Figure:
    """Plot a's share of points with each colour and in total."""
    rows = [(f"{data['a']}, Black", data["colors"]["a_as_black"]), (f"{data['a']}, White", data["colors"]["a_as_white"])]
    rows += [(f"{data['a']}, all", data), ("Black (both engines)", data["colors"]["black"])]
    figure, (axes,) = new_figure(title=f"{data['a']} against {data['b']}")
    draw_shares(axes, [(name, row) for name, row in rows if row["games"]])
    return figure


def draw_shares(axes: Any, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Draw one line per row: the share of points with its interval and its value."""
    for place, (_, row) in enumerate(reversed(rows)):
        spread = [[row["win_rate"] - row["low"]], [row["high"] - row["win_rate"]]]
        axes.errorbar(row["win_rate"], place, xerr=spread, fmt="o", color=OKABE_ITO[0], capsize=3)
        rate = f"{row['win_rate']:.1%}".replace("100.0", "100")
        axes.annotate(rate, (row["win_rate"], place), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8)
    axes.axvline(0.5, color="#777777", linewidth=0.8)
    axes.set(xlim=(-0.05, 1.05), xlabel="share of points", ylim=(-0.5, len(rows) - 0.3))
    axes.set_yticks(
        range(len(rows)), [f"{name}\n{row['games']} game{'s' if row['games'] != 1 else ''}" for name, row in reversed(rows)]
    )


def win_rates(data: dict[str, Any], subject: str) -> Figure:
    """Plot for each board the share of points of each engine against the common opponent."""
    boards = list(dict.fromkeys(pairing["group"] for pairing in data["pairings"]))
    figure, panels = new_figure(len(boards), title=f"Against {subject}", is_y_shared=False)
    for board, axes in zip(boards, panels, strict=True):
        rows = [(each["a"], each) for each in data["pairings"] if each["group"] == board and each["b"] == subject and each["games"]]
        draw_shares(axes, rows)
        axes.set_title(board)
    return figure


def ratings(data: dict[str, Any]) -> Figure:
    """Plot the ratings with their intervals, the best on top, one panel per board."""
    boards = [board for board in data["boards"] if board["ratings"]]
    figure, panels = new_figure(len(boards), title="Ratings", is_y_shared=False)
    for board, axes in zip(boards, panels, strict=True):
        rows = board["ratings"][::-1]
        for place, row in enumerate(rows):
            spread = [[row["elo"] - row["low"]], [row["high"] - row["elo"]]]
            axes.errorbar(row["elo"], place, xerr=spread, fmt="o", color=OKABE_ITO[0], capsize=3)
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set(xlabel="Elo", ylim=(-0.5, len(rows) - 0.5), title=board["board"])
    return figure
