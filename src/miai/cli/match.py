"""`miai match`: play two engines against each other and report what the games show."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.contests import PlayByDefault, report, run_and_report
from miai.cli.option_groups import prefixed, takes_groups
from miai.cli.options import CONFIDENCE, ENGINE_HELP, FAILED, JSON, RULES_HELP, RUN_DIRECTORY, SEED, RunOptions
from miai.cli.registry import examples, new_app

if TYPE_CHECKING:
    from miai.arena.contest import Contest
    from miai.arena.engines import EngineSpec

app = new_app()
app.info.cls = PlayByDefault


@app.callback()
def match() -> None:
    """Play matches between engines."""


PLAY_EXAMPLES = examples(
    ("miai match miai gnugo --size 9 --games 400", "our engine against GNU Go"),
    ('miai match gnugo "gnugo --level 1" --workers 2', "two games at a time"),
    ("miai match miai miai --a-playouts 2000 --b-playouts 1000", "is twice the playouts worth it?"),
    ("miai match miai miai:uniform --playouts 1000 --sprt 0,30", "stop as soon as it is decided"),
    ('miai match miai "other --gtp --seed {seed}" --time 60+10/1', "any command; with a clock"),
    ('miai match "miai --graph go.graph" miai --workers 1', "one side keeps a graph on disk, which takes one writer"),
    ("miai match show runs/match-miai-gnugo-9 --json", "print the results again, or the results so far"),
)


@dataclass(frozen=True)
class BoardOptions:
    """The game that is played."""

    size: Annotated[int, typer.Option(min=2, max=19, help="Board size.", rich_help_panel="Board")] = 9
    rules: Annotated[str, typer.Option(help=f"{RULES_HELP}.", rich_help_panel="Board")] = "chinese"
    komi: Annotated[float | None, typer.Option(help="Points for White. Default: as the rules say.", rich_help_panel="Board")] = None
    openings: Annotated[
        str,
        typer.Option(metavar="KIND", help="Openings: balanced, random:N, none, or a file.", rich_help_panel="Board"),
    ] = "balanced"
    move_limit: Annotated[
        int,
        typer.Option(min=0, help="Moves after which a game is stopped and judged. 0: three per point.", rich_help_panel="Board"),
    ] = 0


_LIMITS = "Limits of both engines (--a-playouts, --b-playouts and so on limit one)"


@dataclass(frozen=True)
class Limits:
    """The limits of an engine: playouts, time, threads and memory."""

    playouts: Annotated[int | None, typer.Option(min=1, help="Playouts per move.", rich_help_panel=_LIMITS)] = None
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds per move.", rich_help_panel=_LIMITS)] = None
    threads: Annotated[int | None, typer.Option(min=1, help="Number of search threads.", rich_help_panel=_LIMITS)] = None
    memory: Annotated[
        float | None, typer.Option(min=1, help="Memory in MiB. An engine that uses more loses.", rich_help_panel=_LIMITS)
    ] = None
    time: Annotated[str, typer.Option(metavar="MAIN[+PERIOD/MOVES]", help="Time control in seconds.", rich_help_panel=_LIMITS)] = ""

    def given(self) -> dict[str, Any]:
        """Return the limits that are set."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True)
class JudgingOptions:
    """Options for the result of a game."""

    referee: Annotated[
        str,
        typer.Option(help="Judge of disputed dead stones: miai, gnugo, none, or an engine.", rich_help_panel="Judging"),
    ] = "miai"
    always_referee: Annotated[
        bool, typer.Option("--always-referee", help="Let the referee judge every game.", rich_help_panel="Judging")
    ] = False
    resign: Annotated[bool, typer.Option(help="Whether miai and gnugo may resign.", rich_help_panel="Judging")] = True
    patience: Annotated[
        float,
        typer.Option(min=0.1, help="Seconds without an answer after which an engine loses.", rich_help_panel="Judging"),
    ] = 60.0


