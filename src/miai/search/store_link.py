"""The tie between a running search and a store: recalls when a search begins, remembers what leaves it. Nothing waits in between."""

from __future__ import annotations

from typing import Any

from miai.core.errors import UserError
from miai.core.records import new
from miai.core.warmup import warms_up
from miai.search.export import export_positions
from miai.search.graph import Graph, new_graph
from miai.search.history import History, bytes_for, point_to_history, relink_history
from miai.search.kernel_settings import settings_t
from miai.search.positions import no_positions
from miai.search.settings import Settings
from miai.search.store_protocol import Store, identity_of

SHARE = 0.25
"""Part of a search's memory that is set aside for history."""


class StoreLink:
    """A search's tie to its store. `memory` is the whole budget of the search in MiB."""

    def __init__(self, store: Store, state: Any, settings: Settings, memory: float) -> None:
        if settings.mode == "tree":
            raise UserError(
                "a store keeps positions, and mode tree has paths; with a store choose shared, uct-dag, graph or multipath"
            )
        self.store, self.identity, self.decay = store, identity_of(state), settings.past_decay
        self.most = int(memory * SHARE * 2**20) // bytes_for(self.identity.values)
        self.is_cut_off = False
        """Whether there was more to recall than there was room for."""

    def load_history(self, graph: Graph, root: int) -> History:
        """Bring in what can be reached from the position with key `root`. The graph has no edges, or `relink_history` follows."""
        found = self.store.load_history(self.identity, root, self.most)
        self.is_cut_off = len(found) >= self.most
        return point_to_history(graph, found)

    def export(self, graph: Graph, settings: Any, new_root: int | None = None) -> None:
        """Hand over the positions that `new_root` does not lead to; without it, all."""
        found = export_positions(graph, settings, new_root)
        if len(found):
            self.store.add_positions(self.identity, found, self.decay)


@warms_up("history")
def _warm_up_history() -> None:
    graph = new_graph(1.0, 1)
    point_to_history(graph, no_positions(1))
    relink_history(graph.head, new(settings_t))
