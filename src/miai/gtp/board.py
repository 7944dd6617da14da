"""Commands that set up a game: board size, komi, rules, handicap, records."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, LARGEST, SMALLEST, WHITE, to_vertex
from miai.go.notation.diagram import draw
from miai.go.records.loading import game_of_record
from miai.go.rules.handicap import fixed_handicap
from miai.go.rules.rulesets import rules_from_json, rules_named
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_float, read_int, read_point

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

log = logging.getLogger(__name__)


@command("boardsize", least=1, most=1)
def boardsize(engine: GtpEngine, words: tuple[str, ...]) -> str:
    size = read_int(words[0])
    if not SMALLEST <= size <= LARGEST:
        raise Failure("unacceptable size")
    engine.start(size)
    return ""


@command("clear_board")
def clear_board(engine: GtpEngine, words: tuple[str, ...]) -> str:
    engine.player.start()
    return ""


@command("query_boardsize")
def query_boardsize(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return str(engine.player.game.size)


@command("komi", "set_komi", least=1, most=1)
def komi(engine: GtpEngine, words: tuple[str, ...]) -> str:
    points = read_float(words[0])
    try:
        engine.player.set_rules(engine.player.game.rules.with_komi(points))
    except ValueError:
        raise Failure("unacceptable komi") from None
    return ""


@command("get_komi")
def get_komi(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return f"{engine.player.game.rules.komi:g}"


@command("miai-rules", "kata-set-rules", least=1, most=None)
def set_rules(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Set the rules by the name of a preset, or in JSON as clients of KataGo describe them. Komi stays."""
    text = " ".join(words)
    rules = rules_from_json(text) if text.startswith("{") else rules_named(text)
    engine.player.set_rules(rules.with_komi(engine.player.game.rules.komi))
    return ""


@command("kata-get-rules")
def get_rules(engine: GtpEngine, words: tuple[str, ...]) -> str:
    rules = engine.player.game.rules
    ko = rules.ko.upper()
    suicide = "true" if rules.suicide else "false"
    return f'{{"name":"{rules.name}","scoring":"{rules.counting.upper()}","ko":"{ko}","suicide":{suicide},"komi":{rules.komi:g}}}'


@command("fixed_handicap", least=1, most=1)
def place_fixed_handicap(engine: GtpEngine, words: tuple[str, ...]) -> str:
    count = read_int(words[0])
    _need_empty_board(engine)
    try:
        stones = fixed_handicap(engine.player.game.size, count)
    except ValueError:
        raise Failure("invalid number of stones") from None
    engine.player.place_handicap(stones)
    return " ".join(map(to_vertex, stones))


@command("place_free_handicap", least=1, most=1)
def place_free_handicap(engine: GtpEngine, words: tuple[str, ...]) -> str:
    count = read_int(words[0])
    _need_empty_board(engine)
    try:
        stones = engine.player.place_free_handicap(count)
    except ValueError:
        raise Failure("invalid number of stones") from None
    return " ".join(map(to_vertex, stones))


@command("set_free_handicap", most=None)
def set_free_handicap(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Place all stones or, if one of them is wrong, none."""
    size = engine.player.game.size
    try:
        stones = [read_point(word, size) for word in words]
    except Failure:
        raise Failure("bad vertex list") from None
    _need_empty_board(engine)
    try:
        engine.player.place_handicap(stones)
    except ValueError:
        raise Failure("bad vertex list") from None
    return ""


def _need_empty_board(engine: GtpEngine) -> None:
    game = engine.player.game
    if game.moves or game.board.empty_count != game.size**2:
        raise Failure("board not empty")


@command("get_handicap")
def get_handicap(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return str(engine.player.game.handicap)


@command("loadsgf", least=1, most=None)
def loadsgf(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Load the main line of a file, whose name may have blanks; with a number, up to the position before that move."""
    from miai.go.records.sgf import read_record

    file, moves = _file_and_move(words)
    try:
        if file == "-":
            raise UserError("standard input is used for commands; name a file")
        game = game_of_record(
            read_record(file, check=False), engine.player.game.rules, None if moves is None else max(0, moves - 1)
        )
    except (UserError, ValueError) as error:
        log.warning("loadsgf: %s", error)  # the standard prescribes the answer, so the reason is logged
        raise Failure("cannot load file") from None
    engine.player.set_game(game)
    engine.player.prepare_for_clock()
    return ""


def _file_and_move(words: tuple[str, ...]) -> tuple[str, int | None]:
    """Return the name of a file, which may have blanks, and the number after it. Raise `Failure` if the last word is no number."""
    whole = " ".join(words)
    if len(words) == 1 or Path(whole).exists():
        return whole, None
    if len(words) > 2 and not words[-1].isdecimal():
        return whole, None
    return " ".join(words[:-1]), read_int(words[-1], 0)


@command("printsgf", most=1)
def printsgf(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Write the game as a record: into a file, or as the answer."""
    from miai.go.records.sgf import GameRecord

    game = engine.player.game
    usual = WHITE if game.handicap >= 2 else BLACK
    record = GameRecord.new(
        game.size,
        komi=game.rules.komi,
        rules=game.rules.name,
        handicap=game.handicap,
        setup=game.first_position,
        to_play=game.first_player if game.first_player != usual else None,
    )
    record.add_moves(game.moves)
    if words:
        try:
            record.write(words[0])
        except (OSError, UserError) as error:
            raise Failure(f"cannot write file: {error}") from None
        return ""
    return record.to_bytes().decode("utf-8")


@command("showboard")
def showboard(engine: GtpEngine, words: tuple[str, ...]) -> str:
    game = engine.player.game
    prisoners = game.prisoners
    last = to_vertex(game.moves[-1][1]) if game.moves else "none"
    lines = [
        draw(game.position, coordinates=True),
        f"{'black' if game.to_play == 1 else 'white'} to play, move {len(game.moves) + 1}, last move {last}",
        f"black has taken {prisoners[1]}, white {prisoners[2]}; {game.rules.name} rules, komi {game.rules.komi:g}",
    ]
    return "\n" + "\n".join(lines)
