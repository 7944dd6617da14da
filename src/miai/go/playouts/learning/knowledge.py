"""What was learned, as one object: the tables, sized by a limit of memory, and learners for threads."""

from __future__ import annotations

import contextlib
import mmap
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.pointers import keep_address
from miai.core.records import as_records, new_array, plain_dtype
from miai.go.board.board import cell_at, cell_count, new_board
from miai.go.notation.coordinates import all_points
from miai.go.playouts.contexts import BORDER, PLACES, read_contexts
from miai.go.playouts.learning.learner import learner_dtype
from miai.go.playouts.learning.records import answers_t, rate_t, shared_dtype
from miai.go.playouts.learning.settings import LearningSettings
from miai.go.playouts.learning.worth import plus_four
from miai.wls import WinLossStates

MOST_BITS = 16
NODES_OF_9, ALL_OF_9 = 2.0, 16.0
"""MiB on 9x9 unless told otherwise, without edge moves and with them. Larger ones make playouts wait for memory; in smaller ones different
surroundings share a record, until moves that were learned are worse than random ones (docs/results/learning.md)."""
LINE = 64
"""Bytes of a cache line."""
NODE_SHARE = 0.25
"""Share of the memory for node moves; edge moves need more."""


class Knowledge:
    """The tables of a board size. Raises `UserError` if the memory has no room for the smallest."""

    def __init__(self, size: int, settings: LearningSettings | None = None) -> None:
        self.size, self.settings = size, settings or LearningSettings()
        self.states = WinLossStates(self.settings.end, z=self.settings.z)
        self.node_bits, self.edge_bits = _bits(size, self.settings)
        cells = cell_count(size)
        edges = 2 * cells << self.edge_bits if self.settings.edge_moves else 1
        nodes = 2 * cells << self.node_bits
        self.answers, self.nodes, self.edges = _in_one_block([(answers_t, edges), (rate_t, nodes), (rate_t, edges * cells)])
        self.shared = new_array(shared_dtype(size), 1)
        self.shared[0].near[:] = _near_points(size)
        self.forget()

    def forget(self) -> None:
        """Begin anew, with nothing learned."""
        for table in (self.nodes, self.edges, self.answers):
            table.view(np.uint8)[:] = 0
        shared, settings = self.shared[0], self.settings
        shared.threshold[:] = [self.states.threshold(settings.node_threshold), self.states.threshold(settings.edge_threshold)]
        shared.offset[:], shared.suggested[:], shared.playouts = 0, 0, 0

    @property
    def mebibytes(self) -> float:
        """What the tables take."""
        return float(sum(table.nbytes for table in (self.nodes, self.edges, self.answers, self.shared))) / 2**20

    def learners(self, count: int) -> Any:
        """Learners for `count` threads, all with these tables; they are valid as long as this object is."""
        made = new_array(learner_dtype(self.size), count)
        for learner in made:
            self._set_up(learner)
        return made

    def _set_up(self, learner: Any) -> None:
        settings = self.settings
        learner.blank.places = settings.context
        read_contexts(learner.blank, new_board(self.size))
        learner.following[0, : self.states.count], learner.following[1, : self.states.count] = self.states.loss, self.states.win
        learner.worth[: self.states.count] = plus_four(self.states)
        for name, table in (("nodes", self.nodes), ("edges", self.edges), ("answers", self.answers), ("shared", self.shared)):
            learner[f"{name}_at"], learner[f"{name}_limit"] = keep_address(table), len(table)
        learner.node_bits, learner.edge_bits = self.node_bits, self.edge_bits
        learner.node_mask, learner.edge_mask = 2**self.node_bits - 1, 2**self.edge_bits - 1
        learner.learns_nodes, learner.learns_edges = settings.node_moves or settings.draws > 1, settings.edge_moves
        learner.suggests_nodes, learner.balances = settings.node_moves, settings.balance
        learner.nearby, learner.best, learner.draws = settings.nearby, settings.answers, settings.draws
        learner.updates, learner.outdated = settings.updates, settings.outdated


def memory_for(size: int, settings: LearningSettings) -> float:
    """The limit in MiB. Where none was chosen it grows as what there are records of: points, and pairs of points."""
    by_default = ALL_OF_9 * (size / 9) ** 4 if settings.edge_moves else NODES_OF_9 * (size / 9) ** 2
    return settings.memory or by_default


def _bits(size: int, settings: LearningSettings) -> tuple[int, int]:
    """Bits of surroundings that the memory has room for, with node moves and with edge moves."""
    memory, cells = memory_for(size, settings), cell_count(size)
    limit = memory * 2**20 - shared_dtype(size).itemsize
    nodes, edges = 2 * cells, 2 * cells * cells + 2 * cells * answers_t.itemsize
    share = NODE_SHARE if settings.edge_moves else 1.0
    node_bits, edge_bits = (
        _whole_bits(limit * share / nodes),
        _whole_bits(limit * (1 - share) / edges) if settings.edge_moves else 0,
    )
    if min(node_bits, edge_bits) < 0:
        raise UserError(
            f"learning needs more than {memory:g} MiB on a board of {size}x{size}; give it more memory, or a smaller board"
        )
    return min(node_bits, MOST_BITS), min(edge_bits, MOST_BITS)


def _in_one_block(wanted: list[tuple[np.dtype[Any], int]]) -> list[Any]:
    """Zeroed arrays of so many records each, side by side, each from the beginning of a cache line.

    Look-ups go to random places. A list of answers should then be one cache line, and pages should be large: the system is asked
    for those, which it has for blocks of some size only.
    """
    lengths = [-(-dtype.itemsize * count // LINE) * LINE for dtype, count in wanted]
    block = mmap.mmap(-1, sum(lengths))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a system without large pages
            block.madvise(mmap.MADV_HUGEPAGE)
    places = np.cumsum([0, *lengths])
    return [
        as_records(np.frombuffer(block, plain_dtype(dtype), count, int(place)))
        for (dtype, count), place in zip(wanted, places, strict=False)
    ]


def _whole_bits(room: float) -> int:
    return int(np.floor(np.log2(room))) if room > 0 else -1


def _near_points(size: int) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """For each cell the cells around it, the nearest first; 0 where there is no point. Also as cells of contexts."""
    near = np.zeros((cell_count(size), len(PLACES), 2), np.uint16)
    for column, row in all_points(size):
        for place, (across, up) in enumerate(PLACES):
            point = column + across, row + up
            if all(0 <= part < size for part in point):
                padded = (point[1] + BORDER) * (size + BORDER) + point[0] + BORDER
                near[int(cell_at((column, row), size)), place] = int(cell_at(point, size)), padded
    return near
