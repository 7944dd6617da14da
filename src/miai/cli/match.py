"""`miai match`: two engines against each other, and what the games say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.arena.contest import Contest
    from miai.arena.engines import EngineSpec

FAILED, INTERRUPTED = 1, 130
SIDE_OPTIONS = ("playouts", "seconds", "threads", "memory", "time")


class MatchGroup(TyperGroup):
    """`miai match A B` plays; `miai match show DIR` and `miai match check DIR` look. Everything else is the command that plays."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        return super().parse_args(ctx, args if args[:1] in (["show"], ["check"]) else ["play", *args])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Without the word `play`, which nobody has typed, in the help."""
        name, command, rest = super().resolve_command(ctx, args)
        return ("" if name == "play" else name), command, rest


app = new_app()
app.info.cls = MatchGroup

JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.callback()
def match() -> None:
    """Play matches between engines."""


PLAY_EXAMPLES = examples(
    ("miai match miai gnugo --size 9 --games 400", "our engine against GNU Go"),
    ('miai match gnugo "gnugo --level 1" --workers 2', "two games at a time"),
    ("miai match miai miai --a-playouts 2000 --b-playouts 1000", "is twice the playouts worth it?"),
    ("miai match miai miai:uniform --playouts 1000 --sprt 0,30", "stop as soon as it is decided"),
    ('miai match miai "other --gtp --seed {seed}" --time 60+10/1', "any command; with a clock"),
    ('miai match "miai --graph go.graph" miai --workers 1', "one side remembers its games; a graph has one writer"),
    ("miai match show runs/match-miai-gnugo-9 --json", "the results again, or so far"),
)

LIMIT = "Of both sides; --a-… and --b-… for one."


@app.command(epilog=PLAY_EXAMPLES)
def play(
    a: Annotated[
        str, typer.Argument(metavar="A", help="An engine: miai, miai:PRESET, gnugo, gnugo:LEVEL, or a command in quotes.")
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many; more may be added later.")] = 100,
    size: Annotated[int, typer.Option(min=2, max=19, help="Of the board.")] = 9,
    rules: Annotated[str, typer.Option(help="chinese, aga, japanese or tromp-taylor.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Points for White; as the rules say by default.")] = None,
    playouts: Annotated[int | None, typer.Option(min=1, help=f"Playouts a move. {LIMIT}")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help=f"Seconds a move. {LIMIT}")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help=f"Threads. {LIMIT}")] = None,
    memory: Annotated[float | None, typer.Option(min=1, help=f"MiB; who uses more loses. {LIMIT}")] = None,
    time: Annotated[str, typer.Option(metavar="MAIN[+PERIOD/MOVES]", help=f"Time control in seconds. {LIMIT}")] = "",
    a_playouts: Annotated[int | None, typer.Option(min=1, hidden=True)] = None,
    b_playouts: Annotated[int | None, typer.Option(min=1, hidden=True)] = None,
    a_seconds: Annotated[float | None, typer.Option(min=0.001, hidden=True)] = None,
    b_seconds: Annotated[float | None, typer.Option(min=0.001, hidden=True)] = None,
    a_threads: Annotated[int | None, typer.Option(min=1, hidden=True)] = None,
    b_threads: Annotated[int | None, typer.Option(min=1, hidden=True)] = None,
    a_memory: Annotated[float | None, typer.Option(min=1, hidden=True)] = None,
    b_memory: Annotated[float | None, typer.Option(min=1, hidden=True)] = None,
    a_time: Annotated[str, typer.Option(hidden=True)] = "",
    b_time: Annotated[str, typer.Option(hidden=True)] = "",
    openings: Annotated[str, typer.Option(metavar="KIND", help="balanced, random:N, none, or a file of openings.")] = "balanced",
    sprt: Annotated[str, typer.Option(metavar="ELO0,ELO1", help="Stop when decided; also ELO0,ELO1,ALPHA,BETA.")] = "",
    referee: Annotated[str, typer.Option(help="Judges dead stones in dispute: miai, gnugo, none, or an engine.")] = "miai",
    always_referee: Annotated[bool, typer.Option("--always-referee", help="The referee judges every game.")] = False,
    resign: Annotated[bool, typer.Option(help="Whether miai and gnugo may resign.")] = True,
    move_limit: Annotated[int, typer.Option(min=0, help="Break off and judge a game then; 0: three moves a point.")] = 0,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds without an answer until an engine hangs.")] = 60.0,
    engines: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="A file that names engines.")] = None,
    seed: Annotated[int, typer.Option(help="Of openings, engines and all else that is random.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", "--parallel", min=1, max=1024, help="Games at a time; one a core by default.")
    ] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on Dask: an address, or local:N.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to; runs/match-A-B-SIZE by default.")] = None,
    as_json: JSON = False,
) -> None:
    """Play a match between two engines, or go on with one. `miai match show DIR` shows its results.

    Colours alternate, and each opening is played by both sides. Results are kept in DIR game by game: after Ctrl-C, a crash or a reboot
    the same command plays the rest. An engine that crashes, hangs or plays illegally loses that game, is named in the report and is
    started again.
    """
    given = {key: value for key, value in locals().items() if key not in ("a", "b")}
    from miai.arena.conditions import conditions_from
    from miai.arena.contest import Contest, Pairing
    from miai.arena.engine_files import read_engines
    from miai.arena.engines import unique_names
    from miai.arena.sprt import parse_bounds

    known = read_engines(engines) if engines else {}
    names = ("size", "rules", "komi", "time", "move_limit", "patience", "referee", "always_referee", "resign")
    conditions = conditions_from({name: given[name] for name in names}, "match")
    first, second = unique_names([_engine(a, "a", given, known), _engine(b, "b", given, known)])
    contest = Contest(
        "match",
        f"{first.name} - {second.name}",
        {first.name: first, second.name: second},
        [Pairing("", first.name, second.name, conditions)],
        games=games,
        seed=seed,
        openings=openings,
        sprt=parse_bounds(sprt) if sprt else None,
    )
    run_and_report(contest, out or default_directory(contest, size), workers, cluster, as_json)


