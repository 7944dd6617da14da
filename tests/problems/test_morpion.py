"""Morpion solitaire against the rules written with sets of points, and against published facts."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.problems import load, start_state
from miai.problems.contract import random_play
from miai.problems.morpion import CORNER, SIDE, STEPS
from miai.search.problem import legal_actions

pytestmark = pytest.mark.plain

VECTORS = [(1, 0), (1, 1), (0, 1), (-1, 1)]


class Paper:
    """Points and lines on paper: a line is a set of five points."""

    def __init__(self, touching: bool) -> None:
        rows = ("...####...", "...#..#...", "...#..#...", "####..####", "#........#")
        cross = [*rows, *reversed(rows)]
        self.points = {(x, y) for y, row in enumerate(cross) for x, mark in enumerate(row) if mark == "#"}
        self.lines: list[tuple[int, list[tuple[int, int]]]] = []
        self.touching = touching

    def can_draw(self, x: int, y: int, direction: int) -> bool:
        dx, dy = VECTORS[direction]
        line = [(x + i * dx, y + i * dy) for i in range(5)]
        if sum(point in self.points for point in line) != 4:
            return False
        most = 1 if self.touching else 0
        return all(len(set(line) & set(other)) <= most for way, other in self.lines if way == direction)

    def moves(self) -> set[tuple[int, int, int]]:
        reach = range(-12, 22)
        return {(x, y, d) for x in reach for y in reach for d in range(4) if self.can_draw(x, y, d)}

    def draw(self, x: int, y: int, direction: int) -> None:
        dx, dy = VECTORS[direction]
        line = [(x + i * dx, y + i * dy) for i in range(5)]
        self.points |= set(line)
        self.lines.append((direction, line))


def as_move(line: int) -> tuple[int, int, int]:
    row, column = divmod(line >> 2, SIDE)
    return column - CORNER, row - CORNER, line & 3


@pytest.mark.parametrize("version", ["5D", "5T"])
def test_moves_are_those_on_paper(version):
    paper = Paper(version == "5T")
    for state, action in random_play(start_state(load("morpion"), [f"version={version}"]), seed=4):
        moves = {as_move(line) for line in (legal_actions(state) if state.move_count else [])}
        assert moves == paper.moves()
        if action is not None:
            paper.draw(*as_move(action))


def test_the_cross_has_36_points_and_28_first_moves():
    state = load("morpion").start()
    assert int(state.points.sum()) == 36
    assert len(legal_actions(state)) == 28


def test_steps_are_the_directions():
    assert [int(step) for step in STEPS] == [dy * SIDE + dx for dx, dy in VECTORS]


def test_other_versions_are_refused():
    with pytest.raises(UserError, match="5D"):
        start_state(load("morpion"), ["version=4D"])
    assert np.asarray(start_state(load("morpion"), ["version=5t"]).touching) == 1
