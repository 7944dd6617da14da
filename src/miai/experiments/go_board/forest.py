"""Union-find, by which three rungs find the chain of a stone: trees of stones, whose root identifies the chain."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel


@kernel
def find(parent, point):
    """Return the root of the tree of `point`. Path compression: makes all points on the way children of the root."""
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
    """Make the lower of two trees, given by their roots, a subtree of the other. Return the common root, then the other root."""
    if rank[one] < rank[two]:
        one, two = two, one
    elif rank[one] == rank[two]:
        rank[one] += 1
    parent[two] = one
    return one, two


@kernel
def plant(parent, rank, point):
    """Make `point` a new tree."""
    parent[point] = point
    rank[point] = 0
