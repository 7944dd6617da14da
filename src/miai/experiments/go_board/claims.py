"""The growth of the cost of a random game with the board size n, as claimed by Vandermosten, by representation."""

NAIVE, UNION_FIND, LINKED_LISTS = "naive arrays, flood fill", "union-find with sets", "linked lists"
UNION_FIND_DELETE = "union-find with deletion"
PSEUDO_LIBERTIES, RECORD, RECORD_OWN_DRAW = "pseudo-liberties", "record board", "record board, its own draw"

CLAIMED_EXPONENTS = {NAIVE: 6.0, LINKED_LISTS: 2.0, UNION_FIND_DELETE: 2.0, PSEUDO_LIBERTIES: 2.0}
"""Exponents, where the source gives one: for sets it says n^2 times the size of groups; the record board is ours."""
