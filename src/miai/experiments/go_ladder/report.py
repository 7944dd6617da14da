"""The ladder as a table and as a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def table(result: dict[str, Any]) -> str:
    """Cost of a game in microseconds by rung and size, with the fitted exponents, as a Markdown table."""
    sizes = [str(size) for size in result["sizes"]]
    header = ["representation", *(f"{size}x{size}" for size in sizes), "exponent (95 %)", "last step", "claim"]
    rows = [
        [each["name"], *(_short(each["microseconds_per_game"][size]) for size in sizes), *_exponents(each["growth"]), each["claim"]]
        for each in result["contestants"]
    ]
    length = result["moves_per_game"]
    rows.append(["*moves in a game*", *(f"{length['mean'][size]:.0f}" for size in sizes), *_exponents(length["growth"]), "n^2"])
    lines = [header, ["---", *("---:" for _ in sizes), "---", "---:", "---"], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _short(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def _exponents(growth: dict[str, float | None]) -> list[str]:
    interval = "" if growth["low"] is None else f" ({growth['low']:.2f} to {growth['high']:.2f})"
    return [f"{growth['exponent']:.2f}{interval}", f"{growth['last_step']:.2f}"]


def provenance(result: dict[str, Any]) -> str:
    """One line on what was measured where."""
    machine = result["machine"]
    software = f"Python {machine['python']}, Numba {machine['numba']}, NumPy {machine['numpy']}"
    run = f"seed {result['seed']}, {result['rounds']} rounds, {result['seconds']:.0f} s with compiling"
    return f"miai {result['miai']}, {run}; {machine['processor']}, {machine['cores']} cores, {machine['system']}; {software}"


def plot(result: dict[str, Any], directory: Path) -> list[Path]:
    """Draw cost against size on logarithmic axes, with lines of slope 2, 4 and 6 beside; returns the files, PNG and SVG."""
    from matplotlib.figure import Figure

    sizes = result["sizes"]
    figure = Figure(figsize=(7.5, 5.5), layout="constrained")
    axes = figure.subplots()
    for each, marker in zip(result["contestants"], "osD^vP*", strict=False):
        costs = [each["microseconds_per_game"][str(size)] for size in sizes]
        label = f"{each['name']}: n^{each['growth']['exponent']:.2f}"
        axes.loglog(sizes, costs, marker=marker, linewidth=1.6, label=label)
    start = min(each["microseconds_per_game"][str(sizes[0])] for each in result["contestants"])
    for slope in (2, 4, 6):
        guide = [0.6 * start * (size / sizes[0]) ** slope for size in sizes]
        axes.loglog(sizes, guide, color="gray", linestyle=":", linewidth=1)
        axes.annotate(f"n^{slope}", (sizes[-1], guide[-1]), color="gray", textcoords="offset points", xytext=(4, -3))
    axes.set_xlim(sizes[0] * 0.93, sizes[-1] * 1.16)  # room for the names of the dotted lines
    axes.set_xticks(sizes, [f"{size}x{size}" for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("board size n")
    axes.set_ylabel("CPU time of a random game, microseconds")
    axes.set_title("The same random games on different boards")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    files = [directory / "go-board-ladder.png", directory / "go-board-ladder.svg"]
    figure.savefig(files[0], dpi=130)
    figure.savefig(files[1], metadata={"Date": None})
    return files
