"""Graphs drawn node by node, so that a formula can be checked with the numbers of a figure."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from miai.problems.tictactoe import PROBLEM
from miai.search.backup import back_up
from miai.search.graph import EXPANDED, NONE, Graph, clear_edge, clear_node, link_in, new_graph
from miai.search.kernel_settings import make_kernel_settings
from miai.search.settings import Settings
from miai.search.worker import new_workers


@dataclass
class DrawnGraph:
    """A graph with named nodes, for problems with one value. All nodes belong to player 0."""

    changes: dict[str, Any]
    names: dict[str, int] = field(default_factory=dict)
    edges: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chosen = Settings(**{"solver": False, **self.changes})
        self.settings = make_kernel_settings(chosen, PROBLEM)
        self.worker = new_workers(PROBLEM, chosen, 0, 1)[0]
        self.graph: Graph = new_graph(1.0, 1)
        self.head = self.graph.head
        self.head.root = 0

    def node(self, name: str) -> Any:
        """Return the record of the node called `name`, which is made at first use."""
        if name not in self.names:
            self.names[name] = len(self.names)
            clear_node(self.graph.nodes[self.names[name]], np.uint64(self.names[name]), 0, 0, NONE)
            self.head.node_count = len(self.names)
        return self.graph.nodes[self.names[name]]

    def edge(self, parent: str, child: str) -> Any:
        return self.graph.edges[self.edges[parent, child]]

    def expand(self, parent: str, children: str) -> None:
        """Give node `parent` an untried edge to each of `children`."""
        for name in (parent, *children):
            self.node(name)
        self.head.edge_count += len(children)
        first = int(self.head.edge_limit - self.head.edge_count)
        for i, name in enumerate(children):
            clear_edge(self.graph.edges[first + i], self.names[parent], i, 0.5, 0.0)
            self.graph.edges[first + i].child = self.names[name]
            link_in(self.head, first + i, self.names[name], False)
            self.edges[parent, name] = first + i
        node = self.node(parent)
        node.first_edge, node.edge_count, node.phase = first, len(children), EXPANDED

    def simulate(self, path: str, result: float) -> None:
        """Enter the result of a simulation that ended at the last node of `path`."""
        for step, name in enumerate(path):
            self.worker.path_nodes[step] = self.names[name]
        for step, pair in enumerate(pairwise(path)):
            self.worker.path_edges[step] = self.edges[pair]
        self.worker.path_length, self.worker.common_steps = len(path) - 1, 0
        self.worker.result[0] = result
        back_up(self.head, self.settings, self.worker)

    def value(self, name: str) -> float:
        return float(self.node(name).value[0])
