"""`miai graph`: inspect and maintain graphs on disk."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError
from miai.search.positions import COUNT_UNIT, RESULT_UNIT

if TYPE_CHECKING:
    from miai.search.positions import Positions
    from miai.search.store_protocol import Identity
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import Census

app = new_app()

File = Annotated[Path, typer.Argument(metavar="FILE", help="Graph on disk, made by `miai gtp --graph FILE` for example.")]
ProblemName = Annotated[str | None, typer.Option(help="Problem in the graph: its name, or its file.py.")]
RulesText = Annotated[str, typer.Option(help="Part of the rules' text, if the graph has a problem under several rules.")]


@app.callback()
def about() -> None:
    """Inspect, merge, prune and verify graphs on disk."""


@app.command(
    epilog=examples(("miai graph info go.graph", "contents of a graph"), ("miai graph info go.graph --json", "for a program"))
)
def info(file: File, as_json: JSON = False) -> None:
    """Show the contents of a graph: problems, positions, visits, size."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import take_census

    with GraphFile(file, checks_all=True) as opened, opened.transaction() as transaction:
        rows, used = take_census(opened), opened.bytes_needed(transaction)
    data = {"file": str(file), "bytes": file.stat().st_size, "bytes_needed": used, "problems": [vars(row) for row in rows]}
    print_result(as_json, data, lambda: _show_census(file, rows, used))


@app.command(
    epilog=examples(
        ("miai graph show go.graph", "the empty board"),
        ("miai graph show go.graph E5,C3 --problem go9", "after two moves"),
        ("miai graph show my.graph 4,4 --problem connect4 --set width=5", "a problem with options"),
    )
)
def show(
    file: File,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Actions that lead to the position, separated by commas.")
    ] = "",
    problem: ProblemName = None,
    rules: RulesText = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Option of the problem. Repeatable.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Show the statistics of a position and of the moves from it."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import position_as_data

    with GraphFile(file) as opened:
        identity, state = _state_after(opened, problem, rules, settings or [], position)
        found = _look_up(opened, identity, state)
        if found is None:
            raise UserError(f"{file} has no statistics of this position of {identity}")
        after = _look_up_all(opened, identity, found)
    data = position_as_data(found, 0) | {"problem": identity.problem, "rules": identity.rules}
    names = _names(state, found)
    data["moves"] = [[names[place], *move] for place, move in enumerate(data["moves"])]
    print_result(as_json, data, lambda: _show_position(state, identity, found, after, names))


@app.command(
    epilog=examples(
        ("miai graph export go.graph > go.jsonl", "everything, one position per line"),
        ("miai graph export go.graph --least 100", "only positions with at least 100 visits"),
        ("miai graph export go.graph --sgf book.sgf --problem go9 --widest 3", "the most visited lines as a book"),
    )
)
def export(
    file: File,
    sgf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="SGF file for the most visited lines of Go, instead of JSON lines.")
    ] = None,
    least: Annotated[float, typer.Option(min=0, help="Fewest visits of an exported position.")] = 0,
    widest: Annotated[int, typer.Option(min=1, help="Most moves per position (with --sgf).")] = 3,
    deepest: Annotated[int, typer.Option(min=1, help="Most moves per line (with --sgf).")] = 30,
    problem: ProblemName = None,
    rules: RulesText = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary of --sgf as JSON. Other output is JSON anyway.")
    ] = False,
) -> None:
    """Export a graph as JSON lines, or the most visited lines of Go as SGF."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import export_lines

    with GraphFile(file) as opened:
        if sgf is None:
            for line in export_lines(opened, least):
                print(line)
            return
        count = _export_book(opened, sgf, problem, rules, least, widest, deepest)
    print_result(as_json, {"file": str(sgf), "moves": count}, lambda: print(f"{sgf}: {count:,} moves"))


@app.command(
    name="import",
    epilog=examples(
        ("miai graph import go.graph go.jsonl", "add the positions of an export"),
        ("zcat go.jsonl.gz | miai graph import go.graph -", "from another program"),
    ),
)
def import_(
    file: File,
    source: Annotated[str, typer.Argument(metavar="LINES", help="File made by export; - for standard input.")],
    limit: Annotated[float, typer.Option(min=1, help="Size limit of the graph in MiB.")] = 4096,
    as_json: JSON = False,
) -> None:
    """Import positions from JSON lines: all of them, or none if a line is wrong. Creates the graph if it does not exist."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import import_lines

    lines = sys.stdin if source == "-" else _open_text(source)
    with GraphFile(file, writes=True, limit=limit) as opened, lines:
        count = import_lines(opened, lines, source)
    print_result(as_json, {"file": str(file), "added": count}, lambda: print(f"{file}: {count:,} positions added"))


