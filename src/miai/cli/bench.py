"""`miai bench`: speeds, each beside a yardstick in the same run."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from miai.cli.registry import examples, new_app
from miai.core.errors import UserError, did_you_mean

app = new_app()

EXAMPLES = examples(
    ("miai bench", "all of them, with their defaults"),
    ("miai bench search --problem tictactoe", "simulations per second of the search"),
    ("miai bench search --against openspiel", "beside OpenSpiel's search in C++, which is installed for it"),
    ("miai bench search --problem go --size 13 --policy base", "the search of the Go engine, beside Go games in C"),
    ("miai bench pgame --set mode=graph --set combination=0.2", "iterations on an artificial game"),
    ("miai bench store --problem go --size 9", "a graph on disk: saving, loading, bytes, and what it costs the search"),
    ("miai bench playouts --size 19 --json", "random Go games, as JSON"),
    ("miai bench playouts --policy base --set nakade=0", "Go games by the base policy without one of its steps"),
)

OPTIONS_OF = {
    "streams": {"seconds", "seed"},
    "search": {"seconds", "seed", "problem", "against", "threads", "settings", "size", "policy"},
    "pgame": {"seconds", "seed", "settings"},
    "playouts": {"seconds", "seed", "size", "policy", "settings"},
    "bandit": {"seconds", "seed"},
    "store": {"seconds", "seed", "problem", "size", "positions"},
}
"""The benchmarks by name, and the options that each understands."""


@app.command(epilog=EXAMPLES)
def bench(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help=f"One of {', '.join(OPTIONS_OF)}; all without it.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="About how long to measure.")] = None,
    problem: Annotated[str | None, typer.Option(help="search: the problem, a name, go, or a file.py of your own.")] = None,
    against: Annotated[str | None, typer.Option(help="search: another program to measure beside: openspiel.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="search: threads on one graph; speeds are then by the clock.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="search, pgame: a setting of the search, or an option of the problem; playouts: one of the base policy.",
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(min=2, max=19, help="playouts, and search of go: the board size.")] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="playouts, search of go: uniform or base; playouts also uniform-complete-eyes, search also learning."),
    ] = None,
    positions: Annotated[int | None, typer.Option(min=100, help="store: how many are saved and loaded (a million).")] = None,
    seed: Annotated[int | None, typer.Option(help="For all that is random.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Measure speeds: on one core, by processor time, the best of several rounds in which we and the yardstick take turns."""
    given = {
        "seconds": seconds,
        "problem": problem,
        "against": against,
        "threads": threads,
        "size": size,
        "policy": policy,
        "positions": positions,
        "seed": seed,
    }
    chosen: dict[str, Any] = {key: value for key, value in given.items() if value is not None} | (
        {"settings": settings} if settings else {}
    )
    if name is not None and name not in OPTIONS_OF:
        raise UserError(
            f"bench: there is no benchmark {name!r}{did_you_mean(name, OPTIONS_OF)}; there are: {', '.join(OPTIONS_OF)}"
        )
    for option in chosen:
        if name is not None and option not in OPTIONS_OF[name]:
            raise UserError(f"bench {name}: --{option} is not for this benchmark; it takes: {', '.join(sorted(OPTIONS_OF[name]))}")
    names = [name] if name else list(OPTIONS_OF)
    if name is None and "settings" in chosen:  # they would mean different things
        raise UserError("bench: --set needs the name of a benchmark: search, pgame or playouts")
    results = {each: _measure(each, _options_for(each, chosen, is_alone=name is not None)) for each in names}
    if as_json:
        print(json.dumps(results[name] if name else results, indent=2))
    else:
        _show(results)


def _options_for(name: str, chosen: dict[str, Any], is_alone: bool) -> dict[str, Any]:
    """What is chosen for one benchmark; where all are run, size and policy are for the playouts, unless Go is searched."""
    known = set(OPTIONS_OF[name])
    if name == "search" and not is_alone and chosen.get("problem") != "go":
        known -= {"size", "policy"}
    return {key: value for key, value in chosen.items() if key in known}


def _measure(name: str, options: dict[str, Any]) -> dict[str, Any]:
    if name == "streams":
        from miai.bench.streams import measure_streams

        return measure_streams(**options)
    if name == "search":
        return _measure_search(**options)
    if name == "bandit":
        from miai.bench.bandit import measure_bandit

        return measure_bandit(**options)
    if name == "pgame":
        return _measure_pgame(**options)
    if name == "store":
        from miai.bench.store import measure_store

        return measure_store(**options)
    from miai.bench.playouts import measure_playouts

    return measure_playouts(**options)


def _measure_search(settings: list[str] | None = None, **options: Any) -> dict[str, Any]:
    from miai.bench.search import PLAIN, measure_search
    from miai.search.settings import split_settings

    base = PLAIN
    if options.get("problem") == "go":
        from miai.go.player.settings import GO_SEARCH as base
    changed, rest = split_settings(settings or [], base=base)
    return measure_search(settings=changed, options=rest, **options)


def _measure_pgame(settings: list[str] | None = None, **options: Any) -> dict[str, Any]:
    from miai.bench.pgame import PUBLISHED, measure_pgame
    from miai.search.settings import split_settings

    changed, rest = split_settings(settings or [], base=PUBLISHED)
    return measure_pgame(settings=changed, options=rest, **options)


def _show(results: dict[str, dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for name, result in results.items():
        table = Table(title=f"bench {name}", title_justify="left", show_header=False, title_style="bold")
        table.add_column(style="dim")
        table.add_column()
        for key, value in result.items():
            if key != "machine" and value is not None:
                table.add_row(key.replace("_", " "), _number(value))
        console.print(table)
        if result.get("yardstick_per_second", 0) is None:
            console.print("No C compiler was found, so there is no yardstick and no ratio: install gcc.")
    machine = next(iter(results.values()))["machine"]
    console.print(f"[dim]{', '.join(f'{key} {value}' for key, value in machine.items())}[/]")


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
