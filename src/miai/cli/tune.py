"""`miai tune`: find good values of an engine's parameters."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.contests import DefaultCommand
from miai.cli.match import BoardOptions, Limits
from miai.cli.option_groups import takes_groups
from miai.cli.options import FAILED, INTERRUPTED, JSON, SEED, RunOptions, print_note, print_result
from miai.cli.registry import examples, new_app
from miai.core import extras
from miai.core.errors import UserError, unknown_name

if TYPE_CHECKING:
    from miai.tuning.judges import Judge
    from miai.tuning.report import TuningReport


class RunByDefault(DefaultCommand):
    """Commands in which the word `run` may be left out: `miai tune ENGINE` tunes, `miai tune show DIR` does not."""

    default = "run"


app = new_app()
app.info.cls = RunByDefault


@app.callback()
def tune() -> None:
    """Tune the parameters of an engine."""


RUN_EXAMPLES = examples(
    ("miai tune miai --parameter playout.pattern=0..1 --parameter playout.atari=0..1 --trials 500", "against itself"),
    ("miai tune miai --parameter rave_bias=1e-5..1e-2:log --against gnugo --against gnugo:1 --size 13", "against others"),
    ('miai tune "other --gtp -p {depth}" --parameter depth=1..20 --against gnugo', "any engine: a place for each parameter"),
    ("miai tune miai --parameter exploration=0..1 --judge choices", "moves valued by a longer search, not games"),
    ("miai tune miai --parameter prior.even=1..50 --judge moves --records games/", "agreement with recorded moves"),
    ("miai tune show runs/tune-playout.pattern-9", "the results so far, with plots"),
)


@dataclass(frozen=True)
class JudgeOptions:
    """How values are judged."""

    judge: Annotated[
        str, typer.Option(help="Judge: games, choices, moves or winner. The last three are for miai.", rich_help_panel="Judge")
    ] = "games"
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ENGINE", help="Opponent; repeatable. Default: miai without the tuned values.", rich_help_panel="Judge"
        ),
    ] = None
    records: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE|DIR", help="Game records for moves and winner; repeatable.", rich_help_panel="Judge"),
    ] = None
    positions: Annotated[int, typer.Option(min=1, help="Positions of each trial, without games.", rich_help_panel="Judge")] = 8
    judge_playouts: Annotated[int, typer.Option(min=2, help="Playouts of the judge of choices.", rich_help_panel="Judge")] = 4000


@app.command(epilog=RUN_EXAMPLES)
@takes_groups
def run(
    engine: Annotated[str, typer.Argument(metavar="ENGINE", help="Engine: miai, miai:PRESET, or a command in quotes.")],
    *,
    parameter: Annotated[
        list[str], typer.Option("--parameter", "-p", metavar="NAME=LOW..HIGH", help="Parameter and its range; repeatable.")
    ],
    trials: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Number of trials: pairs of games. You can add more later.")
    ] = 500,
    sampler: Annotated[str, typer.Option(help="Sampler: clop, spsa, tpe, random or cmaes.")] = "clop",
    batch: Annotated[int, typer.Option(min=1, max=10_000, help="Trials that are drawn together.")] = 8,
    seed: SEED = 1,
    as_json: JSON = False,
    judging: JudgeOptions,
    board: BoardOptions,
    limits: Limits,
    where: RunOptions,
) -> None:
    """Tune parameters of an engine by games, or continue. `miai tune show DIR` prints the results.

    Each trial is a pair of games with the colours exchanged. Every result is saved when it is known: after Ctrl-C, a crash or a
    reboot the same command continues. `DIR/study.sqlite` is a copy for Optuna's tools.
    """
    extras.need("tune", "miai tune", "optuna")
    from miai.jobs.cluster import check_address
    from miai.tuning.parameters import parse_parameters
    from miai.tuning.study import Plan
    from miai.tuning.study import tune as run_study

    if where.cluster is not None:
        check_address(where.cluster)
    parameters = parse_parameters(parameter, _declared(engine))
    judge = _judge(engine, judging, board, limits)
    names = [each.name for each in parameters]
    plan = Plan(f"tune {', '.join(names)}", parameters, judge, trials, sampler, batch, seed)
    directory = where.out or default_directory(names, board.size)
    print_note(f"results go to {directory}")
    try:
        failed = run_study(plan, directory, where.workers, where.cluster)
    except KeyboardInterrupt:
        print_note(f"interrupted; finished trials are kept in {directory}, and the same command resumes")
        raise typer.Exit(INTERRUPTED) from None
    _report(directory, as_json)
    if failed:
        print_note(f"{failed} trials failed; the same command tries them again")
        raise typer.Exit(FAILED)


def default_directory(names: list[str], size: int) -> Path:
    """Return `runs/tune-NAMES-SIZE`."""
    from miai.arena.game_job import file_name

    return Path("runs") / f"tune-{file_name('-'.join(names))}-{size}"


def _is_miai(engine: str) -> bool:
    return engine.split(maxsplit=1)[:1] != [] and engine.split(maxsplit=1)[0].partition(":")[0] == "miai"


def _declared(engine: str) -> Any:
    """Return the declared settings of our engine; other engines have none that we know."""
    if not _is_miai(engine):
        return None
    from miai.go.player.settings import declarations

    return declarations()


def _judge(engine: str, judging: JudgeOptions, board: BoardOptions, limits: Limits) -> Judge:
    """Return the judge that the options describe. Raise `UserError` for options that do not fit."""
    from miai.tuning import judges

    if judging.judge not in judges.JUDGES or judging.judge == "own":
        raise unknown_name("judge", judging.judge, [name for name in judges.JUDGES if name != "own"])
    if judging.judge == "games" and (judging.against or not _is_miai(engine)):
        return _games_judge(engine, judging, board, limits)
    if not _is_miai(engine):
        raise UserError(f"judge {judging.judge!r} measures miai only; other engines are tuned by games")
    own = _player_options(engine, board, limits)
    if judging.judge == "games":
        return judges.OwnGamesJudge(**own)
    if judging.judge == "choices":
        return judges.ChoicesJudge(**own, each=judging.positions, judge_playouts=judging.judge_playouts)
    if not judging.records:
        raise UserError(f"judge {judging.judge!r} needs game records; name files or folders with --records")
    kind = judges.MovesJudge if judging.judge == "moves" else judges.WinnerJudge
    return kind(**own, records=tuple(map(str, judging.records)), each=judging.positions)


def _games_judge(engine: str, judging: JudgeOptions, board: BoardOptions, limits: Limits) -> Judge:
    from miai.arena.conditions import conditions_from
    from miai.tuning.judges import GamesJudge

    if not judging.against:
        raise UserError("an engine other than miai needs an opponent; name one with --against ENGINE")
    rules = {name: value for name, value in asdict(board).items() if name != "openings"}
    conditions = conditions_from({**rules, "time": limits.time}, "tune")
    given = {name: value for name, value in limits.given().items() if name != "time"}
    return GamesJudge(engine, tuple(judging.against), conditions.as_data(), given, board.openings)


def _player_options(engine: str, board: BoardOptions, limits: Limits) -> dict[str, Any]:
    """Return the arguments of a judge that uses our player in this process. Raise `UserError` for options that it cannot obey."""
    import shlex

    name, *words = shlex.split(engine)
    settings = [word for word in words if word != "--set"]
    if any(word.startswith("-") or "=" not in word for word in settings):
        raise UserError(
            f"engine {engine!r}: without --against only --set NAME=VALUE may follow; name an opponent for other options"
        )
    if limits.time or limits.memory:
        raise UserError("--time and --memory are for games in the arena; name an opponent with --against")
    by_time = limits.seconds is not None
    return {
        "preset": name.partition(":")[2] or "default",
        "settings": tuple(settings),
        "size": board.size,
        "playouts": None if by_time else limits.playouts or 200,
        "seconds": limits.seconds,
    }


TUNING_DIRECTORY = Annotated[Path, typer.Argument(metavar="DIR", help="Directory of a tuning run.")]


@app.command(epilog=examples(("miai tune show DIR", "as a table"), ("miai tune show DIR --json", "for a program")))
def show(directory: TUNING_DIRECTORY, as_json: JSON = False) -> None:
    """Show the results in a directory and redraw the plots. Works while trials are running."""
    extras.need("tune", "miai tune", "optuna")
    _report(directory, as_json)


def _report(directory: Path, as_json: bool) -> None:
    from miai.tuning.plots import draw_plots
    from miai.tuning.report import make_report
    from miai.tuning.study import read_trials

    plan, trials = read_trials(directory)
    if not all(parameter.has_order for parameter in plan.parameters):
        raise UserError(
            f"{directory}: parameters without an order have no surface; use optuna-dashboard sqlite:///{directory}/study.sqlite"
        )
    report = make_report(plan, trials, _defaults(plan))
    print_result(as_json, report.as_data(), lambda: _print(report))
    try:
        files = draw_plots(plan, trials, directory / "plots")
    except OSError as error:
        print_note(f"no plots: cannot write {directory / 'plots'}: {error.strerror}")
        return
    if files and not as_json:
        print_note(f"plots are in {files[0].parent}")


def _defaults(plan: Any) -> dict[str, Any]:
    """Return the values of our engine without tuning; empty for other engines."""
    from miai.go.player.presets import preset_named
    from miai.go.player.settings import parameters
    from miai.tuning.judges import GamesJudge
    from miai.tuning.parameters import typed_value

    if isinstance(plan.judge, GamesJudge):
        if not _is_miai(plan.judge.engine):
            return {}
        preset = plan.judge.engine.split(maxsplit=1)[0].partition(":")[2] or "default"
    else:
        preset = plan.judge.preset
    rows = {row.name: row.value for row in parameters(preset_named(preset))}
    return {each.name: typed_value(rows[each.name]) for each in plan.parameters if each.name in rows}


def _print(report: TuningReport) -> None:
    from rich.table import Table

    from miai.arena.report import new_console

    console = new_console()
    console.print(f"[bold]{report.name}[/]: {report.trials} trials by {report.sampler}, judge {report.judge}, seed {report.seed}")
    table = Table("parameter", "optimum", "95 % interval", "within 1 % of the best", "default")
    for each in report.parameters:
        table.add_row(
            each.name,
            _shown(each.optimum),
            f"{_shown(each.low)} to {_shown(each.high)}",
            f"{_shown(each.flat_low)} to {_shown(each.flat_high)}",
            "" if each.default is None else _shown(each.default),
        )
    console.print(table)
    console.print(
        f"score at the optimum {report.score_at_optimum:.1%} [{report.score_low:.1%}, {report.score_high:.1%}], "
        f"mean of {report.games} games or positions {report.mean_score:.1%}"
    )
    if report.score_at_default is not None:
        needed = (
            "" if report.games_for_claim is None else f"; to show the difference takes about {report.games_for_claim:,} games each"
        )
        console.print(f"fitted score at the defaults {report.score_at_default:.1%}{needed}")


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