@app.command(
    epilog=examples(
        ("miai graph merge all.graph a.graph b.graph", "add two graphs to a third, which may be new"),
        ("miai graph merge a.graph b.graph", "add b to a"),
    )
)
def merge(
    file: Annotated[Path, typer.Argument(metavar="A", help="Graph to add to. Created if it does not exist.")],
    sources: Annotated[list[Path], typer.Argument(metavar="B ...", help="Graphs to add. They are not changed.")],
    limit: Annotated[float, typer.Option(min=1, help="Size limit of A in MiB.")] = 4096,
    as_json: JSON = False,
) -> None:
    """Merge graphs into a graph, each as a whole or not at all. The order makes no difference."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import merge_into

    if any(source.exists() and file.exists() and source.samefile(file) for source in sources):
        raise UserError(f"merge: {file} cannot be added to itself")
    for source in sources:
        GraphFile(source).close()  # report errors before anything is changed
    added = {}
    with GraphFile(file, writes=True, limit=limit) as target:
        for source in sources:
            with GraphFile(source) as opened:
                added[str(source)] = merge_into(target, opened)
    print_result(
        as_json,
        {"file": str(file), "added": added},
        lambda: print("\n".join(f"{name}: {count:,} positions added to {file}" for name, count in added.items())),
    )


@app.command(
    epilog=examples(
        ("miai graph prune go.graph --visits 2", "remove positions with fewer than two visits"),
        ("miai graph prune go.graph --days 365", "remove positions that were not visited for a year"),
        ("miai graph prune go.graph --size 500", "remove the least visited and oldest until about 500 MiB are in use"),
    )
)
def prune(
    file: File,
    visits: Annotated[float | None, typer.Option(min=0, help="Remove positions with fewer visits.")] = None,
    days: Annotated[
        float | None, typer.Option(min=0, help="Remove positions that were not visited for this number of days.")
    ] = None,
    size: Annotated[
        float | None, typer.Option(min=0, help="Remove positions by visits and age until this number of MiB is in use.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Remove positions by visits, age or size. The file keeps its length; `miai graph compact` shortens it."""
    from miai.store.graph import GraphFile
    from miai.store.graph.prune import Rule, prune_by, prune_to

    if visits is None and days is None and size is None:
        raise UserError("prune: no rule given; add --visits, --days or --size")
    GraphFile(file).close()  # a writer would create a missing graph
    with GraphFile(file, writes=True, limit=_room(file)) as opened:
        removed = 0
        if visits is not None or days is not None:
            removed += prune_by(opened, Rule(visits or 0.0, float("inf") if days is None else days))
        if size is not None:
            removed += prune_to(opened, int(size * 2**20))
    print_result(as_json, {"file": str(file), "removed": removed}, lambda: print(f"{file}: {removed:,} positions removed"))


@app.command(epilog=examples(("miai graph verify go.graph", "check every record")))
def verify(file: File, as_json: JSON = False) -> None:
    """Read the whole graph and check every page and record. The exit code is 1 if a record is broken, and 2 if the file is damaged."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import take_census

    with GraphFile(file, checks_all=True) as opened:
        rows = take_census(opened)
    is_clean = all(row.is_clean for row in rows)
    print_result(
        as_json,
        {"file": str(file), "is_clean": is_clean, "problems": [vars(row) for row in rows]},
        lambda: print(
            "\n".join([*map(_describe, rows), f"{file}: {'clean' if is_clean else 'not clean; prune removes the broken records'}"])
        ),
    )
    if not is_clean:
        raise typer.Exit(1)


@app.command(epilog=examples(("miai graph compact go.graph", "after pruning, or many additions")))
def compact(file: File, as_json: JSON = False) -> None:
    """Rewrite the graph without gaps. Needs disk space for a second copy meanwhile."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import compact

    GraphFile(file).close()  # a writer would create a missing graph
    before, after = compact(file)
    print_result(
        as_json,
        {"file": str(file), "bytes_before": before, "bytes_after": after},
        lambda: print(f"{file}: {before / 2**20:,.1f} MiB before, {after / 2**20:,.1f} MiB now"),
    )


# --- positions ---


