"""The graph on disk: what was searched once is not searched again, in later games and on other machines.

format.py     the bytes of a position
file.py       one LMDB file: one writer, many readers
store.py      what a search asks for: to recall, and to remember
prune.py      what goes when the file has reached its limit
upkeep.py     verify, compact, merge
exchange.py   JSON lines, out and in
book.py       the most visited lines as a game tree
trouble.py    what may be wrong with it, in one line
"""

from miai.store.graph.file import GraphFile
from miai.store.graph.store import FaultTolerantStore, GraphStore, open_fault_tolerant

__all__ = ["FaultTolerantStore", "GraphFile", "GraphStore", "open_fault_tolerant"]
