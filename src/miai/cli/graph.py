"""`miai graph`: graphs on disk, which searches begin with and add to."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.registry import examples, new_app
from miai.core.errors import UserError
from miai.search.positions import COUNT_UNIT, RESULT_UNIT

if TYPE_CHECKING:
    from miai.search.positions import Positions
    from miai.search.store_protocol import Identity
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import Census

app = new_app()

File = Annotated[Path, typer.Argument(metavar="FILE", help="A graph, as `miai gtp --graph FILE` makes it.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ProblemName = Annotated[str | None, typer.Option(help="Which of the graph's problems: its name, or the file.py it is in.")]
RulesText = Annotated[str, typer.Option(help="Part of the rules' text, where a problem is there with several.")]


@app.callback()
def about() -> None:
    """Graphs on disk: what was searched once is not searched again."""


@app.command(epilog=examples(("miai graph info go.graph", "what is in it"), ("miai graph info go.graph --json", "for a program")))
def info(file: File, as_json: Json = False) -> None:
    """Say what is in a graph: problems, positions, visits, size."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import take_census

    with GraphFile(file) as opened, opened.transaction() as transaction:
        rows, used = take_census(opened), opened.bytes_needed(transaction)
    data = {"file": str(file), "bytes": file.stat().st_size, "bytes_needed": used, "problems": [vars(row) for row in rows]}
    _report(as_json, data, lambda: _show_census(file, rows, used))


@app.command(
    epilog=examples(
        ("miai graph show go.graph", "the empty board"),
        ("miai graph show go.graph E5,C3 --problem go9", "after two moves"),
        ("miai graph show my.graph 4,4 --problem connect4 --set width=5", "of a problem with options"),
    )
)
def show(
    file: File,
    position: Annotated[str, typer.Argument(metavar="[POSITION]", help="The actions that lead to it, with commas between.")] = "",
    problem: ProblemName = None,
    rules: RulesText = "",
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Options of the problem.")] = None,
    as_json: Json = False,
) -> None:
    """Say what is known of a position, and of the moves from it."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import position_as_data

    with GraphFile(file) as opened:
        identity, state = _state_after(opened, problem, rules, settings or [], position)
        found = _look_up(opened, identity, state)
        if found is None:
            raise UserError(f"the graph {file} knows nothing of this position of {identity}")
        after = _look_up_all(opened, identity, found)
    data = position_as_data(found, 0) | {"problem": identity.problem, "rules": identity.rules}
    names = _names(state, found)
    data["moves"] = [[names[place], *move] for place, move in enumerate(data["moves"])]
    _report(as_json, data, lambda: _show_position(state, identity, found, after, names))


@app.command(
    epilog=examples(
        ("miai graph export go.graph > go.jsonl", "everything, a position a line"),
        ("miai graph export go.graph --least 100", "only what was visited a hundred times"),
        ("miai graph export go.graph --sgf book.sgf --problem go9 --widest 3", "the most visited lines as a book"),
    )
)
def export(
    file: File,
    sgf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the most visited lines of Go here instead.")] = None,
    least: Annotated[float, typer.Option(min=0, help="Leave out what has fewer visits.")] = 0,
    widest: Annotated[int, typer.Option(min=1, help="With --sgf: moves at a position.")] = 3,
    deepest: Annotated[int, typer.Option(min=1, help="With --sgf: moves in a line.")] = 30,
    problem: ProblemName = None,
    rules: RulesText = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="With --sgf, say what was written as JSON; else it is JSON anyway.")
    ] = False,
) -> None:
    """Write a graph as JSON lines, or the most visited lines of Go as SGF."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import export_lines

    with GraphFile(file) as opened:
        if sgf is None:
            for line in export_lines(opened, least):
                print(line)
            return
        count = _export_book(opened, sgf, problem, rules, least, widest, deepest)
    _report(as_json, {"file": str(sgf), "moves": count}, lambda: print(f"{sgf}: {count:,} moves"))


@app.command(
    name="import",
    epilog=examples(
        ("miai graph import go.graph go.jsonl", "add what an export has"),
        ("zcat go.jsonl.gz | miai graph import go.graph -", "from another program"),
    ),
)
def import_(
    file: File,
    source: Annotated[str, typer.Argument(metavar="LINES", help="An export; - for standard input.")],
    limit: Annotated[float, typer.Option(min=1, help="Limit of the graph in MiB.")] = 4096,
    as_json: Json = False,
) -> None:
    """Add positions from JSON lines: all of them or, if something is wrong, none. The graph is made if it is not there."""
    from miai.store.graph import GraphFile
    from miai.store.graph.exchange import import_lines

    lines = sys.stdin if source == "-" else _open_text(source)
    with GraphFile(file, writes=True, limit=limit) as opened, lines:
        count = import_lines(opened, lines, source)
    _report(as_json, {"file": str(file), "added": count}, lambda: print(f"{file}: {count:,} positions added"))


