"""`miai go joseki`: learn patterns of corners and sides from games, and show what they say about a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON, print_note, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.joseki.view import OpeningView

app = new_app()

TABLE = Annotated[str, typer.Option(metavar="FILE", help="Patterns: default (those that come with miai), or a file of learn.")]


@app.callback()
def joseki() -> None:
    """Learn patterns of corners and sides of 19x19, and show what they say about a position."""


JOSEKI_EXAMPLES = examples(
    ("miai go joseki show game.sgf --move 30", "the patterns of the position before move 31, with their answers"),
    ("miai go joseki show", "the number of patterns"),
    ("miai go joseki learn a_19x19.tsv.gz b_19x19.tsv.gz --out joseki.npz", "learn patterns from tables of games"),
)
LEARN_EXAMPLES = examples(
    ("miai go joseki learn a_19x19.tsv.gz b_19x19.tsv.gz --out joseki.npz", "learn from all games marked train"),
    ("miai go joseki learn games_19x19.tsv.gz --out small.npz --games 2000", "less, and faster"),
)


@app.command(epilog=LEARN_EXAMPLES)
def learn(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES.tsv.gz...", help="Tables of games on 19x19.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the patterns.")],
    games: Annotated[int, typer.Option(min=6, help="Maximum number of games to learn from.")] = 1_000_000,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts from the last position of a game, for the owners of points.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 1,
    as_json: JSON = False,
) -> None:
    """Learn patterns of corners and sides: territory, answers, and the weights of the qualities.

    Reads tables with one game per line and a column `split`: games marked train are used. The same games and seed give the same file.
    """
    from miai.core.files import check_folder
    from miai.go.knowledge.learned.game_tables import open_tables

    check_folder(out)
    tables = open_tables(files)
    from miai.go.joseki.learning.training import learn_joseki
    from miai.go.joseki.tables import write_tables

    def report(what: str, count: int) -> None:
        if count % 5000 == 0:
            print_note(f"{what}: {count:,} games")

    made = learn_joseki(tables, games, seed, playouts, report)
    write_tables(out, made)
    found = {**made.summary(), "out": str(out)}
    print_result(as_json, found, lambda: _show_summary(found))


@app.command(epilog=JOSEKI_EXAMPLES)
def show(
    file: Annotated[str, typer.Argument(metavar="[FILE.sgf]", help="Game record; none: only the number of patterns.")] = "",
    move: Annotated[int | None, typer.Option("--move", min=0, metavar="N", help="Number of moves to play. Default: all.")] = None,
    table: TABLE = "default",
    as_json: JSON = False,
) -> None:
    """Show the patterns of a position: games, territory, answers, qualities, and the moves that they suggest."""
    from miai.go.joseki.tables import path_of, read_tables

    if file.endswith(".npz"):
        raise UserError(f"go joseki: {file}: no game record; write --table {file}")
    tables = read_tables(path_of(table))
    if not file:
        found = tables.summary()
        print_result(as_json, found, lambda: _show_summary(found))
        return
    from miai.go.joseki.describing import describe_opening
    from miai.go.joseki.memory import memory_of
    from miai.go.joseki.regions import SIZE
    from miai.go.records.sgf import read_record
    from miai.go.rules.game import Game

    record = read_record(file, 0, check=False)
    if record.size != SIZE:
        raise UserError(f"go joseki: {file}: patterns are about 19x19, not {record.size}x{record.size}")
    moment = record.last_moment() if move is None else record.moment_after(move)
    view = describe_opening(Game.from_position(moment.position, moment.to_play).board, memory_of(tables))
    print_result(as_json, view.as_dict(), lambda: show_opening(view))


def _show_summary(found: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    table = Table("kind", "patterns", "answers")
    for name, row in found["kinds"].items():
        table.add_row(name, f"{row['patterns']:,}", f"{row['answers']:,}")
    console = ReportConsole()
    console.print(table)
    about = found["about"]
    if "games" in about:
        console.print(f"learned from {about['games']:,} games with {about['playouts']} playouts each, seed {about['seed']}")


def show_opening(view: OpeningView) -> None:
    """Print what the patterns say about a position."""
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole()
    patterns = Table("region", "games", "Black's points", "answers", title="known patterns", title_justify="left")
    for each in view.patterns:
        if each.is_used:
            answers = " ".join(f"{color[0].upper()}:{move} ({games})" for move, color, games in each.answers[:6])
            owned = f"{each.black:.1f} ± {each.deviation:.1f} of {each.points}"
            patterns.add_row(f"{each.kind}, {each.place}", str(each.games), owned, answers)
    console.print(patterns if view.patterns else "No pattern of a corner or side is known.")
    qualities = Table("quality", "Black", "White", title="qualities", title_justify="left")
    for name, (black, white) in view.qualities.items():
        qualities.add_row(name, f"{black:.1f}", f"{white:.1f}")
    console.print(qualities)
    strength, territory = view.components
    console.print(
        f"lead of the player to move, in standard deviations: strength and speed {strength:+.2f}, territory {territory:+.2f}; "
        f"weights {view.direction[0]:.2f} and {view.direction[1]:.2f}"
    )
    if view.candidates:
        moves = Table(
            "move", "value", "strength and speed", "territory", title="M-eval, values from their mean", title_justify="left"
        )
        for move, value, first, second in view.candidates[:10]:
            moves.add_row(move, f"{value:+.2f}", f"{first:+.2f}", f"{second:+.2f}")
        console.print(moves)
