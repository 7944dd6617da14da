"""`miai bench`: measure speed, each benchmark beside a yardstick in the same run."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from miai.cli.options import JSON, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError, unknown_name

app = new_app()

EXAMPLES = examples(
    ("miai bench", "all benchmarks with their defaults"),
    ("miai bench search --problem tictactoe", "simulations per second of the search"),
    ("miai bench search --against openspiel", "beside OpenSpiel's search in C++"),
    ("miai bench search --problem go --size 13 --policy base", "the search of the Go engine, beside Go games in C"),
    ("miai bench pgame --set mode=uct-dag --set combination=0.2", "iterations on an artificial game"),
    ("miai bench store --problem go --size 9", "a graph on disk: time to save and load, bytes, cost for the search"),
    ("miai bench packing --pieces 1000", "random packings of a strip, beside plain Python"),
    ("miai bench snps --snps 650000", "statistics of SNPs, beside NumPy, and the time from a file"),
    ("miai bench panels", "values of panels of SNPs, beside NumPy"),
    ("miai bench playouts --size 19 --json", "random Go games, as JSON"),
    ("miai bench playouts --policy base --set nakade=0", "the base policy without one of its steps"),
)

OPTIONS_OF = {
    "streams": {"seconds", "seed"},
    "search": {"seconds", "seed", "problem", "against", "threads", "settings", "size", "policy"},
    "pgame": {"seconds", "seed", "settings"},
    "playouts": {"seconds", "seed", "size", "policy", "settings"},
    "bandit": {"seconds", "seed"},
    "store": {"seconds", "seed", "problem", "size", "positions"},
    "packing": {"seconds", "seed", "pieces"},
    "snps": {"seconds", "seed", "snps"},
    "panels": {"seconds", "seed"},
}
"""The benchmarks by name, with the options that each accepts."""


@app.command(epilog=EXAMPLES)
def bench(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help=f"Benchmark: {', '.join(OPTIONS_OF)}. Default: all.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="Measuring time in seconds, approximately.")] = None,
    problem: Annotated[str | None, typer.Option(help="Problem (search): a name, go, or your own file.py.")] = None,
    against: Annotated[str | None, typer.Option(help="Program to compare with (search): openspiel.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads on one graph (search). Speed is then wall-clock speed.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Setting of the search or option of the problem (search, pgame); setting of the base policy (playouts).",
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(min=2, max=19, help="Board size (playouts, search of go).")] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="Playout policy: uniform or base; also uniform-complete-eyes (playouts) or learning (search of go)."),
    ] = None,
    positions: Annotated[int | None, typer.Option(min=100, help="Positions to save and load (store). Default: a million.")] = None,
    pieces: Annotated[int | None, typer.Option(min=1, max=10_000, help="Number of rectangles (packing). Default: several.")] = None,
    snps: Annotated[int | None, typer.Option(min=100, help="Number of SNPs of 1,043 people (snps). Default: 20,000.")] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed.")] = None,
    as_json: JSON = False,
) -> None:
    """Measure speed on one core by processor time: the best of several rounds in which miai and the yardstick take turns."""
    given = {
        "seconds": seconds,
        "problem": problem,
        "against": against,
        "threads": threads,
        "size": size,
        "policy": policy,
        "positions": positions,
        "pieces": pieces,
        "snps": snps,
        "seed": seed,
    }
    chosen: dict[str, Any] = {key: value for key, value in given.items() if value is not None} | (
        {"settings": settings} if settings else {}
    )
    if name is not None and name not in OPTIONS_OF:
        raise unknown_name("benchmark", name, OPTIONS_OF, where="bench")
    for option in chosen:
        if name is not None and option not in OPTIONS_OF[name]:
            raise UserError(
                f"bench {name}: --{option} does not apply to this benchmark; accepted options: {', '.join(sorted(OPTIONS_OF[name]))}"
            )
    names = [name] if name else list(OPTIONS_OF)
    if name is None and "settings" in chosen:  # they would mean different things
        raise UserError("bench: --set needs the name of a benchmark: search, pgame or playouts")
    results = {each: _measure(each, _options_for(each, chosen, is_alone=name is not None)) for each in names}
    print_result(as_json, results[name] if name else results, lambda: _show(results))


def _options_for(name: str, chosen: dict[str, Any], is_alone: bool) -> dict[str, Any]:
    """Return the options of one benchmark. Where all are run, size and policy apply to playouts, unless Go is searched."""
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
    if name == "packing":
        from miai.bench.packing import measure_packing

        return measure_packing(**options)
    if name == "snps":
        from miai.bench.snps import measure_snps

        return measure_snps(**options)
    if name == "panels":
        from miai.bench.panels import measure_panels

        return measure_panels(**options)
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
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole()
    for name, result in results.items():
        table = Table(title=f"bench {name}", title_justify="left", show_header=False, title_style="bold")
        table.add_column(style="dim")
        table.add_column()
        for key, value in result.items():
            if key != "machine" and value is not None:
                table.add_row(key.replace("_", " "), _number(value))
        console.print(table)
        if result.get("yardstick_per_second", 0) is None:
            console.print("No yardstick and no ratio: no C compiler was found. Install gcc.")
    machine = next(iter(results.values()))["machine"]
    console.print(f"[dim]{', '.join(f'{key} {value}' for key, value in machine.items())}[/]")


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_number(each)}" for name, each in value.items())
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
