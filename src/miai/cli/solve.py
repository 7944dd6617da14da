"""`miai solve`: search a problem from its start, or after some actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.option_groups import takes_groups
from miai.cli.options import JSON, SEED, ClusterOptions, print_result, print_settings
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError, unknown_name

if TYPE_CHECKING:
    from miai.search.driver import Search
    from miai.search.problem import Problem
    from miai.search.result import Result
    from miai.store.graph import GraphStore

app = new_app()

SCALE = "on the scale from 0 (lost) to 1 (won)"

EXAMPLES = examples(
    ("miai solve --list", "the built-in problems"),
    ("miai solve tictactoe", "proven to be a draw"),
    ("miai solve connect4 --set width=4 --set height=4 --until-proven", "a smaller board, to the end"),
    ("miai solve hex --mode uct-dag --select ucb1-tuned --playouts 50000", "another way to search"),
    ("miai solve connect4 --moves 4,4,3 --tree 2", "after three moves, with the top of the graph"),
    ("miai solve connect4 --graph my.graph", "use the statistics of earlier searches, and add to them"),
    ("miai solve morpion --method nrpa --set level=3 --seconds 60", "the best solution of a problem for one player"),
    ("miai solve connect4 --seconds 30 --cluster local:4", "four processes of this machine, which share statistics"),
    ("miai solve mygame.py --json", "your own game"),
    ("miai solve --settings", "all settings for --set"),
)


@app.command(epilog=EXAMPLES)
@takes_groups
def solve(
    *,
    problem: Annotated[
        str | None, typer.Argument(metavar="PROBLEM", help="Name of a built-in problem, or your own file.py.")
    ] = None,
    playouts: Annotated[int | None, typer.Option(min=0, help="Number of simulations. Default without any limit: 10,000.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Time limit in seconds.")] = None,
    until_proven: Annotated[bool, typer.Option("--until-proven", help="Stop when the exact value is known.")] = False,
    mode: Annotated[str | None, typer.Option(help="Graph mode: tree, shared, path-mean, uct-dag, multipath or table.")] = None,
    select: Annotated[str | None, typer.Option(help="Selection rule, such as ucb1 or puct.")] = None,
    method: Annotated[str | None, typer.Option(help="For one player, search for the best solution: uct, nested or nrpa.")] = None,
    target: Annotated[float | None, typer.Option(help="For one player: stop at this reward.")] = None,
    solutions: Annotated[int, typer.Option(min=1, max=16, help="For one player: number of best solutions to report.")] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Setting of the search or option of the problem. Repeatable."),
    ] = None,
    moves: Annotated[str, typer.Option(help="Actions to play first, separated by commas.")] = "",
    memory: Annotated[float, typer.Option(min=1, help="Memory limit of the graph in MiB.")] = 256,
    threads: Annotated[int, typer.Option(min=1, help="Number of search threads.")] = 1,
    parallel: Annotated[
        str, typer.Option(help="Use of threads: graph (one graph), root (a graph each) or leaf (playouts).")
    ] = "graph",
    seed: SEED = 0,
    tree: Annotated[int, typer.Option(min=0, help="Levels of the graph to print as a tree.")] = 0,
    dot: Annotated[str | None, typer.Option(metavar="FILE", help="Write the top of the graph to a Graphviz file.")] = None,
    graph: Annotated[Path | None, typer.Option(metavar="FILE", help="Graph on disk to read from and add to.")] = None,
    machines: ClusterOptions,
    as_json: JSON = False,
    list_problems: Annotated[bool, typer.Option("--list", help="List the built-in problems, then exit.")] = False,
    list_settings: Annotated[bool, typer.Option("--settings", help="List the settings of the search, then exit.")] = False,
) -> None:
    """Search a problem for the best action and its value; for one player, also for the best complete solution."""
    if list_problems or list_settings:
        (_list_problems if list_problems else _list_settings)(as_json)
        return
    if problem is None:
        raise UserError("solve: no problem given; name one of `miai solve --list`, or a file.py")
    if method is not None:
        if machines.cluster is not None:
            raise UserError("solve: --method does not use a cluster; leave out --method for a search that shares its best solution")
        from miai.cli.solution import solve_for_solution

        words = [*(f"select={select}" for select in [select] if select), *(settings or [])]
        limits = dict(simulations=playouts, seconds=seconds, target=target)
        options = dict(seed=seed, threads=threads, memory=memory, solutions=solutions)
        solve_for_solution(problem, method, words, moves, limits, options, as_json)
        return
    words = [
        *(f"mode={mode}" for mode in [mode] if mode),
        *(f"select={select}" for select in [select] if select),
        *(settings or []),
    ]
    _check_writable(dot)
    if graph is not None and parallel != "graph":
        raise UserError("solve: --graph needs a search on one graph; leave out --parallel")
    if machines.cluster is not None and (graph is not None or parallel != "graph"):
        raise UserError("solve: --cluster needs a search on one graph in memory; leave out --graph and --parallel")
    store = _open_store(graph)
    running = _prepare(problem, words, moves, memory, threads if parallel == "graph" else 1, seed, store, solutions)
    if parallel == "graph":
        with _joining(running, machines):
            result = _run(running, playouts, seconds, until_proven, target, quiet=as_json)
        running.export()
    else:
        result = _run_in_parallel(
            running, parallel, playouts, seconds, until_proven or target is not None, bool(tree or dot), threads, memory
        )
    _write_dot(running, dot)
    print_result(as_json, result.as_dict(), lambda: _show(running, result, tree))


@contextmanager
def _joining(running: Search, machines: ClusterOptions) -> Iterator[None]:
    """Let the search share statistics with those of a cluster, if there is one, inside of a `with` block."""
    team = machines.open()
    if team is None:
        yield
        return
    with team:
        running.join(team)
        yield
        running.close()


def _open_store(graph: Path | None) -> GraphStore | None:
    if graph is None:
        return None
    from miai.store.graph import GraphStore

    return GraphStore(graph)


def _prepare(
    problem: str, words: list[str], moves: str, memory: float, threads: int, seed: int, store: GraphStore | None, solutions: int
) -> Search:
    from miai.problems import open_problem, start_state
    from miai.search.driver import Search
    from miai.search.problem import apply_action, is_terminal
    from miai.search.settings import split_settings

    opened = open_problem(problem)
    settings, options = split_settings(words)
    _check_names(opened, options)
    state = start_state(opened, options)
    for number, text in enumerate((each for each in moves.split(",") if each.strip()), start=1):
        if is_terminal(state):
            raise UserError(f"--moves: the game ends before move {number}, {text.strip()!r}")
        apply_action(state, opened.parse_action(state, text))
    return Search(state, settings, seed=seed, memory=memory, threads=threads, store=store, solutions=solutions)


def _check_names(problem: Problem, options: list[str]) -> None:
    """Raise `UserError` for a name that is neither an option of the problem nor a setting of the search."""
    from miai.problems.options import options_of
    from miai.search.settings import describe_settings

    known = [*options_of(problem), *(row[0] for row in describe_settings())]
    for name in (option.partition("=")[0].strip() for option in options):
        if name not in known:
            raise unknown_name("setting", name, known, where=problem.name)


def _run(
    running: Search, playouts: int | None, seconds: float | None, until_proven: bool, target: float | None, quiet: bool
) -> Result:
    """Run the search. Ctrl-C ends it early and keeps the result so far."""
    from miai.cli.solution import SolutionProgress

    try:
        listener = None if quiet or running.problem.players != 1 else SolutionProgress()
        return running.run(playouts, seconds=seconds, until_proven=until_proven, target=target, listener=listener)
    except KeyboardInterrupt:
        typer.echo("miai: stopped; the result so far follows", err=True)
        return running.result()


def _run_in_parallel(
    running: Search,
    parallel: str,
    playouts: int | None,
    seconds: float | None,
    until_proven: bool,
    shows_graph: bool,
    threads: int,
    memory: float,
) -> Result:
    from miai.search.arguments import DEFAULT_PLAYOUTS
    from miai.search.parallel import KINDS, search_leaves, search_roots

    if parallel not in KINDS:
        raise UserError(f"--parallel must be one of {', '.join(KINDS)}, not {parallel!r}")
    if seconds is not None or until_proven or shows_graph:
        raise UserError(f"--parallel {parallel} takes --playouts only: not --seconds, --until-proven, --target, --tree or --dot")
    way = search_roots if parallel == "root" else search_leaves
    count = DEFAULT_PLAYOUTS if playouts is None else playouts
    return way(running.state, count, threads=threads, settings=running.settings, seed=running.seed, memory=memory)


def _check_writable(file: str | None) -> None:
    """Raise `UserError` before the search, not after it, if `file` cannot be written."""
    try:
        if file is not None:
            open(file, "a", encoding="utf-8").close()
    except OSError as error:
        raise UserError(f"--dot: cannot write {file}: {error.strerror}") from error


def _write_dot(running: Search, file: str | None) -> None:
    if file is not None:
        from miai.search.show import as_graphviz

        Path(file).write_text(as_graphviz(running), encoding="utf-8")


def _list_problems(as_json: bool) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole
    from miai.problems import BUILT_IN, load

    rows = {name: load(name).description for name in BUILT_IN}
    table = Table("problem", "description")
    for name, description in rows.items():
        table.add_row(name, description)
    print_result(as_json, rows, lambda: ReportConsole().print(table))


def _list_settings(as_json: bool) -> None:
    from miai.search.settings import describe_settings

    print_settings(describe_settings(), as_json)


def _show(running: Search, result: Result, tree: int) -> None:
    from miai.cli.solution import describe
    from miai.core.console import ReportConsole
    from miai.search.show import as_text_tree

    console = ReportConsole()
    console.print(running.problem.state_text(running.state), markup=False, highlight=False)
    console.print(_conclusion(running, result))
    if result.actions:
        console.print(_table(result))
        console.print(f"[dim]Expected play:[/] {' '.join(result.principal_variation)}")
    for solution in result.solutions:
        console.print(describe(solution), markup=False, highlight=False)
    rate = f"{result.simulations_per_second:,.0f} per second" if result.simulations else "none per second"
    console.print(
        f"[dim]{result.simulations:,} simulations, {rate}{_elsewhere(result)}; {result.nodes:,} nodes and {result.edges:,} edges in "
        f"{result.memory_used / 2**20:.1f} of {result.memory_limit / 2**20:.0f} MiB; {result.transpositions:,} transpositions; "
        f"deepest path {result.depth}; mode {result.settings.mode}, {result.settings.select}, seed {result.seed}[/]",
        highlight=False,
    )
    if tree:
        console.print(as_text_tree(running, depth=tree), markup=False, highlight=False)


def _elsewhere(result: Result) -> str:
    """Return what the other searches of a cluster did, in words."""
    return f", and {result.simulations_elsewhere:,} on the cluster" if result.simulations_elsewhere else ""


def _conclusion(running: Search, result: Result) -> str:
    from miai.search.problem import is_terminal

    who = f"player {max(0, result.player)}"
    if is_terminal(running.state):
        return "The game has ended."
    if not result.actions:
        return "Nothing has been searched yet."
    if result.player < 0:
        return f"Chance decides; worth {'exactly' if result.proven else 'about'} [bold]{result.value:.3f}[/] for {who} {SCALE}."
    best = next(row for row in result.actions if row.action == result.best_action)
    exact = "exactly" if best.proven else "about"
    return f"[bold green]{best.text}[/] is best for {who}: worth {exact} [bold]{best.value or 0.0:.3f}[/] {SCALE}."


def _table(result: Result, most: int = 12) -> object:
    from rich.table import Table

    table = Table("action", "visits", "value", "95 % interval", "proven")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in result.actions[:most]:
        value = "" if row.value is None else f"{row.value:.3f}"
        interval = "" if row.value_low is None else f"{row.value_low:.3f} - {row.value_high:.3f}"
        sure = (
            f"{row.sure_low:.3f}"
            if row.proven
            else f"{row.sure_low:.2f} - {row.sure_high:.2f}"
            if row.sure_high - row.sure_low < 1
            else ""
        )
        table.add_row(row.text, f"{round(row.weight):,}", value, interval, sure)
    if len(result.actions) > most:
        table.caption = f"and {len(result.actions) - most} more"
    return table
