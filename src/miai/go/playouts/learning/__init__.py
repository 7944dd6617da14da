"""Playouts that learn while they play: which moves near the last one, and which answers to it, have won in such surroundings.

Start reading at `learner.py` (what happens in a playout), then `node_moves.py` and `edge_moves.py` (what is suggested and learned), then
`balance.py`. From sections 4.7.1 to 4.7.7 of the thesis on expert knowledge in Monte-Carlo tree search.
"""

from __future__ import annotations

from miai.go.playouts.learning.settings import LearningSettings

__all__ = ["LearningSettings"]
