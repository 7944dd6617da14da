"""`miai go`: look at a game record."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.table import examples, new_app

if TYPE_CHECKING:
    from miai.go.replay import Moment
    from miai.go.sgf import GameRecord

app = new_app()

FILE = Annotated[str, typer.Argument(metavar="FILE.sgf", help="The record; - reads standard input.")]
GAME = Annotated[int, typer.Option("--game", min=1, metavar="G", help="Which game of a file with several.")]
JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.callback()
def go() -> None:
    """Look at a game record of Go."""


SHOW_EXAMPLES = examples(
    ("miai go show game.sgf", "the last position"),
    ("miai go show game.sgf --move 50", "the position after 50 moves"),
    ("miai go show many.sgf --game 3 --json", "the third game of a file, for a program"),
)


@app.command(epilog=SHOW_EXAMPLES)
def show(
    file: FILE,
    move: Annotated[int | None, typer.Option("--move", min=0, metavar="N", help="After so many moves; the end by default.")] = None,
    game: GAME = 1,
    as_json: JSON = False,
) -> None:
    """Draw a position of a game record.

    Follows the main line. Reads SGF in any encoding, boards from 2x2 to 19x19. A broken record is answered with its place and reason.
    """
    from miai.go.sgf import read_record

    record = read_record(file, game - 1, check=False)
    moment = record.last_moment() if move is None else record.moment_after(move)
    if as_json:
        print(json.dumps(position_as_data(record, moment, file), indent=2))
    else:
        print_board(record, moment)


def print_board(record: GameRecord, moment: Moment, dead: Any = (), more: tuple[str, ...] = ()) -> None:
    """Draw a moment of a record, with colours if this is a terminal that has them."""
    from miai.go.diagram import Caption, pretty

    caption = Caption(moment.to_play, moment.captures, (*headlines(record), last_move(moment), *more))
    last = moment.move if not isinstance(moment.move, str) else None
    print_safely(pretty(moment.position, last, dead, caption, ansi=has_colors()))


def headlines(record: GameRecord) -> list[str]:
    """Who plays, and what for; only what the record says."""
    from miai.go.coordinates import BLACK, WHITE

    names = record.players
    lines = [f"{names[BLACK] or '?'} (black) - {names[WHITE] or '?'} (white)" if any(names.values()) else ""]
    facts = {
        "result": record.result,
        "komi": "" if record.komi is None else f"{record.komi:g}",
        "handicap": str(record.handicap or ""),
        "rules": record.rules,
    }
    lines += [f"{name} {value}" for name, value in facts.items() if value]
    return [printable(line)[:100] for line in lines if line]


def last_move(moment: Moment) -> str:
    """A line such as "move 12: White D4"."""
    from miai.go.diagram import describe_move

    if moment.color is None or moment.move is None:
        return f"after {moment.number} moves" if moment.number else "before the first move"
    return describe_move(moment.color, moment.move, moment.number)


def position_as_data(record: GameRecord, moment: Moment, file: str) -> dict[str, Any]:
    """A moment of a record for `--json`: points as GTP writes them, captures as stones taken by each colour."""
    from miai.go.coordinates import BLACK, COLOR_NAMES, WHITE, to_vertex
    from miai.go.diagram import draw

    position = moment.position
    return {
        "file": file,
        "size": record.size,
        "move": moment.number,
        "last": None if moment.color is None else [COLOR_NAMES[moment.color], to_vertex(moment.move or "pass")],
        "to_play": COLOR_NAMES[moment.to_play],
        "black": [to_vertex(point) for point in sorted(position.black)],
        "white": [to_vertex(point) for point in sorted(position.white)],
        "captures": {"black": moment.captures[0], "white": moment.captures[1]},
        "komi": record.komi,
        "handicap": record.handicap,
        "rules": record.rules,
        "result": record.result,
        "players": {"black": record.players[BLACK], "white": record.players[WHITE]},
        "diagram": draw(position).splitlines(),
    }


def has_colors() -> bool:
    """Whether standard output is a terminal that takes colours and our letters."""
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return wanted and "utf" in (sys.stdout.encoding or "").lower()


def printable(text: str) -> str:
    """Text from a file, without what could move the cursor or change the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def print_safely(text: str) -> None:
    """Print, with ? for letters that standard output cannot write."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))
