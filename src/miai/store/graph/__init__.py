"""The graph on disk: statistics of positions for later searches, also on other machines.

format.py     the bytes of a position
file.py       one LMDB file: one writer, many readers
store.py      the store of a search: load history, add positions
prune.py      removal of positions when the file has reached its limit
upkeep.py     verify, compact, merge
exchange.py   export and import of JSON lines
book.py       the most visited lines as a game tree
file_errors.py  errors of the file, reported in one line
"""

from miai.store.graph.file import GraphFile
from miai.store.graph.store import FaultTolerantStore, GraphStore, open_fault_tolerant

__all__ = ["FaultTolerantStore", "GraphFile", "GraphStore", "open_fault_tolerant"]