def _state_after(opened: GraphFile, problem: str | None, rules: str, options: list[str], actions: str) -> tuple[Identity, Any]:
    """Return the identity that `problem` and `rules` name, and the state after `actions`."""
    from miai.search.problem import apply_action, is_terminal, problem_of
    from miai.search.store_protocol import identity_of
    from miai.store.graph.upkeep import choose_identity

    if problem is not None and problem.endswith(".py"):
        from miai.problems import open_problem, start_state

        state = start_state(open_problem(problem), options)
        identity = choose_identity(opened, identity_of(state).problem, rules)
    else:
        identity = choose_identity(opened, problem, rules)
        state = _start_state(identity, options)
    parse = problem_of(state).parse_action
    for text in (each for each in actions.split(",") if each.strip()):
        if is_terminal(state):
            raise UserError(f"the game ends before {text.strip()!r}")
        apply_action(state, parse(state, text))
    return identity, state


def _start_state(identity: Identity, options: list[str]) -> Any:
    if identity.problem.startswith("go") and identity.problem[2:].isdigit():
        from miai.go.problem import go_problem

        return go_problem(int(identity.problem[2:])).start(rules="japanese" if "territory" in identity.rules else "chinese")
    from miai.problems import open_problem, start_state
    from miai.problems.loading import BUILT_IN

    if identity.problem not in BUILT_IN:  # a graph may come from someone else, and must not choose what is executed
        raise UserError(
            f"the graph has positions of {identity.problem!r}, a problem of your own; name its file with --problem FILE.py"
        )
    return start_state(open_problem(identity.problem), options)


def _look_up(opened: GraphFile, identity: Identity, state: Any) -> Positions | None:
    from miai.search.problem import position_key
    from miai.store.graph.book import find_position

    with opened.transaction() as transaction:
        cursor = transaction.cursor(db=opened.positions_of(identity, transaction))
        return find_position(cursor, int(position_key(state)), identity.values)


def _look_up_all(opened: GraphFile, identity: Identity, found: Positions) -> list[Positions | None]:
    from miai.store.graph.book import find_position

    with opened.transaction() as transaction:
        cursor = transaction.cursor(db=opened.positions_of(identity, transaction))
        return [find_position(cursor, int(key), identity.values) for key in found.children]


def _names(state: Any, found: Positions) -> list[str]:
    from miai.search.problem import problem_of

    return [problem_of(state).action_text(state, int(action)) for action in found.actions]


def _export_book(opened: GraphFile, sgf: Path, problem: str | None, rules: str, least: float, widest: int, deepest: int) -> int:
    from miai.search.problem import position_key
    from miai.store.graph.book import board_size, write_book
    from miai.store.graph.upkeep import choose_identity

    identity = choose_identity(opened, problem, rules)
    board_size(identity)
    record, count = write_book(opened, identity, int(position_key(_start_state(identity, []))), least, widest, deepest)
    record.write(sgf)
    return count


def _open_text(path: str) -> Any:
    try:
        return Path(path).open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from None


def _room(file: Path) -> float:
    """Return a limit under which an existing graph of any size can be pruned."""
    return max(64.0, 2 * file.stat().st_size / 2**20) if file.is_file() else 64.0


# --- output ---


def _describe(row: Census) -> str:
    name = f"{row.problem} ({row.rules})" if row.rules else row.problem
    return f"{name}: {row.positions:,} positions, {row.broken:,} broken, {row.unlawful:,} unlawful"


def _show_census(file: Path, rows: list[Census], used: int) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    table = Table("problem", "rules", "positions", "moves", "visits", "proven")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        table.add_row(row.problem, row.rules, f"{row.positions:,}", f"{row.moves:,}", f"{row.visits:,.0f}", f"{row.proven:,}")
    console = ReportConsole(highlight=False)
    console.print(table)
    console.print(f"{file}: {file.stat().st_size / 2**20:,.1f} MiB, {used / 2**20:,.1f} MiB in use")


def _show_position(state: Any, identity: Identity, found: Positions, after: list[Positions | None], names: list[str]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole
    from miai.search.problem import problem_of
    from miai.search.result import seen

    console = ReportConsole(highlight=False)
    console.print(problem_of(state).state_text(state), markup=False)
    table = Table("action", "visits", "value", title=f"{identity}: {_count(found):,.0f} visits", title_justify="left")
    for place in sorted(range(len(names)), key=lambda place: -int(found.move_visits[place])):
        child = after[place]
        value = "" if child is None else f"{seen(_means(child), int(found.players[0])):.3f}"
        table.add_row(names[place], f"{int(found.move_visits[place]) / COUNT_UNIT:,.0f}", value)
    console.print(table)


def _count(found: Positions) -> float:
    return int(found.visits[0]) / COUNT_UNIT


def _means(found: Positions) -> list[float]:
    return [total / RESULT_UNIT / max(_count(found), 1e-9) for total in found.total[0].tolist()]
