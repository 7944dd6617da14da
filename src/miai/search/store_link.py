"""The link between a search and a store: history is loaded when a search begins, positions that leave it are added."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new
from miai.core.warmup import warms_up
from miai.search.export import export_positions, export_pruned
from miai.search.graph import Graph, new_graph
from miai.search.history import History, bytes_for, point_to_history, relink_history
from miai.search.kernel_settings import settings_t
from miai.search.positions import add_up, no_positions
from miai.search.settings import PATH_MODES, Settings
from miai.search.store_protocol import Store, identity_of

SHARE = 0.25
"""Share of a search's memory that is for history."""


class StoreLink:
    """The link of a search to its store. `memory` is the limit of the search in MiB."""

    def __init__(self, store: Store, state: Any, settings: Settings, memory: float) -> None:
        if settings.mode in PATH_MODES:
            raise UserError(f"a store needs a mode that shares positions, such as uct-dag: mode {settings.mode} has paths")
        self.store, self.identity, self.decay = store, identity_of(state), settings.past_decay
        self.most = int(memory * SHARE * 2**20) // bytes_for(self.identity.values)
        self.is_cut_off = False
        """Whether the store had more history than there was memory for."""
        self._loaded = no_positions(self.identity.values)

    def load_history(self, graph: Graph, root: int) -> History:
        """Return the history of positions after the one with key `root`. The graph has no edges, or `relink_history` is called next."""
        found = self.store.load_history(self.identity, root, self.most)
        self.is_cut_off = len(found) >= self.most
        self._loaded = found
        return point_to_history(graph, found)

    def export(self, graph: Graph, settings: Any, new_root: int | None = None) -> None:
        """Add the positions that `new_root` does not lead to, or all without it, to the store."""
        found = export_positions(graph, settings, new_root)
        if len(found):
            self.store.add_positions(self.identity, found, self.decay)

    def export_pruned(self, graph: Graph, settings: Any) -> None:
        """Mark the nodes that pruning keeps, and add the positions of all others to the store and to the history (`read_back`)."""
        found = export_pruned(graph, settings)
        if len(found):
            self.store.add_positions(self.identity, found, 1.0)  # one search: its earlier statistics do not fade
            both = add_up([self._loaded, found])
            self._loaded = both.take(np.sort(np.argsort(-both.visits, kind="stable")[: self.most]))
            self.is_cut_off |= len(both) > self.most

    def read_back(self, graph: Graph) -> History:
        """Return the history with the positions that were pruned: the most visited. `relink_history` must be called next."""
        return point_to_history(graph, self._loaded)


@warms_up("history")
def _warm_up_history() -> None:
    graph = new_graph(1.0, 1)
    point_to_history(graph, no_positions(1))
    relink_history(graph.head, new(settings_t))
