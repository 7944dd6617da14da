"""The fast board beside the plain rules, and comparisons of everything observable."""

from __future__ import annotations

import random

import numpy as np

from miai.go.board import eyes, hashing, legality, liberties, moves, superko
from miai.go.board.board import U64, cell_at, new_board, point_at, to_position
from miai.go.notation.coordinates import BLACK, PASS, WHITE, Point, all_points
from miai.go.notation.position import Position
from miai.go.rules import plain, scoring
from tests.twins import go_rules

SUPERKO = {"simple": superko.NO_SUPERKO, "positional": superko.POSITIONAL, "situational": superko.SITUATIONAL}
ENOUGH = U64(1000)


class Pair:
    """A game on the fast board and the same game on the twin."""

    def __init__(self, size: int, suicide: bool, ko: plain.Ko) -> None:
        self.size, self.suicide, self.ko = size, suicide, ko
        self.twin = plain.PlainGame(Position.of(size), suicide=suicide, ko=ko)
        self.board = new_board(size)
        self.past = [superko.repetition_key(self.board, SUPERKO[ko])]

    def why_illegal(self, cell: np.uint64) -> str | None:
        """Return the reason that the fast board gives; `None` for a legal move."""
        past = np.array(self.past, np.uint64)
        color = U64(self.twin.to_play)
        found = superko.full_verdict(self.board, cell, color, self.suicide, SUPERKO[self.ko], past, len(past))
        return None if found == legality.LEGAL else legality.VERDICT_NAMES[int(found)]

    def play(self, move: plain.Turn) -> None:
        color = U64(self.twin.to_play)
        self.twin.play(move)
        moves.play(self.board, U64(0) if isinstance(move, str) else cell_at(move, self.size), color)
        self.past.append(superko.repetition_key(self.board, SUPERKO[self.ko]))

    def play_random_move(self, source: random.Random) -> None:
        """Play a random legal point, so that eyes are filled and big chains captured; sometimes pass."""
        points = all_points(self.size)
        source.shuffle(points)
        if source.random() < 0.03:
            points = []
        self.play(next((point for point in points if self.twin.is_legal(point)), PASS))

    def compare_the_whole(self) -> None:
        board, twin = self.board, self.twin
        assert to_position(board) == twin.position
        assert board.to_play == twin.to_play
        assert moves.is_terminal(board) == twin.is_terminal()
        assert {color: board.prisoners[color] for color in (BLACK, WHITE)} == twin.captures
        assert hashing.position_hash(board) == hash_from_scratch(board)
        assert board.stones_hash == stones_hash(twin.position)
        empties = {point_at(cell, self.size) for cell in board.empties[: board.empty_count]}
        assert empties == set(all_points(self.size)) - twin.position.black - twin.position.white

    def compare_points(self) -> None:
        for point in all_points(self.size):
            cell = cell_at(point, self.size)
            assert self.why_illegal(cell) == self.twin.why_illegal(point)
            if self.twin.position.color_at(point):
                self._compare_chain(point, cell)
            else:
                self._compare_empty(point, cell)

    def _compare_chain(self, point: Point, cell: np.uint64) -> None:
        board, chain = self.board, plain.chain_at(self.twin.position, point)
        head = board.chain[cell]
        assert {point_at(each, self.size) for each in np.flatnonzero(board.chain == head)} == chain.stones
        assert board.stones[head] == len(chain.stones)
        assert liberties.count_liberties(board, cell, ENOUGH) == len(chain.liberties)
        assert liberties.count_liberties(board, cell, U64(2)) == min(2, len(chain.liberties))
        assert liberties.is_in_atari(board, cell) == (len(chain.liberties) == 1)
        if len(chain.liberties) == 1:
            assert {point_at(liberties.atari_liberty(board, cell), self.size)} == chain.liberties

    def _compare_empty(self, point: Point, cell: np.uint64) -> None:
        for color in (BLACK, WHITE):
            assert eyes.is_eye(U64(self.board.around[cell]), U64(color)) == go_rules.is_eye(self.twin.position, point, color)
            complete = go_rules.is_eye(self.twin.position, point, color, potential=False)
            assert eyes.is_complete_eye(self.board, cell, U64(color)) == complete
            after = plain.play(self.twin.position, color, point)
            assert superko.hash_after(self.board, cell, U64(color)) == stones_hash(after)

    def compare_score(self, source: random.Random) -> None:
        """Compare scores with some chains marked as dead and some as in seki."""
        chains = plain.chains(self.twin.position)
        dead = {stone for chain in chains if source.random() < 0.3 for stone in chain.stones}
        seki = {stone for chain in chains if source.random() < 0.2 for stone in chain.stones} - dead
        marks = [self._marks(dead), self._marks(seki)]
        buffer = np.zeros_like(marks[0])
        black, white = plain.area(self.twin.position, dead)
        assert scoring.area_score(self.board, marks[0], buffer) == black - white
        black, white = plain.territory(self.twin.position, self.twin.captures, dead, seki)
        assert scoring.territory_score(self.board, marks[0], marks[1], buffer) == black - white

    def _marks(self, points: set[Point]) -> np.ndarray:
        marks = np.zeros(self.board.color.size, np.uint8)
        marks[[int(cell_at(point, self.size)) for point in points]] = 1
        return marks


def hash_from_scratch(board) -> np.uint64:
    """Return the hash of stones, ko and player to move, from the stones on the board."""
    key = stones_hash(to_position(board))
    return key ^ hashing.KO_KEY[U64(board.ko)] ^ hashing.SIDE_KEY[U64(board.to_play)]


def stones_hash(position: Position) -> np.uint64:
    """Return the hash of the stones, from plain data."""
    total = U64(0)
    for color in (BLACK, WHITE):
        for point in position.stones(color):
            total ^= hashing.STONE_KEY[color, cell_at(point, position.size)]
    return total
