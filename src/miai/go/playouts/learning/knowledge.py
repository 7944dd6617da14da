"""The tables of learning playouts, sized by a memory limit, and the learners of threads that use them."""

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
from miai.go.playouts.learning.records import BY_PLAYOUTS, rate_t, reply_t, shared_dtype
from miai.go.playouts.learning.settings import MOST_BITS, LearningSettings
from miai.go.playouts.learning.worth import plus_four
from miai.wls import WinLossStates

CONTEXTS_OF_9, ALL_OF_9 = 2.0, 16.0
"""Default sizes in MiB on 9x9, without reply moves and with them. Larger tables make playouts wait for memory; in smaller ones different
contexts share a rate, until learned moves are worse than random ones (docs/results/learning.md)."""
LINE = 64
"""Bytes of a cache line."""
CONTEXT_SHARE = 0.25
"""Share of the memory for context moves; reply moves get the rest."""


class Knowledge:
    """The tables of learning playouts on one board size.

    The constructor raises `UserError` if the memory limit is below the smallest tables.
    """

    def __init__(self, size: int, settings: LearningSettings | None = None) -> None:
        self.size, self.settings = size, settings or LearningSettings()
        self.states = WinLossStates(self.settings.end, z=self.settings.z)
        self.layers = layers_of(self.settings)
        self.context_bits, self.reply_bits = _bits(size, self.settings)
        cells = cell_count(size)
        replies = 2 * cells << self.reply_bits if self.settings.reply_moves else 1
        self.context_layer, self.reply_layer = 2 * cells << self.context_bits, replies * cells  # lengths of a layer
        self.reply_entries, self.context_rates, self.reply_rates = _in_one_block(
            [
                (reply_t, self.layers * replies * self.settings.replies),
                (rate_t, self.layers * self.context_layer),
                (rate_t, self.layers * self.reply_layer),
            ]
        )
        self.reply_lists = self.reply_entries.entry.reshape(-1, self.settings.replies)
        self.shared = new_array(shared_dtype(size), 1)
        self.shared[0].near[:] = _near_points(size)
        self.forget()

    def forget(self) -> None:
        """Clear the tables, and reset the balance."""
        for layer in range(self.layers):
            self.clear(layer)
        self._reset_balance()

    def forget_playouts(self) -> None:
        """Clear what playouts have taught, and reset the balance."""
        self.clear(int(BY_PLAYOUTS))
        self._reset_balance()

    def clear(self, layer: int) -> None:
        """Clear one layer of the tables."""
        for table in (self.context_rates, self.reply_rates, self.reply_entries):
            table.reshape(self.layers, -1)[layer].view(np.uint8)[:] = 0

    def _reset_balance(self) -> None:
        shared, settings = self.shared[0], self.settings
        shared.threshold[:] = [self.states.threshold(settings.context_threshold), self.states.threshold(settings.reply_threshold)]
        shared.offset[:], shared.suggested[:], shared.playouts = 0, 0, 0
        shared.large_step = settings.balance_step

    def learners(self, count: int) -> Any:
        """Return learners for `count` threads, all with these tables. They are valid as long as this object exists."""
        made = new_array(learner_dtype(self.size), count)
        for learner in made:
            self._set_up(learner)
        return made

    def _set_up(self, learner: Any) -> None:
        settings = self.settings
        learner.blank.places = settings.context
        read_contexts(learner.blank, new_board(self.size))
        learner.following[0, : self.states.count], learner.following[1, : self.states.count] = self.states.loss, self.states.win
        first = self.states.state(*map(int, settings.start.split("/")))
        learner.following[:, 0] = self.states.loss[first], self.states.win[first]
        learner.worth[: self.states.count] = plus_four(self.states)
        for name in ("context_rates", "reply_rates", "reply_entries", "shared"):
            table = getattr(self, name)
            learner[f"{name}_at"], learner[f"{name}_limit"] = keep_address(table), len(table)
        learner.context_bits, learner.reply_bits = self.context_bits, self.reply_bits
        learner.context_mask, learner.reply_mask = 2**self.context_bits - 1, 2**self.reply_bits - 1
        learner.context_layer, learner.reply_layer = self.context_layer, self.reply_layer
        learner.list_layer = self.reply_layer // cell_count(self.size) * settings.replies
        learner.by_playouts, learner.by_tree = settings.teacher != "tree", settings.teacher != "playouts"
        learner.learns_context_moves = (settings.context_moves and learner.by_playouts) or settings.draws > 1
        learner.learns_reply_moves = settings.reply_moves and learner.by_playouts
        learner.suggests_context_moves, learner.suggests_reply_moves = settings.context_moves, settings.reply_moves
        learner.balances, learner.fresh = settings.balance, settings.fresh
        learner.nearby, learner.best, learner.draws = settings.nearby, settings.replies, settings.draws
        learner.updates, learner.outdated = settings.updates, settings.outdated


def layers_of(settings: LearningSettings) -> int:
    """Return the number of layers of the tables: a tree that teaches has one of its own."""
    return 1 if settings.teacher == "playouts" else 2


def memory_for(size: int, settings: LearningSettings) -> float:
    """Return the memory limit in MiB of all layers. The default grows with the number of points, or of pairs of points with reply moves."""
    by_default = ALL_OF_9 * (size / 9) ** 4 if settings.reply_moves else CONTEXTS_OF_9 * (size / 9) ** 2
    return settings.memory or by_default * layers_of(settings)


def _bits(size: int, settings: LearningSettings) -> tuple[int, int]:
    """Return the bits of a context, for context moves and for reply moves: those of the settings, or as many as fit into the memory."""
    memory, cells = memory_for(size, settings), cell_count(size)
    limit = (memory * 2**20 - shared_dtype(size).itemsize) / layers_of(settings)
    contexts, replies = 2 * cells, 2 * cells * cells + 2 * cells * settings.replies * reply_t.itemsize
    share = CONTEXT_SHARE if settings.reply_moves else 1.0
    context_bits, reply_bits = (
        _whole_bits(limit * share / contexts),
        _whole_bits(limit * (1 - share) / replies) if settings.reply_moves else 0,
    )
    if min(context_bits, reply_bits) < 0:
        raise UserError(f"learning needs more than {memory:g} MiB on a board of {size}x{size}; set learning.memory higher")
    found = settings.context_bits or min(context_bits, MOST_BITS), (settings.reply_bits or min(reply_bits, MOST_BITS))
    if settings.memory and contexts * 2 ** found[0] + (replies * 2 ** found[1] if settings.reply_moves else 0) > limit:
        raise UserError(f"learning.context_bits and learning.reply_bits need more than {memory:g} MiB on a board of {size}x{size}")
    return found[0], found[1] if settings.reply_moves else 0


def _in_one_block(wanted: list[tuple[np.dtype[Any], int]]) -> list[Any]:
    """Return zeroed arrays of the wanted dtypes and lengths in one block, each aligned to a cache line.

    Look-ups go to random addresses. So a list of replies should lie in one cache line, and pages should be large: the system is
    asked for huge pages, which it has for large blocks only.
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
    """Return for each cell the cells around it, nearest first, as cells of the board and of contexts; 0 where there is no point."""
    near = np.zeros((cell_count(size), len(PLACES), 2), np.uint16)
    for column, row in all_points(size):
        for place, (across, up) in enumerate(PLACES):
            point = column + across, row + up
            if all(0 <= part < size for part in point):
                padded = (point[1] + BORDER) * (size + BORDER) + point[0] + BORDER
                near[int(cell_at((column, row), size)), place] = int(cell_at(point, size)), padded
    return near
