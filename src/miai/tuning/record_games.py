"""Games to measure an engine with, from SGF files, folders of them, and tables of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.go.notation.coordinates import Move
from miai.go.records.record import GameRecord
from miai.go.records.sgf import read_record
from miai.go.records.tsv import read_games as read_table

FEWEST_MOVES = 10
MOST_GAMES = 20_000


def read_games(files: Sequence[str], size: int, need_winner: bool) -> list[dict[str, Any]]:
    """Return the moves and the winner of each usable game on this board size, as JSON values.

    Games with handicap or set-up stones, very short ones and, where it is needed, those without a winner are left out. Raise `UserError`
    if a file cannot be read, or nothing is left.
    """
    found = [
        {"moves": [[color, move if isinstance(move, str) else list(move)] for color, move in moves], "winner": winner}
        for moves, winner in _games(files, size)
        if len(moves) >= FEWEST_MOVES and (winner is not None or not need_winner)
    ][:MOST_GAMES]
    if not found:
        kind = "a winner, " if need_winner else ""
        raise UserError(
            f"no game on {size}x{size} with {kind}{FEWEST_MOVES} moves or more and without handicap in {', '.join(files)}"
        )
    return found


def _games(files: Sequence[str], size: int) -> Iterator[tuple[list[tuple[int, Move]], int | None]]:
    for path in _expand(files):
        if path.name.endswith((".tsv.gz", ".tsv")):
            for game in read_table(path):
                if game.size == size:
                    yield game.moves, game.winner
        else:
            record = read_record(path)
            if record.size == size and _is_even(record):
                yield record.moves(), record.winner


def _is_even(record: GameRecord) -> bool:
    """Return whether the game begins on the empty board and has no stones set up later."""
    steps = (record.step(node) for node in record.main_line())
    return record.handicap < 2 and not any(step.black or step.white or step.empty for step in steps)


def _expand(files: Iterable[str]) -> Iterator[Path]:
    for name in files:
        path = Path(name)
        if path.is_dir():
            yield from sorted(path.rglob("*.sgf"))
        elif path.is_file():
            yield path
        else:
            raise UserError(f"{name}: cannot be read: no such file or folder")
