"""Compilation of the kernels of sharing."""

from __future__ import annotations

import numpy as np

from miai.core.records import new
from miai.core.warmup import warms_up
from miai.search.graph import clear_node, new_graph
from miai.search.history import link_history, point_to_history, relink_history
from miai.search.kernel_settings import settings_t
from miai.search.positions import no_positions
from miai.search.sharing.top import TopBuffers, raves_of, top_of


@warms_up("sharing")
def compile_sharing() -> None:
    """Compile the kernels of sharing for problems with one value, such as all games of two players."""
    graph = new_graph(1.0, 1)
    head, settings = graph.head, new(settings_t)
    point_to_history(graph, no_positions(1))
    link_history(head, settings)
    relink_history(head, settings)
    clear_node(graph.nodes[0], np.uint64(1), 0, False, -1)
    head.root, head.node_count = 0, 1
    buffers = TopBuffers(8, 1)
    top_of(graph, buffers, 1, 1, 0)
    raves_of(graph, buffers, 1, 0)
