"""`miai analyze`: analyse a Go position or a whole game."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from miai.cli.options import JSON, LOCAL, RULES_HELP, THREADS, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.analysis import Mistake, PositionAnalysis, PriorQuality
    from miai.go.game_report import GameReport
    from miai.go.records.sgf import GameRecord
    from miai.go.rules.rulesets import Rules

app = new_app()

EXAMPLES = examples(
    ("miai analyze game.sgf --move 57", "the position before move 57: candidates, expected play, owners"),
    ("miai analyze game.sgf --playouts 2000", "the whole game: win rates, mistakes, accuracy by player and phase"),
    ("miai analyze game.sgf --write annotated.sgf", "also write comments and labels into a copy of the record"),
    ("miai analyze game.sgf --move 57 --local", "the best local result, where the winner is certain"),
    ("miai analyze game.sgf --move 57 --json", "for a program"),
)


@app.command(epilog=EXAMPLES)
def analyze(
    file: Annotated[str, typer.Argument(metavar="FILE.sgf", help="Game record; - for standard input.")],
    move: Annotated[
        int | None,
        typer.Option(min=1, help="Analyse only the position before this move. One past the last move is the final position."),
    ] = None,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts per position.")] = 1000,
    threads: THREADS = 1,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    rules: Annotated[str | None, typer.Option(help=f"{RULES_HELP}. Default: as the record says.")] = None,
    local: LOCAL = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Setting of the engine, as in miai gtp. Repeatable.")
    ] = None,
    write: Annotated[str | None, typer.Option(metavar="FILE", help="Write a copy of the record with comments and labels.")] = None,
    as_json: JSON = False,
) -> None:
    """Analyse a Go position, or a whole game: candidates, win rates and points, mistakes, accuracy by player and phase."""
    from miai.go.analysis import mistakes_in
    from miai.go.game_report import report_game
    from miai.go.player.presets import preset_named
    from miai.go.player.settings import change_all

    words = [f"playouts={playouts}", f"threads={threads}", f"seed={seed}", "early_stop=false", f"local={local}", *(settings or [])]
    chosen = change_all(preset_named("default"), words)
    if write is not None:
        _check_can_write(write)
    record, by_rules = _load(file, rules)
    header = {"file": file, "playouts": playouts, "seed": seed}
    if move is not None:
        placed = [_view_before(record, by_rules, move, chosen)]
        mistakes, is_whole = [], True
        view = placed[0].view
        print_result(as_json, {**header, "position": view.as_dict()}, lambda: _show_view(view))
    else:
        placed, is_whole = _view_all(record, by_rules, chosen)
        views = [each.view for each in placed]
        mistakes, report = mistakes_in(views), report_game(views, record.size)
        found = {
            **header,
            "win_rates": [round(each.win_rate, 4) for each in views],
            "leads": [round(each.lead, 2) for each in views],
            "mistakes": [vars(each) for each in mistakes],
            "report": report.as_dict(),
            "positions": [each.as_dict() for each in views],
        }
        print_result(as_json, found, lambda: _show_game(views, mistakes, report))
    if write is not None:
        _annotate(record, placed, mistakes)
        record.write(write)
    if not is_whole:
        raise KeyboardInterrupt  # the positions so far are printed and written


class Placed(NamedTuple):
    """The analysis of a position, and the place of the position in the record."""

    view: PositionAnalysis
    node: Any
    is_after_move: bool


def _check_can_write(path: str) -> None:
    """Raise `UserError` now, not after the analysis, if `path` cannot be written."""
    folder = Path(path).parent
    if Path(path).is_dir() or not folder.is_dir():
        why = "a directory" if Path(path).is_dir() else f"no directory {folder}"
        raise UserError(f"analyze: --write {path}: {why}; name a file")


def _load(file: str, rules: str | None) -> tuple[GameRecord, Rules]:
    from miai.go.records.sgf import read_record
    from miai.go.rules.rulesets import rules_named
    from miai.go.rules.tally import preset_for

    record = read_record(file, check=False)
    try:
        return record, rules_named(rules if rules is not None else preset_for(record.rules) or "chinese")
    except ValueError as error:
        raise UserError(f"analyze: --rules: {error}") from None


def _view_before(record: GameRecord, rules: Rules, move: int, settings: Any) -> Placed:
    from miai.go.notation.coordinates import to_vertex
    from miai.go.player import Player
    from miai.go.player.review import analyse_position
    from miai.go.records.loading import segments_of_record

    segment = segments_of_record(record, rules, move - 1)[-1]
    if segment.last < move - 1:
        raise UserError(f"analyze: --move {move}: the record has {segment.last} moves")
    game, made = segment.game, next(itertools.islice(record.each_move(), move - 1, None), None)
    if made is not None:
        game.board.to_play = made[0]
    player = Player(game.size, game.rules, settings)
    player.set_game(game)
    view = analyse_position(player, None if made is None else to_vertex(made[1]))
    return Placed(replace(view, number=move - 1), segment.nodes[-1], bool(game.moves))


def _view_all(record: GameRecord, rules: Rules, settings: Any) -> tuple[list[Placed], bool]:
    """Return the analysis of every position of the main line, and `True`; after Ctrl-C the positions so far, and `False`.

    Where stones are set up, the positions before and after are both analysed.
    """
    from miai.go.player.review import analyse_game
    from miai.go.records.loading import segments_of_record
    from miai.jobs.progress import Progress

    found: list[Placed] = []
    segments = segments_of_record(record, rules)
    count = sum(len(segment.nodes) for segment in segments)
    with Progress("analyze", {str(number): 1.0 for number in range(count)}, noun="positions") as progress:
        try:
            for segment in segments:
                for made, view in enumerate(analyse_game(segment.game, settings)):
                    progress.job_ended(str(len(found)), has_failed=False)
                    found.append(Placed(replace(view, number=segment.first + made), segment.nodes[made], made > 0))
        except KeyboardInterrupt:
            return found, False
    return found, True


def _show_view(view: PositionAnalysis) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole
    from miai.go.analysis import ownership_picture

    table = Table("move", "win rate", "lead", "visits", "prior", "expected play")
    for row in view.candidates:
        lead = "" if row.lead is None else f"{row.lead:+.1f}"
        table.add_row(row.move, f"{row.win_rate:.1%}", lead, str(row.visits), f"{row.prior:.2f}", " ".join(row.variation))
    console = ReportConsole()
    console.print(f"{view.to_play} to play, move {view.number + 1}" + (f"; {view.played} was played" if view.played else ""))
    console.print(table)
    if view.prior_quality is not None:
        console.print(_quality_in_words(view.prior_quality))
    if view.opening is not None:
        from miai.cli.go_joseki import show_opening

        show_opening(view.opening)
    console.print("owner of each point: # Black, x probably Black, O White, o probably White, . undecided")
    console.print(ownership_picture(view), markup=False, highlight=False)


def _quality_in_words(quality: PriorQuality) -> str:
    below = (
        "" if quality.mean_below is None else f"; mean of {quality.nodes} nodes with 100 visits or more: {quality.mean_below:+.2f}"
    )
    bounds = f"{quality.low:+.2f} to {quality.high:+.2f}"
    return f"rank correlation of prior and found value: {quality.correlation:+.2f} ({bounds}, {quality.moves} moves){below}"


def _show_game(views: list[PositionAnalysis], mistakes: list[Mistake], report: GameReport) -> None:
    from rich.table import Table

    from miai.cli.analyze_report import show_report
    from miai.core.console import ReportConsole

    console = ReportConsole()
    console.print("Black's win rate before each move, and lead in points")
    for view in views:
        bar = "#" * round(40 * view.win_rate)
        console.print(
            f"{view.number + 1:4} {view.played or '':5} {view.win_rate:6.1%} {view.lead:+6.1f} {bar}", markup=False, highlight=False
        )
    table = Table("move", "player", "played", "better", "lost", "points", title="biggest mistakes")
    for each in mistakes:
        table.add_row(str(each.number), each.color, each.played, each.better, f"{each.cost:.1%}", f"{each.points:.1f}")
    console.print(table if mistakes else "No move lost more than 5 % of its win rate.")
    show_report(console, report)


def _annotate(record: GameRecord, placed: list[Placed], mistakes: list[Mistake]) -> None:
    """Write win rates as comments, and the three best moves as labels, into the nodes at which the positions are reached."""
    from miai.go.notation.coordinates import from_vertex

    lost = {each.number: each for each in mistakes}
    for view, node, is_after_move in placed:
        comment = f"Black's win rate: {view.win_rate:.1%}\nbest: {', '.join(row.move for row in view.candidates[:3])}"
        if is_after_move and view.number in lost:
            comment += f"\nmistake: {lost[view.number].better} was better by {lost[view.number].cost:.1%}"
        record.add_comment(node, comment)
        moves = [(from_vertex(row.move, record.size), sign) for row, sign in zip(view.candidates, "ABC", strict=False)]
        record.add_labels(node, [(point, sign) for point, sign in moves if not isinstance(point, str)])
