"""Union-find, which three rungs use to know the chain of a stone: trees of stones, whose root stands for the chain."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel


@kernel
def find(parent, point):
    """The root of the tree of `point`. Hangs all that it passes directly below the root."""
    root = point
    while parent[root] != root:
        root = parent[root]
    while parent[point] != root:
        above = parent[point]
        parent[point] = root
        point = above
    return root


@kernel
def unite(parent, rank, one, two):
    """Hang the lower of two trees below the other, both given by their roots; returns the root of both, then the other."""
    if rank[one] < rank[two]:
        one, two = two, one
    elif rank[one] == rank[two]:
        rank[one] += 1
    parent[two] = one
    return one, two


@kernel
def plant(parent, rank, point):
    """Make `point` a tree of its own."""
    parent[point] = point
    rank[point] = 0
