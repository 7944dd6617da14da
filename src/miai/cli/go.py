"""`miai go`: draw, score and check game records, inspect playouts, learn from games."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from miai.cli.go_check import CHECK_EXAMPLES, check
from miai.cli.go_games import FIND_EXAMPLES
from miai.cli.go_games import app as games_app
from miai.cli.go_joseki import JOSEKI_EXAMPLES
from miai.cli.go_joseki import app as joseki_app
from miai.cli.go_learn import LEARN_EXAMPLES, learn
from miai.cli.go_pictures import PictureOptions
from miai.cli.go_playouts import PLAYOUTS_EXAMPLES, playouts
from miai.cli.option_groups import takes_groups
from miai.cli.options import JSON, RULES_HELP
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError
from miai.core.printable import printable_line

if TYPE_CHECKING:
    from collections.abc import Collection

    from miai.go.notation.coordinates import Point
    from miai.go.records.replay import Moment
    from miai.go.records.sgf import GameRecord
    from miai.go.rules.rulesets import Rules
    from miai.go.rules.tally import Tally

app = new_app()

FILE = Annotated[str, typer.Argument(metavar="FILE.sgf", help="Game record; - for standard input.")]
GAME = Annotated[int, typer.Option("--game", min=1, metavar="G", help="Number of the game in a file with several.")]


@app.callback()
def go() -> None:
    """Draw, score and check game records of Go, inspect playouts, learn from games."""


app.command(epilog=PLAYOUTS_EXAMPLES)(playouts)
app.command(epilog=LEARN_EXAMPLES)(learn)
app.command(epilog=CHECK_EXAMPLES)(check)
app.add_typer(games_app, name="games", epilog=FIND_EXAMPLES)
app.add_typer(joseki_app, name="joseki", epilog=JOSEKI_EXAMPLES)

SHOW_EXAMPLES = examples(
    ("miai go show game.sgf", "the last position"),
    ("miai go show game.sgf --move 50", "the position after 50 moves"),
    ("miai go show many.sgf --game 3 --json", "the third game of a file, for a program"),
    ("miai go show game.sgf --move 50 --svg board.svg", "a picture for a document, with the marks of the record"),
    ("miai go show game.sgf --move 50 --png board.png --numbers 31 --width 500", "moves 31 to 50 with their numbers"),
)


@app.command(epilog=SHOW_EXAMPLES)
@takes_groups
def show(
    file: FILE,
    move: Annotated[int | None, typer.Option("--move", min=0, metavar="N", help="Number of moves to play. Default: all.")] = None,
    game: GAME = 1,
    *,
    pictures: PictureOptions,
    as_json: JSON = False,
) -> None:
    """Draw a position of a game record, in the terminal or as a picture.

    Follows the main line. Reads SGF in any encoding, for boards from 2x2 to 19x19. An error in the record is reported with its place.
    """
    from miai.go.records.sgf import read_record

    record = read_record(file, game - 1, check=False)
    moment = record.last_moment() if move is None else record.moment_after(move)
    if pictures.are_wanted:
        pictures.write(record, moment)
        return
    if as_json:
        print(json.dumps(position_as_data(record, moment, file), indent=2))
    else:
        print_board(record, moment)


SCORE_EXAMPLES = examples(
    ("miai go score game.sgf", "rules and komi as the record says, dead stones judged by a search"),
    ("miai go score game.sgf --rules japanese --json", "by territory, for a program"),
    ('miai go score game.sgf --dead "D4 Q16"', "the chains on D4 and Q16 are dead, no others"),
    ("miai go score game.sgf --dead none", "all stones are alive"),
)


@app.command(epilog=SCORE_EXAMPLES)
def score(
    file: FILE,
    rules: Annotated[str | None, typer.Option(help=f"{RULES_HELP}. Default: as the record says, else chinese.")] = None,
    komi: Annotated[
        float | None, typer.Option(help="Points for White. Default: as the record says, else as the rules say.")
    ] = None,
    dead: Annotated[str | None, typer.Option(metavar="POINTS", help="Points of dead chains, or none. Default: judged.")] = None,
    seki: Annotated[
        str, typer.Option(metavar="POINTS", help="Points of chains in seki, for territory counting. Needs --dead.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the judgement.")] = 0,
    games: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Estimate by this number of random games instead of a search.")
    ] = None,
    game: GAME = 1,
    as_json: JSON = False,
) -> None:
    """Score the last position of a game record.

    Dead stones and seki are judged by a search, as in GTP and on the web board, unless --dead names them. The judgement is reliable for
    finished games only.
    """
    from miai.go.records.sgf import read_record
    from miai.go.rules.tally import tally

    if seki and dead is None:
        raise UserError("go score: --seki needs --dead: either both are judged or both are given")
    record = read_record(file, game - 1, check=False)
    moment = record.last_moment()
    chosen = choose_rules(record, rules, komi, file)
    status = judge(moment, chosen, dead, seki, seed, games)
    total = tally(moment.position, chosen, moment.captures, status.dead, status.seki, record.handicap)
    if as_json:
        print(json.dumps(score_as_data(record, chosen, status, total, file), indent=2))
    else:
        print_board(record, moment, status.dead, score_lines(chosen, status, total))


class StoneStatus(NamedTuple):
    """The dead stones, the stones in seki, and how they were found."""

    dead: Collection[Point]
    seki: Collection[Point]
    method: dict[str, Any]


def choose_rules(record: GameRecord, name: str | None, komi: float | None, file: str) -> Rules:
    """Return the rules `name` with `komi`; the record supplies either where it is `None`."""
    from miai.go.rules.rulesets import rules_named
    from miai.go.rules.tally import preset_for

    try:
        rules = rules_named(name if name is not None else preset_for(record.rules) or "chinese")
    except ValueError as error:
        raise UserError(f"go score: --rules: {error}") from error
    wanted = komi if komi is not None else record.komi
    try:
        return rules if wanted is None else rules.with_komi(wanted)
    except (ValueError, OverflowError) as error:
        raise UserError(f"go score: {error}" if komi is not None else f"{file}: {error}; give --komi") from error


def judge(moment: Moment, rules: Rules, dead: str | None, seki: str, seed: int, games: int | None) -> StoneStatus:
    """Return the dead stones and the seki of a position: as given, judged by a search, or estimated by random games."""
    from miai.go.notation.coordinates import from_vertex_list
    from miai.go.rules.tally import whole_chains

    position = moment.position
    if not rules.dead_stones or (dead is not None and dead.strip().lower() in ("", "none")):
        return StoneStatus((), (), {"method": "all alive"})
    if dead is not None:
        try:
            dead_stones, in_seki = (whole_chains(position, from_vertex_list(text, position.size)) for text in (dead, seki))
        except ValueError as error:
            raise UserError(f"go score: --dead or --seki: {error}") from error
        return StoneStatus(dead_stones, in_seki, {"method": "given"})
    from miai.go.rules.game import Game

    game = Game.from_position(position, moment.to_play, rules)
    if games is not None:
        estimate = game.estimate(seed, games)
        return StoneStatus(estimate.dead, estimate.seki, {"method": "estimated", "seed": seed, "games": games})
    from miai.go.player.judging import DEFAULT_PLAYOUTS, judge_game

    status = judge_game(game, seed=seed)
    return StoneStatus(status.dead, status.seki, {"method": "judged", "seed": seed, "playouts": DEFAULT_PLAYOUTS})


def score_as_data(record: GameRecord, rules: Rules, status: StoneStatus, total: Tally, file: str) -> dict[str, Any]:
    """Return the score for `--json`."""
    from miai.go.notation.coordinates import COLOR_NAMES, to_vertex

    return {
        "file": file,
        "size": record.size,
        "black": total.black,
        "white": total.white,
        "margin": total.margin,
        "winner": None if total.winner is None else COLOR_NAMES[total.winner],
        "result": total.result,
        "rules": rules.name,
        "counting": rules.counting,
        "komi": rules.komi,
        "handicap_points": rules.points_for_handicap(record.handicap),
        "dead": [to_vertex(point) for point in sorted(status.dead)],
        "seki": [to_vertex(point) for point in sorted(status.seki)],
        **status.method,
        "recorded_result": record.result,
    }


def score_lines(rules: Rules, status: StoneStatus, total: Tally) -> tuple[str, ...]:
    """Return the lines about the score, which stand beside the board."""
    how = status.method["method"]
    how += {"estimated": f" by {status.method.get('games')} random games", "judged": " by a search"}.get(how, "")
    return (
        "",
        f"by {rules.name} rules, komi {rules.komi:g}: {total.result}",
        f"black {total.black:g}, white {total.white:g}",
        f"{len(status.dead)} stones dead ({how})" if status.method["method"] != "all alive" else "all stones alive",
    )


def print_board(record: GameRecord, moment: Moment, dead: Any = (), more: tuple[str, ...] = ()) -> None:
    """Draw a moment of a record, in colour if the terminal has colours."""
    from miai.go.notation.diagram import Caption, pretty

    caption = Caption(moment.to_play, moment.captures, (*headlines(record), last_move(moment), *more))
    last = moment.move if not isinstance(moment.move, str) else None
    print_safely(pretty(moment.position, last, dead, caption, ansi=has_colors()))


def headlines(record: GameRecord) -> list[str]:
    """Return players, result, komi, handicap and rules, as far as the record has them."""
    from miai.go.notation.coordinates import BLACK, WHITE

    names = record.players
    lines = [f"{names[BLACK] or '?'} (black) - {names[WHITE] or '?'} (white)" if any(names.values()) else ""]
    facts = {
        "result": record.result,
        "komi": "" if record.komi is None else f"{record.komi:g}",
        "handicap": str(record.handicap or ""),
        "rules": record.rules,
    }
    lines += [f"{name} {value}" for name, value in facts.items() if value]
    return [printable_line(line)[:100] for line in lines if line]


def last_move(moment: Moment) -> str:
    """Return a line such as "move 12: White D4"."""
    from miai.go.notation.diagram import describe_move

    if moment.color is None or moment.move is None:
        return f"after {moment.number} moves" if moment.number else "before the first move"
    return describe_move(moment.color, moment.move, moment.number)


def position_as_data(record: GameRecord, moment: Moment, file: str) -> dict[str, Any]:
    """Return a moment of a record for `--json`: points as in GTP, captures as stones taken by each colour."""
    from miai.go.notation.coordinates import BLACK, COLOR_NAMES, WHITE, to_vertex
    from miai.go.notation.diagram import draw

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
    """Return whether standard output is a terminal with colours and Unicode."""
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return wanted and "utf" in (sys.stdout.encoding or "").lower()


def print_safely(text: str) -> None:
    """Print, with ? for characters that standard output cannot encode."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))
