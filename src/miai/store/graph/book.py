"""The most visited lines of Go as a game tree: an opening book."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.go.board.board import point_at
from miai.go.notation.coordinates import BLACK, PASS, WHITE, Move
from miai.go.records.sgf import GameRecord
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Positions
from miai.search.store_protocol import Identity
from miai.store.graph.file import GraphFile
from miai.store.graph.format import decode, encode_keys


def board_size(identity: Identity) -> int:
    """Return the board of a problem that is Go. Raises `UserError` for others."""
    size = identity.problem.removeprefix("go")
    if size == identity.problem or not size.isdigit():
        raise UserError(f"SGF is for Go; these are positions of {identity.problem}; export them as JSON lines")
    return int(size)


def write_book(file: GraphFile, identity: Identity, root: int, least: float, widest: int, deepest: int) -> tuple[GameRecord, int]:
    """Return (record, number of moves) from the empty board, with key `root`: per position the `widest` most visited, from `least` on."""
    size = board_size(identity)
    record = GameRecord.new(size, black="miai", white="miai")
    with file.transaction() as transaction:
        database = file.positions_of(identity, transaction)
        count = 0
        waiting = [(root, record.root, 0, {root})]
        while waiting:
            key, node, depth, path = waiting.pop(0)
            position = find_position(transaction.cursor(db=database), key, identity.values)
            if position is None or depth == deepest:
                continue
            for place in _best_moves(position, least, widest):
                child, action = int(position.children[place]), int(position.actions[place])
                if child not in path:  # a repetition would begin here
                    count += 1
                    comment = _comment(transaction.cursor(db=database), child, position, place, identity.values)
                    color = BLACK if position.players[0] == 0 else WHITE
                    move: Move = point_at(action, size) if action else PASS
                    waiting.append((child, record.add_move(color, move, comment, after=node), depth + 1, path | {child}))
    return record, count


def find_position(cursor: Any, key: int, values: int) -> Positions | None:
    """Return the statistics of the position with `key`."""
    found, _ = decode(cursor.getmulti(encode_keys(np.array([key], np.uint64))), values)
    return found if len(found) else None


def _best_moves(position: Positions, least: float, widest: int) -> list[int]:
    order = np.argsort(-position.move_visits, kind="stable")[:widest]
    return [int(place) for place in order if position.move_visits[place] >= least * COUNT_UNIT]


def _comment(cursor: Any, child: int, position: Positions, place: int, values: int) -> str:
    visits = f"{int(position.move_visits[place]) / COUNT_UNIT:.0f} visits"
    after = find_position(cursor, child, values)
    if after is None or after.visits[0] == 0:
        return visits
    black = int(after.total[0, 0]) / RESULT_UNIT / (int(after.visits[0]) / COUNT_UNIT)
    return f"{visits}, Black wins {100 * black:.1f} %"
