"""Compilation of all kernels of a search before its clock starts, also of those that are needed much later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from miai.search.expansion import make_node
from miai.search.graph import SMALLEST_MIB, new_graph, publish_node
from miai.search.history import mix_all_histories
from miai.search.loop import run_simulations
from miai.search.prune import keep_below, prune_graph
from miai.search.worker import values_of

if TYPE_CHECKING:
    from miai.search.driver import Search

_pruned: set[Any] = set()
"""Types of graphs and settings whose pruning has been compiled in this process."""


def compile_search(search: Search) -> None:
    """Compile the kernels that `search` needs. Runs no simulation."""
    head, settings = search.graph.head, search.kernel_settings
    head.tickets = 0
    run_simulations(head, settings, search.states, search.workers[0])
    if search.exchange is not None:
        search.exchange.compile(search)
    kind = (head.dtype, settings.dtype)
    if kind in _pruned:
        return
    search._discard_reserves()  # a spare node of the search's own graph, after a checkpoint was loaded, is none of the small one
    small = new_graph(SMALLEST_MIB, values_of(search.problem))
    made = make_node(small.head, settings, search.states[0], search.workers[0], np.uint64(0))
    small.head.root = publish_node(small.head, np.int64(made), False)
    prune_graph(small.head, settings)
    keep_below(small.head, settings, np.int64(small.head.root))
    mix_all_histories(small.head, settings)
    search._discard_reserves()
    _pruned.add(kind)
