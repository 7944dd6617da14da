"""A game by a policy, played again on the twin, with comparisons of the candidates of each step."""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import new_stream
from miai.go.board.board import U64, cell_at, new_board, point_at
from miai.go.notation.coordinates import PASS, Point, other
from miai.go.playouts import PlayoutSettings, note_move, watch_policy_game
from miai.go.playouts.choice import list_candidates
from miai.go.playouts.observers import ATARI, LOW_LIBERTIES, NAKADE, PATTERN
from miai.go.playouts.settings import policy_t
from miai.go.rules import plain
from tests.go.board.pairs import Pair
from tests.twins import playouts as twin

LONGEST = 1200
diary_t = record("diary", [("cells", np.uint16, LONGEST), ("steps", np.uint8, LONGEST), ("count", np.int64)])


@note_move.implement(diary_t)
@kernel
def _write_down(observer, board, color, cell, step):
    observer.cells[observer.count] = cell
    observer.steps[observer.count] = step
    observer.count += 1


def watched_game(size: int, settings: PlayoutSettings, seed: int):
    """Play a game from the empty board and return it with its moves."""
    board, diary = new_board(size), new(diary_t)
    watch_policy_game(board, settings.as_record(), new_stream(seed), diary)
    return board, diary


def moves_of(diary, size: int) -> list[plain.Turn]:
    """Return the moves of a diary as points."""
    return [point_at(int(cell), size) if cell else PASS for cell in diary.cells[: diary.count]]


def has_extended(before: plain.Position, move: plain.Turn, color: int) -> bool:
    """Return whether a move is the only liberty of a chain of its own colour."""
    if isinstance(move, str):
        return False
    return any(chain.liberties == {move} for chain in twin.chains_beside(before, [move], color))


class PolicyPair(Pair):
    """A game on the fast board and on the twin, with the last move and whether it extended a chain in atari."""

    def __init__(self, size: int) -> None:
        super().__init__(size, suicide=False, ko="simple")
        self.last: plain.Turn = PASS
        self.extended = False

    def play(self, move: plain.Turn) -> None:
        self.extended = has_extended(self.twin.position, move, self.twin.to_play)
        super().play(move)
        self.last = move

    def expected(self, rule: str = "nakade") -> dict[np.uint64, set[Point]]:
        """Return the good candidates of each step, by the definitions."""
        return expected_candidates(self.twin, self.last, self.extended, rule)

    def found(self, settings: PlayoutSettings) -> dict[np.uint64, set[Point]]:
        """Return the good candidates of each step, by the kernels."""
        return found_candidates(self.board, settings.as_record(), self.extended)


def expected_candidates(game: plain.PlainGame, last: plain.Turn, extended: bool, rule: str) -> dict[np.uint64, set[Point]]:
    position, color = game.position, game.to_play
    if isinstance(last, str):
        return {step: set() for step in (ATARI, NAKADE, PATTERN, LOW_LIBERTIES)}
    all_found = {
        ATARI: twin.atari_moves(position, color, last, extended),
        NAKADE: twin.nakade_moves(position, color, last),
        PATTERN: twin.pattern_moves(position, color, last),
        LOW_LIBERTIES: twin.low_liberty_moves(position, color, last),
    }
    return {step: {point for point in points if twin.is_good(game, point, rule)} for step, points in all_found.items()}


def found_candidates(board, policy: policy_t, extended: bool) -> dict[np.uint64, set[Point]]:
    found = {}
    for step in (ATARI, NAKADE, PATTERN, LOW_LIBERTIES):
        policy.extended = U64(extended)
        count = int(list_candidates(board, policy, U64(board.to_play), step))
        points = [point_at(int(cell), int(board.side.size)) for cell in policy.moves[:count]]
        assert len(points) == len(set(points)), "a candidate is listed twice"
        found[step] = set(points)
    return found


def board_with_last(position: plain.Position, to_play: int, last: Point):
    """Return a board with these stones on which the opponent of `to_play` has just played `last`."""
    from miai.go.board.set_up import board_of

    board = board_of(position, to_play)
    assert position.color_at(last) == other(to_play)
    board.last = cell_at(last, position.size)
    return board