@app.command(
    epilog=examples(
        ("miai graph merge all.graph a.graph b.graph", "add two graphs to a third, which is made if it is not there"),
        ("miai graph merge a.graph b.graph", "add b to a"),
    )
)
def merge(
    file: Annotated[Path, typer.Argument(metavar="A", help="The graph that is added to; made if it is not there.")],
    sources: Annotated[list[Path], typer.Argument(metavar="B ...", help="The graphs to add; they stay as they are.")],
    limit: Annotated[float, typer.Option(min=1, help="Limit of A in MiB.")] = 4096,
    as_json: Json = False,
) -> None:
    """Add graphs to a graph, each as a whole or not at all. In which order, and in how many steps, makes no difference."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import merge_into

    if any(source.exists() and file.exists() and source.samefile(file) for source in sources):
        raise UserError(f"merge: {file} cannot be added to itself")
    for source in sources:
        GraphFile(source).close()  # says what is wrong with it before anything is changed
    added = {}
    with GraphFile(file, writes=True, limit=limit) as target:
        for source in sources:
            with GraphFile(source) as opened:
                added[str(source)] = merge_into(target, opened)
    _report(
        as_json,
        {"file": str(file), "added": added},
        lambda: print("\n".join(f"{name}: {count:,} positions added to {file}" for name, count in added.items())),
    )


@app.command(
    epilog=examples(
        ("miai graph prune go.graph --visits 2", "positions with fewer than two visits go"),
        ("miai graph prune go.graph --days 365", "positions that were not met for a year go"),
        ("miai graph prune go.graph --size 500", "those of least worth go until about 500 MiB are in use"),
    )
)
def prune(
    file: File,
    visits: Annotated[float | None, typer.Option(min=0, help="Fewer visits than this go.")] = None,
    days: Annotated[float | None, typer.Option(min=0, help="Not met for so long go.")] = None,
    size: Annotated[float | None, typer.Option(min=0, help="MiB that are to be left in use, by visits and age.")] = None,
    as_json: Json = False,
) -> None:
    """Remove positions by visits, age or size. The file keeps its length, with room for new ones; `miai graph compact` cuts it."""
    from miai.store.graph import GraphFile
    from miai.store.graph.prune import Rule, prune_by, prune_to

    if visits is None and days is None and size is None:
        raise UserError("prune: by what? Give --visits, --days or --size")
    GraphFile(file).close()  # a writer would make a graph that is not there
    with GraphFile(file, writes=True, limit=_room(file)) as opened:
        removed = 0
        if visits is not None or days is not None:
            removed += prune_by(opened, Rule(visits or 0.0, float("inf") if days is None else days))
        if size is not None:
            removed += prune_to(opened, int(size * 2**20))
    _report(as_json, {"file": str(file), "removed": removed}, lambda: print(f"{file}: {removed:,} positions removed"))


@app.command(epilog=examples(("miai graph verify go.graph", "read everything; exit code 1 if something is wrong")))
def verify(file: File, as_json: Json = False) -> None:
    """Read the whole graph and say whether it is whole and lawful. Exit code 1 if it is not."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import take_census

    with GraphFile(file) as opened:
        rows = take_census(opened)
    is_clean = all(row.is_clean for row in rows)
    _report(
        as_json,
        {"file": str(file), "is_clean": is_clean, "problems": [vars(row) for row in rows]},
        lambda: print(
            "\n".join([*map(_verdict, rows), f"{file}: {'clean' if is_clean else 'not clean; prune removes what is broken'}"])
        ),
    )
    if not is_clean:
        raise typer.Exit(1)


@app.command(epilog=examples(("miai graph compact go.graph", "after pruning, or many additions")))
def compact(file: File, as_json: Json = False) -> None:
    """Write the graph anew without gaps. Needs room for a second copy meanwhile."""
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import compact

    GraphFile(file).close()  # a writer would make a graph that is not there
    before, after = compact(file)
    _report(
        as_json,
        {"file": str(file), "bytes_before": before, "bytes_after": after},
        lambda: print(f"{file}: {before / 2**20:,.1f} MiB before, {after / 2**20:,.1f} MiB now"),
    )


# --- positions ---


def _state_after(opened: GraphFile, problem: str | None, rules: str, options: list[str], actions: str) -> tuple[Identity, Any]:
    """The identity that is meant, and the state after `actions`."""
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
            raise UserError(f"the game is over before {text.strip()!r}")
        apply_action(state, parse(state, text))
    return identity, state


def _start_state(identity: Identity, options: list[str]) -> Any:
    if identity.problem.startswith("go") and identity.problem[2:].isdigit():
        from miai.go.problem import go_problem

        return go_problem(int(identity.problem[2:])).start(rules="japanese" if "territory" in identity.rules else "chinese")
    from miai.problems import open_problem, start_state

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
    """A limit under which an existing graph can be pruned, however large it is."""
    return max(64.0, 2 * file.stat().st_size / 2**20) if file.is_file() else 64.0


# --- what is printed ---


def _report(as_json: bool, data: dict[str, Any], show: Any) -> None:
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        show()


def _verdict(row: Census) -> str:
    name = f"{row.problem} ({row.rules})" if row.rules else row.problem
    return f"{name}: {row.positions:,} positions, {row.broken:,} broken, {row.unlawful:,} unlawful"


def _show_census(file: Path, rows: list[Census], used: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("problem", "rules", "positions", "moves", "visits", "proven")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        table.add_row(row.problem, row.rules, f"{row.positions:,}", f"{row.moves:,}", f"{row.visits:,.0f}", f"{row.proven:,}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{file}: {file.stat().st_size / 2**20:,.1f} MiB, {used / 2**20:,.1f} of them needed")


def _show_position(state: Any, identity: Identity, found: Positions, after: list[Positions | None], names: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    from miai.search.problem import problem_of
    from miai.search.result import seen

    console = Console(highlight=False)
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
