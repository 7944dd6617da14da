"""`miai book`: opening books for the Go engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.book_search import CHECK_EXAMPLES, GROW_EXAMPLES, check, grow
from miai.cli.options import JSON, print_note, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

app = new_app()


@app.callback()
def book() -> None:
    """Build opening books from game records, verify and extend them by searches, and show what they contain."""


app.command(epilog=CHECK_EXAMPLES)(check)
app.command(epilog=GROW_EXAMPLES)(grow)


BUILD_EXAMPLES = examples(
    ("miai book build records/ --out my.book", "the openings of all SGF files below a folder"),
    ("miai book build games_19x19.tsv.gz --least 4 --out my.book", "positions that at least four games have"),
    ("miai gtp --book my.book", "play from it"),
)


@app.command(epilog=BUILD_EXAMPLES)
def build(
    sources: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="SGF files, folders of them, and tables (.tsv.gz).")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The book to write. It must not exist.")],
    size: Annotated[int | None, typer.Option(min=2, max=19, help="Board size. Default: all sizes.")] = None,
    rank: Annotated[str, typer.Option(metavar="RANK", help="Lowest rank of both players, such as 5d, 1p or 3k.")] = "",
    moves: Annotated[int, typer.Option(min=1, max=100, help="First moves of each game.")] = 20,
    least: Annotated[int, typer.Option(min=1, help="Games that must have a position.")] = 5,
    share: Annotated[float, typer.Option(min=0, max=1, help="Share of a position's games that must have a move.")] = 0.05,
    as_json: JSON = False,
) -> None:
    """Build an opening book from game records. Games with handicap, and repeated games in any orientation, are left out."""
    from miai.core.files import check_folder
    from miai.go.book.book import write_book
    from miai.go.book.mining import MiningSettings, mine_book
    from miai.go.games.sources import GameFilter, read_sources

    if out.exists():
        raise UserError(f"{out} exists; choose another name, or delete it first")
    check_folder(out)
    made, summary = mine_book(read_sources(sources), GameFilter(size, rank), MiningSettings(moves, least, share))
    for broken in summary.broken[:5]:
        print_note(f"warning: left out: {broken.reason}")
    write_book(out, made)
    data = {"file": str(out), **made.summary(), "repeated": summary.repeated, "left_out": summary.left_out}
    data["broken"] = len(summary.broken)
    print_result(as_json, data, lambda: _print_summary(data))


SHOW_EXAMPLES = examples(
    ("miai book show", "contents of the book that comes with miai, and first moves"),
    ('miai book show --moves "Q16 D4"', "moves of the book after these moves on 19x19"),
    ('miai book show my.book --size 9 --moves "E5" --json', "another book, for a program"),
)


@app.command(epilog=SHOW_EXAMPLES)
def show(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Book. Default: the one that comes with miai.")] = None,
    moves: Annotated[str, typer.Option(metavar="VERTICES", help="Moves from the empty board, Black first.")] = "",
    size: Annotated[int, typer.Option(min=2, max=19, help="Board size.")] = 19,
    as_json: JSON = False,
) -> None:
    """Show the contents of a book, and its moves in a position, with games and wins of their player."""
    from miai.go.book import SHIPPED
    from miai.go.book.book import STRUCK, read_book
    from miai.go.book.positions import position_key
    from miai.go.notation.coordinates import to_vertex
    from miai.go.rules.game import Game

    opened = read_book(file or SHIPPED)
    game = Game(size)
    for number, word in enumerate(moves.replace(",", " ").split(), 1):
        try:
            game.play(word)
        except ValueError as error:
            raise UserError(f"--moves: move {number}, {word}: {error}") from error
    place = position_key(game, game.to_play)
    rows = [
        {
            "move": to_vertex(place.point(each.point)),
            "games": each.games,
            "win_rate": round(each.rate, 4),
            "search": None if each.value is None else round(each.value, 4),
            "struck": STRUCK[each.struck],
        }
        for each in opened.moves(size, place.key)
    ]
    data = {"file": "default" if file is None else str(file), **opened.summary(), "size": size, "moves": rows}
    print_result(as_json, data, lambda: _print_moves(data))


def _print_summary(data: dict[str, Any]) -> None:
    for size, row in data["sizes"].items():
        counts = (
            f"{row['positions']:,} positions, {row['moves']:,} moves, {row['searched']:,} verified, {row['struck']:,} struck out"
        )
        print(f"{data['file']}: {size}x{size}: {counts}")


def _print_moves(data: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.arena.report import new_console

    _print_summary(data)
    if not data["moves"]:
        print("this position is not in the book")
        return
    table = Table("move", "games", "wins", "by search", "struck out by")
    for row in data["moves"]:
        searched = "" if row["search"] is None else f"{row['search']:.1%}"
        table.add_row(row["move"], f"{row['games']:,}", f"{row['win_rate']:.1%}", searched, row["struck"])
    new_console().print(table)
