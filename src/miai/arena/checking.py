"""Checks of a directory of results: it has every game once, and each record replays to the stored result."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from miai.arena.conditions import Conditions
from miai.arena.results import ContestResults
from miai.arena.summary import GameResult
from miai.go.notation.coordinates import from_vertex_list
from miai.go.notation.position import Position
from miai.go.records.sgf import GameRecord, SgfError, read_record
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.plain import PlainGame
from miai.go.rules.tally import tally


def check_games(results: ContestResults) -> list[str]:
    """Return one line per problem. Games that have not been played yet are no problem."""
    problems = [
        f"game {name} is stored {count} times" for name, count in Counter(g["id"] for g in results.games).items() if count > 1
    ]
    for game in results.games:
        problem = check_game(results, game)
        if problem:
            problems.append(f"game {game['id']}: {problem}")
    return problems


def check_game(results: ContestResults, game: GameResult) -> str | None:
    """Replay one game by all its rules, superko included, and count its score again. Return the problem, or `None`."""
    path = results.directory / "games" / f"{game['id']}.sgf"
    conditions = results.contest.pairing(game["pairing"]).conditions
    try:
        record = read_record(path, check=False)
        board = replay(record, conditions)
    except (SgfError, IllegalMove) as error:
        return str(error)
    if record.result != game["result"]:
        return f"the record has the result {record.result}, the stored result is {game['result']}"
    if len(record.moves()) != game["moves"]:
        return f"the record has {len(record.moves())} moves, the stored result {game['moves']}"
    return _check_count(board, conditions, game)


def replay(record: GameRecord, conditions: Conditions) -> PlainGame:
    """Return the game after its last move. Raise `IllegalMove` with the number of the move."""
    rules = conditions.ruleset
    board = PlainGame(Position.of(record.size), suicide=rules.suicide, ko=rules.ko)
    for number, (color, move) in enumerate(record.moves(), 1):
        if color != board.to_play:
            raise IllegalMove(f"move {number} is out of turn")
        reason = board.why_illegal(move)  # type: ignore[arg-type]
        if reason:
            raise IllegalMove(f"move {number} is illegal: {reason}")
        board.play(move)  # type: ignore[arg-type]
    return board


def _check_count(board: PlainGame, conditions: Conditions, game: GameResult) -> str | None:
    """Count area scores again; territory would need the stones in seki, which are not stored."""
    if game["ended"] not in ("passes", "limit") or conditions.ruleset.counting != "area":
        return None
    counted = tally(board.position, conditions.ruleset, dead=from_vertex_list(" ".join(game["dead"]), conditions.size)).result
    return None if counted == game["result"] else f"the score is {counted}, the stored result {game['result']}"


def stray_records(results: ContestResults) -> list[Path]:
    """Return records without a result, left by a run that was killed. The next start overwrites them."""
    known = {f"{game['id']}.sgf" for game in results.games}
    folder = results.directory / "games"
    return sorted(path for path in folder.glob("*.sgf") if path.name not in known) if folder.is_dir() else []
