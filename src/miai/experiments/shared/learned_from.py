"""The games that an experiment learns from: tables that a person names, or games of players who hardly search."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import Any

TABLES = "tables of games (.tsv.gz), separated by commas; empty: games of players who hardly search"
VALID_SHARE = 0.2
"""Most games for validation, per game for learning."""
OWN_SIZE, OWN_MOVES = 9, 40


def games_to_learn_from(tables: str, most: int, seed: int) -> tuple[int, list[Any], list[Any]]:
    """Return the board size, and the moves of at most `most` games for learning and a fifth as many for validation.

    They are those that the tables mark `train` and `valid`. Raise `UserError` for tables that cannot be used.
    """
    return _games(tables, most, 0 if tables else seed)


@functools.lru_cache(maxsize=1)
def _games(tables: str, most: int, seed: int) -> tuple[int, list[Any], list[Any]]:
    if not tables:
        made = [_own_moves(seed + number) for number in range(most + max(1, most // 2))]
        return OWN_SIZE, made[:most], made[most:]
    from miai.go.knowledge.learned.game_tables import open_tables

    opened = open_tables([Path(name.strip()) for name in tables.split(",")])
    counts = {"train": most, "valid": round(most * VALID_SHARE) + 1}
    train, valid = ([game.moves for game in itertools.islice(opened.games(split), counts[split])] for split in ("train", "valid"))
    return opened.size, train, valid


def _own_moves(seed: int) -> list[Any]:
    from miai.experiments.shared.go_games import own_game, random_opening
    from miai.go.player import Player, PlayerSettings

    player = Player(OWN_SIZE, settings=PlayerSettings(playouts=2, seed=seed % 2**31, memory=16.0))
    return list(own_game(player, OWN_MOVES, random_opening(OWN_SIZE, seed % 2**31)).moves)