@app.command(epilog=PLAY_EXAMPLES)
@takes_groups
def play(
    a: Annotated[str, typer.Argument(metavar="A", help=ENGINE_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="Opponent of A.")],
    *,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of games. You can add more later.")] = 100,
    sprt: Annotated[
        str, typer.Option(metavar="ELO0,ELO1", help="Stop as soon as a sequential test decides; also ELO0,ELO1,ALPHA,BETA.")
    ] = "",
    engines: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="File that names engines.")] = None,
    seed: SEED = 1,
    as_json: JSON = False,
    board: BoardOptions,
    limits: Limits,
    a_limits: prefixed(Limits, "a"),  # type: ignore[valid-type]
    b_limits: prefixed(Limits, "b"),  # type: ignore[valid-type]
    judging: JudgingOptions,
    run: RunOptions,
) -> None:
    """Play a match between two engines, or continue one. `miai match show DIR` prints its results.

    Colours alternate, and each opening is played by both sides. Every game is saved in DIR when it ends: after Ctrl-C, a crash or a
    reboot the same command plays the rest. An engine that crashes, hangs or plays an illegal move loses that game, is named in the
    report and is started again.
    """
    from miai.arena.conditions import conditions_from
    from miai.arena.contest import Contest, Pairing
    from miai.arena.engine_files import read_engines
    from miai.arena.engines import unique_names
    from miai.arena.sprt import parse_bounds

    known = read_engines(engines) if engines else {}
    rules = {name: value for name, value in asdict(board).items() if name != "openings"}
    conditions = conditions_from({**rules, **asdict(judging), "time": limits.time}, "match")
    first, second = unique_names([_engine(a, limits, a_limits, known), _engine(b, limits, b_limits, known)])
    contest = Contest(
        "match",
        f"{first.name} - {second.name}",
        {first.name: first, second.name: second},
        [Pairing("", first.name, second.name, conditions)],
        games=games,
        seed=seed,
        openings=board.openings,
        sprt=parse_bounds(sprt) if sprt else None,
    )
    run_and_report(contest, run.out or default_directory(contest, board.size), run, as_json)


def _engine(text: str, both: Limits, own: Limits, known: dict[str, EngineSpec]) -> EngineSpec:
    """Return the engine of a side with its limits.

    Limits of both sides apply to an engine of a file where the engine can obey them and has no own. Time control is not among them:
    it belongs to the conditions of the game.
    """
    from dataclasses import replace

    from miai.arena.engines import check_limits, parse_engine, supports_limit

    shared = {name: value for name, value in both.given().items() if name != "time"}
    if text in known:
        there = known[text]
        free = {name: value for name, value in shared.items() if getattr(there, name) is None and supports_limit(there.words, name)}
        check_limits(engine := replace(there, **(free | own.given())))
        return engine
    if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0].partition(":")[0] == "gnugo":
        shared = {name: value for name, value in shared.items() if name == "memory"}
    return parse_engine(text, shared | own.given())


def default_directory(contest: Contest, size: int) -> Path:
    """Return `runs/match-A-B-SIZE`."""
    from miai.arena.game_job import file_name

    names = [file_name(name) for name in contest.engines]
    return Path("runs") / f"match-{'-'.join(names)}-{size}"


@app.command(epilog=examples(("miai match show DIR", "as a table"), ("miai match show DIR --json", "for a program")))
def show(directory: RUN_DIRECTORY, confidence: CONFIDENCE = 0.95, as_json: JSON = False) -> None:
    """Show the results in a directory and redraw the plots. Works while games are being played."""
    report(directory, as_json, confidence)


@app.command(epilog=examples(("miai match check DIR", "in words"), ("miai match check DIR --json", "for a program")))
def check(directory: RUN_DIRECTORY, as_json: JSON = False) -> None:
    """Replay every game of a directory by its rules and compare with the recorded results. The exit code is 1 if one differs."""
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
