"""Union-find with deletion: the liberties of a chain are a forest of their own, from which single liberties are deleted.

A point may be a liberty of several chains, so it has an **element** for each of its four sides: element `4 * point + side` belongs to the
chain of the stone on that side. A new stone deletes the elements of its point, joined chains unite their trees, and a chain without
elements is captured. The source describes this model and does not build it (section 5.4).

A deleted element leaves its node in the tree as a vacant one (section 5.4.2). When more than half of the nodes of a tree are vacant, the
tree is built again from the others. So a tree has at most twice as many nodes as elements, and a deletion takes constant time on average.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `parent`, `rank` | uint16, cells | union-find of stones, see `forest` |
| `next_stone` | uint16, cells | the next stone of the chain, in a ring |
| `tree_of` | uint16, cells | at a root: the root of the chain's liberties; 0: it has none |
| `node_of` | uint16, 4 x cells | the node of an element; 0: no chain has it |
| `up`, `height` | uint16, nodes | union-find of liberties |
| `element` | uint16, nodes | the element of a node; 0: it is vacant |
| `next_node` | uint16, nodes | the next node of the tree, in a ring |
| `live`, `used` | uint16, nodes | at a root: number of elements, and of nodes |
| `free` | uint16, nodes | the `free_count` nodes in no tree; node 0 is never used |
| `ko` | uint16 | the point that ko forbids to the player to move; 0: none |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_board.forest import find, plant, unite
from miai.experiments.go_board.game import Rung, finds_moves_one_by_one
from miai.experiments.go_board.grid import EDGE, EMPTY, cell_count, has_empty_neighbour, is_eye, stands_alone_in_atari


def _fields(size):
    cells, nodes = cell_count(size), 8 * size**2 + 8  # at most as many vacant nodes as elements, of which a point has four
    by_cell = [(name, np.uint16, cells) for name in ("parent", "rank", "next_stone", "tree_of")]
    by_node = [(name, np.uint16, nodes) for name in ("up", "height", "element", "next_node", "live", "used", "free")]
    return [
        ("color", np.uint8, cells),
        *by_cell,
        ("node_of", np.uint16, 4 * cells),
        *by_node,
        ("free_count", np.int64),
        ("ko", np.uint16),
    ]


@kernel
def _clear(state, grid):
    state.color[:] = grid.border
    state.node_of[:] = 0
    state.free_count = state.free.size - 1
    for i in range(state.free_count):
        state.free[i] = state.free.size - 1 - i
    state.ko = 0


# --- the forest of liberties ----------------------------------------------------------------------------------------------------------


@kernel
def add_element(state, tree, element):
    """Add `element` to the tree with this root (0: to none, which makes a new tree). Return the root."""
    state.free_count -= 1
    node = np.int64(state.free[state.free_count])
    plant(state.up, state.height, node)
    state.next_node[node] = node
    state.live[node] = state.used[node] = 1
    state.element[node] = element
    state.node_of[element] = node
    return unite_trees(state, tree, node)


@kernel
def unite_trees(state, one, two):
    """Unite two trees, given by their roots (0: no tree). Return the root."""
    if one == 0 or two == 0:
        return np.int64(one + two)
    root, other = unite(state.up, state.height, np.int64(one), np.int64(two))
    state.live[root] += state.live[other]
    state.used[root] += state.used[other]
    following = state.next_node[root]
    state.next_node[root] = state.next_node[other]
    state.next_node[other] = following
    return np.int64(root)


@kernel
def delete_element(state, element):
    """Delete `element` from its tree. Return the root of the tree, or 0 if it was the last element."""
    node = np.int64(state.node_of[element])
    root = np.int64(find(state.up, node))
    state.element[node] = 0
    state.node_of[element] = 0
    state.live[root] -= 1
    if 2 * int(state.live[root]) < int(state.used[root]):
        return _build_again(state, root)
    return root


@kernel
def _build_again(state, start):
    """Make a flat tree of the elements in the ring of `start` and free the vacant nodes. Return its root, or 0 if there are none."""
    root, node = np.int64(0), np.int64(start)
    for _ in range(state.used[start]):
        following = np.int64(state.next_node[node])
        if state.element[node] == 0:
            state.free[state.free_count] = node
            state.free_count += 1
        else:
            root = _hang(state, root, node)
        node = following
    return root


@kernel
def _hang(state, root, node):
    """Hang `node` below `root` and count it there; without a root it becomes one. Return the root."""
    plant(state.up, state.height, node)
    if root == 0:
        state.next_node[node] = node
        state.live[node] = state.used[node] = 1
        return node
    state.up[node] = root
    state.height[root] = 1
    state.next_node[node] = state.next_node[root]
    state.next_node[root] = node
    state.live[root] += 1
    state.used[root] += 1
    return root


# --- the board ------------------------------------------------------------------------------------------------------------------------


@kernel
def _is_playable(state, grid, point, color):
    if has_empty_neighbour(state.color, grid, point):
        return True
    if point == state.ko or is_eye(state.color, grid, point, color):
        return False
    for side in range(4):
        found = state.color[grid.near[point, side]]
        # With a friend that has another liberty, or an enemy that has none, the new stone has a liberty.
        if found != EDGE and _has_another_liberty(state, grid, point, side) == (found == color):
            return True
    return False


@kernel
def _has_another_liberty(state, grid, point, side):
    """Return whether the chain on a side of the empty `point` has a liberty besides it."""
    tree = find(state.up, np.int64(state.node_of[4 * int(point) + side]))
    here = 0
    for other in range(4):
        node = np.int64(state.node_of[4 * int(point) + other])
        here += int(node != 0 and find(state.up, node) == tree)
    return int(state.live[tree]) > here


@kernel
def _place(state, grid, point, color, removed):
    _start_chain(state, grid, point, color)
    count = 0
    for side in range(4):
        neighbour = grid.near[point, side]
        found = state.color[neighbour]
        if found == color:
            _join(state, find(state.parent, point), find(state.parent, neighbour))
        elif found == 3 - color and state.tree_of[find(state.parent, neighbour)] == 0:
            count = _take_off(state, grid, neighbour, removed, count)
    state.ko = removed[0] if count == 1 and stands_alone_in_atari(state.color, grid, point) else 0
    return count


@kernel
def _start_chain(state, grid, point, color):
    """Place a stone: the chains beside it lose a liberty on its point, and it gets those on its empty neighbours."""
    state.color[point] = color
    plant(state.parent, state.rank, point)
    state.next_stone[point] = point
    tree = np.int64(0)
    for side in range(4):
        neighbour = grid.near[point, side]
        if state.color[neighbour] == EMPTY:
            tree = add_element(state, tree, 4 * int(neighbour) + 3 - side)  # sides are in the order up, left, right, down
        elif state.color[neighbour] != EDGE:
            state.tree_of[find(state.parent, neighbour)] = delete_element(state, 4 * int(point) + side)
    state.tree_of[point] = tree


@kernel
def _join(state, one, two):
    """Join two chains, given by their roots: unite their liberties, and make one ring of two."""
    if one == two:
        return
    root, other = unite(state.parent, state.rank, one, two)
    state.tree_of[root] = unite_trees(state, np.int64(state.tree_of[root]), np.int64(state.tree_of[other]))
    following = state.next_stone[root]
    state.next_stone[root] = state.next_stone[other]
    state.next_stone[other] = following


@kernel
def _take_off(state, grid, start, removed, count):
    """Remove a chain. Its points become liberties of the adjacent chains."""
    color = state.color[start]
    point = start
    while state.color[point] == color:
        state.color[point] = EMPTY
        removed[count] = point
        count += 1
        for side in range(4):
            neighbour = grid.near[point, side]
            if state.color[neighbour] == 3 - color:
                root = find(state.parent, neighbour)
                state.tree_of[root] = add_element(state, np.int64(state.tree_of[root]), 4 * int(point) + side)
        point = state.next_stone[point]
    return count


@kernel
def _skip(state):
    state.ko = 0


UNION_FIND_DELETE = Rung("union_find_delete", "n^2", _fields, (_clear, finds_moves_one_by_one, _is_playable, _place, _skip))