def _engine(text: str, side: str, given: dict[str, Any], known: dict[str, EngineSpec]) -> EngineSpec:
    """The engine of a side with its limits. Those of both sides hold for an engine of a file where it can obey and has none of its own."""
    from dataclasses import replace

    from miai.arena.engines import can_obey, check_limits, parse_engine

    own = {name: given[f"{side}_{name}"] for name in SIDE_OPTIONS if given[f"{side}_{name}"]}
    shared = {name: given[name] for name in ("playouts", "seconds", "threads", "memory") if given[name] is not None}
    if text in known:
        there = known[text]
        free = {name: value for name, value in shared.items() if getattr(there, name) is None and can_obey(there.words, name)}
        check_limits(engine := replace(there, **(free | own)))
        return engine
    if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0].partition(":")[0] == "gnugo":
        shared = {name: value for name, value in shared.items() if name == "memory"}
    return parse_engine(text, shared | own)


def default_directory(contest: Contest, size: int) -> Path:
    from miai.arena.game_job import file_name

    names = [file_name(name) for name in contest.engines]
    return Path("runs") / f"match-{'-'.join(names)}-{size}"


def run_and_report(contest: Contest, directory: Path, workers: int | None, cluster: str | None, as_json: bool) -> None:
    """Play what is missing, draw the plots, print the report."""
    from miai.arena.runner import check_contest, play_contest
    from miai.jobs.cluster import check_address

    if cluster is not None:
        check_address(cluster)
        if workers is not None:
            raise UserError(f"{contest.kind}: --workers is for this machine; with --cluster the cluster says how many there are")
    check_contest(contest, directory)
    tell(f"results go to {directory}")
    try:
        run = play_contest(contest, directory, workers, cluster)
    except KeyboardInterrupt:
        tell(f"interrupted; what is done is kept in {directory}, and the same command resumes")
        raise typer.Exit(INTERRUPTED) from None
    report(directory, as_json)
    if run.summary.failed:
        tell(f"{run.summary.failed} games failed ({run.summary.first_error}); the same command tries them again")
        raise typer.Exit(FAILED)


def tell(line: str) -> None:
    """A line on stderr: stdout is for results."""
    print(f"miai: {line}", file=sys.stderr, flush=True)


def report(directory: Path, as_json: bool, confidence: float | None = None) -> None:
    """Print what is in `directory`, and draw its plots where it can be written."""
    from miai.arena.plots import draw_plots
    from miai.arena.report import new_console, print_match, print_tournament
    from miai.arena.results import read_results

    results = read_results(directory, confidence)
    data = results.as_data()
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        console = new_console()
        (print_match if results.contest.kind == "match" else print_tournament)(console, data)
    try:
        files = draw_plots(results)
    except OSError as error:
        tell(f"no plots: cannot write {directory / 'plots'}: {error.strerror}")
        return
    if files and not as_json:
        tell(f"plots are in {files[0].parent}")


@app.command(epilog=examples(("miai match show DIR", "as a table"), ("miai match show DIR --json", "for a program")))
def show(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a match or a tournament.")],
    confidence: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Of all intervals.")] = 0.95,
    as_json: JSON = False,
) -> None:
    """Show the results in a directory, also while the games are being played; draws the plots anew."""
    report(directory, as_json, confidence)


@app.command(epilog=examples(("miai match check DIR", "in words"), ("miai match check DIR --json", "for a program")))
def check(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a match or a tournament.")], as_json: JSON = False
) -> None:
    """Replay every game of a directory by its rules, and compare with the recorded results. The exit code is 1 if one differs."""
    from miai.arena.checking import check_games, stray_records
    from miai.arena.results import read_results

    results = read_results(directory)
    problems = check_games(results)
    stray = [path.name for path in stray_records(results)]
    if as_json:
        print(json.dumps({"games": len(results.games), "planned": results.planned, "problems": problems, "stray_records": stray}))
    else:
        for problem in problems:
            print(problem)
        print(
            f"{len(results.games)} of {results.planned} games, {len(problems)} problems, {len(stray)} records of unfinished games"
        )
    if problems:
        raise typer.Exit(FAILED)
