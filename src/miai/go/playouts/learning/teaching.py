"""The tree teaches the playouts: a second layer of states, entered from the tree of the last search and not changed by playouts.

Basaldúa (2013), *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*, section 7.3.1, proposes
it and reports no experiment. Here every move of the tree with enough visits is entered as a context move, and as a reply to the move before
it, with the share of its wins in the tree. Moves that fall on one rate count together. What an earlier search has taught stays until a
later one enters the same rate, as the rates of playouts stay from move to move.

A node is visited by the first path that reaches it, the shortest: with transpositions, its other last moves teach no replies.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new_array, record
from miai.go.board import moves
from miai.go.board.board import PASS_CELL, U64, board_dtype, cell_count
from miai.go.playouts.contexts import context_at
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.learner import begin_playout
from miai.go.playouts.learning.records import BY_TREE, CONTEXT
from miai.go.playouts.learning.reply_moves import enter_reply
from miai.search.graph import GROUP_ACTION, NONE, Graph, edge_at, node_at, seen_by

UNSEEN = -2
_ROOT, _HERE = 0, 1
"""The boards that the walk needs: of the root and of the node."""

tree_move_t = record(
    "tree_move",
    [
        ("wins", np.float64),
        ("visits", np.int64),
        *((name, np.uint64) for name in ("color", "cell", "context", "last", "before")),
    ],
)
"""A move in the tree: its visits and wins, its context, and the move before it with the context of that one."""

Columns = np.ndarray[Any, np.dtype[Any]]


def teach_from_tree(knowledge: Knowledge, learner: Any, graph: Graph, board: Any) -> int:
    """Enter the moves of a tree into the layer of the tree and return their number. `board` is the position of the root.

    No simulation may be under way. `learner` is used as a buffer.
    """
    found = tree_moves(learner, graph, board, knowledge.settings.tree_visits)
    if not knowledge.settings.keep:
        knowledge.clear(int(BY_TREE))
    contexts = _context_indices(knowledge, found)
    knowledge.context_rates.state[knowledge.context_layer + contexts] = _states(knowledge, contexts, found)
    if knowledge.settings.reply_moves:
        replies = _reply_indices(knowledge, found)
        states = _states(knowledge, replies, found)
        knowledge.reply_rates.state[knowledge.reply_layer + replies] = states
        enter_replies(learner, board, found, states)
    return len(found)


def _context_indices(knowledge: Knowledge, rows: Any) -> Columns:
    """Return the places of moves in a layer of the context rates."""
    cells, bits = cell_count(knowledge.size), knowledge.context_bits
    places = ((rows.color - 1) * cells + rows.cell).astype(np.int64) << bits
    return np.asarray(places + (rows.context.astype(np.int64) & (2**bits - 1)))


def _reply_indices(knowledge: Knowledge, rows: Any) -> Columns:
    """Return the places of replies in a layer of the reply rates."""
    cells, bits = cell_count(knowledge.size), knowledge.reply_bits
    places = (((rows.color - 1) * cells + rows.last) * cells + rows.cell).astype(np.int64) << bits
    return np.asarray(places + ((rows.context ^ rows.before).astype(np.int64) & (2**bits - 1)))


def _states(knowledge: Knowledge, places: Columns, rows: Any) -> Columns:
    """Return the state of each row: of the wins and visits of all rows at its place, at most as many as the end of scale."""
    _, which = np.unique(places, return_inverse=True)
    visits = np.bincount(which, rows.visits)
    updates = np.minimum(visits, knowledge.settings.end).astype(np.int64)
    wins = np.rint(updates * np.bincount(which, rows.wins) / np.maximum(visits, 1)).astype(np.int64)
    return np.asarray(knowledge.states.numbers(np.clip(wins, 0, updates), updates))[which]


def tree_moves(learner: Any, graph: Graph, board: Any, least: int) -> Any:
    """Return the moves of a tree with at least `least` visits, without passes, as `tree_move_t`: parents before their children."""
    head = graph.head
    nodes, edges = int(head.node_count), np.asarray(graph.edges[head.edge_limit - head.edge_count :])
    boards, rows = (
        new_array(board_dtype(int(board.side.size)), 2),
        new_array(tree_move_t, 1 + int((edges["visits"] >= least).sum())),
    )
    boards[_ROOT] = board
    order, above, path = (np.full(nodes, UNSEEN, np.int64) for _ in range(3))
    return rows[: int(list_tree_moves(head, boards, learner, least, order, above, path, rows))]


@kernel
def list_tree_moves(graph, boards, learner, least, order, above, path, rows):
    """Write the moves with at least `least` visits into `rows` and return their number.

    `order` and `above` get the visited nodes and the edge that led to each; `path` is a buffer.
    """
    order[0], above[graph.root] = graph.root, NONE
    seen, place, count = np.int64(1), np.int64(0), np.int64(0)
    while place < seen:
        index = order[place]
        place += 1
        board = boards[_HERE]
        play_to(graph, boards, learner, above, path, index)
        node, color = node_at(graph, index), U64(board.to_play)
        for edge in range(node.first_edge, node.first_edge + node.edge_count):
            tried, child = edge_at(graph, edge), np.int64(edge_at(graph, edge).child)
            if tried.visits < least or child == NONE:
                continue
            if tried.action > PASS_CELL:
                row, cell = rows[count], U64(tried.action)
                row.visits, row.wins = tried.visits, tried.visits * seen_by(node_at(graph, child).value, node.player)
                row.color, row.cell, row.context = color, cell, context_at(learner.contexts, cell, color)
                row.last, row.before = U64(board.last), learner.first_context
                count += 1
            if above[child] == UNSEEN:
                above[child], order[seen] = edge, child
                seen += 1
    return count


@kernel
def play_to(graph, boards, learner, above, path, index):
    """Set `boards[_HERE]`, and the contexts of `learner`, to node `index`."""
    length = np.int64(0)
    while above[index] != NONE:
        path[length] = above[index]
        index = np.int64(edge_at(graph, above[index]).parent)
        length += 1
    boards[_HERE] = boards[_ROOT]
    board = boards[_HERE]
    for step in range(length):
        action = edge_at(graph, path[length - 1 - step]).action
        if action > GROUP_ACTION:
            moves.play(board, U64(action), U64(board.to_play))
    begin_playout(learner, board)


@kernel
def enter_replies(learner, board, rows, states):
    """Enter replies with their new states into the lists of the layer of the tree. A move after a pass is no reply."""
    for i in range(rows.size):
        row = rows[i]
        if row.last == PASS_CELL:
            continue
        reply = U64(row.cell) | ((U64(row.context) & learner.reply_mask) << CONTEXT)
        enter_reply(learner, board, U64(row.color), U64(row.last), U64(row.before), reply, U64(states[i]), BY_TREE)
