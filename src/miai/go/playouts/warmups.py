"""Compiled ahead by `miai warmup`: the board, scoring, random games and playouts on the usual board sizes."""

from __future__ import annotations

from functools import partial

from miai.core.records import new_array
from miai.core.streams import new_stream
from miai.core.warmup import warms_up
from miai.go.board.board import board_dtype, clear_board
from miai.go.board.eyes import COMPLETE, POTENTIAL
from miai.go.playouts.report import report_policy
from miai.go.playouts.settings import BASE
from miai.go.rules.game import Game
from miai.go.rules.random_game import random_games

SIZES = (9, 13, 19)


def warm_up_size(size: int) -> None:
    """Call the kernels of one board size once."""
    game = Game(size)
    game.play("A1")
    game.legal_points()
    game.liberties_at((0, 0))
    status = game.estimate(seed=0, games=1)
    for rules in ("chinese", "japanese"):
        Game.from_position(game.position, rules=rules).score(status.dead)
    boards = new_array(board_dtype(size), 2)
    clear_board(boards[0])
    for version in (POTENTIAL, COMPLETE):
        random_games(boards, new_stream(0), 1, 7.5, version)


def warm_up_playouts(size: int) -> None:
    """Call the kernels of `miai go playouts` once."""
    report_policy(size, BASE, games=1, seed=0)


for _size in SIZES:
    warms_up(f"go{_size}")(partial(warm_up_size, _size))
    warms_up(f"playouts{_size}")(partial(warm_up_playouts, _size))
