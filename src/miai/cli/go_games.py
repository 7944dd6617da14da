"""`miai go games`: a database of games, and what others played in a position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON, print_note, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.games.lookup import Lookup
    from miai.go.notation.coordinates import Move

app = new_app()

MOST_NAMED = 5
"""Broken files that are named."""


@app.callback()
def games() -> None:
    """Build a database of games, and look up what was played."""


BUILD_EXAMPLES = examples(
    ("miai go games build records/ --out games.db", "all SGF files below a folder"),
    ("miai go games build kgs.tsv.gz pro/ --rank 5d --since 2010 --out strong.db", "only strong players, since 2010"),
    ("miai go games build records/ --komi 5.5..7.5 --time 600 --out even.db", "komi, and no blitz"),
    ("miai go games build records/ --handicap 2..9 --out handicap.db", "only games with handicap stones"),
)


@app.command(epilog=BUILD_EXAMPLES)
def build(
    sources: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="SGF files, folders of them, and tables (.tsv.gz).")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The database to write.")],
    size: Annotated[int | None, typer.Option(min=2, max=19, help="Board size. Default: all sizes.")] = None,
    rank: Annotated[str, typer.Option(metavar="RANK", help="Lowest rank of both players, such as 5d, 1p or 3k.")] = "",
    since: Annotated[str, typer.Option(metavar="DATE", help="Earliest date: YYYY, YYYY-MM or YYYY-MM-DD.")] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Latest date.")] = "",
    komi: Annotated[str, typer.Option(metavar="LOW..HIGH", help="Range of komi in points.")] = "",
    handicap: Annotated[str, typer.Option(metavar="LOW..HIGH", help="Range of handicap stones.")] = "0..1",
    time: Annotated[float | None, typer.Option(min=0, help="Shortest main time in seconds.")] = None,
    moves: Annotated[int, typer.Option(min=1, max=400, help="First moves of each game that can be looked up.")] = 60,
    as_json: JSON = False,
) -> None:
    """Build a database from game records.

    Left out are games with handicap (without --handicap), those with other set-up stones, and repeated ones in any orientation.
    """
    from miai.go.games.database import build_database
    from miai.go.games.sources import GameFilter, read_sources

    stones = _stones(handicap)
    wanted = GameFilter(size, rank, since, until, _range("--komi", komi, "5.5..7.5"), time, handicap=stones)
    summary = build_database(
        out, read_sources(sources), wanted, moves, lambda count: print_note(f"{count:,} games") if count % 5000 == 0 else None
    )
    for broken in summary.broken[:MOST_NAMED]:
        print_note(f"warning: left out: {broken.reason}")
    if len(summary.broken) > MOST_NAMED:
        print_note(f"warning: {len(summary.broken) - MOST_NAMED} more files cannot be read")
    data = {
        "file": str(out),
        "games": summary.games,
        "positions": summary.positions,
        "corners": summary.corners,
        "repeated": summary.repeated,
        "left_out": summary.left_out,
        "broken": len(summary.broken),
    }
    print_result(as_json, data, lambda: print(_summary_line(data)))


def _summary_line(data: dict[str, Any]) -> str:
    left = ", ".join(f"{count:,} by {name}" for name, count in data["left_out"].items())
    parts = [
        f"{data['file']}: {data['games']:,} games, {data['positions']:,} positions, {data['corners']:,} corners",
        f"{data['repeated']:,} repeated games left out" if data["repeated"] else "",
        f"left out: {left}" if left else "",
        f"{data['broken']:,} broken" if data["broken"] else "",
    ]
    return "; ".join(filter(None, parts))


def _stones(text: str) -> tuple[int, int]:
    low, high = _range("--handicap", text, "2..9") or (0, 1)
    if low < 0 or low % 1 or high % 1:
        raise UserError(f"--handicap {text!r}: numbers of stones are needed, such as 2..9")
    return int(low), int(high)


def _range(option: str, text: str, example: str) -> tuple[float, float] | None:
    if not text:
        return None
    found = re.fullmatch(r"\s*(-?[\d.]+?)\s*\.\.\s*(-?[\d.]+)\s*", text)
    try:
        low, high = (float(each) for each in found.groups()) if found else (1.0, 0.0)
    except ValueError:
        low, high = 1.0, 0.0
    if low > high:
        raise UserError(f"{option} {text!r} is no range; write LOW..HIGH, such as {example}")
    return low, high


DATABASE = Annotated[Path, typer.Argument(metavar="FILE", help="Database made by `miai go games build`.")]


@app.command(epilog=examples(("miai go games info games.db", "as a list"), ("miai go games info games.db --json", "for a program")))
def info(database: DATABASE, as_json: JSON = False) -> None:
    """Print what a database contains."""
    from miai.go.games.database import GamesDatabase

    with GamesDatabase(database) as opened:
        opened.check_whole()
        data = opened.info()
    print_result(as_json, data, lambda: print("\n".join(f"{name.replace('_', ' '):12} {value}" for name, value in data.items())))


FIND_EXAMPLES = examples(
    ('miai go games find games.db --moves "Q16 D4"', "what was played after these moves on 19x19"),
    ("miai go games find games.db --sgf game.sgf --move 20", "in the position after 20 moves of a record"),
    ('miai go games find games.db --moves "Q16 O17" --corner upper-right', "next in this corner, whatever is elsewhere"),
)


@app.command(epilog=FIND_EXAMPLES)
def find(
    database: DATABASE,
    moves: Annotated[str, typer.Option(metavar="VERTICES", help="Moves from the empty board, Black first.")] = "",
    sgf: Annotated[Path | None, typer.Option(metavar="FILE.sgf", help="Game record, instead of --moves.")] = None,
    move: Annotated[int | None, typer.Option(min=0, metavar="N", help="Number of moves of the record. Default: all.")] = None,
    size: Annotated[int, typer.Option(min=2, max=19, help="Board size for --moves.")] = 19,
    corner: Annotated[
        str, typer.Option(metavar="CORNER", help="Only this corner: lower-left, lower-right, upper-left or upper-right.")
    ] = "",
    most: Annotated[int, typer.Option(min=0, help="Number of games to list.")] = 5,
    as_json: JSON = False,
) -> None:
    """Find what others played in a position, with what result. Positions are the same in all orientations."""
    from miai.go.games.database import GamesDatabase
    from miai.go.games.lookup import look_up_corner, look_up_position

    played, size = _record_moves(sgf, move) if sgf else (_typed_moves(moves, size), size)
    with GamesDatabase(database) as opened:
        if corner:
            found = look_up_corner(opened, played, size, corner, most)
        else:
            found = look_up_position(opened, played, size, most)
    print_result(as_json, found.as_data(), lambda: _print(found))


def _typed_moves(text: str, size: int) -> list[tuple[int, Move]]:
    from miai.go.notation.coordinates import from_vertex

    try:
        return [(1 + number % 2, from_vertex(word, size)) for number, word in enumerate(text.replace(",", " ").split())]
    except ValueError as error:
        raise UserError(f"--moves: {error}") from error


def _record_moves(path: Path, count: int | None) -> tuple[list[tuple[int, Move]], int]:
    from miai.go.games.sources import moves_with_stones
    from miai.go.records.sgf import read_record

    record = read_record(path)
    moves, stones, is_set_up = moves_with_stones(record)
    if is_set_up:
        raise UserError(f"--sgf {path}: has set-up stones, which no game of a database has")
    return moves if count is None else moves[: stones + count], record.size


def _print(found: Lookup) -> None:
    from rich.table import Table

    from miai.arena.report import new_console

    console = new_console()
    if not found.games:
        console.print("no game has this position")
        return
    console.print(f"{found.games:,} games")
    table = Table("move", "by", "games", "share", "wins", "95 % interval")
    for each in found.moves[:20]:
        rate = "" if each.win_rate is None else f"{each.win_rate:.1%}"
        interval = "" if each.low is None else f"{each.low:.1%} to {each.high:.1%}"
        table.add_row(each.move, each.color, f"{each.games:,}", f"{each.share:.1%}", rate, interval)
    console.print(table)
    for game in found.examples:
        names = " - ".join(filter(None, (game.black, game.white))) or " - ".join(filter(None, game.ranks))
        console.print(f"  {game.date}  {names}  {game.result}  after {game.number} moves  ({game.source})", markup=False)
